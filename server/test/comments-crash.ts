import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Comment } from '@dailies/contract/comment.ts'
import { openDatabase } from '../db/open.ts'
import { building } from './building.ts'
import { engines, type Place } from './engines.ts'
import { onPlace, startServe } from './process.ts'
import { callerWith, request, testFilm, testUser } from './service.ts'

interface Load {
  writers: number
  /** Of each writer. */
  comments: number
  kills: number
}

/** Writers keep each comment until it is acknowledged, as the console does without a network, and the service is killed meanwhile. */
export function testCommentsThroughKills({ writers, comments, kills }: Load): void {
  describe('comments through kills and cut streams', () => {
    for (const engine of engines) {
      test(`${writers * comments} by ${writers} writers are all there, once each and in order, after ${kills} kills on ${engine}`, () =>
        onPlace(engine, (place) => writeThroughKills(place, { writers, comments, kills })))
    }
  })
}

async function writeThroughKills(place: Place, { writers, comments, kills }: Load): Promise<void> {
  let serve = await startServe(place.environment)
  const db = await openDatabase(place.settings, () => {})
  try {
    const user = await testUser({ db, address: serve.address })
    const film = await testFilm(db, user)
    const { id } = (await user.ingest(film.capture)).body.asset
    const total = writers * comments
    let acknowledged = 0
    let [interrupted, cut] = [0, 0]

    async function write(writer: number): Promise<void> {
      for (let number = 0; number < comments; ) {
        const said = { text: `${writer} ${number}`, key: `${writer}-${number}` }
        const answer = await send(said, Math.random() < 0.1 ? AbortSignal.timeout(10) : undefined)
        if (!answer) await sleep(20)
        else {
          assert.equal(answer.status, 201, JSON.stringify(answer.body))
          number += 1
          acknowledged += 1
        }
      }
    }

    async function send(said: { text: string }, signal: AbortSignal | undefined) {
      try {
        return await request(`${serve.address}/api/assets/${id}/comments`, {
          method: 'POST',
          headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(said),
          ...(signal && { signal }),
        })
      } catch {
        if (signal?.aborted) cut += 1
        else interrupted += 1
      }
    }

    const load = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    // Its failure is that of the test, whenever it comes.
    load.catch(() => {})
    for (let kill = 1; kill <= kills; kill += 1) {
      const enough = (total * kill) / (kills + 1)
      for (const deadline = performance.now() + 120_000; acknowledged < enough; await sleep(5)) {
        assert.ok(performance.now() < deadline, 'no comments are acknowledged')
      }
      await serve.kill('SIGKILL')
      serve = await startServe(place.environment)
    }
    await load
    assert.ok(interrupted >= kills, `${interrupted} were interrupted, ${cut} cut`)

    const build = building(callerWith(serve.address, user.token))
    const all: Comment[] = await build.pages(`/api/assets/${id}/comments`, 100)
    assert.equal(all.length, total)
    for (let writer = 0; writer < writers; writer += 1) {
      const own = all.map(({ text }) => text).filter((text) => text.startsWith(`${writer} `))
      assert.deepEqual(
        own,
        Array.from({ length: comments }, (_, number) => `${writer} ${number}`),
      )
    }
    assert.equal((await build.read(`/api/assets/${id}`)).openNotes, total)
    assert.equal((await build.read(`/api/projects/${film.projectId}`)).openNotes, total)
    assert.equal((await serve.kill('SIGTERM')).code, 0)
  } finally {
    await serve.kill('SIGKILL')
    await db.close()
  }
}
