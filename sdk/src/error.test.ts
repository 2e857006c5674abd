import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorOf } from './error.ts'

const refused = (details: unknown) =>
  errorOf(new Response(null, { status: 400 }), JSON.stringify({ error: 'Invalid payload', details }))

test('what is wrong with fields and with the whole is told as it was answered', () => {
  const clashes = { title: { now: 'Dusk', changedBy: null, changedAt: null } }
  const error = refused({ fieldErrors: { title: ['Required', 'Too short'] }, formErrors: ['Odd'], clashes })
  assert.deepEqual(
    [error.message, error.fieldErrors, error.formErrors, error.clashes],
    ['Invalid payload', { title: ['Required', 'Too short'] }, ['Odd'], clashes],
  )
})

test('what is not as the contract says is left out, so that nobody falls over it', () => {
  const odd = {
    fieldErrors: { a: 1, b: 'x', c: null, d: ['told', 2, {}], e: [] },
    formErrors: 'x',
    clashes: { a: 1 },
  }
  const { fieldErrors, formErrors, clashes } = refused(odd)
  assert.deepEqual([fieldErrors, formErrors, clashes], [{ d: ['told'] }, [], {}])
  for (const details of [
    null,
    1,
    'x',
    [],
    [['a']],
    {},
    { fieldErrors: [['a']], formErrors: [1, null], clashes: [] },
  ]) {
    const error = refused(details)
    assert.deepEqual(
      [error.message, error.fieldErrors, error.formErrors, error.clashes],
      ['Invalid payload', {}, [], {}],
    )
  }
})
