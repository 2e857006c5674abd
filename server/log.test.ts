import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'

test('a log that nobody reads any more holds nothing up', async () => {
  const log = new URL('log.ts', import.meta.url).href
  const writes = `
    import { openLog } from ${JSON.stringify(log)}
    const { logger, flush } = openLog('info')
    process.stdin.once('data', async () => {
      logger.info('one')
      await flush()
      process.exit(7)
    })
    console.error('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', writes], { timeout: 60_000 })
  await once(child.stderr, 'data')
  child.stdout.destroy()
  await once(child.stdout, 'close')
  child.stdin.write('now\n')
  const [code] = await once(child, 'exit')
  assert.equal(code, 7)
})
