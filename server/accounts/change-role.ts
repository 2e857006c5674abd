import type { Account, Role } from '@dailies/contract/account.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { invalid, notFound } from '../error.ts'
import { lockInstallation } from './installation-queries.ts'
import { deleteInvitationsBy } from './invitation-queries.ts'
import { countAdministrators, findAccount, setRole } from './queries.ts'

/**
 * Counts from the user's next request on, on every node. Throws `not_found`, and `invalid` where nobody would be left
 * to administer the installation.
 */
export function changeRole(db: Database, id: string, role: Role): Promise<Account> {
  return db.transaction(async (transaction) => {
    await transaction.first(lockInstallation, {})
    const user = await transaction.first(findAccount, { id })
    if (!user) throw notFound('User')
    if (user.role === role) return user

    if (role === 'member') {
      const administrators = await transaction.first(countAdministrators, {})
      if ((administrators?.count ?? 0) <= 1)
        throw invalid({ role: ['The last administrator has to stay one'] })
      await transaction.run(deleteInvitationsBy, { userId: id })
    }
    await transaction.run(setRole, { id, role, now: isoNow() })
    return { ...user, role }
  })
}
