import type { NewUser } from '@dailies/contract/account.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../error.ts'
import { addUser } from './create-user.ts'
import { findSetUp, lockInstallation, writeSetUp } from './installation-queries.ts'
import { hashPassword } from './password.ts'
import { findAnyUser } from './queries.ts'
import { hashSecret, newSecret } from './secret.ts'

const lifetime = 30 * 60 * 1000

/** The secret that makes the first user, in place of any before. Nothing when there is a user. */
export async function offerSetUp(db: Database): Promise<string | undefined> {
  if (await db.first(findAnyUser, {})) return undefined
  const secret = newSecret()
  const hash = hashSecret(secret)
  const expiresAt = new Date(Date.now() + lifetime).toISOString()
  return db.transaction(async (transaction) => {
    await transaction.first(lockInstallation, {})
    if (await transaction.first(findAnyUser, {})) return undefined
    await transaction.run(writeSetUp, { hash, expiresAt })
    return secret
  })
}

/** Makes the first user, an administrator. Throws `not_found` for a secret that is not, or no longer, the one offered. */
export async function setUp(
  db: Database,
  { secret, ...user }: NewUser & { secret: string },
): Promise<string> {
  requireOffered(await db.first(findSetUp, {}), secret)
  const passwordHash = await hashPassword(user.password)
  return db.transaction(async (transaction) => {
    requireOffered(await transaction.first(lockInstallation, {}), secret)
    return addUser(transaction, { ...user, role: 'administrator', passwordHash })
  })
}

function requireOffered(
  offer: { hash: string | null; expiresAt: string | null } | undefined,
  secret: string,
): void {
  const isOpen = offer?.expiresAt != null && offer.expiresAt > isoNow()
  if (!isOpen || offer.hash !== hashSecret(secret)) throw notFound('Set-up address')
}
