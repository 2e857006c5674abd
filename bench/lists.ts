/**
 * What lists and cards cost as an installation grows, without HTTP: the median of rounds at each number of versions. Of a film that stays the
 * same, of 10,000 takes in 100 scenes, and of one that grows with the installation, up to a million takes in 100 scenes; of 60 days both.
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
import { listProjectNames } from '../server/production/project-queries.ts'
import { listScenesOfProject } from '../server/production/queries.ts'
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

const scenesOfFilm = 100
const shotsOfScene = 50
const mostOfFilm = 1_000_000

/** The film that stays the same, with the takes of a scene, beside so many versions of others. */
const same = { name: 'The Same Film', takes: 100 }

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
  const measurements: Measured[] = []
  for (const size of sizes) measurements.push(await measured(engine, size))
  for (const film of ['same', 'grown'] as const) {
    const columns = measurements.map((one) => one[film])
    const rows = [...columns[0]!.keys()].map((name) => {
      const taken = columns.map((column) => column.get(name)!)
      const grew = ofBoth((what) => taken.at(-1)![what] / taken[0]![what])
      return [name, ...[...taken, grew].map(written)]
    })
    const headings = ['', ...sizes.map((size) => size.toLocaleString('en')), 'last of first']
    console.log(`${engine}, ms (of the processor, without PostgreSQL's own), the ${film} film`)
    console.log(`\n${table(headings, rows)}\n`)
  }
}

/** Milliseconds of a clock, and those that this process had a processor: the same where nobody else wants one. */
interface Taken {
  time: number
  worked: number
}

type Measured = Record<'same' | 'grown', Map<string, Taken>>

function ofBoth(of: (what: keyof Taken) => number): Taken {
  return { time: of('time'), worked: of('worked') }
}

function written({ time, worked }: Taken): string {
  return `${time.toFixed(1)} (${worked.toFixed(1)})`
}

async function measured(engine: Engine, versions: number): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack()
  undoAtSignal(cleanup)
  const place = await placeOf(engine, versions, cleanup)
  const open = () => openDatabase(readSettings({ dataFolder: place.folder, ...place }, {}), () => {})
  if (!existsSync(join(place.folder, 'dailies.db'))) {
    const db = await open()
    await fill(db, versions)
    await db.close()
    const most = Math.min(versions, mostOfFilm) / scenesOfFilm
    await takesOfYears(place, { ofFilm: same.name, takes: same.takes, most })
  }
  const db = await open()
  cleanup.defer(() => db.close())
  const began = performance.now()
  await keepSums(db)
  const summed = ((performance.now() - began) / 1000).toFixed(1)
  console.error(`${engine}, ${versions}: summed up in ${summed} s`)
  if (place.databaseUrl) await executeAt(place, 'vacuum analyze')
  const actor = allOf((await db.first(findAnyUser, {}))!.id)
  const films = await db.all(listProjectNames, { userId: actor.userId })
  const times: Measured = { same: new Map(), grown: new Map() }
  for (const film of ['same', 'grown'] as const) {
    const { id: projectId } = films.find(({ name }) => (name === same.name) === (film === 'same'))!
    const sceneDbId = (await db.all(listScenesOfProject, { projectId })).at(-1)!.id
    for (const [name, ask] of questionsOf(db, actor, { projectId, sceneDbId })) {
      const rounds = await roundsOf(ask)
      const took = ofBoth((what) => median(rounds.map((round) => round[what])))
      times[film].set(name, took)
      console.error(`${engine}, ${versions}, ${film}: ${name} ${written(took)} ms`)
    }
  }
  return times
}

async function roundsOf(ask: () => Promise<unknown>): Promise<Taken[]> {
  const rounds: Taken[] = []
  for (let round = 0; round <= Number(flags.rounds); round += 1) {
    const [began, worked] = [performance.now(), process.cpuUsage()]
    await ask()
    const { user, system } = process.cpuUsage(worked)
    // The first reads from the disk.
    if (round > 0) rounds.push({ time: performance.now() - began, worked: (user + system) / 1000 })
  }
  return rounds
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
  const scenes = Array.from({ length: scenesOfFilm }, (_, index) => ({
    sceneId: String(index + 1),
    shots: Array.from({ length: shotsOfScene }, (_, shot) => ({ shotCode: `S${shot}`, sortOrder: shot })),
  }))
  const others = Array.from(
    { length: Math.ceil(versions / mostOfFilm) },
    (_, index) => `The Long Tide ${index}`,
  )
  for (const name of [...others, same.name]) {
    const projects = [{ name, status: 'PRODUCTION', scenes }]
    await importWorkspace(db, actor, workspaceFile.parse({ projects }))
  }
  const [project] = await db.all(listProjectNames, { userId: actor.userId })
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
