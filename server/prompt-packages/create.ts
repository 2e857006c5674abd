import type { NewPromptPackage, PromptPackage } from '@dailies/contract/prompt-package.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import { projectToChange } from '../production/project.ts'
import { touchProject } from '../production/project-queries.ts'
import { requirePromptPackage, toColumns } from './prompt-package.ts'
import { countPromptPackages, insertPromptPackage } from './queries.ts'

const mostOfProject = 10_000

/** Throws `not_found` for the project, `invalid` when it is full. Others may have the same name: captures make such. */
export function createPromptPackage(
  db: Database,
  actor: Actor,
  { projectId, fields }: { projectId: string; fields: NewPromptPackage },
): Promise<PromptPackage> {
  return db.transaction(async (transaction) => {
    // First, for it holds back others who would count at the same time.
    await projectToChange(transaction, actor, projectId)
    const now = isoNow()
    await transaction.run(touchProject, { id: projectId, now })
    const counted = await transaction.first(countPromptPackages, { projectId, limit: mostOfProject })
    if (counted && counted.count >= mostOfProject) {
      throw invalid({}, [`A project has at most ${mostOfProject} prompt packages: delete one first`])
    }
    const id = newId()
    await transaction.run(insertPromptPackage, { ...toColumns(id, fields, now), projectId })
    transaction.changed({ kind: 'promptPackage', projectId })
    return requirePromptPackage(transaction, actor, id)
  })
}
