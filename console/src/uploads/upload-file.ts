import type { UploadKind, VersionMedia } from '@dailies/contract/media.ts'
import { uploadParts } from '../../../sdk/src/upload.ts'
import { makePreviews, type Previews } from './make-previews.ts'
import { type Capture, makeTake } from './make-take.ts'
import { sendPart } from './send-part.ts'

/** Where a file goes: to a version that is there, or to one that is made for it. */
export type Target = { assetVersionId: string } | { capture: Capture }

/** What becomes of an upload while it is under way. */
export interface Reports {
  /** The version is there that it goes to. */
  onVersion: (id: string) => void
  /** Bytes of the original that are on the other side. */
  onSent: (bytes: number) => void
  /** All of the original is there. */
  onKept: () => void
}

/** Sends a file, and then what can be made of it to look at. Throws what went wrong with the original alone. */
export async function uploadFile(
  file: File,
  target: Target,
  { onVersion, onSent, onKept }: Reports,
  signal: AbortSignal,
): Promise<void> {
  const id = 'assetVersionId' in target ? target.assetVersionId : await makeTake(target.capture, signal)
  onVersion(id)
  // Meanwhile: sending takes the line, and this the processor.
  const previews = makePreviews(file, signal)
  const media = await sendOriginal(id, file, onSent, signal)
  onKept()
  await sendPreviews(id, media, await previews, signal)
}

function sendOriginal(
  id: string,
  file: File,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<VersionMedia> {
  let safe = 0
  return uploadParts(
    sendPart((bytes) => onSent(Math.min(safe + bytes, file.size))),
    { id, file },
    {
      signal,
      onProgress: (received) => {
        safe = received
        onSent(received)
      },
    },
  )
}

/** What the service has made by itself meanwhile is not sent. What fails is not missed: only pictures of it are. */
async function sendPreviews(
  id: string,
  media: VersionMedia,
  previews: Previews,
  signal: AbortSignal,
): Promise<void> {
  for (const [kind, file] of Object.entries(previews) as [keyof Previews, Blob | undefined][]) {
    if (!file || media[kind] || signal.aborted) continue
    const send = sendPart(() => {})
    await uploadParts(send, { id, kind: kind as UploadKind, file }, { signal }).catch(() => {})
  }
}
