import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../error.ts'
import { findToken, setRevoked } from './queries.ts'

/** Ends a token for good, at once and on every node. One that was revoked before stays as it was. */
export async function revokeToken(db: Database, id: string): Promise<void> {
  await db.transaction(async (transaction) => {
    if (!(await transaction.first(findToken, { id }))) throw notFound('Token')
    await transaction.run(setRevoked, { id, now: isoNow() })
  })
}
