import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quoted } from './plain.ts'

test('a text of others is quoted in one line, with a sign where it is cut; of a long one its beginning alone is looked at', () => {
  for (const [text, most, line] of [
    ['', 5, ''],
    [' a\n\tb ', 5, 'a b'],
    ['abcdef', 5, 'abcd…'],
    ['a"b', 5, 'a\\"b'],
    ['a\u200bb\u202ec', 5, 'abc'],
    [`${'\u200b'.repeat(49)}a`, 5, 'a'],
    [`${'\u200b'.repeat(5000)}a`, 5, '…'],
    [`abc${' '.repeat(5000)}d`, 5, 'abc…'],
    [`abcde${' '.repeat(5000)}d`, 5, 'abcd…'],
  ] as const) {
    assert.equal(quoted(text, most), `"${line}"`)
  }
})
