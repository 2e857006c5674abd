import { rightsState } from '@dailies/contract/asset-version.ts'
import type { ProjectReport } from '@dailies/contract/report.ts'
import type { Connection } from '../db/database.ts'
import { pauses } from '../pauses.ts'
import { findBudget } from '../production/budget-queries.ts'
import { spentOf } from '../production/spending.ts'
import { afterAll, inDays } from '../production/take-sum-queries.ts'
import type { Step } from '../shares.ts'
import { listNotSafe, listScenesForReport, sumVersions } from './queries.ts'
import { byPerson, byPlatform, sum, sumsOf } from './sums.ts'

const mostNotSafe = 1000

interface Asked {
  projectId: string
  from?: string | undefined
  to?: string | undefined
  by?: string | undefined
}

/** What the project took, and what of it is not safe to ship: of what was captured then, by that user. */
export async function reportOf(
  db: Connection,
  step: Step,
  { projectId, from = '', to = afterAll, by: userId = '' }: Asked,
): Promise<ProjectReport> {
  const captured = { projectId, from, to, by: userId }
  const [budget, scenes, parts, notSafe] = await step(() =>
    Promise.all([
      budgetOf(db, projectId),
      db.all(listScenesForReport, { projectId }),
      db.all(sumVersions, { projectId, ...inDays(captured) }),
      db.all(listNotSafe, { ...captured, limit: mostNotSafe }),
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
  const ofPeople = await byPerson(db, parts)
  await pause()
  const ofScenes: ProjectReport['byScene'] = []
  for (const scene of scenes) {
    const { versions, winners, costUsd } = sumsOf(byScene.get(scene.sceneDbId) ?? [])
    ofScenes.push({ ...scene, versions, winners, costUsd })
    await pause()
  }
  return {
    totals: sumsOf(parts),
    ...budget,
    ...ofPlatforms,
    byPerson: ofPeople,
    byScene: ofScenes,
    rights: rightsState.options.map((state) => {
      const ofState = byRights.get(state) ?? []
      return { rightsState: state, versions: sum(ofState, 'versions'), inUse: sum(ofState, 'inUse') }
    }),
    notSafe,
  }
}

/** What a project may cost, and what all takes of it do. */
async function budgetOf(
  db: Connection,
  projectId: string,
): Promise<{ budgetUsd: number | null; spentUsd: number | null }> {
  const budget = await db.first(findBudget, { projectId })
  if (!budget) return { budgetUsd: null, spentUsd: null }
  return { budgetUsd: budget.budgetUsd, spentUsd: await spentOf(db, projectId) }
}
