import type { UploadKind, VersionMedia } from '@dailies/contract/media.ts'
import { DailiesError } from '../../../sdk/src/error.ts'
import { uploadParts } from '../../../sdk/src/upload.ts'
import { makePreviews, type Previews } from './make-previews.ts'
import { type Made, makeTake } from './make-take.ts'
import type { TakeToMake } from './new-take.ts'
import { sendPart } from './send-part.ts'

/** Where a file goes: to a version that is there, or to one that is made for it. `made`: as it was, before it broke off. */
export type Target = { assetVersionId: string } | { take: TakeToMake; made?: Made | undefined }

/** What becomes of an upload while it is under way. */
export interface Reports {
  /** The version is there that was made for it. */
  onMade: (made: Made) => void
  /** Bytes of the original that are on the other side. */
  onSent: (bytes: number) => void
  /** All of the original is there. */
  onKept: () => void
}

/** Sends a file, and then what can be made of it to look at. Throws what went wrong with the original alone. */
export async function uploadFile(
  file: File,
  target: Target,
  reports: Reports,
  signal: AbortSignal,
): Promise<void> {
  if ('assetVersionId' in target) return sendTo(target.assetVersionId, file, reports, signal)
  const { take, made } = target
  if (made) return sendTo(made.id, file, reports, signal)
  for (let { round } = take; ; round += 1) {
    const next = await makeTake({ ...take, round })
    reports.onMade(next)
    signal.throwIfAborted()
    try {
      return await sendTo(next.id, file, reports, signal)
    } catch (error) {
      // It was made before and deleted since: it is filed anew.
      if (!(error instanceof DailiesError) || error.status !== 404) throw error
      round = next.round
    }
  }
}

async function sendTo(
  id: string,
  file: File,
  { onSent, onKept }: Reports,
  signal: AbortSignal,
): Promise<void> {
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
