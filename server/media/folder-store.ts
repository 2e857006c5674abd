import { randomUUID } from 'node:crypto'
import { constants, realpathSync, type Stats } from 'node:fs'
import {
  lstat,
  open,
  opendir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { DailiesError, unavailable } from '../error.ts'
import { makeFolders } from '../make-folders.ts'
import { blobName, isHash, isUpload, offsetOf, partName, textName, uploadName } from './blob-name.ts'
import { FileStream } from './file-stream.ts'
import { joinedParts, type Part } from './joined-parts.ts'
import { cleanOwnFolder, ownFolder } from './own-folder.ts'
import { makeFolder, placeFile, syncFolder } from './place-file.ts'
import { type ByteRange, mostOfText, type Store, type StoredBlob } from './store.ts'
import { codeOf, fileFailure, storeAway, unlessMissing, withFiles } from './store-failure.ts'

const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW
const bytesAtOnce = 262_144
/** Files that are looked at at a time. */
const filesAtOnce = 64

type FilePart = Part & { path: string }

/**
 * A store in a folder: `blobs/ab/cd/HASH`, `uploads/UPLOAD/OFFSET-LENGTH` and `incoming/PROCESS`, all on one disk and the service's alone
 * (0700, 0600). A file that is kept gets a second name, or is copied where it is on another disk: whoever made it may remove it
 * afterwards, but not write to it. Below the folder no symbolic link is followed.
 */
export class FolderStore implements Store {
  readonly incoming: string
  readonly #blobs: string
  readonly #uploads: string

  /** Makes the folders; throws what node:fs does. They are not made again where they vanish later: then a disk is away. */
  constructor(folder: string) {
    for (const name of ['blobs', 'uploads', 'incoming']) {
      makeFolders(join(folder, name))
    }
    const place = realpathSync(folder)
    this.#blobs = join(place, 'blobs')
    this.#uploads = join(place, 'uploads')
    this.incoming = ownFolder(join(place, 'incoming'))
  }

  async keep(hash: string, path: string): Promise<void> {
    const target = this.#pathOf(hash)
    await withFiles(async () => {
      await makeFolder(dirname(dirname(target)))
      await makeFolder(dirname(target))
      await assertNoLink(dirname(target))
      const found = await findFile(target)
      if (found?.size === (await stat(path)).size) {
        // Its bytes were durable before its name was, which another process may not have come to yet.
        await syncFolder(dirname(target))
      } else {
        const replace = (await unlessMissing(lstat(target))) !== undefined
        await placeFile(path, target, { workspace: this.incoming, replace })
      }
    })
  }

  async read(hash: string, range?: ByteRange): Promise<Readable | undefined> {
    const path = this.#pathOf(hash)
    return withFiles(async () => {
      const found = await this.#find(path)
      const file = found && (await unlessMissing(open(path, readOnly)))
      return file && new FileStream(file, range)
    })
  }

  async size(hash: string): Promise<number | undefined> {
    const path = this.#pathOf(hash)
    return withFiles(async () => (await this.#find(path))?.size)
  }

  async remove(hash: string): Promise<void> {
    const path = this.#pathOf(hash)
    await withFiles(async () => {
      if (await this.#find(path)) await unlessMissing(unlink(path))
    })
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for (const first of await withFiles(() => foldersIn(this.#blobs))) {
      for (const second of await withFiles(() => foldersIn(join(this.#blobs, first)))) {
        const folder = join(this.#blobs, first, second)
        const hashes = (await withFiles(() => filesIn(folder))).filter(
          (name) => isHash(name) && name.startsWith(first + second),
        )
        yield* withSizes(folder, hashes)
      }
    }
  }

  async localCopy(hash: string): Promise<{ path: string; release(): Promise<void> } | undefined> {
    const path = this.#pathOf(hash)
    const found = await withFiles(() => this.#find(path))
    return found && { path, release: async () => {} }
  }

  async append(upload: string, offset: number, path: string): Promise<void> {
    const folder = join(this.#uploads, uploadName(upload))
    await withFiles(async () => {
      const { size } = await stat(path)
      const target = join(folder, partName(offset, size))
      if (size === 0) return
      await makeFolder(folder)
      await assertNoLink(folder)
      await placeFile(path, target, { workspace: this.incoming, replace: true })
    })
  }

  async readParts(upload: string): Promise<Readable> {
    const folder = join(this.#uploads, uploadName(upload))
    const names = await withFiles(async () => {
      await stat(this.#uploads)
      return filesIn(folder)
    })
    return Readable.from(readPieces(folder, names), { objectMode: false })
  }

  async removeParts(upload: string): Promise<void> {
    const folder = join(this.#uploads, uploadName(upload))
    await withFiles(async () => {
      await stat(this.#uploads)
      // A few at a time: all of them in one go would hold everybody up. What a link leads to is not ours.
      const found = await unlessMissing(lstat(folder))
      const parts = found?.isDirectory() ? await unlessMissing(opendir(folder)) : undefined
      for await (const { name } of parts ?? []) await rm(join(folder, name), { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    })
  }

  async *listParts(): AsyncGenerator<{ upload: string; writtenAt: number }> {
    for await (const { name } of await withFiles(() => opendir(this.#uploads))) {
      // A part changes its folder.
      const found = isUpload(name)
        ? await withFiles(() => unlessMissing(lstat(join(this.#uploads, name))))
        : undefined
      if (found?.isDirectory()) yield { upload: name, writtenAt: Math.floor(found.mtimeMs) }
    }
  }

  async writeText(name: string, text: string): Promise<void> {
    const target = this.#textOf(name)
    const draft = join(this.incoming, `text-${randomUUID()}`)
    await withFiles(async () => {
      await makeFolder(dirname(target))
      try {
        await writeFile(draft, text, { flag: 'wx', mode: 0o600 })
        await placeFile(draft, target, { workspace: this.incoming, replace: true })
      } finally {
        await rm(draft, { force: true })
      }
    })
  }

  async readText(name: string): Promise<string | undefined> {
    const path = this.#textOf(name)
    return withFiles(async () => {
      const found = await this.#find(path)
      if (!found || found.size > mostOfText) return undefined
      return unlessMissing(readFile(path, { encoding: 'utf8', flag: readOnly }))
    })
  }

  async removeText(name: string): Promise<void> {
    const path = this.#textOf(name)
    await withFiles(async () => {
      if (await this.#find(path)) await unlessMissing(unlink(path))
    })
  }

  async *listTexts(): AsyncGenerator<string> {
    // Also a folder or a link in place of one: whoever reads it learns that it is gone.
    const names = await withFiles(() => unlessMissing(readdir(dirname(this.#textOf('any')))))
    yield* (names ?? []).filter(isUpload).sort()
  }

  async address(hash: string): Promise<undefined> {
    blobName(hash)
  }

  async clean(olderThan: number): Promise<void> {
    await withFiles(() => cleanOwnFolder(this.incoming, olderThan))
  }

  async check(): Promise<void> {
    try {
      await this.#tryToWrite()
    } catch (error) {
      const failure = fileFailure(error)
      if (!(failure instanceof DailiesError) || failure.code === 'no_room') throw failure
      const message = `The folder ${dirname(this.#blobs)} for media cannot be written to (${codeOf(error)})`
      throw unavailable(error, message)
    }
  }

  async #tryToWrite(): Promise<void> {
    const name = `check-${randomUUID()}`
    const [first, second] = [join(this.incoming, name), join(this.#blobs, name)]
    try {
      await using file = await open(first, 'wx', 0o600)
      await file.write('This may be removed.\n')
      await file.sync()
      await rename(first, second)
    } finally {
      await Promise.allSettled([unlink(first), unlink(second)])
    }
  }

  #textOf(name: string): string {
    return join(dirname(this.#blobs), textName(name))
  }

  #pathOf(hash: string): string {
    return join(dirname(this.#blobs), blobName(hash))
  }

  /** Undefined where there is no such blob; throws where all of them are away. */
  async #find(path: string): Promise<Stats | undefined> {
    const found = await findFile(path)
    if (!found) await stat(this.#blobs)
    return found
  }
}

/** Undefined where it is missing, is no file, or a link leads to it. */
async function findFile(path: string): Promise<Stats | undefined> {
  if ((await unlessMissing(realpath(path))) !== path) return undefined
  const found = await unlessMissing(lstat(path))
  return found?.isFile() ? found : undefined
}

async function assertNoLink(folder: string): Promise<void> {
  if ((await realpath(folder)) !== folder) throw storeAway(new Error(`A link leads away from ${folder}`))
}

/** The folders of one level of blobs, in order. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name))
  return folders.map(({ name }) => name).sort()
}

/** Names in order; none where there is no such folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? []
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}

async function* withSizes(folder: string, hashes: string[]): AsyncGenerator<StoredBlob> {
  for (let at = 0; at < hashes.length; at += filesAtOnce) {
    const some = hashes.slice(at, at + filesAtOnce)
    const found = await withFiles(() =>
      Promise.all(some.map((hash) => unlessMissing(lstat(join(folder, hash))))),
    )
    for (const [index, file] of found.entries()) {
      if (file) yield { hash: some[index]!, bytes: file.size, writtenAt: Math.floor(file.mtimeMs) }
    }
  }
}

async function* readPieces(folder: string, names: string[]): AsyncGenerator<Buffer> {
  for await (const { part, skip } of joinedParts(partsOf(folder, names))) {
    const file = await withFiles(() => open(part.path, readOnly))
    yield* file.createReadStream({ start: skip, end: part.bytes - 1, highWaterMark: bytesAtOnce })
  }
}

async function* partsOf(folder: string, names: string[]): AsyncGenerator<FilePart> {
  for (const name of names) {
    const offset = offsetOf(name)
    if (offset === undefined) continue
    const path = join(folder, name)
    yield { offset, bytes: (await withFiles(() => lstat(path))).size, path }
  }
}
