import { type RawBuilder, sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { isAmong, statement, textsOf } from '../db/statement.ts'
import { waitingCount } from './waiting-queries.ts'

/** One that indexes at a time: the others wait until it has committed. */
export const lockProgress = statement((db) =>
  db
    .selectFrom('search_progress')
    .select(['origin', 'next_number as next', 'walked_to as walkedTo'])
    .select(['walks_to as walksTo', 'next_of_walk as nextOfWalk', 'last_of_walk as lastOfWalk'])
    .select('open_from as openFrom')
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
  /** From this number on documents are in no segment yet. */
  openFrom: number
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
      open_from: progress.openFrom,
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

export const deleteDocuments = statement((db) => db.deleteFrom('search_documents'))

/** `ids` is a JSON array. Their numbers, and their words as they are written down, in base64. In no order. */
export const findDocuments = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('search_documents')
    .select(['number', 'version_id as id', inBase64('terms').as('words')])
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

/** `rows` is a JSON array of `{ number, id, terms }`, of which the last are numbers of words, `packed`, in base64. */
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
  db.deleteFrom('search_waiting').where(sql<boolean>`number = any(${numbersOf(numbers, 'bigint')})`),
)

/** Documents that are in no segment yet, before that number: their words in base64, the newest first. Fewer than are put into one. */
export const listOpen = statement((db, { before }: { before: number }) =>
  db
    .selectFrom('search_documents')
    .select(['number', 'version_id as id', inBase64('terms').as('words')])
    .where('number', '>=', db.selectFrom('search_progress').select('open_from').where('id', '=', 'this'))
    .where('number', '<', before)
    .orderBy('number', 'desc'),
)

/** Those of the numbers from the one on up to the other, in their order, with their words in base64. */
export const listDocumentsBetween = statement((db, { first, last }: { first: number; last: number }) =>
  db
    .selectFrom('search_documents')
    .select(['number', inBase64('terms').as('words')])
    .where('number', '>=', first)
    .where('number', '<=', last)
    .orderBy('number'),
)

/** What the words of those from the one number on up to the other take; none of them is read. */
export const bytesBetween = statement((db, { first, last }: { first: number; last: number }) =>
  db
    .selectFrom('search_documents')
    .select(sql<number>`cast(coalesce(sum(octet_length(terms)), 0) as bigint)`.as('bytes'))
    .where('number', '>=', first)
    .where('number', '<=', last),
)

/** `numbers` is a JSON array. In no order. */
export const listIds = statement((db, { numbers }: { numbers: string }) =>
  db
    .selectFrom('search_documents')
    .select(['number', 'version_id as id'])
    .where(sql<boolean>`number = any(${numbersOf(numbers, 'bigint')})`),
)

export const newestDocuments = statement((db, { before, limit }: { before: number; limit: number }) =>
  db
    .selectFrom('search_documents')
    .select(['number', 'version_id as id'])
    .where('number', '<', before)
    .orderBy('number', 'desc')
    .limit(limit),
)

/** Segments that are in use, of documents above that number, the newest first. */
export const newestSegments = statement((db, { above, limit }: { above: number; limit: number }) =>
  db
    .selectFrom('search_segments')
    .select(['id', 'documents', 'first_number as first', 'last_number as last'])
    .where('is_gone', '=', sql.lit(0))
    .where('first_number', '>', above)
    .orderBy('first_number', 'desc')
    .limit(limit),
)

/** The segments of documents with these numbers. `numbers` is a JSON array. */
export const listSegmentsOf = statement((db, { numbers }: { numbers: string }) =>
  db
    .selectFrom(
      sql<{ number: number }>`unnest(${numbersOf(numbers, 'bigint')})`.as<'given'>(sql`given (number)`),
    )
    .innerJoinLateral(
      (inner) =>
        inner
          .selectFrom('search_segments')
          .select(['id', 'first_number as first', 'last_number as last'])
          .where('is_gone', '=', sql.lit(0))
          .whereRef('first_number', '<=', 'given.number')
          .orderBy('first_number', 'desc')
          .limit(1)
          .as('segment'),
      (join) => join.onTrue(),
    )
    .select(['given.number', 'segment.id', 'segment.first', 'segment.last']),
)

interface Probed {
  before: number
  segments: number
  /** A JSON array of JSON arrays of numbers of words, of which a segment has to have one each. */
  wanted: string
  /** A JSON array of all of them. */
  words: string
}

/**
 * The newest segments with a word of each group that begin before that number, the newest first, in a row for each of the words that
 * they have. Documents are numbers from 1 on within the segment, `packed`, in base64.
 */
export const listPostings = statement((db, { before, segments, wanted, words }: Probed) =>
  db
    .with(
      (cte) => cte('newest').materialized(),
      (cte) =>
        cte
          .selectFrom('search_segments')
          .select(['id', 'first_number', 'last_number'])
          .where('is_gone', '=', sql.lit(0))
          .where('first_number', '<', before)
          .where(
            sql<boolean>`not exists (select from json_array_elements(cast(${wanted} as json)) as words where not exists (
              select from search_postings where segment_id = search_segments.id
                and word = any(array(select cast(value as integer) from json_array_elements_text(words.value)))))`,
          )
          .orderBy('first_number', 'desc')
          .limit(segments),
    )
    .selectFrom('newest')
    .innerJoin('search_postings', (join) =>
      join
        .onRef('segment_id', '=', 'newest.id')
        .on(sql<boolean>`search_postings.word = any(${numbersOf(words, 'integer')})`),
    )
    .select(['newest.id', 'first_number as first', 'last_number as last', 'word'])
    .select(inBase64('documents').as('documents'))
    .orderBy('first_number', 'desc'),
)

export const insertSegment = statement(
  (db, { first, last, documents }: { first: number; last: number; documents: number }) =>
    db
      .insertInto('search_segments')
      .values({ first_number: first, last_number: last, documents })
      .returning('id'),
)

/** `rows` is a JSON array of `{ segment, word, documents }`, the last as `listPostings` reads it. */
export const writePostings = statement((db, { rows }: { rows: string }, engine) =>
  db
    .insertInto('search_postings')
    .columns(['segment_id', 'word', 'documents'])
    .expression(
      db
        .selectFrom(jsonRows(rows, { segment: 'number', word: 'number', documents: 'text' }, engine))
        .select(['given.segment', 'given.word'])
        .select(sql<string>`decode(given.documents, 'base64')`.as('documents')),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['segment_id', 'word'])
        .doUpdateSet((row) => ({ documents: row.ref('excluded.documents') })),
    ),
)

/** `rows` is a JSON array of `{ segment, word }`. In no order. */
export const findPostings = statement((db, { rows }: { rows: string }, engine) =>
  db
    .selectFrom(jsonRows(rows, { segment: 'number', word: 'number' }, engine))
    .innerJoin('search_postings', (join) =>
      join
        .on('search_postings.segment_id', '=', sql<number>`cast(given.segment as bigint)`)
        .on('search_postings.word', '=', sql<number>`cast(given.word as integer)`),
    )
    .select(['search_postings.segment_id as segment', 'search_postings.word'])
    .select(inBase64('documents').as('documents')),
)

/** `ids` is a JSON array of segments that are in use no more. */
export const leaveSegments = statement((db, { ids }: { ids: string }) =>
  db
    .updateTable('search_segments')
    .set({ is_gone: 1 })
    .where(sql<boolean>`id = any(${numbersOf(ids, 'bigint')})`),
)

export const leaveAllSegments = statement((db) =>
  db.updateTable('search_segments').set({ is_gone: 1 }).where('is_gone', '=', sql.lit(0)),
)

/** What is in use no more is deleted in pieces: some segments, and what they had. */
export const sweepSegments = statement((db, { limit }: { limit: number }) =>
  db
    .with(
      (cte) => cte('gone').materialized(),
      (cte) =>
        cte
          .selectFrom('search_segments')
          .select('id')
          .where('is_gone', '=', sql.lit(1))
          .orderBy('id')
          .limit(limit),
    )
    .with('swept', (cte) =>
      cte.deleteFrom('search_postings').where(sql<boolean>`segment_id = any(array(select id from gone))`),
    )
    .deleteFrom('search_segments')
    .where(sql<boolean>`id = any(array(select id from gone))`),
)

function numbersOf(list: string, type: 'integer' | 'bigint'): RawBuilder<number[]> {
  return sql<
    number[]
  >`array(select cast(value as ${sql.raw(type)}) from json_array_elements_text(cast(${list} as json)))`
}

function inBase64(column: string): RawBuilder<string> {
  return sql<string>`encode(${sql.ref(column)}, 'base64')`
}
