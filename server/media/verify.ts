import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Connection } from '../db/database.ts'
import { listAttachmentsOfBlob, listBlobs, listVersionsOfBlob } from './blob-queries.ts'
import type { Store } from './store.ts'

const pageSize = 200
const mostVersions = 10

/** A blob that is not what it should be. */
export interface Damage {
  hash: string
  problem: 'missing' | 'rotten'
  /** Ids of versions that have it, or of which a comment has it, up to ten. */
  versions: string[]
}

/**
 * Reads every blob that the database knows, and tells of each that is missing or has other bytes than its name says. `isQuick` only looks
 * whether each is there and as long as it was.
 */
export async function verifyMedia(
  { db, store }: { db: Connection; store: Store },
  {
    isQuick,
    tell,
    progress = () => {},
  }: {
    isQuick: boolean
    tell: (damage: Damage) => void
    progress?: (done: { blobs: number; bytes: number }) => void
  },
): Promise<{ blobs: number; bytes: number; damaged: number }> {
  const done = { blobs: 0, bytes: 0, damaged: 0 }
  for (let after = ''; ; ) {
    const page = await db.all(listBlobs, { after, limit: pageSize })
    for (const { hash, bytes, keptAt } of page) {
      if (keptAt === null) continue
      const problem = await problemOf(store, { hash, bytes }, isQuick)
      done.blobs += 1
      done.bytes += bytes
      if (problem) {
        done.damaged += 1
        tell({ hash, problem, versions: await someVersionsOf(db, hash) })
      }
      progress(done)
    }
    const last = page.at(-1)
    if (!last) return done
    after = last.hash
  }
}

async function someVersionsOf(db: Connection, hash: string): Promise<string[]> {
  const some = { hash, after: '', limit: mostVersions }
  const [media, attachments] = await Promise.all([
    db.all(listVersionsOfBlob, some),
    db.all(listAttachmentsOfBlob, some),
  ])
  const ids = [
    ...media.map(({ versionId }) => versionId),
    ...attachments.map(({ assetVersionId }) => assetVersionId),
  ]
  return [...new Set(ids)].slice(0, mostVersions)
}

async function problemOf(
  store: Store,
  { hash, bytes }: { hash: string; bytes: number },
  isQuick: boolean,
): Promise<Damage['problem'] | undefined> {
  const size = await store.size(hash)
  if (size === undefined) return 'missing'
  if (size !== bytes) return 'rotten'
  if (isQuick) return undefined
  return (await hasItsBytes(store, hash)) ? undefined : 'rotten'
}

/** Whether the bytes of a blob are those that its name says. */
async function hasItsBytes(store: Store, hash: string): Promise<boolean> {
  const stream = await store.read(hash)
  if (!stream) return false
  const digest = createHash('sha256')
  await pipeline(stream, digest)
  return digest.digest('hex') === hash
}
