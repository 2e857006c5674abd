import type { Member, ProjectRole } from '@dailies/contract/member.ts'
import { findAccount, lockUser } from '../accounts/queries.ts'
import type { Database, Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import { changeMember, lockMembers, type MemberManager } from './change-member.ts'
import { mostMembers, mostProjects } from './limits.ts'
import { memberOf } from './member.ts'
import { countMembers, findMember } from './member-queries.ts'
import { countProjectsOfUser } from './project-queries.ts'

interface NewMember {
  projectId: string
  userId: string
  role: ProjectRole
}

/**
 * Throws `not_found`, `forbidden` to whoever is no owner, and `invalid` for who is a member already, is kept out, or would
 * be one too many.
 */
export function addMember(db: Database, manager: MemberManager, member: NewMember): Promise<Member> {
  const { projectId, userId } = member
  return db.transaction(async (transaction) => {
    // Before the project, as an import does: how many projects there may be is counted by user.
    await transaction.first(lockUser, { userId })
    await lockMembers(transaction, manager, projectId)
    const user = await transaction.first(findAccount, { id: userId })
    if (!user || user.disabledAt !== null) {
      throw invalid({ userId: ['There is no such user who may sign in'] })
    }
    if (await transaction.first(findMember, { projectId, userId })) {
      throw invalid({ userId: ['Is a member already'] })
    }
    await requireRoom(transaction, member)
    await changeMember(transaction, { ...member, oldRole: null, newRole: member.role, manager })
    return memberOf(transaction, member)
  })
}

async function requireRoom(transaction: Transaction, { projectId, userId }: NewMember): Promise<void> {
  const counted = await transaction.first(countMembers, { projectId })
  if ((counted?.members ?? 0) >= mostMembers) {
    throw invalid({}, [`A project has at most ${mostMembers} members: remove one first`])
  }
  const projects = await transaction.first(countProjectsOfUser, { userId })
  if ((projects?.count ?? 0) >= mostProjects) {
    throw invalid({ userId: [`Is a member of ${mostProjects} projects, the most there may be`] })
  }
}
