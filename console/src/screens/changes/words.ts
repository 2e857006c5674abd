import type { AssetChangeSaid, AssetChangeSet } from '@dailies/contract/asset-change.ts'
import { rightsLabels, statusLabels } from '@dailies/ui/badges.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { counted } from '../../ui/counted.ts'
import { cut } from '../../ui/cut.ts'

/** Tags that are named one by one, and how much of each, or of a group's name, is shown. */
const [mostTags, mostLetters] = [3, 40]

/** What was done to takes, around their name: "set" and " to Approved". */
export function wordsAround(said: AssetChangeSaid): [before: string, after: string] {
  switch (said.kind) {
    case 'status':
      return ['set', ` to ${statusLabels[said.status]}`]
    case 'select':
      return said.selected ? ['picked', ' as the winner'] : ['dropped', ' as the winner']
    case 'tags':
      return tagWords(said)
    case 'rights':
      return ['set the rights of', `: ${rightsLabels[said.rightsState]}`]
    case 'shot':
      return said.shotId === null ? ['took', ' out of their shot'] : ['moved', ' to another shot']
    case 'scene':
      return ['moved', ' to another scene']
    case 'group':
      return said.compareGroup === null
        ? ['took', ' out of their compare group']
        : ['put', ` into the compare group ${quoted(said.compareGroup)}`]
    case 'delete':
      return ['deleted', '']
    case 'restore':
      return ['restored', '']
    case 'details':
      return ['changed', `: ${said.fields.map((field) => fieldNames[field] ?? field).join(', ')}`]
  }
}

/** The whole of it, without who did it: "undid: set 12 takes to Approved". */
export function inWords({ said, undoOf, asset, count }: AssetChangeSet): string {
  const [before, after] = wordsAround(said)
  const takes = asset ? takeName(asset) : counted(count, 'take')
  return `${undoOf === null ? '' : 'undid: '}${before} ${takes}${after}`
}

function tagWords({
  addTags = [],
  removeTags = [],
}: {
  addTags?: string[] | undefined
  removeTags?: string[] | undefined
}): [string, string] {
  if (removeTags.length === 0) return ['tagged', ` with ${namesOf(addTags)}`]
  if (addTags.length === 0) return [`took ${namesOf(removeTags)} off`, '']
  return ['tagged', ` with ${namesOf(addTags)} instead of ${namesOf(removeTags)}`]
}

function namesOf(tags: string[]): string {
  const rest = tags.length - mostTags
  const shown = tags.slice(0, mostTags).map(quoted).join(', ')
  return rest > 0 ? `${shown} and ${counted(rest, 'other')}` : shown
}

function quoted(name: string): string {
  return `“${cut(name, mostLetters)}”`
}

const fieldNames: Record<string, string> = {
  title: 'the title',
  notes: 'the notes',
  tags: 'tags',
  rightsState: 'rights',
  shotId: 'the shot',
  compareGroup: 'the compare group',
}
