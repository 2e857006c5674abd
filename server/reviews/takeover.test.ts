import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Review, ReviewMoment } from '@dailies/contract/review.ts'
import { openDatabase } from '../db/open.ts'
import { startService } from '../main.ts'
import { building } from '../test/building.ts'
import { engines, type Place } from '../test/engines.ts'
import { type Listener, listening, until } from '../test/listening.ts'
import { onPlace, type Serve, startServe } from '../test/process.ts'
import { callerWith, silentLog, type TestCaller, type TestUser, testFilm, testUser } from '../test/service.ts'

const rate = { numerator: 24, denominator: 1 }

interface Stage {
  review: Review
  takeId: string
  leader: TestUser
  follower: TestUser
}

/** A review session on a node at that address, which goes on. */
async function stageAt(place: Place, address: string): Promise<Stage> {
  const db = await openDatabase(place.settings, () => {})
  const [leader, follower] = [await testUser({ db, address }), await testUser({ db, address })]
  const film = await testFilm(db, leader)
  const members = `/api/projects/${film.projectId}/members`
  await leader.send('POST', members, { userId: follower.id, role: 'reviewer' })
  await db.close()
  const takeId = (await building(leader).version(film.capture)).id
  const body = { name: 'Monday', plays: { kind: 'take', id: takeId }, page: 'one' }
  const review = (await leader.send('POST', `/api/projects/${film.projectId}/reviews`, body)).body.data
  return { review, takeId, leader, follower }
}

function onStage({ review, takeId }: Stage) {
  const path = `/api/reviews/${review.id}`
  return {
    join: (by: TestCaller) => by.send('PUT', `${path}/presence`, { page: 'one' }),
    show: (by: TestCaller, term: number, sequence: number, page = 'one') =>
      by.send('PUT', `${path}/state`, {
        ...{ page, term, sequence, assetVersionId: takeId, frame: sequence, rate, playing: false },
      }),
    ask: async (by: TestCaller, page = 'one') =>
      (await by.send('POST', `${path}/lead`, { page, ifGone: true })).body.data,
  }
}

const momentsOf = ({ messages }: Listener): ReviewMoment[] => messages.flatMap(({ moment }) => moment ?? [])
const shows = (stream: Listener, frame: number) =>
  until(`frame ${frame} is shown`, () => momentsOf(stream).some(({ state }) => state?.frame === frame))

/** Asks over and over, as pages do that hear nothing more, until one of them leads. */
async function takenOver(ask: () => Promise<{ granted: boolean }[]>): Promise<void> {
  const began = performance.now()
  for (;;) {
    const granted = (await ask()).filter((answer) => answer.granted)
    assert.ok(granted.length <= 1, 'one at most leads')
    if (granted.length === 1) return
    assert.ok(performance.now() - began < 60_000, 'somebody leads in the end')
    await sleep(50)
  }
}

for (const engine of engines) {
  describe(`who leads a review session and is gone, on ${engine}`, () => {
    test('is followed by exactly one of those who ask, and may show nothing any more when they are back', () =>
      onPlace(engine, async (place) => {
        const node = await startService(place.settings, silentLog, { silence: 0 })
        const stage = await stageAt(place, node.address)
        const { leader, follower } = stage
        const { join, show, ask } = onStage(stage)
        await join(follower)
        const stream = await listening(node.address, { authorization: `Bearer ${follower.token}` })
        await show(leader, 1, 1)
        await shows(stream, 1)
        const asked = ['a', 'b', 'c', 'd', 'e']
        await takenOver(() => Promise.all(asked.map((page) => ask(follower, page))))
        await until('it is told', () => momentsOf(stream).some(({ term }) => term === 2))
        const moment = momentsOf(stream).at(-1)
        assert.deepEqual([moment?.term, moment?.leader?.id, moment?.state?.frame], [2, follower.id, 1])
        const { status, body } = await show(leader, 1, 2)
        assert.deepEqual([status, body.error], [409, 'Somebody else leads the review session'])
        stream.leave()
        await node.close()
      }))

    test('keeps the lead for as long as anything is shown', () =>
      onPlace(engine, async (place) => {
        const node = await startService(place.settings, silentLog, { silence: 0 })
        const stage = await stageAt(place, node.address)
        const { show, ask } = onStage(stage)
        // On a machine that stands still the lease may end between two: then it is begun anew.
        for (let sequence = 1; sequence <= 15; sequence += 1) {
          const began = performance.now()
          assert.equal((await show(stage.leader, 1, sequence)).status, 200)
          const { granted } = await ask(stage.follower)
          if (performance.now() - began < 900) assert.equal(granted, false)
          if (granted) return node.close()
          await sleep(200)
        }
        await node.close()
      }))
  })
}

describe('a review session on two nodes', () => {
  /** The leader is at one, which runs as a process of its own, and the follower at the other. */
  async function onNodes(
    work: (
      stage: Stage & ReturnType<typeof onStage> & { one: Serve; stream: Listener; there: TestCaller },
    ) => Promise<void>,
  ): Promise<void> {
    await onPlace('postgres', async (place) => {
      const one = await startServe(place.environment)
      const other = await startService(place.settings, silentLog, { silence: 0 })
      const stage = await stageAt(place, one.address)
      const there = callerWith(other.address, stage.follower.token)
      const stream = await listening(other.address, { authorization: `Bearer ${there.token}` })
      try {
        await work({ ...stage, ...onStage(stage), one, stream, there })
      } finally {
        stream.leave()
        await other.close()
        await one.kill('SIGKILL')
      }
    })
  }

  test('what is shown at one is heard at the other, the largest drawing too', () =>
    onNodes(async ({ review, takeId, leader, join, show, stream, there }) => {
      await join(there)
      await show(leader, 1, 1)
      await shows(stream, 1)
      const points = Array.from({ length: 220 }, (_, index) => [0.12345, 0.23456, index / 1e5])
      const shapes = [{ kind: 'pen', colour: '#ff3355', width: 0.01, points }]
      const drawn = {
        page: 'one',
        term: 1,
        sequence: 2,
        assetVersionId: takeId,
        frame: 2,
        rate,
        playing: false,
      }
      const { status } = await leader.send('PUT', `/api/reviews/${review.id}/state`, { ...drawn, shapes })
      assert.equal(status, 200)
      await shows(stream, 2)
      assert.deepEqual(momentsOf(stream).at(-1)?.state?.shapes, shapes)
    }))

  test('when the node of who leads is killed, one at another leads, and goes on where it was', () =>
    onNodes(async ({ leader, follower, join, show, ask, one, stream, there }) => {
      await join(there)
      await show(leader, 1, 7)
      await shows(stream, 7)
      await one.kill('SIGKILL')
      await takenOver(() => Promise.all(['a', 'b', 'c'].map((page) => ask(there, page))))
      await until('it is told', () => momentsOf(stream).some(({ term }) => term === 2))
      const moment = momentsOf(stream).at(-1)
      assert.deepEqual([moment?.leader?.id, moment?.state?.frame], [follower.id, 7])
    }))

  test('of those who ask at both at once one leads', () =>
    onNodes(async ({ follower, ask, there }) => {
      const pages = ['a', 'b', 'c']
      const both = () =>
        Promise.all(pages.flatMap((page) => [ask(follower, page), ask(there, `${page} there`)]))
      await takenOver(both)
      const answers = await both()
      // Whoever was granted it keeps it, and may ask again.
      assert.ok(answers.filter(({ granted }) => granted).length <= 1)
    }))
})
