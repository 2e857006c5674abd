import { mostNew } from '@dailies/contract/saved-search-limits.ts'
import type { Connection } from '../db/database.ts'
import { firstIdOf } from '../db/id.ts'
import { DailiesError } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import { beyondNumbers, type SearchIndex } from './index.ts'
import { type Query, readQuery } from './query.ts'
import { lookingFor, mostCounted, mostReadToCount, projectsOf, windowFrom } from './window.ts'

interface Asked {
  id: string
  q: string
  /** ISO 8601. */
  since: string
}

/** Milliseconds by which the clock that gives a version its id may be behind the one that says when it was captured. */
const apart = 60_000

/**
 * Of each search, how many takes the actor finds by it that were captured since, `mostNew` at most: as the search itself finds them, but
 * that none is looked at that was captured before. One that cannot be meant so any more is left out. `goesOn` is asked before each, and
 * throws where nobody waits for it.
 */
export async function countNew(
  { db, index }: { db: Connection; index: SearchIndex },
  actor: Actor,
  searches: readonly Asked[],
  { isPartial, goesOn }: { isPartial: boolean; goesOn: () => void },
): Promise<{ id: string; count: number }[]> {
  const projects = await projectsOf(db, actor)
  const counts: { id: string; count: number }[] = []
  for (const { id, q, since } of searches) {
    goesOn()
    const query = queryOf(q, isPartial)
    if (!query) continue
    const { needles } = query
    const date = { field: 'date', days: { from: since, to: null }, isExcluded: false } as const
    const asked = { needles, filters: [...query.filters, date] }
    const looking = await lookingFor({ db, index }, asked, { actor, projects })
    const fromId = firstIdOf(Date.parse(since) - apart)
    const { found } = await windowFrom(
      { ...looking, fromId },
      {
        from: beyondNumbers,
        size: mostNew,
        most: mostCounted,
        mostTexts: mostReadToCount,
        needles: looking.plan.inTexts,
      },
    )
    counts.push({ id, count: found.length })
  }
  return counts
}

/** Undefined for one that was meant so once, and is refused by now. */
function queryOf(q: string, isPartial: boolean): Query | undefined {
  try {
    return readQuery(q, { isPartial })
  } catch (error) {
    if (error instanceof DailiesError && error.code === 'invalid') return undefined
    throw error
  }
}
