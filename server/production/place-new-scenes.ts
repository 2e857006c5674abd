import type { Transaction } from '../db/database.ts'
import { by } from '../order.ts'
import { placesOf, setPlaces } from './new-order.ts'
import { setScenePositions } from './scene-queries.ts'

interface Scene {
  id: string
  /** `naturalOrder` of its number. */
  numberOrder: string
  position?: number | null
}

const leastGap = 1e-6

/**
 * Gives new scenes their places where an order was set: each right behind the scene that comes before it by number.
 * `before` are those that were there, in their order. Without an order there is nothing to do.
 */
export async function placeNewScenes(
  transaction: Transaction,
  { before, added }: { before: Scene[]; added: Scene[] },
): Promise<void> {
  if (!before.some(({ position }) => position !== null)) return
  const all = inserted(before, added)
  const places = betweenOthers(all) ?? placesOf(all.map(({ id }) => id))
  await setPlaces(transaction, setScenePositions, places)
}

/** The scenes in their order, each new one right behind the one that comes before it by number. */
export function inserted(before: Scene[], added: Scene[]): Scene[] {
  const isNew = new Set(added)
  const byNumber = [...before, ...added].sort(compareNumbers)
  const behind = new Map<Scene | undefined, Scene>()
  byNumber.forEach((scene, index) => {
    if (isNew.has(scene)) behind.set(byNumber[index - 1], scene)
  })
  return [undefined, ...before].flatMap((scene) => {
    const chain = scene ? [scene] : []
    for (let next = behind.get(scene); next; next = behind.get(next)) chain.push(next)
    return chain
  })
}

const compareNumbers = by<Scene>(
  ({ numberOrder }) => numberOrder,
  ({ id }) => id,
)

/** Places for those that have none, evenly between their neighbours; undefined when these are too close. */
export function betweenOthers(all: Scene[]): { id: string; place: number }[] | undefined {
  const places: { id: string; place: number }[] = []
  let last = 0
  for (let start = 0; start < all.length; ) {
    // Each scene is looked at twice at the most, however they alternate.
    let end = start
    while (end < all.length && typeof all[end]!.position !== 'number') end += 1
    const next = all[end]?.position
    const gap = typeof next === 'number' ? (next - last) / (end - start + 1) : 1
    if (end > start && gap < leastGap) return undefined
    for (const [count, { id }] of all.slice(start, end).entries()) {
      places.push({ id, place: last + gap * (count + 1) })
    }
    if (typeof next === 'number') last = next
    start = end + 1
  }
  return places
}
