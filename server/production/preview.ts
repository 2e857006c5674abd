import type { AssetType } from '@dailies/contract/asset-version.ts'
import type { Preview } from '@dailies/contract/production.ts'
import { type AddressOf, cardMediaOf } from '../media/summary.ts'

export interface PreviewColumns {
  previewId: string | null
  previewType: AssetType | null
  previewUrl: string
  previewThumbnail: string | null
  previewMedia: string | null
}

/** A row whose preview is one thing, as the contract shows it. */
export function withPreview<R extends PreviewColumns>(
  { previewId, previewType, previewUrl, previewThumbnail, previewMedia, ...rest }: R,
  addressOf: AddressOf,
): Omit<R, keyof PreviewColumns> & { preview: Preview | null } {
  const preview = previewId !== null &&
    previewType !== null && {
      assetType: previewType,
      outputUrl: previewUrl,
      thumbnailUrl: previewThumbnail,
      media: cardMediaOf(previewId, previewMedia, addressOf),
    }
  return { ...rest, preview: preview || null }
}
