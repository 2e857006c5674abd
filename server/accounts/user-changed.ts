import type { Transaction } from '../db/database.ts'
import { listMembershipsOf } from '../production/member-queries.ts'

/** Says that a user is another by name, role or rights: wherever people are shown. */
export async function userChanged(transaction: Transaction, userId: string): Promise<void> {
  transaction.changed({ kind: 'user' })
  transaction.changed({ kind: 'account', userId })
  for (const { projectId } of await transaction.all(listMembershipsOf, { userId })) {
    transaction.changed({ kind: 'member', projectId })
  }
}
