import type { TokenAction, TokenAuditEntry } from '@dailies/contract/token.ts'
import type { Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { type Access, accessOf, covers } from './access.ts'
import { insertAudit } from './queries.ts'

/** Writes down what was done to a token, in the transaction that does it. `by` is the manager: see `TokenManager`. */
export async function recordAudit(
  transaction: Transaction,
  entry: {
    userId: string
    tokenId: string
    tokenName: string
    action: TokenAction
    by: string
    at: string
    details?: object
  },
): Promise<void> {
  const { details = {}, ...rest } = entry
  transaction.changed({ kind: 'token', userId: entry.userId })
  await transaction.run(insertAudit, { ...rest, id: newId(), details: JSON.stringify(details) })
}

/** A line as the contract shows it. */
export function toAuditEntry({ id, tokenId, tokenName, action, by, at, details }: AuditRow): TokenAuditEntry {
  return { id, tokenId, tokenName, action, by, at, details: JSON.parse(details) }
}

/** Whether somebody may see a line: neither of a token that may do more than they, nor of when it might. */
export function seesAudit(access: Access, row: AuditRow): boolean {
  const { details } = toAuditEntry(row)
  return [accessOf(row), details, details.from, details.to]
    .filter(isAccess)
    .every((one) => covers(access, one))
}

type AuditRow = Omit<TokenAuditEntry, 'details'> & Parameters<typeof accessOf>[0] & { details: string }

function isAccess(details: unknown): details is Access {
  return typeof details === 'object' && details !== null && 'permissions' in details
}
