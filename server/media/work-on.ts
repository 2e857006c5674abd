import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { isoNow } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import {
  finishWork,
  insertMade,
  type LeasedBlob,
  listVersionsOfBlob,
  noteFacts,
  postponeWork,
} from './blob-queries.ts'
import { held, leaseMilliseconds } from './held.ts'
import { type Keeping, storeBlob } from './keep.ts'
import { findVersion, lockVersion, touchVersion } from './queries.ts'
import { type BlobFacts, refreshSummary } from './summary.ts'
import { nothingKnown } from './work/messages.ts'
import type { Made, Worked, Workshop } from './work/workshop.ts'

/** After so many tries, each of which ended with the process, nothing more is made of it. Any other end is no try. */
const mostAttempts = 10

/** Versions of a page: few enough that nobody waits long for its transaction. */
const pageSize = 100

/** Milliseconds until the next try where the store was away. */
const rest = 60_000

/** Looks into a blob, makes of it what there is to look at, and writes down both. The caller has its lease. */
export async function workOn(
  keeping: Keeping,
  workshop: Pick<Workshop, 'work'>,
  { leaseId, blob }: { leaseId: string; blob: LeasedBlob },
  onError: (error: unknown) => void,
): Promise<'done' | 'failed'> {
  const { db, store } = keeping
  const { hash, attempts } = blob
  const postpone = (by: number, { keepsLease }: { keepsLease: boolean }) =>
    db.transaction(async (transaction) => {
      const dueAt = (await databaseTime(transaction)) + by
      await transaction.run(postponeWork, { hash, leaseId, dueAt, keepsLease: Number(keepsLease) })
    })
  const renew = () => postpone(leaseMilliseconds, { keepsLease: true })
  const folder = await mkdtemp(join(store.incoming, 'work-'))
  try {
    const worked =
      attempts > mostAttempts
        ? { facts: unknowable, made: [] }
        : await held(renew, () => look(keeping, workshop, { hash, leaseId, folder }, onError), onError)
    await held(renew, () => writeDown(keeping, { hash, leaseId, ...worked, isAll: true }), onError)
    return 'done'
  } catch (error) {
    onError(error)
    await postpone(rest, { keepsLease: false })
    return 'failed'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const unknowable: BlobFacts = { ...nothingKnown, problem: 'It could not be looked into' }

async function look(
  keeping: Keeping,
  workshop: Pick<Workshop, 'work'>,
  { hash, leaseId, folder }: { hash: string; leaseId: string; folder: string },
  onError: (error: unknown) => void,
) {
  const copy = await keeping.store.localCopy(hash)
  if (!copy) return { facts: { ...unknowable, problem: 'Its bytes are missing in the store' }, made: [] }
  try {
    let written: Promise<void> | undefined
    // A copy for browsers takes minutes: what there is to see is shown before.
    const viewed = (worked: Worked) => {
      written = writeDown(keeping, { hash, leaseId, ...worked, isAll: false }).catch(onError)
    }
    const worked = await workshop.work(copy.path, folder, { proxy: true, viewed })
    await written
    return worked
  } finally {
    await copy.release()
  }
}

async function writeDown(
  keeping: Keeping,
  {
    hash,
    leaseId,
    facts,
    made,
    isAll,
  }: { hash: string; leaseId: string; facts: BlobFacts; made: readonly Made[]; isAll: boolean },
): Promise<void> {
  const { db } = keeping
  const files: (Made & { hash: string })[] = []
  for (const one of made) {
    const file = { ...one, hash: await hashOf(one.path) }
    await storeBlob(keeping, file, await factsOf(file))
    files.push(file)
  }
  const last = await db.longTransaction(async (transaction) => {
    const write = isAll ? finishWork : noteFacts
    if ((await transaction.run(write, { hash, leaseId, facts: JSON.stringify(facts) })) === 0)
      return undefined
    for (const { kind, hash: madeHash, width, height } of files) {
      await transaction.run(insertMade, { ofHash: hash, kind, hash: madeHash, width, height })
    }
    return tellPage(transaction, { hash, after: '' })
  })
  for (let after = last; after !== undefined; await turn()) {
    const from = after
    after = await db.longTransaction((transaction) => tellPage(transaction, { hash, after: from }))
  }
}

/** Of what was made. */
async function factsOf({ kind, path, type, width, height }: Made): Promise<BlobFacts> {
  const facts = { ...nothingKnown, type, width, height }
  if (kind !== 'waveform') return facts
  const chunks = await createReadStream(path, { end: 4095 }).toArray()
  return { ...facts, waveform: Buffer.concat(chunks).toString('base64') }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Tells the next versions that have it. Returns the last of them; undefined where there are no more. */
async function tellPage(
  transaction: Transaction,
  { hash, after }: { hash: string; after: string },
): Promise<string | undefined> {
  const versions = await transaction.all(listVersionsOfBlob, { hash, after, limit: pageSize })
  for (const { versionId } of versions) {
    await transaction.first(lockVersion, { id: versionId })
    await refreshSummary(transaction, versionId)
    await transaction.run(touchVersion, { id: versionId, now: isoNow() })
    const version = await transaction.first(findVersion, { id: versionId })
    if (!version) continue
    const { projectId, sceneDbId } = version
    transaction.changed({ kind: 'asset', projectId, sceneDbId, assetVersionId: versionId })
  }
  return versions.length < pageSize ? undefined : versions.at(-1)?.versionId
}
