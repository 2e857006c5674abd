import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { Dailies } from '../../sdk/src/dailies.ts'
import { DailiesError } from '../../sdk/src/error.ts'
import { CannotDo } from './cannot-do.ts'
import { failureText } from './failure.ts'
import { isPath } from './ids.ts'
import { cut, plain, plainJson, quoted } from './plain.ts'
import { isData, toShownScene, toShownTake } from './shown.ts'
import type { Work } from './tool.ts'
import { readTake } from './whole-take.ts'

/** Of so many projects, those updated last, the scenes are listed, so many on a page. */
const mostProjects = 5
const scenesAtOnce = 50
/** Of a scene so many shots are told. */
const mostShots = 100

export const templates: ListResourceTemplatesResult['resourceTemplates'] = [
  {
    name: 'scene',
    title: 'A scene',
    uriTemplate: 'dailies://scene/{projectId}/{sceneId}',
    description: `A scene by its number, with its shots and newest takes. ${isData}`,
    mimeType: 'application/json',
  },
  {
    name: 'version',
    title: 'A take',
    uriTemplate: 'dailies://version/{id}',
    description: `An asset version: what made it, and its picture where that is kept. ${isData}`,
    mimeType: 'application/json',
  },
]

/** Where a list goes on: how many projects are done, behind which, and behind which scene of the next. */
interface Place {
  done: number
  project?: string | undefined
  scene?: string | undefined
}

/** Scenes of the projects that were updated last. Throws an McpError for a cursor that is none of ours. */
export async function listResources(
  { dailies, signal }: Work,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const place = placeOf(cursor)
  for (;;) {
    const page = await dailies.browseProjects({ limit: 1, cursor: place.project }, { signal })
    const [project] = page.data
    if (!project) return { resources: [] }
    const { data, metadata } = await dailies.browseScenes(
      { id: project.id, limit: scenesAtOnce, cursor: place.scene },
      { signal },
    )
    const resources = data.map(({ sceneId, storyBeat }) => ({
      uri: sceneUri(project.id, sceneId),
      name: plain(`${cut(project.name, 100)}, scene ${sceneId}`),
      ...(storyBeat && { description: plain(cut(storyBeat, 200)) }),
      mimeType: 'application/json',
    }))
    if (metadata.nextCursor !== null) {
      return { resources, nextCursor: cursorOf({ ...place, scene: metadata.nextCursor }) }
    }
    place.done += 1
    place.scene = undefined
    if (place.done >= mostProjects || page.metadata.nextCursor === null) return { resources }
    place.project = page.metadata.nextCursor
    // A page without anything would look like the end.
    if (resources.length > 0) return { resources, nextCursor: cursorOf(place) }
  }
}

function cursorOf({ done, project = '', scene = '' }: Place): string {
  return [done, project, scene].join('.')
}

function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { done: 0 }
  const [, done, project, scene] = /^([0-4])\.([\w-]{0,64})\.([\w-]{0,64})$/.exec(cursor) ?? []
  if (done === undefined) throw unknownCursor()
  return { done: Number(done), project: project || undefined, scene: scene || undefined }
}

function unknownCursor(): McpError {
  return new McpError(ErrorCode.InvalidParams, 'This is no cursor of this list: begin again without one')
}

function sceneUri(projectId: string, sceneId: string): string {
  return `dailies://scene/${encodeURIComponent(projectId)}/${encodeURIComponent(sceneId)}`
}

/** Two of 200 characters, each of which may be written in nine. */
const longestUri = 4000

/** -32002 of the protocol, section "Error Handling" of resources. */
const resourceNotFound = -32002

/** Reads one by its address. Throws an McpError where there is none. */
export async function readResource(work: Work, uri: string): Promise<ReadResourceResult> {
  const missing = () =>
    new McpError(
      resourceNotFound,
      `There is no resource ${quoted(uri, 300)}, or it is not for this token to see. There are dailies://scene/{projectId}/{sceneId} and dailies://version/{id}`,
    )
  if (uri.length > longestUri) throw missing()
  const [, kind, ...parts] = /^dailies:\/\/(scene|version)\/([^/?#]+)(?:\/([^/?#]+))?$/.exec(uri) ?? []
  const [first, second] = parts.map((part) => part && decoded(part))
  if (kind === 'scene' && first && second) return { contents: await sceneContents(work, uri, first, second) }
  if (kind === 'version' && first && parts[1] === undefined)
    return { contents: await versionContents(work, uri, first) }
  throw missing()
}

function decoded(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part)
    // What is no Unicode stands in no address.
    return isPath(text) || !text.isWellFormed() ? undefined : text
  } catch {
    return undefined
  }
}

async function sceneContents(work: Work, uri: string, projectId: string, sceneId: string) {
  const { dailies, signal } = work
  const { id } = await sceneByNumber(dailies, { projectId, sceneId }, signal)
  const { data: scene } = await dailies.readScene({ id }, { signal })
  const { data: shots } = await dailies.browseShots({ id, first: mostShots }, { signal })
  const { data: takes, metadata } = await dailies.browseAssets({ id, limit: 20 }, { signal })
  return [
    json(uri, {
      ...toShownScene(scene, scene.project),
      storyBeat: scene.storyBeat && cut(scene.storyBeat, 4000),
      shots: shots
        .slice(0, mostShots)
        .map(({ id, shotCode, description, required, approved, versionCount }) => ({
          ...{ id, shotCode, required, approved, versionCount },
          description: description && cut(description, 300),
        })),
      takes: takes.map(toShownTake),
      totalTakes: metadata.total,
      more: 'list_shots and list_takes tell of the rest',
    }),
  ]
}

/** The scene with that number. Throws a DailiesError. */
async function sceneByNumber(
  dailies: Dailies,
  { projectId, sceneId }: { projectId: string; sceneId: string },
  signal: AbortSignal,
): Promise<{ id: string }> {
  const { scene } = await dailies.listSceneAssets({ projectId, sceneId, limit: 1 }, { signal })
  return scene
}

async function versionContents(work: Work, uri: string, id: string) {
  const take = await readTake(work, id, work.signal)
  const picture = take.media ? await work.picture(take.id, 'large', work.signal) : undefined
  const contents: ReadResourceResult['contents'] = [json(uri, take)]
  if (picture) contents.push({ uri, mimeType: picture.type, blob: picture.data })
  return contents
}

function json(uri: string, value: object) {
  return { uri, mimeType: 'application/json', text: JSON.stringify(plainJson(value)) }
}

/** What went wrong, as an error of the protocol. Of what nobody expected it says nothing, and `failed` hears of it. */
export function toProtocolError(error: unknown, failed: (error: unknown) => void): McpError {
  if (error instanceof McpError) return error
  if (error instanceof CannotDo) return new McpError(ErrorCode.InternalError, error.message)
  if (!(error instanceof DailiesError)) failed(error)
  const status = error instanceof DailiesError ? error.status : 500
  const codes: Record<number, number> = { 400: ErrorCode.InvalidParams, 404: resourceNotFound }
  return new McpError(codes[status] ?? ErrorCode.InternalError, failureText(error, 'readAsset'))
}
