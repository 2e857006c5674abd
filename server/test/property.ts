import { randomUUID } from 'node:crypto'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Tables } from '../db/tables.ts'
import { notify } from '../inbox/notify.ts'
import { building } from './building.ts'
import { madeLink } from './guests.ts'
import { type Film, type TestCaller, type TestService, type TestUser, testFilm, testUser } from './service.ts'

/** What a user has that an id may refer to: a project with what belongs to it. */
export interface Property extends Film {
  sceneId: string
  /** Of a viewer of the project. */
  memberId: string
  /** Of a user who is in no project. */
  newcomerId: string
  shotId: string
  characterId: string
  /** Of a playlist with one item. */
  playlistId: string
  /** Of a saved search that is shared with the project. */
  savedSearchId: string
  exportId: string
  playlistItemId: string
  /** Of a project without scenes and characters, which stays so. */
  emptyProjectId: string
  /** Of projects of which nobody asks anything but to delete them. */
  spareProjectIds: string[]
  versionId: string
  /** Of one that is in the shot. */
  versionInShotId: string
  /** Of one that was deleted. */
  deletedVersionId: string
  /** Of a project in the trash. */
  deletedProjectId: string
  /** Of a scene in the trash. */
  deletedSceneDbId: string
  /** Of the first of them, at the platform. */
  externalAssetId: string
  /** Of the same, as its sender named it. */
  captureId: string
  packageId: string
  /** Of the version, by the user. */
  commentId: string
  /** Of a file that another comment of the version has. */
  attachmentId: string
  /** Of one that no comment has yet. */
  leftAttachmentId: string
  /** Of a review session that goes on, which the user leads. */
  reviewId: string
  /** Hears of this project alone. */
  webhookId: string
  /** Of that webhook. */
  deliveryId: string
  /** Of something of the project that concerns the user. */
  noticeId: string
  /** Of a token that may manage tokens, in this project alone. */
  tokenId: string
  /** Of a change of the version, which can be undone. */
  changeId: string
  /** Of a review link of the film. */
  linkId: string
}

/** What a service needs, so that webhooks can be made and none is sent. */
export const sendsNothing = {
  DAILIES_DEVELOPMENT: 'true',
  DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8',
  DAILIES_WEBHOOK_WORKER: 'false',
  // Nobody is there who would.
  DAILIES_MEDIA_FETCH: 'true',
}

// Nobody listens there.
export const hook = { url: 'http://127.0.0.1:9/', events: ['asset.created'] }

/** A file that every version has of which media are asked for. */
export const someMedia = { a: 'file' }

export const narrowToken = { name: 'tool', permissions: ['tokens'] }

/** A project of that name with one of everything. `sceneId` is the number of a scene that no other has. */
export async function propertyOf(
  service: TestService,
  owner: TestUser,
  { name, sceneId }: { name: string; sceneId: string },
): Promise<Property> {
  const { db } = service
  const film = await testFilm(db, owner, name)
  const { projectId } = film
  const [{ id: memberId }, { id: newcomerId }] = [await testUser(service), await testUser(service)]
  await owner.send('POST', `/api/projects/${projectId}/members`, { userId: memberId, role: 'viewer' })
  await db.transaction((transaction) => transaction.run(renumber, { id: film.otherSceneDbId, sceneId }))
  const webhookId = await newWebhook(owner, [projectId])
  const tokenId = await newToken(owner, [projectId])
  const [externalAssetId, captureId] = [randomUUID(), randomUUID()]
  const further = { selected: true, compareGroup: 'A', externalAssetId, provenance: { captureId } }
  const { body } = await owner.ingest({ ...film.capture, ...further })
  await owner.send('PUT', `/api/assets/${body.asset.id}/media`, someMedia)
  const inShot = await owner.ingest({ ...film.capture, shotId: film.shotIds[0] })
  const packages = await db.all(packagesOfProject, { projectId })
  const { data: characters } = (await owner.get(`/api/projects/${projectId}/characters`)).body
  const { project } = building(owner)
  const spareProjectIds: string[] = []
  for (let count = 1; count <= 8; count += 1) {
    spareProjectIds.push((await project(`${name}, spare ${count}`, { status: 'ARCHIVED' })).id)
  }
  const deletedVersionId = await deletedVersion(owner, film)
  const playlistId = await newPlaylist(owner, projectId, [body.asset.id])
  const exportId = await newExport(owner, projectId)
  // An empty one, which can be had.
  await db.transaction((transaction) => transaction.run(makeReady, { id: exportId }))
  const playlistItemId = (await owner.get(`/api/playlists/${playlistId}/items`)).body.data[0].id
  const emptyProjectId = (await project(`${name}, empty`)).id
  const deliveryId = (await owner.get(`/api/webhooks/${webhookId}/deliveries`)).body.data[0].id
  const assetVersionId = body.asset.id
  const news = { kind: 'asset.selected', to: [owner.id], by: memberId, projectId, assetVersionId } as const
  await db.transaction((transaction) => notify(transaction, news))
  const noticeId = (await owner.get(endpoints.listNotices.path)).body.data[0].id
  return {
    ...film,
    sceneId,
    memberId,
    newcomerId,
    shotId: film.shotIds[0]!,
    characterId: characters[0].id,
    playlistId,
    savedSearchId: await newSavedSearch(owner, projectId),
    exportId,
    playlistItemId,
    emptyProjectId,
    spareProjectIds,
    versionId: body.asset.id,
    versionInShotId: inShot.body.asset.id,
    deletedVersionId,
    deletedProjectId: await deletedProject(owner, spareProjectIds.pop()!),
    deletedSceneDbId: await deletedScene(owner, projectId),
    externalAssetId,
    captureId,
    packageId: packages[0]!.id,
    commentId: await newComment(owner, body.asset.id),
    attachmentId: await newAttachment(owner, body.asset.id, { isTaken: true }),
    leftAttachmentId: await newAttachment(owner, body.asset.id, { isTaken: false }),
    reviewId: await newReview(owner, projectId),
    webhookId,
    deliveryId,
    noticeId,
    tokenId,
    linkId: (await madeLink(owner, projectId)).id,
    changeId: await newChange(owner, projectId, body.asset.id),
  }
}

/**
 * The id of something of one's own that a request to the endpoint may end; undefined when it ends nothing, and where it can be
 * put right again before the next.
 */
export async function toEnd(owner: TestCaller, own: Property, endpoint: string): Promise<string | undefined> {
  const { projectId, sceneDbId, spareProjectIds, capture, versionId, memberId, newcomerId } = own
  const build = building(owner)
  const members = `/api/projects/${projectId}/members`
  switch (endpoint) {
    case 'addMember':
      await owner.send('DELETE', `${members}/${newcomerId}`, undefined)
      return undefined
    case 'updateMember':
    case 'removeMember':
    // To them the member is assigned.
    case 'createShot':
    case 'updateShot':
    case 'updateShots':
    // Of them it is mentioned, or named.
    case 'createComment':
    case 'updateComment':
      own.leftAttachmentId = await newAttachment(owner, versionId, { isTaken: false })
      await owner.send('POST', members, { userId: memberId, role: 'viewer' })
      return undefined
    case 'setApprovalRule':
      await owner.send('POST', members, { userId: memberId, role: 'viewer' })
      return undefined
    case 'updateLink':
    case 'revokeLink':
      // One that was revoked is never changed again.
      own.linkId = (await madeLink(owner, projectId)).id
      return undefined
    case 'startReview':
    case 'joinReview':
    case 'leadReview':
    case 'showInReview':
    case 'endReview':
      await endReviews(owner, projectId)
      own.reviewId = await newReview(owner, projectId)
      return undefined
    case 'deleteWebhook':
      return newWebhook(owner, [projectId])
    case 'deleteComment':
      return newComment(owner, versionId)
    case 'deleteAsset':
    case 'takeBack':
      return (await owner.ingest(capture)).body.asset.id
    case 'undoAssetChanges':
      return newChange(owner, projectId, versionId)
    case 'restoreAsset':
      return deletedVersion(owner, { capture })
    case 'deletePlaylist':
      return newPlaylist(owner, projectId, [])
    case 'deleteSavedSearch':
      return newSavedSearch(owner, projectId)
    case 'deleteExport':
      return newExport(owner, projectId)
    case 'deletePromptPackage':
      return newPackage(owner, projectId)
    case 'revokeToken':
      return newToken(owner, [projectId])
    case 'deleteProject': {
      const id = spareProjectIds.pop()
      await build.patch(`/api/projects/${id}`, { name: doomed.name })
      return id
    }
    case 'restoreProject':
      return deletedProject(owner, own.deletedProjectId)
    case 'deleteScene':
      return (await build.scene(projectId, doomed.sceneId)).id
    case 'restoreScene':
      return deletedScene(owner, projectId)
    case 'deleteShot':
      return (await build.shot(sceneDbId, 'Doomed')).id
    case 'deleteCharacter':
      return (await build.character(projectId, 'Doomed')).id
  }
}

async function newChange(owner: TestCaller, projectId: string, versionId: string): Promise<string> {
  const change = { kind: 'tags', addTags: [randomUUID()] }
  const asked = { of: { ids: [versionId] }, change }
  return (await owner.send('POST', `/api/projects/${projectId}/asset-changes`, asked)).body.data.id
}

/** What a project and a scene that are to be deleted are called. */
export const doomed = { name: 'Doomed', sceneId: 'DOOMED' }

/** The id of a new webhook that hears of these projects. */
export async function newWebhook(owner: TestCaller, projectIds: string[]): Promise<string> {
  return (await owner.send('POST', endpoints.createWebhook.path, { ...hook, projectIds })).body.data.id
}

/** The id of a new asset version that was deleted. */
export async function deletedVersion(owner: TestCaller, { capture }: Pick<Film, 'capture'>): Promise<string> {
  const { id } = (await owner.ingest(capture)).body.asset
  await owner.send('DELETE', `/api/assets/${id}`, undefined)
  return id
}

/** The id of that project, which is in the trash, again where it was restored. */
export async function deletedProject(owner: TestCaller, id: string): Promise<string> {
  const { status, body } = await owner.get(`/api/projects/${id}`)
  const name = status === 200 && encodeURIComponent(body.data.name)
  if (name) await owner.send('DELETE', `/api/projects/${id}?name=${name}`, undefined)
  return id
}

/** The id of a new scene that was deleted. */
async function deletedScene(owner: TestCaller, projectId: string): Promise<string> {
  const { id, sceneId } = await building(owner).scene(projectId, randomUUID())
  await owner.send('DELETE', `/api/scenes/${id}?sceneId=${sceneId}`, undefined)
  return id
}

/** The id of a new comment on that version. */
export async function newComment(author: TestCaller, versionId: string): Promise<string> {
  return (await author.send('POST', `/api/assets/${versionId}/comments`, { text: 'Darker.' })).body.data.id
}

/** The id of a file that was sent for a comment of that version. */
async function newAttachment(
  author: TestCaller,
  versionId: string,
  { isTaken }: { isTaken: boolean },
): Promise<string> {
  const path = `/api/assets/${versionId}`
  const { id } = (await author.send('POST', `${path}/attachments?name=sketch.png`, someMedia)).body.data
  if (isTaken) await author.send('POST', `${path}/comments`, { attachmentIds: [id] })
  return id
}

/** The id of a new playlist of these versions. */
async function newPlaylist(owner: TestCaller, projectId: string, versionIds: string[]): Promise<string> {
  const fields = { name: 'Monday', versionIds }
  return (await owner.send('POST', `/api/projects/${projectId}/playlists`, fields)).body.data.id
}

/** The id of a new saved search that is shared with the project. */
async function newSavedSearch(owner: TestCaller, projectId: string): Promise<string> {
  const fields = { name: 'Lamps', q: 'lamp', projectId }
  return (await owner.send('POST', endpoints.createSavedSearch.path, fields)).body.data.id
}

/** The id of a new export, which nobody prepares. */
async function newExport(owner: TestCaller, projectId: string): Promise<string> {
  return (await owner.send('POST', `/api/projects/${projectId}/exports`, {})).body.data.id
}

/** What every request about a review session says of the page that it comes from. */
export const reviewPage = 'one'

/** The id of a new review session, which goes on. */
async function newReview(leader: TestCaller, projectId: string): Promise<string> {
  const review = { name: 'Dailies', plays: { kind: 'film' }, page: reviewPage }
  return (await leader.send('POST', `/api/projects/${projectId}/reviews`, review)).body.data.id
}

/** As far as it may: so many may not go on at once. */
async function endReviews(member: TestCaller, projectId: string): Promise<void> {
  const { body } = await member.get(`/api/projects/${projectId}/reviews?running=true`)
  for (const { id } of body.data) await member.send('POST', `/api/reviews/${id}/end`, {})
}

/** The id of a new prompt package of that project. */
async function newPackage(owner: TestCaller, projectId: string): Promise<string> {
  const fields = { name: 'Rain', prompt: 'rain on glass' }
  return (await owner.send('POST', `/api/projects/${projectId}/prompt-packages`, fields)).body.data.id
}

/** The id of a new token that may manage tokens, in these projects. */
export async function newToken(owner: TestCaller, projectIds: string[]): Promise<string> {
  const { path } = endpoints.createToken
  return (await owner.send('POST', path, { ...narrowToken, projectIds })).body.data.id
}

/** Every row of every table that has one of the ids, or belongs to what has one. */
export async function everythingOf(db: Database, ...of: string[]): Promise<Record<string, string[]>> {
  const ids = new Set(of)
  const kept: Record<string, string[]> = {}
  for (const table of tables) {
    const rows = (await db.all(listed.get(table)!, {})) as Record<string, unknown>[]
    const belonging = rows.filter((row) => owners.some((owner) => ids.has(row[owner] as string)))
    for (const row of belonging) if (row.id) ids.add(row.id as string)
    kept[table] = belonging.map((row) => JSON.stringify({ ...row, ...moved, ...movedIn[table] })).sort()
  }
  return kept
}

/** Times that move without a change of anybody's: when something was used, or seen, last. */
const moved = { last_used_at: null }
const movedIn: Partial<Record<keyof Tables, Record<string, null>>> = {
  // A project counts as worked on a moment after a capture.
  projects: { updated_at: null },
  // Who takes part in a review session says so all the time, which takes no more than reading.
  review_people: { seen_until: null },
}
/** Each after those that its rows belong to. */
const tables = [
  ...([
    'users',
    'accounts',
    'sessions',
    'tokens',
    'token_audit',
    'projects',
    'project_members',
    'member_changes',
    'scenes',
    'shots',
    'shot_assignees',
    'shot_trims',
    'cut_settings',
    'winner_changes',
    'characters',
    'links',
    'link_guests',
    'link_changes',
  ] as const),
  ...(['prompt_packages', 'asset_versions', 'version_counters', 'capture_keys', 'preferences'] as const),
  ...(['comments', 'attachments', 'comment_mentions', 'open_notes', 'verdicts', 'version_reviews'] as const),
  ...(['take_marks'] as const),
  ...(['reviews', 'review_people', 'review_versions'] as const),
  ...(['approval_rules', 'approvers', 'asset_change_sets', 'project_tags', 'departures', 'budgets'] as const),
  ...(['deleted_asset_versions', 'status_changes', 'notices', 'notice_settings'] as const),
  ...(['playlists', 'playlist_items', 'saved_searches', 'saved_search_users'] as const),
  ...(['version_media', 'uploads', 'media_usage', 'media_quotas'] as const),
  ...(['events', 'webhooks', 'deliveries', 'attempts'] as const),
] satisfies (keyof Tables)[]
const owners = [
  ...[
    'id',
    'user_id',
    'created_by',
    'token_id',
    'project_id',
    'scene_id',
    'version_id',
    'webhook_id',
    'playlist_id',
    'saved_search_id',
  ],
]

const listed = new Map(
  tables.map((table) => [table, statement((db) => db.selectFrom(table as 'users').selectAll())]),
)

const renumber = statement((db, { id, sceneId }: { id: string; sceneId: string }) =>
  db.updateTable('scenes').set({ scene_number: sceneId }).where('id', '=', id),
)

const packagesOfProject = statement((db, { projectId }: { projectId: string }) =>
  db.selectFrom('prompt_packages').select('id').where('project_id', '=', projectId),
)

/** An export that has nothing in it, and can be had. */
const makeReady = statement((db, { id }: { id: string }) =>
  db
    .updateTable('exports')
    .set({ state: 'ready', directory_offset: 0, directory_bytes: 0 })
    .where('id', '=', id),
)
