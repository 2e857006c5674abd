/**
 * What lists and cards cost as an installation grows, without HTTP: the median of rounds at each number of versions. A scene has 10,000
 * takes of 60 days, a film up to 100 scenes.
 *
 *   node bench/lists.ts [--engine sqlite] [--versions 10000,100000,1000000] [--rounds 9] [--keep FOLDER]
 *
 * `--keep`: where databases of SQLite are left, and found again by the next run: of ten million versions it has 20 GB.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { capture } from '@dailies/contract/capture.ts'
import { workspaceFile } from '@dailies/contract/workspace.ts'
import { createUser } from '../server/accounts/create-user.ts'
import { findAnyUser } from '../server/accounts/queries.ts'
import { browseScene } from '../server/assets/browse.ts'
import { listChangeSets } from '../server/assets/change-sets.ts'
import { listChanges } from '../server/assets/changes.ts'
import { listFacets } from '../server/assets/facets.ts'
import { ingest } from '../server/assets/ingest.ts'
import { readSettings } from '../server/config.ts'
import type { Database, Engine } from '../server/db/database.ts'
import { openDatabase } from '../server/db/open.ts'
import { plainAddress } from '../server/media/summary.ts'
import { syncBuiltInCatalogue } from '../server/platforms/catalogue.ts'
import { browseProjects } from '../server/production/browse-projects.ts'
import { browseScenes } from '../server/production/browse-scenes.ts'
import { importWorkspace } from '../server/production/import-workspace.ts'
import { keepSums } from '../server/production/keep-sums.ts'
import { type Actor, allOf } from '../server/production/membership.ts'
import { progressOf } from '../server/production/progress.ts'
import { listProjectsOfEditor, listScenesOfProject } from '../server/production/queries.ts'
import { spentOf } from '../server/production/spending.ts'
import { filmsReportOf } from '../server/reports/films-report.ts'
import { reportOf } from '../server/reports/report.ts'
import { listTrash } from '../server/trash/list-trash.ts'
import { sampleCapture } from './captures.ts'
import { takesOfYears } from './large-film.ts'
import { median } from './median.ts'
import { emptyPlace, executeAt, type Place } from './places.ts'
import { table } from './table.ts'
import { undoAtSignal } from './undo-at-signal.ts'

const takesOfScene = 10_000
const mostScenes = 100
const shotsOfScene = 50

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string' },
    versions: { type: 'string', default: '10000,100000,1000000' },
    rounds: { type: 'string', default: '9' },
    keep: { type: 'string' },
  },
})
const sizes = flags.versions.split(',').map(Number)

for (const engine of ['sqlite', 'postgres'] as const) {
  if (flags.engine && flags.engine !== engine) continue
  const columns: Map<string, number>[] = []
  for (const size of sizes) columns.push(await measured(engine, size))
  const names = [...columns[0]!.keys()]
  const rows = names.map((name) => [name, ...columns.map((column) => column.get(name)!.toFixed(1))])
  console.log(`${engine}, ms\n\n${table(['', ...sizes.map((size) => size.toLocaleString('en'))], rows)}\n`)
}

async function measured(engine: Engine, versions: number): Promise<Map<string, number>> {
  await using cleanup = new AsyncDisposableStack()
  undoAtSignal(cleanup)
  const place = await placeOf(engine, versions, cleanup)
  const open = () => openDatabase(readSettings({ dataFolder: place.folder, ...place }, {}), () => {})
  if (!existsSync(join(place.folder, 'dailies.db'))) {
    const db = await open()
    await fill(db, versions)
    await db.close()
    await takesOfYears(place, takesOfScene)
  }
  const db = await open()
  cleanup.defer(() => db.close())
  const began = performance.now()
  await keepSums(db)
  const summed = ((performance.now() - began) / 1000).toFixed(1)
  console.error(`${engine}, ${versions}: summed up in ${summed} s`)
  if (place.databaseUrl) await executeAt(place, 'vacuum analyze')
  const actor = allOf((await db.first(findAnyUser, {}))!.id)
  const [film] = await db.all(listProjectsOfEditor, { userId: actor.userId })
  const projectId = film!.id
  const sceneDbId = (await db.all(listScenesOfProject, { projectId })).at(-1)!.id
  const questions = questionsOf(db, actor, { projectId, sceneDbId })
  const times = new Map<string, number>()
  for (const [name, ask] of questions) {
    const took: number[] = []
    for (let round = 0; round <= Number(flags.rounds); round += 1) {
      const began = performance.now()
      await ask()
      // The first reads from the disk.
      if (round > 0) took.push(performance.now() - began)
    }
    times.set(name, median(took))
    console.error(`${engine}, ${versions}: ${name} ${median(took).toFixed(1)} ms`)
  }
  return times
}

async function placeOf(engine: Engine, versions: number, cleanup: AsyncDisposableStack): Promise<Place> {
  if (engine === 'postgres' || flags.keep === undefined) return emptyPlace(engine, cleanup)
  return { folder: join(flags.keep, String(versions)) }
}

/** Films with their scenes and shots, and one take, for others to be like. */
async function fill(db: Database, versions: number): Promise<void> {
  await syncBuiltInCatalogue(db)
  const account = { email: 'bench@studio.example', name: 'Bench', password: 'correct horse battery' }
  const actor = allOf(await createUser(db, account))
  const scenes = versions / takesOfScene
  for (let made = 0; made < scenes; made += mostScenes) {
    const ofFilm = Array.from({ length: Math.min(mostScenes, scenes - made) }, (_, index) => ({
      sceneId: String(index + 1),
      shots: Array.from({ length: shotsOfScene }, (_, shot) => ({ shotCode: `S${shot}`, sortOrder: shot })),
    }))
    const projects = [{ name: `The Long Tide ${made}`, status: 'PRODUCTION', scenes: ofFilm }]
    await importWorkspace(db, actor, workspaceFile.parse({ projects }))
  }
  const [project] = await db.all(listProjectsOfEditor, { userId: actor.userId })
  const projectId = project!.id
  await ingest(db, { actor, capture: capture.parse(sampleCapture(0, { projectId, sceneId: '1' })) })
}

function questionsOf(
  db: Database,
  actor: Actor,
  { projectId, sceneDbId }: { projectId: string; sceneDbId: string },
): [string, () => Promise<unknown>][] {
  const step = <T>(work: (rows: number) => Promise<T>) => work(4096)
  const since = new Date(Date.now() - 60_000).toISOString()
  const board = (filter: object) =>
    browseScene(db, actor, { sceneDbId, sort: 'newest', limit: 100, ...filter }, (work) => work(step))
  const trash = { keepDeleted: 1e9, addressOf: plainAddress }
  return [
    ['projects', () => browseProjects(db, actor, { limit: 30 })],
    ['scene cards', () => browseScenes(db, actor, { projectId, limit: 100 }, plainAddress)],
    ['board, all', () => board({})],
    ['board, of a status', () => board({ status: 'GENERATED' })],
    ['facets', () => listFacets(db, step, { actor, sceneDbId })],
    ['changes', () => listChanges(db, actor, { sceneDbId, since, limit: 100, addressOf: plainAddress })],
    ['trash', () => listTrash(db, actor, { projectId, limit: 100 }, trash)],
    ['change sets', () => listChangeSets(db, actor, { projectId, limit: 30 })],
    ['progress', () => progressOf(db, actor, { projectId, weeks: 12 })],
    ['spent', () => spentOf(db, projectId)],
    ['report of a film', () => reportOf(db, step, { projectId })],
    ['report of 30 days', () => reportOf(db, step, { projectId, from: daysAgo(30), to: daysAgo(0) })],
    ['report of all films', () => filmsReportOf(db, step, { actor, limit: 100 })],
  ]
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
}
