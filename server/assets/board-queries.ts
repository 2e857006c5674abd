import type { AssetStatus, AssetType, RightsState } from '@dailies/contract/asset-version.ts'
import type { MarkFlag } from '@dailies/contract/mark.ts'
import { type RawBuilder, sql } from 'kysely'
import { inSql, named } from '../db/asset-version-columns.ts'
import type { Engine } from '../db/database.ts'
import {
  asText,
  type Builder,
  contains,
  isAmong,
  isAmongRows,
  long,
  type RowOf,
  statement,
} from '../db/statement.ts'
import { markColumns, ofFilm } from '../marks/card-queries.ts'
import { mediaStateOf, mediaSummaryOf } from '../media/card-queries.ts'

/** JSON: `[openNotes, approved, changesNeeded]` of the version; null where nobody said anything of it yet. */
const reviewOf = sql<
  string | null
>`(select '[' || review.open_notes || ',' || review.approved || ',' || review.changes_needed || ']'
  from version_reviews as review where review.asset_version_id = asset_versions.id)`

/** Of `asset_versions`, as the contract has a card for the user; `selected` is 0 or 1. */
export const cardColumnsFor = (userId: string) => [
  ...named('asset_versions', 'id', 'assetType', 'platformKey', 'platformLabel'),
  sql<string>`substr(asset_versions.prompt, 1, 500)`.as('prompt'),
  ...named('asset_versions', 'title'),
  sql<string>`coalesce(asset_versions.output_url, '')`.as('outputUrl'),
  ...named('asset_versions', 'thumbnailUrl', 'status', 'selected', 'versionNumber', 'shotId', 'compareGroup'),
  ...named('asset_versions', 'rightsState', 'modelName', 'costEstimateUsd', 'generationSeconds'),
  ...named('asset_versions', 'createdBy', 'createdAt', 'updatedAt'),
  sql<string | null>`(select users.name from users where users.id = asset_versions.created_by)`.as(
    'createdByName',
  ),
  mediaSummaryOf('asset_versions').as('mediaSummary'),
  reviewOf.as('review'),
  ...markColumns(userId),
]

/** Which of a scene's versions; null for any. */
export interface BoardQuestion {
  sceneDbId: string
  /** Who asks. */
  userId: string
  assetType: AssetType | null
  platformKey: string | null
  status: AssetStatus | null
  rightsState: RightsState | null
  compareGroup: string | null
  /** Empty for those without a shot. */
  shotId: string | null
  createdBy: string | null
  selected: number | null
  /** `none` for those that have none. */
  media: string | null
  /** A flag of one's own mark or of the film's, `any` for whichever: whether it has that, 1 or 0; and so many stars or more. */
  myFlag: MarkFlag | 'any' | null
  isMyFlag: number | null
  filmFlag: MarkFlag | 'any' | null
  isFilmFlag: number | null
  myStars: number | null
  filmStars: number | null
  /** 0 or 1. */
  seen: number | null
}

export interface FirstPage extends BoardQuestion {
  limit: number
}

export interface NextPage extends FirstPage {
  /** The last one of the page before. */
  cursor: string
  /** When that one was captured, should it be gone without a trace. */
  cursorTime: string
}

/** By an amount, if there is one to go by, then by time. */
export interface Order {
  amount?: 'cost_estimate_usd' | 'generation_seconds'
  direction: 'asc' | 'desc'
}

export const orders = {
  newest: { direction: 'desc' },
  oldest: { direction: 'asc' },
  costliest: { amount: 'cost_estimate_usd', direction: 'desc' },
  cheapest: { amount: 'cost_estimate_usd', direction: 'asc' },
  slowest: { amount: 'generation_seconds', direction: 'desc' },
  fastest: { amount: 'generation_seconds', direction: 'asc' },
} as const satisfies Record<string, Order>

function pagesIn(order: Order) {
  return {
    first: firstPage(order),
    next: nextPage(order),
    slice: slice(order),
    direction: order.direction,
    amount: order.amount,
  }
}

export const board = {
  newest: pagesIn(orders.newest),
  oldest: pagesIn(orders.oldest),
  costliest: pagesIn(orders.costliest),
  cheapest: pagesIn(orders.cheapest),
  slowest: pagesIn(orders.slowest),
  fastest: pagesIn(orders.fastest),
}

/** What answers is looked for once, to count it and to take the first of it. */
function firstPage(order: Order) {
  return statement((db, page: FirstPage, engine) =>
    db
      .with(
        (cte) => cte('matching').materialized(),
        (cte) =>
          cte
            .selectFrom('asset_versions')
            .select(['id', 'created_at', amountOf(order).as('amount')])
            .where('scene_id', '=', page.sceneDbId)
            .where(answers(page, engine)),
      )
      .selectFrom('asset_versions')
      .select(cardColumnsFor(page.userId))
      .select((select) =>
        select
          .selectFrom('matching')
          .select((count) => count.fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('total'),
      )
      .where(({ selectFrom }) =>
        isAmongRows(
          'id',
          selectFrom('matching')
            .select('id')
            .orderBy('amount', order.direction)
            .orderBy('created_at', order.direction)
            .orderBy('id', order.direction)
            .limit(page.limit),
          engine,
        ),
      )
      .orderBy(sequence(order)),
  )
}

/** Compared as one, so that the index is entered at the cursor. */
function nextPage(order: Order) {
  return statement((db, page: NextPage, engine) => {
    return db
      .selectFrom('asset_versions')
      .select(cardColumnsFor(page.userId))
      .where(isAmongRows('id', idsBehind(db, order, page, answers(page, engine)), engine))
      .orderBy(sequence(order))
  })
}

/** Those of the scene that come behind the cursor and are `wanted`, as many as a page has. */
export function idsBehind(db: Builder, order: Order, page: NextPage, wanted: RawBuilder<boolean>) {
  return order.amount
    ? behindByAmount(db, { ...order, amount: order.amount }, page, wanted)
    : behindByTime(db, order, page, wanted)
}

function behindByTime(db: Builder, { direction }: Order, page: NextPage, wanted: RawBuilder<boolean>) {
  return db
    .selectFrom('asset_versions')
    .select('id')
    .where('scene_id', '=', page.sceneDbId)
    .where(
      isBehind(
        direction,
        ['created_at', 'id'],
        ofCursor(page, sql`created_at`, asText(page.cursorTime)),
        asText(page.cursor),
      ),
    )
    .where(wanted)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(page.limit)
}

/** Those that have an amount, and those that have none, each by its index: no more of either than the page has room for. */
function behindByAmount(
  db: Builder,
  { amount, direction }: Required<Order>,
  page: NextPage,
  wanted: RawBuilder<boolean>,
) {
  const amountOfCursor = ofCursor(page, amountOf({ amount, direction }), sql`-1`)
  const timeOfCursor = ofCursor(page, sql`created_at`, asText(page.cursorTime))
  const ofScene = () =>
    db
      .selectFrom('asset_versions')
      .select(['id', 'created_at', amountOf({ amount, direction }).as('amount')])
      .where('scene_id', '=', page.sceneDbId)
      .where(wanted)
      .limit(page.limit)
  const having = ofScene()
    .where(amount, 'is not', null)
    .where(
      isBehind(direction, [amount, 'created_at', 'id'], amountOfCursor, timeOfCursor, asText(page.cursor)),
    )
    .orderBy(amount, direction)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
  // Behind one that has an amount are all of them where they come last, and none where they come first.
  const place = sql`case when ${amountOfCursor} >= 0 then '~' else ${timeOfCursor} end`
  const without = ofScene()
    .where(amount, 'is', null)
    .where(isBehind(direction, ['created_at', 'id'], place, asText(page.cursor)))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
  return db
    .selectFrom(
      db
        .selectFrom(having.as('having'))
        .selectAll()
        .unionAll(db.selectFrom(without.as('without')).selectAll())
        .as('both'),
    )
    .select('id')
    .orderBy('amount', direction)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(page.limit)
}

export function isBehind(direction: Order['direction'], columns: string[], ...place: RawBuilder<unknown>[]) {
  const sign = sql.raw(direction === 'desc' ? '<' : '>')
  return sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sign} (${sql.join(place)})`
}

/** What a search goes through the scene by. */
interface SearchPlace {
  createdAt: string
  id: string
}

/** The next versions of the scene by time, however few of them answer: so each slice takes about as long. */
function slice(order: Order) {
  const { direction } = order
  return long(
    statement((db, search: BoardQuestion & SearchPlace & { q: string; limit: number }, engine) => {
      const { sceneDbId, createdAt, id, q } = search
      const sign = sql.raw(direction === 'desc' ? '<' : '>')
      const has = sql`${contains('title', q, engine)} or ${contains('prompt', q, engine)}`
      return db
        .selectFrom('asset_versions')
        .select([
          'id',
          'created_at as createdAt',
          'shot_id as shotId',
          'selected',
          amountOf(order).as('amount'),
          sql<number>`case when not ${answers(search, engine)} then 0 when ${has} then 1 else 0 end`.as(
            'answers',
          ),
        ])
        .where('scene_id', '=', sceneDbId)
        .where(sql<boolean>`(created_at, id) ${sign} (${asText(createdAt)}, ${asText(id)})`)
        .orderBy('created_at', direction)
        .orderBy('id', direction)
        .limit(search.limit)
    }),
  )
}

type Part = BoardQuestion & SearchPlace & { until: string; limit: number }

function matching(db: Builder, part: Part, engine: Engine) {
  return db
    .selectFrom('asset_versions')
    .select(['id', 'created_at as createdAt'])
    .where('scene_id', '=', part.sceneDbId)
    .where(sql<boolean>`(created_at, id) > (${asText(part.createdAt)}, ${asText(part.id)})`)
    .where(sql<boolean>`created_at <= ${asText(part.until)}`)
    .where(answers(part, engine))
    .limit(part.limit)
}

/** The next of those that answer, in the order in which they were captured, which no change alters. */
export const listMatching = long(
  statement((db, part: Part, engine) => matching(db, part, engine).orderBy('created_at').orderBy('id')),
)

/** Those among `ids`, a JSON array, that are in the scene and answer. */
export const listStillMatching = statement((db, question: BoardQuestion & { ids: string }, engine) =>
  db
    .selectFrom('asset_versions')
    .select('id')
    .where(isAmong('id', question.ids, engine))
    // Not by an index of the scene: what is named is less than what it has.
    .where(sql<boolean>`(scene_id = ${question.sceneDbId}) is true`)
    .where(answers(question, engine)),
)

/** How many they are, up to the limit. */
export const countMatching = long(
  statement((db, part: Part, engine) =>
    db
      .selectFrom(matching(db, part, engine).as('some'))
      .select((count) => count.fn.countAll<number>().as('count')),
  ),
)

/** `ids` is a JSON array. In no order. */
export const listCards = statement((db, { ids, userId }: { ids: string; userId: string }, engine) =>
  db
    .selectFrom('asset_versions')
    .select(cardColumnsFor(userId))
    .where(isAmong('id', ids, engine)),
)

export type CardRow = RowOf<typeof listCards>

/** What a version is sorted by, also of one that was deleted. */
export const findSortKeys = statement((db, { id, sceneDbId }: { id: string; sceneDbId: string }) => {
  const keysIn = (table: 'asset_versions' | 'deleted_asset_versions') =>
    db
      .selectFrom(table as 'asset_versions')
      .select([
        'id',
        'created_at as createdAt',
        sql<number>`coalesce(cost_estimate_usd, -1)`.as('cost_estimate_usd'),
        sql<number>`coalesce(generation_seconds, -1)`.as('generation_seconds'),
      ])
      .where('id', '=', id)
      .where(wasIn({ id, sceneDbId }))
  return keysIn('asset_versions').unionAll(keysIn('deleted_asset_versions'))
})

export function sequence(order: Order) {
  const direction = sql.raw(order.direction)
  return sql`${sql.join(keysOf(order).map((key) => sql`${key} ${direction}`))}`
}

function keysOf(order: Order) {
  return [...(order.amount ? [amountOf(order)] : []), sql`created_at`, sql`id`]
}

/** None is less than nothing, and so comes last. */
export function amountOf({ amount }: Order) {
  return amount ? sql<number>`coalesce(${sql.ref(amount)}, -1)` : sql<number>`0`
}

/** Whether the version is in the scene, or left it lately. */
function wasIn({ id, sceneDbId }: { id: string; sceneDbId: string }): RawBuilder<boolean> {
  return sql`(scene_id = ${sceneDbId} or exists (select 1 from departures
    where departures.scene_id = ${sceneDbId} and departures.asset_version_id = ${id}))`
}

/** A sort key of the cursor's version. It may have been deleted or moved meanwhile; what it sorts by never changes. */
export function ofCursor(
  { sceneDbId, cursor }: NextPage,
  key: RawBuilder<unknown>,
  otherwise: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const place = sql`id = ${cursor} and ${wasIn({ id: cursor, sceneDbId })}`
  return sql`coalesce(
    (select ${key} from asset_versions where ${place}),
    (select ${key} from deleted_asset_versions where ${place}),
    ${otherwise}
  )`
}

export function answers(question: BoardQuestion, engine: Engine): RawBuilder<boolean> {
  const is = (column: RawBuilder<unknown>, value: string | null) => {
    const wanted = asText(value as string)
    return sql`(${wanted} is null or ${column} = ${wanted})`
  }
  const whole = (value: number | null) => sql`cast(${value} as integer)`
  // The marks of the scene are looked through once, by their index.
  const isMarked = (
    userId: string | typeof ofFilm,
    condition: RawBuilder<unknown>,
    wanted: RawBuilder<unknown>,
  ) => sql`(${wanted} is null or ${wanted} = case when asset_versions.id in (
      select mark.asset_version_id from take_marks as mark
      where mark.scene_id = ${question.sceneDbId} and mark.user_id = ${userId} and ${condition}
    ) then 1 else 0 end)`
  const has = (flag: string | null) => {
    const wanted = asText(flag as string)
    return sql`(mark.flag = ${wanted} or (${wanted} = 'any' and mark.flag <> 'none'))`
  }
  const starred = (userId: string | typeof ofFilm, least: number | null) =>
    isMarked(userId, sql`mark.stars >= ${whole(least)}`, sql`case when ${whole(least)} > 0 then 1 end`)
  const selected = sql`cast(${question.selected} as integer)`
  const all = sql`${is(sql`asset_type`, question.assetType)}
    and ${is(sql`platform_key`, question.platformKey)}
    and ${is(sql`status`, question.status)}
    and ${is(sql`rights_state`, question.rightsState)}
    and ${is(sql`compare_group`, question.compareGroup)}
    and ${is(sql`coalesce(shot_id, '')`, question.shotId)}
    and ${is(sql`created_by`, question.createdBy)}
    and (${selected} is null or selected = ${selected})
    and ${is(mediaStateOf, question.media)}
    and ${isMarked(question.userId, has(question.myFlag), whole(question.isMyFlag))}
    and ${isMarked(ofFilm, has(question.filmFlag), whole(question.isFilmFlag))}
    and ${starred(question.userId, question.myStars)}
    and ${starred(ofFilm, question.filmStars)}
    and ${isMarked(question.userId, sql`mark.seen_at is not null`, whole(question.seen))}`
  // PostgreSQL believes of each condition that it leaves next to nothing, and would sort that; of this, that it leaves half.
  return engine === 'postgres' ? sql<boolean>`coalesce(${all}, false)` : sql<boolean>`(${all})`
}

const facets = [
  'assetType',
  'platformKey',
  'platformLabel',
  'status',
  'rightsState',
  'compareGroup',
  'shotId',
  'createdBy',
] as const

/** How many of the scene's versions have the same values. */
export const countFacets = long(
  statement((db, { sceneDbId }: { sceneDbId: string }) =>
    db
      .selectFrom('asset_versions')
      .select((count) => [...named('asset_versions', ...facets), count.fn.countAll<number>().as('count')])
      .where('scene_id', '=', sceneDbId)
      .groupBy(inSql(facets)),
  ),
)

/** What became of the media of the scene's versions. */
export const countMediaStates = long(
  statement((db, { sceneDbId }: { sceneDbId: string }) =>
    db
      .selectFrom('asset_versions')
      .select((count) => [mediaStateOf.as('value'), count.fn.countAll<number>().as('count')])
      .where('scene_id', '=', sceneDbId)
      .groupBy('value'),
  ),
)

export type FacetGroup = RowOf<typeof countFacets>

interface Since {
  sceneDbId: string
  userId: string
  since: string
  limit: number
}

export const listCapturedSince = statement((db, { sceneDbId, userId, since, limit }: Since) =>
  db
    .selectFrom('asset_versions')
    .select(cardColumnsFor(userId))
    .where('scene_id', '=', sceneDbId)
    .where('created_at', '>=', asText(since))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit),
)

/** Of what was captured before. */
export const listChangedSince = statement((db, { sceneDbId, userId, since, limit }: Since) =>
  db
    .selectFrom('asset_versions')
    .select(cardColumnsFor(userId))
    // Not by an index of scenes: what changed lately is less than what a scene has.
    .where(sql<boolean>`(scene_id = ${sceneDbId}) is true`)
    .where('updated_at', '>=', asText(since))
    // As the index has it.
    .whereRef('updated_at', '<>', 'created_at')
    .where('created_at', '<', asText(since))
    .orderBy('updated_at', 'desc')
    .limit(limit),
)

/** Of what neither was captured nor changed since: what something was said of. */
export const listReviewedSince = statement((db, { sceneDbId, userId, since, limit }: Since) =>
  db
    .selectFrom('version_reviews')
    .innerJoin('asset_versions', 'asset_versions.id', 'version_reviews.asset_version_id')
    .select(cardColumnsFor(userId))
    .where('version_reviews.scene_id', '=', sceneDbId)
    .where('version_reviews.changed_at', '>=', asText(since))
    .where('asset_versions.created_at', '<', asText(since))
    .where('asset_versions.updated_at', '<', asText(since))
    .orderBy('version_reviews.changed_at', 'desc')
    .limit(limit),
)

/** Of which the mark of somebody changed since, or with an empty `whose` the film's. */
export const listMarkedSince = statement(
  (db, { sceneDbId, userId, whose, since, limit }: Since & { whose: string }) =>
    db
      .selectFrom('take_marks')
      .innerJoin('asset_versions', 'asset_versions.id', 'take_marks.asset_version_id')
      .select(cardColumnsFor(userId))
      .where('take_marks.scene_id', '=', sceneDbId)
      .where('take_marks.user_id', '=', whose)
      .where('take_marks.updated_at', '>=', asText(since))
      .orderBy('take_marks.updated_at', 'desc')
      .limit(limit),
)

/** Those that went to another scene, and are not back. */
export const listLeftSince = statement((db, { sceneDbId, since, limit }: Since) =>
  db
    .selectFrom('departures')
    .select('asset_version_id as id')
    .where('scene_id', '=', sceneDbId)
    .where('left_at', '>=', asText(since))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('asset_versions')
            .select('asset_versions.id')
            .whereRef('asset_versions.id', '=', 'departures.asset_version_id')
            .whereRef('asset_versions.scene_id', '=', 'departures.scene_id'),
        ),
      ),
    )
    .orderBy('left_at', 'desc')
    .limit(limit),
)

export const listDeletedSince = statement((db, { sceneDbId, since, limit }: Since) =>
  db
    .selectFrom('deleted_asset_versions')
    .select('id')
    .where('scene_id', '=', sceneDbId)
    .where('deleted_at', '>=', asText(since))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit),
)
