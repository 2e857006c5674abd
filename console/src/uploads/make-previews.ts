import type { UploadKind } from '@dailies/contract/media.ts'
import { kindOfFile } from '@dailies/reading/file-kind.ts'
import { filmStills } from './film-stills.ts'
import { waveformOf } from './waveform-of.ts'

export type Previews = Partial<Record<Exclude<UploadKind, 'original'>, Blob | undefined>>

/** What the browser can make of a film or sound to look at. Never throws: without, the service makes what it can. */
export async function makePreviews(file: File, signal: AbortSignal): Promise<Previews> {
  const kind = kindOfFile(file)
  try {
    if (kind === 'video') return { ...(await filmStills(file, signal)) }
    if (kind === 'audio') return { waveform: await waveformOf(file, signal) }
  } catch {
    // The browser does not know this kind of file.
  }
  return {}
}
