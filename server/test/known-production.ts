import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultCutSettings } from '@dailies/contract/cut.ts'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { mostRunningReviews } from '@dailies/contract/review-limits.ts'
import fc from 'fast-check'
import type { Known } from './arbitrary.ts'
import { building } from './building.ts'
import { madeLink } from './guests.ts'
import { doomed, reviewPage } from './property.ts'
import type { TestUser } from './service.ts'

type KnownOf = Partial<Record<keyof typeof endpoints, Known>>

/** Stands in a path for the id of a project that has room for another link. */
const roomForLinks = 'a-project-with-room'

/** Stand in a path for the id of something that is made for the request. */
const [newProject, newScene, newShot, newCharacter, newPlaylist, newExport, newSavedSearch] = [
  ...['project', 'scene', 'shot', 'character', 'playlist', 'export', 'saved-search'],
].map((thing) => `a-doomed-${thing}`) as [string, string, string, string, string, string, string]

/** Stand in a path for the id of something in the trash. */
const [deletedProject, deletedScene] = ['a-deleted-project', 'a-deleted-scene']

/** The same for a project in which another review session may go on, and for one that is to be ended. */
const [roomForReviews, doomedReview] = ['a-project-for-reviews', 'a-doomed-review']

const fresh = fc.noShrink(fc.uuid())

/** In a workspace file no two have the same name, which its schema cannot say. */
export const namesInWorkspace: Known = { name: fresh, sceneId: fresh, shotCode: fresh, platformKey: fresh }

/** What JSON Schema does not say of numbers that may have a fraction, and that only the film has slates. */
export const sessionValues: Known = {
  speed: fc.constantFrom(-2, 0.5, 1),
  shapes: fc.constant([]),
  assetVersionId: fc.constant('1'),
}

/** That a shot ends behind its beginning, which its schema cannot say either. */
export const trimValues: Known = {
  in: fc.integer({ min: 0, max: 1000 }),
  out: fc.integer({ min: 1001, max: 20_000 }),
}

/** Nor what a playlist needs of what it is made from. */
const madeSince = fc.constant('2026-01-01T00:00:00Z')
export const playlistValues: Known = { sceneDbId: fc.constant('1'), since: madeSince }

/** Nor what an export is of, and by which template. */
export const exportValues: Known = {
  template: fc.constantFrom('{scene}_{version}.{ext}', 'media {id}'),
  playlistId: fc.constant('1'),
  versionIds: fc.constant(['1']),
  since: fc.constant(undefined),
  // Of a film alone.
  alternates: fc.constantFrom('none', undefined),
  // Where there is no certificate.
  signed: fc.constantFrom(false, undefined),
}

/** What requests about a production need to be good ones: a project of its own, and names that nothing has. */
export async function knownProduction(user: TestUser) {
  const build = building(user)
  const project = await build.project('Known')
  const empty = await build.project('Known and empty')
  const back = await build.project('Back')
  const scene = await build.scene(project.id, '1')
  const emptyScene = await build.scene(project.id, '2')
  const restored = await build.scene(project.id, 'BACK')
  const shot = await build.shot(scene.id, 'A')
  const character = await build.character(project.id, 'Mara')
  const links = [await madeLink(user, project.id), await madeLink(user, project.id)].map(({ id }) =>
    fc.constant(id),
  ) as [fc.Arbitrary<string>, fc.Arbitrary<string>]

  const version = await build.version({ projectId: project.id, sceneId: '1' })
  const playlists = `/api/projects/${project.id}/playlists`
  const makePlaylist = async (versionIds: string[]) =>
    (await user.send('POST', playlists, { name: randomUUID(), versionIds })).body.data.id as string
  const playlistId = await makePlaylist([version.id])
  const item = (await build.read(`/api/playlists/${playlistId}/items`))[0]
  const take = await build.version({ projectId: project.id, sceneId: '1', shotId: shot.id })

  const noOrder = fc.constant([])
  const optionally = (id: string) => fc.option(fc.constant(id), { nil: undefined })
  const exports = `/api/projects/${project.id}/exports`
  const makeExport = async () => (await user.send('POST', exports, {})).body.data.id as string
  const preparedOnce = async (id: string) => {
    for (const end = performance.now() + 60_000; ; await sleep(50)) {
      if ((await build.read(`/api/exports/${id}`)).state === 'ready') return
      assert.ok(performance.now() < end, 'the export was never ready')
    }
  }
  const exportId = await makeExport()
  await preparedOnce(exportId)
  const savedSearches = endpoints.createSavedSearch.path
  const saveSearch = async () =>
    (await user.send('POST', savedSearches, { name: randomUUID(), q: 'lamp', projectId: empty.id })).body.data
      .id as string
  const savedSearch = await saveSearch()
  const ofSavedSearch = { id: fc.constant(savedSearch) }
  /** What JSON Schema does not say of a search. */
  const lookedFor = fc.constantFrom('lamp', 'model:veo -neon')
  const ofExport = { id: fc.constant(exportId) }
  const ofPlaylist = { id: fc.constant(playlistId) }
  const review = await newReview(project.id)
  // Which nobody else ever leads.
  const led = await newReview(project.id)
  const capture = {
    projectId: project.id,
    sceneId: '1',
    platformKey: 'midjourney',
    assetType: 'VIDEO',
    prompt: 'x',
  }
  const shown = await build.version(capture)

  async function newReview(projectId: string): Promise<string> {
    const body = { name: 'Dailies', plays: { kind: 'film' }, page: reviewPage }
    return (await user.send('POST', `/api/projects/${projectId}/reviews`, body)).body.data.id
  }

  const ofReview = { id: fc.constant(review) }
  const ofProject = { id: fc.constant(project.id) }
  const ofEmpty = { id: fc.constant(empty.id) }
  const ofScene = { id: fc.constant(scene.id) }
  const cursor = (id: string) => fc.option(fc.constant(id), { nil: undefined })
  const knownOf: KnownOf = {
    browseProjects: { cursor: cursor(project.id) },
    browseReport: { cursor: cursor(project.id) },
    createProject: { name: fresh },
    readProject: ofProject,
    updateProject: { ...ofProject, name: fresh },
    deleteProject: { id: fc.constant(newProject), name: fc.constant(doomed.name) },
    restoreProject: { id: fc.constant(deletedProject) },
    browseScenes: { ...ofProject, cursor: cursor(scene.id) },
    createScene: { ...ofProject, sceneId: fresh },
    orderScenes: { ...ofEmpty, ids: noOrder },
    readScene: ofScene,
    updateScene: { ...ofScene, sceneId: fresh },
    deleteScene: { id: fc.constant(newScene), sceneId: fc.constantFrom('DOOMED', 'doomed') },
    restoreScene: { id: fc.constant(deletedScene) },
    browseShots: ofScene,
    updateShots: {
      ...ofScene,
      shotIds: fc.subarray([shot.id as string]),
      assignIds: noOrder,
      unassignIds: noOrder,
    },
    listMyShots: {
      projectId: fc.option(fc.constant(project.id), { nil: undefined }),
      cursor: cursor(shot.id),
    },
    readProgress: ofProject,
    createShot: { ...ofScene, shotCode: fresh, assigneeIds: noOrder },
    orderShots: { id: fc.constant(emptyScene.id), ids: noOrder },
    updateShot: {
      id: fc.constant(shot.id),
      shotCode: fresh,
      assigneeIds: fc.constant(undefined),
      assignIds: noOrder,
      unassignIds: noOrder,
    },
    readCut: { ...ofProject, sceneDbId: fc.option(fc.constant(scene.id), { nil: undefined }) },
    readRightsSheet: ofProject,
    listExports: { ...ofProject, cursor: fc.constant(undefined) },
    createExport: {
      ...ofProject,
      ...exportValues,
      sceneDbId: fc.constant(scene.id),
      playlistId: fc.constant(playlistId),
      versionIds: fc.constant([version.id]),
    },
    readExport: ofExport,
    downloadExport: ofExport,
    deleteExport: { id: fc.constant(newExport) },
    updateCutSettings: ofEmpty,
    listCutChanges: { ...ofProject, cursor: fc.constant(undefined) },
    setTrim: {
      id: fc.constant(shot.id),
      assetVersionId: fc.constant(take.id),
      rate: fc.constant(defaultCutSettings.rate),
      ...trimValues,
    },
    deleteTrim: { id: fc.constant(shot.id), assetVersionId: fc.constant(take.id) },
    deleteShot: { id: fc.constant(newShot) },
    browseCharacters: ofProject,
    createCharacter: { ...ofProject, name: fresh },
    orderCharacters: { ...ofEmpty, ids: noOrder },
    updateCharacter: { id: fc.constant(character.id), name: fresh },
    deleteCharacter: { id: fc.constant(newCharacter) },
    listLinks: ofProject,
    listLinkChanges: ofProject,
    listLinkGuests: { ...ofProject, linkId: links[0] },
    createLink: {
      id: fc.constant(roomForLinks),
      shows: fc.constant('film'),
      expiresAt: fc.constant(undefined),
    },
    updateLink: { ...ofProject, linkId: links[0], expiresAt: fc.constant(undefined) },
    revokeLink: { ...ofProject, linkId: links[1] },
    listPlaylists: { ...ofProject, cursor: fc.constant(undefined) },
    createPlaylist: {
      ...ofProject,
      name: fresh,
      versionIds: fc.subarray([version.id as string]),
      sceneDbId: fc.constant(scene.id),
      shotId: fc.constantFrom('none', shot.id),
      since: madeSince,
    },
    readPlaylist: ofPlaylist,
    updatePlaylist: { ...ofPlaylist, name: fresh },
    deletePlaylist: { id: fc.constant(newPlaylist) },
    listPlaylistItems: { ...ofPlaylist, cursor: optionally(item.id) },
    addPlaylistItems: {
      ...ofPlaylist,
      versionIds: fc.constant([version.id]),
      beforeId: optionally(item.id),
    },
    movePlaylistItems: {
      ...ofPlaylist,
      itemIds: fc.constant([item.id]),
      beforeId: optionally(item.id),
    },
    removePlaylistItems: { ...ofPlaylist, itemIds: fc.constant([randomUUID()]) },
    listPlaylistsOfVersion: { id: fc.constant(version.id) },
    listSavedSearches: { cursor: cursor(savedSearch) },
    createSavedSearch: {
      q: lookedFor,
      projectId: fc.constantFrom(project.id as string, null, undefined),
    },
    readSavedSearch: ofSavedSearch,
    updateSavedSearch: { ...ofSavedSearch, q: fc.option(lookedFor, { nil: undefined }) },
    deleteSavedSearch: { id: fc.constant(newSavedSearch) },
    pinSavedSearch: ofSavedSearch,
    unpinSavedSearch: ofSavedSearch,
    seeSavedSearch: ofSavedSearch,
    listReviews: ofProject,
    startReview: { id: fc.constant(roomForReviews), plays: fc.constant({ kind: 'film' }) },
    readReview: ofReview,
    listReviewNotes: ofReview,
    joinReview: ofReview,
    leadReview: ofReview,
    showInReview: {
      id: fc.constant(led),
      page: fc.constant(reviewPage),
      term: fc.constant(1),
      ...sessionValues,
      assetVersionId: fc.constant(shown.id),
    },
    endReview: { id: fc.constant(doomedReview) },
    // As a preview: otherwise there would soon be more projects than a user may have.
    importWorkspace: { ...namesInWorkspace, preview: fc.constant(true) },
  }

  let doomedProject: string | undefined
  let doomedScene: string | undefined
  let projectOfLinks: string | undefined
  let linksMade = 0
  let madePlaylists = 0
  let savedSearchesMade = 0
  let projectOfReviews = ''
  let reviewsStarted = 0
  const isThere = async (path: string) => (await user.get(path)).status === 200

  /** The path with what stands for new things replaced by the ids of such. */
  async function filled(path: string): Promise<string> {
    if (path.includes(newProject)) {
      if (!doomedProject || !(await isThere(`/api/projects/${doomedProject}`))) {
        doomedProject = (await build.project(doomed.name)).id as string
      }
      return path.replace(newProject, doomedProject)
    }
    if (path.includes(roomForLinks)) {
      if (!projectOfLinks || linksMade % 200 === 0) projectOfLinks = (await build.project(randomUUID())).id
      linksMade += 1
      return path.replace(roomForLinks, projectOfLinks as string)
    }
    if (path.includes(newScene)) {
      if (!doomedScene || !(await isThere(`/api/scenes/${doomedScene}`))) {
        doomedScene = (await build.scene(project.id, doomed.sceneId)).id as string
      }
      return path.replace(newScene, doomedScene)
    }
    if (path.includes(deletedProject)) {
      await build.remove(`/api/projects/${back.id}?name=${back.name}`)
      return path.replace(deletedProject, back.id)
    }
    if (path.includes(deletedScene)) {
      await build.remove(`/api/scenes/${restored.id}?sceneId=${restored.sceneId}`)
      return path.replace(deletedScene, restored.id)
    }
    if (path.includes(roomForReviews)) {
      if (reviewsStarted % mostRunningReviews === 0) projectOfReviews = (await build.project(randomUUID())).id
      reviewsStarted += 1
      return path.replace(roomForReviews, projectOfReviews)
    }
    if (path.includes(doomedReview)) return path.replace(doomedReview, await newReview(project.id))
    if (path.includes(newShot)) return path.replace(newShot, (await build.shot(scene.id, randomUUID())).id)
    if (path.includes(newCharacter)) {
      return path.replace(newCharacter, (await build.character(project.id, randomUUID())).id)
    }
    if (path.includes(newPlaylist)) return path.replace(newPlaylist, await makePlaylist([]))
    if (path.includes(newSavedSearch)) return path.replace(newSavedSearch, await saveSearch())
    if (path.includes(newExport)) return path.replace(newExport, await makeExport())
    if (path === exports) await keepFew(exports, exportId)
    if (path === savedSearches) await keepFewSavedSearches()
    if (path === playlists) await keepFewPlaylists()
    return path
  }

  /** A project has few exports. */
  async function keepFew(list: string, but: string): Promise<void> {
    for (const { id } of await build.pages(list, 100))
      if (id !== but) await build.remove(`/api/exports/${id}`)
  }

  /** A project has so many at most. */
  async function keepFewPlaylists(): Promise<void> {
    madePlaylists += 1
    if (madePlaylists % 300 > 0) return
    for (const { id } of await build.pages(playlists, 100)) {
      if (id !== playlistId) await build.remove(`/api/playlists/${id}`)
    }
  }

  /** A user has so many at most, and so has a project. */
  async function keepFewSavedSearches(): Promise<void> {
    savedSearchesMade += 1
    if (savedSearchesMade % 90 > 0) return
    for (const { id } of await build.pages(savedSearches, 100)) {
      if (id !== savedSearch) await build.remove(`${savedSearches}/${id}`)
    }
  }

  /** What a later reader finds must be what the answer to a write said. */
  async function mustBeKept(endpoint: Endpoint, data: { id: string }): Promise<void> {
    const [, noun] = /^(?:create|update)(\w+)$/.exec(nameOf(endpoint)) ?? []
    if (noun === 'Project') assert.deepEqual(await build.read(`/api/projects/${data.id}`), data)
    if (noun === 'Scene') {
      const { project: _, ...found } = await build.read(`/api/scenes/${data.id}`)
      assert.deepEqual(found, data)
    }
    const lists: Record<string, string> = {
      Shot: `/api/scenes/${scene.id}/shots`,
      Character: `/api/projects/${project.id}/characters`,
    }
    const list = noun && lists[noun]
    if (!list) return
    const found = (await build.read(list)).find(({ id }: { id: string }) => id === data.id)
    assert.deepEqual(found, data)
  }

  return { knownOf, filled, mustBeKept }
}

function nameOf(endpoint: Endpoint): string {
  return Object.entries<Endpoint>(endpoints).find(([, one]) => one === endpoint)?.[0] ?? ''
}
