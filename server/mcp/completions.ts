import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/sdk/types.js'
import { givenId } from './ids.ts'
import { cut, plain, plainBeginning } from './plain.ts'
import type { Work } from './tool.ts'

/** What an argument of the template of scenes may be: ids of projects by their names, numbers of scenes by their beginning. */
export async function completionOf(
  { ref, argument, context }: CompleteRequest['params'],
  { dailies, signal }: Work,
): Promise<CompleteResult> {
  const none = { completion: { values: [], hasMore: false } }
  if (ref.type !== 'ref/resource' || !ref.uri.startsWith('dailies://scene/')) return none
  const value = cut(plainBeginning(argument.value, 200), 200)
  if (argument.name === 'projectId') {
    const { data, metadata } = await dailies.browseProjects({ q: value || undefined, limit: 20 }, { signal })
    return { completion: { values: data.map(({ id }) => id), hasMore: metadata.nextCursor !== null } }
  }
  const { data: projectId } = givenId.safeParse(context?.arguments?.projectId)
  if (argument.name !== 'sceneId' || !projectId) return none
  const { data, metadata } = await dailies.browseScenes({ id: projectId, limit: 100 }, { signal })
  const numbers = data
    .map(({ sceneId }) => plain(sceneId))
    .filter((number) => number.startsWith(value.toUpperCase()))
  return { completion: { values: numbers, hasMore: metadata.nextCursor !== null } }
}
