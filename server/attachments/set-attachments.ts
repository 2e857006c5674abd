import type { Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import { uncount } from './forget-attachments.ts'
import { deleteOthersOfComment, takeAttachments } from './queries.ts'

interface Of {
  commentId: string
  assetVersionId: string
  userId: string
}

/**
 * Has a comment have these files, in this order, and no others: what it had and is not named is let go. Throws `invalid` for what is none
 * of the user's, of the version, or of another comment by now.
 */
export async function setAttachments(
  transaction: Transaction,
  { commentId, assetVersionId, userId }: Of,
  ids: readonly string[],
): Promise<void> {
  const list = JSON.stringify(ids)
  await uncount(transaction, await transaction.all(deleteOthersOfComment, { commentId, ids: list }))
  if (ids.length === 0) return
  const rows = JSON.stringify(ids.map((id, position) => ({ id, position })))
  const taken = await transaction.run(takeAttachments, { commentId, assetVersionId, userId, rows, ids: list })
  if (taken === ids.length) return
  throw invalid({
    attachmentIds: ['Must be files that you sent to this version, and that no comment has yet'],
  })
}
