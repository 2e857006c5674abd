import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import { put, take } from '../test/media.ts'
import { sendsNothing } from '../test/property.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`the rights sheet on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine, sendsNothing)
    })
    after(() => service.close())

    const newFilm = async () => {
      user = await testUser(service)
      film = await testFilm(service.db, user)
    }
    const sheet = async (query = '') => {
      const { status, body } = await user.get(`/api/projects/${film.projectId}/rights-sheet${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }

    test('of a film without takes has its slates, and says that there is nothing to disclose', async () => {
      await newFilm()
      const { data, metadata } = await sheet()
      assert.deepEqual([data.length, metadata.sums.slates, metadata.sums.takes], [5, 5, 0])
      assert.match(metadata.sums.disclosure[0], /nothing to disclose/)
    })

    test('tells of every shot tools, models, rights, costs and people, and what is not safe to ship', async () => {
      await newFilm()
      const winner = { selected: true, assetType: 'VIDEO', platformKey: 'runway', platformLabel: 'Runway' }
      const safe = await take(user, film, {
        ...winner,
        shotId: film.shotIds[0],
        modelName: 'gen-4',
        rightsState: 'COMMERCIAL_ALLOWED',
        costEstimateUsd: 0.1,
      })
      await put(service, user, safe, Buffer.from('a film'))
      for (const status of ['APPROVED']) await user.send('POST', `/api/assets/${safe}/status`, { status })
      const unsafe = await take(user, film, {
        ...winner,
        shotId: film.shotIds[1],
        modelName: undefined,
        rightsState: 'NON_COMMERCIAL',
        costEstimateUsd: 0.2,
      })
      const music = await take(user, film, { ...winner, assetType: 'MUSIC', modelName: 'gen-4' })
      const { data, metadata } = await sheet()
      const shots = data.filter(({ shot }: { shot: string | null }) => shot)
      assert.deepEqual(
        shots.map(({ takes }: { takes: { assetVersionId: string }[] }) =>
          takes.map(({ assetVersionId }) => assetVersionId),
        ),
        [[safe, music], [unsafe]],
      )
      const [one, other] = [shots[0].takes[0], shots[1].takes[0]]
      assert.deepEqual([one.isSafe, one.problems], [true, []])
      assert.deepEqual(
        [other.isSafe, other.problems],
        [false, ['NON_COMMERCIAL', 'MODEL_UNKNOWN', 'MEDIA_NOT_KEPT', 'NOT_APPROVED']],
      )
      const { sums } = metadata
      assert.deepEqual([sums.takes, sums.notSafe, sums.withoutCost, sums.costUsd], [3, 2, 1, 0.3])
      assert.deepEqual(
        sums.tools.map((tool: Record<string, unknown>) => [tool.modelName, tool.takes, tool.costUsd]),
        [
          [null, 1, 0.2],
          ['gen-4', 2, 0.1],
        ],
      )
      assert.deepEqual(
        sums.people.map(({ id, takes }: { id: string; takes: number }) => [id, takes]),
        [[user.id, 3]],
      )
      assert.ok(sums.disclosure.includes('Generated with: Runway (model not recorded); Runway gen-4.'))
      assert.ok(
        sums.disclosure.includes('For 2 of 3 takes commercial use is not on record as allowed.'),
        sums.disclosure,
      )
    })

    test('counts what a take was made from: its tools, and its rights, at any remove', async () => {
      await newFilm()
      const allowed = { rightsState: 'COMMERCIAL_ALLOWED', platformKey: 'runway', platformLabel: 'Runway' }
      const still = await take(user, film, { ...allowed, platformLabel: 'Flux', modelName: 'pro' })
      const bought = await take(user, film, { ...allowed, rightsState: 'RESTRICTED', modelName: 'gen-3' })
      const between = await take(user, film, { ...allowed, parentVersionId: bought, modelName: 'gen-4' })
      const gone = await take(user, film, allowed)
      const made = async (shot: number, assetType: string, parentVersionId: string) =>
        take(user, film, {
          ...{ ...allowed, shotId: film.shotIds[shot], assetType, parentVersionId },
          ...{ selected: true, modelName: 'gen-4' },
        })
      const clean = await made(0, 'VIDEO', still)
      const tainted = await made(1, 'VIDEO', between)
      const before = await sheet()
      const told = (found: typeof before, id: string) =>
        found.data
          .flatMap(({ takes }: { takes: { assetVersionId: string }[] }) => takes)
          .find(({ assetVersionId }: { assetVersionId: string }) => assetVersionId === id)
      const others = ['MEDIA_NOT_KEPT', 'NOT_APPROVED']
      assert.deepEqual([told(before, clean).isSafe, told(before, clean).problems], [true, others])
      assert.deepEqual(
        [told(before, tainted).isSafe, told(before, tainted).problems],
        [false, ['MADE_FROM_RESTRICTED', ...others]],
      )
      const { sums } = before.metadata
      assert.deepEqual([sums.takes, sums.notSafe], [2, 1])
      assert.deepEqual(
        sums.tools.map((tool: Record<string, unknown>) => [tool.modelName, tool.takes]),
        [['gen-4', 2]],
      )
      assert.ok(
        sums.disclosure.includes('Generated with: Flux pro; Runway gen-3; Runway gen-4.'),
        sums.disclosure,
      )
      assert.equal(JSON.stringify(await sheet()), JSON.stringify(before))

      const orphan = await made(0, 'MUSIC', gone)
      await user.send('DELETE', `/api/assets/${gone}`, {})
      const found = told(await sheet(), orphan)
      assert.deepEqual([found.isSafe, found.problems], [false, ['MADE_FROM_RIGHTS_UNKNOWN', ...others]])
    })

    test('of the same film is the same bytes, with the date that was asked with and no other', async () => {
      await newFilm()
      await take(user, film, { selected: true, shotId: film.shotIds[0] })
      const read = async () => JSON.stringify(await sheet('?date=2026-11-26'))
      const first = await read()
      assert.equal(await read(), first)
      assert.equal(JSON.parse(first).metadata.date, '2026-11-26')
      assert.equal((await sheet()).metadata.date, null)
      assert.equal(
        (await user.get(`/api/projects/${film.projectId}/rights-sheet?date=yesterday`)).status,
        400,
      )
    })
  })
}
