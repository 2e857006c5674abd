import type { Transaction } from '../db/database.ts'
import {
  type Changing,
  differs,
  isWinner,
  placeOf,
  unselected,
  type Version,
  versionOf,
} from './change-state.ts'
import { listWinnersOfPlaces } from './many-queries.ts'
import type { Plan } from './plan-change.ts'

interface Settling {
  versions: Version[]
  plans: Map<string, Plan>
  /** What becomes of one that is to be the winner of a place that has another: another plan, or a reason; it takes its place where there is none. */
  yields?: (version: Version) => Plan
}

/**
 * Sees to it that each place has one winner in the end: of several that are to be so the last, and the one that was makes room.
 * Changes plans, and returns what is to change, with those that make room.
 */
export async function settleWinners(
  transaction: Transaction,
  { versions, plans, yields }: Settling,
): Promise<Changing[]> {
  const winners = new Map<string, Version>()
  for (const version of versions) {
    const plan = plans.get(version.id)
    if (plan === undefined || typeof plan === 'string' || !isWinner(plan)) continue
    const place = placeOf(version, plan)
    const earlier = winners.get(place)
    if (earlier) plans.set(earlier.id, 'Another one of its scene, shot and type was named after it')
    winners.set(place, version)
  }
  const fresh = [...winners].filter(
    ([place, version]) => !isWinner(version.state) || placeOf(version, version.state) !== place,
  )
  const along: Changing[] = []
  for (const former of await formerWinners(
    transaction,
    fresh.map(([place]) => place),
  )) {
    const plan = plans.get(former.id)
    const place = placeOf(former, former.state)
    const goes =
      plan !== undefined && typeof plan !== 'string' && !(isWinner(plan) && placeOf(former, plan) === place)
    if (goes) continue
    const winner = winners.get(place)!
    if (yields) plans.set(winner.id, yields(winner))
    else along.push({ version: former, after: unselected(former.state), along: true })
  }
  const named = versions.flatMap((version): Changing[] => {
    const plan = plans.get(version.id)
    if (plan === undefined || typeof plan === 'string') return []
    const changing = { version, after: plan }
    return differs(changing) ? [changing] : []
  })
  return [...named, ...along]
}

async function formerWinners(transaction: Transaction, places: string[]): Promise<Version[]> {
  if (places.length === 0) return []
  const asked = places.map((place) => {
    const [sceneDbId, assetType, shotId] = JSON.parse(place)
    return { sceneDbId, assetType, shotId }
  })
  const found = await transaction.all(listWinnersOfPlaces, { places: JSON.stringify(asked) })
  return found.map((row) => versionOf(row, false))
}
