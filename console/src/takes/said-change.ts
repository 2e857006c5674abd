import type { AssetChangeSaid } from '@dailies/contract/asset-change.ts'
import * as change from '@dailies/contract/change-words.ts'
import { rightsLabels, statusLabels } from '@dailies/ui/badges.tsx'

export const labels: change.ChangeLabels = {
  status: (status) => statusLabels[status],
  rights: (rights) => rightsLabels[rights],
}

/** What was done, without who did it: "set 12 takes to Approved". `takes` names what it was done to. */
export function saidChange(said: AssetChangeSaid, takes: string): string {
  return change.changeInWords({ said, undoOf: null }, takes, labels)
}
