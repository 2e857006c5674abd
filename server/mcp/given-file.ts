import { openAsBlob } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { basename, isAbsolute, resolve, sep } from 'node:path'
import { CannotDo } from './cannot-do.ts'

/** Bytes. Larger ones take longer than an agent waits. */
const largestFile = 2 * 1024 ** 3

/** A file to be sent. */
export interface GivenFile {
  name: string
  file: Blob
}

/**
 * Opens files in the folders that the user allowed, and nowhere else: wherever a path or a link leads, it must end there. Relative
 * paths begin in the first folder. Throws `CannotDo` with what to do instead.
 */
export function filesIn(folders: string[]): (path: string) => Promise<GivenFile> {
  return async (path) => {
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
    const { size, isFile } = await stat(place).then((found) => ({ size: found.size, isFile: found.isFile() }))
    if (!isFile) throw none
    if (size === 0) throw new CannotDo('The file is empty. Is it still being written?')
    if (size > largestFile)
      throw new CannotDo('The file has more than 2 GB: send it with `dailies capture` instead.')
    return { name: basename(place), file: await openAsBlob(place) }
  }
}

/** Characters of base64; what is more does not fit into a request. */
const longestBase64 = 6_000_000

/** Bytes that an agent sends in a call. Throws `CannotDo`. */
export function fileOfBase64(text: string, name: string): GivenFile {
  if (text.length > longestBase64)
    throw new CannotDo('The file has more than 4.5 MB, which is too much for `fileBase64`.')
  const bytes = Buffer.from(text, 'base64')
  // Node leaves out what is none, so that something else would be kept than was sent. Two patterns, for one of both would
  // look at spaces again and again.
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(text.replace(/\s+/g, ''))
  if (!isBase64 || bytes.length === 0) throw new CannotDo('`fileBase64` is not base64 of a file.')
  return { name, file: new File([bytes], name) }
}
