import type { Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import type { SignInChange } from '../db/tables.ts'
import { databaseTime } from '../db/time.ts'
import { countMailsOfAccount, countMailsOfKind, insertMail } from './queries.ts'

const hour = 60 * 60_000

/** Who forgot passwords is anybody: so many wait at most, of all addresses. */
const mostPasswords = 1000

/** Somebody may change how one signs in over and over: of one account so many wait at most. */
const mostOfAccount = 50

type NewMail =
  | { kind: 'notices'; userId: string }
  | { kind: 'invitation'; invitationId: string }
  | { kind: 'password'; address: string }
  | { kind: 'sign-in'; accountId: string; change: SignInChange }

/** How long it is tried to send one, in milliseconds. */
const triedFor: Record<NewMail['kind'], number> = {
  notices: 24 * hour,
  invitation: 24 * hour,
  password: hour,
  'sign-in': 24 * hour,
}

/**
 * Has a mail sent, once that is committed; what it says is made when it is sent. Nothing where one is waiting already for the
 * same user, invitation or address.
 */
export async function queueMail(transaction: Transaction, mail: NewMail): Promise<void> {
  const { kind } = mail
  if (kind === 'password') {
    const waiting = await transaction.first(countMailsOfKind, { kind })
    if ((waiting?.count ?? 0) >= mostPasswords) return
  }
  if (kind === 'sign-in') {
    const waiting = await transaction.first(countMailsOfAccount, { accountId: mail.accountId })
    if ((waiting?.count ?? 0) >= mostOfAccount) return
  }
  const now = await databaseTime(transaction)
  await transaction.run(insertMail, {
    id: newId(),
    kind,
    userId: 'userId' in mail ? mail.userId : null,
    invitationId: 'invitationId' in mail ? mail.invitationId : null,
    address: 'address' in mail ? mail.address : null,
    accountId: 'accountId' in mail ? mail.accountId : null,
    change: 'change' in mail ? mail.change : null,
    dueAt: now,
    giveUpAt: now + triedFor[kind],
  })
}
