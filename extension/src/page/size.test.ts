import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostedAdapters } from '../platforms/adapters.ts'
import { bundleScript } from './testing/bundle.ts'

test('the script on the page of any platform is less than 25 kB', async (t) => {
  const page = await sizeOf('src/entrypoints/page.ts')
  const scripts = ['local', ...hostedAdapters.map(({ platform }) => platform)]
  for (const name of scripts) {
    const platform = await sizeOf(`src/platforms/${name}.ts`)
    t.diagnostic(`${name}: ${platform} + ${page} bytes`)
    assert.ok(platform + page < 25_000, `${name}: ${platform} + ${page} bytes`)
  }
})

/** As the extension builds it, in bytes. */
async function sizeOf(entry: string): Promise<number> {
  return Buffer.byteLength(await bundleScript(entry, { minify: true, isOpen: false }))
}
