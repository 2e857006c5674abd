import { assetChangeAnswer, assetChangeSet } from '@dailies/contract/asset-change.ts'
import { capturedAssetVersion } from '@dailies/contract/asset-version.ts'
import { capturedMatch } from '@dailies/contract/capture-batch.ts'
import { markCounts, marks } from '@dailies/contract/mark.ts'
import { project } from '@dailies/contract/project.ts'
import { projectTag, tagChangeAnswer } from '@dailies/contract/project-tag.ts'
import { savedSearch } from '@dailies/contract/saved-search.ts'
import { scene } from '@dailies/contract/scene.ts'
import { alikeHit, foundText, look, searchFacet, searchHit } from '@dailies/contract/search.ts'
import { foundPlace } from '@dailies/contract/search-places.ts'
import { shot } from '@dailies/contract/shot.ts'
import { deletedProject, deletedScene } from '@dailies/contract/trash.ts'
import { validate } from '@dailies/contract/validate.ts'
import { z } from 'zod'
import { connect, type Dailies, type Options } from '../../sdk/src/dailies.ts'
import { notOfDailies } from '../../sdk/src/error.ts'

const ofOne = <T extends z.ZodType>(data: T) => z.object({ data })

const inPages = <T extends z.ZodType>(one: T) =>
  z.object({ data: z.array(one), metadata: z.object({ nextCursor: z.string().nullable() }) })

const purged = z.object({
  data: z.object({ purged: z.int() }),
  metadata: z.object({ hasMore: z.boolean() }),
})

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
  listSavedSearches: inPages(savedSearch),
  createAsset: z.object({ data: capturedAssetVersion.pick({ id: true, versionNumber: true }) }),
  createSavedSearch: ofOne(savedSearch),
  deleteSavedSearch: ofOne(savedSearch),
  browseProjects: inPages(project.pick({ id: true, name: true })),
  browseScenes: inPages(scene.pick({ id: true, sceneId: true })),
  browseShots: z.object({ data: z.array(shot.pick({ id: true, shotCode: true })) }),
  changeAssets: ofOne(assetChangeAnswer),
  undoAssetChanges: ofOne(assetChangeAnswer),
  listAssetChangeSets: inPages(
    assetChangeSet.pick({ id: true, by: true, at: true, count: true, undone: true }),
  ),
  setMyMark: ofOne(marks),
  setFilmMark: ofOne(marks),
  countMarks: ofOne(markCounts),
  browseAssets: inPages(z.object({ id: z.string(), marks })),
  listTags: inPages(projectTag.extend({ color: z.string().nullable() })),
  changeTags: ofOne(tagChangeAnswer),
  setTagColor: ofOne(z.object({ name: z.string(), color: z.string().nullable() })),
  listTrash: inPages(deletedScene.pick({ id: true, deletedAt: true, deletedBy: true, goesAt: true })),
  listDeletedProjects: inPages(deletedProject.pick({ id: true, name: true, goesAt: true })),
  restoreAsset: ofOne(z.object({ id: z.string() })),
  restoreScene: ofOne(z.object({ id: z.string() })),
  restoreProject: ofOne(z.object({ id: z.string() })),
  purgeTrash: purged,
  purgeDeletedProjects: purged,
} satisfies Partial<Record<keyof Dailies, z.ZodType>>

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
  const checks = Object.entries(replies).map(([name, reply]) => [
    name,
    withCheck(
      dailies[name as keyof typeof replies] as (input: object, more?: object) => Promise<object>,
      reply,
    ),
  ])
  return { ...dailies, ...Object.fromEntries(checks) }
}
