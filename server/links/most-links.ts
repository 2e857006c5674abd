import { isoNow } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import { countLiveLinks } from './queries.ts'

const mostLiveLinks = 200

/** Throws `invalid` where the project has as many live links as it may. The project is to be held. */
export async function requireRoomForLink(transaction: Transaction, projectId: string): Promise<void> {
  const live = await transaction.first(countLiveLinks, { projectId, now: isoNow() })
  if ((live?.count ?? 0) < mostLiveLinks) return
  throw invalid({}, [`A project has at most ${mostLiveLinks} live links: revoke one first`])
}
