import type { QueryClient } from '@tanstack/react-query'
import { DailiesError } from '../../../sdk/src/error.ts'
import { call } from '../api/call.ts'
import { forgetSent, sendFiles } from '../attachments/send-files.ts'
import { addComment, commentsChanged } from '../comments/comments-changed.ts'
import { addVerdict, verdictsChanged } from '../verdicts/verdicts-changed.ts'
import { sendWaiting } from '../waiting/send-waiting.ts'
import type { Waiting, WaitingComment } from '../waiting/waiting.ts'

/** Sends what waits of whoever is signed in, and shows it. */
export function sendSaid(queryClient: QueryClient): Promise<void> {
  return sendWaiting({
    who: async () => (await call('readAccount', {})).data.id,
    send: (one) => send(queryClient, one),
  })
}

async function send(queryClient: QueryClient, one: Waiting): Promise<boolean> {
  if (one.kind === 'comment') return sendComment(queryClient, one)
  const { assetVersionId, body } = one
  addVerdict(queryClient, (await call('giveVerdict', { params: { id: assetVersionId }, body })).data)
  void verdictsChanged(queryClient)
  return true
}

async function sendComment(queryClient: QueryClient, comment: WaitingComment): Promise<boolean> {
  const attachmentIds = await sendFiles(comment)
  if (!attachmentIds) return false
  const body = { ...comment.body, attachmentIds }
  try {
    addComment(
      queryClient,
      (await call('createComment', { params: { id: comment.assetVersionId }, body })).data,
    )
  } catch (error) {
    if (error instanceof DailiesError && 'attachmentIds' in error.fieldErrors) forgetSent(comment)
    throw error
  }
  void commentsChanged(queryClient)
  return true
}
