import type { Role } from '@dailies/contract/account.ts'
import { isoNow } from '../../clock.ts'
import type { Transaction } from '../../db/database.ts'
import { changeMember } from '../../production/change-member.ts'
import { mostMembers } from '../../production/limits.ts'
import { countMembers, findMember } from '../../production/member-queries.ts'
import { lockProject } from '../../production/project-queries.ts'
import { deleteInvitationsBy } from '../invitation-queries.ts'
import { countAdministrators, setRole } from '../queries.ts'
import { userChanged } from '../user-changed.ts'
import { isIn, rolesOf } from './admission.ts'
import type { Person } from './person.ts'
import type { AdmissionRules } from './provider-settings.ts'

/**
 * Makes a user what the groups say: administrator or not, and a member of the projects that the rules name. Where nothing was said
 * of groups, all stays as it is. An owner stays one, and so does the last administrator. The installation and the user are locked.
 */
export async function applyGroups(
  transaction: Transaction,
  user: { id: string; role: Role },
  person: Person,
  rules: AdmissionRules,
): Promise<void> {
  if (person.groups === undefined) return
  await applyRole(transaction, user, person, rules)
  // In one order, so that of two who lock several neither waits for the other.
  for (const [projectId, newRole] of [...rolesOf(person, rules)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!(await transaction.first(lockProject, { id: projectId }))) continue
    const member = await transaction.first(findMember, { projectId, userId: user.id })
    const oldRole = member?.role ?? null
    if (oldRole === 'owner' || oldRole === newRole) continue
    if (oldRole === null && (await isFull(transaction, projectId))) continue
    await changeMember(transaction, { projectId, userId: user.id, oldRole, newRole, manager: 'command line' })
  }
}

async function applyRole(
  transaction: Transaction,
  { id, role: before }: { id: string; role: Role },
  person: Person,
  { oidcAdministrators: groups }: AdmissionRules,
): Promise<void> {
  if (groups.length === 0) return
  const role = isIn(person, groups) ? 'administrator' : 'member'
  if (role === before) return
  if (role === 'member') {
    const administrators = await transaction.first(countAdministrators, {})
    if ((administrators?.count ?? 0) <= 1) return
    await transaction.run(deleteInvitationsBy, { userId: id })
  }
  await transaction.run(setRole, { id, role, now: isoNow() })
  await userChanged(transaction, id)
}

async function isFull(transaction: Transaction, projectId: string): Promise<boolean> {
  return ((await transaction.first(countMembers, { projectId }))?.members ?? 0) >= mostMembers
}
