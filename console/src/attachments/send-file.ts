import { mostAttachmentBytes } from '@dailies/contract/attachment.ts'
import { sendAttachment } from '../../../sdk/src/attach-file.ts'
import { DailiesError } from '../../../sdk/src/error.ts'
import { bytesText } from '../ui/bytes.ts'
import { errorText } from '../ui/error-text.ts'
import { sendPart } from '../uploads/send-part.ts'
import type { AttachedFile } from './attached-file.ts'
import { fileOf } from './kept-files.ts'
import { beginSending, endSending, noteSent } from './sending.ts'

interface To {
  user: string
  assetVersionId: string
}

/**
 * Sends a file that this browser keeps, and returns its id on the service. Throws a DailiesError whose words name the file, and the reason
 * of its signal where it was cancelled.
 */
export async function sendFile(
  { user, assetVersionId }: To,
  { key, name, id }: AttachedFile,
): Promise<string> {
  if (id !== undefined) return id
  const file = await fileOf(user, key)
  if (!file) throw notKept(name)
  const signal = beginSending(key)
  const send = sendPart((sent) => noteSent(key, sent / file.size))
  try {
    const sent = await sendAttachment(
      (path, request) => send(path, { ...request, headers: {} }),
      { id: assetVersionId, name, file },
      // Whoever waits for it tries again.
      { signal, retries: 0 },
    )
    return sent.id
  } catch (error) {
    throw error instanceof DailiesError ? named(name, error) : error
  } finally {
    endSending(key)
  }
}

function notKept(name: string): DailiesError {
  const text = `“${name}” is not in this browser any more: choose it again, or send the comment without it.`
  return new DailiesError(text, { status: 400 })
}

function named(name: string, error: DailiesError): DailiesError {
  const { status, retryAfter } = error
  return new DailiesError(`“${name}” was not sent. ${reasonOf(error)}`, { status, retryAfter, cause: error })
}

function reasonOf(error: DailiesError): string {
  if (error.status !== 413) return errorText(error)
  const limit = Number(/limit of (\d+) bytes/.exec(error.message)?.[1] ?? mostAttachmentBytes)
  return `It is larger than the ${bytesText(limit)} that the service takes.`
}
