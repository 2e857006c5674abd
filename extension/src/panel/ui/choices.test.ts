import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { filterChoices } from './choices.ts'

const scenes = [
  { id: 'a', label: '1', hint: 'A door.' },
  { id: 'b', label: '012A', hint: 'The lamp goes out.' },
  { id: 'c', label: '112', hint: 'Storm over the bay.' },
  { id: 'd', label: '212', hint: 'The lamp is lit again.' },
]

const found = (sought: string) => filterChoices(scenes, sought).map(({ id }) => id)

describe('a long list to choose from', () => {
  test('is whole and in its order until something is sought', () => {
    assert.deepEqual(found(''), ['a', 'b', 'c', 'd'])
    assert.deepEqual(found('  '), ['a', 'b', 'c', 'd'])
  })

  test('has what begins with it first, zeros at the front aside', () => {
    assert.deepEqual(found('12'), ['b', 'c', 'd'])
    assert.deepEqual(found('012a'), ['b'])
    assert.deepEqual(found('1'), ['a', 'b', 'c', 'd'])
  })

  test('is narrowed by every word, in any case, of label and hint', () => {
    assert.deepEqual(found('LAMP'), ['b', 'd'])
    assert.deepEqual(found('lamp again'), ['d'])
    assert.deepEqual(found('lamp storm'), [])
  })
})
