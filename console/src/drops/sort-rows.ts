import { type Row, shownOf } from './row.ts'

export type SortBy =
  | 'name'
  | 'size'
  | 'assetType'
  | 'scene'
  | 'shot'
  | 'prompt'
  | 'modelName'
  | 'platformKey'
  | 'standing'

interface Sort {
  by: SortBy
  isDown: boolean
}

/** What there is to read of a row in that column, so that what is the same stands together. */
export type ReadColumn = (row: Row, by: SortBy) => string

/** In the order of a column, and in that of their paths where it says the same. What says nothing comes first: it is what is missing. */
export function sortRows(rows: readonly Row[], { by, isDown }: Sort, read: ReadColumn): Row[] {
  const sign = isDown ? -1 : 1
  return rows.toSorted(
    (one, other) =>
      sign * compare(one, other, by, read) || natural(one.path, other.path) || one.id - other.id,
  )
}

function compare(one: Row, other: Row, by: SortBy, read: ReadColumn): number {
  if (by === 'size') return one.file.size - other.file.size
  if (by === 'name') return natural(one.path, other.path)
  if (by === 'prompt') return natural(shownOf(one).prompt ?? '', shownOf(other).prompt ?? '')
  return natural(read(one, by), read(other, by))
}

const { compare: natural } = new Intl.Collator(undefined, { numeric: true })
