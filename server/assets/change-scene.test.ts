import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { capture as captureBody } from '@dailies/contract/capture.ts'
import { everyPermission } from '@dailies/contract/permission.ts'
import type { Database } from '../db/database.ts'
import { allOf } from '../production/membership.ts'
import { lockScene } from '../production/queries.ts'
import { building } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { everythingOf } from '../test/property.ts'
import { searchAll } from '../test/searching.ts'
import {
  type Film,
  sharedService,
  type TestService,
  type TestUser,
  testFilm,
  testUser,
} from '../test/service.ts'
import { changeAssets } from './change-many.ts'
import { insertChangeSet } from './change-set-queries.ts'
import { nextVersionNumbers } from './group-queries.ts'
import { ingest } from './ingest.ts'

let names = 0

for (const engine of engines) {
  describe(`moving versions to another scene on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let ada: TestUser
    let film: Film
    let to: string

    before(async () => {
      service = await sharedService(engine)
    })
    after(() => service.close())
    beforeEach(async () => {
      ada = await testUser(service)
      film = await testFilm(service.db, ada, `To another scene ${++names}`)
      to = film.otherSceneDbId
    })

    const take = async (more: object = {}, ...statuses: string[]): Promise<string> =>
      (await building(ada).version({ ...film.capture, status: 'GENERATED', ...more }, ...statuses)).id
    const move = async (ids: string[], more: object = {}) => {
      const change = { kind: 'scene', sceneDbId: to, ...more }
      const asked = { of: { ids }, change }
      const { status, body } = await ada.send('POST', `/api/projects/${film.projectId}/asset-changes`, asked)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    }
    const undo = async (id: string) => {
      const { status, body } = await ada.send('POST', `/api/asset-changes/${id}/undo`, {})
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    }
    const read = async (path: string) => (await ada.get(path)).body.data
    const fields = async (ids: string[], ...names: string[]) => {
      const all = []
      for (const id of ids) {
        const { scene, ...one } = await read(`/api/assets/${id}`)
        all.push(names.map((name) => (name === 'scene' ? scene.sceneId : one[name])))
      }
      return all
    }
    const counts = ({ changed, unchanged, refused }: Record<string, number>) => [changed, unchanged, refused]
    const reasons = (answer: { results: { reason?: string }[] }) => answer.results.map(({ reason }) => reason)
    const takesOf = async (sceneDbId: string) => {
      const scenes = await read(`/api/projects/${film.projectId}/scenes`)
      const { assetCount } = (await read(`/api/scenes/${sceneDbId}`)) ?? {}
      const ids = (await building(ada).pages(`/api/scenes/${sceneDbId}/assets`, 100)).map(({ id }) => id)
      const { total } = await read(`/api/scenes/${sceneDbId}/assets/facets`)
      assert.equal(total, ids.length)
      return { ids, assetCount, scenes }
    }
    const shown = async (sceneDbId: string, since: string) => {
      const { body } = await ada.get(`/api/scenes/${sceneDbId}/assets/changes?since=${since}`)
      return {
        shown: body.data.map(({ id }: { id: string }) => id).sort(),
        gone: body.metadata.deleted.sort(),
      }
    }
    const all = () => everythingOf(service.db, film.projectId)
    /** The same without what only tells what was done. */
    const standing = (rows: Record<string, string[]>) => {
      const told = new Set(['asset_change_sets', 'departures', 'events', 'status_changes', 'winner_changes'])
      const counted = new Set(['version_counters', 'edits'])
      return Object.entries(rows)
        .filter(([table]) => !told.has(table) && !counted.has(table))
        .map(([table, some]) => [table, some.map((row) => ({ ...JSON.parse(row), updated_at: null }))])
    }
    /** What is said and made of a version is of its scene. */
    const isConsistent = async () => {
      const rows = await all()
      const of = (table: string) => (rows[table] ?? []).map((row) => JSON.parse(row))
      const scenes = new Map(of('asset_versions').map(({ id, scene_id }) => [id, scene_id]))
      let count = 0
      for (const table of [
        'comments',
        'open_notes',
        'verdicts',
        'version_reviews',
        'attachments',
        'take_marks',
      ]) {
        for (const row of of(table)) {
          assert.equal(row.scene_id, scenes.get(row.asset_version_id), table)
          count += 1
        }
      }
      return count
    }
    const said = async (id: string) => {
      await ada.send('POST', `/api/assets/${id}/comments`, { text: 'Darker.' })
      await ada.send('POST', `/api/assets/${id}/verdicts`, { verdict: 'approve' })
      await ada.send('PUT', `/api/assets/${id}/marks/mine`, { flag: 'picked', stars: 3 })
    }

    test('all that is said of them goes along, both scenes count and show them right, and undo brings back just what was', async () => {
      const [shotId] = film.shotIds
      const ids = [await take({ shotId }, 'SELECTED'), await take({ prompt: 'A cormorant' }), await take()]
      const there = await take({ sceneId: '2' })
      await said(ids[0]!)
      await said(ids[1]!)
      const playlist = await building(ada).read(`/api/projects/${film.projectId}`)
      const made = await ada.send('POST', `/api/projects/${playlist.id}/playlists`, { name: 'Best' })
      await ada.send('POST', `/api/playlists/${made.body.data.id}/items`, { versionIds: ids })
      const before = await all()
      assert.equal(await isConsistent(), 8)
      const since = new Date().toISOString()

      const answer = await move(ids.slice(0, 2))
      assert.deepEqual(counts(answer), [2, 0, 0])
      assert.equal(await isConsistent(), 8)
      assert.deepEqual(
        await fields(ids, 'scene', 'versionNumber', 'shotId', 'status', 'selected', 'openNotes'),
        [
          ['2', 2, null, 'GENERATED', false, 1],
          ['2', 3, null, 'GENERATED', false, 1],
          ['012A', 3, null, 'GENERATED', false, 0],
        ],
      )
      assert.deepEqual((await takesOf(film.sceneDbId)).ids, [ids[2]])
      assert.deepEqual((await takesOf(to)).ids.sort(), [...ids.slice(0, 2), there].sort())
      const left = await shown(film.sceneDbId, since)
      assert.deepEqual(left.gone, ids.slice(0, 2).sort())
      const came = await shown(to, since)
      assert.deepEqual([came.gone, ids.slice(0, 2).every((id) => came.shown.includes(id))], [[], true])
      const items = await building(ada).pages(`/api/playlists/${made.body.data.id}/items`, 100)
      assert.equal(items.length, 3)
      assert.deepEqual(
        (await building(ada).pages(`/api/projects/${film.projectId}/notes?sceneDbId=${to}`, 100)).length,
        2,
      )
      assert.deepEqual(
        (await searchAll(ada, 'cormorant scene:2')).map(({ id }) => id),
        [ids[1]],
      )

      const undone = await undo(answer.id)
      assert.deepEqual(counts(undone), [2, 0, 0])
      assert.deepEqual(standing(await all()), standing(before))
      assert.deepEqual((await shown(film.sceneDbId, since)).gone, [])
      assert.deepEqual((await shown(to, since)).gone, ids.slice(0, 2).sort())

      await undo(undone.id)
      assert.deepEqual(await fields(ids.slice(0, 2), 'scene', 'versionNumber'), [
        ['2', 2],
        ['2', 3],
      ])
      const later = await take({ sceneId: '2' })
      assert.deepEqual(await fields([later], 'versionNumber'), [[4]])
    })

    test('they take the place of no winner, an approved one stays approved, and the shot may be said', async () => {
      const shot = await building(ada).shot(to, '2-A', { required: false })
      const winner = await take({ sceneId: '2', shotId: shot.id }, 'SELECTED')
      const ids = [await take({}, 'SELECTED'), await take({ assetType: 'VIDEO' }, 'SELECTED', 'APPROVED')]
      const since = (await ada.get('/api/events?limit=100')).body.metadata.nextCursor
      const answer = await move(ids, { shotId: shot.id })
      const stand = () => fields([...ids, winner], 'scene', 'shotId', 'status', 'selected')
      assert.deepEqual(await stand(), [
        ['2', shot.id, 'GENERATED', false],
        ['2', shot.id, 'APPROVED', false],
        ['2', shot.id, 'SELECTED', true],
      ])
      const { data } = (await ada.get(`/api/events?limit=100&since=${since}`)).body
      assert.deepEqual(
        data.map(({ event, data }: { event: string; data: Record<string, string> }) => [event, data.sceneId]),
        [['asset.status_changed', '2']],
      )
      assert.deepEqual(counts(await undo(answer.id)), [2, 0, 0])
      assert.deepEqual(await stand(), [
        ['012A', null, 'SELECTED', true],
        ['012A', null, 'APPROVED', true],
        ['2', shot.id, 'SELECTED', true],
      ])
    })

    test('undo takes no place from a later winner', async () => {
      const id = await take({}, 'SELECTED')
      const answer = await move([id])
      const later = await take({}, 'SELECTED')
      const undone = await undo(answer.id)
      assert.deepEqual(reasons(undone), ['Another one is the winner of its scene, shot and type since'])
      assert.deepEqual(await fields([id, later], 'scene', 'selected'), [
        ['2', false],
        ['012A', true],
      ])
    })

    test('those that are there already stay, and into another shot they go as ever', async () => {
      const [shotId] = film.shotIds
      const ids = [await take({ sceneId: '2' }), await take({ shotId })]
      assert.deepEqual(counts(await move(ids)), [1, 1, 0])
      to = film.sceneDbId
      const back = await move(ids, { shotId })
      assert.deepEqual(counts(back), [2, 0, 0])
      assert.deepEqual(counts(await move(ids)), [0, 2, 0])
      assert.deepEqual(counts(await move(ids, { shotId: null })), [2, 0, 0])
      assert.deepEqual(await fields(ids, 'scene', 'shotId'), [
        ['012A', null],
        ['012A', null],
      ])
    })

    test('refuses a scene that is another’s, gone or unknown, and a shot of another scene', async () => {
      const ids = [await take(), await take()]
      const ben = await testUser(service)
      const foreign = await testFilm(service.db, ben, `Foreign ${names}`)
      const gone = (await building(ada).scene(film.projectId, 'GONE')).id
      await building(ada).remove(`/api/scenes/${gone}?sceneId=GONE`)
      for (const sceneDbId of [foreign.sceneDbId, gone, randomUUID()]) {
        const answer = await move(ids, { sceneDbId })
        assert.deepEqual(reasons(answer), ['Not a scene of this project', 'Not a scene of this project'])
      }
      const answer = await move(ids, { shotId: film.shotIds[0] })
      assert.deepEqual(reasons(answer), ['Not a shot of that scene', 'Not a shot of that scene'])
      assert.deepEqual(await fields(ids, 'scene'), [['012A'], ['012A']])
    })

    // SQLite has one writer anyway.
    if (engine === 'postgres')
      test('whoever names a scene of another’s film neither holds it up nor waits for it', async () => {
        const id = await take()
        const ben = await testUser(service)
        const foreign = await testFilm(service.db, ben, `Held ${names}`)
        const answer = await service.db.transaction(async (transaction) => {
          await transaction.first(lockScene, { id: foreign.sceneDbId })
          return move([id], { sceneDbId: foreign.sceneDbId })
        })
        assert.deepEqual(reasons(answer), ['Not a scene of this project'])
      })

    if (engine === 'postgres')
      test('a capture that wins where they go to waits for them, and neither is begun anew', async () => {
        const actor = { ...allOf(ada.id), permissions: everyPermission }
        const capture = captureBody.parse({ ...film.capture, sceneId: '2', selected: true })
        const [waits, begun] = [Promise.withResolvers<void>(), { move: 0, capture: 0 }]
        let captured: Promise<unknown> | undefined
        /** Once the scenes are locked a winner is captured, up to where that waits. */
        const moving = watched('move', async (asked) => {
          if (asked !== nextVersionNumbers) return
          captured ??= ingest(capturing, { actor, capture })
          await waits.promise
        })
        const capturing = watched('capture', (asked) => {
          if (asked === lockScene) waits.resolve()
        })
        const of = { ids: [await take()] }
        const change = { kind: 'scene', sceneDbId: to } as const
        const { changed } = await changeAssets(moving, actor, { projectId: film.projectId, of, change })
        await captured
        assert.deepEqual([changed, begun], [1, { move: 1, capture: 1 }])

        function watched(who: keyof typeof begun, on: (asked: unknown) => unknown): Database {
          const transaction: Database['transaction'] = (work, waiting) =>
            service.db.transaction((one) => {
              begun[who] += 1
              return work({
                ...one,
                all: async (asked, parameters) => {
                  await on(asked)
                  return one.all(asked, parameters)
                },
                first: async (asked, parameters) => {
                  await on(asked)
                  return one.first(asked, parameters)
                },
              })
            }, waiting)
          return { ...service.db, transaction, longTransaction: transaction }
        }
      })

    test('undo refuses by itself what went on since, and what has no scene or shot to go back to', async () => {
      const [shotId] = film.shotIds
      const third = (await building(ada).scene(film.projectId, 'THIRD')).id
      const ids = [
        await take(),
        await take({ shotId }),
        await take({ sceneId: 'THIRD' }),
        await take(),
        await take(),
      ]
      const answer = await move(ids)
      const shot = await building(ada).shot(to, '2-A', { required: false })
      await building(ada).patch(`/api/assets/${ids[4]}`, { shotId: shot.id })
      await move([ids[0]!], { sceneDbId: third })
      assert.deepEqual(counts(await undo((await move([ids[0]!], { sceneDbId: to })).id)), [1, 0, 0])
      await building(ada).remove(`/api/shots/${shotId}`)
      await building(ada).remove(`/api/assets/${ids[3]}`)
      const asked = await undo(answer.id)
      assert.match(reasons(asked)[0]!, /^Its scene changed by .+ since$/)
      assert.deepEqual(reasons(asked).slice(1, 4), ['Its shot is gone', undefined, 'Deleted since'])
      assert.match(reasons(asked)[4]!, /^Its shot changed by .+ since$/)

      const again = await move([ids[2]!])
      await building(ada).remove(`/api/scenes/${third}?sceneId=THIRD`)
      await ada.send('POST', `/api/projects/${film.projectId}/trash/purge`, { ids: [third] })
      assert.deepEqual(reasons(await undo(again.id)), ['Its scene is gone'])
    })

    test('undo waits for the scene that they left while that is in the trash, and for no other', async () => {
      const third = (await building(ada).scene(film.projectId, 'THIRD')).id
      const ids = [await take(), await take({ sceneId: 'THIRD' }), await take({ sceneId: 'THIRD' })]
      const answer = await move(ids)
      await building(ada).remove(`/api/assets/${ids[2]}`)
      await building(ada).remove(`/api/scenes/${third}?sceneId=THIRD`)
      const inTrash = 'Scene THIRD is in the trash'
      assert.deepEqual(reasons(await undo(answer.id)), [undefined, inTrash, 'Deleted since'])
      assert.deepEqual(await fields(ids.slice(0, 2), 'scene'), [['012A'], ['2']])
      assert.deepEqual(reasons(await undo(answer.id)), [inTrash])
      await ada.send('POST', `/api/scenes/${third}/restore`, {})
      const rest = await undo(answer.id)
      assert.deepEqual(counts(rest), [1, 0, 0])
      assert.deepEqual(await fields([ids[1]!], 'scene', 'versionNumber'), [['THIRD', 1]])
      assert.deepEqual(await undo(answer.id), rest)
    })

    test('undo of a pick or a drop makes none the winner of a scene or a shot to which it went since', async () => {
      const [shotId, otherShotId] = film.shotIds
      const [former, dropped, id] = [
        await take({}, 'SELECTED'),
        await take({ shotId }, 'SELECTED'),
        await take(),
      ]
      const changed = async (method: string, path: string, body: object) => {
        const { headers } = await ada.send(method, `/api/assets/${path}`, body)
        return headers.get('dailies-change')!
      }
      const many = async (change: object) => {
        const asked = { of: { ids: [id] }, change }
        return (await ada.send('POST', `/api/projects/${film.projectId}/asset-changes`, asked)).body.data.id
      }
      const picked = await changed('POST', `${id}/selection`, { selected: true })
      const again = [
        await many({ kind: 'select', selected: false }),
        await many({ kind: 'select', selected: true }),
      ]
      const drop = await changed('POST', `${dropped}/selection`, { selected: false })
      await move([former])
      await building(ada).patch(`/api/assets/${dropped}`, { shotId: otherShotId })
      assert.match(reasons(await undo(drop)).join(), /^Its shot changed by .+ since$/)
      for (const one of again.reverse()) assert.deepEqual(counts(await undo(one)), [1, 0, 0])
      const undone = await undo(picked)
      assert.deepEqual(counts(undone), [1, 0, 1])
      assert.match(reasons(undone).join(''), /^Its scene changed by .+ since$/)
      assert.deepEqual(await fields([former, dropped, id], 'scene', 'status', 'selected'), [
        ['2', 'GENERATED', false],
        ['012A', 'GENERATED', false],
        ['012A', 'GENERATED', false],
      ])
    })

    test('undo of a pick waits for no former winner that went to a scene since that is in the trash', async () => {
      const third = (await building(ada).scene(film.projectId, 'THIRD')).id
      const [former, id] = [await take({}, 'SELECTED'), await take()]
      const { headers } = await ada.send('POST', `/api/assets/${id}/selection`, { selected: true })
      const picked = headers.get('dailies-change')!
      await move([former], { sceneDbId: third })
      await building(ada).remove(`/api/scenes/${third}?sceneId=THIRD`)
      const undone = await undo(picked)
      assert.deepEqual(counts(undone), [1, 0, 1])
      assert.ok(reasons(undone).includes('Its scene changed since'))
      // It is undone, and nothing of it is left.
      assert.deepEqual(await undo(picked), undone)
      await ada.send('POST', `/api/scenes/${third}/restore`, {})
      assert.deepEqual(await fields([former, id], 'scene', 'selected'), [
        ['THIRD', false],
        ['012A', false],
      ])
    })

    test('whoever pages through the scene that they leave goes on behind them, in any order', async () => {
      for (const sort of ['costliest', 'cheapest', 'slowest', 'newest']) {
        const all = []
        for (const amount of [4, 3, 2, 1]) {
          const prompt = `Page ${sort}`
          all.push(await take({ prompt, costEstimateUsd: amount, generationSeconds: amount }))
        }
        if (sort === 'cheapest' || sort === 'newest') all.reverse()
        const asked: Record<string, string>[] = [{}, { stacked: 'true' }, { q: `Page ${sort}` }]
        for (const more of asked) {
          const page = async (cursor: Record<string, string>) => {
            const query = new URLSearchParams({ sort, limit: '2', ...more, ...cursor })
            const { body } = await ada.get(`/api/scenes/${film.sceneDbId}/assets?${query}`)
            return { ids: body.data.map(({ id }: { id: string }) => id), cursor: body.metadata.nextCursor }
          }
          const { ids, cursor } = await page({})
          assert.deepEqual(ids, all.slice(0, 2))
          const { id } = await move([cursor])
          assert.deepEqual((await page({ cursor })).ids, all.slice(2), `${sort} ${JSON.stringify(more)}`)
          await undo(id)
        }
        await move(all)
      }
    })

    test('a scene is completed by it', async () => {
      const shot = await building(ada).shot(to, '2-A', { required: true })
      const id = await take({}, 'SELECTED', 'APPROVED')
      const since = (await ada.get('/api/events?limit=100')).body.metadata.nextCursor
      await move([id], { shotId: shot.id })
      const { data } = (await ada.get(`/api/events?limit=100&since=${since}`)).body
      assert.deepEqual(
        data.map(({ event, data }: { event: string; data: Record<string, string> }) => [event, data.sceneId]),
        [['scene.completed', '2']],
      )
    })

    test('all of it happens or nothing: it fails at its last statement', async () => {
      const ids = []
      for (let count = 0; count < 25; count += 1) ids.push(await take({ assetType: 'AUDIO' }))
      await said(ids[0]!)
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
      const before = await all()
      const change = { kind: 'scene', sceneDbId: to } as const
      const asked = changeAssets(db, actor, { projectId: film.projectId, of: { ids }, change })
      await assert.rejects(asked, /Killed/)
      assert.deepEqual(await all(), before)
      assert.deepEqual(counts(await move(ids)), [25, 0, 0])
      const numbers = (await fields(ids, 'versionNumber')).flat()
      assert.deepEqual(
        numbers,
        ids.map((_, nth) => nth + 1),
      )
    })

    test('whatever others say and do of them meanwhile ends up in their scene', async () => {
      const ids = [await take(), await take(), await take()]
      const [there, back] = [to, film.sceneDbId]
      const done: Promise<unknown>[] = []
      for (let round = 0; round < 6; round += 1) {
        done.push(
          move(ids, { sceneDbId: round % 2 === 0 ? there : back }),
          move(ids.toReversed(), { sceneDbId: round % 2 === 0 ? back : there }),
          ...ids.map((id) => said(id)),
          building(ada).patch(`/api/assets/${ids[0]}`, { title: `Take ${round}` }),
        )
        await Promise.all(done.splice(0))
      }
      assert.ok((await isConsistent()) > 20)
      const comments = await building(ada).pages(`/api/assets/${ids[0]}/comments`, 100)
      assert.equal(comments.length, 6)
    })
  })
}
