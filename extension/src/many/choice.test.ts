import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openChoice } from './choice.ts'

describe('Choosing from a list', () => {
  const letters = ['a', 'b', 'c', 'd', 'e', 'f']

  test('toggles one, and keeps the order of the list', () => {
    const choice = openChoice(() => letters)
    for (const letter of ['e', 'b', 'd', 'b']) choice.toggle(letter)
    assert.deepEqual(choice.chosen(), ['d', 'e'])
    assert.equal(choice.size, 2)
    assert.equal(choice.has('d'), true)
  })

  test('a range becomes as the one before it became, in both directions', () => {
    const choice = openChoice(() => letters)
    choice.toggle('b')
    choice.toggle('e', true)
    assert.deepEqual(choice.chosen(), ['b', 'c', 'd', 'e'])
    choice.toggle('d')
    choice.toggle('b', true)
    assert.deepEqual(choice.chosen(), ['e'])
  })

  test('a range with nothing before it is the one alone', () => {
    const choice = openChoice(() => letters)
    choice.toggle('c', true)
    assert.deepEqual(choice.chosen(), ['c'])
  })

  test('all, then none; and all again when there are more by then', () => {
    const growing = ['a']
    const choice = openChoice(() => growing)
    choice.toggleAll(growing)
    assert.deepEqual(choice.chosen(), ['a'])
    choice.toggleAll(growing)
    assert.deepEqual(choice.chosen(), [])
    choice.toggleAll(growing)
    growing.push('b')
    choice.toggleAll(growing)
    assert.deepEqual(choice.chosen(), ['a', 'b'])
  })
})
