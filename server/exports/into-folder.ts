import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { lockFile } from '../db/file-lock.ts'
import { DailiesError } from '../error.ts'
import { makeFolders } from '../make-folders.ts'
import { hashOfFile } from '../media/hash-of-file.ts'
import { syncFolder } from '../media/place-file.ts'
import type { Store } from '../media/store.ts'
import { codeOf, fileFailure, unlessMissing } from '../media/store-failure.ts'
import type { Contents } from './contents.ts'
import { type Filled, mostOfSums, sumsName } from './filled.ts'
import {
  type Former,
  foreign,
  formerName,
  formerOf,
  isSure,
  listOfLeft,
  listWith,
  requireFree,
} from './former.ts'
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
  read: () => AsyncIterable<Buffer>
}

/**
 * Puts an export into a folder, where only what is missing is copied. Each file comes as a whole or not at all, and the list of their sums
 * last: where it is ended it is gone on with by calling it again. Throws `clash` where another one is under way there, `invalid` where
 * it cannot be written to, or has files of somebody under names of the export, `no_room`.
 */
export async function exportIntoFolder(into: IntoFolder): Promise<Filled> {
  const { target } = into
  await onTarget(target, () => makeTarget(target))
  const lock = lockFile(join(target, lockName))
  if (!lock)
    throw new DailiesError(
      'clash',
      `${target}: Another export into it is under way, or it cannot be written to`,
    )
  try {
    return await onTarget(target, () => fill(into))
  } finally {
    // Its file stays: whoever has opened it already would else lock what nobody finds any more.
    lock.close()
  }
}

/** With all folders that lead to it, durably. */
async function makeTarget(target: string): Promise<void> {
  const first = makeFolders(target, 0o777)
  if (first === undefined) return
  let made = resolve(target)
  while (made !== dirname(first)) {
    made = dirname(made)
    await syncFolder(made)
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
  const former = await formerIn(target)
  const files = placedIn(contents, { store, texts })
  await requireFolders(target, files)
  const same = await requireFree(files, former, {
    ...{ target, atOnce },
    isTaken: async ({ name }) => (await unlessMissing(lstat(join(target, name)))) !== undefined,
    isSame: (file) => isThere(join(target, file.name), file, false),
  })
  // From here on nobody takes what is there for whole, before it is.
  await writeList(target, listWith(former, files))
  await rm(join(target, sumsName), { force: true })
  await syncFolder(target)
  const left = await leftIn(target, files, former)
  const done: Filled = { copied: 0, bytes: 0, there: 0, left, damaged: [] }
  const folders = new Set<string>()
  const others = files.filter(({ name }) => name !== sumsName)
  await inLanes(others, atOnce, async (file) => {
    folders.add(await folderOf(target, file))
    const trusted = !isChecked && isSure(former, file)
    if (gone.has(file.sha256)) done.damaged.push(file.name)
    else await place(target, file, { trusted: trusted || same.has(file.name), done })
    progress(done)
  })
  for (const folder of folders) await syncFolder(folder)
  if (done.damaged.length > 0) return done
  for (const file of files) if (file.name === sumsName) await place(target, file, { trusted: false, done })
  await syncFolder(target)
  await writeList(target, listOfLeft(former, left))
  return done
}

/** What one that was killed has left. */
async function removeDrafts(target: string): Promise<void> {
  for (const name of await readdir(target)) if (isDraft(name)) await rm(join(target, name), { force: true })
}

async function formerIn(target: string): Promise<Former> {
  const [sums, former] = [await listAt(target, sumsName), await listAt(target, formerName)]
  return formerOf(target, { former, sums })
}

async function listAt(target: string, name: string): Promise<string | undefined> {
  const path = join(target, name)
  const found = await unlessMissing(lstat(path))
  if (!found) return undefined
  if (!found.isFile() || found.size > mostOfSums) throw foreign(target, [name])
  return readFile(path, 'utf8')
}

/** Durably; none where there is nothing to list. */
async function writeList(target: string, text: string): Promise<void> {
  const path = join(target, formerName)
  if (text === '') await rm(path, { force: true })
  else await inDraft(target, (draft) => writeFile(draft, text, { flag: 'wx', flush: true }), path)
  await syncFolder(target)
}

/** Writes a file that has its name once it has all of its bytes. */
async function inDraft(target: string, write: (draft: string) => Promise<void>, path: string): Promise<void> {
  const draft = join(target, `.dailies-export-${randomUUID()}`)
  try {
    await write(draft)
    await requireWithin(target, dirname(path))
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Somebody may have put a link in the place of a folder since it was looked at. */
async function requireWithin(target: string, folder: string): Promise<void> {
  const wanted = join(await realpath(target), relative(target, folder))
  if ((await realpath(folder)) !== wanted) throw new DailiesError('invalid', `${folder}: Must be a folder`)
}

/** No link leads out of the target. */
async function requireFolders(target: string, files: readonly Placed[]): Promise<void> {
  for (const folder of new Set(files.flatMap(({ name }) => foldersOf(target, name)))) {
    const found = await unlessMissing(lstat(folder))
    if (found && !found.isDirectory()) throw new DailiesError('invalid', `${folder}: Must be a folder`)
  }
}

/** From the outermost to that of the file. */
function foldersOf(target: string, name: string): string[] {
  const parts = name.split('/').slice(0, -1)
  return parts.map((_, at) => join(target, ...parts.slice(0, at + 1)))
}

async function leftIn(target: string, files: readonly Placed[], former: Former): Promise<string[]> {
  const names = new Set(files.map(({ name }) => name))
  const left: string[] = []
  for (const name of former.keys())
    if (!names.has(name) && (await unlessMissing(lstat(join(target, name))))) left.push(name)
  return left
}

function placedIn(
  { texts, media }: Contents,
  { store, texts: path }: { store: Store; texts: string },
): Placed[] {
  return [
    ...texts.map(({ name, bytes, sha256, blobOffset }) => ({
      ...{ name, bytes, sha256 },
      read: () => textBytes(path, { start: blobOffset, end: blobOffset + bytes - 1 }),
    })),
    ...media.map(({ name, bytes, hash }) => ({
      name,
      bytes,
      sha256: hash,
      read: () => intactBytes(store, hash),
    })),
  ]
}

/** Lies where the store makes its files, and so is no fault of the target's. */
async function* textBytes(path: string, range: { start: number; end: number }): AsyncGenerator<Buffer> {
  if (range.end < range.start) return
  try {
    yield* createReadStream(path, range)
  } catch (error) {
    throw fileFailure(error)
  }
}

/** The folder of a file, made where it is missing. */
async function folderOf(target: string, file: Placed): Promise<string> {
  for (const folder of foldersOf(target, file.name)) {
    try {
      await mkdir(folder)
      await syncFolder(dirname(folder))
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
  await requireFolders(target, [file])
  return dirname(join(target, file.name))
}

async function place(
  target: string,
  file: Placed,
  { trusted, done }: { trusted: boolean; done: Filled },
): Promise<void> {
  const path = join(target, file.name)
  if (await isThere(path, file, trusted)) {
    done.there += 1
    return
  }
  const write = (draft: string) =>
    pipeline(file.read(), createWriteStream(draft, { flags: 'wx', flush: true }))
  try {
    await inDraft(target, write, path)
    done.copied += 1
    done.bytes += file.bytes
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    done.damaged.push(file.name)
  }
}

async function isThere(path: string, { bytes, sha256 }: Placed, trusted: boolean): Promise<boolean> {
  const found = await unlessMissing(lstat(path))
  if (found?.isDirectory())
    throw new DailiesError('invalid', `${path}: Is a folder, and there has to be a file`)
  if (!found?.isFile() || found.size !== bytes) return false
  return trusted || (await hashOfFile(path)) === sha256
}
