import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { hostedAdapters } from '../platforms/adapters.ts'
import { pagesOf, platformsWithPages } from '../platforms/hosts.ts'
import { answerScripts, scriptsFor } from '../platforms/page-scripts.ts'
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

for (const browser of ['chrome', 'firefox']) {
  test(`before any gesture less than 30 kB are in a page of a platform that is switched on, in ${browser}`, (t) => {
    const built = join(import.meta.dirname, `../../dist/${browser}-mv3`)
    let most = 0
    for (const platform of platformsWithPages) {
      const [pattern = ''] = pagesOf(platform)
      const early = answerScripts(['<all_urls>'], [platform]).flatMap(({ js }) => js)
      assert.equal(early.length, 2, platform)
      const scripts = [...early, ...scriptsFor(pattern.replaceAll('*', 'www'))]
      const sizes = scripts.map((script) => statSync(join(built, script)).size)
      const sum = sizes.reduce((one, other) => one + other)
      const told = `${platform}: ${scripts.map((script, at) => `${script} ${sizes[at]}`).join(' + ')} = ${sum} bytes`
      assert.ok(sum < 30_000, told)
      most = Math.max(most, sum)
    }
    t.diagnostic(`${most} bytes at most`)
  })
}

/** As the extension builds it, in bytes. */
async function sizeOf(entry: string): Promise<number> {
  return Buffer.byteLength(await bundleScript(entry, { minify: true, isOpen: false }))
}
