import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { bundled } from './bin/bundled.js'
import type { Bundle } from './bundle.ts'

describe('the bundle of the service', () => {
  let root: string
  const input = () => join(root, 'server/one.ts')
  const told = () => join(root, 'server/dist/bundle.json')

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'dailies-bundle-'))
    await mkdir(join(root, 'server/dist/a'), { recursive: true })
    await writeFile(input(), '1')
    await writeFile(join(root, 'server/dist/a/cli.js'), '')
    // Times of files are kept less exactly than the clock's.
    await sleep(50)
    await writeFile(join(root, 'server/dist/a/service.js'), '')
    const entries = { command: 'a/cli.js', service: 'a/service.js' }
    const bundle: Bundle = { stamp: 's', builtAt: Date.now(), ...entries, inputs: ['server/one.ts'] }
    await writeFile(told(), JSON.stringify(bundle))
    await sleep(50)
  })
  afterEach(() => rm(root, { recursive: true }))

  test('is taken while what it was made of is as it was', () => {
    assert.equal(bundled('command', root), pathToFileURL(join(root, 'server/dist/a/cli.js')).href)
    assert.equal(bundled('service', root), pathToFileURL(join(root, 'server/dist/a/service.js')).href)
  })

  test('is not once something is written anew, even with the time of before', async () => {
    await writeFile(input(), '2')
    await utimes(input(), 0, 0)
    assert.equal(bundled('command', root), undefined)
  })

  test('nor once something is gone: of what it was made of, or itself', async () => {
    await rm(join(root, 'server/dist/a/cli.js'))
    assert.equal(bundled('command', root), undefined)
    await writeFile(join(root, 'server/dist/a/cli.js'), '')
    await rm(input())
    assert.equal(bundled('command', root), undefined)
  })

  test('nor in a copy, whose files may be others', async () => {
    const copy = `${root}-copy`
    await cp(root, copy, { recursive: true, preserveTimestamps: true })
    try {
      assert.equal(bundled('command', copy), undefined)
    } finally {
      await rm(copy, { recursive: true })
    }
  })

  test('nor where what is told of it is nothing', async () => {
    for (const text of ['', '{', '{}', 'null', '{"inputs":1}']) {
      await writeFile(told(), text)
      assert.equal(bundled('command', root), undefined, text)
    }
  })

  test('is there once it is built, and runs', async () => {
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'build.ts')])
    for (const entry of [bundled('command'), bundled('service')]) {
      assert.ok(entry)
      const script = `process.argv.splice(1, 0, 'dailies', '--version'); await import(${JSON.stringify(entry)})`
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--input-type=module',
        '--eval',
        script,
      ])
      assert.match(stdout, /^\d+\.\d+\.\d+/)
    }
  })

  test('has in one file nearly all that a service starts with', async () => {
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'build.ts')])
    const folder = dirname(fileURLToPath(bundled('service')!))
    const loadedWith = async (file: string, found = new Set<string>()) => {
      if (found.has(file)) return found
      found.add(file)
      const text = await readFile(join(folder, file), 'utf8')
      for (const [, name] of text.matchAll(/^(?:import|export)\b[^;]*"\.\/([^"]+)";/gm))
        await loadedWith(name!, found)
      return found
    }
    const starts = (await readdir(folder)).filter((name) => name.startsWith('run-service-'))
    const counts = await Promise.all(starts.map(async (name) => (await loadedWith(name)).size))
    // The other is that of the commands.
    assert.equal(counts.length, 2)
    assert.ok(Math.min(...counts) < 5, `${counts}`)
  })
})
