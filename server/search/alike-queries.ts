import type { UploadKind } from '@dailies/contract/media.ts'
import { mostApart } from '@dailies/contract/search.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { isAmong, long, statement } from '../db/statement.ts'

type Part = 'a' | 'b' | 'c' | 'd'

interface Look extends Record<Part, number> {
  /** JSON arrays of numbers: for each part, what it is where a look is near enough. */
  nearA: string
  nearB: string
  nearC: string
  nearD: string
  limit: number
}

/**
 * The pictures that differ in few bits, the nearest first. They are found by their parts, each by its index; how far they are apart is asked
 * of those alone, once, whichever of its parts one is found by.
 */
export const listNearPictures = long(
  statement((db, look: Look, engine) => {
    const isNear = (part: Part, near: string) => isAmongNumbers(`looks.${part}`, near, engine)
    return db
      .selectFrom('looks')
      .select(['hash', distance(look, engine).as('distance')])
      .where(({ or }) =>
        or([
          isNear('a', look.nearA),
          isNear('b', look.nearB),
          isNear('c', look.nearC),
          isNear('d', look.nearD),
        ]),
      )
      .where(distance(look, engine), '<=', sql.lit(mostApart))
      .orderBy('distance')
      .orderBy('hash')
      .limit(look.limit)
  }),
)

interface Alike {
  /** A JSON array of `{ hash, distance }`. */
  pictures: string
  userId: string
  /** A JSON array: those of the user's that may be looked into. */
  projectIds: string
  /** Of the version that is not wanted; empty where there is none. */
  besides: string
  limit: number
}

/**
 * The undeleted versions that the user may see and that have one of the pictures, or a poster that is one: the nearest first, then the
 * newest.
 */
export const listAlikeVersions = long(
  statement((db, asked: Alike, engine) => {
    const distance = sql<number>`cast(min(given.distance) as integer)`
    return (
      db
        .selectFrom(jsonRows(asked.pictures, { hash: 'text', distance: 'number' }, engine))
        // SQLite keeps to the order of a cross join: what looks alike first, and not all that the user may see.
        .crossJoin('version_media')
        .crossJoin('asset_versions')
        .crossJoin('scenes')
        .crossJoin('project_members as member')
        .select(['asset_versions.id', distance.as('distance')])
        .whereRef('version_media.hash', '=', 'given.hash')
        .where('version_media.kind', 'in', [sql.lit<UploadKind>('original'), sql.lit<UploadKind>('poster')])
        // Here already: of what is out of reach no more is looked up.
        .where(isAmong('version_media.project_id', asked.projectIds, engine))
        .whereRef('asset_versions.id', '=', 'version_media.version_id')
        .whereRef('scenes.id', '=', 'asset_versions.scene_id')
        .whereRef('scenes.project_id', '=', 'asset_versions.project_id')
        .whereRef('member.project_id', '=', 'scenes.project_id')
        .where('member.user_id', '=', asked.userId)
        .where('member.deleted_at', 'is', null)
        .where(isAmong('scenes.project_id', asked.projectIds, engine))
        .where('asset_versions.id', '<>', asked.besides)
        .groupBy(['asset_versions.id', 'asset_versions.created_at'])
        .orderBy(distance)
        .orderBy('asset_versions.created_at', 'desc')
        .orderBy('asset_versions.id', 'desc')
        .limit(asked.limit)
    )
  }),
)

function distance({ a, b, c, d }: Record<Part, number>, engine: Engine): RawBuilder<number> {
  if (engine === 'sqlite') {
    return sql<number>`bits_apart(looks.a << 16 | looks.b, looks.c << 16 | looks.d,
      cast(${a} as integer) << 16 | cast(${b} as integer), cast(${c} as integer) << 16 | cast(${d} as integer))`
  }
  const apart = (part: Part, given: number) =>
    sql`bit_count(cast(${sql.ref(`looks.${part}`)} # cast(${given} as integer) as bit(16)))`
  return sql<number>`cast(${apart('a', a)} + ${apart('b', b)} + ${apart('c', c)} + ${apart('d', d)} as integer)`
}

/** By the index of the column: whoever wrote a part has written all. */
function isAmongNumbers(column: string, list: string, engine: Engine): RawBuilder<boolean> {
  const ref = sql.ref(column)
  return engine === 'sqlite'
    ? sql<boolean>`${ref} in (select value from json_each(${list}))`
    : sql<boolean>`${ref} = any(array(select cast(value as integer) from json_array_elements_text(cast(${list} as json))))`
}

/** How the poster of a version looks, or its original where it has no poster that looks like anything. */
export const findLookOfVersion = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('version_media')
    .innerJoin('looks', 'looks.hash', 'version_media.hash')
    .select(['looks.a', 'looks.b', 'looks.c', 'looks.d'])
    .where('version_media.version_id', '=', id)
    .where('version_media.kind', 'in', [sql.lit<UploadKind>('original'), sql.lit<UploadKind>('poster')])
    .where('looks.a', 'is not', null)
    .orderBy('version_media.kind', 'desc')
    .limit(sql.lit(1)),
)
