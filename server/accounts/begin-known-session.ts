import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { unauthorized } from '../error.ts'
import { type Auth, cookiesOf, headersOf, type Presented } from './auth.ts'
import { findAccount, lockUser } from './queries.ts'
import { deleteExpiredSessions, deleteSessionByToken, deleteSessionsBeyond } from './session-queries.ts'
import { mostSessions, type SignedIn } from './sign-in.ts'

/**
 * Begins a session of a user who has shown who they are. It ends again where, once it is there, the user may not come in, or what
 * they showed does not hold any more: sessions may have been ended for that before this one was there. Throws `unauthorized`.
 */
export async function beginKnownSession(
  { db, auth }: { db: Database; auth: Auth },
  { userId, holds }: { userId: string; holds: (transaction: Transaction) => Promise<boolean> },
  presented: Presented,
): Promise<SignedIn> {
  const api = await auth.api()
  const { response, headers } = await api.beginKnownSession({
    body: { userId },
    headers: headersOf(presented),
    returnHeaders: true,
  })
  const { token } = response
  const isKept = await db.transaction(async (transaction) => {
    await transaction.first(lockUser, { userId })
    const account = await transaction.first(findAccount, { id: userId })
    if (!account || account.disabledAt !== null || !(await holds(transaction))) {
      await transaction.run(deleteSessionByToken, { token })
      return false
    }
    await transaction.run(deleteExpiredSessions, { now: isoNow() })
    await transaction.run(deleteSessionsBeyond, { userId, most: mostSessions })
    transaction.changed({ kind: 'account', userId })
    return true
  })
  if (!isKept) throw unauthorized('Something changed while you signed in. Sign in once more.')
  return { userId, cookies: cookiesOf(auth, headers) }
}
