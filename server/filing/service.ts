import { capturedAssetVersion } from '@dailies/contract/asset-version.ts'
import { capturedMatch } from '@dailies/contract/capture-batch.ts'
import { project } from '@dailies/contract/project.ts'
import { savedSearch } from '@dailies/contract/saved-search.ts'
import { scene } from '@dailies/contract/scene.ts'
import { alikeHit, foundText, look, searchFacet, searchHit } from '@dailies/contract/search.ts'
import { foundPlace } from '@dailies/contract/search-places.ts'
import { shot } from '@dailies/contract/shot.ts'
import { validate } from '@dailies/contract/validate.ts'
import { z } from 'zod'
import { connect, type Dailies, type Options } from '../../sdk/src/dailies.ts'
import { notOfDailies } from '../../sdk/src/error.ts'

/** What commands go by, and no more: the service may be of another version. */
const replies = {
  listProjects: z.object({ projects: z.array(project.pick({ id: true, name: true })) }),
  listScenes: z.object({ scenes: z.array(scene.pick({ id: true, sceneId: true })) }),
  listShots: z.object({ shots: z.array(shot.pick({ id: true, shotCode: true })) }),
  findCaptured: z.object({
    captured: z.array(capturedMatch.pick({ captureId: true, assetVersionId: true, versionNumber: true })),
  }),
  search: z.object({
    data: z.array(
      searchHit
        .pick({ id: true, versionNumber: true, project: true, scene: true, shot: true, prompt: true })
        .extend({ found: z.array(foundText.extend({ field: z.string() })) }),
    ),
    metadata: z.object({ nextCursor: z.string().nullable(), waiting: z.int() }),
  }),
  searchAlike: z.object({
    data: z.array(
      alikeHit.pick({
        id: true,
        versionNumber: true,
        project: true,
        scene: true,
        shot: true,
        prompt: true,
        distance: true,
      }),
    ),
    metadata: z.object({ look: look.nullable() }),
  }),
  readLook: z.object({ look: look.nullable(), problem: z.string().nullable() }),
  listSearchFacets: z.object({
    data: z.array(searchFacet.extend({ field: z.string() })),
    metadata: z.object({ waiting: z.int() }),
  }),
  searchPlaces: z.object({
    data: z.array(
      foundPlace.extend({
        kind: z.string(),
        found: z.array(foundText.extend({ field: z.string() })),
      }),
    ),
    metadata: z.object({ waiting: z.int() }),
  }),
  listSavedSearches: z.object({
    data: z.array(savedSearch),
    metadata: z.object({ nextCursor: z.string().nullable() }),
  }),
  createAsset: z.object({ data: capturedAssetVersion.pick({ id: true, versionNumber: true }) }),
}

/** A client whose calls throw a DailiesError where something else answers, in JSON that is none of Dailies. */
export function connectToFile(options: Options): Dailies {
  const dailies = connect(options)
  const withCheck = <I, M, R>(ask: (input: I, more?: M) => Promise<R>, reply: z.ZodType) => {
    return async (input: I, more?: M): Promise<R> => {
      const answer = await ask(input, more)
      if (!validate(reply, answer).ok) throw notOfDailies(200)
      return answer
    }
  }
  return {
    ...dailies,
    listProjects: withCheck(dailies.listProjects, replies.listProjects),
    listScenes: withCheck(dailies.listScenes, replies.listScenes),
    listShots: withCheck(dailies.listShots, replies.listShots),
    findCaptured: withCheck(dailies.findCaptured, replies.findCaptured),
    search: withCheck(dailies.search, replies.search),
    searchAlike: withCheck(dailies.searchAlike, replies.searchAlike),
    readLook: withCheck(dailies.readLook, replies.readLook),
    listSearchFacets: withCheck(dailies.listSearchFacets, replies.listSearchFacets),
    searchPlaces: withCheck(dailies.searchPlaces, replies.searchPlaces),
    listSavedSearches: withCheck(dailies.listSavedSearches, replies.listSavedSearches),
    createAsset: withCheck(dailies.createAsset, replies.createAsset),
  }
}
