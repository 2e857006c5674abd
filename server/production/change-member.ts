import type { ProjectRole } from '@dailies/contract/member.ts'
import { isoNow } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import { nextId } from '../db/time.ts'
import { invalid, notFound } from '../error.ts'
import { notify } from '../inbox/notify.ts'
import { dropWaitingOf } from '../webhooks/switch-off.ts'
import { deleteAssignmentsOfMember } from './assignment-queries.ts'
import {
  countMembers,
  deleteMember,
  insertMember,
  insertMemberChange,
  setMemberRole,
} from './member-queries.ts'
import type { Actor } from './membership.ts'
import { projectToChange } from './project.ts'
import { listNamesOfProjects, lockProject } from './project-queries.ts'

/** Who decides who is a member: somebody who is one, or whoever has the machine. */
export type MemberManager = Actor | 'command line'

/**
 * Holds the project until the transaction ends, so that who changes its members takes turns. Throws `not_found`,
 * `forbidden` to a member whose role is less than `need`.
 */
export async function lockMembers(
  transaction: Transaction,
  manager: MemberManager,
  projectId: string,
  need: ProjectRole = 'owner',
): Promise<void> {
  if (manager !== 'command line') await projectToChange(transaction, manager, projectId, need)
  else if (!(await transaction.first(lockProject, { id: projectId }))) throw notFound('Project')
}

interface MemberChange {
  projectId: string
  userId: string
  /** Null for no member. */
  oldRole: ProjectRole | null
  newRole: ProjectRole | null
  manager: MemberManager
}

/** Makes somebody what they are to be, and writes down who did. The members are to be locked. */
export async function changeMember(
  transaction: Transaction,
  { projectId, userId, oldRole, newRole, manager }: MemberChange,
): Promise<void> {
  if (oldRole === newRole) return
  const now = isoNow()
  if (newRole === null) {
    await transaction.run(deleteMember, { projectId, userId })
    await dropWaitingOf(transaction, { projectId, userId })
    const shots = await transaction.run(deleteAssignmentsOfMember, { projectId, userId })
    if (shots > 0) transaction.changed({ kind: 'scene', projectId })
  } else if (oldRole === null) {
    await transaction.run(insertMember, { projectId, userId, role: newRole, now })
  } else {
    await transaction.run(setMemberRole, { projectId, userId, role: newRole })
  }
  const changedBy = manager === 'command line' ? null : manager.userId
  const id = await nextId(transaction)
  transaction.changed({ kind: 'member', projectId })
  transaction.changed({ kind: 'memberships', userId })
  await transaction.run(insertMemberChange, { id, projectId, userId, oldRole, newRole, changedBy, now })
  await tellMember(transaction, { projectId, userId, oldRole, newRole, changedBy })
}

/** Who is removed is told of the project by its name: it is out of reach from now on. */
async function tellMember(
  transaction: Transaction,
  {
    projectId,
    userId,
    oldRole,
    newRole,
    changedBy,
  }: Omit<MemberChange, 'manager'> & { changedBy: string | null },
): Promise<void> {
  const news = { to: [userId], by: changedBy }
  if (newRole !== null) {
    const kind = oldRole === null ? 'member.added' : 'member.role_changed'
    await notify(transaction, { ...news, kind, projectId, details: { role: newRole } })
    return
  }
  const [project] = await transaction.all(listNamesOfProjects, { ids: JSON.stringify([projectId]) })
  const details = { projectName: project?.name ?? '' }
  await notify(transaction, { ...news, kind: 'member.removed', details })
}

/** Throws `invalid` where an owner is the last one, and would be none. The members are to be locked. */
export async function requireAnotherOwner(
  transaction: Transaction,
  projectId: string,
  role: ProjectRole,
): Promise<void> {
  if (role !== 'owner') return
  const counted = await transaction.first(countMembers, { projectId })
  if ((counted?.owners ?? 0) > 1) return
  throw invalid({}, ['A project has an owner: make somebody else an owner first'])
}
