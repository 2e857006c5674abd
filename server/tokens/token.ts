import type { Token } from '@dailies/contract/token.ts'
import { accessOf } from './access.ts'

const expiringMilliseconds = 14 * 24 * 60 * 60 * 1000

interface TokenRow {
  id: string
  name: string
  permissions: string | null
  projectIds: string | null
  ratePerMinute: number | null
  ratePerHour: number | null
  createdAt: string
  expiresAt: string
  lastUsedAt: string | null
  revokedAt: string | null
}

/** A row as the contract shows it, with a use that is remembered but not written yet. */
export function toToken(row: TokenRow, now: number, lastUsedAt = row.lastUsedAt): Token {
  const { permissions, projectIds, rateLimit } = accessOf(row)
  const { id, name, createdAt, expiresAt, revokedAt } = row
  return {
    id,
    name,
    state: stateOf(row, now),
    permissions: [...permissions],
    projectIds: [...projectIds],
    rateLimit,
    createdAt,
    expiresAt,
    lastUsedAt,
    revokedAt,
  }
}

function stateOf({ expiresAt, revokedAt }: TokenRow, now: number): Token['state'] {
  if (revokedAt !== null) return 'revoked'
  if (Date.parse(expiresAt) <= now) return 'expired'
  return isExpiring(expiresAt, now) ? 'expiring' : 'active'
}

/** In its last 14 days a token announces its end. */
export function isExpiring(expiresAt: string, now: number): boolean {
  return Date.parse(expiresAt) - now <= expiringMilliseconds
}
