import type { AssetVersion } from '@dailies/contract/board.ts'
import { assetTypeLabels } from '@dailies/ui/badges.tsx'
import { cut } from '../ui/cut.ts'

type Named = Pick<AssetVersion, 'platformLabel' | 'assetType' | 'versionNumber'>

/** What a version is called where it has no title: Veo video v3. */
export function versionName({ platformLabel, assetType, versionNumber }: Named): string {
  return `${cut(platformLabel, 60)} ${assetTypeLabels[assetType].toLowerCase()} v${versionNumber}`
}
