import type { AssetChangeSaid, AssetChangeSet } from '@dailies/contract/asset-change.ts'
import * as change from '@dailies/contract/change-words.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { labels, saidChange } from '../../takes/said-change.ts'
import { counted } from '../../ui/counted.ts'

/** What was done to takes, around their name: "set" and " to Approved". */
export function wordsAround(said: AssetChangeSaid): [before: string, after: string] {
  return change.wordsAround(said, labels)
}

/** The whole of it, without who did it: "undid: set 12 takes to Approved". */
export function inWords(set: AssetChangeSet): string {
  return change.changeInWords(set, takesOf(set), labels)
}

/** The same of a change and of the one that took it back. */
export function whatItIs(set: AssetChangeSet): string {
  return saidChange(set.said, takesOf(set))
}

function takesOf({ asset, count }: AssetChangeSet): string {
  return asset ? takeName(asset) : counted(count, 'take')
}
