import type { ProjectOverview } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid } from '../error.ts'
import { buryProject, insertDeletion, insertNobody } from './deletion-queries.ts'
import type { Owner } from './ownership.ts'
import { projectToChange, readProject } from './project.ts'

/**
 * Deletes a project and everything in it: at once for everybody, while its rows go in steps (`finishDeletions`). What was
 * told about it (events and their deliveries) stays as long as it would have. Returns it as it was. Throws `not_found`,
 * `invalid` when `name` is not its name.
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
    const now = isoNow()
    await transaction.run(insertNobody, { now })
    await transaction.run(buryProject, { id, now })
    await transaction.run(insertDeletion, { id: newId(), projectId: id })
    return overview
  })
}
