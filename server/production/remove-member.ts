import type { Member } from '@dailies/contract/member.ts'
import type { Database } from '../db/database.ts'
import { changeMember, lockMembers, type MemberManager, requireAnotherOwner } from './change-member.ts'
import { memberOf } from './member.ts'

/**
 * Removes a member, or lets one leave; counts at once, on every node. Returns the member as it was. Throws `not_found`,
 * `forbidden` to whoever is no owner and is not leaving, and `invalid` for the last owner.
 */
export function removeMember(
  db: Database,
  manager: MemberManager,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<Member> {
  const leaves = manager !== 'command line' && manager.userId === userId
  return db.transaction(async (transaction) => {
    await lockMembers(transaction, manager, projectId, leaves ? 'viewer' : 'owner')
    const member = await memberOf(transaction, { projectId, userId })
    await requireAnotherOwner(transaction, projectId, member.role)
    await changeMember(transaction, { projectId, userId, oldRole: member.role, newRole: null, manager })
    return member
  })
}
