import type { Token, TokenUpdate } from '@dailies/contract/token.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { accessOf, covers, toColumns } from './access.ts'
import { recordAudit } from './audit.ts'
import { given, grantable } from './issue.ts'
import { updateToken } from './queries.ts'
import { toToken } from './token.ts'
import type { TokenManager } from './token-manager.ts'
import { requireLive, tokenToChange } from './token-to-change.ts'

/**
 * Renames a token, or changes what it may, from the next request on and on every node. Throws `not_found`,
 * `forbidden` for more than the manager has, `invalid` for a token that has ended.
 */
export function changeToken(
  db: Database,
  manager: TokenManager,
  { id, update }: { id: string; update: TokenUpdate },
): Promise<Token> {
  return db.transaction(async (transaction) => {
    const token = await tokenToChange(transaction, manager, id)
    requireLive(token)
    const before = accessOf(token)
    // A limit that stays as it is was granted by whoever set it.
    const granting = update.rateLimit === undefined ? { ...manager, ceiling: null } : manager
    const after = await grantable(transaction, granting, { ...before, ...given(update) }, before.projectIds)
    const name = update.name ?? token.name
    const columns = { id, name, ...toColumns(after) }
    await transaction.run(updateToken, columns)

    const entry = { ...manager, tokenId: id, tokenName: name, at: isoNow() }
    if (name !== token.name) {
      await recordAudit(transaction, { ...entry, action: 'renamed', details: { from: token.name } })
    }
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      const action = covers(before, after) ? 'narrowed' : 'widened'
      await recordAudit(transaction, { ...entry, action, details: { from: before, to: after } })
    }
    return toToken({ ...token, ...columns }, Date.now())
  })
}
