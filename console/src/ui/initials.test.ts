import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hueOf, initials } from './initials.ts'

const cases: [name: string, initials: string][] = [
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['Élodie van der Berg', 'ÉV'],
  ['  (Ben)  ', 'B'],
  ['\u202eגדע \u200fכהן', 'גכ'],
  ['👩‍👩‍👧 Family', '👩‍👩‍👧'],
  ['Ada 🎬', 'A'],
  ['<img src=x>', 'IS'],
  ['李小龍', '李'],
  ['--- \u200b', ''],
  ['x'.repeat(200), 'X'],
]

for (const [name, expected] of cases) {
  test(`${JSON.stringify(name.slice(0, 20))} is ${expected || 'nothing'} in short`, () => {
    assert.equal(initials(name), expected)
  })
}

test('words that say little are left out, unless there are no others', () => {
  const isThe = (word: string) => word === 'The'
  assert.equal(initials('The Long Tide', isThe), 'LT')
  assert.equal(initials('The', isThe), 'T')
})

test('a name has one colour', () => {
  assert.equal(hueOf('Ada'), hueOf('Ada'))
  assert.notEqual(hueOf('Ada'), hueOf('Ben'))
})
