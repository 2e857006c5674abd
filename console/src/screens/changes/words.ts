import type { AssetChangeSaid, AssetChangeSet } from '@dailies/contract/asset-change.ts'
import * as change from '@dailies/contract/change-words.ts'
import { rightsLabels, statusLabels } from '@dailies/ui/badges.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { counted } from '../../ui/counted.ts'

const labels: change.ChangeLabels = {
  status: (status) => statusLabels[status],
  rights: (rights) => rightsLabels[rights],
}

/** What was done to takes, around their name: "set" and " to Approved". */
export function wordsAround(said: AssetChangeSaid): [before: string, after: string] {
  return change.wordsAround(said, labels)
}

/** The whole of it, without who did it: "undid: set 12 takes to Approved". */
export function inWords(set: AssetChangeSet): string {
  const { asset, count } = set
  return change.changeInWords(set, asset ? takeName(asset) : counted(count, 'take'), labels)
}
