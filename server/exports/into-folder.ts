import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { lockFile } from '../db/file-lock.ts'
import { DailiesError } from '../error.ts'
import { hashOfFile } from '../media/hash-of-file.ts'
import { syncFolder } from '../media/place-file.ts'
import type { Store } from '../media/store.ts'
import { unlessMissing } from '../media/store-failure.ts'
import type { Contents } from './contents.ts'
import { type Filled, mostOfSums, sumsName, sumsOfText } from './filled.ts'
import { inLanes } from './in-lanes.ts'
import { Damaged, intactBytes } from './intact-bytes.ts'
import { onTarget } from './on-target.ts'

/** Files that are written at a time: each waits for the disk more than it computes. */
const atOnce = 4

const lockName = '.dailies-export.lock'
const isDraft = (name: string) => /^\.dailies-export-[0-9a-f-]{36}$/.test(name)

interface IntoFolder {
  store: Store
  contents: Contents
  /** The file that the texts of `contents` are in. */
  texts: string
  target: string
  /** Hashes of blobs that the store has lost, as far as that is known. */
  gone: ReadonlySet<string>
  /** Reads what is there instead of trusting the list of the export before. */
  isChecked: boolean
  progress: (done: Filled) => void
}

interface Placed {
  name: string
  bytes: number
  sha256: string
  /** Throws `Damaged`. */
  read: () => AsyncIterable<Buffer> | Iterable<Buffer>
}

/**
 * Puts an export into a folder, where only what is missing is copied. Each file comes as a whole or not at all, and the list of their sums
 * last: where it is ended it is gone on with by calling it again. Throws `clash` where another one is under way there, `invalid` where
 * it cannot be written to, `no_room`.
 */
export async function exportIntoFolder(into: IntoFolder): Promise<Filled> {
  const { target } = into
  await onTarget(target, () => mkdir(target, { recursive: true }))
  const lock = lockFile(join(target, lockName))
  if (!lock)
    throw new DailiesError(
      'clash',
      `${target}: Another export into it is under way, or it cannot be written to`,
    )
  try {
    return await onTarget(target, () => fill(into))
  } finally {
    lock.close()
    await rm(join(target, lockName), { force: true })
  }
}

async function fill({
  store,
  contents,
  texts,
  target,
  gone,
  isChecked,
  progress,
}: IntoFolder): Promise<Filled> {
  await removeDrafts(target)
  const sumsPath = join(target, sumsName)
  const former = await sumsIn(sumsPath)
  // From here on nobody takes what is there for whole, before it is.
  if (former) await unlink(sumsPath).then(() => syncFolder(target))
  const files = placedIn(contents, { store, texts })
  const names = new Set(files.map(({ name }) => name))
  const left = [...(former?.keys() ?? [])].filter((name) => !names.has(name))
  const done: Filled = { copied: 0, bytes: 0, there: 0, left, damaged: [] }
  const folders = new Set<string>()
  const others = files.filter(({ name }) => name !== sumsName)
  await inLanes(others, atOnce, async (file) => {
    folders.add(await folderOf(target, file.name))
    const trusted = isChecked ? undefined : former?.get(file.name)
    if (gone.has(file.sha256)) done.damaged.push(file.name)
    else await place(target, file, { trusted, done })
    progress(done)
  })
  for (const folder of folders) await syncFolder(folder)
  if (done.damaged.length > 0) return done
  for (const file of files)
    if (file.name === sumsName) await place(target, file, { trusted: undefined, done })
  await syncFolder(target)
  return done
}

/** What one that was killed has left. */
async function removeDrafts(target: string): Promise<void> {
  for (const name of await readdir(target)) if (isDraft(name)) await rm(join(target, name), { force: true })
}

/** SHA-256 by name, of the export before; undefined where there is none. */
async function sumsIn(path: string): Promise<Map<string, string> | undefined> {
  const found = await unlessMissing(lstat(path))
  if (!found) return undefined
  if (!found.isFile() || found.size > mostOfSums)
    throw new DailiesError('invalid', `${path}: Is no list of sums`)
  return sumsOfText(await readFile(path, 'utf8'))
}

function placedIn(
  { texts, media }: Contents,
  { store, texts: path }: { store: Store; texts: string },
): Placed[] {
  return [
    ...texts.map(({ name, bytes, sha256, blobOffset }) => ({
      ...{ name, bytes, sha256 },
      read: () =>
        bytes === 0 ? [] : createReadStream(path, { start: blobOffset, end: blobOffset + bytes - 1 }),
    })),
    ...media.map(({ name, bytes, hash }) => ({
      name,
      bytes,
      sha256: hash,
      read: () => intactBytes(store, hash),
    })),
  ]
}

/** The folder of a file, made where it is missing. No link leads out of the target. */
async function folderOf(target: string, name: string): Promise<string> {
  let folder = target
  for (const part of name.split('/').slice(0, -1)) {
    folder = join(folder, part)
    await mkdir(folder).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (!(await lstat(folder)).isDirectory()) throw new DailiesError('invalid', `${folder}: Must be a folder`)
  }
  return folder
}

async function place(
  target: string,
  file: Placed,
  { trusted, done }: { trusted: string | undefined; done: Filled },
): Promise<void> {
  const path = join(target, file.name)
  if (await isThere(path, file, trusted)) {
    done.there += 1
    return
  }
  const draft = join(target, `.dailies-export-${randomUUID()}`)
  try {
    await pipeline(file.read(), createWriteStream(draft, { flags: 'wx', flush: true }))
    await rename(draft, path)
    done.copied += 1
    done.bytes += file.bytes
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    done.damaged.push(file.name)
  } finally {
    await rm(draft, { force: true })
  }
}

async function isThere(
  path: string,
  { bytes, sha256 }: Placed,
  trusted: string | undefined,
): Promise<boolean> {
  const found = await unlessMissing(lstat(path))
  if (found?.isDirectory())
    throw new DailiesError('invalid', `${path}: Is a folder, and there has to be a file`)
  if (!found?.isFile() || found.size !== bytes) return false
  return trusted === sha256 || (await hashOfFile(path)) === sha256
}
