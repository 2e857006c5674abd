import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import {
  beginRemoval,
  deleteMadeOf,
  endRemoval,
  insertRemoval,
  listKnownBlobs,
  listUnusedBlobs,
  renewRemoval,
} from './blob-queries.ts'
import { held } from './held.ts'
import type { Store, StoredBlob } from './store.ts'
import { deleteUpload, findUpload, listOldUploads } from './upload-queries.ts'
import { addUsage, installation } from './usage-queries.ts'

const day = 24 * 60 * 60_000

/** Milliseconds for which what nobody refers to stays: somebody may be about to. */
const grace = day

/** For which an upload may rest before it is gone on with. */
const graceOfUploads = 7 * day

/**
 * How long a removal counts that was renewed last: longer than a store may still come to it after whoever asked has given up. Until
 * then nobody may send the same file, where whoever removes it was killed.
 */
const removalMilliseconds = 5 * 60_000

const pageSize = 200
const restBetweenPages = 20

/** What is not needed, or was not. */
export interface Pruned {
  /** Blobs that nothing refers to. */
  blobs: number
  bytes: number
  /** Files in the store of which the database knows nothing. */
  strays: number
  strayBytes: number
  /** Uploads that nobody went on with. */
  uploads: number
}

export interface Place {
  db: Database
  store: Store
}

/**
 * Removes what no version refers to, neither one that is there nor one that is deleted and can be restored; safe beside uploads. A `dryRun`
 * only says what it would remove.
 */
export async function pruneMedia(
  place: Place,
  { dryRun = false, isStopping = () => false }: { dryRun?: boolean; isStopping?: () => boolean } = {},
): Promise<Pruned> {
  const pruned: Pruned = { blobs: 0, bytes: 0, strays: 0, strayBytes: 0, uploads: 0 }
  const options = { dryRun, isStopping }
  await pruneUploads(place, options, pruned)
  await pruneBlobs(place, options, pruned)
  await pruneStrays(place, options, pruned)
  if (!dryRun && !isStopping()) await place.store.clean(grace)
  return pruned
}

interface Options {
  dryRun: boolean
  isStopping: () => boolean
}

async function pruneUploads({ db, store }: Place, { dryRun, isStopping }: Options, pruned: Pruned) {
  const before = (await databaseTime(db)) - graceOfUploads
  for await (const { upload, writtenAt } of store.listParts()) {
    if (isStopping()) return
    if (writtenAt >= before || (await db.first(findUpload, { id: upload }))) continue
    pruned.uploads += 1
    if (!dryRun) await store.removeParts(upload)
  }
  for (;;) {
    const old = await db.all(listOldUploads, { before, limit: pageSize })
    pruned.uploads += old.length
    if (dryRun || old.length === 0 || isStopping()) return
    for (const { id } of old) {
      await store.removeParts(id)
      await db.transaction((transaction) => transaction.run(deleteUpload, { id }))
    }
  }
}

/** Until a round finds none: with a blob goes what was made of it. */
async function pruneBlobs(place: Place, options: Options, pruned: Pruned): Promise<void> {
  const { db } = place
  const { dryRun, isStopping } = options
  for (let found = -1; found !== 0 && !isStopping(); ) {
    found = 0
    const before = (await databaseTime(db)) - grace
    for (let after = ''; !isStopping(); await sleep(restBetweenPages)) {
      const page = await db.all(listUnusedBlobs, { before, after, limit: pageSize })
      for (const { hash, bytes, keptAt } of page) {
        if (!dryRun && !(await removeBlob(place, { hash, bytes, keptAt }, before))) continue
        found += 1
        pruned.blobs += 1
        pruned.bytes += bytes
      }
      const last = page.at(-1)
      if (!last) break
      after = last.hash
    }
    if (dryRun) return
  }
}

/** Removes a blob that nothing refers to, and nobody has meant to since `before`. Returns whether that was so. */
export async function removeBlob(
  { db, store }: Place,
  { hash, bytes, keptAt }: { hash: string; bytes: number; keptAt: string | null },
  before: number,
): Promise<boolean> {
  const isOurs = await db.transaction(async (transaction) => {
    const until = (await databaseTime(transaction)) + removalMilliseconds
    if ((await transaction.run(beginRemoval, { hash, before, until })) === 0) return false
    if (keptAt !== null)
      await transaction.run(addUsage, { projectId: installation, files: -1, bytes: -bytes })
    return true
  })
  if (!isOurs) return false
  await removeFile({ db, store }, hash)
  return true
}

/** Of a blob whose removal has begun. */
async function removeFile({ db, store }: Place, hash: string): Promise<void> {
  const renew = () =>
    db.transaction(async (transaction) => {
      const until = (await databaseTime(transaction)) + removalMilliseconds
      return (await transaction.run(renewRemoval, { hash, until })) > 0
    })
  // One that failed is renewed soon, and the end asks once more.
  await held(
    renew,
    () => store.remove(hash),
    () => {},
  )
  await db.transaction(async (transaction) => {
    const until = (await databaseTime(transaction)) + removalMilliseconds
    // Its row is locked from here on.
    if ((await transaction.run(renewRemoval, { hash, until })) === 0) return
    await transaction.run(deleteMadeOf, { hash })
    await transaction.run(endRemoval, { hash })
  })
}

/** What a process that was killed has put into the store and told nobody of. */
async function pruneStrays({ db, store }: Place, options: Options, pruned: Pruned): Promise<void> {
  const { dryRun, isStopping } = options
  const before = (await databaseTime(db)) - grace
  const removeUnknown = async (files: StoredBlob[]) => {
    const hashes = JSON.stringify(files.map(({ hash }) => hash))
    const known = new Set((await db.all(listKnownBlobs, { hashes })).map(({ hash }) => hash))
    for (const { hash, bytes } of files) {
      if (isStopping()) return
      if (known.has(hash)) continue
      // Somebody may be sending it just now.
      if (!dryRun && !(await removeStray({ db, store }, { hash, bytes }))) continue
      pruned.strays += 1
      pruned.strayBytes += bytes
    }
  }
  let page: StoredBlob[] = []
  for await (const file of store.list()) {
    if (isStopping()) return
    if (file.writtenAt < before) page.push(file)
    if (page.length < pageSize) continue
    await removeUnknown(page)
    page = []
  }
  await removeUnknown(page)
}

async function removeStray(
  { db, store }: Place,
  { hash, bytes }: { hash: string; bytes: number },
): Promise<boolean> {
  const isOurs = await db.transaction(async (transaction) => {
    const until = (await databaseTime(transaction)) + removalMilliseconds
    return (await transaction.run(insertRemoval, { hash, bytes, until })) > 0
  })
  if (isOurs) await removeFile({ db, store }, hash)
  return isOurs
}
