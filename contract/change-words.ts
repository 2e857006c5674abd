import type { AssetChangeSaid, AssetChangeSet } from './asset-change.ts'
import type { AssetStatus, RightsState } from './asset-version.ts'

/** Tags that are named one by one, and how much of each, or of a group's name, is shown. */
const [mostTags, mostLetters] = [3, 40]

/** How statuses and rights are called. */
export interface ChangeLabels {
  status: (status: AssetStatus) => string
  rights: (rights: RightsState) => string
}

/** As the interface writes them. */
export const asWritten: ChangeLabels = { status: String, rights: String }

/** What was done to takes, around their name: "set" and " to Approved". */
export function wordsAround(said: AssetChangeSaid, labels: ChangeLabels): [before: string, after: string] {
  switch (said.kind) {
    case 'status':
      return ['set', ` to ${labels.status(said.status)}`]
    case 'select':
      return said.selected ? ['picked', ' as the winner'] : ['dropped', ' as the winner']
    case 'tags':
      return tagWords(said)
    case 'rights':
      return ['set the rights of', `: ${labels.rights(said.rightsState)}`]
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

/** The whole of it, without who did it: "undid: set 12 takes to Approved". `takes` names what it was done to. */
export function changeInWords(
  { said, undoOf }: Pick<AssetChangeSet, 'said' | 'undoOf'>,
  takes: string,
  labels: ChangeLabels,
): string {
  const [before, after] = wordsAround(said, labels)
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
  return rest > 0 ? `${shown} and ${rest} ${rest === 1 ? 'other' : 'others'}` : shown
}

function quoted(name: string): string {
  return `“${name.length > mostLetters ? `${name.slice(0, mostLetters).toWellFormed().trimEnd()}…` : name}”`
}

const fieldNames: Record<string, string> = {
  title: 'the title',
  notes: 'the notes',
  tags: 'tags',
  rightsState: 'rights',
  shotId: 'the shot',
  compareGroup: 'the compare group',
}
