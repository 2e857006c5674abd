import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { mostPictureBytes } from '@dailies/contract/search.ts'
import type { Dailies } from '../../sdk/src/dailies.ts'
import { DailiesError } from '../error.ts'

/** What is to be looked like: the picture in the file of that name, or the take of that id. Throws `invalid`, and DailiesErrors. */
export async function modelOf(
  dailies: Dailies,
  named: string,
  signal: AbortSignal,
): Promise<{ look: string } | { assetVersionId: string }> {
  const picture = await pictureIn(named)
  if (!picture) {
    if (/^[\w-]{1,200}$/.test(named)) return { assetVersionId: named }
    throw new DailiesError('invalid', `There is no file ${named}, and it is no id of a take`)
  }
  const { look, problem } = await dailies.readLook(picture, { signal })
  if (look === null) throw new DailiesError('invalid', `Nothing can be found by ${named}. ${problem}`)
  return { look }
}

/** Undefined where there is no such file. */
async function pictureIn(path: string): Promise<Blob | undefined> {
  // A pipe would be waited for, for ever.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error) => {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(error.code)) return undefined
    throw new DailiesError('invalid', `The file ${path} cannot be read: ${error.message}`)
  })
  try {
    return file && (await read(file, path))
  } finally {
    await file?.close()
  }
}

async function read(file: FileHandle, path: string): Promise<Blob> {
  const stat = await file.stat()
  if (!stat.isFile()) throw new DailiesError('invalid', `${path} is no file`)
  if (stat.size > mostPictureBytes)
    throw new DailiesError('invalid', `${path} has more than 33.5 MB: take a smaller copy of the picture`)
  return new Blob([await file.readFile()])
}
