import type { PromptPackage, PromptPackageUpdate } from '@dailies/contract/prompt-package.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { given } from '../given.ts'
import { changedTags } from '../production/changed-tags.ts'
import type { Owner } from '../production/ownership.ts'
import { touchProject } from '../production/project-queries.ts'
import { promptPackageToChange, requirePromptPackage, toColumns } from './prompt-package.ts'
import * as queries from './queries.ts'

/** Changes what is given and keeps the rest; null clears. Throws `not_found`. */
export function updatePromptPackage(
  db: Database,
  owner: Owner,
  { id, update }: { id: string; update: PromptPackageUpdate },
): Promise<PromptPackage> {
  return db.transaction(async (transaction) => {
    const before = await promptPackageToChange(transaction, owner, id)
    const { addTags, removeTags, ...said } = update
    const changes = given({ ...said, tags: changedTags(before.tags, update) })
    if (Object.keys(changes).length === 0) return before
    const now = isoNow()
    await transaction.run(queries.updatePromptPackage, toColumns(id, { ...before, ...changes }, now))
    await transaction.run(touchProject, { id: before.projectId, now })
    return requirePromptPackage(transaction, owner, id)
  })
}
