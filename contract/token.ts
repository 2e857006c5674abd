import { z } from 'zod'
import { ofArray } from './length.ts'
import { permission } from './permission.ts'
import { id, text, timestamp } from './text.ts'

const name = text(100).regex(/\S/, 'Required').meta({ description: 'What it is for' })

const permissions = z
  .array(permission)
  .min(1, ofArray('Must be at least one permission'))
  .max(20, ofArray('Must be at most 20 permissions'))
  .transform((names) => permission.options.filter((one) => names.includes(one)))
  .meta({ description: 'What it may do' })

const projectIds = z
  .array(id)
  .max(100, ofArray('Must be at most 100 ids'))
  .transform((ids) => [...new Set(ids)])
  .meta({ description: 'Only these projects, others are as if missing; all when empty' })

const rate = (most: number) => z.int().min(1, 'Must be 1 or more').max(most, `Must be ${most} or less`)

/** Requests that a token may make, in place of the limits of the installation. */
export const tokenRateLimit = z
  .object({ perMinute: rate(1_000_000), perHour: rate(10_000_000) })
  .meta({ id: 'TokenRateLimit' })

export type TokenRateLimit = z.output<typeof tokenRateLimit>

/** The body of POST tokens. What is left out is as whoever makes the token has it. */
export const newToken = z
  .object({
    name,
    permissions: permissions.optional(),
    projectIds: projectIds.optional(),
    rateLimit: tokenRateLimit.nullable().optional(),
  })
  .meta({ id: 'NewToken' })

/** The body of PATCH tokens: what is left out stays as it is. */
export const tokenUpdate = newToken.partial().meta({ id: 'TokenUpdate' })

export const tokenRotation = z
  .object({
    overlapSeconds: z
      .int()
      .min(0, 'Must be 0 or more')
      .max(86_400, 'Must be 86400 (24 hours) or less')
      .default(0)
      .meta({ description: 'How long the old one stays valid' }),
  })
  .meta({ id: 'TokenRotation' })

export type NewToken = z.output<typeof newToken>
export type TokenUpdate = z.output<typeof tokenUpdate>

export const tokenState = z.enum(['active', 'expiring', 'expired', 'revoked']).meta({
  id: 'TokenState',
  description: 'expiring: in its last 14 days',
})

export const token = z
  .object({
    id: z.string(),
    name: z.string(),
    state: tokenState,
    permissions: z.array(permission),
    projectIds: z.array(z.string()).meta({ description: 'All projects when empty' }),
    rateLimit: tokenRateLimit.nullable().meta({ description: 'null: as the installation has it' }),
    createdAt: timestamp,
    expiresAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'Token' })

export type Token = z.output<typeof token>

/** The one time that the token itself is shown. */
export const tokenWithSecret = token
  .extend({ token: z.string().meta({ description: 'The token itself: shown this once' }) })
  .meta({ id: 'TokenWithSecret' })

export const revokedToken = token
  .extend({
    successors: z.array(z.string()).meta({ description: 'Ids of those that were revoked with it' }),
  })
  .meta({ id: 'RevokedToken' })

export type RevokedToken = z.output<typeof revokedToken>

export const tokenAction = z.enum(['created', 'renamed', 'narrowed', 'widened', 'rotated', 'revoked'])

/** A line of the audit trail. */
export const tokenAuditEntry = z
  .object({
    id: z.string(),
    tokenId: z.string(),
    tokenName: z.string(),
    action: tokenAction,
    by: z.string().meta({ description: '`token ID`, `console` or `command line`' }),
    at: timestamp,
    details: z.record(z.string(), z.unknown()).meta({ description: 'What changed: never a token itself' }),
  })
  .meta({ id: 'TokenAuditEntry' })

export type TokenAction = z.output<typeof tokenAction>
export type TokenAuditEntry = z.output<typeof tokenAuditEntry>
