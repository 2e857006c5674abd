import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { AssetVersion } from '@dailies/contract/board.ts'
import { engines } from '../test/engines.ts'
import {
  callerWith,
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`PATCH assets/{id} on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let shots: [required: string, optional: string]
    let films = 0

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
    })
    beforeEach(async () => {
      films += 1
      film = await testFilm(service.db, user, `Film ${films}`)
      shots = film.shotIds as [string, string]
    })
    after(() => service.close())

    const captured = async (fields: object = {}): Promise<string> =>
      (await user.ingest({ ...film.capture, ...fields })).body.asset.id
    const read = async (id: string): Promise<AssetVersion> => (await user.get(`/api/assets/${id}`)).body.data
    const patch = (id: string, details: object) => user.send('PATCH', `/api/assets/${id}`, details)
    async function changed(id: string, details: object): Promise<AssetVersion> {
      const { status, body } = await patch(id, details)
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual(body, { data: await read(id), metadata: {} })
      return body.data
    }
    const move = (id: string, status: string) => user.send('POST', `/api/assets/${id}/status`, { status })
    async function eventsAfter(act: () => Promise<unknown>) {
      const feed = async (since: string) => (await user.get(`/api/events?limit=100&since=${since}`)).body
      let since = '0'
      for (let more = true; more; ) {
        const { metadata } = await feed(since)
        since = metadata.nextCursor
        more = metadata.hasMore
      }
      await act()
      return (await feed(since)).data as { event: string; data: Record<string, unknown> }[]
    }

    test('what is given changes, what is not given stays, and the answer is the whole version', async () => {
      const before = { title: 'Old', notes: 'old', tags: ['a'], rightsState: 'RESTRICTED' }
      const id = await captured({ ...before, compareGroup: 'A', metadata: { seed: 1 } })
      const captureOf = await read(id)
      for (const [name, value] of [
        ['title', 'New'],
        ['notes', 'new\nnotes'],
        ['tags', ['b', 'c']],
        ['rightsState', 'COMMERCIAL_ALLOWED'],
        ['shotId', shots[1]],
      ] as const) {
        const former = await read(id)
        const { updatedAt, ...rest } = await changed(id, { [name]: value })
        const shot = name === 'shotId' && { shot: { id: shots[1], shotCode: '012A-B' } }
        assert.deepEqual({ ...rest }, { ...without(former, 'updatedAt'), [name]: value, ...shot })
        assert.ok(updatedAt >= former.updatedAt)
      }
      assert.deepEqual((await read(id)).metadata, captureOf.metadata)
    })

    test('null and empty text clear, and so does an empty list of tags', async () => {
      for (const nothing of [null, '']) {
        const id = await captured({ title: 'Old', notes: 'old', tags: ['a'], shotId: shots[0] })
        const { title, notes, tags, shot, shotId } = await changed(id, {
          title: nothing,
          notes: nothing,
          tags: [],
          shotId: null,
        })
        assert.deepEqual([title, notes, tags, shot, shotId], [null, null, [], null, null])
      }
    })

    test('tags that several add and take away at once all come and go, and the others stay', async () => {
      const ten = Array.from({ length: 10 }, (_, index) => index)
      const id = await captured({ tags: ['kept', ...ten.map((index) => `old ${index}`)] })
      await Promise.all(
        ten.map((index) => patch(id, { addTags: [` new ${index} `, 'kept'], removeTags: [`old ${index}`] })),
      )
      const { tags } = await read(id)
      assert.equal(tags[0], 'kept')
      assert.deepEqual(
        tags.slice(1).sort(),
        ten.map((index) => `new ${index}`),
      )
      const little = { removeTags: ['kept', 'not there'], addTags: [' '] }
      assert.equal((await changed(id, little)).tags.length, 10)
      const all = { tags: ['a', 'b'], addTags: ['c'], removeTags: ['a'] }
      assert.deepEqual((await changed(id, all)).tags, ['b', 'c'])
      assert.deepEqual((await changed(id, { removeTags: ['b', 'c'] })).tags, [])
    })

    test('tags that are added to those that are there are a hundred at most with them', async () => {
      const id = await captured({ tags: Array.from({ length: 99 }, (_, index) => `${index}`) })
      const { body } = await patch(id, { addTags: ['one', 'more'] })
      const message = 'Must be at most 100 tags with those that are there'
      assert.deepEqual(body.details.fieldErrors, { addTags: [message] })
      assert.equal((await changed(id, { addTags: ['one', 'more'], removeTags: ['7'] })).tags.length, 100)
    })

    test('tags lose the spaces around them, and are there once', async () => {
      const { tags } = await changed(await captured(), {
        tags: [' night ', 'night', '', '  ', 'Night', '\t場🎬'],
      })
      assert.deepEqual(tags, ['night', 'Night', '場🎬'])
    })

    test('nothing to change is answered with how it stands, and nothing is written', async () => {
      const id = await captured({ title: 'Old' })
      const before = await read(id)
      assert.deepEqual(await changed(id, {}), before)
      assert.deepEqual(await changed(id, { prompt: 'mine', outputUrl: 'https://a.example/' }), before)
    })

    test('what is wrong is refused by its name, and nothing of the rest is changed', async () => {
      const id = await captured({ title: 'Old' })
      const before = await read(id)
      const foreign = await testFilm(service.db, user, `Other ${films}`)
      for (const [name, value] of [
        ['title', 'x'.repeat(1001)],
        ['title', 5],
        ['notes', 'x'.repeat(20_001)],
        ['tags', 'a'],
        ['tags', null],
        ['tags', ['x'.repeat(201)]],
        ['rightsState', 'FREE'],
        ['rightsState', null],
        ['shotId', ''],
        ['shotId', randomUUID()],
        ['shotId', foreign.shotIds[0]],
      ] as const) {
        const { status, body } = await patch(id, { title: 'New', notes: 'new', [name]: value })
        assert.equal(status, 400, `${name} ${value}`)
        assert.deepEqual(Object.keys(body.details.fieldErrors), [name])
        if (typeof value === 'string' && value.length === 36)
          assert.deepEqual(body.details.fieldErrors[name], ['Not a shot of this scene'])
      }
      assert.deepEqual(await read(id), before)
    })

    test('a SELECTED version that moves to another shot, or to none, is GENERATED there and no winner', async () => {
      const winner = await captured({ shotId: shots[0], selected: true })
      const there = await captured({ shotId: shots[1], selected: true })
      let moved: AssetVersion | undefined
      const events = await eventsAfter(async () => {
        moved = await changed(winner, { shotId: shots[1], title: 'Moved' })
      })
      assert.deepEqual(
        [moved?.status, moved?.selected, moved?.shotId, moved?.title],
        ['GENERATED', false, shots[1], 'Moved'],
      )
      assert.deepEqual(
        events.map(({ event, data }) => [event, data.assetVersionId, data.oldStatus, data.newStatus]),
        [['asset.status_changed', winner, 'SELECTED', 'GENERATED']],
      )
      const { selected, status } = await read(there)
      assert.deepEqual([selected, status], [true, 'SELECTED'], 'the winner there stays')
      const [change] = (await user.get(`/api/assets/${winner}/history`)).body.data
      assert.equal(change.newStatus, 'GENERATED')
      assert.deepEqual(pick(await changed(there, { shotId: null })), ['GENERATED', false, null])
    })

    test('an APPROVED or FINAL winner that moves keeps its status without being the winner', async () => {
      for (const [last, steps] of [
        ['APPROVED', ['SELECTED', 'APPROVED']],
        ['FINAL', ['SELECTED', 'APPROVED', 'FINAL']],
      ] as const) {
        const id = await captured({ status: 'GENERATED', shotId: shots[1] })
        for (const step of steps) await move(id, step)
        assert.equal((await read(id)).selected, true)
        assert.deepEqual(pick(await changed(id, { shotId: null })), [last, false, null])
      }
    })

    test('a winner that is given the shot that it has stays the winner', async () => {
      const id = await captured({ shotId: shots[0], selected: true })
      assert.deepEqual(pick(await changed(id, { shotId: shots[0], title: 'x' })), [
        'SELECTED',
        true,
        shots[0],
      ])
      const none = await captured({ selected: true })
      assert.deepEqual(pick(await changed(none, { shotId: null })), ['SELECTED', true, null])
    })

    test('an approved version that moves into the last required shot completes the scene, once', async () => {
      const id = await captured({ status: 'GENERATED' })
      await move(id, 'SELECTED')
      await move(id, 'APPROVED')
      const names = async (shotId: string | null) =>
        (await eventsAfter(() => changed(id, { shotId }))).map(({ event }) => event)
      assert.deepEqual(await names(shots[1]), [])
      assert.deepEqual(await names(shots[0]), ['scene.completed'])
      assert.deepEqual(await names(shots[0]), [])
      assert.deepEqual(await names(null), [])
      const draft = await captured()
      assert.deepEqual(await eventsAfter(() => changed(draft, { shotId: shots[0] })), [])
      assert.deepEqual(await names(shots[0]), ['scene.completed'])
    })

    test('moved and picked at the same moment, versions leave one winner in each place', async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        const ids = [await captured({ selected: true }), await captured({ shotId: shots[0], selected: true })]
        const [one, other] = ids as [string, string]
        const answers = await Promise.all([
          patch(one, { shotId: shots[0] }),
          user.send('POST', `/api/assets/${one}/selection`, { selected: true }),
          patch(other, { shotId: null }),
          user.send('POST', `/api/assets/${other}/selection`, { selected: true }),
          user.ingest({ ...film.capture, shotId: shots[0], selected: true }),
        ])
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200, 200, 200, 200],
        )
        const query = 'selected=true&limit=100'
        const { data } = (await user.get(`/api/scenes/${film.sceneDbId}/assets?${query}`)).body
        const places = data.map(({ shotId }: AssetVersion) => shotId)
        assert.equal(new Set(places).size, places.length)
      }
    })

    test('a version of another user, out of reach or of nobody is not found; without the permission it is 403', async () => {
      const other = await testUser(service)
      const theirs = (await other.ingest((await testFilm(service.db, other)).capture)).body.asset.id
      const id = await captured({ title: 'Old' })
      const outside = (await testFilm(service.db, user, `Outside ${films}`)).projectId
      const token = async (access: object) =>
        callerWith(
          service.address,
          (await user.send('POST', '/api/tokens', { name: 'n', ...access })).body.data.token,
        )
      const limited = await token({ projectIds: [outside] })
      for (const [caller, of] of [
        [user, theirs],
        [user, randomUUID()],
        [limited, id],
      ] as const) {
        const { status, body } = await caller.send('PATCH', `/api/assets/${of}`, { title: 'Mine' })
        assert.deepEqual([status, body], [404, { error: 'Asset not found' }])
      }
      const selecting = await token({ permissions: ['read', 'selection'] })
      assert.equal((await selecting.send('PATCH', `/api/assets/${id}`, { title: 'Mine' })).status, 403)
      assert.equal((await read(id)).title, 'Old')
    })
  })
}

function pick({ status, selected, shotId }: AssetVersion) {
  return [status, selected, shotId]
}

function without<T extends object>(whole: T, name: keyof T): Partial<T> {
  const { [name]: _, ...rest } = whole
  return rest as Partial<T>
}
