import assert from 'node:assert/strict'
import { test } from 'node:test'
import { steadyOrder } from './steady-order.ts'

const order = (shown: string, items: string) =>
  steadyOrder(
    [...shown],
    [...items].map((id) => ({ id })),
  )
    .map(({ id }) => id)
    .join('')

test('what is shown stays where it is, what is new comes first, and what is loaded more comes last', () => {
  assert.equal(order('', 'abc'), 'abc')
  assert.equal(order('abc', 'cab'), 'abc')
  assert.equal(order('abc', 'nbca'), 'nabc')
  assert.equal(order('abc', 'cabxy'), 'abcxy')
  assert.equal(order('abc', 'cb'), 'bc')
})
