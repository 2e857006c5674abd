/**
 * How long changes of 1,000 takes at once take, and for how long the event loop stands still meanwhile, on each database. Ends with 1
 * where a bar is missed.
 *
 *   node bench/changes.ts [--engine sqlite]
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  type AssetChange,
  type AssetChangeAnswer,
  mostChangedAtOnce,
} from '@dailies/contract/asset-change.ts'
import { everyPermission } from '@dailies/contract/permission.ts'
import { changeAssets } from '../server/assets/change-many.ts'
import { undoChange } from '../server/assets/undo-change.ts'
import { readSettings } from '../server/config.ts'
import { openDatabase } from '../server/db/open.ts'
import { isAmong, statement } from '../server/db/statement.ts'
import { allOf } from '../server/production/membership.ts'
import { engines } from '../server/test/engines.ts'
import { seededPlaces } from './places.ts'
import { undoAtSignal } from './undo-at-signal.ts'

const { values: flags } = parseArgs({ options: { engine: { type: 'string' } } })

/** Milliseconds, of one change and of the event loop. */
const bars = { change: 1000, loop: 50 }

const changes: AssetChange[] = [
  { kind: 'tags', addTags: ['harbour'] },
  { kind: 'rights', rightsState: 'RESTRICTED' },
  { kind: 'status', status: 'DRAFT' },
  { kind: 'status', status: 'GENERATED' },
  { kind: 'delete' },
]

/** The scene in which most of the film is not. */
const findFewest = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('asset_versions')
    .select('scene_id as sceneDbId')
    .where('project_id', '=', projectId)
    .groupBy('scene_id')
    .orderBy((order) => order.fn.countAll())
    .limit(1),
)

/** Characters of the tags of each take: as many as fit together, and as many as may be. */
const longTags = [450, 20_000]

const idsOfProject = statement((db, { projectId, limit }: { projectId: string; limit: number }) =>
  db.selectFrom('asset_versions').select('id').where('project_id', '=', projectId).orderBy('id').limit(limit),
)

const setTagsOfAll = statement((db, { ids, tags }: { ids: string; tags: string }, engine) =>
  db
    .updateTable('asset_versions')
    .set({ tags })
    .where(isAmong('id', ids, engine)),
)

/** A hundred with so many characters together, of two bytes each. */
function tagsOf(characters: number): string[] {
  return Array.from({ length: 100 }, (_, count) => `${count} `.padEnd(characters / 100, 'é'))
}

for (const engine of engines) {
  if (flags.engine && flags.engine !== engine) continue
  await using cleanup = new AsyncDisposableStack()
  undoAtSignal(cleanup)
  const { copy, seed, database } = await seededPlaces(engine, cleanup)
  const place = await copy('changes')
  const db = await openDatabase(
    readSettings({ dataFolder: place.folder, databaseUrl: place.databaseUrl }, {}),
    () => {},
  )
  cleanup.defer(() => db.close())
  const { projectId } = seed.scenes[0]!
  const rows = await db.all(idsOfProject, { projectId, limit: mostChangedAtOnce })
  const of = { ids: rows.map(({ id }) => id) }
  const actor = { ...allOf(seed.userId), permissions: everyPermission }
  console.log(`${database}, ${of.ids.length} takes of one film`)

  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  const measured = async (name: string, change: () => Promise<AssetChangeAnswer>) => {
    await sleep(200)
    loop.reset()
    const began = performance.now()
    const answer = await change()
    const took = performance.now() - began
    await sleep(20)
    const held = loop.max / 1e6
    console.log(
      `  ${name}: ${took.toFixed(0)} ms, the event loop stood still for ${held.toFixed(0)} ms, ${answer.changed} changed`,
    )
    if (took > bars.change || held > bars.loop) process.exitCode = 1
    return answer
  }
  const { sceneDbId } = (await db.first(findFewest, { projectId }))!
  for (const change of [...changes.slice(0, -1), { kind: 'scene', sceneDbId } as const, changes.at(-1)!]) {
    const name = Object.values(change).flat().join(' ')
    const { id } = await measured(name, () => changeAssets(db, actor, { projectId, of, change }))
    if (id === null) continue
    const undone = await measured(`undo ${name}`, () => undoChange(db, actor, id))
    // And again, for what comes after it.
    if (undone.id !== null && change.kind !== 'delete')
      await measured(`undo undo ${name}`, () => undoChange(db, actor, undone.id!))
  }
  for (const characters of longTags) {
    const tags = tagsOf(characters)
    const set = { ids: JSON.stringify(of.ids), tags: JSON.stringify(tags) }
    await db.longTransaction((transaction) => transaction.run(setTagsOfAll, set))
    const change: AssetChange = { kind: 'tags', addTags: ['harbour'], removeTags: tags.slice(0, 1) }
    const name = `tags of ${characters} characters each`
    const { id } = await measured(name, () => changeAssets(db, actor, { projectId, of, change }))
    if (id !== null) await measured(`undo ${name}`, () => undoChange(db, actor, id))
  }
}
