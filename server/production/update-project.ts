import type { ProjectOverview } from '@dailies/contract/production.ts'
import type { ProjectStatus } from '@dailies/contract/project.ts'
import { lockUser } from '../accounts/queries.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { admitEdit } from './admit-edit.ts'
import { changed } from './changed.ts'
import { requireNewName } from './create-project.ts'
import type { Actor } from './membership.ts'
import { projectToChange, readProject } from './project.ts'
import { updateProjectRow } from './project-queries.ts'

interface ProjectUpdate {
  name?: string | undefined
  status?: ProjectStatus | undefined
  genre?: string | null | undefined
}

/**
 * Changes what is given; any status may follow any other. Throws `not_found`, `invalid` for a name that is taken, `clash` for
 * what is other than it `was`.
 */
export function updateProject(
  db: Database,
  actor: Actor,
  { id, update, was }: { id: string; update: ProjectUpdate; was?: ProjectUpdate | undefined },
  addressOf: AddressOf = plainAddress,
): Promise<ProjectOverview> {
  const { userId } = actor
  return db.transaction(async (transaction) => {
    // Before the project, as an import does: names belong to the user.
    await transaction.first(lockUser, { userId })
    const before = await projectToChange(transaction, actor, id)
    await admitEdit(transaction, { projectId: id, ofId: id, userId, now: before, update, was })
    const after = changed(before, update)
    if (after) {
      if (after.name !== before.name) await requireNewName(transaction, { userId, name: after.name })
      await transaction.run(updateProjectRow, { ...after, now: isoNow() })
    }
    return readProject(transaction, actor, id, addressOf)
  })
}
