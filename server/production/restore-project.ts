import type { ProjectOverview } from '@dailies/contract/production.ts'
import { lockUser } from '../accounts/queries.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { invalid, notFound, unauthorized } from '../error.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { changeMember } from './change-member.ts'
import {
  findDeletedProjectOfMember,
  listDismissedMembers,
  putProjectBack,
  recallMembers,
  takeDeletedProject,
} from './deleted-project-queries.ts'
import { mostProjects } from './limits.ts'
import { type Actor, admitMember } from './membership.ts'
import { readProject } from './project.ts'
import { countProjectsOfUser, findProjectByName } from './project-queries.ts'

/**
 * Brings a project back from the trash, with everything in it and with its members, as it was. Returns it. Throws `not_found`,
 * `forbidden` to who did not own it, `invalid` where the actor has another one of its name by now, or one too many.
 */
export function restoreProject(
  db: Database,
  actor: Actor,
  id: string,
  addressOf: AddressOf = plainAddress,
): Promise<ProjectOverview> {
  const { userId } = actor
  return db.transaction(async (transaction) => {
    const missing = () => notFound('Project')
    const found = await transaction.first(findDeletedProjectOfMember, { id, userId })
    admitMember({ actor, need: 'owner', missing }, found)
    const present = await lockMembersOf(transaction, id)
    if (!present.has(userId)) throw unauthorized()
    const deleted = await transaction.first(takeDeletedProject, { id })
    if (!deleted) throw missing()

    const { name } = deleted
    if (await transaction.first(findProjectByName, { userId, name })) {
      throw invalid({}, [`Another project is called ${name} by now: rename that one first`])
    }
    const projects = await transaction.first(countProjectsOfUser, { userId })
    if (projects && projects.count >= mostProjects) {
      throw invalid({}, [`A user has at most ${mostProjects} projects: delete one first`])
    }
    await transaction.run(putProjectBack, { id, ...deleted, now: isoNow() })
    transaction.changed({ kind: 'project', projectId: id })
    for (const member of await transaction.all(recallMembers, { projectId: id })) {
      transaction.changed({ kind: 'memberships', userId: member.userId })
      if (present.has(member.userId)) continue
      const left = { userId: member.userId, oldRole: member.role, newRole: null }
      await changeMember(transaction, { projectId: id, ...left, manager: actor })
    }
    return readProject(transaction, actor, id, addressOf)
  })
}

/** Nobody who was a member is removed from the installation meanwhile. Returns who was not before. */
async function lockMembersOf(transaction: Transaction, projectId: string): Promise<Set<string>> {
  const members = await transaction.all(listDismissedMembers, { projectId })
  const present = new Set<string>()
  // In one order, as all who lock more than one.
  for (const userId of members.map((member) => member.userId).sort())
    if (await transaction.first(lockUser, { userId })) present.add(userId)
  return present
}
