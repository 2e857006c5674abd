import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkSnapshot } from '../db/copy/snapshot-file.ts'
import { openDatabase } from '../db/open.ts'
import { DailiesError } from '../error.ts'
import { listBlobs } from '../media/blob-queries.ts'
import type { Store } from '../media/store.ts'
import { keyName, type Manifest, unsealed } from './manifest.ts'
import { linesOf, readPacked } from './packed.ts'

/** Files that are read at a time. */
const atOnce = 16
const pageSize = 1000

interface Verify {
  /** Only looks whether each file is there, and as long as it was. */
  isQuick: boolean
  /** Files that were read for another backup already, by hash. */
  known?: Map<string, string | undefined>
  progress?: (done: { files: number; of: number }) => void
}

/** Reads all of a backup, and returns what is wrong with it in words: nothing where all of it can be restored. */
export async function verifyBackup(
  store: Store,
  manifest: Manifest,
  { isQuick, known = new Map(), progress = () => {} }: Verify,
): Promise<string[]> {
  const problems = [...(await problemOfKey(store, manifest)), ...(await problemOfDatabase(store, manifest))]
  let files = 0
  const lines = listedMedia(store, manifest)
  const take = async () => {
    for (;;) {
      const next = await lines.next()
      if (next.done) return
      const [hash = '', bytes = ''] = next.value.split(' ')
      if (!known.has(hash)) known.set(hash, await problemOf(store, { hash, bytes: Number(bytes) }, isQuick))
      const problem = known.get(hash)
      if (problem) problems.push(`${problem}  ${hash}`)
      files += 1
      progress({ files, of: manifest.media.count })
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, take))
    if (files !== manifest.media.count) throw new DailiesError('invalid', 'The list of files is damaged')
  } catch (error) {
    if (!(error instanceof DailiesError && error.code === 'invalid')) throw error
    problems.push(error.message)
  }
  return problems
}

/** `HASH BYTES` of each file. Fails with `invalid` where the list is damaged. */
export function listedMedia(store: Store, { media }: Manifest): AsyncGenerator<string> {
  return linesOf(readPacked(store, { hash: media.list, bytes: media.listBytes }, 'The list of files'))
}

/** Writes the database of a backup into `dailies.db` of a folder, and reads all of it. Throws `invalid` where it is damaged. */
export async function unpackDatabase(
  store: Store,
  { database, schema }: Manifest,
  folder: string,
): Promise<void> {
  const pieces = readPacked(store, database, 'The database')
  await pipeline(pieces, createWriteStream(join(folder, 'dailies.db'), { flags: 'wx', mode: 0o600 }))
  if (checkSnapshot(folder) !== schema)
    throw new DailiesError('invalid', 'The database is of another version than it says')
}

async function problemOfKey(store: Store, { name, hasSecretKey }: Manifest): Promise<string[]> {
  if (!hasSecretKey) return []
  try {
    unsealed(await store.readText(keyName(name)), keyName(name))
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

async function problemOfDatabase(store: Store, manifest: Manifest): Promise<string[]> {
  const folder = await mkdtemp(join(store.incoming, 'verify-'))
  try {
    await unpackDatabase(store, manifest, folder)
    return await problemOfList(store, manifest, folder)
  } catch (error) {
    if (!(error instanceof DailiesError && error.code === 'invalid')) throw error
    return [error.message]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether the list names what the database knows. */
async function problemOfList(store: Store, manifest: Manifest, folder: string): Promise<string[]> {
  const listed = listedMedia(store, manifest)
  // As this program knows its tables: an older one is brought up to date, in this copy of it.
  const db = await openDatabase({ dataFolder: folder, databasePool: 1 }, () => {})
  let missing = 0
  try {
    let line = await listed.next()
    for (let after = ''; ; ) {
      const page = await db.all(listBlobs, { after, limit: pageSize })
      for (const { hash, bytes, keptAt } of page) {
        if (keptAt === null) continue
        if (!line.done && line.value === `${hash} ${bytes}`) line = await listed.next()
        else missing += 1
      }
      const last = page.at(-1)
      if (!last) break
      after = last.hash
    }
    const isSame = line.done === true && missing === manifest.missingCount
    return isSame ? [] : ['The list of files is not that of the database']
  } finally {
    await db.close()
  }
}

async function problemOf(
  store: Store,
  { hash, bytes }: { hash: string; bytes: number },
  isQuick: boolean,
): Promise<string | undefined> {
  const size = await store.size(hash)
  if (size === undefined) return 'missing'
  if (size !== bytes) return 'damaged'
  if (isQuick) return undefined
  const stream = await store.read(hash)
  if (!stream) return 'missing'
  const digest = createHash('sha256')
  await pipeline(stream, digest)
  return digest.digest('hex') === hash ? undefined : 'damaged'
}
