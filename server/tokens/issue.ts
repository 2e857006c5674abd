import { hash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid } from '../error.ts'
import { newRawToken } from './format.ts'
import { insertToken } from './queries.ts'

const lifetimeDays = 90
const longestName = 100

/**
 * Makes a token for the user and returns it raw: the only time that anyone sees it. It is valid for 90 days.
 * Specification: "API token".
 */
export async function issueToken(
  db: Database,
  { userId, name }: { userId: string; name: string },
): Promise<string> {
  if (name.trim() === '') throw invalid({ name: ['Required'] })
  if (name.length > longestName) throw invalid({ name: [`Must be at most ${longestName} characters`] })
  if (name.includes('\0')) throw invalid({ name: ['Must not contain the character U+0000'] })

  const rawToken = newRawToken()
  const now = Date.now()
  await db.transaction((transaction) =>
    transaction.run(insertToken, {
      id: newId(),
      userId,
      name,
      hash: hashToken(rawToken),
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + lifetimeDays * 24 * 60 * 60 * 1000).toISOString(),
    }),
  )
  return rawToken
}

/** SHA-256 in hexadecimal: all that is ever stored of a token. A salt adds nothing to 256 random bits. */
export function hashToken(rawToken: string): string {
  return hash('sha256', rawToken)
}
