import type { ProjectOverview } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid } from '../error.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { buryProject, dismissMembers, insertDeletion } from './deletion-queries.ts'
import type { Actor } from './membership.ts'
import { projectToChange, readProject } from './project.ts'

/**
 * Deletes a project and everything in it: at once for everybody, while its rows go in steps (`finishDeletions`). What was
 * told about it (events and their deliveries) stays as long as it would have. Returns it as it was. Throws `not_found`,
 * `invalid` when `name` is not its name.
 */
export function deleteProject(
  db: Database,
  actor: Actor,
  { id, name }: { id: string; name: string },
  addressOf: AddressOf = plainAddress,
): Promise<ProjectOverview> {
  return db.transaction(async (transaction) => {
    const project = await projectToChange(transaction, actor, id, 'owner')
    if (name !== project.name) throw invalid({ name: ['Must be the name of the project'] })
    const overview = await readProject(transaction, actor, id, addressOf)
    const now = isoNow()
    await transaction.run(buryProject, { id, now })
    const members = await transaction.all(dismissMembers, { projectId: id, now })
    for (const { userId } of members) transaction.changed({ kind: 'memberships', userId })
    await transaction.run(insertDeletion, { id: newId(), projectId: id })
    return overview
  })
}
