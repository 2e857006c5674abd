import { randomUUID } from 'node:crypto'
import { newWebhook } from '@dailies/contract/webhook.ts'
import { readSettings } from '../server/config.ts'
import type { Database } from '../server/db/database.ts'
import { openDatabase } from '../server/db/open.ts'
import { AllowedAddresses } from '../server/outside/allowed-addresses.ts'
import { allOf } from '../server/production/membership.ts'
import { openSecretBox, type SecretBox } from '../server/secret-box.ts'
import { beginAttempt, leaseMilliseconds } from '../server/webhooks/begin-attempt.ts'
import { createWebhook } from '../server/webhooks/create.ts'
import { findDueWebhook, leaseDueWebhooks, releaseWebhook } from '../server/webhooks/delivery-queries.ts'
import { finishAttempt } from '../server/webhooks/finish-attempt.ts'
import { executeAt, type Place, type SeededPlaces } from './places.ts'
import type { Seed } from './seed.ts'

const queued = 100_000
const claims = 50
/** How many webhooks a worker leases at once. */
const mostAtOnce = 512
/** Each claim is so much later than the one before, by a clock of its own, that the rate limit lets it through. */
export const betweenClaims = 11_000
const delivered = {
  outcome: 'delivered',
  responseCode: 204,
  error: null,
  answer: null,
  durationMs: 1,
} as const

export interface Claims {
  webhooks: number
  /** Whether the database has statistics of the queue. */
  analyzed: boolean
  /** Milliseconds that each claim took. */
  lease: number[]
  begin: number[]
}

/** How long a worker takes to get its next attempt out of 100,000 queued deliveries, spread over the webhooks. */
export async function measureClaims({ seed, copy }: SeededPlaces, webhooks: number): Promise<Claims[]> {
  const place = await copy(`webhooks-claim-${webhooks}`)
  const secretBox = openSecretBox(settingsOf(place))
  await addAll(place, seed, secretBox, webhooks)
  await executeAt(place, eventsSql(seed, queued / webhooks))
  await executeAt(place, deliveriesSql())
  const without = await claimAll(place, secretBox)
  await executeAt(place, place.databaseUrl ? 'vacuum analyze' : 'analyze')
  const analyzed = await claimAll(place, secretBox)
  return [
    { webhooks, analyzed: false, ...without },
    { webhooks, analyzed: true, ...analyzed },
  ]
}

function settingsOf({ folder, databaseUrl }: Place) {
  return readSettings({ dataFolder: folder, databaseUrl }, {})
}

async function addAll(place: Place, seed: Seed, secretBox: SecretBox, count: number): Promise<void> {
  await using db = await open(place)
  for (let number = 0; number < count; number += 1) await addWebhook(db, seed, secretBox)
}

/** One that hears of each capture; nothing is sent to it. Its id. */
export async function addWebhook(db: Database, { userId }: Seed, secretBox: SecretBox): Promise<string> {
  const rules = { development: true, addresses: new AllowedAddresses(['127.0.0.0/8']) }
  const settings = newWebhook.parse({ url: 'http://127.0.0.1/never-sent', events: ['asset.created'] })
  return (await createWebhook(db, allOf(userId), settings, { rules, secretBox })).id
}

async function open(place: Place): Promise<Database & AsyncDisposable> {
  const db = await openDatabase(settingsOf(place), () => {})
  return { ...db, [Symbol.asyncDispose]: () => db.close() }
}

/** Of a project that the user is in: of others nothing is sent. */
function eventsSql({ userId, scenes }: Seed, count: number): string {
  return `
    insert into events (id, user_id, event, project_id, created_at, data)
    with recursive numbers (number) as (
      select 1 union all select number + 1 from numbers where number < ${count}
    )
    select 'queued-' || (1000000 + number), '${userId}', 'asset.created', '${scenes[0]!.projectId}', '${new Date().toISOString()}',
      '{"assetVersionId":"any","projectId":"any","prompt":"a lighthouse keeper climbs the iron stairs"}'
    from numbers`
}

/** Each of those events is due for every webhook. */
function deliveriesSql(): string {
  return `
    insert into deliveries (webhook_id, event_id, status, due_at, attempt_count, retry_count)
    select webhooks.id, events.id, 'Pending', ${Date.now()}, 0, 0
    from events cross join webhooks where events.id like 'queued-%' order by events.id, webhooks.id`
}

async function claimAll(place: Place, secretBox: SecretBox): Promise<{ lease: number[]; begin: number[] }> {
  await using db = await open(place)
  const worker = { id: randomUUID(), sealedBy: `${secretBox.prefix}%` }
  const times = { lease: [] as number[], begin: [] as number[] }
  for (let claim = 0; claim < claims; claim += 1) {
    const time = await claimOne(db, worker, Date.now() + claim * betweenClaims)
    times.lease.push(time.lease)
    times.begin.push(time.begin)
  }
  return times
}

/** What a worker does (server/webhooks/worker.ts) until it can send; then, unmeasured, delivers and lets all go. */
export async function claimOne(db: Database, worker: { id: string; sealedBy: string }, now: number) {
  const start = performance.now()
  const leased = await lease(db, worker, now)
  const afterLease = performance.now()
  const begun = await beginAttempt(db, { webhookId: leased[0]!, leaseId: worker.id, clock: () => now })
  const end = performance.now()
  if (!begun) throw new Error('Nothing was claimed')
  await finishAttempt(
    db,
    { begun, posted: delivered, clock: () => now },
    { pauseAfter: Number.POSITIVE_INFINITY },
  )
  await db.transaction(async (transaction) => {
    for (const id of leased) await transaction.run(releaseWebhook, { id, leaseId: worker.id, resumeAt: 0 })
  })
  return { lease: afterLease - start, begin: end - afterLease }
}

async function lease(db: Database, worker: { id: string; sealedBy: string }, now: number): Promise<string[]> {
  const { id: leaseId, sealedBy } = worker
  await db.first(findDueWebhook, { now, sealedBy })
  const lease = { now, sealedBy, limit: mostAtOnce, leaseId, until: now + leaseMilliseconds }
  const leased = await db.transaction((transaction) => transaction.all(leaseDueWebhooks, lease))
  return leased.map(({ id }) => id)
}
