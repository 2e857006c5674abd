import type { Link, NewLink } from '@dailies/contract/link.ts'
import { isoNow } from '../clock.ts'
import type { Connection } from '../db/database.ts'
import { notFound } from '../error.ts'
import { findLinkOfProject, type LinkRow } from './queries.ts'

/** A link of a project. Throws `not_found`. */
export async function findLink(
  db: Connection,
  { projectId, linkId }: { projectId: string; linkId: string },
): Promise<LinkRow> {
  const found = await db.first(findLinkOfProject, { projectId, id: linkId })
  if (!found) throw notFound('Link')
  return found
}

/** As members see it: of its password only that there is one. */
export function toLink({ password, createdBy, createdByName, ...row }: LinkRow): Link {
  return {
    ...row,
    ...rightsOf(row),
    state: stateOf(row),
    hasPassword: password !== null,
    createdBy: createdByName === null ? null : { id: createdBy, name: createdByName },
  }
}

type Rights = Pick<NewLink, 'mayComment' | 'mayGiveVerdict' | 'mayDownload' | 'watermark'>

/** SQL has 0 and 1 where the contract has false and true. */
export function rightsOf(row: Record<keyof Rights, number>): Rights {
  return {
    mayComment: row.mayComment === 1,
    mayGiveVerdict: row.mayGiveVerdict === 1,
    mayDownload: row.mayDownload === 1,
    watermark: row.watermark === 1,
  }
}

/** The other way round. */
export function rightsColumnsOf(rights: Rights): Record<keyof Rights, number> {
  return {
    mayComment: Number(rights.mayComment),
    mayGiveVerdict: Number(rights.mayGiveVerdict),
    mayDownload: Number(rights.mayDownload),
    watermark: Number(rights.watermark),
  }
}

function stateOf({ revokedAt, expiresAt }: Pick<LinkRow, 'revokedAt' | 'expiresAt'>): Link['state'] {
  if (revokedAt !== null) return 'revoked'
  return expiresAt > isoNow() ? 'live' : 'expired'
}
