import type { ProjectOverview } from '@dailies/contract/production.ts'
import type { ProjectStatus } from '@dailies/contract/project.ts'
import { lockUser } from '../accounts/queries.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid } from '../error.ts'
import { mostProjects } from './limits.ts'
import { type Owner, requireUnlimited } from './ownership.ts'
import { readProject } from './project.ts'
import { countProjectsOfUser, findProjectByName, insertProject } from './project-queries.ts'

/** Throws `forbidden` to an owner who is limited to projects, `invalid` for a name that is taken or one too many. */
export function createProject(
  db: Database,
  owner: Owner,
  project: { name: string; status: ProjectStatus; genre: string | null },
): Promise<ProjectOverview> {
  requireUnlimited(owner)
  const { userId } = owner
  return db.transaction(async (transaction) => {
    await transaction.first(lockUser, { userId })
    await requireNewName(transaction, { userId, name: project.name })
    const projects = await transaction.first(countProjectsOfUser, { userId })
    if (projects && projects.count >= mostProjects) {
      throw invalid({}, [`A user has at most ${mostProjects} projects: delete one first`])
    }
    const id = newId()
    await transaction.run(insertProject, { ...project, id, userId, now: isoNow() })
    return readProject(transaction, owner, id)
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
