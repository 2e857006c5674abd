import type { AssetCard } from '@dailies/contract/board.ts'
import type { Marks } from '@dailies/contract/mark.ts'
import type { CardMedia } from '@dailies/contract/media.ts'
import { marksIn, type StoredMarks } from '../marks/card-queries.ts'
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

/** As `cardColumns` have it: JSON, null where nobody said anything of the version yet. */
interface Reviewed extends StoredMarks {
  review: string | null
}

type Card<T> = Omit<Shown<T>, 'review' | keyof StoredMarks> &
  Pick<AssetCard, 'openNotes' | 'verdicts'> & { marks: Marks }

/** The same of a row of `cardColumns`. */
export function showingCard(addressOf: AddressOf): <T extends Row & Reviewed>(row: T) => Card<T> {
  const shown = showingMedia(addressOf)
  return ({ review, myMark, filmMark, ...row }) => {
    const [openNotes, approved, changesNeeded]: [number, number, number] =
      review === null ? [0, 0, 0] : JSON.parse(review)
    return {
      ...shown(row),
      openNotes,
      verdicts: { approved, changesNeeded },
      marks: marksIn({ myMark, filmMark }),
    } as never
  }
}

/** For `sort`: the oldest first. */
export const byAge = by<{ id: string; createdAt: string }>(
  ({ createdAt }) => createdAt,
  ({ id }) => id,
)
