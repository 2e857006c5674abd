import type { ReviewSubjectKind } from '@dailies/contract/review.ts'
import { leadLasts, secondsTakingPart } from '@dailies/contract/review-limits.ts'
import { sql } from 'kysely'
import type { Engine } from '../db/database.ts'
import { type Builder, type RowOf, statement } from '../db/statement.ts'
import { exactNow } from '../db/time.ts'
import { asMember } from '../production/as-member.ts'
import { isUndeleted } from '../production/member-queries.ts'
import { activeWebhookOf } from '../webhooks/event-queries.ts'

/** In so many milliseconds, by the clock of the database. */
function inTime(engine: Engine, milliseconds: number) {
  return sql<number>`cast(${exactNow[engine]} as bigint) + ${sql.lit(milliseconds)}`
}

function shown(db: Builder) {
  return db
    .selectFrom('reviews')
    .leftJoin('users as starter', 'starter.id', 'reviews.started_by')
    .leftJoin('users as leader', 'leader.id', 'reviews.leader_id')
    .select((select) => [
      'reviews.id',
      'reviews.project_id as projectId',
      'reviews.name',
      'reviews.plays_kind as playsKind',
      'reviews.plays_id as playsId',
      'reviews.started_at as startedAt',
      'reviews.started_by as startedBy',
      'starter.name as startedByName',
      'reviews.ended_at as endedAt',
      'reviews.leader_id as leaderId',
      'leader.name as leaderName',
      select
        .selectFrom('review_people')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('review_people.review_id', '=', 'reviews.id')
        .$asScalar()
        .$notNull()
        .as('people'),
    ])
}

/** As somebody may see it, with what decides who leads. */
export const findReviewOfMember = statement((db, { id, userId }: { id: string; userId: string }, engine) =>
  shown(db)
    .innerJoin('project_members as member', asMember('reviews.project_id', userId))
    .select([
      'reviews.term',
      'reviews.state',
      'reviews.leader_page as leaderPage',
      'reviews.lease_until as leaseUntil',
      'member.role as memberRole',
      exactNow[engine].as('now'),
      activeWebhookOf(db, 'reviews.project_id'),
    ])
    .where('reviews.id', '=', id),
)

export type ReviewRow = Omit<RowOf<typeof findReviewOfMember>, 'memberRole'>

/** The same for who needs to be no member: the service itself. */
export const findReview = statement((db, { id }: { id: string }) =>
  shown(db)
    .select([activeWebhookOf(db, 'reviews.project_id')])
    .where('reviews.id', '=', id),
)

/** Held until the transaction ends: of many who want to lead one comes first. */
export const lockReview = statement((db, { id }: { id: string }, engine) =>
  db
    .selectFrom('reviews')
    .select(['id', 'ended_at as endedAt'])
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)

interface Page {
  projectId: string
  before: string
  limit: number
}

/** The newest first. */
export const listReviewsOfProject = statement((db, { projectId, before, limit }: Page) =>
  shown(db)
    .where('reviews.project_id', '=', projectId)
    .where('reviews.id', '<', before)
    .orderBy('reviews.id', 'desc')
    .limit(limit),
)

export const listRunningReviews = statement((db, { projectId, before, limit }: Page) =>
  shown(db)
    .where('reviews.project_id', '=', projectId)
    .where('reviews.ended_at', 'is', null)
    .where('reviews.id', '<', before)
    .orderBy('reviews.id', 'desc')
    .limit(limit),
)

export const countRunningReviews = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('reviews')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null),
)

export const insertReview = statement(
  (
    db,
    row: {
      id: string
      projectId: string
      name: string
      playsKind: ReviewSubjectKind
      playsId: string | null
      userId: string
      page: string
      now: string
    },
    engine,
  ) =>
    db.insertInto('reviews').values({
      id: row.id,
      project_id: row.projectId,
      name: row.name,
      plays_kind: row.playsKind,
      plays_id: row.playsId,
      started_by: row.userId,
      started_at: row.now,
      leader_id: row.userId,
      leader_page: row.page,
      term: sql.lit(1),
      lease_until: inTime(engine, leadLasts),
    }),
)

/** The review is to be locked. */
export const setLead = statement(
  (
    db,
    { id, userId, page, state }: { id: string; userId: string; page: string; state: string | null },
    engine,
  ) =>
    db
      .updateTable('reviews')
      .set({
        leader_id: userId,
        leader_page: page,
        state,
        term: sql<number>`term + 1`,
        lease_until: inTime(engine, leadLasts),
      })
      .where('id', '=', id)
      .where('ended_at', 'is', null),
)

/** Touches nothing where somebody else leads by now, or it has ended. */
export const renewLead = statement(
  (db, lead: { id: string; userId: string; page: string; term: number; state: string }, engine) =>
    db
      .updateTable('reviews')
      .set({ lease_until: inTime(engine, leadLasts), state: lead.state })
      .where('id', '=', lead.id)
      .where('term', '=', lead.term)
      .where('leader_id', '=', lead.userId)
      .where('leader_page', '=', lead.page)
      .where('ended_at', 'is', null),
)

/** Whoever leads leaves. */
export const endLead = statement((db, { id, userId, page }: { id: string; userId: string; page: string }) =>
  db
    .updateTable('reviews')
    .set({ leader_id: null, leader_page: null, lease_until: sql.lit(0) })
    .where('id', '=', id)
    .where('leader_id', '=', userId)
    .where('leader_page', '=', page),
)

export const setReviewEnded = statement((db, { id, now }: { id: string; now: string }) =>
  db
    .updateTable('reviews')
    .set({ ended_at: now, leader_id: null, leader_page: null, lease_until: sql.lit(0) })
    .where('id', '=', id)
    .where('ended_at', 'is', null),
)

/** How many take part by now, and whether the user is among them. */
export const countTakingPart = statement(
  (db, { reviewId, userId }: { reviewId: string; userId: string }, engine) =>
    db
      .selectFrom('review_people')
      .select((count) => [
        count.fn.countAll<number>().as('count'),
        sql<number | null>`max(case when user_id = ${userId} then 1 else 0 end)`.as('isAmong'),
      ])
      .where('review_id', '=', reviewId)
      .where(sql<boolean>`seen_until > ${exactNow[engine]}`),
)

export const putPerson = statement(
  (db, { reviewId, userId, projectId }: { reviewId: string; userId: string; projectId: string }, engine) =>
    db
      .insertInto('review_people')
      .values({
        review_id: reviewId,
        user_id: userId,
        project_id: projectId,
        seen_until: inTime(engine, secondsTakingPart * 1000),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['review_id', 'user_id'])
          .doUpdateSet((row) => ({ seen_until: row.ref('excluded.seen_until') })),
      ),
)

export const setLeft = statement((db, { reviewId, userId }: { reviewId: string; userId: string }, engine) =>
  db
    .updateTable('review_people')
    .set({ seen_until: inTime(engine, 0) })
    .where('review_id', '=', reviewId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`seen_until > ${exactNow[engine]}`),
)

/** Members who take part by now. In no order. */
export const listTakingPart = statement(
  (db, { reviewId, limit }: { reviewId: string; limit: number }, engine) =>
    db
      .selectFrom('review_people')
      .innerJoin('users', 'users.id', 'review_people.user_id')
      .innerJoin('project_members as member', (join) =>
        join
          .onRef('member.project_id', '=', 'review_people.project_id')
          .onRef('member.user_id', '=', 'review_people.user_id')
          .on('member.deleted_at', 'is', null),
      )
      .select(['users.id', 'users.name'])
      .where('review_people.review_id', '=', reviewId)
      .where(sql<boolean>`review_people.seen_until > ${exactNow[engine]}`)
      .limit(limit),
)

/** Everybody who ever took part. */
export const listPeopleOfReview = statement((db, { reviewId, limit }: { reviewId: string; limit: number }) =>
  db.selectFrom('review_people').select('user_id as userId').where('review_id', '=', reviewId).limit(limit),
)

/** A version that may be shown. */
export const findVersionInProject = statement((db, { id, projectId }: { id: string; projectId: string }) =>
  db
    .selectFrom('asset_versions')
    .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
    .select('asset_versions.id')
    .where('asset_versions.id', '=', id)
    .where('asset_versions.project_id', '=', projectId)
    .whereRef('scenes.project_id', '=', 'asset_versions.project_id'),
)

export const insertShown = statement(
  (db, row: { reviewId: string; assetVersionId: string; projectId: string }) =>
    db
      .insertInto('review_versions')
      .values({
        review_id: row.reviewId,
        asset_version_id: row.assetVersionId,
        project_id: row.projectId,
      })
      .onConflict((conflict) => conflict.columns(['review_id', 'asset_version_id']).doNothing()),
)

export const countShown = statement((db, { reviewId }: { reviewId: string }) =>
  db
    .selectFrom('review_versions')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('review_id', '=', reviewId),
)

interface Taken {
  reviewId: string
  projectId: string
  /** Ids between which those are that were made while it went on. */
  after: string
  until: string
}

function notes(db: Builder, { reviewId, projectId, after, until }: Taken) {
  return (
    db
      .selectFrom('review_versions')
      .innerJoin('comments', 'comments.asset_version_id', 'review_versions.asset_version_id')
      .innerJoin('asset_versions', 'asset_versions.id', 'comments.asset_version_id')
      .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
      // One that was deleted has left the project.
      .whereRef('scenes.project_id', '=', 'comments.project_id')
      .where('review_versions.review_id', '=', reviewId)
      .where('comments.project_id', '=', projectId)
      .where('comments.id', '>', after)
      .where('comments.id', '<', until)
      .where('comments.deleted_at', 'is', null)
  )
}

/** The oldest first. */
export const listNoteIdsOfReview = statement((db, taken: Taken & { limit: number }) =>
  notes(db, taken).select('comments.id').orderBy('comments.id').limit(taken.limit),
)

export const countNotesOfReview = statement((db, taken: Taken) =>
  notes(db, taken).select((count) => count.fn.countAll<number>().as('count')),
)

/** Those that go on, and in which nobody has taken part for so many milliseconds. */
export const listAbandonedReviews = statement(
  (db, { silence, limit }: { silence: number; limit: number }, engine) => {
    const since = sql<number>`${exactNow[engine]} - cast(${silence} as bigint)`
    return db
      .selectFrom('reviews')
      .select('reviews.id')
      .where('ended_at', 'is', null)
      .where(isUndeleted('reviews.project_id'))
      .where(sql<boolean>`lease_until < ${since}`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('review_people')
              .select('user_id')
              .whereRef('review_people.review_id', '=', 'reviews.id')
              .where(sql<boolean>`review_people.seen_until > ${since}`),
          ),
        ),
      )
      .limit(limit)
  },
)
