/**
 * What is done all day costs how much more beside very many old rows: events, deliveries with their attempts, and media that are kept. The
 * median of rounds at each number of each of these, without HTTP.
 *
 *   node bench/ageing.ts [--engine postgres] [--rows 100000,1000000,10000000] [--rounds 50]
 *
 * Of ten million PostgreSQL has 14 GB on the disk.
 */
import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { capture } from '@dailies/contract/capture.ts'
import { ingest } from '../server/assets/ingest.ts'
import { readSettings } from '../server/config.ts'
import type { Database, Engine } from '../server/db/database.ts'
import { openDatabase } from '../server/db/open.ts'
import { findDueWork } from '../server/lookout/queries.ts'
import { leaseFreshMedia } from '../server/media/waiting-queries.ts'
import { allOf } from '../server/production/membership.ts'
import { openSecretBox, type SecretBox } from '../server/secret-box.ts'
import { listDeliveries } from '../server/webhooks/deliveries.ts'
import { readFeed } from '../server/webhooks/feed.ts'
import { prune } from '../server/webhooks/prune.ts'
import { sampleCapture } from './captures.ts'
import { median } from './median.ts'
import { executeAt, type Place, queryAt, type SeededPlaces, seededPlaces } from './places.ts'
import type { Seed } from './seed.ts'
import { table } from './table.ts'
import { undoAtSignal } from './undo-at-signal.ts'
import { addWebhook, betweenClaims, claimOne } from './webhook-claims.ts'

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string' },
    rows: { type: 'string', default: '100000,1000000,10000000' },
    rounds: { type: 'string', default: '50' },
  },
})
const sizes = flags.rows.split(',').map(Number)
const rounds = Number(flags.rounds)

const year = 365 * 24 * 60 * 60 * 1000
/** Later than each old row. */
const now = Date.now()
const prunedAtOnce = 1000

for (const engine of ['postgres', 'sqlite'] as const) {
  if (flags.engine && flags.engine !== engine) continue
  await using cleanup = new AsyncDisposableStack()
  undoAtSignal(cleanup)
  const places = await seededPlaces(engine, cleanup)
  const columns: Map<string, number>[] = []
  for (const rows of sizes) columns.push(await measured(engine, places, rows))
  const shown = [...columns[0]!.keys()].map((name) => {
    const taken = columns.map((column) => column.get(name)!)
    return [name, ...[...taken, taken.at(-1)! / taken[0]!].map((value) => value.toFixed(2))]
  })
  const headings = ['ms', ...sizes.map((size) => size.toLocaleString('en')), 'last of first']
  console.log(`${places.database}\n\n${table(headings, shown)}\n`)
}

async function measured(engine: Engine, { seed, copy }: SeededPlaces, rows: number) {
  const place = await copy(`ageing-${rows}`)
  const settings = readSettings({ dataFolder: place.folder, databaseUrl: place.databaseUrl }, {})
  const secretBox = openSecretBox(settings)
  const db = await openDatabase(settings, () => {})
  try {
    const webhookId = await addWebhook(db, seed, secretBox)
    const before = await bytesOf(place)
    await fill(engine, place, { rows, seed, webhookId })
    const bytes = ((await bytesOf(place)) - before) / rows
    console.error(`${engine}, ${rows} of each: ${bytes.toFixed(0)} bytes on the disk for one of each`)
    const times = new Map<string, number>()
    for (const [name, ask] of questionsOf(db, { seed, secretBox, webhookId, rows })) {
      const each: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now()
        await ask(round)
        each.push(performance.now() - began)
      }
      times.set(name, median(each))
      console.error(`${engine}, ${rows}: ${name} ${median(each).toFixed(2)} ms`)
    }
    return times
  } finally {
    await db.close()
  }
}

/** So many of each, of the year until now, in the projects in turn. */
async function fill(
  engine: Engine,
  place: Place,
  { rows, seed, webhookId }: { rows: number; seed: Seed; webhookId: string },
): Promise<void> {
  const isSqlite = engine === 'sqlite'
  const numbers = isSqlite
    ? `(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows}) select i from n) as n`
    : `generate_series(1, ${rows}) as n (i)`
  const hex = (number: string) =>
    isSqlite ? `printf('%012x', ${number})` : `lpad(to_hex(cast(${number} as bigint)), 12, '0')`
  const time = hex(`${now - year} + cast(i as bigint) * ${Math.floor(year / rows)}`)
  const id = `substr(${time}, 1, 8) || '-' || substr(${time}, 9, 4) || '-7000-8000-' || ${hex('i')}`
  const projects = [...new Set(seed.scenes.map(({ projectId }) => projectId))]
  const project = `case i % ${projects.length} ${projects.map((one, index) => `when ${index} then '${one}'`).join(' ')} end`
  const data = `'{"assetVersionId":"' || ${id} || '","projectId":"any","prompt":"a lighthouse keeper climbs the iron stairs"}'`
  const statements = [
    `insert into events (id, user_id, event, project_id, created_at, data, position)
      select ${id}, '${seed.userId}', 'asset.created', ${project}, '2026-01-01T00:00:00.000Z', ${data}, i from ${numbers}`,
    `update installation set feed_position = ${rows}`,
    `insert into deliveries (webhook_id, event_id, status, attempt_count, retry_count, response_code)
      select '${webhookId}', ${id}, 'Delivered', 1, 0, 204 from ${numbers}`,
    `insert into attempts (webhook_id, event_id, number, started_at, duration_ms, outcome, response_code)
      select '${webhookId}', ${id}, 1, '2026-01-01T00:00:00.000Z', 40, 'delivered', 204 from ${numbers}`,
    `insert into version_media (version_id, kind, project_id, state, bytes)
      select ${id}, 'original', ${project}, 'kept', 1000000 + i % 1000 from ${numbers}`,
  ]
  for (const statement of statements) await executeAt(place, statement)
  await executeAt(place, isSqlite ? 'analyze' : 'vacuum analyze')
}

async function bytesOf(place: Place): Promise<number> {
  if (place.databaseUrl) return Number(await queryAt(place, 'select pg_database_size(current_database())'))
  const path = join(place.folder, 'dailies.db')
  const database = new DatabaseSync(path)
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  return statSync(path).size
}

function questionsOf(
  db: Database,
  { seed, secretBox, webhookId, rows }: { seed: Seed; secretBox: SecretBox; webhookId: string; rows: number },
): [string, (round: number) => Promise<unknown>][] {
  const actor = allOf(seed.userId)
  const sealedBy = `${secretBox.prefix}%`
  const perRow = Math.floor(year / rows)
  const leaseId = randomUUID()
  return [
    [
      'a capture, of which a webhook hears',
      (round) => ingest(db, { actor, capture: capture.parse(sampleCapture(round, seed.scenes[round]!)) }),
    ],
    [
      'an attempt of a delivery, begun and ended',
      (round) => claimOne(db, { id: leaseId, sealedBy }, Date.now() + round * betweenClaims),
    ],
    [
      'whether anything is due',
      () => db.first(findDueWork, { now: Date.now(), sealedBy, films: 1, fetches: 1 }),
    ],
    [
      'media to be fetched',
      () => {
        const lease = { now: Date.now(), limit: 6, leaseId, until: Date.now() }
        return db.transaction((transaction) => transaction.all(leaseFreshMedia, lease))
      },
    ],
    ['the newest 100 of the feed', () => readFeed(db, actor, { since: rows - 100, limit: 100 })],
    [
      '100 of the feed from anywhere',
      (round) => readFeed(db, actor, { since: Math.floor((rows * round) / rounds), limit: 100 }),
    ],
    [
      'the newest 100 of the log',
      () => listDeliveries(db, actor, { webhookId, status: undefined, before: '~', limit: 100 }),
    ],
    [
      `${prunedAtOnce} old deliveries and events removed`,
      (round) => prune(db, now - year + (round + 1) * prunedAtOnce * perRow),
    ],
  ]
}
