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

test('one with a comma in it is one, where it is known', () => {
  const known = ['wide', 'wide, slow', 'wide, slow, dark']
  const named = (text: string) => tagsIn({ text, marks: [] }, known).map(({ text }) => text)
  assert.deepEqual(named('sea, wide, slow, dusk'), ['sea', 'wide, slow', 'dusk'])
  assert.deepEqual(named('wide, slow, darkness'), ['wide, slow', 'darkness'])
  assert.deepEqual(named('wide, slow, dark'), ['wide, slow, dark'])
  assert.deepEqual(named('wide, slowly'), ['wide', 'slowly'])
  assert.deepEqual(tagsIn({ text: 'sea, wide, slow', marks: [[11, 15]] }, known)[1], {
    text: 'wide, slow',
    marks: [[6, 10]],
  })
})
