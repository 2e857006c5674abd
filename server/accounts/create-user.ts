import { newUser, type Role } from '@dailies/contract/account.ts'
import { validate } from '@dailies/contract/validate.ts'
import { isoNow } from '../clock.ts'
import type { Connection, Database, Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid, notFound } from '../error.ts'
import { lockInstallation, writeSetUp } from './installation-queries.ts'
import { hashPassword } from './password.ts'
import { findAnyUser, findUserByEmail, insertPassword, insertUser } from './queries.ts'

/** Adds a user and returns the new id. Throws `invalid` for what cannot be an account, or an address that is taken. */
export async function createUser(
  db: Database,
  input: { email: string; name: string; password: string },
  { role = 'member' }: { role?: Role } = {},
): Promise<string> {
  const checked = validate(newUser, input)
  if (!checked.ok) throw invalid(checked.fieldErrors, checked.formErrors)
  const { email, name, password } = checked.value
  const passwordHash = await hashPassword(password)
  return db.transaction((transaction) => addUser(transaction, { email, name, role, passwordHash }))
}

/**
 * The same for what is checked already. The very first user is an administrator, whoever asks for what. Without a password somebody
 * signs in by the identity provider.
 */
export async function addUser(
  transaction: Transaction,
  { email, name, role, passwordHash }: { email: string; name: string; role: Role; passwordHash?: string },
): Promise<string> {
  await transaction.first(lockInstallation, {})
  const isFirst = (await transaction.first(findAnyUser, {})) === undefined
  const id = newId()
  const now = isoNow()
  const user = { id, email, name, role: isFirst ? 'administrator' : role, now } as const
  const inserted = await transaction.run(insertUser, user)
  if (inserted === 0) throw invalid({ email: [`There is a user ${email} already`] })

  transaction.changed({ kind: 'user' })
  if (passwordHash !== undefined)
    await transaction.run(insertPassword, { id: newId(), userId: id, passwordHash, now })
  if (isFirst) await transaction.run(writeSetUp, { hash: null, expiresAt: null })
  return id
}

/** The user with that address, whatever its case. Throws `not_found`. */
export async function userByEmail(db: Connection, email: string) {
  const user = await db.first(findUserByEmail, { email: email.trim().toLowerCase() })
  if (!user) throw notFound(`User ${email}`)
  return user
}
