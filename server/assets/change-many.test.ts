import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { AssetChange } from '@dailies/contract/asset-change.ts'
import { everyPermission } from '@dailies/contract/permission.ts'
import type { Database } from '../db/database.ts'
import { touchVersions } from '../media/queries.ts'
import { allOf } from '../production/membership.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { until } from '../test/listening.ts'
import { everythingOf } from '../test/property.ts'
import {
  callerWith,
  type Film,
  sharedService,
  type TestCaller,
  type TestService,
  type TestUser,
  testFilm,
  testUser,
} from '../test/service.ts'
import { changeAssets } from './change-many.ts'
import { insertChangeSet } from './change-set-queries.ts'

let names = 0

for (const engine of engines) {
  describe(`changing many versions on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let ada: TestUser
    let film: Film

    before(async () => {
      service = await sharedService(engine)
    })
    after(() => service.close())
    beforeEach(async () => {
      ada = await testUser(service)
      film = await testFilm(service.db, ada, `Many ${++names}`)
    })

    const take = async (more: object = {}, ...statuses: string[]): Promise<string> =>
      (await building(ada).version({ ...film.capture, status: 'GENERATED', ...more }, ...statuses)).id
    const ask = (
      ids: string[],
      change: object,
      { by = ada, ...more }: { by?: TestCaller; requestId?: string } = {},
    ) => by.send('POST', `/api/projects/${film.projectId}/asset-changes`, { of: { ids }, change, ...more })
    const change = async (...asked: Parameters<typeof ask>) => {
      const { status, body } = await ask(...asked)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    }
    const undo = async (id: string, by: TestCaller = ada) => {
      const { status, body } = await by.send('POST', `/api/asset-changes/${id}/undo`, {})
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    }
    const read = async (id: string) => (await ada.get(`/api/assets/${id}`)).body.data
    const fields = async (ids: string[], ...names: string[]) => {
      const all = []
      for (const id of ids) {
        const one = await read(id)
        all.push(names.map((name) => one?.[name]))
      }
      return all
    }
    const counts = ({ changed, unchanged, refused }: Record<string, number>) => [changed, unchanged, refused]
    const reasons = (answer: { results: { reason?: string }[] }) => answer.results.map(({ reason }) => reason)
    const winners = async () =>
      (await ada.get(`/api/scenes/${film.sceneDbId}/assets?selected=true&limit=100`)).body.data.map(
        ({ id }: { id: string }) => id,
      )
    const events = async (since: string) => {
      const { data } = (await ada.get(`/api/events?limit=100&since=${since}`)).body
      return data.map(({ event, data }: { event: string; data: object }) => [event, data])
    }
    const now = async () => (await ada.get('/api/events?limit=100')).body.metadata.nextCursor

    test('tags, rights and compare groups, and undo gives back exactly what was', async () => {
      const ids = [await take({ tags: ['sea', 'dusk'] }), await take({ tags: ['dawn'] }), await take()]
      const tagged = await change(ids, { kind: 'tags', addTags: ['dawn', ' rain '], removeTags: ['sea'] })
      assert.deepEqual(counts(tagged), [3, 0, 0])
      assert.deepEqual(await fields(ids, 'tags'), [
        [['dusk', 'dawn', 'rain']],
        [['dawn', 'rain']],
        [['dawn', 'rain']],
      ])
      const again = await change(ids, { kind: 'tags', addTags: ['rain'] })
      assert.deepEqual([counts(again), again.id, again.undoableUntil], [[0, 3, 0], null, null])
      assert.deepEqual(counts(await undo(tagged.id)), [3, 0, 0])
      assert.deepEqual(await fields(ids, 'tags'), [[['sea', 'dusk']], [['dawn']], [[]]])

      const cleared = await change(ids.slice(1), { kind: 'rights', rightsState: 'RESTRICTED' })
      const grouped = await change(ids, { kind: 'group', compareGroup: 'B' })
      assert.deepEqual(await fields(ids, 'rightsState', 'compareGroup'), [
        ['UNKNOWN', 'B'],
        ['RESTRICTED', 'B'],
        ['RESTRICTED', 'B'],
      ])
      for (const { id } of [cleared, grouped]) await undo(id)
      assert.deepEqual(await fields(ids, 'rightsState', 'compareGroup'), [
        ['UNKNOWN', null],
        ['UNKNOWN', null],
        ['UNKNOWN', null],
      ])
    })

    test('answers in the order asked, and refuses by itself what is not there or of another film', async () => {
      const other = await testUser(service)
      const otherFilm = await testFilm(service.db, other, `Other ${names}`)
      const foreign = (await building(other).version(otherFilm.capture)).id
      const gone = await take()
      await building(ada).remove(`/api/assets/${gone}`)
      const ids = [randomUUID(), await take(), foreign, gone, await take()]
      const answer = await change(ids, { kind: 'rights', rightsState: 'RESTRICTED' })
      assert.deepEqual(counts(answer), [2, 0, 3])
      const missing = 'Not an asset version of this project'
      assert.deepEqual(answer.results, [
        { id: ids[0], outcome: 'refused', reason: missing },
        { id: ids[1], outcome: 'changed' },
        { id: foreign, outcome: 'refused', reason: missing },
        { id: gone, outcome: 'refused', reason: missing },
        { id: ids[4], outcome: 'changed' },
      ])
      const { body } = await other.get(`/api/assets/${foreign}`)
      assert.equal(body.data.rightsState, 'UNKNOWN')
    })

    test('a status skips no step, and tells what a change of each alone would', async () => {
      const ids = [
        await take(),
        await take({ status: 'DRAFT' }),
        await take({ assetType: 'VIDEO' }, 'SELECTED'),
      ]
      const since = await now()
      const answer = await change(ids, { kind: 'status', status: 'SELECTED' })
      assert.deepEqual(reasons(answer), [
        undefined,
        'Comes later: from DRAFT the next is GENERATED',
        undefined,
      ])
      assert.deepEqual(counts(answer), [1, 1, 1])
      const { projectId } = film
      assert.deepEqual(await events(since), [
        [
          'asset.status_changed',
          {
            ...{ assetVersionId: ids[0], projectId, sceneId: '012A' },
            ...{ oldStatus: 'GENERATED', newStatus: 'SELECTED', changedBy: ada.id },
          },
        ],
        [
          'asset.selected',
          {
            ...{ assetVersionId: ids[0], projectId, sceneId: '012A', shotId: '', assetType: 'IMAGE' },
            ...{ previousSelectedId: '', selectedBy: ada.id },
          },
        ],
      ])
      const { data } = (await ada.get(`/api/assets/${ids[0]}/history`)).body
      assert.deepEqual([data[0].oldStatus, data[0].newStatus], ['GENERATED', 'SELECTED'])
    })

    test('of two that are to win a place the last named does, and undo gives it back to the former', async () => {
      const former = await take({}, 'SELECTED')
      const ids = [await take(), await take(), await take({ shotId: film.shotIds[0] })]
      const since = await now()
      const answer = await change(ids, { kind: 'select', selected: true })
      assert.deepEqual(counts(answer), [2, 0, 1])
      assert.deepEqual(reasons(answer), [
        'Another one of its scene, shot and type was named after it',
        undefined,
        undefined,
      ])
      assert.deepEqual((await winners()).sort(), [ids[1], ids[2]].sort())
      assert.deepEqual(await fields([former, ids[0]!], 'status', 'selected'), [
        ['GENERATED', false],
        ['GENERATED', false],
      ])
      const told = (await events(since)).filter(([event]: string[]) => event === 'asset.selected')
      assert.deepEqual(
        told.map(([, data]: { previousSelectedId: string }[]) => data?.previousSelectedId).sort(),
        ['', former],
      )
      assert.deepEqual(counts(await undo(answer.id)), [2, 0, 0])
      assert.deepEqual(await winners(), [former])
      assert.deepEqual(await fields([former], 'status'), [['SELECTED']])
    })

    test('the winner that is there stays where it is named last', async () => {
      const winner = await take({}, 'SELECTED')
      const other = await take()
      const answer = await change([other, winner], { kind: 'select', selected: true })
      assert.deepEqual(counts(answer), [0, 1, 1])
      assert.deepEqual(await winners(), [winner])
      const turned = await change([winner, other], { kind: 'select', selected: true })
      assert.deepEqual(counts(turned), [1, 0, 1])
      assert.deepEqual(await winners(), [other])
      await undo(turned.id)
      assert.deepEqual(await winners(), [winner])
    })

    test('an approved one is not dropped with the others', async () => {
      const ids = [await take({}, 'SELECTED', 'APPROVED'), await take({ assetType: 'VIDEO' }, 'SELECTED')]
      const answer = await change(ids, { kind: 'select', selected: false })
      assert.deepEqual(reasons(answer), ['An APPROVED asset version stays selected', undefined])
      assert.deepEqual(await winners(), [ids[0]])
    })

    test('a shot takes those of its scene, which are no winners there', async () => {
      const elsewhere = await building(ada).scene(film.projectId, 'ELSEWHERE')
      const ids = [await take({}, 'SELECTED'), await take({ sceneId: elsewhere.sceneId }), await take()]
      const [shotId] = film.shotIds
      const answer = await change(ids, { kind: 'shot', shotId })
      assert.deepEqual(reasons(answer), [undefined, 'Not a shot of this scene', undefined])
      assert.deepEqual(await fields(ids, 'shotId', 'status', 'selected'), [
        [shotId, 'GENERATED', false],
        [null, 'GENERATED', false],
        [shotId, 'GENERATED', false],
      ])
      await undo(answer.id)
      assert.deepEqual(await fields(ids, 'shotId', 'status', 'selected'), [
        [null, 'SELECTED', true],
        [null, 'GENERATED', false],
        [null, 'GENERATED', false],
      ])
    })

    test('deleted ones are brought back by undo, winners, comments and all, and deleted again by its undo', async () => {
      const ids = [await take({}, 'SELECTED'), await take({ shotId: film.shotIds[0] })]
      await ada.send('POST', `/api/assets/${ids[1]}/comments`, { text: 'Darker.' })
      const answer = await change(ids, { kind: 'delete' })
      assert.deepEqual(counts(answer), [2, 0, 0])
      assert.equal((await ada.get(`/api/assets/${ids[0]}`)).status, 404)
      const undone = await undo(answer.id)
      assert.deepEqual(counts(undone), [2, 0, 0])
      assert.deepEqual(await fields(ids, 'status', 'selected', 'openNotes'), [
        ['SELECTED', true, 0],
        ['GENERATED', false, 1],
      ])
      await undo(undone.id)
      assert.equal((await ada.get(`/api/assets/${ids[1]}`)).status, 404)
    })

    test('one that comes back is no winner where there is another by now', async () => {
      const id = await take({}, 'SELECTED')
      const answer = await change([id], { kind: 'delete' })
      const other = await take({}, 'SELECTED')
      assert.deepEqual(counts(await undo(answer.id)), [1, 0, 0])
      assert.deepEqual(await winners(), [other])
      assert.deepEqual(await fields([id], 'status'), [['GENERATED']])
    })

    test('undo refuses by itself what was changed since, and says by whom', async () => {
      const ids = [
        await take({}, 'SELECTED'),
        await take({ assetType: 'VIDEO' }, 'SELECTED'),
        await take({ assetType: 'AUDIO' }, 'SELECTED'),
      ]
      const answer = await change(ids, { kind: 'status', status: 'APPROVED' })
      await ada.send('POST', `/api/assets/${ids[1]}/status`, { status: 'FINAL' })
      await building(ada).remove(`/api/assets/${ids[2]}`)
      const undone = await undo(answer.id)
      assert.deepEqual(counts(undone), [1, 0, 2])
      const { by } = (await building(ada).read(`/api/projects/${film.projectId}/asset-changes`))[0]
      assert.deepEqual(reasons(undone), [undefined, `Set to FINAL by ${by.name} since`, 'Deleted since'])
      assert.deepEqual(await fields(ids.slice(0, 2), 'status'), [['SELECTED'], ['FINAL']])
      assert.deepEqual(await undo(answer.id), undone)

      const tagged = await change(ids.slice(0, 2), { kind: 'tags', addTags: ['sea'] })
      await ada.send('PATCH', `/api/assets/${ids[0]}`, { tags: ['mine'] })
      assert.match(reasons(await undo(tagged.id))[0]!, /^Its tags changed by .+ since$/)
    })

    test('undo takes no place from a later winner', async () => {
      const former = await take({}, 'SELECTED')
      const id = await take()
      const answer = await change([id], { kind: 'select', selected: true })
      const later = await take({}, 'SELECTED')
      const undone = await undo(answer.id)
      assert.deepEqual(await winners(), [later])
      assert.deepEqual(
        undone.results.map(({ id, outcome }: Record<string, string>) => [id, outcome]),
        [
          [id, 'refused'],
          [former, 'refused'],
        ],
      )
      assert.equal(undone.id, null)
    })

    test('the same request is answered as the first time, and done once', async () => {
      const ids = [await take(), await take()]
      const requestId = randomUUID()
      const tag = { kind: 'tags', addTags: ['once'] }
      const first = await change(ids, tag, { requestId })
      await change(ids, { kind: 'tags', removeTags: ['once'] })
      assert.deepEqual(await change(ids, tag, { requestId }), first)
      assert.deepEqual(await fields(ids, 'tags'), [[[]], [[]]])
      const deleted = await change(ids, { kind: 'delete' }, { requestId: randomUUID() })
      assert.equal(deleted.changed, 2)
    })

    test('an id that was of another request is refused, and nothing is done', async () => {
      const ids = [await take(), await take()]
      const requestId = randomUUID()
      const first = await change(ids, { kind: 'tags', addTags: ['sea', 'dusk'] }, { requestId })
      const others: Parameters<typeof ask>[] = [
        [ids, { kind: 'tags', addTags: ['dusk', 'sea'] }],
        [ids, { kind: 'delete' }],
        [ids.toReversed(), { kind: 'tags', addTags: ['sea', 'dusk'] }],
        [ids.slice(1), { kind: 'tags', addTags: ['sea', 'dusk'] }],
      ]
      for (const [ids, change] of others) {
        const { fieldErrors } = refusal(await ask(ids, change, { requestId }))
        assert.deepEqual(fieldErrors, { requestId: ['Already used for another change'] })
      }
      assert.deepEqual(await fields(ids, 'tags'), [[['sea', 'dusk']], [['sea', 'dusk']]])
      const written = await change(ids, { addTags: ['sea', 'dusk'], kind: 'tags' }, { requestId })
      assert.deepEqual(written, first)
    })

    test('tags that are too long for one request are left for another', async () => {
      const tags = Array.from({ length: 100 }, (_, number) => `${number}`.padEnd(200, '\u{96ea}'))
      const ids: string[] = []
      for (let count = 0; count < 20; count += 1) ids.push(await take({ tags }))
      const tag = { kind: 'tags', removeTags: tags.slice(0, 1), addTags: ['x'] }
      const answer = await change(ids, tag)
      assert.ok(answer.changed > 15 && answer.refused > 0, JSON.stringify(counts(answer)))
      const first = 'Its tags are too long together with those of the others: ask for it again'
      const left = answer.results.slice(answer.changed)
      assert.deepEqual(
        new Set(left.map(({ outcome, reason }: Record<string, string>) => `${outcome}: ${reason}`)),
        new Set([`refused: ${first}`]),
      )
      const rest = left.map(({ id }: { id: string }) => id)
      assert.deepEqual(counts(await change(rest, tag)), [rest.length, 0, 0])
      assert.deepEqual((await fields(ids.slice(-1), 'tags'))[0], [[...tags.slice(1), 'x']])
      assert.deepEqual(counts(await undo(answer.id)), [answer.changed, 0, 0])
      assert.deepEqual((await fields(ids.slice(0, 1), 'tags'))[0], [tags])
    })

    test('a page of changes that say much is at its end early, and none is missing', async () => {
      const id = await take()
      const long = (name: string) =>
        Array.from({ length: 99 }, (_, at) => `${name} ${at} `.padEnd(200, '\u{96ea}'))
      const path = `/api/projects/${film.projectId}/asset-changes`
      const made: string[] = []
      for (let count = 0; count < 20; count += 1) {
        const removeTags = count > 0 ? long(`${count - 1}`) : []
        made.unshift((await change([id], { kind: 'tags', addTags: long(`${count}`), removeTags })).id)
      }
      const { body } = await ada.get(`${path}?limit=100`)
      assert.ok(body.data.length < 20 && JSON.stringify(body).length < 1_100_000)
      assert.equal(body.metadata.nextCursor, body.data.at(-1).id)
      const all = await building(ada).pages(path, 100)
      assert.deepEqual(
        all.map(({ id }) => id),
        made,
      )
    })

    test('changes are listed, the newest first, with who undid them', async () => {
      const ids = [await take(), await take()]
      const tagged = await change(ids, { kind: 'tags', addTags: ['sea'] })
      const undone = await undo(tagged.id)
      const list = await building(ada).pages(`/api/projects/${film.projectId}/asset-changes`, 1)
      const by = { id: ada.id, name: list[0].by.name }
      assert.deepEqual(list.slice(0, 2), [
        {
          ...{ id: undone.id, kind: 'tags', said: { kind: 'tags', addTags: ['sea'] }, by, at: list[0].at },
          ...{ count: 2, asset: null, undone: null, undoOf: tagged.id },
        },
        {
          ...{ id: tagged.id, kind: 'tags', said: { kind: 'tags', addTags: ['sea'] }, by, at: list[1].at },
          ...{ count: 2, asset: null, undone: { id: undone.id, by, at: list[0].at }, undoOf: null },
        },
      ])
    })

    test('a scene is completed by it once', async () => {
      const shots = []
      for (const shotId of film.shotIds) {
        await ada.send('PATCH', `/api/shots/${shotId}`, { required: true })
        shots.push(await take({ shotId }, 'SELECTED'))
      }
      const since = await now()
      const answer = await change(shots, { kind: 'status', status: 'APPROVED' })
      assert.equal(answer.changed, shots.length)
      const told = (await events(since)).map(([event]: string[]) => event)
      assert.deepEqual(told.filter((event: string) => event === 'scene.completed').length, 1)
      assert.equal(told.filter((event: string) => event === 'asset.status_changed').length, shots.length)
    })

    test('approvals that are missing refuse those that lack them, and whoever made them is told', async () => {
      const ben = await testUser(service)
      const { projectId } = film
      await ada.send('POST', `/api/projects/${projectId}/members`, { userId: ben.id, role: 'editor' })
      const mine = await take({}, 'SELECTED')
      const his = (
        await building(ben).version({ ...film.capture, status: 'GENERATED', assetType: 'VIDEO' }, 'SELECTED')
      ).id
      await ada.send('PUT', `/api/projects/${projectId}/approvals`, { needed: 1, fromIds: [ben.id] })
      await ben.send('POST', `/api/assets/${his}/verdicts`, { verdict: 'approve' })
      const answer = await change([mine, his], { kind: 'status', status: 'APPROVED' })
      assert.match(reasons(answer)[0]!, /^Needs 1 approval and has 0: missing are /)
      assert.equal(answer.results[1].outcome, 'changed')
      const { data } = (await ben.get('/api/inbox')).body
      assert.ok(
        data.some((notice: { kind: string; assetVersionId?: string }) => notice.kind === 'asset.approved'),
      )
    })

    test('a role or a token that is too little is refused, and changes nothing', async () => {
      const ids = [await take()]
      const other = await testUser(service)
      assert.equal((await ask(ids, { kind: 'delete' }, { by: other })).status, 404)
      await ada.send('POST', `/api/projects/${film.projectId}/members`, {
        userId: other.id,
        role: 'reviewer',
      })
      assert.equal((await ask(ids, { kind: 'delete' }, { by: other })).status, 403)
      const answer = await change(ids, { kind: 'status', status: 'SELECTED' })
      assert.equal((await other.send('POST', `/api/asset-changes/${answer.id}/undo`, {})).status, 403)
      const { body } = await ada.send('POST', '/api/tokens', {
        name: 'little',
        permissions: ['read', 'production'],
      })
      const little = callerWith(service.address, body.data.token)
      assert.equal((await ask(ids, { kind: 'select', selected: false }, { by: little })).status, 403)
      assert.equal((await little.send('POST', `/api/asset-changes/${answer.id}/undo`, {})).status, 403)
      assert.equal((await ask(ids, { kind: 'group', compareGroup: 'A' }, { by: little })).status, 403)
      const grouped = await change(ids, { kind: 'group', compareGroup: 'B' })
      assert.equal((await little.send('POST', `/api/asset-changes/${grouped.id}/undo`, {})).status, 403)
      assert.equal((await ask(ids, { kind: 'tags', addTags: ['x'] }, { by: little })).status, 200)
      assert.deepEqual(await fields(ids, 'status'), [['SELECTED']])
    })

    test('whoever may not is refused before anything is locked, and who may no longer when all is', async () => {
      const ids = [await take()]
      const other = await testUser(service)
      const asked = { projectId: film.projectId, of: { ids }, change: { kind: 'delete' } } as const
      const by = (who: TestUser) => ({ ...allOf(who.id), permissions: everyPermission })
      const locks: Database['transaction'] = () => assert.fail('It was locked')
      const unlocked = { ...service.db, transaction: locks, longTransaction: locks }
      await assert.rejects(changeAssets(unlocked, by(other), asked), { code: 'not_found' })

      const members = `/api/projects/${film.projectId}/members`
      await ada.send('POST', members, { userId: other.id, role: 'reviewer' })
      await assert.rejects(changeAssets(unlocked, by(other), asked), { code: 'forbidden' })

      await ada.send('PATCH', `${members}/${other.id}`, { role: 'editor' })
      const demoted: Database['transaction'] = async (work, waiting) => {
        await ada.send('PATCH', `${members}/${other.id}`, { role: 'reviewer' })
        return service.db.transaction(work, waiting)
      }
      const later = { ...service.db, transaction: demoted }
      await assert.rejects(changeAssets(later, by(other), asked), { code: 'forbidden' })
      assert.equal((await ada.get(`/api/assets/${ids[0]}`)).status, 200)
    })

    test('a change of one alone is undone as well, by what its answer says', async () => {
      const former = await take({}, 'SELECTED')
      const id = await take({ tags: ['sea'], title: 'Pier' })
      const [shotId] = film.shotIds
      const path = `/api/assets/${id}`
      const all = async () =>
        (await fields([id], 'title', 'tags', 'shotId', 'status', 'selected', 'compareGroup'))[0]
      for (const [method, of, body] of [
        ['PATCH', path, { title: '', addTags: ['dusk'] }],
        ['PATCH', path, { shotId }],
        ['POST', `${path}/selection`, { selected: true, compareGroup: 'A' }],
        ['POST', `${path}/status`, { status: 'SELECTED' }],
        ['PATCH', '/api/extension/asset-update', { assetId: id, selected: true }],
        ['DELETE', path, undefined],
      ] as const) {
        const before = await all()
        const { headers } = await ada.send(method, of, body)
        const changeId = headers.get('dailies-change')
        assert.ok(changeId, `${method} ${of}`)
        assert.deepEqual(counts(await undo(changeId)), [1, 0, 0])
        assert.deepEqual(await all(), before)
      }
      assert.deepEqual(await winners(), [former])

      await building(ada).remove(path)
      const restored = await ada.send('POST', `${path}/restore`, {})
      await undo(restored.headers.get('dailies-change')!)
      assert.equal((await ada.get(path)).status, 404)

      const same = await ada.send('PATCH', `/api/assets/${former}`, { title: null })
      assert.equal(same.headers.get('dailies-change'), null)
    })

    test('all of it happens or nothing: it fails at its last statement', async () => {
      const ids = []
      for (let count = 0; count < 25; count += 1) ids.push(await take({ assetType: 'AUDIO' }))
      const fails: Database['transaction'] = (work, waiting) =>
        service.db.longTransaction(
          (transaction) =>
            work({
              ...transaction,
              run: (statement, parameters) => {
                if ((statement as unknown) === insertChangeSet) throw new Error('Killed')
                return transaction.run(statement, parameters)
              },
            }),
          waiting,
        )
      const db = { ...service.db, transaction: fails, longTransaction: fails }
      const actor = { ...allOf(ada.id), permissions: everyPermission }
      const all = () => everythingOf(service.db, film.projectId)
      const before = await all()
      const kinds: AssetChange[] = [{ kind: 'delete' }, { kind: 'status', status: 'SELECTED' }]
      for (const change of kinds) {
        const asked = changeAssets(db, actor, { projectId: film.projectId, of: { ids }, change })
        await assert.rejects(asked, /Killed/)
        assert.deepEqual(await all(), before)
      }
      assert.equal((await change(ids, { kind: 'delete' })).changed, 25)
    })

    test('media that nobody sends are refused where the service fetches none, and it is all or nothing else', async () => {
      const outputUrl = 'https://cdn.example.com/a.png'
      const ids = [await take({ outputUrl }), await take({ outputUrl, assetType: 'VIDEO' })]
      const asked = { projectId: film.projectId, of: { ids }, change: { kind: 'keep-media' } } as const
      const actor = { ...allOf(ada.id), permissions: everyPermission }
      const none = await changeAssets(service.db, actor, asked)
      assert.deepEqual(reasons(none), Array(2).fill('This service fetches no media: send the file'))
      const fails: Database['transaction'] = (work, waiting) =>
        service.db.transaction(
          (transaction) =>
            work({
              ...transaction,
              run: (statement, parameters) => {
                if ((statement as unknown) === touchVersions) throw new Error('Killed')
                return transaction.run(statement, parameters)
              },
            }),
          waiting,
        )
      // The service writes it down behind the captures, not with them.
      await until(
        'the media of both are written down as expected',
        async () => (await everythingOf(service.db, film.projectId)).version_media?.length === 2,
      )
      const before = await everythingOf(service.db, film.projectId)
      const killed = changeAssets({ ...service.db, transaction: fails }, actor, asked, { fetches: true })
      await assert.rejects(killed, /Killed/)
      assert.deepEqual(await everythingOf(service.db, film.projectId), before)
    })

    test('two at once end, whichever scenes they name first, and the same request sent twice at once is done once', async () => {
      const elsewhere = await building(ada).scene(film.projectId, 'ELSEWHERE')
      const ids = [await take(), await take({ sceneId: elsewhere.sceneId })]
      for (let round = 0; round < 5; round += 1) {
        const tag = (name: string) => ({ kind: 'tags', addTags: [`${name} ${round}`] })
        await Promise.all([change(ids, tag('one')), change(ids.toReversed(), tag('other'))])
      }
      assert.deepEqual(
        (await fields(ids, 'tags')).map(([tags]) => tags.length),
        [10, 10],
      )
      const requestId = randomUUID()
      const deleting = () => change(ids, { kind: 'delete' }, { requestId })
      const [one, other] = await Promise.all([deleting(), deleting()])
      assert.deepEqual([one.changed, other], [2, one])
    })

    test('each webhook hears of each that it asks for', async () => {
      const hook = (events: string[]) =>
        ada.send('POST', '/api/webhooks', {
          url: 'http://127.0.0.1:9/',
          events,
          projectIds: [film.projectId],
        })
      const [statuses, winners] = [await hook(['asset.status_changed']), await hook(['asset.selected'])]
      const ids = [await take(), await take({ assetType: 'VIDEO' }), await take({ assetType: 'AUDIO' })]
      await change(ids.slice(0, 2), { kind: 'status', status: 'DRAFT' })
      await change(ids.slice(2), { kind: 'select', selected: true })
      const heard = async ({ body }: { body: { data: { id: string } } }) =>
        (await ada.get(`/api/webhooks/${body.data.id}/deliveries`)).body.data.length
      assert.deepEqual([await heard(statuses), await heard(winners)], [3, 1])
    })

    test('a thousand at most, each once', async () => {
      const ids = Array.from({ length: 1001 }, () => randomUUID())
      const tag = { kind: 'tags', addTags: ['x'] }
      assert.deepEqual(refusal(await ask(ids, tag)).fieldErrors, { of: ['ids: Must be at most 1000'] })
      assert.equal((await ask([ids[0]!, ids[0]!], tag)).status, 400)
      assert.equal((await ask([], tag)).status, 400)
      assert.deepEqual(counts(await change(ids.slice(1), tag)), [0, 0, 1000])
    })
  })
}
