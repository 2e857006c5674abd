import type { AssetVersion } from '@dailies/contract/board.ts'
import { assetTypeLabels } from '@dailies/ui/badges.tsx'

type Named = Pick<AssetVersion, 'platformLabel' | 'assetType' | 'versionNumber'>

/** What a version is called where it has no title: Veo video v3. */
export function versionName({ platformLabel, assetType, versionNumber }: Named): string {
  return `${cut(platformLabel, 60)} ${assetTypeLabels[assetType].toLowerCase()} v${versionNumber}`
}

/** The beginning of a text that may be very long. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).trimEnd()}…` : text
}
