import type { Member, ProjectRole } from '@dailies/contract/member.ts'
import type { Database } from '../db/database.ts'
import { admitEdit } from './admit-edit.ts'
import { changeMember, lockMembers, type MemberManager, requireAnotherOwner } from './change-member.ts'
import { memberOf } from './member.ts'

/**
 * Gives a member another role. Throws `not_found`, `forbidden` to whoever is no owner, and `invalid` where the last owner
 * would be none, `clash` where the role is other than it `was`.
 */
export function updateMember(
  db: Database,
  manager: MemberManager,
  {
    projectId,
    userId,
    role,
    was,
  }: {
    projectId: string
    userId: string
    role: ProjectRole
    was?: { role?: ProjectRole | undefined } | undefined
  },
): Promise<Member> {
  return db.transaction(async (transaction) => {
    await lockMembers(transaction, manager, projectId)
    const member = await memberOf(transaction, { projectId, userId })
    if (manager !== 'command line') {
      const edit = { now: { role: member.role }, update: { role }, was }
      await admitEdit(transaction, { projectId, ofId: userId, userId: manager.userId, ...edit })
    }
    if (role !== 'owner') await requireAnotherOwner(transaction, projectId, member.role)
    await changeMember(transaction, { projectId, userId, oldRole: member.role, newRole: role, manager })
    return { ...member, role }
  })
}
