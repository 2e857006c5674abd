import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { buildModules } from '../build-modules.ts'
import { endpointTable } from '../vite-plugin.ts'
import { readme } from './readme.ts'

/** Bytes that the client may have compressed. */
const limit = 8000

describe('the client', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dailies-sdk-size-'))
    await buildModules(folder)
  })
  after(() => rm(folder, { recursive: true }))

  test('is as small as the README says, and smaller than it must be', async (t) => {
    const claimed = Number(/less than (\d+) kB compressed/.exec(readme)?.[1]) * 1000
    const size = gzipSync(await readFile(join(folder, 'dailies.js'))).length
    t.diagnostic(`${size} bytes`)
    assert.ok(claimed <= limit)
    assert.ok(size < claimed, `${size} bytes`)
  })

  test('is whole in itself, and so is the part for webhooks: only the schemas need Zod', async () => {
    for (const name of ['dailies', 'webhooks', 'schemas']) {
      const code = await readFile(join(folder, `${name}.js`), 'utf8')
      const imported = [...code.matchAll(/\bfrom ["']([^"']+)/g)].map(([, module]) => module)
      assert.deepEqual(imported, name === 'schemas' ? ['zod'] : [], name)
    }
  })

  test('carries no schemas either where it is built in from its sources', async () => {
    const result = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [endpointTable()],
      build: {
        write: false,
        lib: { entry: join(import.meta.dirname, '../src/dailies.ts'), formats: ['es'] },
      },
    })
    const [{ output }] = result as { output: { code: string; moduleIds: string[] }[] }[] as [
      { output: [{ code: string; moduleIds: string[] }] },
    ]
    assert.deepEqual(
      output[0].moduleIds.filter((id) => /zod|contract/.test(id)),
      [],
    )
    assert.ok(gzipSync(output[0].code).length < limit)
  })
})
