import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DailiesError } from './error.ts'
import { hasAnotherFile, isKnownOtherwise } from './repeats.ts'

const refused = (status: number, message: string, fieldErrors = {}) =>
  new DailiesError(message, { status, details: { fieldErrors, formErrors: [] } })

const usedKey = { provenance: ['1: Already used for another capture'] }

test('a capture whose key is of another one is known otherwise', () => {
  assert.equal(isKnownOtherwise(refused(400, 'Invalid payload', usedKey)), true)
  assert.equal(isKnownOtherwise(refused(400, 'Invalid payload', { provenance: ['Too long'] })), false)
  assert.equal(isKnownOtherwise(refused(400, 'Invalid payload', { prompt: ['Already used'] })), false)
  assert.equal(isKnownOtherwise(refused(409, 'Invalid payload', usedKey)), false)
  assert.equal(isKnownOtherwise(refused(400, 'Invalid payload')), false)
  assert.equal(isKnownOtherwise(new Error('already used')), false)
})

test('media are another file only where the service says that it keeps one', () => {
  const message = 'Another file is kept as the original of this version already'
  assert.equal(hasAnotherFile(refused(409, message)), true)
  assert.equal(hasAnotherFile(refused(409, 'Other parts are on their way')), false)
  assert.equal(hasAnotherFile(refused(400, message)), false)
  assert.equal(hasAnotherFile(new Error(message)), false)
})
