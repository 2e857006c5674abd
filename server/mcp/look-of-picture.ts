import { mostPictureBytes } from '@dailies/contract/search.ts'
import { text } from '@dailies/contract/text.ts'
import { z } from 'zod'
import { CannotDo } from './cannot-do.ts'
import { fileOfBase64, type GivenFile } from './given-file.ts'
import type { Work } from './tool.ts'

export const pictureInput = {
  file: text(4096).min(1).optional().describe('As of capture_take'),
  fileBase64: z.string().min(1).optional(),
}

export interface GivenPicture {
  file: string | undefined
  fileBase64: string | undefined
}

/** How the picture looks that an agent gives. Throws `CannotDo` where it has no look, and DailiesErrors. */
export async function lookOfPicture({ file, fileBase64 }: GivenPicture, work: Work): Promise<string> {
  const given = fileBase64 === undefined ? await opened(file!, work) : await fileOfBase64(fileBase64)
  try {
    if (given.size > mostPictureBytes)
      throw new CannotDo('The picture has more than 33.5 MB: give a smaller copy.')
    const { dailies, signal } = work
    const { look, problem } = await dailies.readLook(given.file.slice(), { signal })
    if (look === null) throw new CannotDo(`Nothing can be found by this file. ${problem}.`)
    return look
  } finally {
    await given.close()
  }
}

function opened(path: string, { openFile, signal }: Work): Promise<GivenFile> {
  if (openFile) return openFile(path, signal)
  throw new CannotDo(
    'Files cannot be read here. Give fileBase64; or the user starts `dailies mcp --files FOLDER`.',
  )
}
