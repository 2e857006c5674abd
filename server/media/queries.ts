import type { MediaKind, MediaState, UploadKind } from '@dailies/contract/media.ts'
import { sql } from 'kysely'
import { type Builder, isAmong, long, type RowOf, statement } from '../db/statement.ts'
import { asMember } from '../production/as-member.ts'
import { isUndeleted } from '../production/member-queries.ts'
import { activeWebhookOf } from '../webhooks/event-queries.ts'

const versionColumns = [
  'version.id',
  'version.project_id as projectId',
  'version.scene_id as sceneDbId',
  'scenes.scene_number as sceneId',
  'version.shot_id as shotId',
  'version.asset_type as assetType',
  'version.output_url as outputUrl',
] as const

/** An asset version that is there, with where it is: for whoever is a member of its project. */
export const findVersionOfMember = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('asset_versions as version')
    .innerJoin('project_members as member', asMember('version.project_id', userId))
    .innerJoin('scenes', 'scenes.id', 'version.scene_id')
    .innerJoin('projects', 'projects.id', 'version.project_id')
    .select([
      ...versionColumns,
      'version.platform_key as platformKey',
      'version.version_number as versionNumber',
      'version.created_at as createdAt',
      'projects.name as projectName',
      'member.role as memberRole',
      activeWebhookOf(db, 'version.project_id'),
    ])
    .where('version.id', '=', id)
    .whereRef('scenes.project_id', '=', 'version.project_id'),
)

/** The same for the service itself, which nobody asked. */
export const findVersion = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('asset_versions as version')
    .innerJoin('scenes', 'scenes.id', 'version.scene_id')
    .select([...versionColumns, 'version.created_by as createdBy', activeWebhookOf(db, 'version.project_id')])
    .where('version.id', '=', id)
    .where(isUndeleted('version.project_id'))
    .whereRef('scenes.project_id', '=', 'version.project_id'),
)

/** Locked where nodes share a database: whoever changes media of a version waits for who does. */
export const lockVersion = statement((db, { id }: { id: string }, engine) =>
  db
    .selectFrom('asset_versions')
    .select('id')
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)

/** Pages that show the version ask what changed since they looked. */
export const touchVersion = statement((db, { id, now }: { id: string; now: string }) =>
  db.updateTable('asset_versions').set({ updated_at: now }).where('id', '=', id),
)

/** The same of many, whose `ids` are a JSON array, always in one order. */
export const lockVersions = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('asset_versions')
    .select('id')
    .where(isAmong('id', ids, engine))
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)

export const touchVersions = statement((db, { ids, now }: { ids: string; now: string }, engine) =>
  db
    .updateTable('asset_versions')
    .set({ updated_at: now })
    .where(isAmong('id', ids, engine)),
)

/** What became of the originals of versions, and where they could be fetched: `ids` is a JSON array. */
export const listMediaToKeep = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('asset_versions')
    .leftJoin('version_media as media', (join) =>
      join
        .onRef('media.version_id', '=', 'asset_versions.id')
        .on('media.kind', '=', sql.lit<UploadKind>('original')),
    )
    .select([
      'asset_versions.id',
      'asset_versions.output_url as outputUrl',
      'media.state',
      'media.url',
      'media.leased_by as leasedBy',
      'media.leased_until as leasedUntil',
    ])
    .where(isAmong('asset_versions.id', ids, engine)),
)

const mediaColumns = [
  'version_id as versionId',
  'kind',
  'project_id as projectId',
  'state',
  'hash',
  'bytes',
  'url',
  'ends_at as endsAt',
  'due_at as dueAt',
  'attempts',
  'reason',
  'summary',
] as const

export const findMedia = statement((db, { versionId, kind }: { versionId: string; kind: UploadKind }) =>
  db
    .selectFrom('version_media')
    .select(mediaColumns)
    .where('version_id', '=', versionId)
    .where('kind', '=', kind),
)

export const listMediaOfVersion = statement((db, { versionId }: { versionId: string }) =>
  db
    .selectFrom('version_media')
    .leftJoin('blobs', 'blobs.hash', 'version_media.hash')
    .select([
      'version_media.kind',
      'version_media.project_id as projectId',
      'version_media.state',
      'version_media.hash',
      'version_media.bytes',
      'version_media.url',
      'version_media.ends_at as endsAt',
      'version_media.due_at as dueAt',
      'version_media.attempts',
      'version_media.reason',
      'version_media.summary',
      'blobs.facts',
      'blobs.work_due_at as workDueAt',
    ])
    .where('version_media.version_id', '=', versionId)
    .orderBy('version_media.kind'),
)

export const listMadeOf = statement((db, { hash }: { hash: string }) =>
  db
    .selectFrom('made_media')
    .innerJoin('blobs', 'blobs.hash', 'made_media.hash')
    .select(['made_media.kind', 'made_media.hash', 'made_media.width', 'made_media.height', 'blobs.facts'])
    .where('made_media.of_hash', '=', hash)
    .orderBy('made_media.kind'),
)

export type MadeMedia = RowOf<typeof listMadeOf>

export const upsertKeptMedia = statement(
  (
    db,
    row: {
      versionId: string
      kind: UploadKind
      projectId: string
      hash: string
      bytes: number
      url: string | null
      /** Of a waveform, what it is. */
      summary: string | null
    },
  ) =>
    db
      .insertInto('version_media')
      .values({
        version_id: row.versionId,
        kind: row.kind,
        project_id: row.projectId,
        state: sql.lit<MediaState>('kept'),
        hash: row.hash,
        bytes: row.bytes,
        url: row.url,
        summary: row.summary,
        due_at: sql.lit(0),
        attempts: sql.lit(0),
        leased_until: sql.lit(0),
      })
      .onConflict((conflict) =>
        conflict.columns(['version_id', 'kind']).doUpdateSet((set) => ({
          state: set.ref('excluded.state'),
          hash: set.ref('excluded.hash'),
          bytes: set.ref('excluded.bytes'),
          summary: set.ref('excluded.summary'),
          url: sql<string | null>`coalesce(excluded.url, version_media.url)`,
          leased_by: null,
          leased_until: 0,
          reason: null,
        })),
      ),
)

export const setSummary = statement(
  (db, { versionId, summary }: { versionId: string; summary: string | null }) =>
    db
      .updateTable('version_media')
      .set({ summary })
      .where('version_id', '=', versionId)
      .where('kind', '=', sql.lit<UploadKind>('original')),
)

/** `ids` is a JSON array. Returns what their media took. */
export const deleteMediaOfVersions = statement((db, { ids }: { ids: string }, engine) =>
  db
    .deleteFrom('version_media')
    .where(
      engine === 'sqlite'
        ? sql<boolean>`version_id in (select value from json_each(${ids}))`
        : sql<boolean>`version_id in (select value from json_array_elements_text(cast(${ids} as json)))`,
    )
    .returning(['project_id as projectId', 'state', 'bytes']),
)

/** By what a version may be reached that has the blob already. */
export const findReachedBlob = statement((db, { hash, userId }: { hash: string; userId: string }) =>
  db
    .selectFrom('version_media')
    .innerJoin('asset_versions', 'asset_versions.id', 'version_media.version_id')
    // Neither a deleted take nor one of a deleted scene.
    .innerJoin('scenes', (join) =>
      join
        .onRef('scenes.id', '=', 'asset_versions.scene_id')
        .onRef('scenes.project_id', '=', 'asset_versions.project_id'),
    )
    .innerJoin('project_members as member', asMember('scenes.project_id', userId))
    .select(['scenes.project_id as projectId', 'version_media.bytes'])
    .where('version_media.hash', '=', hash)
    .orderBy('version_media.version_id')
    .limit(sql.lit(200)),
)

/** Of the newest of a scene, what tells those that look alike. */
export const listPictures = long(
  statement((db, { sceneDbId, limit }: { sceneDbId: string; limit: number }, engine) =>
    db
      .selectFrom('asset_versions')
      .innerJoin('version_media', (join) =>
        join
          .onRef('version_media.version_id', '=', 'asset_versions.id')
          .on('version_media.kind', '=', sql.lit<UploadKind>('original')),
      )
      .select([
        'asset_versions.id',
        'asset_versions.version_number as versionNumber',
        'asset_versions.asset_type as assetType',
        'asset_versions.platform_key as platformKey',
        'asset_versions.platform_label as platformLabel',
        'version_media.hash',
        (engine === 'sqlite'
          ? sql<string | null>`version_media.summary ->> '$.looks'`
          : sql<string | null>`cast(version_media.summary as json) ->> 'looks'`
        ).as('looks'),
      ])
      .where('asset_versions.scene_id', '=', sceneDbId)
      .where('version_media.summary', 'is not', null)
      .orderBy('asset_versions.created_at', 'desc')
      .orderBy('asset_versions.id', 'desc')
      .limit(limit),
  ),
)

interface Wanted {
  id: string
  kind: MediaKind
  userId: string
}

/** A file that a version has, or that was made of what it has. */
export const findServed = statement((db, { id, kind, userId }: Wanted) =>
  served(db, { id, kind })
    .innerJoin('project_members as member', asMember('version.project_id', userId))
    .select('member.role as memberRole'),
)

/** The same of one in the trash. */
export const findServedOfTrash = statement((db, { id, kind, userId }: Wanted) =>
  served(db, { id, kind }, 'deleted_asset_versions')
    .innerJoin('project_members as member', asMember('version.project_id', userId))
    .select('member.role as memberRole')
    .where(sql<boolean>`version.deleted_at > ''`),
)

/** The same, for whoever decides otherwise who may have it: of a version by that name. */
export function served(
  db: Builder,
  { id, kind }: { id: string; kind: MediaKind },
  table: 'asset_versions' | 'deleted_asset_versions' = 'asset_versions',
) {
  return db
    .selectFrom(`${table as 'asset_versions'} as version`)
    .innerJoin('projects', 'projects.id', 'version.project_id')
    .innerJoin('scenes', 'scenes.id', 'version.scene_id')
    .leftJoin('shots', 'shots.id', 'version.shot_id')
    .leftJoin('version_media as own', (join) =>
      join.onRef('own.version_id', '=', 'version.id').on('own.kind', '=', kind as UploadKind),
    )
    .leftJoin('version_media as original', (join) =>
      join
        .onRef('original.version_id', '=', 'version.id')
        .on('original.kind', '=', sql.lit<UploadKind>('original')),
    )
    .leftJoin('version_media as poster', (join) =>
      join
        .onRef('poster.version_id', '=', 'version.id')
        .on('poster.kind', '=', sql.lit<UploadKind>('poster')),
    )
    .leftJoin('made_media as of_original', (join) =>
      join.onRef('of_original.of_hash', '=', 'original.hash').on('of_original.kind', '=', kind),
    )
    .leftJoin('made_media as of_poster', (join) =>
      join.onRef('of_poster.of_hash', '=', 'poster.hash').on('of_poster.kind', '=', kind),
    )
    .innerJoin('blobs', (join) =>
      join.on(sql<boolean>`blobs.hash = coalesce(own.hash, of_poster.hash, of_original.hash)`),
    )
    .select([
      'version.project_id as projectId',
      'projects.name as projectName',
      'scenes.scene_number as sceneId',
      'shots.shot_code as shotCode',
      'version.asset_type as assetType',
      'version.version_number as versionNumber',
      'version.platform_key as platformKey',
      'blobs.hash',
      'blobs.bytes',
      'blobs.facts',
    ])
    .where('version.id', '=', id)
    .whereRef('scenes.project_id', '=', 'version.project_id')
}
