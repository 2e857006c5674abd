import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { makeFolders } from './make-folders.ts'

describe('folders that lead to one', () => {
  const place = mkdtempSync(join(tmpdir(), 'dailies-folders-'))
  after(() => rmSync(place, { recursive: true }))

  test('are made, for this user alone, and the first of them is told', () => {
    mkdirSync(join(place, 'there'))
    assert.equal(makeFolders(join(place, 'there', 'one', 'two')), join(place, 'there', 'one'))
    for (const made of ['there/one', 'there/one/two'])
      assert.equal(statSync(join(place, made)).mode & 0o777, 0o700)
    assert.equal(makeFolders(join(place, 'there', 'one', 'two')), undefined)
  })

  test('cannot be made in the place of a file, within one, nor where a system makes its own', () => {
    writeFileSync(join(place, 'file'), '')
    assert.throws(() => makeFolders(join(place, 'file')), { code: 'EEXIST' })
    assert.throws(() => makeFolders(join(place, 'file', 'one')), { code: 'ENOTDIR' })
    if (process.platform === 'linux') assert.throws(() => makeFolders('/proc/none'), { code: 'ENOENT' })
  })
})
