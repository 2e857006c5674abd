import type { TokenRateLimit } from '@dailies/contract/token.ts'
import { type Access, fullAccess } from './access.ts'

/** Who manages tokens, and what it may itself: nobody grants what they do not have. */
export interface TokenManager extends Access {
  userId: string
  /** As the audit trail names it: `token ID`, `console` or `command line`. */
  by: string
  /** The installation's own limits: nobody lifts a token above them but whoever runs it. */
  ceiling: TokenRateLimit | null
}

/** Whoever has the machine has everything. */
export function commandLine(userId: string): TokenManager {
  return { ...fullAccess, userId, by: 'command line', ceiling: null }
}
