import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReviewMoment } from '@dailies/contract/review.ts'
import { Followed } from './followed.ts'

const place = { projectId: 'film', reviewId: 'review' }
const rate = { numerator: 24, denominator: 1 }

function moment(term: number, sequence: number): ReviewMoment {
  const state = {
    sequence,
    screen: { kind: 'take' as const },
    assetVersionId: 'take',
    frame: sequence,
    rate,
    playing: false,
    speed: 1,
    shapes: [],
  }
  return { term, leader: { id: 'ana', name: 'Ana' }, state }
}

describe('what is shown in a review session', () => {
  test('is the latest, and never again what came before it, or of who led before', () => {
    const followed = new Followed()
    followed.take(place, { userId: 'ben', page: 'one' })
    assert.ok(followed.show(place, moment(1, 5)))
    assert.ok(!followed.show(place, moment(1, 4)))
    assert.ok(!followed.show(place, moment(1, 5)))
    assert.ok(followed.show(place, { ...moment(2, 0) }))
    assert.ok(!followed.show(place, moment(1, 99)))
    assert.deepEqual(followed.momentOf('review'), moment(2, 0))
  })

  test('is for those who take part, until their last page leaves or says nothing more', () => {
    const followed = new Followed()
    followed.show(place, moment(1, 1))
    assert.ok(followed.take(place, { userId: 'ben', page: 'one' }, 0))
    assert.ok(followed.take(place, { userId: 'ben', page: 'two' }, 10_000))
    assert.ok(!followed.take(place, { userId: 'ben', page: 'two' }, 10_000), 'it is known already')
    assert.ok(followed.latest('review', 'ben'))
    assert.equal(followed.latest('review', 'cy'), undefined)
    followed.expire(26_000)
    assert.deepEqual([...followed.followers('review')], ['ben'])
    followed.take(place, { userId: 'ben', page: 'two', left: true }, 27_000)
    assert.deepEqual([...followed.followers('review')], [])
  })

  test('is forgotten once nobody has looked for a while', () => {
    const followed = new Followed()
    followed.show(place, moment(1, 1), 0)
    followed.expire(59_000)
    assert.ok(followed.momentOf('review'))
    followed.expire(61_000)
    assert.equal(followed.momentOf('review'), undefined)
  })

  test('holds so many pages of a user and so many sessions, and no more', () => {
    const followed = new Followed()
    for (let page = 0; page < 100; page += 1) followed.take(place, { userId: 'ben', page: `${page}` }, 0)
    followed.take(place, { userId: 'ben', page: '0', left: true }, 0)
    assert.deepEqual([...followed.followers('review')], ['ben'])
    for (let page = 80; page < 100; page += 1) {
      followed.take(place, { userId: 'ben', page: `${page}`, left: true }, 0)
    }
    assert.deepEqual([...followed.followers('review')], [], 'the oldest pages made room')
    for (let index = 0; index < 2000; index += 1) {
      followed.take({ projectId: 'film', reviewId: `${index}` }, { userId: 'cy', page: 'one' }, 0)
    }
    assert.ok([...followed.by('cy')].length <= 1000)
  })
})
