import { endpoints } from '@dailies/contract/endpoints.ts'
import type { TokenRateLimit } from '@dailies/contract/token.ts'
import type { Database } from '../db/database.ts'
import { only, pageOfSeen } from '../http/envelope.ts'
import { type Caller, type Route, route } from '../http/route.ts'
import { accessOf, covers } from './access.ts'
import { seesAudit, toAuditEntry } from './audit.ts'
import { changeToken } from './change.ts'
import { issueToken } from './issue.ts'
import type { LastUsed } from './last-used.ts'
import { listAuditOfUser, listTokensOfUser } from './queries.ts'
import { revokeToken } from './revoke.ts'
import { rotateToken } from './rotate.ts'
import { toToken } from './token.ts'
import type { TokenManager } from './token-manager.ts'

/** `ceiling` is the rate limit of the installation, if there is one. */
export function tokenRoutes(db: Database, lastUsed: LastUsed, ceiling: TokenRateLimit | null): Route[] {
  const manager = (caller: Caller): TokenManager => ({ ...caller, by: nameOf(caller), ceiling })
  return [
    route(endpoints.listTokens, async ({ caller, query }) => {
      const { userId } = caller
      const latest = lastUsed.latest()
      const { data, metadata } = await pageOfSeen(
        query,
        (page) => db.all(listTokensOfUser, { userId, ...page }),
        (token) => covers(caller, accessOf(token)),
      )
      return {
        data: data.map((token) => toToken(token, Date.now(), latest(token))),
        metadata,
      }
    }),

    route(endpoints.createToken, async ({ caller, guarded, body }) =>
      only(await issueToken(guarded(db), manager(caller), body)),
    ),

    route(endpoints.updateToken, async ({ caller, guarded, params, body }) => {
      const latest = lastUsed.latest()
      const token = await changeToken(guarded(db), manager(caller), { id: params.id, update: body })
      return only({ ...token, lastUsedAt: latest(token) })
    }),

    route(endpoints.revokeToken, async ({ caller, guarded, params, query }) => {
      const successors = query.successors === 'true'
      return only(await revokeToken(guarded(db), manager(caller), params.id, { successors }))
    }),

    route(endpoints.rotateToken, async ({ caller, guarded, params, body }) =>
      only(
        await rotateToken(guarded(db), manager(caller), {
          id: params.id,
          overlapSeconds: body.overlapSeconds,
        }),
      ),
    ),

    route(endpoints.listTokenAudit, async ({ caller, query }) => {
      const { userId } = caller
      const { data, metadata } = await pageOfSeen(
        query,
        (page) => db.all(listAuditOfUser, { userId, ...page }),
        (row) => seesAudit(caller, row),
      )
      return { data: data.map(toAuditEntry), metadata }
    }),
  ]
}

/** As the audit trail has it. */
function nameOf({ tokenId }: Caller): string {
  return tokenId === null ? 'console' : `token ${tokenId}`
}
