import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'

const files = {
  'contract/asset.ts': 'export const asset = 1',
  'server/rule.ts': "import { asset } from '@dailies/contract/asset.ts'\nexport const rule = asset",
  'server/rule.test.ts': "import { rule } from './rule.ts'",
  'server/other.test.ts': "const worker = new URL('./worker.ts', import.meta.url)",
  'server/worker.ts': 'export {}',
  'docs/manual.md': 'The manual',
  'server/docs.test.ts': "read('../docs/manual.md')",
  'ui/button.tsx': 'export {}',
  'console/src/screen.tsx': 'export {}',
  'e2e/screen.test.ts': 'export {}',
  'package.json': '{}',
}
const tests = Object.keys(files).filter((file) => file.endsWith('.test.ts'))
const module = JSON.stringify(new URL('./touched-tests.ts', import.meta.url).href)

describe('the tests that a change touches', () => {
  let folder: string
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  /** After `file` was changed, in a process of its own: it looks at the folder in which it runs. */
  async function touchedBy(file: string): Promise<string[]> {
    git('stash', '--include-untracked')
    await write(file, `${(files as Record<string, string>)[file] ?? ''}\n// changed`)
    const program = `const { touchedTests } = await import(${module})
      console.log(JSON.stringify(touchedTests(${JSON.stringify(tests)})))`
    return JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        cwd: folder,
        encoding: 'utf8',
      }),
    )
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dailies-touched-'))
    for (const [file, text] of Object.entries(files)) await write(file, text)
    git('init', '--quiet')
    git('config', 'user.email', 'ada@studio.example')
    git('config', 'user.name', 'Ada')
    git('add', '.')
    git('commit', '--quiet', '--message', 'All')
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const [changed, touched] of [
    ['server/rule.test.ts', ['server/rule.test.ts']],
    ['contract/asset.ts', ['server/rule.test.ts']],
    ['server/worker.ts', ['server/other.test.ts']],
    ['docs/manual.md', ['server/docs.test.ts']],
    ['ui/button.tsx', ['e2e/screen.test.ts']],
    ['console/src/screen.tsx', ['e2e/screen.test.ts']],
    ['console/src/screen.test.ts', []],
    ['docs/unread.md', []],
    ['package.json', tests],
  ] as const) {
    test(`${changed}: ${touched.length === tests.length ? 'all' : touched.join(', ') || 'none'}`, async () => {
      assert.deepEqual((await touchedBy(changed)).sort(), [...touched].sort())
    })
  }
})
