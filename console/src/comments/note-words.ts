import type { OpenNote } from '@dailies/contract/comment.ts'
import { cut } from '../ui/cut.ts'

/** What the take of a note is called, as notices call it. */
export function takeOf({ asset }: Pick<OpenNote, 'asset'>): string {
  const { title, platformLabel, assetType, versionNumber } = asset
  return title ? cut(title, 60) : `${platformLabel} ${assetType.toLowerCase()} v${versionNumber}`
}
