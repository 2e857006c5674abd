import type { Engine } from '../server/db/database.ts'
import { sampleCapture } from './captures.ts'
import type { SceneAddress, Seed } from './seed.ts'

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
  /** The same at random: of the two loads that counts which is worse for the service. */
  atRandom?: LoadRequest[]
  /** What the service has to reach, as a share of the floor's requests per second. */
  leastRatio?: number
}

const connectionCounts = [1, 32]

export function cellsOf(seed: Seed, engine: Engine): Cell[] {
  const kinds = [
    {
      key: 'scene-assets',
      name: 'GET scene-assets',
      requests: sceneAssets(seed),
      atRandom: sceneAssetsAtRandom(seed),
    },
    { key: 'projects', name: 'GET projects', requests: projects(seed) },
    // Last: it adds to what the others read.
    { key: 'ingest', name: 'POST ingest', requests: ingests(seed), atRandom: ingestsAtRandom(seed) },
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
  return scenes.map((scene) => sceneAssetsOf(token, scene))
}

function sceneAssetsAtRandom({ token, scenes }: Seed): LoadRequest[] {
  return drawn(scenes).map((scene) => sceneAssetsOf(token, scene))
}

function sceneAssetsOf(token: string, { projectId, sceneId }: SceneAddress): LoadRequest {
  return {
    method: 'GET',
    path: `/api/extension/scene-assets?projectId=${projectId}&sceneId=${sceneId}`,
    headers: { authorization: `Bearer ${token}` },
  }
}

export function projects({ token }: Seed): LoadRequest[] {
  return [{ method: 'GET', path: '/api/extension/projects', headers: { authorization: `Bearer ${token}` } }]
}

/** All 200 scenes in turn, so that it is not one version counter alone that counts on. */
export function ingests({ token, scenes }: Seed): LoadRequest[] {
  return scenes.map((scene, index) => ingestOf(token, scene, 1_000_000 + index))
}

/** Bodies of which no two are the same. */
function ingestsAtRandom({ token, scenes }: Seed): LoadRequest[] {
  return drawn(scenes).map((scene, index) => ingestOf(token, scene, 2_000_000 + index))
}

function ingestOf(token: string, scene: SceneAddress, number: number): LoadRequest {
  return {
    method: 'POST',
    path: '/api/extension/ingest',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(sampleCapture(number, scene)),
  }
}

/** A hundred scenes for each of 32 connections, drawn at random: some at the same time for several. The same at each run. */
function drawn(scenes: SceneAddress[]): SceneAddress[] {
  let state = 1
  return Array.from({ length: 3200 }, () => {
    // Numerical Recipes, section 7.1: an even quicker generator.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return scenes[Math.floor((state / 2 ** 32) * scenes.length)]!
  })
}

function leastRatio(key: string, connections: number, engine: Engine): number | undefined {
  if (engine !== 'sqlite') return undefined
  if (key !== 'ingest') return 0.85
  return connections === 32 ? 1.2 : undefined
}
