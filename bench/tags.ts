/**
 * How long it takes to count the tags of a film of 10,000 takes, and to rename one that all of them have, and for how long the event loop
 * stands still meanwhile, on each database. Ends with 1 where a bar is missed.
 *
 *   node bench/tags.ts [--engine sqlite] [--takes 10000] [--tags 200]
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { everyPermission } from '@dailies/contract/permission.ts'
import { sql } from 'kysely'
import { readSettings } from '../server/config.ts'
import { jsonRows } from '../server/db/json-rows.ts'
import { openDatabase } from '../server/db/open.ts'
import { statement } from '../server/db/statement.ts'
import { allOf } from '../server/production/membership.ts'
import { browseTags, listTagColors } from '../server/tags/browse.ts'
import { changeTags } from '../server/tags/change-tags.ts'
import { engines } from '../server/test/engines.ts'
import { seededPlaces } from './places.ts'
import { undoAtSignal } from './undo-at-signal.ts'

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string' },
    takes: { type: 'string', default: '10000' },
    tags: { type: 'string', default: '200' },
  },
})
const [takes, tags] = [Number(flags.takes), Number(flags.tags)]

/** Milliseconds: of a page, of a part of a thousand, and of the event loop. */
const bars = { page: 500, part: 1000, loop: 50 }

const listIds = statement((db, { limit }: { limit: number }) =>
  db.selectFrom('asset_versions').select('id').orderBy('id').limit(limit),
)

const findScene = statement((db, { projectId }: { projectId: string }) =>
  db.selectFrom('scenes').select('id').where('project_id', '=', projectId).orderBy('id').limit(1),
)

/** `rows` is a JSON array of `{ id, tags, number }`. All of them come into one scene. */
const gather = statement(
  (db, { rows, sceneDbId, projectId }: { rows: string; sceneDbId: string; projectId: string }, engine) =>
    db
      .updateTable('asset_versions')
      .from(jsonRows(rows, { id: 'text', tags: 'text', number: 'number' }, engine))
      .set({
        tags: sql<string>`given.tags`,
        scene_id: sceneDbId,
        project_id: projectId,
        version_number: sql<number>`cast(given.number as integer)`,
        selected: 0,
        shot_id: null,
      })
      .whereRef('asset_versions.id', '=', 'given.id'),
)

for (const engine of engines) {
  if (flags.engine && flags.engine !== engine) continue
  await using cleanup = new AsyncDisposableStack()
  undoAtSignal(cleanup)
  const { copy, seed, database } = await seededPlaces(engine, cleanup)
  const place = await copy('tags')
  const db = await openDatabase(
    readSettings({ dataFolder: place.folder, databaseUrl: place.databaseUrl }, {}),
    () => {},
  )
  cleanup.defer(() => db.close())
  const { projectId } = seed.scenes[0]!
  const { id: sceneDbId } = (await db.first(findScene, { projectId }))!
  const found = await db.all(listIds, { limit: takes })
  for (let from = 0; from < found.length; from += 1000) {
    const rows = found.slice(from, from + 1000).map(({ id }, at) => {
      const own = [7, 11, 13].map((step) => `tag ${((from + at) * step) % tags}`)
      return { id, tags: JSON.stringify(['common', ...own]), number: 1_000_000 + from + at }
    })
    const given = { rows: JSON.stringify(rows), sceneDbId, projectId }
    await db.longTransaction((transaction) => transaction.run(gather, given))
  }
  const actor = { ...allOf(seed.userId), permissions: everyPermission }
  console.log(`${database}, ${found.length} takes of one film, ${tags} tags, four of each take`)

  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  const measured = async <T>(name: string, bar: number, work: () => Promise<T>): Promise<T> => {
    await sleep(200)
    loop.reset()
    const began = performance.now()
    const result = await work()
    const took = performance.now() - began
    await sleep(20)
    const held = loop.max / 1e6
    console.log(`  ${name}: ${took.toFixed(0)} ms, the event loop stood still for ${held.toFixed(0)} ms`)
    if (took > bar || held > bars.loop) process.exitCode = 1
    return result
  }
  const asked = { actor, projectId, limit: 100 }
  const alone = <R>(work: (rows: number) => Promise<R>) => work(1)
  for (const sort of ['name', 'count', 'name', 'count'] as const)
    await measured(`a page by ${sort}`, bars.page, () => browseTags(db, alone, { ...asked, sort }))
  await measured('what has “9” in it', bars.page, () =>
    browseTags(db, alone, { ...asked, sort: 'name', q: '9' }),
  )
  await measured('the colours', bars.page, () => listTagColors(db, actor, projectId))
  for (let left = 1; left > 0; ) {
    const answer = await measured('a thousand renamed', bars.part, () =>
      changeTags(db, (work) => work(16), actor, { projectId, from: ['common'], to: 'shared' }),
    )
    left = answer.left
  }
}
