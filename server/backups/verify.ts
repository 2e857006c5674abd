import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkSnapshot } from '../db/copy/check-snapshot.ts'
import { openSnapshot } from '../db/copy/snapshot-file.ts'
import { DailiesError } from '../error.ts'
import { listBlobs } from '../media/blob-queries.ts'
import type { Store } from '../media/store.ts'
import { requireUnreadable } from '../media/unreadable.ts'
import { linesOf, readPacked } from '../packed.ts'
import { keyIn, keyName, type Manifest, mostMissing } from './manifest.ts'

/** Files that are read at a time. */
const atOnce = 16
const pageSize = 1000
/** Of a line of the list: a hash, a blank, at most sixteen digits, and its end. */
const mostLine = 64 + 1 + 16 + 1

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
  } finally {
    await lines.return(undefined)
  }
  return problems
}

/** `HASH BYTES` of each file. Fails with `invalid` where the list is damaged. */
export function listedMedia(store: Store, { media }: Manifest): AsyncGenerator<string> {
  const list = { hash: media.list, bytes: media.listBytes, mostPlain: media.count * mostLine }
  return linesOf(readPacked(store, list, 'The list of files'), mostLine)
}

/** Writes the database of a backup into `dailies.db` of a folder, and reads all of it. Throws `invalid` where it is damaged. */
export async function unpackDatabase(
  store: Store,
  { database, schema }: Manifest,
  folder: string,
): Promise<void> {
  const pieces = readPacked(store, { ...database, mostPlain: database.plainBytes }, 'The database')
  const path = join(folder, 'dailies.db')
  await pipeline(pieces, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  if ((await stat(path)).size !== database.plainBytes)
    throw new DailiesError('invalid', 'The database is not as long as it says')
  if (checkSnapshot(folder) !== schema)
    throw new DailiesError('invalid', 'The database is of another version than it says')
}

async function problemOfKey(store: Store, { name, hasSecretKey }: Manifest): Promise<string[]> {
  try {
    const text = await store.readText(keyName(name))
    if (hasSecretKey) keyIn(text, name)
    else if (text !== undefined) return [`${keyName(name)}: Is there, and the backup says that it has no key`]
    return []
  } catch (error) {
    if (error instanceof DailiesError && error.code === 'invalid') return [error.message]
    await requireUnreadable(store, error)
    return [`${keyName(name)}: Cannot be read`]
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
  const db = await openSnapshot(folder)
  const [missing, all] = [[] as string[], { count: 0, bytes: 0 }]
  try {
    let line = await listed.next()
    for (let after = ''; ; ) {
      const page = await db.all(listBlobs, { after, limit: pageSize })
      for (const { hash, bytes, keptAt } of page) {
        if (keptAt === null) continue
        if (!line.done && line.value === `${hash} ${bytes}`) {
          line = await listed.next()
          all.count += 1
          all.bytes += bytes
        } else missing.push(hash)
      }
      const last = page.at(-1)
      if (!last) break
      after = last.hash
    }
    const { media, missingCount } = manifest
    const isSame = line.done === true && all.count === media.count && all.bytes === media.bytes
    const areMissing =
      missing.length === missingCount &&
      missing.slice(0, mostMissing).every((hash, at) => hash === manifest.missing[at])
    return isSame && areMissing ? [] : ['The list of files is not that of the database']
  } finally {
    // It may have more lines: its file is open until then.
    await listed.return(undefined)
    await db.close()
  }
}

async function problemOf(
  store: Store,
  { hash, bytes }: { hash: string; bytes: number },
  isQuick: boolean,
): Promise<string | undefined> {
  try {
    return await readProblemOf(store, { hash, bytes }, isQuick)
  } catch (error) {
    await requireUnreadable(store, error)
    return 'unreadable'
  }
}

async function readProblemOf(
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
