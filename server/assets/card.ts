import type { CardMedia } from '@dailies/contract/media.ts'
import { type AddressOf, cardMediaOf } from '../media/summary.ts'
import { by } from '../order.ts'

interface Row {
  id: string
  selected: number
  mediaSummary: string | null
}

type Shown<T> = Omit<T, 'selected' | 'mediaSummary'> & { selected: boolean; media: CardMedia | null }

/** Makes of a row what the contract has: SQL has 0 and 1 where it has false and true, and no addresses of media. */
export function showingMedia(addressOf: AddressOf): <T extends Row>(row: T) => Shown<T> {
  return ({ mediaSummary, ...row }) => ({
    ...row,
    selected: row.selected === 1,
    media: cardMediaOf(row.id, mediaSummary, addressOf),
  })
}

/** For `sort`: the oldest first. */
export const byAge = by<{ id: string; createdAt: string }>(
  ({ createdAt }) => createdAt,
  ({ id }) => id,
)
