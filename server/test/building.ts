import type { Answer, TestCaller } from './service.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Any = any

/** Requests that build a production; what they made is returned, and a refusal is thrown. */
export function building(caller: TestCaller) {
  const made = async (path: string, body: object): Promise<Any> =>
    dataOf(await caller.send('POST', path, body))
  return {
    project: (name: string, more: object = {}) => made('/api/projects', { name, ...more }),
    scene: (projectId: string, sceneId: string, more: object = {}) =>
      made(`/api/projects/${projectId}/scenes`, { sceneId, ...more }),
    shot: (sceneDbId: string, shotCode: string, more: object = {}) =>
      made(`/api/scenes/${sceneDbId}/shots`, { shotCode, ...more }),
    character: (projectId: string, name: string, more: object = {}) =>
      made(`/api/projects/${projectId}/characters`, { name, ...more }),
    /** Files a capture, and moves it up to the status. */
    version: async (capture: object, ...statuses: string[]): Promise<Any> => {
      const answer = await caller.ingest({
        platformKey: 'midjourney',
        assetType: 'IMAGE',
        prompt: 'x',
        ...capture,
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      const { asset } = answer.body
      for (const status of statuses) {
        dataOf(await caller.send('POST', `/api/assets/${asset.id}/status`, { status }))
      }
      return asset
    },
    read: async (path: string): Promise<Any> => dataOf(await caller.get(path)),
    patch: (path: string, body: object) => caller.send('PATCH', path, body),
    put: (path: string, ids: string[]) => caller.send('PUT', path, { ids }),
    remove: (path: string) => caller.send('DELETE', path, undefined),
    /** Everything of a list, page by page. */
    pages: async (path: string, limit: number): Promise<Any[]> => {
      const rows: Any[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { status, body } = await caller.get(
          `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor && `&cursor=${cursor}`}`,
        )
        if (status !== 200) throw new Error(JSON.stringify(body))
        if (body.data.length > limit) throw new Error('more than asked for')
        rows.push(...body.data)
        cursor = body.metadata.nextCursor
      }
      return rows
    },
  }
}

function dataOf({ status, body }: Answer): Any {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data
}

/** The status and the body's errors, as a refusal is compared. */
export function refusal({ status, body }: Answer) {
  return { status, error: body.error, ...body.details }
}
