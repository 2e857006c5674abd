import type { Role } from '@dailies/contract/account.ts'
import { type RowOf, statement } from '../db/statement.ts'

export interface NewInvitationRow {
  id: string
  hash: string
  email: string | null
  role: Role
  /** JSON. */
  projects: string | null
  createdBy: string
  createdAt: string
  expiresAt: string
}

const columns = [
  'id',
  'email',
  'role',
  'projects',
  'created_by as createdBy',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const

export const insertInvitation = statement((db, row: NewInvitationRow) =>
  db.insertInto('invitations').values({
    id: row.id,
    hash: row.hash,
    email: row.email,
    role: row.role,
    projects: row.projects,
    created_by: row.createdBy,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
  }),
)

export const countInvitations = statement((db) =>
  db.selectFrom('invitations').select((expression) => expression.fn.countAll<number>().as('count')),
)

export const findInvitation = statement((db, { id, now }: { id: string; now: string }) =>
  db.selectFrom('invitations').select(columns).where('id', '=', id).where('expires_at', '>', now),
)

export const findInvitationByHash = statement((db, { hash, now }: { hash: string; now: string }) =>
  db.selectFrom('invitations').select(columns).where('hash', '=', hash).where('expires_at', '>', now),
)

export const listInvitations = statement((db, { now }: { now: string }) =>
  db.selectFrom('invitations').select(columns).where('expires_at', '>', now).orderBy('id', 'desc'),
)

export type InvitationRow = RowOf<typeof listInvitations>

export const deleteInvitation = statement((db, { id }: { id: string }) =>
  db.deleteFrom('invitations').where('id', '=', id),
)

export const deleteInvitationsBy = statement((db, { userId }: { userId: string }) =>
  db.deleteFrom('invitations').where('created_by', '=', userId),
)

export const deleteExpiredInvitations = statement((db, { now }: { now: string }) =>
  db.deleteFrom('invitations').where('expires_at', '<=', now),
)
