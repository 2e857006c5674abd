import { sql } from 'kysely'
import { type Builder, statement } from '../db/statement.ts'
import { mostCounted } from './index.ts'

/** In the order in which they changed; a version that changed twice stands there twice. */
export const listWaiting = statement((db, { limit }: { limit: number }) =>
  db.selectFrom('search_waiting').select(['number', 'version_id as id']).orderBy('number').limit(limit),
)

/** All up to there: numbers are given in the order of the commits, for SQLite has one writer. */
export const deleteWaiting = statement((db, { upTo }: { upTo: number }) =>
  db.deleteFrom('search_waiting').where('number', '<=', upTo),
)

export const findOrigin = statement((db) => db.selectFrom('search_origin').select('id'))

/** The next ids of versions behind the one, up to the other. */
export const walkVersions = statement(
  (db, { after, last, limit }: { after: string; last: string; limit: number }) =>
    db
      .selectFrom('asset_versions')
      .select('id')
      .where('id', '>', after)
      .where('id', '<=', last)
      .orderBy('id')
      .limit(limit),
)

/** How many there are, and the id of the last; null where there is none. */
export const countVersions = statement((db) =>
  db
    .selectFrom('asset_versions')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<string | null>('id').as('last')]),
)

/** How many wait, `mostCounted` at most. */
export const waitingCount = (db: Builder) =>
  db
    .selectFrom(db.selectFrom('search_waiting').select('number').limit(sql.lit(mostCounted)).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))

export const countWaiting = statement(waitingCount)
