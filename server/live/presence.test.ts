import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Here, Presence } from './presence.ts'

const ada: Here = { userId: 'ada', page: 'one', projectId: 'film', sceneDbId: 'scene' }
const scenesOf = (places: Here[]) => places.map(({ sceneDbId }) => sceneDbId)

describe('who is there', () => {
  test('is told when somebody comes, goes elsewhere or leaves, and not when they stay', () => {
    const presence = new Presence()
    assert.deepEqual(scenesOf(presence.take(ada)), ['scene'])
    assert.deepEqual(presence.take(ada), [])
    assert.deepEqual(scenesOf(presence.take({ ...ada, assetVersionId: 'take' })), ['scene'])
    assert.deepEqual(presence.take({ ...ada, left: true }), [], 'what was left before')
    assert.deepEqual(scenesOf(presence.take({ ...ada, sceneDbId: 'other' })), ['scene', 'other'])
    assert.deepEqual(presence.of('scene'), [])
    assert.deepEqual(scenesOf(presence.take({ ...ada, sceneDbId: 'other', left: true })), ['other'])
    assert.deepEqual(presence.of('other'), [])
  })

  test('whoever says nothing any more is gone within half a minute', () => {
    const presence = new Presence()
    presence.take(ada, 0)
    presence.take({ ...ada, userId: 'ben' }, 10_000)
    assert.deepEqual(presence.expire(20_000), [])
    assert.deepEqual(
      presence.expire(29_999).map(({ userId }) => userId),
      ['ada'],
    )
    assert.equal(presence.of('scene', 29_999).length, 1)
    assert.equal(presence.of('scene', 36_000).length, 0)
  })

  test('takes no more than so many tabs, of one and of all', () => {
    const presence = new Presence()
    for (let page = 0; page < 50; page += 1) presence.take({ ...ada, page: `${page}` })
    assert.equal(presence.of('scene').length, 20)
    assert.ok(presence.of('scene').some(({ page }) => page === '49'))
    for (let user = 0; user < 700; user += 1)
      for (let page = 0; page < 20; page += 1) presence.take({ ...ada, userId: `${user}`, page: `${page}` })
    assert.equal(presence.of('scene').length, 10_000)
  })
})
