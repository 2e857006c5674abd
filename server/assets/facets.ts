import type { BoardFacets } from '@dailies/contract/board.ts'
import type { Connection } from '../db/database.ts'
import { type Owner, requireScene } from '../production/ownership.ts'
import { countFacets } from './board-queries.ts'
import { compareText } from './compare-text.ts'

/**
 * Which values the scene's asset versions have, the most frequent first. A platform is called what most of its versions
 * call it. Throws `not_found` for the scene.
 */
export async function listFacets(db: Connection, owner: Owner, sceneDbId: string): Promise<BoardFacets> {
  await requireScene(db, owner, sceneDbId)
  const groups = await db.all(countFacets, { sceneDbId })

  /** The values of a group's member, but for `undefined`. */
  function facet<T extends string | null>(memberOf: (group: (typeof groups)[number]) => T | undefined) {
    const counts = new Map<T, number>()
    for (const group of groups) {
      const value = memberOf(group)
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + group.count)
    }
    return [...counts].map(([value, count]) => ({ value, count })).sort(mostFrequentFirst)
  }

  const labelOf = (key: string) =>
    facet((group) => (group.platformKey === key ? group.platformLabel : undefined))[0]?.value ?? key
  return {
    total: groups.reduce((total, { count }) => total + count, 0),
    assetTypes: facet(({ assetType }) => assetType),
    platforms: facet(({ platformKey }) => platformKey).map((one) => ({ ...one, label: labelOf(one.value) })),
    statuses: facet(({ status }) => status),
    rightsStates: facet(({ rightsState }) => rightsState),
    compareGroups: facet(({ compareGroup }) => compareGroup ?? undefined),
    shots: facet(({ shotId }) => shotId),
  }
}

interface Counted {
  value: string | null
  count: number
}

/** Then by value; none comes last. */
function mostFrequentFirst(one: Counted, other: Counted): number {
  if (one.count !== other.count) return other.count - one.count
  if (one.value === null || other.value === null) return one.value === null ? 1 : -1
  return compareText(one.value, other.value)
}
