import type { TagColorOf, TagColorUpdate } from '@dailies/contract/project-tag.ts'
import { mostTagColors } from '@dailies/contract/tag.ts'
import type { Database } from '../db/database.ts'
import { invalid } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import { projectToChange } from '../production/project.ts'
import { deleteColors, listColors, putColor } from './queries.ts'

/**
 * Gives a tag of a project a colour, or takes it away, in one transaction. Throws `not_found`, `forbidden` for the project,
 * `invalid` for one too many.
 */
export function setTagColor(
  db: Database,
  actor: Actor,
  { projectId, name, color }: TagColorUpdate & { projectId: string },
): Promise<TagColorOf> {
  return db.transaction(async (transaction) => {
    await projectToChange(transaction, actor, projectId)
    if (color === null) {
      await transaction.run(deleteColors, { projectId, names: JSON.stringify([name]) })
      return { name, color }
    }
    const colors = await transaction.all(listColors, { projectId })
    const isOneMore = !colors.some((one) => one.name === name)
    if (isOneMore && colors.length >= mostTagColors)
      throw invalid({}, [`A project has at most ${mostTagColors} tags with a colour: take one away first`])
    await transaction.run(putColor, { projectId, name, color })
    return { name, color }
  })
}
