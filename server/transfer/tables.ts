import { assetStatus, assetType, rightsState } from '@dailies/contract/asset-version.ts'
import { attachmentName, mostAttachments } from '@dailies/contract/attachment.ts'
import { httpUrl, tags } from '@dailies/contract/capture.ts'
import { audience, longestComment, mostCommentsOfVersion, mostMentions } from '@dailies/contract/comment.ts'
import { drawing } from '@dailies/contract/drawing.ts'
import { eventName } from '@dailies/contract/event.ts'
import { mostFrames } from '@dailies/contract/frame.ts'
import { jsonObject } from '@dailies/contract/json-object.ts'
import { markFlag } from '@dailies/contract/mark.ts'
import { mostStars } from '@dailies/contract/mark-limits.ts'
import { type MediaState, mediaState, uploadKind } from '@dailies/contract/media.ts'
import { mostPlaylistItems, mostPlaylists } from '@dailies/contract/playlist-limits.ts'
import { mostAssignees } from '@dailies/contract/production.ts'
import { projectStatus } from '@dailies/contract/project.ts'
import { projectRoles } from '@dailies/contract/project-role.ts'
import { reviewSubjectKind } from '@dailies/contract/review.ts'
import { mostSavedSearches } from '@dailies/contract/saved-search-limits.ts'
import { longestSearch } from '@dailies/contract/search.ts'
import { longestTag, mostTagColors, tagColors } from '@dailies/contract/tag.ts'
import { mostApprovers, mostVerdictsOfVersion, verdictKind } from '@dailies/contract/verdict.ts'
import { z } from 'zod'
import type { Value } from '../db/database.ts'
import { naturalOrder } from '../db/natural-order.ts'
import type { Tables } from '../db/tables.ts'
import { summaryOfNone } from '../media/summary.ts'
import {
  mostCharacters,
  mostMembers,
  mostRightsDefaults,
  mostScenes,
  mostShots,
} from '../production/limits.ts'
import {
  amount,
  type Column,
  day,
  flag,
  formed,
  freeJson,
  type Here,
  id,
  json,
  made,
  moment,
  oneOf,
  optional,
  orEmpty,
  overBy,
  person,
  projectId,
  real,
  sha256,
  text,
  whole,
} from './columns.ts'
import { eventHere } from './event-here.ts'

export type TableName = keyof Tables

/** A row by the names of its columns. */
export type NamedRow = Record<string, Value>

/** A table of which rows travel with a project. */
export interface Travelling {
  name: TableName
  /** Which of its rows do, in SQL; `?` is the id of the project. */
  where: string
  /** What each of its columns becomes. */
  columns: Record<string, Column>
  /** Rows of one project, and of what one column of it names. */
  most?: number
  mostOf?: { column: string; most: number }
  /** It comes in the transaction that makes it a project. */
  isLast?: true
  /** What a row is here that is no row as it came: undefined for none. */
  settle?(row: NamedRow, here: Here): NamedRow | undefined
}

const scenes = 'select id from scenes where project_id = ?'
const ofScenes = `scene_id in (${scenes})`
/** Not what is to go for good. */
const inTrash = `${ofScenes} and deleted_at > ''`
const ofProject = 'project_id = ?'
const versions = `select id from asset_versions where ${ofScenes} union all select id from deleted_asset_versions where ${inTrash}`

const anything = freeJson(z.unknown())
const address = optional(text(8192))
const prompt = text(100_000)
const title = text(1000)
/** By these they are looked for: letters may become three when they become large … */
const sceneNumber = text(150, (value) => value.trim().toUpperCase())
/** … and İ becomes two when it becomes small. */
const platformKey = text(200, (value) => value.toLowerCase())
const trimmed = (most: number) => text(most, (value) => value.trim())
/** By which it is in order: made of what it is of. */
const order = made(null)
const frame = whole(0, mostFrames)
const shownFrames = whole(1, mostFrames)
const rate = { rate_numerator: whole(1, 1_000_000), rate_denominator: whole(1, 100_000) }
/** Below what the databases count to: it goes on. */
const counted = whole(0, 1e9)

const assetVersion = {
  id,
  project_id: projectId,
  scene_id: id,
  shot_id: optional(id),
  asset_type: oneOf(...assetType.options),
  platform_key: platformKey,
  platform_id: optional(text(200)),
  platform_label: text(200),
  version_number: whole(1, 1e9),
  status: oneOf(...assetStatus.options),
  selected: flag,
  compare_group: optional(text(200)),
  rights_state: oneOf(...rightsState.options),
  prompt,
  negative_prompt: optional(prompt),
  title: optional(title),
  output_url: optional(formed(httpUrl)),
  source_url: address,
  thumbnail_url: address,
  model_name: optional(text(500)),
  external_asset_id: optional(text(1000)),
  prompt_package_id: optional(id),
  parent_version_id: optional(id),
  metadata: optional(freeJson(jsonObject)),
  tags: optional(json(tags)),
  notes: optional(text(20_000)),
  provenance: optional(freeJson(jsonObject)),
  cost_estimate_usd: optional(amount),
  generation_seconds: optional(amount),
  queue_wait_seconds: optional(amount),
  created_by: person,
  created_at: moment,
  updated_at: moment,
}

/** Of which platform of the catalogue it is, the catalogue here knows. */
const ofCatalogue = (row: NamedRow, { platformOf }: Here): NamedRow => ({
  ...row,
  platform_id: row.platform_id === null ? null : platformOf(String(row.platform_key)),
})

/** Who said it: a user, or a guest of a link, whose name is all that comes along. */
const guest = { guest_id: optional(id), guest_name: optional(text(200)) }

/** A file that was missing when the project was exported is lost. What is told of a version without its original needs nothing looked up. */
function ofFile(row: NamedRow, { bytesOf, now }: Here): NamedRow {
  if (row.state === 'waiting') return withSummary({ ...row, hash: null, bytes: 0, due_at: now })
  const bytes = row.state === 'kept' ? bytesOf(String(row.hash)) : undefined
  if (bytes !== undefined) return { ...row, bytes, summary: row.kind === 'waveform' ? row.summary! : null }
  const reason = (row.state === 'lost' && row.reason) || 'It was missing where the project comes from'
  return withSummary({ ...row, state: 'lost', hash: null, bytes: 0, reason })
}

function withSummary(row: NamedRow): NamedRow {
  const [state, endsAt, reason] = [row.state, row.ends_at, row.reason] as [
    MediaState,
    number | null,
    string | null,
  ]
  return { ...row, summary: row.kind === 'original' ? summaryOfNone({ state, endsAt, reason }) : null }
}

function table<Name extends TableName>(
  of: Travelling & { name: Name; columns: { [Of in keyof Tables[Name]]-?: Column } },
): Travelling {
  return of
}

/** What travels with a project, each after what it refers to. */
export const travelling: readonly Travelling[] = [
  table({
    name: 'projects',
    where: 'id = ?',
    isLast: true,
    most: 1,
    columns: {
      id: projectId,
      created_by: optional(person),
      name: text(200),
      status: oneOf(...projectStatus.options),
      genre: optional(text(200)),
      created_at: moment,
      updated_at: moment,
    },
  }),
  table({
    name: 'project_members',
    isLast: true,
    where: `${ofProject} and deleted_at is null`,
    most: mostMembers,
    columns: {
      project_id: projectId,
      user_id: person,
      role: oneOf(...projectRoles),
      created_at: moment,
      deleted_at: made(null),
    },
  }),
  table({
    name: 'member_changes',
    where: ofProject,
    most: 20_000,
    isLast: true,
    columns: {
      id,
      project_id: projectId,
      user_id: person,
      old_role: optional(oneOf(...projectRoles)),
      new_role: optional(oneOf(...projectRoles)),
      changed_by: optional(person),
      created_at: moment,
    },
  }),
  table({
    name: 'scenes',
    where: ofProject,
    most: mostScenes,
    columns: {
      id,
      project_id: projectId,
      scene_number: sceneNumber,
      number_order: order,
      story_beat: optional(text(20_000)),
      act: optional(real),
      macro_scene: optional(text(500)),
      position: optional(real),
    },
    settle: (row) => ({ ...row, number_order: naturalOrder(String(row.scene_number)) }),
  }),
  table({
    name: 'shots',
    where: ofScenes,
    mostOf: { column: 'scene_id', most: mostShots },
    columns: {
      id,
      scene_id: id,
      shot_code: trimmed(100),
      description: optional(text(20_000)),
      sort_order: real,
      required: flag,
      due_on: optional(day),
      note: optional(text(2000)),
    },
  }),
  table({
    name: 'shot_assignees',
    where: ofProject,
    mostOf: { column: 'shot_id', most: mostAssignees },
    columns: { shot_id: id, user_id: person, project_id: projectId },
  }),
  table({
    name: 'characters',
    where: ofProject,
    most: mostCharacters,
    columns: {
      id,
      project_id: projectId,
      name: trimmed(200),
      name_order: order,
      role: optional(text(500)),
      description: optional(text(20_000)),
      position: optional(real),
    },
    settle: (row) => ({ ...row, name_order: naturalOrder(String(row.name)) }),
  }),
  table({
    name: 'prompt_packages',
    where: ofProject,
    columns: {
      id,
      project_id: projectId,
      // That of a capture, where it is made of one that names it not.
      name: title,
      prompt,
      negative_prompt: optional(prompt),
      constraints: optional(anything),
      target_aspect_ratio: optional(text(50)),
      target_duration_sec: optional(amount),
      style_profile: optional(anything),
      tags: optional(json(tags)),
      metadata: optional(freeJson(jsonObject)),
      created_at: moment,
      updated_at: moment,
    },
  }),
  table({
    name: 'rights_defaults',
    where: ofProject,
    most: mostRightsDefaults,
    columns: {
      project_id: projectId,
      platform_key: platformKey,
      rights_state: oneOf(...rightsState.options),
    },
  }),
  table({
    name: 'project_tags',
    where: ofProject,
    most: mostTagColors,
    columns: {
      project_id: projectId,
      name: trimmed(longestTag),
      color: oneOf(...tagColors),
    },
  }),
  table({
    name: 'cut_settings',
    where: ofProject,
    columns: { project_id: projectId, ...rate, still_frames: shownFrames, slate_frames: shownFrames },
  }),
  table({
    name: 'approval_rules',
    where: ofProject,
    columns: { project_id: projectId, needed: whole(0, mostApprovers) },
  }),
  table({
    name: 'approvers',
    where: ofProject,
    most: mostApprovers,
    columns: { project_id: projectId, user_id: person },
  }),
  table({
    name: 'budgets',
    where: ofProject,
    columns: { project_id: projectId, amount_usd: amount, spent_usd: amount, told: whole(0, 100) },
    settle: (row) => (Number(row.amount_usd) > 0 ? row : undefined),
  }),
  table({ name: 'asset_versions', where: ofScenes, columns: assetVersion, settle: ofCatalogue }),
  table({
    name: 'deleted_asset_versions',
    where: inTrash,
    columns: { ...assetVersion, deleted_at: moment, deleted_by: optional(person) },
    settle: ofCatalogue,
  }),
  table({
    name: 'version_counters',
    where: ofScenes,
    columns: {
      scene_id: id,
      asset_type: oneOf(...assetType.options),
      platform_key: platformKey,
      last_number: counted,
      last_created_at: orEmpty(moment),
      last_id: orEmpty(id),
    },
  }),
  table({
    name: 'version_media',
    where: `version_id in (${versions})`,
    columns: {
      version_id: id,
      kind: oneOf(...uploadKind.options),
      project_id: projectId,
      state: oneOf(...mediaState.options),
      hash: optional(sha256),
      bytes: made(0),
      url: address,
      ends_at: optional(whole(0, 8.64e15)),
      due_at: made(0),
      attempts: made(0),
      leased_by: made(null),
      leased_until: made(0),
      reason: optional(text(2000)),
      summary: optional(text(20_000)),
    },
    settle: ofFile,
  }),
  table({
    name: 'status_changes',
    where: ofProject,
    columns: {
      id,
      project_id: projectId,
      asset_version_id: id,
      old_status: oneOf(...assetStatus.options),
      new_status: oneOf(...assetStatus.options),
      changed_by: person,
      created_at: moment,
    },
  }),
  table({
    name: 'winner_changes',
    where: ofScenes,
    columns: {
      id,
      project_id: projectId,
      scene_id: id,
      number: counted,
      shot_id: optional(id),
      shot_code: optional(text(100)),
      asset_type: oneOf(...assetType.options),
      old_version_id: optional(id),
      new_version_id: optional(id),
      changed_by: person,
      created_at: moment,
    },
  }),
  table({
    name: 'shot_trims',
    where: `shot_id in (select id from shots where ${ofScenes})`,
    columns: { shot_id: id, asset_version_id: id, in_frame: frame, out_frame: frame, ...rate },
  }),
  table({
    name: 'comments',
    where: ofScenes,
    mostOf: { column: 'asset_version_id', most: mostCommentsOfVersion },
    columns: {
      id,
      asset_version_id: id,
      project_id: projectId,
      scene_id: id,
      thread_id: optional(id),
      author_id: optional(person),
      ...guest,
      audience: oneOf(...audience.options),
      first_frame: optional(frame),
      last_frame: optional(frame),
      rate_numerator: optional(rate.rate_numerator),
      rate_denominator: optional(rate.rate_denominator),
      created_at: moment,
      edited_at: optional(moment),
      resolved_at: optional(moment),
      resolved_by: optional(person),
      deleted_at: optional(moment),
      text: text(longestComment),
      drawing: optional(json(drawing)),
    },
  }),
  table({
    name: 'comment_mentions',
    mostOf: { column: 'comment_id', most: mostMentions },
    where: `comment_id in (select id from comments where ${ofScenes})`,
    columns: { comment_id: id, user_id: person, thread_id: id, project_id: projectId },
  }),
  table({
    name: 'attachments',
    mostOf: { column: 'comment_id', most: mostAttachments },
    where: `${ofScenes} and comment_id is not null`,
    columns: {
      id,
      asset_version_id: id,
      project_id: projectId,
      scene_id: id,
      user_id: person,
      comment_id: id,
      position: counted,
      hash: sha256,
      bytes: made(0),
      created_at: whole(0, 8.64e15),
      name: formed(attachmentName),
    },
    settle: (row, { bytesOf }) => {
      const bytes = bytesOf(String(row.hash))
      return bytes === undefined ? undefined : { ...row, bytes }
    },
  }),
  table({
    name: 'open_notes',
    where: ofProject,
    columns: {
      comment_id: id,
      asset_version_id: id,
      project_id: projectId,
      scene_id: id,
      shot_id: optional(id),
      author_id: optional(person),
    },
  }),
  table({
    name: 'verdicts',
    where: ofScenes,
    mostOf: { column: 'asset_version_id', most: mostVerdictsOfVersion },
    columns: {
      id,
      asset_version_id: id,
      project_id: projectId,
      scene_id: id,
      user_id: optional(person),
      ...guest,
      verdict: oneOf(...verdictKind.options),
      is_current: flag,
      created_at: moment,
      note: text(10_000),
    },
  }),
  table({
    name: 'take_marks',
    where: ofScenes,
    columns: {
      asset_version_id: id,
      // Empty for the film.
      user_id: orEmpty(person),
      project_id: projectId,
      scene_id: id,
      flag: oneOf(...markFlag.options),
      stars: whole(0, mostStars),
      seen_at: optional(moment),
      updated_at: moment,
    },
  }),
  table({
    name: 'version_reviews',
    where: ofScenes,
    columns: {
      asset_version_id: id,
      scene_id: id,
      open_notes: counted,
      approved: counted,
      changes_needed: counted,
      changed_at: moment,
    },
  }),
  table({
    name: 'playlists',
    where: ofProject,
    most: mostPlaylists,
    columns: {
      id,
      project_id: projectId,
      name: trimmed(200),
      note: optional(text(2000)),
      created_by: person,
      created_at: moment,
      updated_at: moment,
    },
  }),
  table({
    name: 'playlist_items',
    mostOf: { column: 'playlist_id', most: mostPlaylistItems },
    where: 'playlist_id in (select id from playlists where project_id = ?)',
    most: mostPlaylists * mostPlaylistItems,
    columns: { id, playlist_id: id, version_id: id, position: whole(1, 1e9) },
  }),
  table({
    name: 'saved_searches',
    where: ofProject,
    most: mostSavedSearches,
    columns: {
      id,
      project_id: projectId,
      name: trimmed(100),
      q: text(longestSearch, (value) => (/\S/.test(value) ? value : '')),
      created_by: person,
      created_at: moment,
      updated_at: moment,
    },
  }),
  table({
    name: 'reviews',
    where: ofProject,
    columns: {
      id,
      project_id: projectId,
      name: trimmed(200),
      plays_kind: oneOf(...reviewSubjectKind.options),
      plays_id: optional(id),
      started_by: person,
      started_at: moment,
      // Nobody takes part in it here.
      ended_at: overBy,
      leader_id: made(null),
      leader_page: made(null),
      term: counted,
      lease_until: made(0),
      state: made(null),
    },
  }),
  table({
    name: 'review_people',
    where: ofProject,
    columns: { review_id: id, user_id: person, project_id: projectId, seen_until: made(0) },
  }),
  table({
    name: 'review_versions',
    where: ofProject,
    columns: { review_id: id, asset_version_id: id, project_id: projectId },
  }),
  table({
    name: 'events',
    where: ofProject,
    columns: {
      id,
      user_id: person,
      event: oneOf(...eventName.options),
      project_id: projectId,
      scene_db_id: optional(id),
      created_at: moment,
      data: freeJson(jsonObject),
      position: made(0),
    },
    settle: eventHere,
  }),
]

/** Come along so that others can refer to them; here they become what the installation has for them, or are made in their own way. */
export const alongside = {
  users: {
    where: undefined,
    columns: ['id', 'email', 'name', 'created_at', 'updated_at', 'removed_at'],
  },
  blobs: {
    where: `hash in (select hash from version_media where version_id in (${versions}) and hash is not null)
      or hash in (select hash from attachments where ${ofScenes} and comment_id is not null)`,
    columns: ['hash', 'bytes', 'touched_at'],
  },
} as const

/** What stays where it is, and why. */
export const staying: Partial<Record<TableName, string>> = {
  accounts: 'Passwords are those of an installation',
  sessions: 'Sign-ins are those of an installation',
  verifications: 'Sign-ins are those of an installation',
  provider_attempts: 'Sign-ins are those of an installation',
  provider_sessions: 'Sign-ins are those of an installation',
  second_factors: 'Sign-ins are those of an installation',
  recovery_codes: 'Sign-ins are those of an installation',
  passkeys: 'Sign-ins are those of an installation',
  sign_in_steps: 'Sign-ins are those of an installation',
  installation: 'It is another one',
  invitations: 'Are invitations to an installation',
  tokens: 'Open an installation, and belong to a user',
  token_audit: 'Is of tokens',
  platforms: 'The catalogue is that of an installation; versions name a platform by its slug',
  content_credentials: 'Are read again: whom the installation trusts it says itself',
  made_media: 'Are made again, of files that were compared',
  looks: 'Are taken again, of the pictures that are made',
  backups: 'Are of an installation',
  exports: 'Last for days, and can be made again',
  export_files: 'Are of exports',
  uploads: 'Are not finished',
  media_usage: 'Is counted as the files come',
  media_quotas: 'An installation says how much a project may take',
  deletions: 'What is deleted does not come along',
  deleted_projects: 'Are of an installation',
  deleted_scenes: 'Stay in the trash where they were deleted, with all that is in them',
  asset_change_sets: 'Undo what was done a moment ago, where it was done',
  departures: 'Tell who has a scene open at the moment',
  edits: 'Tell who else edits at the moment',
  capture_keys: 'Answer repeats of captures, which go to the installation that they went to',
  preferences: 'Are those of a user',
  saved_search_users: 'Are those of a user',
  webhooks: 'Belong to a user, and have secrets',
  deliveries: 'Are of webhooks: what was told is told to nobody again',
  attempts: 'Are of webhooks',
  notices: 'Are those of a user',
  notice_settings: 'Are those of a user',
  mails: 'Are under way',
  mailed_links: 'Open an installation',
  links: 'Their addresses are those of an installation',
  link_guests: 'Come by links; their names stay with what they said',
  marked_media: 'Are of guests',
  link_changes: 'Are of links',
}
