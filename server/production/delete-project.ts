import type { ProjectOverview } from '@dailies/contract/production.ts'
import type { Database } from '../db/database.ts'
import { invalid } from '../error.ts'
import type { Owner } from './ownership.ts'
import { projectToChange, readProject } from './project.ts'
import { deleteCountersOfProject, deleteProjectRow, deleteScenesOfProject } from './project-queries.ts'

/**
 * Deletes a project and everything in it; what was told about it (events and their deliveries) stays as long as it would
 * have. Returns it as it was. Throws `not_found`, `invalid` when `name` is not its name.
 */
export function deleteProject(
  db: Database,
  owner: Owner,
  { id, name }: { id: string; name: string },
): Promise<ProjectOverview> {
  return db.transaction(async (transaction) => {
    const project = await projectToChange(transaction, owner, id)
    if (name !== project.name) throw invalid({ name: ['Must be the name of the project'] })
    const overview = await readProject(transaction, owner, id)
    await transaction.run(deleteCountersOfProject, { id })
    await transaction.run(deleteScenesOfProject, { id })
    await transaction.run(deleteProjectRow, { id })
    return overview
  })
}
