import { confirmSessions, type SessionCaller } from '../accounts/admit-session.ts'
import type { Database } from '../db/database.ts'
import { firstIdOf } from '../db/id.ts'
import { listMemberChangesSince, listMembershipsOfAll } from '../production/member-queries.ts'
import { confirmTokens, type TokenCaller } from '../tokens/authenticate.ts'
import type { Answers } from './hub.ts'

/** Milliseconds: longer than any transaction, and than clocks differ. */
const lately = 60_000

/** What the hub asks of the database, for all of its streams in one. */
export function answersOf(db: Database): Omit<Answers, 'onError'> {
  return {
    projectsOf: async (userIds) => {
      const rows = await db.all(listMembershipsOfAll, { userIds: JSON.stringify(userIds) })
      const byUser = Map.groupBy(rows, ({ userId }) => userId)
      return new Map(
        [...byUser].map(([userId, memberships]) => [
          userId,
          new Set(memberships.map(({ projectId }) => projectId)),
        ]),
      )
    },
    confirmed: async (callers) => {
      const byToken = callers.filter((caller): caller is TokenCaller => caller.tokenId !== null)
      const bySession = callers.filter((caller): caller is SessionCaller => caller.tokenId === null)
      const [tokens, sessions] = await Promise.all([
        confirmTokens(db, byToken),
        confirmSessions(db, bySession),
      ])
      return callers.map((caller) => {
        if (caller.tokenId === null) return sessions.get(caller.sessionId)
        const token = tokens.get(caller.tokenId)
        return token?.permissions.includes('read') ? token : undefined
      })
    },
    hear: () => db.changes.hear(),
    rest: () => db.changes.rest(),
    recentlyMoved: () => db.all(listMemberChangesSince, { since: firstIdOf(Date.now() - lately) }),
  }
}
