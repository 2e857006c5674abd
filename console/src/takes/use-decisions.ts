import type { AssetVersion } from '@dailies/contract/board.ts'
import { useRightsWarning } from './rights-warning.tsx'
import { isPastSelection, useAssetActions } from './use-asset-actions.ts'

type Decided = Pick<
  AssetVersion,
  | 'id'
  | 'assetType'
  | 'shotId'
  | 'platformKey'
  | 'platformLabel'
  | 'versionNumber'
  | 'status'
  | 'selected'
  | 'compareGroup'
  | 'rightsState'
  | 'project'
  | 'scene'
>

/** What can be decided about a version, with a warning first where its rights are not clear. */
export function useDecisions() {
  const actions = useAssetActions()
  const { ask, dialog } = useRightsWarning()
  return {
    ...actions,
    /** Picks it, or drops it where it is the winner already. */
    toggleWinner: (version: Decided) => {
      if (version.selected) void actions.drop(version)
      else ask(askedAbout(version), 'select', () => void actions.select(version))
    },
    approveIt: (version: Decided) => {
      if (isPastSelection(version.status)) return
      ask(askedAbout(version), 'approve', () => void actions.approve(version))
    },
    /** To be put anywhere on the screen. */
    warning: dialog,
  }
}

function askedAbout(version: Decided) {
  return { ...version, projectId: version.project.id, sceneDbId: version.scene.id }
}
