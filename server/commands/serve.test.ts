import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { onPlace, startServe } from '../test/process.ts'

/** Writes the address of every module to standard error as it is loaded. */
const tellWhatIsLoaded = `import { registerHooks } from 'node:module'
  registerHooks({ load: (url, context, next) => (console.error(url), next(url, context)) })`

test('the service loads nothing of the demo', () =>
  onPlace('sqlite', async ({ environment }) => {
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(tellWhatIsLoaded)}`
    const root = new URL('../..', import.meta.url).href
    // The modules as they are: of the bundle nobody can tell.
    const command = [process.execPath, fileURLToPath(`${root}server/cli.ts`)]
    const serve = await startServe({ ...environment, NODE_OPTIONS }, { command })
    await serve.kill('SIGTERM')
    const loaded = serve.output().split('\n')
    assert.ok(loaded.includes(`${root}server/main.ts`))
    assert.deepEqual(
      loaded.filter((url) => url.startsWith(`${root}demo/`)),
      [],
    )
  }))
