import { mostPlatforms, type ProjectReport } from '@dailies/contract/report.ts'
import type { Connection } from '../db/database.ts'
import { by } from '../order.ts'
import type { pauses } from '../pauses.ts'
import { rounded } from '../production/spending.ts'
import { listNamesOfUsers } from '../production/user-queries.ts'
import type { FilmSums } from './queries.ts'

type Sums = ProjectReport['totals']

/** What some versions took together, which are of one platform, model and person. */
export type Part = FilmSums & { inUse?: number }

export function sumsOf(parts: Sums[]): Sums {
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

export function sum(parts: (Sums & { inUse?: number })[], name: keyof Sums | 'inUse'): number {
  return parts.reduce((total, part) => total + (part[name] ?? 0), 0)
}

/** Those that cost most, and what the others are together. */
export async function byPlatform(
  parts: Part[],
  pause: ReturnType<typeof pauses>,
): Promise<Pick<ProjectReport, 'byPlatform' | 'otherPlatforms'>> {
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
  rows.sort(
    by(
      ({ costUsd }) => -costUsd,
      ({ versions }) => -versions,
      ({ platformKey }) => platformKey,
      ({ modelName }) => modelName ?? '',
    ),
  )
  const others = rows.splice(mostPlatforms)
  return { byPlatform: rows, otherPlatforms: { count: others.length, ...sumsOf(others) } }
}

export async function byPerson(db: Connection, parts: Part[]): Promise<ProjectReport['byPerson']> {
  const groups = Map.groupBy(parts, ({ userId }) => userId)
  const users = await db.all(listNamesOfUsers, { ids: JSON.stringify([...groups.keys()]) })
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return [...groups]
    .map(([id, group]) => ({ user: { id, name: names.get(id) ?? '' }, ...sumsOf(group) }))
    .sort(
      by(
        ({ costUsd }) => -costUsd,
        ({ versions }) => -versions,
        ({ user }) => user.name,
        ({ user }) => user.id,
      ),
    )
}

/** Captures may give a platform labels of their own: the one that most of them gave. */
function commonLabel(parts: Part[]): string {
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
