import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { ids, largestDrawing, row, scenes } from './rows.ts'

/** A stream does not end. */
type EndpointName = Exclude<keyof typeof endpoints, 'live'>

/** Of an endpoint, or of what agents ask. */
export type Name = EndpointName | `mcp.${keyof typeof agentsAsk}`

/** Who asks. */
type As = 'heavy' | 'changing' | 'nobody'

export interface Case {
  name: Name
  method: string
  /** With its query. */
  path: string
  /** The next one: where a second one alike would cost less, each is another. */
  body?: () => string
  /** Whose token or, where only a session opens it, whose session. */
  as: As
}

/** What makes a request costly. */
interface Costly {
  /** Of the path: `id` and the like. */
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** Instead of `body`, where each is another. */
  bodies?: () => unknown
  /** Instead of it, where it is a file, each another. */
  files?: () => string
  as?: As
}

const mebibyte = 2 ** 20
const [project, otherProject] = [row('project', 1), row('project', 2)]
const ofProject = { params: { id: project } }
const scene = (name: keyof typeof scenes) => ({ params: { id: row('scene', scenes[name]) } })
const version = { params: { id: row('version', 1) } }
const comment = { params: { id: row('comment', 1) } }
const review = { params: { id: row('review', 1) } }
const inFamily = { params: { id: row('version', 30_000) } }
const savedSearch = { params: { id: row('savedSearch', 1) } }
const playlist = { params: { id: row('playlist', 1) } }
const webhook = { params: { id: row('webhook', 1) } }
const delivery = { params: { id: row('webhook', 1), deliveryId: row('event', 50_000) } }
const link = { params: { ...ofProject.params, linkId: row('link', 1) } }
const openLink = { params: { id: row('link', 1) } }
const ofOpenTake = { ...openLink.params, versionId: row('version', 1) }
const token = { params: { id: row('token', 1) } }
const page = { limit: '100' }

/** Assigns as many people to as many shots as one request may, and then nobody, in turns. */
function assignments(): () => unknown {
  const [shotIds, userIds] = [ids('shot', 100), ids('member', 20)]
  let asked = 0
  return () => {
    asked += 1
    return { shotIds, [asked % 2 > 0 ? 'assignIds' : 'unassignIds']: userIds }
  }
}

/** Orders each of which gives another place to every one of them. */
function orders(kind: Parameters<typeof row>[0], count: number) {
  const all = ids(kind, count)
  return () => {
    all.push(all.shift()!)
    return { ids: all }
  }
}

/** Moves the first to the end, so that each has another place. */
function moves() {
  const all = ids('playlistItem', 1000)
  return () => {
    const [first] = all.splice(0, 1)
    all.push(first!)
    return { itemIds: [first] }
  }
}

/** Gives the most takes at once a tag, and takes it from them, in turns. */
function taggings() {
  const of = { ids: ids('version', 1000) }
  let asked = 0
  return () => {
    asked += 1
    return { of, change: { kind: 'tags', [asked % 2 > 0 ? 'addTags' : 'removeTags']: ['harbour'] } }
  }
}

/** What the last of them tagged is renamed, back and forth. */
function renamings() {
  let asked = 0
  return () => {
    asked += 1
    return asked % 2 > 0 ? { from: ['harbour'], to: 'quay' } : { from: ['quay'], to: 'harbour' }
  }
}

/** Files each of which is another. */
function files(bytes: number): () => string {
  let sent = 0
  return () => {
    sent += 1
    return `${sent} `.padEnd(bytes, 'a lighthouse at dusk ')
  }
}

const words = (length: number) => 'the keeper climbs the stairs 薄明 '.repeat(length).slice(0, length)

/** JSON that is costly to read: long numbers, short keys, and as deep as it may be; `bytes` of it, about. */
function metadata(bytes: number): Record<string, unknown> {
  let deep: unknown = 1
  for (let level = 0; level < 55; level += 1) deep = { n: deep }
  const { rawJSON } = JSON as JSON & { rawJSON(text: string): unknown }
  const one = { id: '0193a1b2-1111-7222-8333-444455556666', seed: rawJSON('18446744073709551615'), at: 1e21 }
  const many = Array.from({ length: Math.floor(bytes / 100) }, () => one)
  return { many, deep }
}

function capture(bytes: number) {
  const text = Math.min(100_000, Math.floor(bytes / 8))
  return {
    projectId: project,
    sceneId: '000004',
    platformKey: 'midjourney',
    assetType: 'IMAGE',
    prompt: words(text),
    negativePrompt: words(text),
    notes: words(Math.min(20_000, text)),
    tags: Array.from({ length: 100 }, (_, index) => `tag ${index}`),
    selected: true,
    createPromptPackage: true,
    promptPackage: { name: 'Of a capture', metadata: metadata(bytes / 8) },
    metadata: metadata(bytes / 8),
    provenance: metadata(bytes / 8),
  }
}

const promptPackage = {
  name: 'Everything',
  prompt: words(90_000),
  negativePrompt: words(90_000),
  constraints: metadata(150_000),
  styleProfile: metadata(150_000),
  metadata: metadata(150_000),
}

const hook = {
  url: 'http://127.0.0.1:9/hook',
  events: ['asset.created'],
  active: false,
  projectIds: ids('project', 100),
  sceneDbIds: ids('scene', 100),
  template: { type: 'custom', body: `{"text":"${'{{event}} '.repeat(100)}${words(8000)}"}` },
}

/** Eight times a body, as it may be: scenes with shots, characters, packages. */
const workspace = () => ({
  projects: [
    {
      name: 'Film 2',
      scenes: Array.from({ length: 5000 }, (_, index) => ({
        sceneId: `${index}`,
        storyBeat: words(300),
        shots: Array.from({ length: 4 }, (_, shot) => ({
          shotCode: `${index}-${shot}`,
          description: words(80),
        })),
      })),
    },
  ],
})

/** As one is, but for its signature. */
const noTicket = `${(Date.now() + 3_600_000).toString(36)}.${row('token', 1)}.${'A'.repeat(22)}`

const credential = { id: 'none', rawId: 'none', type: 'public-key' }
const noPasskey = {
  ...credential,
  response: { clientDataJSON: 'none', authenticatorData: 'none', signature: 'none' },
}
const noNewPasskey = { ...credential, response: { clientDataJSON: 'none', attestationObject: 'none' } }
const account = {
  secret: 'x'.repeat(43),
  email: 'new@studio.example',
  name: 'New',
  password: 'correct horse',
}

/** Of a take in that shot. */
const trim = { assetVersionId: row('version', 1), in: 0, out: 24, rate: { numerator: 24, denominator: 1 } }

/** The costliest request to each endpoint that it takes. Those that end something come last. */
const costly: Record<EndpointName, () => Costly> = {
  listProjects: () => ({}),
  listScenes: () => ({ query: { projectId: project } }),
  listSceneAssets: () => ({ query: { projectId: project, sceneId: '000005', ...page } }),
  listPlatforms: () => ({}),
  listShots: () => ({ query: { sceneDbId: row('scene', scenes.longShots) } }),
  listCharacters: () => ({ query: { projectId: project } }),
  readProfile: () => ({}),
  browseProjects: () => ({ query: page }),
  listLinks: () => ({ ...ofProject, query: page }),
  listLinkGuests: () => ({ ...link, query: page }),
  listLinkChanges: () => ({ ...ofProject, query: page }),
  // Nobody who asks here is a guest: they are refused, as whoever guesses is.
  checkLink: () => ({ as: 'nobody', body: { secret: account.secret } }),
  enterLink: () => ({ as: 'nobody', body: { secret: account.secret, name: words(60) } }),
  readOpenLink: () => ({ ...openLink, as: 'nobody' }),
  listGuestTakes: () => ({ ...openLink, query: page, as: 'nobody' }),
  readGuestCut: () => ({ ...openLink, as: 'nobody' }),
  listGuestComments: () => ({ params: ofOpenTake, query: page, as: 'nobody' }),
  createGuestComment: () => ({
    params: ofOpenTake,
    body: { text: words(10_000), drawing: largestDrawing() },
    as: 'nobody',
  }),
  giveGuestVerdict: () => ({
    params: ofOpenTake,
    body: { verdict: 'changes_needed', note: words(10_000) },
    as: 'nobody',
  }),
  serveGuestMedia: () => ({
    params: { ...openLink.params, versionId: row('version', 1), kind: 'original' },
    as: 'nobody',
  }),
  serveGuestAttachment: () => ({
    params: { ...openLink.params, attachmentId: row('attachment', 1) },
    as: 'nobody',
  }),
  listMembers: () => ofProject,
  listMemberChanges: () => ({ ...ofProject, query: page }),
  listTags: () => ({ ...ofProject, query: { q: 'a', sort: 'count', limit: '100' } }),
  listTagColors: () => ofProject,
  listAssetChangeSets: () => ({ ...ofProject, query: page }),
  search: () => ({ query: { q: 'a', partial: 'true', limit: '100' } }),
  searchAlike: () => ({ query: { assetVersionId: version.params.id, q: 'a', limit: '100' } }),
  readLook: () => ({ files: files(20 * mebibyte) }),
  listSearchFacets: () => ({ query: { q: 'a', partial: 'true' } }),
  searchPlaces: () => ({ query: { q: 'a', partial: 'true', limit: '100' } }),
  listSavedSearches: () => ({ query: page }),
  countNewInSavedSearches: () => ({ query: { partial: 'true' } }),
  readSavedSearch: () => savedSearch,
  listTrash: () => ({ ...ofProject, query: page }),
  listDeletedProjects: () => ({ query: page }),
  listActivity: () => ({ ...ofProject, query: { ...page, event: 'scene.completed' } }),
  findPeople: () => ({ query: { projectId: project } }),
  readProject: () => ofProject,
  browseScenes: () => ({ ...ofProject, query: page }),
  readScene: () => scene('platforms'),
  browseShots: () => scene('longShots'),
  listMyShots: () => ({ query: { ...page, state: 'done' } }),
  readProgress: () => ({ ...ofProject, query: { weeks: '52' } }),
  readCut: () => ofProject,
  readRightsSheet: () => ofProject,
  listExports: () => ({ ...ofProject, query: page }),
  readExport: () => ({ params: { id: row('export', 1) } }),
  downloadExport: () => ({ params: { id: row('export', 1) } }),
  deleteExport: () => ({ params: { id: row('export', 1) } }),
  listCutChanges: () => ({ ...ofProject, query: { ...page, since: '2026-01-01T00:00:00Z' } }),
  browseCharacters: () => ofProject,
  browseAssets: () => ({
    ...scene('longPrompts'),
    query: { ...page, q: 'no such word in it', sort: 'costliest' },
  }),
  listAssetFacets: () => scene('platforms'),
  listAssetChanges: () => ({ ...scene('platforms'), query: { ...page, since: '2026-01-01T00:00:00Z' } }),
  listPresent: () => scene('platforms'),
  bePresent: () => ({ ...scene('platforms'), body: { page: 'one' } }),
  readAsset: () => ({ params: { id: row('version', 35_001) } }),
  readLineage: () => inFamily,
  readProvenance: () => inFamily,
  listStatusChanges: () => ({ ...version, query: page }),
  listComments: () => ({ ...version, query: page }),
  listCarriedNotes: () => ({ ...inFamily, query: page }),
  readComment: () => comment,
  listReviews: () => ({ ...ofProject, query: page }),
  readReview: () => review,
  listReviewNotes: () => ({ ...review, query: page }),
  listOpenNotes: () => ({ ...ofProject, query: { ...page, mentioned: 'me', authorId: row('session', 1) } }),
  listVerdicts: () => ({ ...version, query: page }),
  countMarks: () => scene('platforms'),
  readApprovalRule: () => ofProject,
  listPlaylists: () => ({ ...ofProject, query: { ...page, q: '0' } }),
  readPlaylist: () => playlist,
  listPlaylistItems: () => ({ ...playlist, query: page }),
  listPlaylistsOfVersion: () => version,
  readMedia: () => version,
  listAlike: () => version,
  readStorage: () => ({}),
  readCheckup: () => ({}),
  listPromptPackages: () => ({ ...ofProject, query: page }),
  readPromptPackage: () => ({ params: { id: row('promptPackage', 1) } }),
  readPreferences: () => ({}),
  listNotices: () => ({ query: page }),
  countUnreadNotices: () => ({}),
  listNoticeSettings: () => ({}),
  browsePlatforms: () => ({}),
  browseReport: () => ({ query: page }),
  readReport: () => ofProject,
  listRightsDefaults: () => ofProject,
  listWebhooks: () => ({ query: page }),
  readWebhook: () => webhook,
  listDeliveries: () => ({ ...webhook, query: { ...page, status: 'Retrying' } }),
  readDelivery: () => delivery,
  listEvents: () => ({ query: { ...page, since: '0' } }),
  listTokens: () => ({ query: page }),
  listTokenAudit: () => ({ query: page }),
  readInstallation: () => ({ as: 'nobody' }),
  readAccount: () => ({}),
  listSessions: () => ({}),
  listUsers: () => ({ query: page }),
  listInvitations: () => ({}),

  ingest: () => ({ body: capture(0.9 * mebibyte) }),
  createAsset: () => ({ body: capture(0.9 * mebibyte) }),
  ingestBatch: () => ({ body: { captures: Array.from({ length: 100 }, () => capture(0.06 * mebibyte)) } }),
  findKept: () => ({
    ...ofProject,
    body: { sha256: Array.from({ length: 200 }, (_, n) => n.toString(16).padStart(64, '0')) },
  }),
  findCaptured: () => ({
    body: {
      outputUrls: Array.from({ length: 120 }, (_, n) => `https://cdn.example/${n}${'x'.repeat(8000)}`),
    },
  }),
  updateProfile: () => ({
    body: {
      preferences: { enabledPlatforms: Array.from({ length: 1000 }, (_, n) => `${n}`.padStart(100, 'x')) },
    },
  }),
  updatePreferences: () => ({
    body: { enabledPlatforms: Array.from({ length: 1000 }, (_, n) => `${n}`.padStart(100, 'x')) },
  }),
  readNotices: () => ({ body: {} }),
  updateNotice: () => ({ params: { id: row('notice', 1) }, body: { read: true } }),
  updateNoticeSetting: () => ({ body: { kind: 'asset.selected', mail: 'off' } }),
  updateAsset: () => ({ body: { assetId: row('version', 1), selected: true, compareGroup: words(200) } }),
  createProject: () => ({ body: { name: words(200), genre: words(200) } }),
  updateProject: () => ({ params: { id: otherProject }, body: { name: 'Film 2', genre: words(200) } }),
  orderScenes: () => ({ ...ofProject, bodies: orders('scene', 9900) }),
  createScene: () => ({ ...ofProject, body: { sceneId: 'NEW', storyBeat: words(20_000) } }),
  updateScene: () => ({ ...scene('listed'), body: { storyBeat: words(20_000) } }),
  orderShots: () => ({ ...scene('longShots'), bodies: orders('shot', 9900) }),
  updateShots: () => ({
    params: { id: row('scene', scenes.longShots) },
    bodies: assignments(),
  }),
  createShot: () => ({ ...scene('longShots'), body: { shotCode: 'NEW', description: words(20_000) } }),
  updateShot: () => ({
    params: { id: row('shot', 1) },
    body: { description: words(20_000), required: true },
  }),
  updateCutSettings: () => ({ ...ofProject, body: { stillFrames: 96 } }),
  setTrim: () => ({ params: { id: row('shot', 1) }, body: trim }),
  deleteTrim: () => ({ params: { id: row('shot', 1) }, query: { assetVersionId: trim.assetVersionId } }),
  orderCharacters: () => ({ ...ofProject, bodies: orders('character', 9900) }),
  createCharacter: () => ({ ...ofProject, body: { name: 'New', description: words(20_000) } }),
  updateCharacter: () => ({ params: { id: row('character', 1) }, body: { description: words(20_000) } }),
  importWorkspace: () => ({ body: { workspace: workspace() } }),
  updateAssetDetails: () => ({ ...version, body: { notes: words(20_000), tags: capture(8).tags } }),
  selectAsset: () => ({ ...version, body: { selected: true, compareGroup: words(200) } }),
  startReview: () => ({
    ...ofProject,
    body: { name: words(100), plays: { kind: 'scene', id: row('scene', 1) }, page: words(64) },
  }),
  joinReview: () => ({ ...review, body: { page: words(64) } }),
  leadReview: () => ({ ...review, body: { page: words(64) } }),
  // The first page leads it.
  showInReview: () => ({
    ...review,
    body: {
      ...{ page: 'one', term: 1, sequence: 1, assetVersionId: row('version', 1), frame: 48 },
      ...{ rate: { numerator: 24, denominator: 1 }, playing: false },
    },
  }),
  createComment: () => ({ ...version, body: { text: words(10_000), drawing: largestDrawing() } }),
  updateComment: () => ({ ...comment, body: { text: words(10_000), drawing: largestDrawing() } }),
  // As large as one that is another each time, and as many of them as may wait for a comment.
  attachFile: () => ({ ...version, query: { name: words(200) }, files: files(mebibyte) }),
  serveAttachment: () => ({ params: { id: row('attachment', 1) } }),
  resolveComment: () => ({ ...comment, body: { resolved: true } }),
  setMyMark: () => ({ ...version, body: { flag: 'shortlisted', stars: 5, seen: true } }),
  setFilmMark: () => ({ ...version, body: { flag: 'shortlisted', stars: 5 } }),
  giveVerdict: () => ({ ...version, body: { verdict: 'changes_needed', note: words(10_000) } }),
  setApprovalRule: () => ({ ...ofProject, body: { needed: 20, fromIds: ids('member', 20) } }),
  createExport: () => ({
    ...ofProject,
    body: { of: 'versions', versionIds: ids('version', 1000), template: `{version}${words(190)}` },
  }),
  createPlaylist: () => ({
    ...ofProject,
    body: {
      name: words(200),
      from: 'board',
      sceneDbId: row('scene', scenes.longPrompts),
      q: 'no such word in it',
    },
  }),
  createSavedSearch: () => ({ body: { name: words(100), q: 'a* '.repeat(32), projectId: project } }),
  updateSavedSearch: () => ({ ...savedSearch, body: { name: words(100), q: 'a*' } }),
  pinSavedSearch: () => ({
    params: { id: row('savedSearch', 20) },
    body: { beforeId: row('savedSearch', 1) },
  }),
  unpinSavedSearch: () => savedSearch,
  seeSavedSearch: () => savedSearch,
  updatePlaylist: () => ({ ...playlist, body: { note: words(2000) } }),
  addPlaylistItems: () => ({
    params: { id: row('playlist', 200) },
    body: { versionIds: ids('version', 1000) },
  }),
  movePlaylistItems: () => ({ ...playlist, bodies: moves() }),
  changeStatus: () => ({ ...version, body: { status: 'SELECTED' } }),
  // As large as one that may be another each time.
  uploadMedia: () => ({ ...version, query: { kind: 'poster' }, files: files(20 * mebibyte) }),
  // What came last of these.
  serveMedia: () => ({ params: { ...version.params, kind: 'poster' } }),
  serveSignedMedia: () => ({ params: { ...version.params, kind: 'poster', ticket: noTicket }, as: 'nobody' }),
  keepMedia: () => inFamily,
  setMediaQuota: () => ({ ...ofProject, body: { bytes: 2 ** 50 } }),
  createPromptPackage: () => ({ ...ofProject, body: promptPackage }),
  updatePromptPackage: () => ({ params: { id: row('promptPackage', 2) }, body: promptPackage }),
  addPlatform: () => ({ body: { slug: 'site-1', name: 'Site', provider: 'Site' } }),
  createWebhook: () => ({ body: hook }),
  updateWebhook: () => ({ ...webhook, body: hook }),
  rotateWebhookSecret: () => ({ ...webhook, body: {} }),
  testWebhook: () => ({ ...webhook, body: {} }),
  replayDelivery: () => delivery,
  replayDeliveries: () => ({ ...webhook, body: { from: '2026-01-01T00:00:00Z', which: 'all' } }),
  createToken: () => ({ body: { name: 'new', projectIds: ids('project', 100) } }),
  updateToken: () => ({ ...token, body: { projectIds: ids('project', 100) } }),
  rotateToken: () => ({ ...token, body: {} }),
  createInvitation: () => ({ body: {} }),
  checkInvitation: () => ({ as: 'nobody', body: { secret: account.secret } }),
  acceptInvitation: () => ({ as: 'nobody', body: account }),
  setUp: () => ({ as: 'nobody', body: account }),
  signIn: () => ({ as: 'nobody', body: { email: 'changing@studio.example', password: 'wrong horse' } }),
  finishSignIn: () => ({ as: 'nobody', body: { code: '000000' } }),
  readSecondFactor: () => ({}),
  beginSecondFactor: () => ({ as: 'changing', body: { currentPassword: 'wrong horse' } }),
  setUpSecondFactor: () => ({ as: 'changing', body: { code: '000000' } }),
  renewRecoveryCodes: () => ({ as: 'changing', body: { currentPassword: 'wrong horse' } }),
  turnOffSecondFactor: () => ({ as: 'changing', body: { currentPassword: 'wrong horse' } }),
  beginPasskeySignIn: () => ({ as: 'nobody' }),
  finishPasskeySignIn: () => ({ as: 'nobody', body: { response: noPasskey } }),
  listPasskeys: () => ({}),
  beginPasskey: () => ({ as: 'changing', body: { currentPassword: 'wrong horse' } }),
  createPasskey: () => ({ as: 'changing', body: { name: words(20), response: noNewPasskey } }),
  updatePasskey: () => ({ params: { id: row('session', 1) }, body: { name: words(20) } }),
  deletePasskey: () => ({ params: { id: row('session', 1) } }),
  resetSecondFactor: () => ({ params: { id: row('session', 1) } }),
  beginProviderSignIn: () => ({ as: 'nobody' }),
  finishProviderSignIn: () => ({ as: 'nobody', body: { answer: 'code=none&state=none' } }),
  forgotPassword: () => ({ as: 'nobody', body: { email: 'nobody@studio.example' } }),
  checkPasswordLink: () => ({ as: 'nobody', body: { secret: account.secret } }),
  setForgottenPassword: () => ({
    as: 'nobody',
    body: { secret: account.secret, newPassword: 'correct horse' },
  }),
  updateAccount: () => ({ as: 'changing', body: { name: words(100) } }),
  changePassword: () => ({
    as: 'changing',
    body: { currentPassword: 'wrong horse', newPassword: 'correct horse battery' },
  }),
  removeUser: () => ({ params: { id: row('session', 1) } }),
  addMember: () => ({ ...ofProject, body: { userId: row('session', 1), role: 'viewer' } }),
  updateMember: () => ({
    params: { ...ofProject.params, userId: row('session', 1) },
    body: { role: 'viewer' },
  }),
  removeMember: () => ({ params: { ...ofProject.params, userId: row('session', 1) } }),
  updateUser: () => ({ params: { id: row('session', 1) }, body: { role: 'member' } }),
  signOutUser: () => ({ params: { id: row('session', 1) } }),

  createLink: () => ({
    ...ofProject,
    body: { name: words(100), shows: 'film', password: 'correct horse' },
  }),
  updateLink: () => ({ ...link, body: { name: words(100), password: 'correct horse' } }),

  setTagColor: () => ({ ...ofProject, body: { name: words(100), color: 'teal' } }),
  setRightsDefault: () => ({
    ...ofProject,
    body: { platformKey: 'midjourney', rightsState: 'COMMERCIAL_ALLOWED', unknownToo: true },
  }),

  // So many of the longest prompts, whose rows are written anew, back and forth.
  changeAssets: () => ({ ...ofProject, bodies: taggings() }),
  changeTags: () => ({ ...ofProject, bodies: renamings() }),
  undoAssetChanges: () => ({ params: { id: row('assetChange', 1) } }),

  endReview: () => review,
  deleteComment: () => comment,
  removePlaylistItems: () => ({ ...playlist, body: { itemIds: ids('playlistItem', 1000) } }),
  deleteSavedSearch: () => ({ params: { id: row('savedSearch', 2) } }),
  deletePlaylist: () => ({ params: { id: row('playlist', 2) } }),
  deleteAsset: () => version,
  takeBack: () => version,
  restoreAsset: () => version,
  purgeTrash: () => ({ ...ofProject, body: {} }),
  deleteShot: () => ({ params: { id: row('shot', 2) } }),
  deleteCharacter: () => ({ params: { id: row('character', 2) } }),
  deletePromptPackage: () => ({ params: { id: row('promptPackage', 3) } }),
  removePlatform: () => ({ params: { id: row('session', 1) } }),
  deleteWebhook: () => webhook,
  revokeToken: () => token,
  revokeLink: () => link,
  revokeInvitation: () => ({ params: { id: row('invitation', 1) } }),
  endSession: () => ({ params: { id: row('session', 1) } }),
  deleteScene: () => ({ ...scene('doomed'), query: { sceneId: '000006' } }),
  restoreScene: () => scene('doomed'),
  deleteProject: () => ({ ...ofProject, query: { name: 'Film 1' } }),
  restoreProject: () => ofProject,
  purgeDeletedProjects: () => ({ body: {} }),
  signOut: () => ({ as: 'changing', body: {} }),
}

const calls = (name: string, given: object) => ({ method: 'tools/call', params: { name, arguments: given } })
const versions = ids('version', 4)
const taken = (scene: keyof typeof scenes) => ({ sceneDbId: row('scene', scenes[scene]) })

/** In base64: what comes behind it is no picture, but may well be taken for one. */
const startOfPng = 'iVBORw0KGgoA'

/** The costliest message of each kind that agents send: a body has 20 of them, unless it would be too large. */
const agentsAsk = {
  listTools: { method: 'tools/list' },
  listProjects: calls('list_projects', { limit: 50 }),
  findScene: calls('find_scene', { query: 'keeper', limit: 50 }),
  listShots: calls('list_shots', taken('longShots')),
  readCut: calls('read_cut', { projectId: project }),
  listTakes: calls('list_takes', { ...taken('longPrompts'), limit: 50 }),
  getTake: calls('get_take', { id: row('version', 35_001) }),
  compareTakes: calls('compare_takes', { ids: [...versions.slice(1), row('version', 35_001)] }),
  readText: calls('read_text', { id: row('version', 35_001), field: 'metadata' }),
  selectTake: calls('select_take', { id: versions[0] }),
  listOpenNotes: calls('list_open_notes', { projectId: project, limit: 50 }),
  listComments: calls('list_comments', { id: versions[0], limit: 50 }),
  addComment: calls('add_comment', { id: versions[0], text: words(10_000) }),
  giveVerdict: calls('give_verdict', { id: versions[0], verdict: 'changes_needed', note: words(10_000) }),
  listPlaylists: calls('list_playlists', { projectId: project, limit: 50 }),
  readPlaylist: calls('read_playlist', { id: row('playlist', 1), limit: 50 }),
  addToPlaylist: calls('add_to_playlist', { id: row('playlist', 200), takeIds: ids('version', 100) }),
  setStatus: calls('set_status', { id: versions[0], status: 'SELECTED' }),
  searchTakes: calls('search_takes', { query: 'a*', limit: 50 }),
  countTakes: calls('count_takes', { query: 'a*' }),
  searchPlaces: calls('search_places', { query: 'a*' }),
  listTags: calls('list_tags', { projectId: project, sort: 'count', limit: 50 }),
  listSavedSearches: calls('list_saved_searches', { limit: 50 }),
  listChanges: calls('list_changes', { projectId: project, limit: 50 }),
  listTrash: calls('list_trash', { projectId: project, limit: 50 }),
  readScene: { method: 'resources/read', params: { uri: `dailies://scene/${project}/3` } },
  listResources: { method: 'resources/list' },
  captureTake: calls('capture_take', {
    ...{ projectId: project, sceneId: '4', platformKey: 'midjourney', assetType: 'IMAGE' },
    ...{ prompt: words(90_000), fileName: 'frame.png', fileBase64: `${startOfPng}${'A'.repeat(5_900_000)}` },
  }),
  /** As many values as a body may have, and as long a text, which are all looked at, and are nothing in the end. */
  junk: calls('list_projects', { query: 'x'.repeat(8_000_000), ids: Array(2450).fill({}) }),
}

const tooLargeForMany = ['captureTake', 'junk']

function agentCases(): Case[] {
  return Object.entries(agentsAsk).map(([name, message]) => {
    const count = tooLargeForMany.includes(name) ? 1 : 20
    const many = Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, ...message }))
    const text = JSON.stringify(count > 1 ? many : many[0])
    return {
      name: `mcp.${name as keyof typeof agentsAsk}`,
      method: 'POST',
      path: '/mcp',
      as: 'heavy',
      body: () => text,
    }
  })
}

/** Every endpoint of the contract, and every question of agents, each with the costliest request that it takes. */
export function cases(): Case[] {
  // First: at the end there is nothing left.
  return [...agentCases(), ...endpointCases()]
}

function endpointCases(): Case[] {
  return Object.keys(costly).map((key) => {
    const name = key as EndpointName
    const { method, path }: Endpoint = endpoints[name]
    const { params = {}, query, body, bodies, files, as = 'heavy' } = costly[name]()
    const text = body === undefined ? undefined : JSON.stringify(body)
    const address = path.replace(/\{(\w+)\}/g, (_, parameter) => params[parameter] as string)
    return {
      name,
      method,
      as,
      path: query ? `${address}?${new URLSearchParams(query)}` : address,
      ...(text !== undefined && { body: () => text }),
      ...(bodies && { body: () => JSON.stringify(bodies()) }),
      ...(files && { body: files }),
    }
  })
}
