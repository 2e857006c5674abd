import type { Invitation } from '@dailies/contract/account.ts'
import type { ProjectRole } from '@dailies/contract/member.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { by } from '../order.ts'
import { changeMember } from '../production/change-member.ts'
import { mostMembers } from '../production/limits.ts'
import { countMembers } from '../production/member-queries.ts'
import { allOf } from '../production/membership.ts'
import { listNamesOfProjects, lockProject } from '../production/project-queries.ts'
import { findProjectOfMember } from '../production/queries.ts'
import type { InvitationRow } from './invitation-queries.ts'

export interface InvitedProject {
  projectId: string
  role: ProjectRole
}

/** Throws `not_found` for what the user is no owner of, as if it were missing. */
export async function requireOwned(
  db: Connection,
  userId: string,
  projects: readonly InvitedProject[],
): Promise<void> {
  for (const { projectId } of projects) {
    if (!(await isOwner(db, userId, projectId))) throw notFound('Project')
  }
}

/** Invitations, with the names of the projects that are still there. */
export async function withProjects(
  db: Connection,
  invitations: readonly InvitationRow[],
): Promise<Invitation[]> {
  const ids = new Set(invitations.flatMap((row) => projectsOf(row).map(({ projectId }) => projectId)))
  const rows = await db.all(listNamesOfProjects, { ids: JSON.stringify([...ids]) })
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return invitations.map(({ createdBy: _, ...row }) => ({
    ...row,
    projects: projectsOf(row).flatMap(({ projectId: id, role }) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ id, name, role }]
    }),
  }))
}

/** Makes a new user a member of what the invitation is for: where who invited is still an owner, and there is room. */
export async function joinProjects(
  transaction: Transaction,
  userId: string,
  invitation: InvitationRow,
): Promise<void> {
  // In one order, so that of two who lock several neither waits for the other.
  for (const { projectId, role } of projectsOf(invitation).sort(byId)) {
    if (!(await transaction.first(lockProject, { id: projectId }))) continue
    if (!(await isOwner(transaction, invitation.createdBy, projectId))) continue
    const counted = await transaction.first(countMembers, { projectId })
    if ((counted?.members ?? 0) >= mostMembers) continue
    const manager = allOf(invitation.createdBy)
    await changeMember(transaction, { projectId, userId, oldRole: null, newRole: role, manager })
  }
}

const byId = by<InvitedProject>(({ projectId }) => projectId)

function projectsOf({ projects }: Pick<InvitationRow, 'projects'>): InvitedProject[] {
  return projects === null ? [] : JSON.parse(projects)
}

async function isOwner(db: Connection, userId: string, id: string): Promise<boolean> {
  return (await db.first(findProjectOfMember, { id, userId }))?.memberRole === 'owner'
}
