import { hash } from 'node:crypto'
import type { NewToken, Token, TokenRateLimit } from '@dailies/contract/token.ts'
import { lockUser } from '../accounts/queries.ts'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { forbidden, invalid } from '../error.ts'
import { findProjectOfMember } from '../production/queries.ts'
import { type Access, covers, toColumns } from './access.ts'
import { recordAudit } from './audit.ts'
import { newRawToken } from './format.ts'
import { countLiveTokens, insertToken, type NewTokenRow } from './queries.ts'
import { toToken } from './token.ts'
import type { TokenManager } from './token-manager.ts'

const lifetime = 90 * 24 * 60 * 60 * 1000
const mostLive = 100

/** A token with itself: the only time that anyone sees it. */
export type IssuedToken = Token & { token: string }

/**
 * Makes a token, valid for 90 days. What is not chosen is as the manager has it. Throws `forbidden` for more than the
 * manager has, `invalid` for projects that are not the user's or a hundred live tokens. docs/interface.md, "Tokens".
 */
export function issueToken(db: Database, manager: TokenManager, chosen: NewToken): Promise<IssuedToken> {
  return db.transaction(async (transaction) => {
    const access = await grantable(transaction, manager, { ...manager, ...given(chosen) })
    const issued = await insertNew(transaction, manager, { name: chosen.name, access })
    const { id: tokenId, name: tokenName, createdAt: at, token: _, ...details } = issued
    await recordAudit(transaction, {
      ...manager,
      tokenId,
      tokenName,
      action: 'created',
      at,
      details: accessIn(details),
    })
    return issued
  })
}

/** What was said of the access; undefined says nothing. */
export function given(chosen: Partial<NewToken>): Partial<Access> {
  const { permissions, projectIds, rateLimit } = chosen
  return {
    ...(permissions && { permissions }),
    ...(projectIds && { projectIds }),
    ...(rateLimit !== undefined && { rateLimit }),
  }
}

/** The access, when the manager may give it. Projects that a token `had` stay, also those that are deleted by now. */
export async function grantable(
  transaction: Transaction,
  manager: TokenManager,
  access: Access,
  had: readonly string[] = [],
): Promise<Access> {
  const { permissions, projectIds, rateLimit } = access
  // First: to an manager out of whose reach a project is, it must look like one that is missing.
  if (!covers(manager, access) || !isWithin(manager.ceiling, rateLimit)) throw forbidden()
  for (const id of projectIds.filter((id) => !had.includes(id))) {
    const found = await transaction.first(findProjectOfMember, { id, userId: manager.userId })
    if (!found) throw invalid({ projectIds: [`Not a project of yours: ${id}`] })
  }
  return { permissions, projectIds, rateLimit }
}

function isWithin(ceiling: TokenRateLimit | null, rate: TokenRateLimit | null): boolean {
  if (!ceiling || !rate) return true
  return rate.perMinute <= ceiling.perMinute && rate.perHour <= ceiling.perHour
}

/** A new token of the user's, which is locked so that of two at once one counts the other. */
export async function insertNew(
  transaction: Transaction,
  { userId }: TokenManager,
  { name, access, countedAs = null }: { name: string; access: Access; countedAs?: string | null },
): Promise<IssuedToken> {
  const now = Date.now()
  const createdAt = new Date(now).toISOString()
  await transaction.first(lockUser, { userId })
  const live = await transaction.first(countLiveTokens, { userId, now: createdAt })
  if (live && live.count >= mostLive) {
    throw invalid({}, [`A user has at most ${mostLive} live tokens: revoke one first`])
  }
  const token = newRawToken()
  const row: NewTokenRow = {
    id: newId(),
    userId,
    name,
    hash: hashToken(token),
    createdAt,
    expiresAt: new Date(now + lifetime).toISOString(),
    countedAs,
    ...toColumns(access),
  }
  await transaction.run(insertToken, row)
  return { ...toToken({ ...row, lastUsedAt: null, revokedAt: null }, now), token }
}

function accessIn({ permissions, projectIds, rateLimit }: Access): Access {
  return { permissions, projectIds, rateLimit }
}

/** SHA-256 in hexadecimal: all that is ever stored of a token. A salt adds nothing to 256 random bits. */
export function hashToken(rawToken: string): string {
  return hash('sha256', rawToken)
}
