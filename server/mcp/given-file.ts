import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { isAbsolute, resolve, sep } from 'node:path'
import type { FileToCapture } from '@dailies/reading/capture-of-file.ts'
import { kindOfFile, typeOfFile } from '@dailies/reading/file-kind.ts'
import { readOpened, StillChanging } from '../filing/read-file.ts'
import { CannotDo } from './cannot-do.ts'
import { OpenedFile } from './opened-file.ts'
import { readAside } from './read-aside.ts'

/** Bytes. Larger ones take longer than an agent waits. */
const largestFile = 2 * 1024 ** 3

/** A file to be sent, and what it tells. */
export interface GivenFile extends FileToCapture {
  sha256: string
  file: Blob
  close(): Promise<void>
}

/** Whoever has put a pipe there is not waited for. Windows has neither. */
const onlyToRead = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * Opens files in the folders that the user allowed, and nowhere else: wherever a path or a link leads, it must end there. Relative
 * paths begin in the first folder. Throws `CannotDo` with what to do instead, and the reason of the signal.
 */
export function filesIn(folders: string[]): (path: string, signal: AbortSignal) => Promise<GivenFile> {
  return async (path, signal) => {
    const roots = await Promise.all(folders.map((folder) => realpath(folder)))
    const asked = isAbsolute(path) ? path : resolve(roots[0]!, path)
    // One answer for what is outside and what is not there: nobody is to learn what else the machine has.
    const none = new CannotDo(
      `There is no such file in ${folders.join(', ')}. Only files in there can be sent: ask the user to put it there.`,
    )
    const place = await realpath(asked).catch(() => undefined)
    if (
      place === undefined ||
      !roots.some((root) => place.startsWith(root.endsWith(sep) ? root : root + sep))
    ) {
      throw none
    }
    const handle = await open(place, onlyToRead).catch(() => undefined)
    if (!handle) throw none
    try {
      if (!(await isFileAt(handle, place))) throw none
      return await readGiven(handle, place, signal)
    } catch (error) {
      await handle.close()
      if (error instanceof StillChanging)
        throw new CannotDo('The file is being written to. Call again when it is finished.')
      throw error
    }
  }
}

/** Whether what was opened is what stands there, without a link on the way: between looking and opening it may have become one. */
async function isFileAt(handle: FileHandle, place: string): Promise<boolean> {
  const opened = await handle.stat({ bigint: true })
  const now = await lstat(place, { bigint: true }).catch(() => undefined)
  const end = await realpath(place).catch(() => undefined)
  return opened.isFile() && now?.dev === opened.dev && now.ino === opened.ino && end === place
}

/** Closes the handle where it is needed no more. */
async function readGiven(handle: FileHandle, place: string, signal: AbortSignal): Promise<GivenFile> {
  const { size } = await handle.stat()
  if (size === 0) throw new CannotDo('The file is empty. Is it still being written?')
  if (size > largestFile)
    throw new CannotDo('The file has more than 2 GB: send it with `dailies capture` instead.')
  const { bytes, ...read } = await readOpened(handle, place, signal)
  requireMedia(read)
  if (!bytes) return { ...read, file: new OpenedFile(handle.fd, read), close: () => handle.close() }
  await handle.close()
  return { ...read, file: new Blob([bytes]), close: async () => {} }
}

/** Characters of base64; what is more does not fit into a request. */
const longestBase64 = 6_000_000

/** Bytes that an agent sends in a call, with the name that it gives them, if any. Throws `CannotDo`. */
export async function fileOfBase64(text: string, name = ''): Promise<GivenFile> {
  if (text.length > longestBase64)
    throw new CannotDo('The file has more than 4.5 MB, which is too much for `fileBase64`.')
  const bytes = Buffer.from(text, 'base64')
  // Node leaves out what is none, so that something else would be kept than was sent.
  if (!isBase64(text) || bytes.length === 0) throw new CannotDo('`fileBase64` is not base64 of a file.')
  const type = typeOfFile(name, bytes)
  requireMedia({ name, type })
  return {
    name,
    type,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    readings: await readAside(bytes),
    file: new Blob([bytes]),
    close: async () => {},
  }
}

/** RFC 4648, section 4, with spaces and lines anywhere. Two patterns, for one of both would look at spaces again and again. */
function isBase64(text: string): boolean {
  const end = text.indexOf('=')
  const [digits, padding] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)]
  return !/[^A-Za-z0-9+/\s]/.test(digits) && /^(=\s*){0,2}$/.test(padding)
}

function requireMedia(file: Pick<FileToCapture, 'name' | 'type'>): void {
  if (kindOfFile(file)) return
  throw new CannotDo(
    file.name
      ? 'The file is no picture, film or sound, by its content or by its name: only those are takes.'
      : 'The file is no picture, film or sound by its content. If it is one, give its name as `fileName`; only those are takes.',
  )
}
