import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes: settings, secrets and certificates are far shorter. */
const most = 64 * 1024

/** `problem`: in words that say what to do; nothing of what is in the file. */
export type SmallFile = { text: string } | { problem: string; code?: string | undefined }

/** The text of a file of 64 kB at most. Waits for nobody, as opening a pipe would. */
export function readSmallFile(path: string): SmallFile {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const found = fstatSync(file)
    if (found.isDirectory()) return { problem: 'Is a folder: name a file in it' }
    if (!found.isFile()) return { problem: 'Is no ordinary file: name one' }
    return textIn(bytesOf(file))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { problem: inWords[code ?? ''] ?? `Cannot be read (${code ?? error})`, code }
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

const inWords: Record<string, string> = {
  ENOENT: 'There is no such file: make it, or name another',
  ENOTDIR: 'There is no such file: make it, or name another',
  EACCES: 'May not be read by the user that this runs as: change its owner or mode, or those of its folders',
  EPERM: 'May not be read by the user that this runs as: change its owner or mode, or those of its folders',
}

/** One more than the most, where there are so many. Not by its size: of files of the system that is 0. */
function bytesOf(file: number): Buffer {
  const bytes = Buffer.alloc(most + 1)
  let size = 0
  for (let read = -1; read !== 0 && size < bytes.length; size += read) {
    read = readSync(file, bytes, size, bytes.length - size, null)
  }
  return bytes.subarray(0, size)
}

function textIn(bytes: Buffer): SmallFile {
  if (bytes.length > most) return { problem: 'Is longer than 64 kB: name another' }
  if (bytes.includes(0)) return { problem: 'Is no text: there is a NUL in it' }
  try {
    // The mark that some editors put before a text is left out.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { problem: 'Is no text: save it as UTF-8' }
  }
}
