import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mediaBadgeText, mediaSentence } from './media-words.ts'

const now = Date.parse('2026-05-01T12:00:00.000Z')
const endsIn = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

describe('what is said of media that are not kept', () => {
  test('what is kept is not spoken of', () => {
    const kept = { state: 'kept', endsAt: null, reason: null } as const
    assert.equal(mediaBadgeText(kept, now), undefined)
    assert.equal(mediaSentence(kept, now), undefined)
  })

  test('a link tells how long it will be there, and never longer than it is', () => {
    const badge = (minutes: number) =>
      mediaBadgeText({ state: 'waiting', endsAt: endsIn(minutes), reason: null }, now)
    assert.deepEqual(
      [0.5, 59.9, 60, 24 * 60 - 1, 49 * 60].map(badge),
      ['1 min', '59 min', '1 h', '23 h', '2 d'].map((left) => `Only a link · ${left}`),
    )
    assert.equal(badge(-1), 'Link ended')
    assert.equal(mediaBadgeText({ state: 'waiting', endsAt: null, reason: null }, now), 'Only a link')
  })

  test('what went wrong is told in a sentence', () => {
    assert.equal(
      mediaSentence({ state: 'lost', endsAt: null, reason: 'The platform answers with 410' }, now),
      'Lost: The platform answers with 410',
    )
    assert.equal(
      mediaSentence({ state: 'waiting', endsAt: endsIn(61), reason: null }, now),
      'Only a link, which ends in 1 hour',
    )
    assert.equal(
      mediaSentence({ state: 'waiting', endsAt: endsIn(-5), reason: 'It took too long' }, now),
      'Only a link, which has ended: It took too long',
    )
  })
})
