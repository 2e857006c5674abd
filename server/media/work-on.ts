import { createReadStream } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import {
  finishWork,
  insertMade,
  type LeasedBlob,
  listAttachmentsOfBlob,
  listVersionsOfBlob,
  noteFacts,
  postponeWork,
} from './blob-queries.ts'
import { wantCredentials } from './credential-queries.ts'
import { hashOfFile } from './hash-of-file.ts'
import { type Keeping, storeBlob } from './keep.ts'
import { workLeased } from './leased-work.ts'
import { partsOfLook } from './look-parts.ts'
import { setLook } from './look-queries.ts'
import { findVersion, lockVersion, touchVersion } from './queries.ts'
import { type BlobFacts, refreshSummary } from './summary.ts'
import { nothingKnown } from './work/messages.ts'
import type { Made, Worked, Workshop } from './work/workshop.ts'

/** After so many tries, each of which ended with the process, nothing more is made of it. Any other end is no try. */
const mostAttempts = 10

/** Versions of a page: few enough that nobody waits long for its transaction. */
const pageSize = 100

/** Looks into a blob, makes of it what there is to look at, and writes down both. The caller has its lease. */
export async function workOn(
  keeping: Keeping,
  workshop: Pick<Workshop, 'work'>,
  { leaseId, blob }: { leaseId: string; blob: LeasedBlob },
  onError: (error: unknown) => void,
): Promise<'done' | 'failed'> {
  const { hash, attempts } = blob
  return await workLeased(
    keeping,
    {
      name: 'work',
      postpone: (transaction, until) => transaction.run(postponeWork, { hash, leaseId, ...until }),
      work: async (folder) => {
        const worked =
          attempts > mostAttempts
            ? { facts: unknowable, made: [] }
            : await look(keeping, workshop, { hash, leaseId, folder }, onError)
        await writeDown(keeping, { hash, leaseId, ...worked, isAll: true })
      },
    },
    onError,
  )
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
    look,
    isAll,
  }: { hash: string; leaseId: string; facts: BlobFacts; isAll: boolean } & Pick<Worked, 'made' | 'look'>,
): Promise<void> {
  const { db } = keeping
  const files: (Made & { hash: string })[] = []
  for (const one of made) {
    const file = { ...one, hash: await hashOfFile(one.path) }
    await storeBlob(keeping, file, await factsOf(file))
    files.push(file)
  }
  const last = await db.longTransaction(async (transaction) => {
    const write = isAll ? finishWork : noteFacts
    if ((await transaction.run(write, { hash, leaseId, facts: JSON.stringify(facts) })) === 0)
      return undefined
    if (isAll) {
      const now = await databaseTime(transaction)
      const trust = keeping.trusted?.digest ?? ''
      await transaction.run(wantCredentials, { hashes: JSON.stringify([hash]), trust, now })
    }
    if (isAll || look) await transaction.run(setLook, { hash, ...partsOfLook(look ?? null) })
    for (const { kind, hash: madeHash, width, height } of files) {
      await transaction.run(insertMade, { ofHash: hash, kind, hash: madeHash, width, height })
    }
    return tellPage(transaction, { hash, after: '' })
  })
  for (let after = last; after !== undefined; await turn()) {
    const from = after
    after = await db.longTransaction((transaction) => tellPage(transaction, { hash, after: from }))
  }
  await tellComments(db, hash)
}

/** Tells of the comments that have it, by and by. */
async function tellComments(db: Database, hash: string): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; await turn()) {
    const from: string = after
    const page = await db.all(listAttachmentsOfBlob, { hash, after: from, limit: pageSize })
    const taken = page.filter(({ commentId }) => commentId !== null)
    const versions = new Map(taken.map((one) => [one.assetVersionId, one]))
    if (versions.size > 0) {
      await db.transaction(async (transaction) => {
        for (const { projectId, sceneDbId, assetVersionId } of versions.values()) {
          transaction.changed({ kind: 'comment', projectId, sceneDbId, assetVersionId })
        }
      })
    }
    after = page.length < pageSize ? undefined : page.at(-1)?.id
  }
}

/** Of what was made. */
async function factsOf({ kind, path, type, width, height }: Made): Promise<BlobFacts> {
  const facts = { ...nothingKnown, type, width, height }
  if (kind !== 'waveform') return facts
  const chunks = await createReadStream(path, { end: 4095 }).toArray()
  return { ...facts, waveform: Buffer.concat(chunks).toString('base64') }
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
