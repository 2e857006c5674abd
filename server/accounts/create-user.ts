import { hashPassword } from '@better-auth/utils/password'
import { z } from 'zod'
import { isoNow } from '../clock.ts'
import type { Connection, Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { DailiesError, invalid, notFound } from '../error.ts'
import { findUserByEmail, insertUser } from './queries.ts'

const newUser = z.object({
  email: z.email('Must be an email address').max(254, 'Must be at most 254 characters'),
  name: z
    .string()
    .trim()
    .min(1, 'Required')
    .max(200, 'Must be at most 200 characters')
    .refine((name) => !name.includes('\0'), 'Must not contain the character U+0000'),
  password: z.string().min(8, 'Must be at least 8 characters').max(128, 'Must be at most 128 characters'),
})

/** Adds a user and returns the new id. Throws `invalid` for what cannot be an account, or an address that is taken. */
export async function createUser(db: Database, input: z.input<typeof newUser>): Promise<string> {
  const checked = newUser.safeParse({ ...input, email: normalized(input.email) })
  if (!checked.success) throw invalid(z.flattenError(checked.error).fieldErrors)

  const { email, name, password } = checked.data
  const id = newId()
  const passwordHash = await hashPassword(password)
  const now = isoNow()
  const inserted = await db.transaction((transaction) =>
    transaction.run(insertUser, { id, email, name, passwordHash, now }),
  )
  if (inserted === 0) throw new DailiesError('invalid', `There is a user ${email} already`)
  return id
}

/** The user with that address, whatever its case. Throws `not_found`. */
export async function userByEmail(db: Connection, email: string) {
  const user = await db.first(findUserByEmail, { email: normalized(email) })
  if (!user) throw notFound(`User ${email}`)
  return user
}

function normalized(email: string): string {
  return email.trim().toLowerCase()
}
