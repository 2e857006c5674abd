import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { sumFilm, sumVersions } from '../reports/queries.ts'
import { engines } from '../test/engines.ts'
import { sendsNothing } from '../test/property.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { sumCost } from './budget-queries.ts'
import { keepSums, rebuildSums } from './keep-sums.ts'
import { countCapturedByDay } from './progress-queries.ts'
import { beforeAll, listSceneOverviews } from './scene-queries.ts'
import { countWrongSums } from './sum-queries.ts'
import { afterAll, type Captured, inDays } from './take-sum-queries.ts'

interface OfProject {
  projectId: string
}

/** Every take, as it is. */
const listTakes = statement((db, { projectId }: OfProject) =>
  db
    .selectFrom('scenes')
    .innerJoin('asset_versions as take', 'take.scene_id', 'scenes.id')
    .select([
      'take.id',
      'scenes.id as sceneDbId',
      'take.created_at as createdAt',
      'take.created_by as userId',
    ])
    .select(['platform_key as platformKey', 'rights_state as rightsState', 'selected', 'take.status'])
    .select('cost_estimate_usd as costUsd')
    .where('scenes.project_id', '=', projectId)
    .orderBy('take.id'),
)

const setCaptured = statement((db, { id, at }: { id: string; at: string }) =>
  db.updateTable('asset_versions').set({ created_at: at }).where('id', '=', id),
)

const setSummedBefore = statement((db, { sceneDbId, before }: { sceneDbId: string; before: string }) =>
  db.updateTable('summed_scenes').set({ before }).where('scene_id', '=', sceneDbId),
)

const countChangedDays = statement((db, { projectId }: OfProject) =>
  db
    .selectFrom('changed_days')
    .innerJoin('scenes', 'scenes.id', 'changed_days.scene_id')
    .select(sql<number>`count(*)`.as('count'))
    .where('scenes.project_id', '=', projectId),
)

const countSums = statement((db, { projectId }: OfProject) =>
  db
    .selectFrom('scenes')
    .innerJoin('take_sums', 'take_sums.scene_id', 'scenes.id')
    .select(sql<number>`count(*)`.as('count'))
    .where('scenes.project_id', '=', projectId),
)

const spans = (): Captured[] => [
  { from: '', to: afterAll, by: '' },
  { from: daysAgo(6, '11:00:00.000'), to: daysAgo(3, '13:00:00.000'), by: '' },
  { from: daysAgo(5, '00:00:00.000'), to: afterAll, by: '' },
  { from: '', to: daysAgo(4, '12:00:00.000'), by: '' },
  { from: daysAgo(5, '11:00:00.000'), to: daysAgo(5, '13:00:00.000'), by: '' },
  { from: daysAgo(4, '13:00:00.000'), to: daysAgo(6, '13:00:00.000'), by: '' },
]

function startSumming(environment: Record<string, string>, { sceneDbId, otherSceneDbId }: Film) {
  const script = fileURLToPath(new URL('../test/keep-summing.ts', import.meta.url))
  return spawn(process.execPath, [script, sceneDbId, otherSceneDbId], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function daysAgo(days: number, time: string): string {
  return `${new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)}T${time}Z`
}

/** What all that is summed up says, and what the takes say themselves. */
async function bothOf(db: Database, projectId: string, users: string[]): Promise<[unknown, unknown]> {
  const takes = await db.all(listTakes, { projectId })
  const said: unknown[] = []
  const counted: unknown[] = []
  for (const span of [
    ...spans(),
    ...users.map((by) => ({ ...spans()[1]!, by })),
    ...users.map((by) => ({ ...spans()[0]!, by })),
  ]) {
    const days = { projectId, ...inDays(span) }
    const among = takes.filter(
      ({ createdAt, userId }) =>
        createdAt >= span.from && createdAt < span.to && (span.by === '' || userId === span.by),
    )
    const parts = await db.all(sumVersions, days)
    said.push(
      parts
        .filter(({ versions }) => versions > 0)
        .map(({ sceneDbId, platformKey, rightsState, userId, versions, winners, inUse, costUsd, withCost }) =>
          [
            sceneDbId,
            platformKey,
            rightsState,
            userId,
            versions,
            winners,
            inUse,
            costUsd.toFixed(4),
            withCost,
          ].join(),
        )
        .sort(),
    )
    const groups = Map.groupBy(among, (take) =>
      [take.sceneDbId, take.platformKey, take.rightsState, take.userId].join(),
    )
    counted.push(
      [...groups]
        .map(([key, group]) => {
          const count = (is: (take: (typeof group)[0]) => boolean) => group.filter(is).length
          const inUse = count(
            ({ selected, status }) => selected === 1 || status === 'APPROVED' || status === 'FINAL',
          )
          const cost = group.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0).toFixed(4)
          const winners = count(({ selected }) => selected === 1)
          return [key, group.length, winners, inUse, cost, count(({ costUsd }) => costUsd !== null)].join()
        })
        .sort(),
    )
    const byDay = await db.all(countCapturedByDay, days)
    const isOfAll = span.from === '' && span.to === afterAll
    // Days are told apart where a span begins somewhere.
    said.push(
      byDay.reduce((sum, { count }) => sum + count, 0),
      (await db.all(sumFilm, days)).reduce((sum, { versions }) => sum + versions, 0),
    )
    counted.push(among.length, among.length)
    if (isOfAll) {
      said.push((await db.first(sumCost, days))!.spentUsd.toFixed(4))
      counted.push(among.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0).toFixed(4))
    }
    if (span.from !== '') {
      said.push(byDay.map(({ day, count }) => `${day} ${count}`).sort())
      counted.push(
        [...Map.groupBy(among, ({ createdAt }) => createdAt.slice(0, 10))]
          .map(([day, group]) => `${day} ${group.length}`)
          .sort(),
      )
    }
  }
  const scenes = await db.all(listSceneOverviews, { ...beforeAll, projectId, limit: 100 })
  said.push(scenes.map(({ id, versionCount }) => `${id} ${versionCount}`))
  counted.push(scenes.map(({ id }) => `${id} ${takes.filter(({ sceneDbId }) => sceneDbId === id).length}`))
  return [said, counted]
}

for (const engine of engines) {
  describe(`what takes are together on ${engine}`, () => {
    let service: TestService
    let ada: TestUser
    let eve: TestUser
    let films = 0

    before(async () => {
      service = await testService(engine, sendsNothing)
      ada = await testUser(service)
      eve = await testUser(service)
    })
    after(() => service.close())

    const newFilm = async () => {
      films += 1
      const film = await testFilm(service.db, ada, `The Long Tide ${films}`)
      await ada.send('POST', `/api/projects/${film.projectId}/members`, { userId: eve.id, role: 'editor' })
      return film
    }
    const capture = async (film: Film, number: number) => {
      const platformKey = ['midjourney', 'veo'][number % 2]
      const body = { ...film.capture, platformKey, ...(number % 3 > 0 && { costEstimateUsd: number / 100 }) }
      const more = { sceneId: number % 5 === 0 ? '2' : '012A', selected: number % 4 === 0 }
      const by = number % 7 === 0 ? eve : ada
      const rightsState = number % 2 ? 'RESTRICTED' : 'UNKNOWN'
      const answer = await by.ingest({ ...body, ...more, rightsState })
      return answer.body.asset?.id as string
    }
    const backdate = (id: string, number: number) =>
      service.db.transaction((transaction) =>
        transaction.run(setCaptured, {
          id,
          at: daysAgo(1 + (number % 7), `${8 + (number % 8)}:30:00.000`.padStart(12, '0')),
        }),
      )
    const idsOf = async ({ projectId }: Film) =>
      (await service.db.all(listTakes, { projectId })).map(({ id }) => id)
    const agrees = async ({ projectId, sceneDbId, otherSceneDbId }: Film, after: string) => {
      const [said, counted] = await bothOf(service.db, projectId, [ada.id, eve.id])
      assert.deepEqual(said, counted, after)
      for (const id of [sceneDbId, otherSceneDbId])
        assert.equal((await service.db.first(countWrongSums, { sceneDbId: id }))?.count, 0, after)
    }

    test('it is what they say one by one, after whatever was done with them', async () => {
      const kinds = [
        'capture',
        'age',
        'sum',
        'select',
        'approve',
        'rights',
        'move',
        'delete',
        'undo',
        'restore',
        'scene',
        'purge',
        'rebuild',
      ] as const
      const action = fc.record({ kind: fc.constantFrom(...kinds), number: fc.nat(1000) })
      let summed = 0
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 14 }), async (actions) => {
          const film = await newFilm()
          const place = `/api/projects/${film.projectId}`
          const undoable: string[] = []
          const deleted: string[] = []
          for (let number = 0; number < 8; number += 1) await backdate(await capture(film, number), number)
          await keepSums(service.db)
          summed += (await service.db.first(countSums, film))!.count
          const summing: Promise<void>[] = []
          const done: string[] = []
          for (const { kind, number } of actions) {
            const ids = await idsOf(film)
            const id = ids[number % Math.max(ids.length, 1)]
            const some = ids.filter((_, index) => (index + number) % 2 === 0)
            const change = async (asked: object) => {
              const { body } = await ada.send('POST', `${place}/asset-changes`, {
                of: { ids: some },
                change: asked,
              })
              if (body.data?.id) undoable.push(body.data.id)
            }
            done.push(`${kind} ${number}`)
            if (kind === 'capture') await capture(film, number)
            // Others may be at it, too, and what is asked meanwhile is as right.
            if (kind === 'sum') summing.push(keepSums(service.db), keepSums(service.db))
            if (kind === 'sum' && number % 2) await Promise.all(summing)
            if (kind === 'rebuild') await rebuildSums(service.db, film.sceneDbId, () => false)
            if (kind === 'undo' && undoable.length > 0)
              await ada.send('POST', `/api/asset-changes/${undoable.pop()}/undo`, {})
            if (kind === 'restore' && deleted.length > 0)
              await ada.send('POST', `/api/assets/${deleted.pop()}/restore`, {})
            if (kind === 'purge') await ada.send('POST', `${place}/trash/purge`, {})
            if (kind === 'scene') {
              const address = `/api/scenes/${film.otherSceneDbId}`
              await ada.send('DELETE', `${address}?sceneId=2`, {})
              await agrees(film, `${done.join(', ')}, without the scene`)
              if (number % 2) await ada.send('POST', `${address}/restore`, {})
            }
            if (id !== undefined) {
              if (kind === 'age') await backdate(id, number)
              if (kind === 'select')
                await ada.send('POST', `/api/assets/${id}/selection`, { selected: number % 2 === 0 })
              if (kind === 'approve')
                await change({ kind: 'status', status: ['DRAFT', 'GENERATED', 'APPROVED'][number % 3] })
              if (kind === 'rights') await change({ kind: 'rights', rightsState: 'COMMERCIAL_ALLOWED' })
              if (kind === 'move')
                await change({ kind: 'scene', sceneDbId: number % 2 ? film.sceneDbId : film.otherSceneDbId })
              if (kind === 'delete') {
                if (number % 2) await change({ kind: 'delete' })
                else if ((await ada.send('DELETE', `/api/assets/${id}`, {})).status < 300) deleted.push(id)
              }
            }
            await agrees(film, done.join(', '))
          }
          await Promise.all(summing)
          await keepSums(service.db)
          await agrees(film, `${done.join(', ')}, and summed up`)
        }),
        { numRuns: 12 },
      )
      assert.ok(summed > 0)
    })

    test('days that are not over yet, by a clock that was set back, are looked at take by take', async () => {
      const film = await newFilm()
      for (let number = 0; number < 8; number += 1) await backdate(await capture(film, number), number)
      await keepSums(service.db)
      // As they are where it was ahead by a year.
      await service.db.transaction((transaction) =>
        transaction.run(setSummedBefore, {
          sceneDbId: film.sceneDbId,
          before: daysAgo(-365, '').slice(0, 10),
        }),
      )
      await capture(film, 9)
      const [said, counted] = await bothOf(service.db, film.projectId, [ada.id])
      assert.notDeepEqual(said, counted)
      await keepSums(service.db)
      await agrees(film, 'once it is noticed')
      await capture(film, 11)
      await agrees(film, 'after another capture')
    })

    test('however many days have changed, they are summed up in steps, and nothing is missed that changes meanwhile', async () => {
      const film = await newFilm()
      for (let number = 0; number < 26; number += 1) {
        const id = await capture(film, number * 5 + 1)
        await service.db.transaction((transaction) =>
          transaction.run(setCaptured, { id, at: daysAgo(3 + number, '08:00:00.000') }),
        )
      }
      await keepSums(service.db)
      const ids = await idsOf(film)
      const approve = async (status: string, some: string[]) => {
        const change = { kind: 'status', status }
        const path = `/api/projects/${film.projectId}/asset-changes`
        assert.ok((await ada.send('POST', path, { of: { ids: some }, change })).status < 300)
      }
      await approve('APPROVED', ids)
      await agrees(film, 'before the sums are made anew')
      await Promise.all([keepSums(service.db), approve('DRAFT', ids.slice(0, 13))])
      await agrees(film, 'while some of it is')
      await keepSums(service.db)
      await agrees(film, 'once all of it is')
      assert.equal((await service.db.first(countChangedDays, film))?.count, 0)
    })

    test('a process that is killed while it sums up leaves nothing wrong, and the next one goes on', async () => {
      const film = await newFilm()
      for (let number = 0; number < 40; number += 1) await backdate(await capture(film, number), number)
      await keepSums(service.db)
      for (let kills = 0; kills < 6; kills += 1) {
        const summing = startSumming(service.place.environment, film)
        await once(summing.stdout, 'data')
        const until = sleep(Math.random() * 150)
        const [id] = (await idsOf(film)).slice(kills)
        await ada.send('POST', `/api/assets/${id}/selection`, { selected: kills % 2 === 0 })
        await until
        const ended = once(summing, 'close')
        summing.kill('SIGKILL')
        assert.deepEqual(await ended, [null, 'SIGKILL'])
        await agrees(film, `after ${kills + 1} kills`)
      }
      await keepSums(service.db)
      await agrees(film, 'summed up')
      assert.ok((await service.db.first(countSums, film))!.count > 0)
    })
  })
}
