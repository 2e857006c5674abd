import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { openSecretBox } from './secret-box.ts'

const secret = 'whsec_☂ or any other text'

describe('a secret box', () => {
  let parent: string
  let folders = 0

  before(() => {
    parent = mkdtempSync(join(tmpdir(), 'dailies-secret-'))
  })
  after(() => rmSync(parent, { recursive: true }))

  const newFolder = () => {
    folders += 1
    return join(parent, `data${folders}`, 'below')
  }

  test('gives back what it sealed, and shows nothing of it', () => {
    const box = openSecretBox({ dataFolder: newFolder() })
    for (const one of [secret, '', 'x'.repeat(100_000)]) {
      const sealed = box.seal(one, 'owner')
      assert.ok(sealed.startsWith(box.prefix))
      assert.equal(box.open(sealed, 'owner'), one)
    }
    const sealed = box.seal(secret, 'owner')
    assert.ok(!Buffer.from(sealed.slice(box.prefix.length), 'base64').includes('whsec_'))
    assert.notEqual(box.seal(secret, 'owner'), sealed)
  })

  test('is opened by the key of the settings wherever it is, and makes no file then', () => {
    const dataFolder = newFolder()
    const secretKey = 'k'.repeat(32)
    const sealed = openSecretBox({ secretKey, dataFolder }).seal(secret, 'owner')
    assert.equal(openSecretBox({ secretKey, dataFolder: newFolder() }).open(sealed, 'owner'), secret)
    assert.throws(() => readdirSync(dataFolder), { code: 'ENOENT' })
  })

  test('does not open with another key, and the prefix tells so beforehand', () => {
    const box = openSecretBox({ secretKey: 'k'.repeat(32), dataFolder: parent })
    const other = openSecretBox({ secretKey: 'j'.repeat(32), dataFolder: parent })
    const sealed = box.seal(secret, 'owner')
    assert.equal(other.open(sealed, 'owner'), undefined)
    assert.notEqual(other.prefix, box.prefix)
    // Not even when somebody writes the other's prefix before it.
    assert.equal(other.open(other.prefix + sealed.slice(box.prefix.length), 'owner'), undefined)
  })

  test('does not open for another owner: a secret copied into another row is of no use', () => {
    const box = openSecretBox({ dataFolder: newFolder() })
    assert.equal(box.open(box.seal(secret, 'one'), 'other'), undefined)
  })

  test('does not open what is damaged, wherever and however short', () => {
    const box = openSecretBox({ dataFolder: newFolder() })
    const sealed = box.seal(secret, 'owner')
    const bytes = Buffer.from(sealed.slice(box.prefix.length), 'base64')
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed[index]! ^= 1
      assert.equal(box.open(box.prefix + changed.toString('base64'), 'owner'), undefined)
    }
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = bytes.subarray(0, length).toString('base64')
      assert.equal(box.open(box.prefix + cut, 'owner'), undefined)
    }
    for (const none of ['', box.prefix, `${box.prefix}???`, secret]) {
      assert.equal(box.open(none, 'owner'), undefined)
    }
  })

  test('keeps its key in the data folder, for nobody else to read, and nothing beside it', () => {
    const dataFolder = newFolder()
    const sealed = openSecretBox({ dataFolder }).seal(secret, 'owner')
    assert.deepEqual(readdirSync(dataFolder), ['secret.key'])
    assert.equal(statSync(join(dataFolder, 'secret.key')).mode & 0o777, 0o600)
    assert.equal(statSync(dataFolder).mode & 0o777, 0o700)
    assert.equal(openSecretBox({ dataFolder }).open(sealed, 'owner'), secret)
  })

  test('has the same key for processes that start at once on an empty folder', async () => {
    for (let round = 0; round < 3; round += 1) {
      const dataFolder = newFolder()
      const at = Date.now() + 500
      const processes = Array.from({ length: 6 }, () => prefixInAnotherProcess(dataFolder, at))
      const prefixes = await Promise.all(processes)
      assert.match(prefixes[0]!, /^v1:[0-9a-f]{16}:$/)
      assert.equal(new Set(prefixes).size, 1)
      assert.deepEqual(readdirSync(dataFolder), ['secret.key'])
      assert.match(readFileSync(join(dataFolder, 'secret.key'), 'utf8'), /^[\w-]{43}\n$/)
    }
  })
})

function prefixInAnotherProcess(dataFolder: string, at: number): Promise<string> {
  const program = `
    import { openSecretBox } from ${JSON.stringify(import.meta.resolve('./secret-box.ts'))}
    while (Date.now() < ${at}) {}
    process.stdout.write(openSecretBox({ dataFolder: ${JSON.stringify(dataFolder)} }).prefix)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(child.stdout)
}
