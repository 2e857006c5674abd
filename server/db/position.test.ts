import assert from 'node:assert/strict'
import { test } from 'node:test'
import { furthest, newest, positionOf, positionText, reaches } from './position.ts'

test('a position is reached by what is as far in bytes, and of no earlier timeline', () => {
  const at = (text: string) => positionOf(text)!
  assert.ok(reaches(at('1-A/0'), at('1-9/FFFFFFFF')))
  assert.ok(reaches(at('1-0/3000060'), at('1-0/3000060')))
  assert.ok(!reaches(at('1-0/300005F'), at('1-0/3000060')))
  // Of a standby that did not follow the new primary.
  assert.ok(!reaches(at('1-F/0'), at('2-0/3000060')))
  assert.ok(reaches(at('2-F/0'), at('1-0/3000060')))
  assert.equal(positionText(furthest(at('1-F/0'), at('2-0/3000060'))), '2-F/0')
  for (const text of [newest, '', '1', '1-0', '1-0/0 ', '-0/0', '1-g/0', '1-123456789/0'])
    assert.equal(positionOf(text), undefined, text)
})
