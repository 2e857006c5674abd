import { mostPictureBytes } from '@dailies/contract/search.ts'
import { DailiesError } from '../../../../sdk/src/error.ts'
import { sendPicture as send } from '../../../../sdk/src/read-look.ts'
import type { Dropped } from '../../drops/dropped.ts'
import { bytesText } from '../../ui/bytes.ts'
import { errorText } from '../../ui/error-text.ts'
import { sendPart } from '../../uploads/send-part.ts'

/** Why there is nothing to look for. */
export interface Refusal {
  text: string
  /** Another try may end otherwise. */
  mayRetry: boolean
}

/** The one picture of what was dropped, pasted or chosen; or why it is none, as far as that is seen without sending it. */
export function pictureAmong({ files, folders }: Dropped): File | Refusal {
  const [file] = files
  if (folders.length > 0) return refusal('A folder is no picture. Drop one picture.')
  if (!file || files.length > 1) return refusal('One picture at a time, please.')
  if (/^(video|audio)\//.test(file.type)) {
    return refusal('This is a film or a sound. Look for a picture: of a film, for a still.')
  }
  if (file.size === 0) return refusal('This file is empty.')
  return file.size > mostPictureBytes ? refusal(tooLarge(mostPictureBytes)) : file
}

/** How a picture looks, or why it has no look. Rejects with the reason of the signal. */
export async function lookOf(
  picture: File,
  { signal, onSent }: { signal: AbortSignal; onSent: (share: number) => void },
): Promise<string | Refusal> {
  const part = sendPart((sent) => onSent(Math.min(1, sent / picture.size)))
  try {
    const { look, problem } = await send(
      (path, request) => part(path, { ...request, headers: {} }),
      picture,
      // Whoever waits for it tries again.
      { signal, retries: 0 },
    )
    return look ?? refusal(`${problem ?? 'It cannot be looked for'}.`)
  } catch (error) {
    signal.throwIfAborted()
    return refused(error)
  }
}

function refused(error: unknown): Refusal {
  if (!(error instanceof DailiesError)) return { text: errorText(error), mayRetry: true }
  if (error.status !== 413) return { text: errorText(error), mayRetry: true }
  const limit = /limit of (\d+) bytes/.exec(error.message)?.[1]
  return refusal(
    limit
      ? tooLarge(Number(limit))
      : 'It is larger than what something on the way to the service lets through.',
  )
}

function tooLarge(limit: number): string {
  return `It is larger than the ${bytesText(limit)} that a picture may have. Take a smaller copy of it.`
}

function refusal(text: string): Refusal {
  return { text, mayRetry: false }
}
