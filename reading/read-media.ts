import { containerOf } from './container/container.ts'
import { type Content, contentOf } from './content.ts'
import type { Draft } from './draft.ts'
import { fit } from './fit.ts'
import type { Reading } from './reading.ts'
import { readers } from './tool/readers.ts'

/**
 * What a media file itself tells of how it was made, the most trustworthy first: PNG, JPEG, WebP, MP4, WebM, MP3, FLAC,
 * Opus and WAVE files, or their beginning (videos of which not all is here may have their tags at the missing end).
 * Nothing of it is verified, and whoever has the file can change it. Never throws; files that are broken or forged are
 * read as far as they can be, in a time and memory that grow with their size and no faster.
 */
export async function readMedia(bytes: Uint8Array): Promise<Reading[]> {
  try {
    const container = containerOf(bytes)
    if (!container) return []
    const content = await contentOf(container.piecesOf(bytes), container.name)
    return readers.flatMap((read) => attempt(read, content))
  } catch {
    return []
  }
}

/** What one reader makes of a forged file must not keep the others from theirs. */
function attempt(read: (content: Content) => Draft | undefined, content: Content): Reading[] {
  try {
    const draft = read(content)
    return draft ? [fit(draft)] : []
  } catch {
    return []
  }
}
