import { rightsState } from '@dailies/contract/asset-version.ts'
import type { ProjectReport } from '@dailies/contract/report.ts'
import type { Connection } from '../db/database.ts'
import { by } from '../order.ts'
import { pauses } from '../pauses.ts'
import type { Step } from '../shares.ts'
import { listNotSafe, listScenesForReport, sumVersions, type VersionSums } from './queries.ts'

const mostNotSafe = 1000

/** Where sums are rounded: a hundredth of a cent, and less than a millisecond. */
const decimals = 4

/** What the project took, and what of it is not safe to ship. */
export async function reportOf(db: Connection, step: Step, projectId: string): Promise<ProjectReport> {
  const [scenes, parts, notSafe] = await step(() =>
    Promise.all([
      db.all(listScenesForReport, { projectId }),
      db.all(sumVersions, { projectId }),
      db.all(listNotSafe, { projectId, limit: mostNotSafe }),
    ]),
  )
  // Each of 20,000 versions may be of another platform, and everything else waits meanwhile.
  const pause = pauses()
  const byScene = Map.groupBy(parts, ({ sceneDbId }) => sceneDbId)
  await pause()
  const byRights = Map.groupBy(parts, ({ rightsState }) => rightsState)
  await pause()
  const ofPlatforms = await byPlatform(parts, pause)
  await pause()
  const ofScenes: ProjectReport['byScene'] = []
  for (const scene of scenes) {
    const { versions, winners, costUsd } = sumsOf(byScene.get(scene.sceneDbId) ?? [])
    ofScenes.push({ ...scene, versions, winners, costUsd })
    await pause()
  }
  return {
    totals: sumsOf(parts),
    byPlatform: ofPlatforms,
    byScene: ofScenes,
    rights: rightsState.options.map((state) => {
      const ofState = byRights.get(state) ?? []
      return { rightsState: state, versions: sum(ofState, 'versions'), inUse: sum(ofState, 'inUse') }
    }),
    notSafe,
  }
}

type Sums = ProjectReport['totals']

function sumsOf(parts: VersionSums[]): Sums {
  return {
    versions: sum(parts, 'versions'),
    winners: sum(parts, 'winners'),
    costUsd: rounded(sum(parts, 'costUsd')),
    withCost: sum(parts, 'withCost'),
    generationSeconds: rounded(sum(parts, 'generationSeconds')),
    withGenerationTime: sum(parts, 'withGenerationTime'),
    queueWaitSeconds: rounded(sum(parts, 'queueWaitSeconds')),
    withQueueTime: sum(parts, 'withQueueTime'),
  }
}

function sum(parts: VersionSums[], name: keyof Sums | 'inUse'): number {
  return parts.reduce((total, part) => total + part[name], 0)
}

function rounded(value: number): number {
  return Number(value.toFixed(decimals))
}

async function byPlatform(
  parts: VersionSums[],
  pause: ReturnType<typeof pauses>,
): Promise<ProjectReport['byPlatform']> {
  const groups = Map.groupBy(parts, ({ platformKey, modelName }) =>
    JSON.stringify([platformKey, modelName || null]),
  )
  const rows: ProjectReport['byPlatform'] = []
  for (const group of groups.values()) {
    const { platformKey, modelName } = group[0]!
    rows.push({
      platformKey,
      platformLabel: commonLabel(group),
      modelName: modelName || null,
      ...sumsOf(group),
    })
    await pause()
  }
  return rows.sort(
    by(
      ({ costUsd }) => -costUsd,
      ({ versions }) => -versions,
      ({ platformKey }) => platformKey,
      ({ modelName }) => modelName ?? '',
    ),
  )
}

/** Captures may give a platform labels of their own: the one that most of them gave. */
function commonLabel(parts: VersionSums[]): string {
  const counts = new Map<string, number>()
  for (const { platformLabel, versions } of parts) {
    counts.set(platformLabel, (counts.get(platformLabel) ?? 0) + versions)
  }
  const [[label]] = [...counts].sort(
    by(
      ([, count]) => -count,
      ([label]) => label,
    ),
  ) as [[string, number]]
  return label
}
