import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagsIn } from './tags-in.ts'

test('each tag of those that were found has the marks that are in it', () => {
  assert.deepEqual(
    tagsIn({
      text: 'night, sea at night, sea',
      marks: [
        [0, 5],
        [14, 19],
      ],
    }),
    [
      { text: 'night', marks: [[0, 5]] },
      { text: 'sea at night', marks: [[7, 12]] },
      { text: 'sea', marks: [] },
    ],
  )
})

test('a mark that goes over a comma is in both tags, as far as it is in each', () => {
  assert.deepEqual(tagsIn({ text: 'old sea, night sky', marks: [[4, 14]] }), [
    { text: 'old sea', marks: [[4, 7]] },
    { text: 'night sky', marks: [[0, 5]] },
  ])
})
