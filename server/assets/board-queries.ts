import type { AssetStatus, AssetType, RightsState } from '@dailies/contract/asset-version.ts'
import { type RawBuilder, sql } from 'kysely'
import { inSql, named } from '../db/asset-version-columns.ts'
import type { Engine } from '../db/database.ts'
import { asText, contains, isAmong, isAmongRows, long, type RowOf, statement } from '../db/statement.ts'
import { mediaStateOf, mediaSummaryOf } from '../media/card-queries.ts'

/** JSON: `[openNotes, approved, changesNeeded]` of the version; null where nobody said anything of it yet. */
const reviewOf = sql<
  string | null
>`(select '[' || review.open_notes || ',' || review.approved || ',' || review.changes_needed || ']'
  from version_reviews as review where review.asset_version_id = asset_versions.id)`

/** Of `asset_versions`, as the contract has a card; `selected` is 0 or 1. */
export const cardColumns = [
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
]

/** Which of a scene's versions; null for any. */
export interface BoardQuestion {
  sceneDbId: string
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
}

interface FirstPage extends BoardQuestion {
  limit: number
}

interface NextPage extends FirstPage {
  /** The last one of the page before. */
  cursor: string
  /** When that one was captured, should it be gone without a trace. */
  cursorTime: string
}

/** By an amount, if there is one to go by, then by time. */
interface Order {
  amount?: 'cost_estimate_usd' | 'generation_seconds'
  direction: 'asc' | 'desc'
}

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
  newest: pagesIn({ direction: 'desc' }),
  oldest: pagesIn({ direction: 'asc' }),
  costliest: pagesIn({ amount: 'cost_estimate_usd', direction: 'desc' }),
  cheapest: pagesIn({ amount: 'cost_estimate_usd', direction: 'asc' }),
  slowest: pagesIn({ amount: 'generation_seconds', direction: 'desc' }),
  fastest: pagesIn({ amount: 'generation_seconds', direction: 'asc' }),
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
      .select(cardColumns)
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
    const { amount, direction } = order
    const after = [
      ...(amount ? [ofCursor(page, amountOf(order), sql`-1`)] : []),
      ofCursor(page, sql`created_at`, asText(page.cursorTime)),
      asText(page.cursor),
    ]
    const sign = sql.raw(direction === 'desc' ? '<' : '>')
    const ids = db
      .selectFrom('asset_versions')
      .select('id')
      .where('scene_id', '=', page.sceneDbId)
      .where(sql<boolean>`(${sql.join(keysOf(order))}) ${sign} (${sql.join(after)})`)
      .where(answers(page, engine))
      .orderBy(sequence(order))
      .limit(page.limit)
    return db
      .selectFrom('asset_versions')
      .select(cardColumns)
      .where(isAmongRows('id', ids, engine))
      .orderBy(sequence(order))
  })
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

/** `ids` is a JSON array. In no order. */
export const listCards = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('asset_versions')
    .select(cardColumns)
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
      .where('scene_id', '=', sceneDbId)
  return keysIn('asset_versions').unionAll(keysIn('deleted_asset_versions'))
})

function sequence(order: Order) {
  const direction = sql.raw(order.direction)
  return sql`${sql.join(keysOf(order).map((key) => sql`${key} ${direction}`))}`
}

function keysOf(order: Order) {
  return [...(order.amount ? [amountOf(order)] : []), sql`created_at`, sql`id`]
}

/** None is less than nothing, and so comes last. */
function amountOf({ amount }: Order) {
  return amount ? sql<number>`coalesce(${sql.ref(amount)}, -1)` : sql<number>`0`
}

/** A sort key of the cursor's version. It may have been deleted meanwhile; what it sorts by never changes. */
function ofCursor(
  { sceneDbId, cursor }: NextPage,
  key: RawBuilder<unknown>,
  otherwise: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const place = sql`id = ${cursor} and scene_id = ${sceneDbId}`
  return sql`coalesce(
    (select ${key} from asset_versions where ${place}),
    (select ${key} from deleted_asset_versions where ${place}),
    ${otherwise}
  )`
}

function answers(question: BoardQuestion, engine: Engine): RawBuilder<boolean> {
  const is = (column: RawBuilder<unknown>, value: string | null) => {
    const wanted = asText(value as string)
    return sql`(${wanted} is null or ${column} = ${wanted})`
  }
  const selected = sql`cast(${question.selected} as integer)`
  const all = sql`${is(sql`asset_type`, question.assetType)}
    and ${is(sql`platform_key`, question.platformKey)}
    and ${is(sql`status`, question.status)}
    and ${is(sql`rights_state`, question.rightsState)}
    and ${is(sql`compare_group`, question.compareGroup)}
    and ${is(sql`coalesce(shot_id, '')`, question.shotId)}
    and ${is(sql`created_by`, question.createdBy)}
    and (${selected} is null or selected = ${selected})
    and ${is(mediaStateOf, question.media)}`
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

/** The names of users, also of those who are gone. `ids` is a JSON array. */
export const listNamesOfUsers = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(isAmong('id', ids, engine)),
)

export type FacetGroup = RowOf<typeof countFacets>

interface Since {
  sceneDbId: string
  since: string
  limit: number
}

export const listCapturedSince = statement((db, { sceneDbId, since, limit }: Since) =>
  db
    .selectFrom('asset_versions')
    .select(cardColumns)
    .where('scene_id', '=', sceneDbId)
    .where('created_at', '>=', asText(since))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit),
)

/** Of what was captured before. */
export const listChangedSince = statement((db, { sceneDbId, since, limit }: Since) =>
  db
    .selectFrom('asset_versions')
    .select(cardColumns)
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
export const listReviewedSince = statement((db, { sceneDbId, since, limit }: Since) =>
  db
    .selectFrom('version_reviews')
    .innerJoin('asset_versions', 'asset_versions.id', 'version_reviews.asset_version_id')
    .select(cardColumns)
    .where('version_reviews.scene_id', '=', sceneDbId)
    .where('version_reviews.changed_at', '>=', asText(since))
    .where('asset_versions.created_at', '<', asText(since))
    .where('asset_versions.updated_at', '<', asText(since))
    .orderBy('version_reviews.changed_at', 'desc')
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
