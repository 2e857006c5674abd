import type { Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import { listMembersAmong } from '../production/assignment-queries.ts'
import { deleteMentionsOf, insertMentions, listMentionsOf } from './queries.ts'

/** Throws `invalid` for who is no member of the project. */
export async function requireMembers(
  transaction: Transaction,
  projectId: string,
  ids: readonly string[],
  field = 'mentionIds',
): Promise<void> {
  if (ids.length === 0) return
  const members = await transaction.all(listMembersAmong, { projectId, userIds: JSON.stringify(ids) })
  if (members.length < ids.length) throw invalid({ [field]: ['Must be members of the project'] })
}

/** Has a comment mention these and nobody else; returns who is new among them. Throws `invalid` for who is no member. */
export async function setMentions(
  transaction: Transaction,
  comment: { id: string; threadId: string; projectId: string },
  userIds: readonly string[],
): Promise<string[]> {
  const { id, threadId, projectId } = comment
  const before = (await transaction.all(listMentionsOf, { id })).map(({ userId }) => userId)
  const added = userIds.filter((userId) => !before.includes(userId))
  await requireMembers(transaction, projectId, added)
  if (before.some((userId) => !userIds.includes(userId))) {
    await transaction.run(deleteMentionsOf, { id, userIds: JSON.stringify(userIds) })
  }
  if (added.length > 0) {
    const rows = JSON.stringify(added.map((user_id) => ({ user_id })))
    await transaction.run(insertMentions, { id, threadId, projectId, rows })
  }
  return added
}
