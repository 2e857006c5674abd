import type { PromptPackage, PromptPackageUpdate } from '@dailies/contract/prompt-package.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { given } from '../given.ts'
import { admitEdit } from '../production/admit-edit.ts'
import { changedTags } from '../production/changed-tags.ts'
import type { Actor } from '../production/membership.ts'
import { touchProject } from '../production/project-queries.ts'
import { promptPackageToChange, requirePromptPackage, toColumns } from './prompt-package.ts'
import * as queries from './queries.ts'

type Update = Omit<PromptPackageUpdate, 'was'>

/** Changes what is given and keeps the rest; null clears. Throws `not_found`, `clash` for what is other than it `was`. */
export function updatePromptPackage(
  db: Database,
  actor: Actor,
  { id, update, was }: { id: string; update: Update; was?: PromptPackageUpdate['was'] },
): Promise<PromptPackage> {
  return db.transaction(async (transaction) => {
    const before = await promptPackageToChange(transaction, actor, id)
    const { projectId } = before
    await admitEdit(transaction, { projectId, ofId: id, userId: actor.userId, now: before, update, was })
    const { addTags, removeTags, ...said } = update
    const changes = given({ ...said, tags: changedTags(before.tags, update) })
    if (Object.keys(changes).length === 0) return before
    const now = isoNow()
    await transaction.run(queries.updatePromptPackage, toColumns(id, { ...before, ...changes }, now))
    await transaction.run(touchProject, { id: projectId, now })
    return requirePromptPackage(transaction, actor, id)
  })
}
