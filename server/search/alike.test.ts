import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AlikeHit, mostApart, mostPictureBytes } from '@dailies/contract/search.ts'
import sharp from 'sharp'
import { statement } from '../db/statement.ts'
import { partsOfLook } from '../media/look-parts.ts'
import { setLook } from '../media/look-queries.ts'
import { wantMissingLooks } from '../media/take-looks.ts'
import { hostileStills } from '../media/work/hostile-stills.ts'
import { engines } from '../test/engines.ts'
import { until } from '../test/listening.ts'
import { scenery } from '../test/looks.ts'
import { put, sha256, take } from '../test/media.ts'
import {
  type Answer,
  callerWith,
  type Film,
  request,
  type TestCaller,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const addBlob = statement((db, { hash }: { hash: string }) =>
  db.insertInto('blobs').values({
    ...{ hash, bytes: 1, kept_at: '2026-11-01T00:00:00.000Z', touched_at: 0, removing_until: 0 },
    ...{ made_only: 0, work_attempts: 0 },
  }),
)
const addMedia = statement(
  (db, row: { versionId: string; projectId: string; hash: string; kind: 'original' | 'poster' }) =>
    db.insertInto('version_media').values({
      ...{ version_id: row.versionId, kind: row.kind, project_id: row.projectId, state: 'kept' },
      ...{ hash: row.hash, bytes: 1, due_at: 0, attempts: 0, leased_until: 0 },
    }),
)
const forgetLook = statement((db, { hash }: { hash: string }) =>
  db.deleteFrom('looks').where('hash', '=', hash),
)
const countUntaken = statement((db) =>
  db.selectFrom('looks').select('hash').where('work_due_at', 'is not', null),
)

for (const engine of engines) {
  describe(`what looks alike, on ${engine}`, () => {
    let service: TestService
    let ada: TestUser
    let film: Film
    before(async () => {
      service = await testService(engine)
      ada = await testUser(service)
      film = await testFilm(service.db, ada, 'Night Train')
    })
    after(() => service.close())

    const ask = (query: object, caller: TestCaller = ada): Promise<Answer> =>
      caller.get(`/api/search/alike?${new URLSearchParams({ ...query })}`)

    async function found(query: object, caller: TestCaller = ada): Promise<AlikeHit[]> {
      const { status, body } = await ask(query, caller)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    }

    const idsOf = (hits: AlikeHit[]) => hits.map(({ id }) => id)

    async function kept(bytes: Buffer, more: object = {}): Promise<string> {
      const id = await take(ada, film, more)
      assert.equal((await put(service, ada, id, bytes)).status, 200)
      await until(`it is known how ${id} looks`, async () => {
        const { body } = await ask({ assetVersionId: id })
        return body.metadata.look !== null
      })
      return id
    }

    async function lookOf(bytes: Uint8Array, caller: TestCaller = ada): Promise<Answer> {
      return request(`${service.address}/api/search/look`, {
        method: 'POST',
        headers: { authorization: `Bearer ${caller.token}` },
        body: bytes as Uint8Array<ArrayBuffer>,
      })
    }

    test('the same picture is found, smaller, in other formats, brighter and cut at its edges, and no other', async () => {
      const original = await scenery(1)
      const id = await kept(original)
      const small = await kept(await sharp(original).resize(160).webp({ quality: 50 }).toBuffer())
      const bright = await kept(await sharp(original).modulate({ brightness: 1.2 }).jpeg().toBuffer())
      const cut = await kept(
        await sharp(original).extract({ left: 6, top: 3, width: 468, height: 264 }).jpeg().toBuffer(),
      )
      const others = [await kept(await scenery(2)), await kept(await scenery(3))]
      const hits = await found({ assetVersionId: id })
      assert.deepEqual(new Set(idsOf(hits)), new Set([small, bright, cut]))
      assert.deepEqual(
        hits.map(({ distance }) => distance),
        hits.map(({ distance }) => distance).toSorted((one, other) => one - other),
      )
      assert.deepEqual(hits[0]!.project, { id: film.projectId, name: 'Night Train' })
      assert.deepEqual(await found({ assetVersionId: others[0] }), [])

      const { status, body } = await lookOf(await sharp(original).jpeg({ quality: 60 }).toBuffer())
      assert.deepEqual([status, body.data.problem], [200, null])
      assert.deepEqual(
        new Set(idsOf(await found({ look: body.data.look }))),
        new Set([id, small, bright, cut]),
      )
    })

    test('filters and words narrow it', async () => {
      const bytes = await scenery(4)
      const one = await kept(bytes, { prompt: 'a lantern' })
      const other = await kept(bytes, { prompt: 'a pier', modelName: 'Veo 3' })
      const { look } = (await ask({ assetVersionId: one })).body.metadata
      assert.deepEqual(idsOf(await found({ look })), [other, one])
      assert.deepEqual(idsOf(await found({ look, q: 'model:veo' })), [other])
      assert.deepEqual(idsOf(await found({ look, q: 'lantern' })), [one])
      assert.deepEqual(idsOf(await found({ look, q: '-lantern -pier' })), [])
      assert.deepEqual(idsOf(await found({ look, limit: 1 })), [other])
      const { status, body } = await ask({ look, q: 'status:no' })
      assert.deepEqual([status, Object.keys(body.details.fieldErrors)], [400, ['q']])
    })

    test('a take without a picture has no look, and its own is asked for by one name alone', async () => {
      const id = await take(ada, film)
      const { status, body } = await ask({ assetVersionId: id })
      assert.deepEqual([status, body], [200, { data: [], metadata: { look: null } }])
      for (const query of [{}, { assetVersionId: id, look: '0'.repeat(16) }]) {
        assert.equal((await ask(query)).status, 400)
      }
      assert.equal((await ask({ look: 'XYZ' })).status, 400)
      assert.equal((await ask({ assetVersionId: 'none' })).status, 404)
    })

    test('is found behind very many nearer pictures that nobody has any more', async () => {
      const look = flipped('0'.repeat(16), 32, numbers(11))
      const [id, near] = [await take(ada, film), await take(ada, film)]
      await service.db.transaction(async (transaction) => {
        for (let count = 0; count < 1200; count += 1) {
          const hash = sha256(Buffer.from(`nearer ${count}`))
          await transaction.run(addBlob, { hash })
          await transaction.run(setLook, { hash, ...partsOfLook(look) })
        }
        const hash = sha256(Buffer.from('behind'))
        await transaction.run(addBlob, { hash })
        await transaction.run(addMedia, {
          ...{ versionId: id, projectId: film.projectId, hash, kind: 'original' },
        })
        await transaction.run(setLook, { hash, ...partsOfLook(flipped(look, 3, numbers(12))) })
        // Nearer by its poster, the first of all, than by its original, which is behind them as well.
        const poster = '0'.repeat(64)
        await transaction.run(addBlob, { hash: poster })
        await transaction.run(setLook, { hash: poster, ...partsOfLook(look) })
        const ofNear = { versionId: near, projectId: film.projectId }
        await transaction.run(addMedia, { ...ofNear, hash: poster, kind: 'poster' })
        await transaction.run(addMedia, { ...ofNear, hash, kind: 'original' })
      })
      const hits = await found({ look })
      assert.deepEqual(
        hits.map(({ id, distance }) => ({ id, distance })),
        [
          { id: near, distance: 0 },
          { id, distance: 3 },
        ],
      )
    })

    test('how a picture of before looks is taken of its thumbnail', async () => {
      const bytes = await scenery(5, { width: 1280, height: 720 })
      const id = await kept(bytes)
      const { look } = (await ask({ assetVersionId: id })).body.metadata
      await service.db.transaction((transaction) => transaction.run(forgetLook, { hash: sha256(bytes) }))
      assert.equal((await ask({ assetVersionId: id })).body.metadata.look, null)
      await wantMissingLooks(service.db)
      let again: string | null = null
      await until('it is taken again', async () => {
        again = (await ask({ assetVersionId: id })).body.metadata.look
        return again !== null
      })
      // A thumbnail is not the picture to the last bit.
      assert.ok(apart(again!, look) <= 3, `${again} ${look}`)
      await until('nothing waits', async () => (await service.db.all(countUntaken, {})).length === 0)
    })

    test('a picture that is looked for may be anything: it has a look, or an answer why not', async () => {
      for (const { name, bytes } of await hostileStills()) {
        const { status, body } = await lookOf(bytes)
        assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
        const { look, problem } = body.data
        assert.equal(look === null, problem !== null, `${name}: ${JSON.stringify(body)}`)
      }
      const plain = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#234' } })
        .png()
        .toBuffer()
      assert.match((await lookOf(plain)).body.data.problem, /one colour/)
      assert.match((await lookOf(Buffer.from('Dear Sir'))).body.data.problem, /\w/)
      assert.equal((await lookOf(Buffer.alloc(mostPictureBytes + 1))).status, 413)
    })
  })

  describe(`whose takes look alike, on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await testService(engine, { DAILIES_WEBHOOK_WORKER: 'false' })
    })
    after(() => service.close())

    test('is as a look at every take that one may see, one by one', async () => {
      const users = [await testUser(service), await testUser(service), await testUser(service)] as const
      const films: Film[] = []
      for (const [number, user] of users.entries())
        films.push(await testFilm(service.db, user, `Film ${number}`))
      // The second is in the film of the first, too.
      const [first, second, third] = users
      const shared = await first.send('POST', `/api/projects/${films[0]!.projectId}/members`, {
        userId: second.id,
        role: 'viewer',
      })
      assert.equal(shared.status, 201, JSON.stringify(shared.body))

      const random = numbers(7)
      const centres = Array.from({ length: 3 }, () => flipped('0'.repeat(16), 32, random))
      const takes: { id: string; film: number; looks: string[]; isGone: boolean }[] = []
      for (let count = 0; count < 90; count += 1) {
        const film = count % 3
        const id = await take(users[film]!, films[film]!, { prompt: `take ${count}` })
        const looks = [flipped(centres[(count % 7) % 3]!, Math.floor(random() * 16), random)]
        // Some have a poster of their own.
        if (count % 5 === 0) looks.push(flipped(centres[count % 3]!, Math.floor(random() * 14), random))
        await service.db.transaction(async (transaction) => {
          for (const [nth, look] of looks.entries()) {
            const hash = sha256(Buffer.from(`${count} ${nth}`))
            const kind = nth === 0 ? 'original' : 'poster'
            await transaction.run(addBlob, { hash })
            await transaction.run(addMedia, { versionId: id, projectId: films[film]!.projectId, hash, kind })
            await transaction.run(setLook, { hash, ...partsOfLook(look) })
          }
        })
        const isGone = count % 11 === 0
        if (isGone) await users[film]!.send('DELETE', `/api/assets/${id}`, undefined)
        takes.push({ id, film, looks, isGone })
      }
      const limited = await first.send('POST', '/api/tokens', {
        name: 'one',
        projectIds: [films[0]!.projectId],
      })
      const callers: [TestCaller, number[]][] = [
        [first, [0]],
        [second, [0, 1]],
        [third, [2]],
        [callerWith(service.address, limited.body.data.token), [0]],
      ]
      let compared = 0
      for (let round = 0; round < 24; round += 1) {
        const look = flipped(centres[round % 3]!, round % 8, random)
        for (const [caller, reach] of callers) {
          const expected = takes
            .filter(({ film, isGone }) => reach.includes(film) && !isGone)
            .map(({ id, looks }) => ({ id, distance: Math.min(...looks.map((one) => apart(one, look))) }))
            .filter(({ distance }) => distance <= mostApart)
            .toReversed()
            .sort((one, other) => one.distance - other.distance)
          const { body } = await caller.get(`/api/search/alike?look=${look}&limit=100`)
          assert.deepEqual(
            body.data.map(({ id, distance }: AlikeHit) => ({ id, distance })),
            expected,
          )
          compared += expected.length
        }
      }
      assert.ok(compared > 100, `${compared}`)

      // Nobody learns by another's take how it looks, nor that it is there.
      const theirs = takes.find(({ film, isGone }) => film === 2 && !isGone)!
      const missing = await first.get('/api/search/alike?assetVersionId=00000000-0000-7000-8000-000000000000')
      const hidden = await first.get(`/api/search/alike?assetVersionId=${theirs.id}`)
      assert.deepEqual([hidden.status, hidden.body], [missing.status, missing.body])
      assert.equal(hidden.status, 404)

      // Who is removed from a film finds nothing of it any more, by no look and by none of its takes.
      const ofFirst = takes.find(({ film, isGone }) => film === 0 && !isGone)!
      const look = ofFirst.looks[0]!
      const filmsFound = async (): Promise<Set<string>> => {
        const { body } = await second.get(`/api/search/alike?look=${look}&limit=100`)
        return new Set(body.data.map(({ project }: AlikeHit) => project.id))
      }
      assert.ok((await filmsFound()).has(films[0]!.projectId))
      const path = `/api/projects/${films[0]!.projectId}/members/${second.id}`
      assert.equal((await first.send('DELETE', path, undefined)).status, 200)
      assert.equal((await filmsFound()).has(films[0]!.projectId), false)
      assert.equal((await second.get(`/api/search/alike?assetVersionId=${ofFirst.id}`)).status, 404)
    })
  })
}

/** Numbers from 0 to 1, always the same. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A look of which so many bits are others. */
function flipped(look: string, count: number, random: () => number): string {
  const bits = new Set<bigint>()
  while (bits.size < count) bits.add(BigInt(Math.floor(random() * 64)))
  const all = [...bits].reduce((before, bit) => before ^ (1n << bit), BigInt(`0x${look}`))
  return all.toString(16).padStart(16, '0')
}

/** In how many bits they differ. */
function apart(one: string, other: string): number {
  return (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length
}
