import type { ProjectOverview } from '@dailies/contract/production.ts'
import type { ProjectStatus } from '@dailies/contract/project.ts'
import { lockUser } from '../accounts/queries.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { changed } from './changed.ts'
import { requireNewName } from './create-project.ts'
import type { Owner } from './ownership.ts'
import { projectToChange, readProject } from './project.ts'
import { updateProjectRow } from './project-queries.ts'

interface ProjectUpdate {
  name?: string | undefined
  status?: ProjectStatus | undefined
  genre?: string | null | undefined
}

/** Changes what is given; any status may follow any other. Throws `not_found`, `invalid` for a name that is taken. */
export function updateProject(
  db: Database,
  owner: Owner,
  { id, update }: { id: string; update: ProjectUpdate },
): Promise<ProjectOverview> {
  const { userId } = owner
  return db.transaction(async (transaction) => {
    // Before the project, as an import does: names belong to the user.
    await transaction.first(lockUser, { userId })
    const before = await projectToChange(transaction, owner, id)
    const after = changed(before, update)
    if (after) {
      if (after.name !== before.name) await requireNewName(transaction, { userId, name: after.name })
      await transaction.run(updateProjectRow, { ...after, now: isoNow() })
    }
    return readProject(transaction, owner, id)
  })
}
