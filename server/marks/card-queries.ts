import type { MarkFlag, Marks } from '@dailies/contract/mark.ts'
import { type RawBuilder, sql } from 'kysely'

/** Whose the film's marks are in `take_marks`. */
export const ofFilm = sql.lit('')

/** Something of the row `mark` that the user, or the film, has of `asset_versions`; null where there is none. */
function markOf<T>(userId: string | typeof ofFilm, value: RawBuilder<T>): RawBuilder<T | null> {
  return sql<T | null>`(select ${value} from take_marks as mark
    where mark.asset_version_id = asset_versions.id and mark.user_id = ${userId})`
}

/** Flag, stars and whether one has looked at it, with blanks between; null where nobody marked it yet. */
export interface StoredMarks {
  myMark: string | null
  filmMark: string | null
}

/** Of `asset_versions`, for a user. */
export function markColumns(userId: string) {
  const written = sql<string>`mark.flag || ' ' || mark.stars || ' ' || case when mark.seen_at is null then 0 else 1 end`
  return [markOf(userId, written).as('myMark'), markOf(ofFilm, written).as('filmMark')] as const
}

export function marksIn({ myMark, filmMark }: StoredMarks): Marks {
  const { seen, ...mine } = markIn(myMark)
  const { seen: _, ...film } = markIn(filmMark)
  return { mine: { ...mine, seen }, film }
}

function markIn(written: string | null) {
  const [flag = 'none', stars = '0', seen = '0'] = written?.split(' ') ?? []
  return { flag: flag as MarkFlag, stars: Number(stars), seen: seen === '1' }
}
