import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { mostPlaylistItems, mostPlaylists } from '@dailies/contract/playlist-limits.ts'
import { statement } from '../db/statement.ts'
import { finishDeletions } from '../production/finish-deletions.ts'
import { pruneOld } from '../retention/prune.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { managing } from '../test/managing.ts'
import { type TestService, type TestUser, testService, testUser } from '../test/service.ts'

const missing = { status: 404, error: 'Playlist not found' }
const invalid = { status: 400, error: 'Invalid payload' }

for (const engine of engines) {
  describe(`playlists on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let build: ReturnType<typeof building>

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      build = building(user)
    })
    after(() => service.close())

    /** A new project with a scene of so many takes. */
    async function film(takes: number) {
      const project = await build.project(`Film ${randomUUID()}`)
      const scene = await build.scene(project.id, '1')
      const versions: string[] = []
      for (let count = 0; count < takes; count += 1) versions.push(await take(project.id))
      const path = `/api/projects/${project.id}/playlists`
      return { projectId: project.id as string, sceneDbId: scene.id as string, versions, path }
    }
    const take = async (projectId: string, more: object = {}): Promise<string> =>
      (await build.version({ projectId, sceneId: '1', ...more })).id
    const create = async (path: string, more: object = {}) => {
      const { status, body } = await user.send('POST', path, { name: 'Monday', ...more })
      assert.equal(status, 201, JSON.stringify(body))
      return body.data
    }
    const items = (id: string, limit = 100) => build.pages(`/api/playlists/${id}/items`, limit)
    const listed = async (id: string) => (await items(id)).map(({ asset }) => asset.id)
    const add = (id: string, versionIds: string[], beforeId?: string) =>
      user.send('POST', `/api/playlists/${id}/items`, { versionIds, beforeId })
    const move = (id: string, itemIds: string[], beforeId?: string | null) =>
      user.send('PUT', `/api/playlists/${id}/order`, { itemIds, beforeId })
    const removals = (id: string, itemIds: string[]) =>
      user.send('POST', `/api/playlists/${id}/removals`, { itemIds })

    test('a new playlist has the versions that it was made of, in that order, as the board has them', async () => {
      const { projectId, sceneDbId, versions, path } = await film(3)
      const [a, b, c] = versions as [string, string, string]
      const made = await create(path, { name: ' Monday ', note: 'Light.', versionIds: [b, c, a] })
      const { id, createdAt, updatedAt, preview, ...rest } = made
      assert.deepEqual(rest, {
        projectId,
        name: 'Monday',
        note: 'Light.',
        itemCount: 3,
        createdBy: { id: user.id, name: rest.createdBy.name },
      })
      assert.equal(createdAt, updatedAt)
      assert.equal(preview.assetType, 'IMAGE')
      assert.deepEqual(await build.read(path), [made])
      const { project, ...whole } = await build.read(`/api/playlists/${id}`)
      assert.deepEqual(whole, made)
      assert.deepEqual([project.id, project.role], [projectId, 'owner'])
      assert.deepEqual(await listed(id), [b, c, a])
      const [first] = await items(id)
      const cards = await build.read(`/api/scenes/${sceneDbId}/assets`)
      assert.deepEqual(
        first.asset,
        cards.find((card: { id: string }) => card.id === b),
      )
      assert.deepEqual(first.scene, { id: sceneDbId, sceneId: '1' })
      assert.deepEqual([first.shot, first.winnerId], [null, null])
    })

    test('what it has is read page by page, whatever the size of a page', async () => {
      const { versions, path } = await film(5)
      const { id } = await create(path, { versionIds: versions })
      for (const limit of [1, 2, 5, 100]) {
        assert.deepEqual(
          (await items(id, limit)).map(({ asset }) => asset.id),
          versions,
        )
      }
      const other = await create(path, { versionIds: versions })
      const foreign = (await items(other.id))[0].id
      for (const cursor of [foreign, randomUUID()]) {
        const answer = await user.get(`/api/playlists/${id}/items?cursor=${cursor}`)
        assert.deepEqual(Object.keys(refusal(answer).fieldErrors), ['cursor'])
      }
    })

    test('the last changed list of a project is the first, and pages have each once', async () => {
      const { versions, path } = await film(1)
      const made: string[] = []
      for (const name of ['A', 'B', 'Été', 'D']) made.push((await create(path, { name })).id)
      await add(made[0]!, versions)
      await build.patch(`/api/playlists/${made[1]}`, { note: 'Again.' })
      const expected = [made[1], made[0], made[3], made[2]]
      for (const limit of [1, 2, 3, 100]) {
        assert.deepEqual(
          (await build.pages(path, limit)).map(({ id }) => id),
          expected,
        )
      }
      assert.deepEqual(
        (await build.read(`${path}?q=ete`)).map(({ id }: { id: string }) => id),
        [made[2]],
      )
      assert.equal((await user.get(`${path}?cursor=${randomUUID()}`)).status, 400)
    })

    test('a version is in a list once: added again it is told to be there already', async () => {
      const { versions, path } = await film(3)
      const [a, b, c] = versions as [string, string, string]
      const { id } = await create(path, { versionIds: [a] })
      const [item] = await items(id)
      const { status, body } = await add(id, [c, a, b], item.id)
      assert.equal(status, 201)
      assert.deepEqual(
        body.data.added.map(({ assetVersionId }: { assetVersionId: string }) => assetVersionId),
        [c, b],
      )
      assert.deepEqual(body.data.present, [{ id: item.id, assetVersionId: a }])
      assert.deepEqual(await listed(id), [c, b, a])
      assert.equal((await build.read(`/api/playlists/${id}`)).itemCount, 3)
      const before = await build.read(`/api/playlists/${id}`)
      assert.deepEqual((await add(id, [a, b])).body.data.added, [])
      assert.deepEqual(await build.read(`/api/playlists/${id}`), before)
      assert.deepEqual(refusal(await add(id, [a, a])).fieldErrors, { versionIds: ['The same id twice'] })
    })

    test('versions of another project, and ones that are not there, are refused, and nothing is added', async () => {
      const [{ versions, path }, other] = [await film(1), await film(1)]
      const { id } = await create(path)
      for (const wrong of [other.versions[0]!, randomUUID()]) {
        const fieldErrors = { versionIds: ['Must be asset versions of the project'] }
        assert.deepEqual(refusal(await add(id, [versions[0]!, wrong])).fieldErrors, fieldErrors)
        const made = await user.send('POST', path, { name: 'X', versionIds: [wrong] })
        assert.deepEqual(refusal(made).fieldErrors, fieldErrors)
      }
      assert.deepEqual(await listed(id), [])
      assert.equal((await build.read(path)).length, 1)
    })

    test('items move before another one, and to the end, alone or together', async () => {
      const { versions, path } = await film(5)
      const { id } = await create(path, { versionIds: versions })
      const [a, b, c, d, e] = (await items(id)).map((item) => item.id) as [
        string,
        string,
        string,
        string,
        string,
      ]
      const moved = async (ids: string[], beforeId: string | null, expected: string[]) => {
        const { status, body } = await move(id, ids, beforeId)
        assert.deepEqual([status, body.data.ids], [200, expected])
        const now = await items(id)
        assert.deepEqual(
          now.map((item) => item.id),
          expected,
        )
        assert.ok(now.every(({ position }, index) => index === 0 || position > now[index - 1].position))
      }
      await moved([e], a, [e, a, b, c, d])
      await moved([e, a], null, [b, c, d, e, a])
      await moved([a, c], d, [b, a, c, d, e])
      await moved([d, b], d, [a, c, d, b, e])
      await moved([randomUUID()], a, [a, c, d, b, e])
      const wrong = refusal(await move(id, [a], randomUUID()))
      assert.deepEqual(wrong.fieldErrors, { beforeId: ['Must be an item of the playlist'] })
    })

    test('two who move, add and remove at once both are done, and the order is one', async () => {
      const { projectId, versions, path } = await film(12)
      const { id } = await create(path, { versionIds: versions.slice(0, 8) })
      const first = (await items(id)).map((item) => item.id)
      const another = await testUser(service)
      await user.send('POST', `/api/projects/${projectId}/members`, { userId: another.id, role: 'editor' })
      const work = Array.from({ length: 24 }, (_, round) => {
        const itemIds = [first[(round * 5) % 6], first[(round * 3 + 1) % 6]].filter(
          (one, index, all) => all.indexOf(one) === index,
        )
        const caller = round % 2 > 0 ? user : another
        return caller.send('PUT', `/api/playlists/${id}/order`, { itemIds, beforeId: first[5] })
      })
      const further = [
        add(id, versions.slice(8)),
        add(id, versions.slice(6, 10)),
        removals(id, [first[6]!, first[7]!]),
        removals(id, [first[7]!]),
      ]
      for (const { status, body } of await Promise.all([...work, ...further])) {
        assert.ok(status < 300, JSON.stringify(body))
      }
      const now = await items(id)
      assert.equal(new Set(now.map(({ asset }) => asset.id)).size, now.length)
      assert.equal(new Set(now.map(({ position }) => position)).size, now.length)
      const left = new Set(now.map((item) => item.id))
      assert.ok(first.slice(0, 6).every((one) => left.has(one)))
      assert.ok(!left.has(first[6]) && !left.has(first[7]))
      const there = new Set(now.map(({ asset }) => asset.id))
      assert.ok(versions.slice(8).every((one) => there.has(one)))
    })

    test('items are taken out; the versions stay, and what is gone already does not matter', async () => {
      const { versions, path } = await film(3)
      const { id } = await create(path, { versionIds: versions })
      const [a, b] = await items(id)
      const { status, body } = await removals(id, [b.id, randomUUID(), a.id])
      assert.deepEqual([status, body.data.ids], [200, [b.id, a.id]])
      assert.deepEqual(await listed(id), [versions[2]])
      assert.deepEqual((await removals(id, [a.id])).body.data.ids, [])
      assert.equal((await build.read(`/api/assets/${versions[0]}`)).id, versions[0])
      const other = await create(path, { versionIds: versions })
      const foreign = (await items(other.id))[0].id
      assert.deepEqual((await removals(id, [foreign])).body.data.ids, [])
      assert.equal((await items(other.id)).length, 3)
    })

    test('a deleted version leaves the list, and comes back to its place where it is restored', async () => {
      const { versions, path } = await film(3)
      const { id } = await create(path, { versionIds: versions })
      const [, b] = await items(id)
      await build.remove(`/api/assets/${versions[1]}`)
      assert.deepEqual(await listed(id), [versions[0], versions[2]])
      assert.equal((await build.read(`/api/playlists/${id}`)).itemCount, 2)
      assert.equal((await build.read(path))[0].itemCount, 2)
      assert.equal((await add(id, [versions[1]!])).status, 400)
      const [first, last] = await items(id)
      await move(id, [last.id], first.id)
      await user.send('POST', `/api/assets/${versions[1]}/restore`, undefined)
      assert.deepEqual(new Set(await listed(id)), new Set(versions))
      assert.ok((await items(id)).some((item) => item.id === b.id))
    })

    test('what is in a deleted scene cannot be taken out, and is in the list again once that is restored', async () => {
      const { projectId, versions, path } = await film(2)
      const scene = await build.scene(projectId, '2')
      const inScene = (await build.version({ projectId, sceneId: '2' })).id
      const { id, updatedAt } = await create(path, { versionIds: [versions[0], inScene, versions[1]] })
      const [, item] = await items(id)
      await build.remove(`/api/scenes/${scene.id}?sceneId=2`)
      const { status, body } = await removals(id, [item.id])
      assert.deepEqual([status, body.data.ids], [200, []])
      assert.equal((await build.read(`/api/playlists/${id}`)).updatedAt, updatedAt)
      await user.send('POST', `/api/scenes/${scene.id}/restore`, undefined)
      assert.deepEqual(await listed(id), [versions[0], inScene, versions[1]])
      assert.deepEqual((await removals(id, [item.id])).body.data.ids, [item.id])
    })

    test('nothing dangles: what is gone for good takes its items with it', async () => {
      const { projectId, sceneDbId, versions, path } = await film(3)
      await build.scene(projectId, '2')
      const kept = (await build.version({ projectId, sceneId: '2' })).id
      const { id } = await create(path, { versionIds: [...versions, kept] })
      await build.remove(`/api/assets/${versions[0]}`)
      const keep = { keepCaptureKeys: 1e12, keepAudit: 1e12, keepNotices: 1e12 }
      await pruneOld(service.db, { ...keep, keepDeleted: -60_000 })
      assert.equal(await rowsOf(id), 3)
      await user.send('DELETE', `/api/scenes/${sceneDbId}?sceneId=1`, undefined)
      assert.deepEqual(await listed(id), [kept], 'at once')
      assert.equal((await build.read(`/api/playlists/${id}`)).itemCount, 1)
      await user.send('POST', `/api/projects/${projectId}/trash/purge`, {})
      await until(async () => (await rowsOf(id)) === 1)
      const { name } = await build.read(`/api/projects/${projectId}`)
      await user.send('DELETE', `/api/projects/${projectId}?name=${encodeURIComponent(name)}`, undefined)
      assert.deepEqual(refusal(await user.get(`/api/playlists/${id}`)), missing)
      await user.send('POST', '/api/trash/purge', { ids: [projectId] })
      await until(async () => (await rowsOf(id)) + (await listsOf(projectId)) === 0)
    })

    async function until(isDone: () => Promise<boolean>): Promise<void> {
      while (!(await isDone())) await finishDeletions(service.db)
    }
    const rowsOf = async (playlistId: string) => (await service.db.all(itemRows, { playlistId })).length
    const listsOf = async (projectId: string) => (await service.db.all(listRows, { projectId })).length

    test('a list that is deleted is gone, and its versions stay', async () => {
      const { versions, path } = await film(2)
      const made = await create(path, { versionIds: versions })
      const { status, body } = await build.remove(`/api/playlists/${made.id}`)
      assert.deepEqual([status, body.data], [200, made])
      assert.deepEqual(refusal(await build.remove(`/api/playlists/${made.id}`)), missing)
      assert.deepEqual(await build.read(path), [])
      assert.equal(await rowsOf(made.id), 0)
      assert.equal((await build.read(`/api/assets/${versions[0]}`)).id, versions[0])
    })

    test('name and note are changed, unless somebody else has changed them meanwhile', async () => {
      const { path } = await film(0)
      const made = await create(path)
      const change = (body: object) => build.patch(`/api/playlists/${made.id}`, body)
      const { status, body } = await change({
        name: ' Dailies ',
        note: 'x',
        was: { name: 'Monday', note: null },
      })
      assert.deepEqual([status, body.data.name, body.data.note], [200, 'Dailies', 'x'])
      const clashing = await change({ name: 'Mine', was: { name: 'Monday' } })
      assert.equal(clashing.status, 409)
      assert.deepEqual(clashing.body.details.clashes.name.now, 'Dailies')
      assert.equal((await change({ note: null })).body.data.note, null)
      for (const [field, value] of [
        ['name', ' '],
        ['name', 'x'.repeat(201)],
        ['note', 'x'.repeat(2001)],
      ] as const) {
        const refused = refusal(await change({ [field]: value }))
        assert.deepEqual([refused.status, Object.keys(refused.fieldErrors)], [400, [field]])
      }
    })

    test('a list is made of winners in the order of the story: of the project, an act, a scene', async () => {
      const { projectId, sceneDbId, path } = await film(0)
      const later = await build.scene(projectId, '10', { act: 2 })
      const earlier = await build.scene(projectId, '2', { act: 2 })
      const [b, a] = [await build.shot(earlier.id, 'B'), await build.shot(earlier.id, 'A')]
      await user.send('PUT', `/api/scenes/${earlier.id}/shots/order`, { ids: [a.id, b.id] })
      const winner = async (sceneId: string, more: object = {}) =>
        (await build.version({ projectId, sceneId, selected: true, ...more })).id
      const ofLater = await winner('10')
      const ofNoShot = await winner('2')
      const ofB = await winner('2', { shotId: b.id })
      const ofA = await winner('2', { shotId: a.id })
      const ofFirst = await winner('1')
      await take(projectId)
      const made = async (more: object) => listed((await create(path, { from: 'winners', ...more })).id)
      assert.deepEqual(await made({}), [ofFirst, ofA, ofB, ofNoShot, ofLater])
      assert.deepEqual(await made({ act: 2 }), [ofA, ofB, ofNoShot, ofLater])
      assert.deepEqual(await made({ sceneDbId: later.id }), [ofLater])
      await user.send('PUT', `/api/projects/${projectId}/scenes/order`, {
        ids: [later.id, sceneDbId, earlier.id],
      })
      assert.deepEqual(await made({}), [ofLater, ofFirst, ofA, ofB, ofNoShot])
    })

    test('a list is made of what a board shows, and of what is new', async () => {
      const { projectId, sceneDbId, versions, path } = await film(2)
      const film2 = await take(projectId, { assetType: 'VIDEO', prompt: 'rain on glass' })
      const made = async (more: object) => listed((await create(path, more)).id)
      const board = { from: 'board', sceneDbId }
      assert.deepEqual(await made(board), [...versions, film2])
      assert.deepEqual(await made({ ...board, sort: 'newest' }), [film2, ...versions.toReversed()])
      assert.deepEqual(await made({ ...board, assetType: 'IMAGE' }), versions)
      assert.deepEqual(await made({ ...board, q: 'RAIN' }), [film2])
      const { createdAt } = await build.read(`/api/assets/${versions[1]}`)
      await build.scene(projectId, '2')
      const elsewhere = (await build.version({ projectId, sceneId: '2' })).id
      const news = { from: 'new', since: createdAt }
      assert.deepEqual(await made(news), [versions[1], film2, elsewhere])
      assert.deepEqual(await made({ ...news, sceneDbId }), [versions[1], film2])
      const other = await film(0)
      for (const [body, fields] of [
        [{ from: 'board' }, ['sceneDbId']],
        [{ from: 'new' }, ['since']],
        [{ from: 'new', since: 'Monday' }, ['since']],
      ] as const) {
        const refused = refusal(await user.send('POST', path, { name: 'X', ...body }))
        assert.deepEqual([refused.status, Object.keys(refused.fieldErrors)], [400, [...fields]])
      }
      const ofOther = { name: 'X', from: 'board', sceneDbId: other.sceneDbId }
      assert.deepEqual(refusal(await user.send('POST', path, ofOther)), {
        status: 404,
        error: 'Scene not found',
      })
    })

    test('the lists that have a version are told, by name', async () => {
      const { versions, path } = await film(2)
      const lists = []
      for (const name of ['Take 10', 'Take 2', 'Other']) lists.push(await create(path, { name }))
      for (const { id } of lists.slice(0, 2)) await add(id, [versions[0]!])
      const of = await build.read(`/api/assets/${versions[0]}/playlists`)
      assert.deepEqual(
        of.map(({ id, name }: { id: string; name: string }) => [id, name]),
        [
          [lists[1].id, 'Take 2'],
          [lists[0].id, 'Take 10'],
        ],
      )
      assert.equal(of[0].itemId, (await items(lists[1].id))[0].id)
      assert.deepEqual(await build.read(`/api/assets/${versions[1]}/playlists`), [])
    })

    test('of each version the winner of its place is told, as it is now', async () => {
      const { projectId, sceneDbId, versions, path } = await film(2)
      const shot = await build.shot(sceneDbId, 'A')
      const inShot = await take(projectId, { shotId: shot.id })
      const { id } = await create(path, { versionIds: [...versions, inShot] })
      await user.send('POST', `/api/assets/${versions[1]}/selection`, { selected: true })
      const winners = (await items(id)).map(({ winnerId }) => winnerId)
      assert.deepEqual(winners, [versions[1], versions[1], null])
      assert.deepEqual((await items(id))[2].shot, { id: shot.id, shotCode: 'A' })
    })

    test(`a list has at most ${mostPlaylistItems} versions, and they are added in one go`, async () => {
      const { projectId, sceneDbId, path } = await film(0)
      const capture = { projectId, sceneId: '1', platformKey: 'midjourney', assetType: 'IMAGE', prompt: 'x' }
      for (let batch = 0; batch < 11; batch += 1) {
        const captures = Array.from({ length: batch < 10 ? 100 : 1 }, () => capture)
        assert.equal((await user.send('POST', endpoints.ingestBatch.path, { captures })).status, 200)
      }
      const versions = (await build.pages(`/api/scenes/${sceneDbId}/assets`, 100)).map(({ id }) => id)
      assert.equal(versions.length, mostPlaylistItems + 1)
      const { id } = await create(path)
      const all = await add(id, versions.slice(1))
      assert.deepEqual([all.status, all.body.data.added.length], [201, mostPlaylistItems])
      assert.deepEqual(await listed(id), versions.slice(1))
      const full = {
        ...invalid,
        fieldErrors: {},
        formErrors: [`A playlist has at most ${mostPlaylistItems} versions`],
      }
      assert.deepEqual(refusal(await add(id, [versions[0]!])), full)
      assert.equal((await add(id, [versions[1]!])).status, 201)
      const board = { name: 'X', from: 'board', sceneDbId }
      assert.deepEqual(refusal(await user.send('POST', path, board)), full)
      const [first] = await items(id)
      assert.equal((await move(id, [first.id])).status, 200)
      assert.deepEqual(await listed(id), [...versions.slice(2), versions[1]])
    })

    test(`a project has at most ${mostPlaylists} playlists`, async () => {
      const { path } = await film(0)
      for (let count = 0; count < mostPlaylists; count += 50) {
        await Promise.all(Array.from({ length: 50 }, () => create(path)))
      }
      const refused = refusal(await user.send('POST', path, { name: 'X' }))
      assert.deepEqual(refused.formErrors, [
        `A project has at most ${mostPlaylists} playlists: delete one first`,
      ])
    })

    test('playlists of others, and out of the reach of a token, are as if they were missing; reviewers look', async () => {
      const [inside, outside] = [await film(1), await film(1)]
      const { id } = await create(outside.path, { versionIds: outside.versions })
      const { caller } = await managing(service, user).make({ projectIds: [inside.projectId] })
      for (const one of [caller, await testUser(service)]) {
        assert.deepEqual(refusal(await one.get(`/api/playlists/${id}`)), missing)
        assert.deepEqual(refusal(await one.get(`/api/playlists/${id}/items`)), missing)
        assert.deepEqual(refusal(await building(one).remove(`/api/playlists/${id}`)), missing)
      }
      const reviewer = await testUser(service)
      await user.send('POST', `/api/projects/${outside.projectId}/members`, {
        userId: reviewer.id,
        role: 'reviewer',
      })
      assert.equal((await reviewer.get(`/api/playlists/${id}/items`)).status, 200)
      assert.equal((await building(reviewer).patch(`/api/playlists/${id}`, { name: 'X' })).status, 403)
      assert.equal((await reviewer.send('POST', outside.path, { name: 'X' })).status, 403)
    })
  })
}

const itemRows = statement((db, { playlistId }: { playlistId: string }) =>
  db.selectFrom('playlist_items').select('id').where('playlist_id', '=', playlistId),
)

const listRows = statement((db, { projectId }: { projectId: string }) =>
  db.selectFrom('playlists').select('id').where('project_id', '=', projectId),
)
