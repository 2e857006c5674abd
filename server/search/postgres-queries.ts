import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { isAmong, statement, textsOf } from '../db/statement.ts'
import { waitingCount } from './waiting-queries.ts'

/** One that indexes at a time: the others wait until it has committed. */
export const lockProgress = statement((db) =>
  db
    .selectFrom('search_progress')
    .select(['origin', 'next_number as next', 'walked_to as walkedTo'])
    .select(['walks_to as walksTo', 'next_of_walk as nextOfWalk', 'last_of_walk as lastOfWalk'])
    .where('id', '=', 'this')
    .forUpdate(),
)

export interface Progress {
  origin: string
  next: number
  /** The id of the last version that was walked past; null once all were. */
  walkedTo: string | null
  walksTo: string
  nextOfWalk: number
  lastOfWalk: number
}

export const saveProgress = statement((db, progress: Progress) =>
  db
    .updateTable('search_progress')
    .set({
      origin: progress.origin,
      next_number: progress.next,
      walked_to: progress.walkedTo,
      walks_to: progress.walksTo,
      next_of_walk: progress.nextOfWalk,
      last_of_walk: progress.lastOfWalk,
    })
    .where('id', '=', 'this'),
)

/** Of an index of nothing. Of several who begin at once, the others wait for one of them here. */
export const insertProgress = statement((db) =>
  db
    .insertInto('search_progress')
    .values({ id: 'this', origin: '', next_number: 1, walks_to: '', next_of_walk: 1, last_of_walk: 0 })
    .onConflict((conflict) => conflict.doNothing()),
)

export const findLastNumber = statement((db) =>
  db.selectFrom('search_progress').select('next_number as next').where('id', '=', 'this'),
)

/** How many wait, `mostCounted` at most, and whether the index of this database and of that format has been walked through. */
export const findState = statement((db, { format }: { format: number }) =>
  db.selectNoFrom(({ selectFrom, exists }) => [
    waitingCount(db).$asScalar().$notNull().as('waiting'),
    exists(
      selectFrom('search_progress')
        .innerJoin('search_origin', (join) =>
          join.on(
            'search_progress.origin',
            '=',
            sql<string>`search_origin.id || ' ' || cast(${format} as text)`,
          ),
        )
        .select('search_progress.id')
        .where('walked_to', 'is', null),
    ).as('isWhole'),
  ]),
)

/** For this transaction: how long the list of what is to be sorted into the index gets, and the memory to do so in one go. */
export const setSorting = statement((db, { pending }: { pending: string }) =>
  db.selectNoFrom([
    sql<string>`set_config('gin_pending_list_limit', ${pending}, true)`.as('pending'),
    sql<string>`set_config('work_mem', '32MB', true)`.as('memory'),
  ]),
)

/** Sorts all of that list into the index. */
export const sortIn = statement((db) =>
  db.selectNoFrom(sql<number>`gin_clean_pending_list('search_documents_by_term')`.as('pages')),
)

export const deleteDocuments = statement((db) => db.deleteFrom('search_documents'))

/** `ids` is a JSON array. In no order. */
export const findNumbers = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('search_documents')
    .select(['number', 'version_id as id'])
    .where(isAmong('version_id', ids, engine)),
)

/** `words` is a JSON array. Those of them that nobody has said before get a number. */
export const addWords = statement((db, { words }: { words: string }, engine) =>
  db
    .insertInto('search_words')
    .columns(['word'])
    .expression(sql<never>`select value from ${textsOf(words, engine)}`)
    .onConflict((conflict) => conflict.column('word').doNothing()),
)

export const numberWords = statement((db, { words }: { words: string }, engine) =>
  db
    .selectFrom('search_words')
    .select(['word', 'id'])
    .where(isAmong('word', words, engine)),
)

/** Of the words that begin so those that were said first, which as a rule are those that are said most. */
export const numberWordsFrom = statement(
  (db, { from, to, limit }: { from: string; to: string; limit: number }) =>
    db
      .selectFrom('search_words')
      .select('id')
      .where('word', '>=', from)
      .where('word', '<', to)
      .orderBy('id')
      .limit(limit),
)

/** `rows` is a JSON array of `{ number, id, terms }`, of which the last is what `search_terms` reads, in base64. */
export const writeDocuments = statement((db, { rows }: { rows: string }, engine) =>
  db
    .insertInto('search_documents')
    .columns(['number', 'version_id', 'terms'])
    .expression(
      db
        .selectFrom(jsonRows(rows, { number: 'number', id: 'text', terms: 'text' }, engine))
        .select(['given.number', 'given.id', sql<Uint8Array>`decode(given.terms, 'base64')`.as('terms')]),
    )
    .onConflict((conflict) =>
      conflict.column('version_id').doUpdateSet((row) => ({ terms: row.ref('excluded.terms') })),
    ),
)

/** `ids` is a JSON array. */
export const removeDocuments = statement((db, { ids }: { ids: string }, engine) =>
  db.deleteFrom('search_documents').where(isAmong('version_id', ids, engine)),
)

/** `numbers` is a JSON array. They come in no order of commits: one that is less may be still to come. */
export const deleteTakenUp = statement((db, { numbers }: { numbers: string }) =>
  db
    .deleteFrom('search_waiting')
    .where(
      sql<boolean>`number = any(array(select cast(value as bigint) from json_array_elements_text(cast(${numbers} as json))))`,
    ),
)

/** More of them narrow no further. */
export const mostGroups = 12

/** JSON arrays of numbers of words; a document that is found has each of `every`, and of each group one. */
type Found = { every: string; before: number; limit: number } & Record<`group${number}`, string>

const numbersOf = (list: string) =>
  sql<number[]>`array(select cast(value as integer) from json_array_elements_text(cast(${list} as json)))`

/**
 * By how many groups there are, with and without any of `every`. All that match are found by the index before any is put in order:
 * however the planner guesses, it reads no other rows.
 */
export const matchDocuments = Array.from({ length: mostGroups + 1 }, (_, groups) => ({
  alone: matching(groups, { hasEvery: false }),
  withEvery: matching(groups, { hasEvery: true }),
}))

function matching(groups: number, { hasEvery }: { hasEvery: boolean }) {
  return statement((db, found: Found) => {
    const conditions = Array.from(
      { length: groups },
      (_, index) => sql<boolean>`search_terms(terms) && ${numbersOf(found[`group${index}`]!)}`,
    )
    if (hasEvery) conditions.push(sql<boolean>`search_terms(terms) @> ${numbersOf(found.every)}`)
    return db
      .with(
        (cte) => cte('found').materialized(),
        (cte) =>
          cte
            .selectFrom('search_documents')
            .select(['number', 'version_id as id'])
            .where((where) => where.and(conditions)),
      )
      .selectFrom('found')
      .select(['number', 'id'])
      .where('number', '<', found.before)
      .orderBy('number', 'desc')
      .limit(found.limit)
  })
}

export const newestDocuments = statement((db, { before, limit }: { before: number; limit: number }) =>
  db
    .selectFrom('search_documents')
    .select(['number', 'version_id as id'])
    .where('number', '<', before)
    .orderBy('number', 'desc')
    .limit(limit),
)
