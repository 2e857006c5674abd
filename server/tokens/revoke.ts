import type { Token } from '@dailies/contract/token.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Actor } from './actor.ts'
import { recordAudit } from './audit.ts'
import { setRevoked } from './queries.ts'
import { toToken } from './token.ts'
import { tokenToChange } from './token-to-change.ts'

/** Ends a token for good, at once and on every node. One that was revoked before stays as it was. */
export function revokeToken(db: Database, actor: Actor, id: string): Promise<Token> {
  return db.transaction(async (transaction) => {
    const token = await tokenToChange(transaction, actor, id)
    const now = isoNow()
    const revoked = await transaction.run(setRevoked, { id, now })
    if (revoked > 0) {
      const entry = { ...actor, tokenId: id, tokenName: token.name, at: now }
      await recordAudit(transaction, { ...entry, action: 'revoked' })
    }
    return toToken({ ...token, revokedAt: token.revokedAt ?? now }, Date.now())
  })
}
