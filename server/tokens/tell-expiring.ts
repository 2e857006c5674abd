import type { Database } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { notify } from '../inbox/notify.ts'
import { listTokensToTell, setExpiryTold } from './queries.ts'

const day = 24 * 60 * 60 * 1000
const ahead = 7 * day
const atOnce = 100

/**
 * Tells users of their tokens that end within 7 days, each once, on whichever nodes it runs: whoever marks the token tells.
 * Of those that were made for no longer, nobody is told.
 */
export async function tellExpiringTokens(db: Database): Promise<void> {
  for (;;) {
    const now = await databaseTime(db)
    const found = await db.all(listTokensToTell, {
      now: new Date(now).toISOString(),
      until: new Date(now + ahead).toISOString(),
      limit: atOnce,
    })
    for (const { id: tokenId, userId, createdAt, expiresAt } of found) {
      await db.transaction(async (transaction) => {
        if ((await transaction.run(setExpiryTold, { id: tokenId })) === 0) return
        if (Date.parse(expiresAt) - Date.parse(createdAt) <= ahead) return
        const details = { expiresAt }
        await notify(transaction, { kind: 'token.expiring', to: [userId], by: null, tokenId, details })
      })
    }
    if (found.length < atOnce) return
  }
}
