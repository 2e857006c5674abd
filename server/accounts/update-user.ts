import type { Account, UserUpdate } from '@dailies/contract/account.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { invalid, notFound } from '../error.ts'
import { deleteMailedLinksOfUser } from '../mail/queries.ts'
import { switchOffWebhooksOf } from '../webhooks/switch-off.ts'
import { userByEmail } from './create-user.ts'
import { lockInstallation } from './installation-queries.ts'
import { deleteInvitationsBy } from './invitation-queries.ts'
import { countAdministrators, findAccount, lockUser, setDisabled, setRole } from './queries.ts'
import { deleteSessionsOfUser } from './session-queries.ts'
import { deleteStepsOfUser } from './step-queries.ts'
import { userChanged } from './user-changed.ts'

/**
 * Counts from the user's next request on, on every node. Throws `not_found`, and `invalid` where nobody would be left
 * to administer the installation.
 */
export function updateUser(db: Database, id: string, { role, disabled }: UserUpdate): Promise<Account> {
  return db.transaction(async (transaction) => {
    await transaction.first(lockInstallation, {})
    const user = await transaction.first(findAccount, { id })
    if (!user) throw notFound('User')
    const now = isoNow()
    const changed = { ...user, role: role ?? user.role, disabledAt: disabledSince(user, disabled, now) }
    if (administers(user) && !administers(changed)) {
      await requireAnother(transaction, changed.disabledAt === null ? stays : notDisabled)
      await transaction.run(deleteInvitationsBy, { userId: id })
    }
    if (changed.role !== user.role) await transaction.run(setRole, { id, role: changed.role, now })
    if (changed.disabledAt !== user.disabledAt) {
      await transaction.first(lockUser, { userId: id })
      await transaction.run(setDisabled, { id, disabledAt: changed.disabledAt, now })
      if (changed.disabledAt !== null) await shutOut(transaction, id)
    }
    await userChanged(transaction, id)
    return changed
  })
}

/** The same for whoever has the machine. Throws `not_found`, and `invalid` for the last administrator. */
export async function disableUser(db: Database, email: string, disabled: boolean): Promise<void> {
  const { id } = await userByEmail(db, email)
  await updateUser(db, id, { disabled })
}

function disabledSince({ disabledAt }: Account, disabled: boolean | undefined, now: string): string | null {
  if (disabled === undefined) return disabledAt
  return disabled ? (disabledAt ?? now) : null
}

const stays = { role: ['The last administrator has to stay one'] }
const notDisabled = { disabled: ['The last administrator cannot be disabled'] }

export function administers({ role, disabledAt }: Account): boolean {
  return role === 'administrator' && disabledAt === null
}

/** Throws what `refusal` says where nobody else administers. The installation is to be locked. */
export async function requireAnother(
  transaction: Transaction,
  ...refusal: Parameters<typeof invalid>
): Promise<void> {
  const administrators = await transaction.first(countAdministrators, {})
  if ((administrators?.count ?? 0) <= 1) throw invalid(...refusal)
}

/** Tokens are refused as long as the user is disabled: see `findTokenByHash`. */
async function shutOut(transaction: Transaction, userId: string): Promise<void> {
  await transaction.run(deleteSessionsOfUser, { userId })
  await transaction.run(deleteMailedLinksOfUser, { userId })
  await transaction.run(deleteStepsOfUser, { userId })
  await switchOffWebhooksOf(transaction, userId)
}
