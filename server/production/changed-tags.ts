import { mostTags } from '@dailies/contract/tag.ts'
import { invalid } from '../error.ts'

/** What is said of tags: all of them, or which come and go. */
interface TagChange {
  tags?: string[] | undefined
  addTags?: string[] | undefined
  removeTags?: string[] | undefined
}

/**
 * The tags that there are after a change; undefined where nothing is said of them. Those that come stand at the end.
 * Throws `invalid` where they become too many. To be called with what they belong to locked.
 */
export function changedTags(
  before: string[],
  { tags, addTags = [], removeTags = [] }: TagChange,
): string[] | undefined {
  if (addTags.length + removeTags.length === 0) return tags
  const gone = new Set(removeTags)
  const after = new Set((tags ?? before).filter((tag) => !gone.has(tag)))
  for (const tag of addTags) after.add(tag.trim())
  after.delete('')
  if (after.size > mostTags)
    throw invalid({ addTags: [`Must be at most ${mostTags} tags with those that are there`] })
  return [...after]
}
