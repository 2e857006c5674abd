import type { AssetType } from '@dailies/contract/asset-version.ts'
import type { Preview } from '@dailies/contract/production.ts'

export interface PreviewColumns {
  previewType: AssetType | null
  previewUrl: string
  previewThumbnail: string | null
}

/** A row whose preview is one thing, as the contract shows it. */
export function withPreview<R extends PreviewColumns>({
  previewType,
  previewUrl,
  previewThumbnail,
  ...rest
}: R): Omit<R, keyof PreviewColumns> & { preview: Preview | null } {
  const preview = previewType && {
    assetType: previewType,
    outputUrl: previewUrl,
    thumbnailUrl: previewThumbnail,
  }
  return { ...rest, preview: preview || null }
}
