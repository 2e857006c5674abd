import type { Trim } from '@dailies/contract/cut.ts'
import type { CutWinner } from '@dailies/contract/cut-of.ts'
import { type AddressOf, cardMediaOf, lengthIn } from '../media/summary.ts'
import type { WinnerRow } from './queries.ts'

/** A winner as the cut has it. */
export function winnerOfRow(row: WinnerRow, addressOf: AddressOf): CutWinner {
  const { id, assetType, status, versionNumber, platformLabel, outputUrl, thumbnailUrl } = row
  return {
    assetVersionId: id,
    ...{ assetType, status, versionNumber, platformLabel, outputUrl, thumbnailUrl },
    media: cardMediaOf(id, row.mediaSummary, addressOf),
    ...lengthIn(row.facts),
    trim: trimOfRow(row),
  }
}

interface TrimColumns {
  inFrame?: number | null
  outFrame?: number | null
  rate_numerator?: number | null
  rate_denominator?: number | null
}

/** Null where nothing is trimmed. */
export function trimOfRow(row: TrimColumns | undefined): Trim | null {
  if (row?.inFrame == null || !row.outFrame || !row.rate_numerator || !row.rate_denominator) return null
  const rate = { numerator: row.rate_numerator, denominator: row.rate_denominator }
  return { in: row.inFrame, out: row.outFrame, rate }
}
