import type { ProjectOverview } from '@dailies/contract/production.ts'
import type { ProjectStatus } from '@dailies/contract/project.ts'
import { lockUser } from '../accounts/queries.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid, unauthorized } from '../error.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { mostProjects } from './limits.ts'
import { insertMember } from './member-queries.ts'
import { type Actor, requireUnlimited } from './membership.ts'
import { readProject } from './project.ts'
import { countProjectsOfUser, findProjectByName, insertProject } from './project-queries.ts'

/** Throws `forbidden` to an actor who is limited to projects, `invalid` for a name that is taken or one too many. */
export function createProject(
  db: Database,
  actor: Actor,
  project: { name: string; status: ProjectStatus; genre: string | null },
  addressOf: AddressOf = plainAddress,
): Promise<ProjectOverview> {
  requireUnlimited(actor)
  const { userId } = actor
  return db.transaction(async (transaction) => {
    if (!(await transaction.first(lockUser, { userId }))) throw unauthorized()
    await requireNewName(transaction, { userId, name: project.name })
    const projects = await transaction.first(countProjectsOfUser, { userId })
    if (projects && projects.count >= mostProjects) {
      throw invalid({}, [`A user has at most ${mostProjects} projects: delete one first`])
    }
    const id = newId()
    const now = isoNow()
    await transaction.run(insertProject, { ...project, id, userId, now })
    await transaction.run(insertMember, { projectId: id, userId, role: 'owner', now })
    transaction.changed({ kind: 'memberships', userId })
    return readProject(transaction, actor, id, addressOf)
  })
}

/** Throws `invalid` when the user has a project of that name. The user is to be locked. */
export async function requireNewName(
  transaction: Transaction,
  named: { userId: string; name: string },
): Promise<void> {
  if (await transaction.first(findProjectByName, named)) {
    throw invalid({ name: ['There is a project of that name already'] })
  }
}
