import type { Transaction } from '../db/database.ts'
import type { SignInChange } from '../db/tables.ts'
import { queueMail } from '../mail/queue.ts'

export interface Mails {
  /** Whether the installation sends mail. */
  mails: boolean
}

/** Has whoever owns an account told by mail that how they sign in was changed, perhaps by somebody else. In the transaction that does it. */
export async function tellOwner(
  transaction: Transaction,
  { userId: accountId, change, mails }: { userId: string; change: SignInChange } & Mails,
): Promise<void> {
  if (mails) await queueMail(transaction, { kind: 'sign-in', accountId, change })
}
