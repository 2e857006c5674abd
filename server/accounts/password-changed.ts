import type { Transaction } from '../db/database.ts'
import { deleteMailedLinksOfUser } from '../mail/queries.ts'
import { deleteStepsOfUser } from './step-queries.ts'

/** What was begun by the password of before, or could set another, ends with it. In the transaction that sets the new one. */
export async function passwordChanged(transaction: Transaction, userId: string): Promise<void> {
  await transaction.run(deleteMailedLinksOfUser, { userId })
  await transaction.run(deleteStepsOfUser, { userId })
  transaction.changed({ kind: 'account', userId })
}
