import { sql } from 'kysely'
import type { Engine } from '../db/database.ts'
import { asText, type Builder, isAmongRows, statement } from '../db/statement.ts'
import {
  amountOf,
  answers,
  type BoardQuestion,
  cardColumnsFor,
  type FirstPage,
  idsBehind,
  isBehind,
  type NextPage,
  type Order,
  ofCursor,
  orders,
  sequence,
} from './board-queries.ts'

/** As `board`, of stacks: one card for the takes of a shot, and one for each take without. docs/decisions/0065-stacks.md */
export const stacked = {
  newest: pagesIn(orders.newest),
  oldest: pagesIn(orders.oldest),
  costliest: pagesIn(orders.costliest),
  cheapest: pagesIn(orders.cheapest),
  slowest: pagesIn(orders.slowest),
  fastest: pagesIn(orders.fastest),
}

function pagesIn(order: Order) {
  return { first: firstPage(order), next: nextPage(order) }
}

/** Counts all that answers, and so looks at the whole scene once. */
function firstPage(order: Order) {
  return statement((db, page: FirstPage, engine) =>
    db
      .with(
        (cte) => cte('matching').materialized(),
        (cte) =>
          cte
            .selectFrom('asset_versions')
            .select(placeIn(order))
            .where('scene_id', '=', page.sceneDbId)
            .where(answers(page, engine)),
      )
      .with(
        (cte) => cte('faces').materialized(),
        () => facesOf(db, order, page, engine),
      )
      .with(
        (cte) => cte('first').materialized(),
        (cte) =>
          cte
            .selectFrom(
              cte
                .selectFrom('faces')
                .selectAll()
                .unionAll(cte.selectFrom('matching').selectAll().where('shot_id', 'is', null))
                .as('both'),
            )
            .select(['id', 'shot_id'])
            .orderBy('amount', order.direction)
            .orderBy('created_at', order.direction)
            .orderBy('id', order.direction)
            .limit(page.limit),
      )
      .with(
        (cte) => cte('counted').materialized(),
        (cte) => cte.selectFrom('first').select(['id', countOf(page, engine)]),
      )
      .selectFrom('asset_versions')
      .select(cardColumnsFor(page.userId))
      .select(stackCount)
      .select([
        sql<number>`(select count(*) from faces) + (select count(*) from matching where shot_id is null)`.as(
          'total',
        ),
        sql<number>`(select count(*) from matching)`.as('takes'),
      ])
      .where(({ selectFrom }) => isAmongRows('id', selectFrom('counted').select('id'), engine))
      .orderBy(sequence(order)),
  )
}

function nextPage(order: Order) {
  return statement((db, page: NextPage, engine) => {
    const keys = [...(order.amount ? ['amount'] : []), 'created_at', 'id']
    const cursor = [
      ...(order.amount ? [ofCursor(page, amountOf(order), sql`-1`)] : []),
      ofCursor(page, sql`created_at`, asText(page.cursorTime)),
      asText(page.cursor),
    ]
    // Whether any stands alone is asked once: where none does, nothing is looked through for them.
    const alone = sql<boolean>`(shot_id is null and 1 = (
      select 1 from asset_versions as other
      where other.scene_id = ${page.sceneDbId} and other.shot_id is null limit 1
    ) and ${answers(page, engine)})`
    return db
      .with(
        (cte) => cte('faces').materialized(),
        () => facesOf(db, order, page, engine),
      )
      .with(
        (cte) => cte('first').materialized(),
        (cte) =>
          cte
            .selectFrom(
              cte
                .selectFrom('faces')
                .selectAll()
                .where(isBehind(order.direction, keys, ...cursor))
                .unionAll(
                  cte
                    .selectFrom('asset_versions')
                    .select(placeIn(order))
                    .where(isAmongRows('id', idsBehind(db, order, page, alone), engine)),
                )
                .as('both'),
            )
            .select(['id', 'shot_id'])
            .orderBy('amount', order.direction)
            .orderBy('created_at', order.direction)
            .orderBy('id', order.direction)
            .limit(page.limit),
      )
      .with(
        (cte) => cte('counted').materialized(),
        (cte) => cte.selectFrom('first').select(['id', countOf(page, engine)]),
      )
      .selectFrom('asset_versions')
      .select(cardColumnsFor(page.userId))
      .select(stackCount)
      .where(({ selectFrom }) => isAmongRows('id', selectFrom('counted').select('id'), engine))
      .orderBy(sequence(order))
  })
}

function placeIn(order: Order) {
  return ['id', 'shot_id', 'created_at', amountOf(order).as('amount')] as const
}

/** Of each shot of the scene, of what answers: the newest winner, else the newest. One step into an index for each. */
function facesOf(db: Builder, order: Order, question: BoardQuestion, engine: Engine) {
  const face = db
    .selectFrom('asset_versions')
    .select('asset_versions.id')
    .where(sql<boolean>`asset_versions.shot_id = shots.id`)
    .where(answers(question, engine))
    .orderBy('asset_versions.selected', 'desc')
    .orderBy('asset_versions.created_at', 'desc')
    .orderBy('asset_versions.id', 'desc')
    .limit(1)
  const shotId = asText(question.shotId as string)
  const ids = db
    .selectFrom('shots')
    .select(face.as('id'))
    .where('shots.scene_id', '=', question.sceneDbId)
    .where(sql<boolean>`(${shotId} is null or shots.id = ${shotId})`)
  return db
    .selectFrom('asset_versions')
    .select(placeIn(order))
    .where(isAmongRows('id', ids, engine))
}

/** How many answer that are of the shot; a take that has none stands alone. */
function countOf(question: BoardQuestion, engine: Engine) {
  const shotId = sql.ref('first.shot_id')
  return sql<number>`case when ${shotId} is null then 1 else (
    select count(*) from asset_versions where asset_versions.shot_id = ${shotId} and ${answers(question, engine)}
  ) end`.as('takes')
}

const stackCount = sql<number>`(select counted.takes from counted where counted.id = asset_versions.id)`.as(
  'stackCount',
)
