import type { Engine } from '../server/db/database.ts'
import { sampleCapture } from './captures.ts'
import type { Seed } from './seed.ts'

export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** One line of the results: a kind of request at a number of connections. */
export interface Cell {
  /** As `--only` takes it: `scene-assets-32`. */
  key: string
  name: string
  connections: number
  requests: LoadRequest[]
  /** What the service has to reach, as a share of the floor's requests per second. */
  leastRatio?: number
}

const connectionCounts = [1, 32]

export function cellsOf(seed: Seed, engine: Engine): Cell[] {
  const kinds = [
    { key: 'scene-assets', name: 'GET scene-assets', requests: sceneAssets(seed) },
    { key: 'projects', name: 'GET projects', requests: projects(seed) },
    // Last: it adds to what the others read.
    { key: 'ingest', name: 'POST ingest', requests: ingests(seed) },
  ]
  return kinds.flatMap((kind) =>
    connectionCounts.map((connections) => ({
      ...kind,
      key: `${kind.key}-${connections}`,
      connections,
      leastRatio: leastRatio(kind.key, connections, engine),
    })),
  )
}

/** All 200 scenes in turn, 30 of 100 versions each. */
export function sceneAssets({ token, scenes }: Seed): LoadRequest[] {
  return scenes.map(({ projectId, sceneId }) => ({
    method: 'GET',
    path: `/api/extension/scene-assets?projectId=${projectId}&sceneId=${sceneId}`,
    headers: { authorization: `Bearer ${token}` },
  }))
}

export function projects({ token }: Seed): LoadRequest[] {
  return [{ method: 'GET', path: '/api/extension/projects', headers: { authorization: `Bearer ${token}` } }]
}

/** All 200 scenes in turn, so that it is not one version counter alone that counts on. */
export function ingests({ token, scenes }: Seed): LoadRequest[] {
  return scenes.map((scene, index) => ({
    method: 'POST',
    path: '/api/extension/ingest',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(sampleCapture(1_000_000 + index, scene)),
  }))
}

function leastRatio(key: string, connections: number, engine: Engine): number | undefined {
  if (engine !== 'sqlite') return undefined
  if (key !== 'ingest') return 0.85
  return connections === 32 ? 1.2 : undefined
}
