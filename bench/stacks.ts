/**
 * What a page of a scene with thousands of takes costs, plain and stacked, without HTTP; and a capture into it.
 *
 *   node bench/stacks.ts [--takes 10000] [--shots 300] [--alone 0] [--rounds 40]
 *
 * `--alone`: how many of the takes have no shot.
 */
import { parseArgs } from 'node:util'
import type { BoardFilter, BoardOrder } from '@dailies/contract/board.ts'
import { capture } from '@dailies/contract/capture.ts'
import { workspaceFile } from '@dailies/contract/workspace.ts'
import pg from 'pg'
import { createUser } from '../server/accounts/create-user.ts'
import { browseScene } from '../server/assets/browse.ts'
import { ingest } from '../server/assets/ingest.ts'
import { readSettings } from '../server/config.ts'
import type { Database, Engine } from '../server/db/database.ts'
import { openDatabase } from '../server/db/open.ts'
import { syncBuiltInCatalogue } from '../server/platforms/catalogue.ts'
import { importWorkspace } from '../server/production/import-workspace.ts'
import { type Actor, allOf } from '../server/production/membership.ts'
import { listProjectsOfEditor, listScenesOfProject, listShotsOfScene } from '../server/production/queries.ts'
import { Shares } from '../server/shares.ts'
import { sampleCapture } from './captures.ts'
import { median } from './median.ts'
import { emptyPlace } from './places.ts'
import { table } from './table.ts'
import { undoAtSignal } from './undo-at-signal.ts'

const { values: flags } = parseArgs({
  options: {
    takes: { type: 'string', default: '10000' },
    shots: { type: 'string', default: '300' },
    alone: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '40' },
  },
})
const [takes, shots, alone, rounds] = [
  Number(flags.takes),
  Number(flags.shots),
  Number(flags.alone),
  Number(flags.rounds),
]
const sceneId = '001'
const atOnce = 50

const questions: [string, BoardFilter & { sort: BoardOrder }][] = [
  ['newest', { sort: 'newest' }],
  ['oldest', { sort: 'oldest' }],
  ['costliest', { sort: 'costliest' }],
  ['a third of them, newest', { sort: 'newest', status: 'GENERATED' }],
  ['none of them', { sort: 'newest', compareGroup: 'nobody' }],
]

for (const engine of ['sqlite', 'postgres'] as const) console.log(`${engine}\n\n${await measured(engine)}\n`)

async function measured(engine: Engine): Promise<string> {
  await using cleanup = new AsyncDisposableStack()
  undoAtSignal(cleanup)
  const { folder, databaseUrl } = await emptyPlace(engine, cleanup)
  const db = await openDatabase(
    readSettings({ dataFolder: folder, ...(databaseUrl && { databaseUrl }) }, {}),
    () => {},
  )
  cleanup.defer(() => db.close())
  const { actor, sceneDbId, microseconds } = await fill(db)
  if (databaseUrl) await settle(databaseUrl)
  const rows: string[][] = []
  for (const [name, question] of questions) {
    const cells: string[] = []
    for (const stacked of ['false', 'true'] as const) {
      const page = async (cursor?: string) => {
        const asked = performance.now()
        const asks = { sceneDbId, limit: 100, cursor, stacked, ...question }
        const { metadata } = await browseScene(db, actor, asks, (work) =>
          new Shares({ milliseconds: 20 }).take({ userId: actor.userId, hasLeft: () => false }, work),
        )
        return { took: performance.now() - asked, next: metadata.nextCursor ?? undefined }
      }
      const middle = (await page()).next
      const firsts: number[] = []
      const nexts: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        firsts.push((await page()).took)
        nexts.push((await page(middle ?? 'ffffffff-ffff-7fff-bfff-ffffffffffff')).took)
      }
      cells.push(...[firsts, nexts].map((times) => `${median(times).toFixed(1)} ms`))
    }
    rows.push([name, ...cells])
  }
  const head = ['', 'first page', 'next page', 'first, stacked', 'next, stacked']
  return `${table(head, rows)}\n\nA capture took ${microseconds} µs, ${atOnce} at once.`
}

/** As PostgreSQL does by itself after a while: what everyone sees is then counted in an index alone. */
async function settle(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

/** Of every second shot the third take is the winner. */
async function fill(db: Database): Promise<{ actor: Actor; sceneDbId: string; microseconds: number }> {
  await syncBuiltInCatalogue(db)
  const account = { email: 'bench@studio.example', name: 'Bench', password: 'correct horse battery' }
  const actor = allOf(await createUser(db, account))
  const shotList = Array.from({ length: shots }, (_, index) => ({ shotCode: `S${index}`, sortOrder: index }))
  const projects = [{ name: 'The Long Tide', status: 'PRODUCTION', scenes: [{ sceneId, shots: shotList }] }]
  await importWorkspace(db, actor, workspaceFile.parse({ projects }))
  const [project] = await db.all(listProjectsOfEditor, { userId: actor.userId })
  const [scene] = await db.all(listScenesOfProject, { projectId: project!.id })
  const ids = (await db.all(listShotsOfScene, { sceneDbId: scene!.id })).map(({ id }) => id)
  const began = performance.now()
  for (let take = 0; take < takes; take += atOnce) {
    const together = Array.from({ length: Math.min(atOnce, takes - take) }, (_, index) => {
      const number = take + index
      const shotId = number < alone ? undefined : ids[number % ids.length]
      const isWinner = number % 2 === 0 && Math.floor(number / ids.length) === 2
      return capture.parse({
        ...sampleCapture(number, { projectId: project!.id, sceneId }),
        costEstimateUsd: ((number * 7919) % 997) / 100,
        ...(shotId && { shotId }),
        ...(isWinner && { selected: true, status: undefined }),
      })
    })
    await Promise.all(together.map((one) => ingest(db, { actor, capture: one })))
  }
  const microseconds = Math.round(((performance.now() - began) * 1000) / takes)
  return { actor, sceneDbId: scene!.id, microseconds }
}
