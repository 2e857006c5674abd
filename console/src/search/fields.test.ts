import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readQuery } from '../../../server/search/query.ts'
import { fieldOf, fields } from './fields.ts'

test('every filter that is offered is one that the service reads', () => {
  for (const name of Object.keys(fields)) {
    const { choices = [{ value: 'x' }], kind } = fieldOf(name)!
    const values = kind === 'date' ? ['2026'] : kind === 'amount' ? ['<2'] : choices.map(({ value }) => value)
    for (const value of values) {
      const { filters, needles } = readQuery(`${name}:${value}`)
      assert.deepEqual([filters.length, needles.length], [1, 0], `${name}:${value}`)
    }
  }
})
