import type { Connection } from '../db/database.ts'
import { DailiesError } from '../error.ts'
import { authenticate, type TokenCaller } from './authenticate.ts'
import type { BadTokens } from './bad-tokens.ts'
import type { LastUsed } from './last-used.ts'
import { isExpiring } from './token.ts'

export interface Entrance {
  db: Connection
  lastUsed: LastUsed
  badTokens: BadTokens
}

interface Request {
  authorization: string | undefined
  /** Where it comes from, as the network has it. */
  address: string
}

/**
 * Lets a request in: whom it speaks for, and headers for its answer. Throws `unauthorized`, and late to an address that
 * keeps trying.
 */
export async function admit(
  { db, lastUsed, badTokens }: Entrance,
  { authorization, address }: Request,
): Promise<{ caller: TokenCaller; headers: Record<string, string> }> {
  const caller = await authenticate(db, lastUsed, authorization).catch(async (error: unknown) => {
    if (error instanceof DailiesError && error.code === 'unauthorized') await badTokens.slowDown(address)
    throw error
  })
  return { caller, headers: isExpiring(caller.expiresAt, Date.now()) ? expiring(caller) : none }
}

const none = {}

function expiring({ expiresAt }: TokenCaller): Record<string, string> {
  return { 'x-service-token-expires': expiresAt }
}
