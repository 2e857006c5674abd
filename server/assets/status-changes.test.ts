import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { StatusChange } from '@dailies/contract/board.ts'
import { engines } from '../test/engines.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`GET assets/{id}/history on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })
    after(() => service.close())

    const captured = async (fields: object = {}): Promise<string> =>
      (await user.ingest({ ...film.capture, ...fields })).body.asset.id
    const history = async (id: string, query = '') => {
      const { status, body } = await user.get(`/api/assets/${id}/history${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body as { data: StatusChange[]; metadata: { nextCursor: string | null } }
    }
    const steps = async (id: string) =>
      (await history(id)).data.map(({ oldStatus, newStatus }) => `${oldStatus} ${newStatus}`)
    const move = async (id: string, status: string) =>
      assert.equal((await user.send('POST', `/api/assets/${id}/status`, { status })).status, 200)
    const select = async (id: string, selected: boolean) =>
      assert.equal((await user.send('POST', `/api/assets/${id}/selection`, { selected })).status, 200)

    test('each change is there with who made it and when, the newest first', async () => {
      const id = await captured({ assetType: 'OTHER' })
      assert.deepEqual(await history(id), { data: [], metadata: { nextCursor: null } })
      const asked = new Date().toISOString()
      for (const status of ['GENERATED', 'SELECTED', 'APPROVED', 'FINAL', 'DRAFT']) await move(id, status)
      assert.deepEqual(await steps(id), [
        'FINAL DRAFT',
        'APPROVED FINAL',
        'SELECTED APPROVED',
        'GENERATED SELECTED',
        'DRAFT GENERATED',
      ])
      const [change] = (await history(id)).data
      const { name } = (await user.get('/api/extension/profile')).body.user ?? {}
      assert.deepEqual(change?.changedBy, { id: user.id, name: name ?? change?.changedBy?.name })
      assert.ok(change.changedBy?.name.startsWith('User '))
      assert.ok(change.createdAt >= asked)
    })

    test('a winner that another takes the place of has its fall there, whoever that is', async () => {
      const first = await captured({ assetType: 'VIDEO', selected: true })
      const second = await captured({ assetType: 'VIDEO', selected: true })
      await select(first, true)
      await user.send('PATCH', '/api/extension/asset-update', { assetId: second, selected: true })
      await move(first, 'SELECTED')
      assert.deepEqual(await steps(first), [
        'GENERATED SELECTED',
        'SELECTED GENERATED',
        'GENERATED SELECTED',
        'SELECTED GENERATED',
      ])
      assert.deepEqual(await steps(second), [
        'SELECTED GENERATED',
        'GENERATED SELECTED',
        'SELECTED GENERATED',
      ])
      await select(first, false)
      assert.equal((await steps(first))[0], 'SELECTED GENERATED')
    })

    test('nothing is written at a capture, nor where the status stays as it is', async () => {
      const id = await captured({ assetType: 'AUDIO', status: 'SELECTED' })
      await user.send('POST', `/api/assets/${id}/selection`, { compareGroup: 'A' })
      await select(id, true)
      await move(id, 'SELECTED')
      await user.send('PATCH', `/api/assets/${id}`, { title: 'New' })
      assert.deepEqual(await steps(id), [])
    })

    test('nothing is written of a change that is refused', async () => {
      const id = await captured()
      assert.equal((await user.send('POST', `/api/assets/${id}/status`, { status: 'FINAL' })).status, 400)
      assert.deepEqual(await steps(id), [])
    })

    test('it is still there when the version was deleted and came back', async () => {
      const id = await captured({ assetType: 'MUSIC' })
      await move(id, 'GENERATED')
      const before = await history(id)
      await user.send('DELETE', `/api/assets/${id}`, undefined)
      assert.equal((await user.get(`/api/assets/${id}/history`)).status, 404)
      await user.send('POST', `/api/assets/${id}/restore`, undefined)
      assert.deepEqual(await history(id), before)
    })

    test('pages go through all of it once', async () => {
      const id = await captured({ assetType: 'VOICE' })
      for (let turn = 0; turn < 4; turn += 1) for (const one of ['GENERATED', 'DRAFT']) await move(id, one)
      const whole = (await history(id)).data
      assert.equal(whole.length, 8)
      const paged: StatusChange[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page = await history(id, `?limit=3${cursor && `&cursor=${cursor}`}`)
        paged.push(...page.data)
        cursor = page.metadata.nextCursor
      }
      assert.deepEqual(paged, whole)
    })

    test('that of another user’s version is as missing as one of nobody', async () => {
      const other = await testUser(service)
      const theirs = (await other.ingest((await testFilm(service.db, other)).capture)).body.asset.id
      for (const id of [theirs, randomUUID()]) {
        const { status, body } = await user.get(`/api/assets/${id}/history`)
        assert.deepEqual([status, body], [404, { error: 'Asset not found' }])
      }
    })
  })
}
