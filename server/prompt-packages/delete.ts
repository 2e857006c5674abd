import type { PromptPackage } from '@dailies/contract/prompt-package.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Actor } from '../production/membership.ts'
import { touchProject } from '../production/project-queries.ts'
import { promptPackageToChange } from './prompt-package.ts'
import * as queries from './queries.ts'

/** Returns it as it was. Asset versions that were made from it stay. Throws `not_found`. */
export function deletePromptPackage(db: Database, actor: Actor, id: string): Promise<PromptPackage> {
  return db.transaction(async (transaction) => {
    const deleted = await promptPackageToChange(transaction, actor, id)
    await transaction.run(queries.deletePromptPackage, { id })
    await transaction.run(touchProject, { id: deleted.projectId, now: isoNow() })
    return deleted
  })
}
