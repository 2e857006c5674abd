import type { ProjectOverview } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { invalid } from '../error.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { insertDeletedProject } from './deleted-project-queries.ts'
import { buryProject, dismissMembers } from './deletion-queries.ts'
import type { Actor } from './membership.ts'
import { projectToChange, readProject } from './project.ts'

/**
 * Puts a project into the trash, with everything in it: nobody finds any of it, until it is restored (`restoreProject`) or purged. What
 * was told about it (events and their deliveries) stays as long as it would have. Returns it as it was. Throws `not_found`,
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
    await transaction.run(insertDeletedProject, { id, by: actor.userId, now })
    await transaction.run(buryProject, { id, now })
    const members = await transaction.all(dismissMembers, { projectId: id, now })
    for (const { userId } of members) transaction.changed({ kind: 'memberships', userId })
    return overview
  })
}
