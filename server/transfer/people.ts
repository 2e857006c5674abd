import { randomBytes } from 'node:crypto'
import { addUser } from '../accounts/create-user.ts'
import { lockInstallation } from '../accounts/installation-queries.ts'
import { hashPassword } from '../accounts/password.ts'
import { findAccount, findUserByEmail, setDisabled } from '../accounts/queries.ts'
import { isoNow } from '../clock.ts'
import type { Connection, Database } from '../db/database.ts'
import { insertRemoved } from './queries.ts'
import type { CameWith } from './received.ts'

/** Who somebody is here who is named in a project that came. */
export interface Person extends CameWith {
  /** Of the user here; undefined for one who is still to be added. */
  userId: string | undefined
  mayComeIn: boolean
}

/** Looks people up by their addresses. */
export async function findPeople(
  db: Connection,
  people: readonly CameWith[],
  idOf: (id: string) => string,
): Promise<Person[]> {
  const found: Person[] = []
  for (const one of people) {
    const user = one.email === null ? undefined : await db.first(findUserByEmail, { email: one.email })
    const account = user && (await db.first(findAccount, { id: user.id }))
    found.push({
      ...one,
      name: user?.name ?? one.name,
      userId: one.email === null ? idOf(one.id) : user?.id,
      mayComeIn: account?.disabledAt === null,
    })
  }
  return found
}

/**
 * Adds those who are not here, kept out and without a password that anybody knows, so that what they said has a name: an administrator lets
 * them in. Who was removed there is so here. Returns who everybody is here, by the id there.
 */
export async function bringPeople(db: Database, people: readonly Person[]): Promise<Map<string, string>> {
  const here = new Map<string, string>()
  const passwordHash = await hashPassword(randomBytes(32).toString('base64'))
  for (const { id, email, name, userId } of people) {
    if (email !== null && userId !== undefined) here.set(id, userId)
    else here.set(id, await bring({ email, name, userId: userId ?? '' }))
  }
  return here

  function bring({
    email,
    name,
    userId,
  }: {
    email: string | null
    name: string
    userId: string
  }): Promise<string> {
    return db.transaction(async (transaction) => {
      const now = isoNow()
      if (email === null) {
        await transaction.run(insertRemoved, { id: userId, name, now })
        return userId
      }
      // Somebody may have added them meanwhile, or be at it: another import of the same people.
      await transaction.first(lockInstallation, {})
      const user = await transaction.first(findUserByEmail, { email })
      if (user) return user.id
      const added = await addUser(transaction, { email, name, role: 'member', passwordHash })
      await transaction.run(setDisabled, { id: added, disabledAt: now, now })
      return added
    })
  }
}
