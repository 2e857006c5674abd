import { sql } from 'kysely'
import { asText, isAmong, isAmongRows, type RowOf, statement } from '../db/statement.ts'
import { mediaSummaryOf } from '../media/card-queries.ts'
import { shownComments } from './queries.ts'

interface NoteQuestion {
  projectId: string
  /** Null for any, as the two below. */
  sceneDbId: string | null
  shotId: string | null
  authorId: string | null
  /** Of the user who asks. */
  userId: string
  before: string
  limit: number
}

const orAny = (column: string, value: string | null) => {
  const wanted = asText(value as string)
  return sql<boolean>`(${wanted} is null or ${sql.ref(`open_notes.${column}`)} = ${wanted})`
}

/** The newest of those that one column has in common, in whose index they are read. */
function noteIdsBy(column: 'project_id' | 'scene_id' | 'shot_id' | 'author_id') {
  return statement((db, question: NoteQuestion) => {
    const { projectId, sceneDbId, shotId, authorId, before, limit } = question
    const value = { project_id: projectId, scene_id: sceneDbId, shot_id: shotId, author_id: authorId }[column]
    return db
      .selectFrom('open_notes')
      .select('comment_id as id')
      .where(`open_notes.${column}`, '=', value as string)
      .where('open_notes.comment_id', '<', before)
      .$if(column !== 'project_id', (query) => query.where('open_notes.project_id', '=', projectId))
      .$if(column === 'author_id' || column === 'shot_id', (query) =>
        query.where(orAny('scene_id', sceneDbId)),
      )
      .$if(column === 'author_id', (query) => query.where(orAny('shot_id', shotId)))
      .orderBy('open_notes.comment_id', 'desc')
      .limit(limit)
  })
}

export const listNotesOfProject = noteIdsBy('project_id')
export const listNotesOfScene = noteIdsBy('scene_id')
export const listNotesOfShot = noteIdsBy('shot_id')
export const listNotesOfAuthor = noteIdsBy('author_id')

/** Threads that mention the user. */
export const listNotesMentioning = statement((db, question: NoteQuestion) =>
  db
    .selectFrom('comment_mentions')
    .innerJoin('open_notes', 'open_notes.comment_id', 'comment_mentions.thread_id')
    .select('comment_mentions.thread_id as id')
    .where('comment_mentions.user_id', '=', question.userId)
    .where('comment_mentions.project_id', '=', question.projectId)
    .where('comment_mentions.thread_id', '<', question.before)
    .where(orAny('scene_id', question.sceneDbId))
    .where(orAny('shot_id', question.shotId))
    .where(orAny('author_id', question.authorId))
    .groupBy('comment_mentions.thread_id')
    .orderBy('comment_mentions.thread_id', 'desc')
    .limit(question.limit),
)

/** How many versions back notes are carried along. */
const mostAncestors = 20

/** Open notes of what a version was made from, in its own scene. */
export const listCarriedNotes = statement(
  (db, { id, before, limit }: { id: string; before: string; limit: number }, engine) =>
    db
      .withRecursive('ancestors(id, depth)', (cte) =>
        cte
          .selectFrom('asset_versions')
          .select(['parent_version_id as id', sql<number>`1`.as('depth')])
          .where('id', '=', id)
          .unionAll((next) =>
            next
              .selectFrom('ancestors')
              .innerJoin('asset_versions', 'asset_versions.id', 'ancestors.id')
              .select([
                'asset_versions.parent_version_id as id',
                sql<number>`ancestors.depth + 1`.as('depth'),
              ])
              .where('ancestors.depth', '<', sql.lit(mostAncestors)),
          ),
      )
      .selectFrom('open_notes')
      .select('comment_id as id')
      .where(({ selectFrom }) =>
        isAmongRows('open_notes.asset_version_id', selectFrom('ancestors').select('id'), engine),
      )
      // Not by an index of scenes: what was said of a few versions is less than what is open in a scene.
      .where(
        sql<boolean>`(scene_id = (select version.scene_id from asset_versions as version where version.id = ${id})) is true`,
      )
      .where('comment_id', '<', before)
      // So that what is carried is looked for, and not all open notes in their order.
      .orderBy(sql`comment_id || ''`, 'desc')
      .limit(limit),
)

/** `ids` is a JSON array of comments that began a thread. In no order. */
export const listNotesOfIds = statement((db, { ids }: { ids: string }, engine) =>
  shownComments(db, engine)
    .innerJoin('asset_versions as version', 'version.id', 'comments.asset_version_id')
    .innerJoin('scenes', 'scenes.id', 'version.scene_id')
    .leftJoin('shots', 'shots.id', 'version.shot_id')
    .select([
      sql<string | null>`null`.as('drawing'),
      sql<number>`(select count(*) from comments as reply where reply.thread_id = comments.id)`.as('replies'),
      'version.asset_type as assetType',
      'version.platform_label as platformLabel',
      'version.version_number as versionNumber',
      'version.title',
      'version.thumbnail_url as thumbnailUrl',
      mediaSummaryOf('version').as('mediaSummary'),
      'scenes.id as sceneDbId',
      'scenes.scene_number as sceneId',
      'shots.id as shotId',
      'shots.shot_code as shotCode',
    ])
    .where(isAmong('comments.id', ids, engine)),
)

export type NoteRow = RowOf<typeof listNotesOfIds>

export const insertOpenNote = statement(
  (
    db,
    row: {
      id: string
      assetVersionId: string
      projectId: string
      sceneDbId: string
      shotId: string | null
      authorId: string | null
    },
  ) =>
    db
      .insertInto('open_notes')
      .values({
        comment_id: row.id,
        asset_version_id: row.assetVersionId,
        project_id: row.projectId,
        scene_id: row.sceneDbId,
        shot_id: row.shotId,
        author_id: row.authorId,
      })
      .onConflict((conflict) => conflict.column('comment_id').doNothing()),
)

export const closeNote = statement((db, { id }: { id: string }) =>
  db.deleteFrom('open_notes').where('comment_id', '=', id),
)

/** The version was deleted: its threads stay as they are, and are on no list. */
export const closeNotesOfVersion = statement((db, { assetVersionId }: { assetVersionId: string }) =>
  db.deleteFrom('open_notes').where('asset_version_id', '=', assetVersionId),
)

/** It is back. What transfer/count-anew.ts does of a whole project is the same. */
export const reopenNotesOfVersion = statement(
  (db, { assetVersionId, shotId }: { assetVersionId: string; shotId: string | null }) =>
    db
      .insertInto('open_notes')
      .columns(['comment_id', 'asset_version_id', 'project_id', 'scene_id', 'shot_id', 'author_id'])
      .expression((select) =>
        select
          .selectFrom('comments')
          .select([
            'id',
            'asset_version_id',
            'project_id',
            'scene_id',
            sql<string | null>`${shotId}`.as('shot_id'),
            'author_id',
          ])
          .where('asset_version_id', '=', assetVersionId)
          .where('thread_id', 'is', null)
          .where('resolved_at', 'is', null),
      ),
)

export const moveNotesOfVersion = statement(
  (db, { assetVersionId, shotId }: { assetVersionId: string; shotId: string | null }) =>
    db.updateTable('open_notes').set({ shot_id: shotId }).where('asset_version_id', '=', assetVersionId),
)

/** The same of many versions, whose `ids` are a JSON array, each with the shot that it has by now. */
export const closeNotesOfVersions = statement((db, { ids }: { ids: string }, engine) =>
  db.deleteFrom('open_notes').where(isAmong('asset_version_id', ids, engine)),
)

export const reopenNotesOfVersions = statement((db, { ids }: { ids: string }, engine) =>
  db
    .insertInto('open_notes')
    .columns(['comment_id', 'asset_version_id', 'project_id', 'scene_id', 'shot_id', 'author_id'])
    .expression((select) =>
      select
        .selectFrom('comments')
        .innerJoin('asset_versions as version', 'version.id', 'comments.asset_version_id')
        .select([
          'comments.id',
          'comments.asset_version_id',
          'comments.project_id',
          'comments.scene_id',
          'version.shot_id',
          'comments.author_id',
        ])
        .where(isAmong('comments.asset_version_id', ids, engine))
        .where('comments.thread_id', 'is', null)
        .where('comments.resolved_at', 'is', null),
    ),
)

export const moveNotesOfVersions = statement((db, { ids }: { ids: string }, engine) =>
  db
    .updateTable('open_notes')
    .set({
      shot_id: sql<string | null>`(select version.shot_id from asset_versions as version
        where version.id = open_notes.asset_version_id)`,
    })
    .where(isAmong('asset_version_id', ids, engine)),
)

/** Counts anew what a card says of the version. Its scene is to be locked. transfer/count-anew.ts counts the same of a whole project. */
export const countReviews = statement(
  (db, { assetVersionId, sceneDbId, now }: { assetVersionId: string; sceneDbId: string; now: string }) => {
    const id = asText(assetVersionId)
    const verdicts = (verdict: 'approve' | 'changes_needed') =>
      sql<number>`(select count(*) from verdicts
        where verdicts.asset_version_id = ${id} and verdicts.is_current = 1
          and verdicts.verdict = ${sql.lit(verdict)})`
    return db
      .insertInto('version_reviews')
      .values({
        asset_version_id: assetVersionId,
        scene_id: sceneDbId,
        open_notes: sql<number>`(select count(*) from open_notes where open_notes.asset_version_id = ${id})`,
        approved: verdicts('approve'),
        changes_needed: verdicts('changes_needed'),
        changed_at: now,
      })
      .onConflict((conflict) =>
        conflict.column('asset_version_id').doUpdateSet((row) => ({
          open_notes: row.ref('excluded.open_notes'),
          approved: row.ref('excluded.approved'),
          changes_needed: row.ref('excluded.changes_needed'),
          changed_at: row.ref('excluded.changed_at'),
        })),
      )
  },
)
