import { DailiesError } from '../../../sdk/src/error.ts'
import { asItWaits, keepWaiting, type WaitingComment } from '../waiting/waiting.ts'
import { sendFile } from './send-file.ts'

/** Sends the files of a comment, one after the other, and returns their ids; undefined where it is another by then, or taken back. */
export async function sendFiles(comment: WaitingComment): Promise<string[] | undefined> {
  const to = { user: comment.whose, assetVersionId: comment.assetVersionId }
  const ids: string[] = []
  for (const file of comment.files ?? []) {
    const id = await sendFile(to, file).catch(unlessCancelled)
    const current = asItWaits(comment)
    if (id === undefined || !current?.files?.some(({ key }) => key === file.key)) return undefined
    // What was sent is not sent again after a reload.
    const files = current.files.map((one) => (one.key === file.key ? { ...one, id } : one))
    keepWaiting({ ...current, files })
    ids.push(id)
  }
  return ids
}

/** They were sent too long ago, or another page has sent them: another try sends them again, as long as they are here. */
export function forgetSent(comment: WaitingComment): void {
  const current = asItWaits(comment)
  if (!current?.files) return
  keepWaiting({ ...current, files: current.files.map((file) => ({ ...file, id: undefined })) })
}

function unlessCancelled(error: unknown): undefined {
  if (error instanceof DailiesError) throw error
}
