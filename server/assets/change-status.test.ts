import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type AssetStatus, assetStatus } from '@dailies/contract/asset-version.ts'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import {
  type Answer,
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const order = assetStatus.options

const findVersion = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('asset_versions')
    .select(['status', 'selected', 'compare_group as compareGroup'])
    .where('id', '=', id),
)

const countWinners = statement((db, { platformKey }: { platformKey: string }) =>
  db
    .selectFrom('asset_versions')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('platform_key', '=', platformKey)
    .where('selected', '=', 1),
)

for (const engine of engines) {
  describe(`POST assets/{id}/status on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })
    after(() => service.close())

    const move = (id: string, status: unknown): Promise<Answer> =>
      user.send('POST', `/api/assets/${id}/status`, { status })
    const stored = async (id: string) => {
      const { status, selected, compareGroup } = (await service.db.first(findVersion, { id }))!
      return { status, selected: selected === 1, compareGroup }
    }

    /** A version of a shot and type of its own, brought to a status step by step. */
    async function versionIn(status: AssetStatus, fields: object = {}) {
      const { asset } = (await user.ingest({ ...film.capture, compareGroup: 'b', ...fields })).body
      for (const step of order.slice(1, order.indexOf(status) + 1)) {
        const moved = await move(asset.id, step)
        assert.equal(moved.status, 200)
      }
      return asset
    }

    for (const [before, from] of order.entries()) {
      for (const [after, to] of order.entries()) {
        const allowed = after <= before + 1
        const selected = to === 'SELECTED' || (after > 2 && before >= 2)
        const outcome = !allowed ? 'is refused' : selected ? 'leaves it the winner' : 'leaves it no winner'

        test(`from ${from} to ${to} ${outcome}`, async () => {
          const asset = await versionIn(from)
          const former = await stored(asset.id)
          const { status, body } = await move(asset.id, to)
          if (!allowed) {
            const next = order[before + 1]
            assert.equal(status, 400)
            assert.equal(body.error, 'Invalid payload')
            assert.deepEqual(body.details.fieldErrors, {
              status: [`Comes later: from ${from} the next is ${next}`],
            })
            assert.deepEqual(await stored(asset.id), former)
            return
          }
          assert.equal(status, 200)
          const changed = { status: to, selected, compareGroup: 'b' }
          assert.deepEqual(body, { data: { ...asset, ...changed }, metadata: {} })
          assert.deepEqual(await stored(asset.id), changed)
        })
      }
    }

    test('SELECTED takes the place of the winner of the scene, shot and type, and of no other', async () => {
      const winner = await versionIn('SELECTED')
      const ofShot = await versionIn('SELECTED', { shotId: film.shotIds[1] })
      const ofType = await versionIn('SELECTED', { assetType: 'VIDEO' })
      const ofScene = await versionIn('SELECTED', { sceneId: '2' })
      const next = await versionIn('SELECTED')
      assert.deepEqual(await stored(winner.id), { status: 'GENERATED', selected: false, compareGroup: 'b' })
      for (const { id } of [next, ofShot, ofType, ofScene]) {
        assert.deepEqual(await stored(id), { status: 'SELECTED', selected: true, compareGroup: 'b' })
      }
    })

    test('an APPROVED or FINAL winner gives up its place and keeps its status', async () => {
      for (const status of ['APPROVED', 'FINAL'] as const) {
        const winner = await versionIn(status, { assetType: 'MUSIC' })
        await versionIn('SELECTED', { assetType: 'MUSIC' })
        assert.deepEqual(await stored(winner.id), { status, selected: false, compareGroup: 'b' })
      }
    })

    test('what lost its place when APPROVED stays without it when FINAL, and takes it back when SELECTED', async () => {
      const first = await versionIn('APPROVED', { assetType: 'VOICE' })
      const second = await versionIn('SELECTED', { assetType: 'VOICE' })
      assert.equal((await move(first.id, 'FINAL')).body.data.selected, false)
      assert.equal((await stored(second.id)).selected, true)
      assert.equal((await move(first.id, 'APPROVED')).body.data.selected, false)

      assert.equal((await move(first.id, 'SELECTED')).body.data.selected, true)
      assert.deepEqual(await stored(second.id), {
        status: 'GENERATED',
        selected: false,
        compareGroup: 'b',
      })
    })

    test('back from APPROVED, the winner keeps its place in SELECTED and loses it in GENERATED', async () => {
      const winner = await versionIn('APPROVED', { assetType: 'AUDIO' })
      assert.equal((await move(winner.id, 'SELECTED')).body.data.selected, true)
      assert.equal((await move(winner.id, 'GENERATED')).body.data.selected, false)
      assert.equal((await move(winner.id, 'SELECTED')).body.data.selected, true)
    })

    test('a version that is missing or another user’s gives 404, and stays as it is', async () => {
      const stranger = await testUser(service)
      const asset = await versionIn('DRAFT')
      const foreign = await stranger.send('POST', `/api/assets/${asset.id}/status`, { status: 'GENERATED' })
      const missing = await move(randomUUID(), 'GENERATED')
      for (const { status, body } of [foreign, missing]) {
        assert.equal(status, 404)
        assert.deepEqual(body, { error: 'Asset not found' })
      }
      assert.equal((await stored(asset.id)).status, 'DRAFT')
    })

    test('a status that is none gives 400', async () => {
      const { id } = await versionIn('DRAFT')
      for (const status of ['REJECTED', 'generated', '', 1, null]) {
        const answer = await move(id, status)
        assert.equal(answer.status, 400)
        assert.deepEqual(answer.body.details.fieldErrors, {
          status: ['Must be one of DRAFT, GENERATED, SELECTED, APPROVED, FINAL'],
        })
      }
      assert.deepEqual((await move(id, undefined)).body.details.fieldErrors, { status: ['Required'] })
    })

    test('of many picked at once one is the winner, however they are picked', async () => {
      const platformKey = randomUUID()
      const versions: { id: string }[] = []
      for (let count = 0; count < 12; count += 1) {
        versions.push(await versionIn('GENERATED', { platformKey, assetType: 'STORYBOARD' }))
      }
      for (let round = 0; round < 5; round += 1) {
        const answers = await Promise.all(
          versions.map(({ id }, index) =>
            (index + round) % 2
              ? move(id, 'SELECTED')
              : user.send('PATCH', '/api/extension/asset-update', { assetId: id, selected: true }),
          ),
        )
        assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
        assert.equal((await service.db.first(countWinners, { platformKey }))?.count, 1)
        const statuses = await Promise.all(versions.map(async ({ id }) => (await stored(id)).status))
        assert.deepEqual(statuses.sort(), [...Array(11).fill('GENERATED'), 'SELECTED'])
      }
    })

    test('of two that move the same version at once, each moves what the other left', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { id } = await versionIn('GENERATED', { assetType: 'OTHER' })
        const [selected, approved] = await Promise.all([move(id, 'SELECTED'), move(id, 'APPROVED')])
        assert.equal(selected?.status, 200)
        const { status } = await stored(id)
        assert.equal(status, approved?.status === 200 ? 'APPROVED' : 'SELECTED')
      }
    })
  })
}
