import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { searchParts, writtenFilter } from './search-parts.ts'

test('a filter is written so that it is read as what it says, or not at all', () => {
  assert.equal(writtenFilter('status', 'draft'), 'status:draft')
  assert.equal(writtenFilter('tag', 'night exterior'), 'tag:"night exterior"')
  assert.equal(writtenFilter('tag', '6"'), 'tag:6"')
  for (const value of ['', ' ', '6" lens', '"quoted"', '"'])
    assert.equal(writtenFilter('tag', value), undefined)
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '雨', '"', ' ', '\u3000', '\n', ':', '-', '*') }),
      (value) => {
        const filter = writtenFilter('tag', value)
        if (filter === undefined) return
        const parts = [...searchParts(`lamp ${filter} -rain`)].map((part) => [part.field, part.value])
        assert.deepEqual(parts, [
          [undefined, 'lamp'],
          ['tag', value],
          [undefined, 'rain'],
        ])
      },
    ),
  )
})
