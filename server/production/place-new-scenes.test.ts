import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { betweenOthers } from './place-new-scenes.ts'

describe('places between others', () => {
  test('looks at each scene twice at the most, where new ones and old ones alternate', () => {
    let looks = 0
    const scenes = Array.from({ length: 2_000 }, (_, index) => ({
      id: `${index}`,
      numberOrder: `${index}`,
      get position() {
        looks += 1
        return index % 2 === 1 ? index : null
      },
    }))
    const places = betweenOthers(scenes)
    assert.deepEqual(places?.length, 1_000)
    assert.ok(looks <= 2 * scenes.length, `${looks}`)
  })

  test('new ones stand evenly between those around them, and one apart behind the last', () => {
    const scenes = [null, 1, null, null, 4, null, null].map((position, index) => {
      return { id: `${index}`, numberOrder: `${index}`, position }
    })
    const places = betweenOthers(scenes)?.map(({ id, place }) => [id, place])
    assert.deepEqual(places, [
      ['0', 0.5],
      ['2', 2],
      ['3', 3],
      ['5', 5],
      ['6', 6],
    ])
    const close = [1, null, 1 + 1e-6].map((position, index) => {
      return { id: `${index}`, numberOrder: `${index}`, position }
    })
    assert.equal(betweenOthers(close), undefined)
  })
})
