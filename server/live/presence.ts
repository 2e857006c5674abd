/** What somebody has open of a scene, in one tab. */
export interface Here {
  userId: string
  /** Of the tab, by its own choice. */
  page: string
  projectId: string
  sceneDbId: string
  /** Where it is one, and not the whole board. */
  assetVersionId?: string | undefined
  /** It is closed. */
  left?: true | undefined
}

/** After which a tab that said nothing is taken to be closed: one of its words may be lost. */
export const secondsPresent = 25
const lasts = secondsPresent * 1000
/** Each takes some 300 bytes. */
const mostPages = 10_000
const mostOfUser = 20

/** Who has what open, as far as their tabs said a moment ago: in memory alone. docs/live.md */
export class Presence {
  /** In the order in which they spoke. */
  readonly #pages = new Map<string, Here & { until: number }>()
  /** The same by user. */
  readonly #keysOf = new Map<string, Set<string>>()

  /** Notes what a tab says. Returns the places of which others are to be told: where somebody came or left. */
  take(here: Here, now = performance.now()): Here[] {
    const key = `${here.userId} ${here.page}`
    const before = this.#pages.get(key)
    const isSame = before?.sceneDbId === here.sceneDbId && before.assetVersionId === here.assetVersionId
    if (here.left) {
      // What was left for another place is not that one.
      if (!before || !isSame) return []
      this.#forget(here.userId, key)
      return [before]
    }
    this.#forget(here.userId, key)
    if (!before && !this.#hasRoom(here.userId)) return []
    this.#put(key, here, now)
    if (isSame) return []
    return before && before.sceneDbId !== here.sceneDbId ? [before, here] : [here]
  }

  /** Those who have something of the scene open. */
  of(sceneDbId: string, now = performance.now()): Here[] {
    return [...this.#pages.values()].filter((here) => here.sceneDbId === sceneDbId && here.until > now)
  }

  /** Forgets the tabs that said nothing any more; returns them. */
  expire(now = performance.now()): Here[] {
    const expired: Here[] = []
    for (const [key, here] of this.#pages) {
      if (here.until > now) break
      this.#forget(here.userId, key)
      expired.push(here)
    }
    return expired
  }

  /** Room for one more; of one user the tab that was silent longest goes. */
  #hasRoom(userId: string): boolean {
    const ofUser = this.#keysOf.get(userId)
    if (ofUser && ofUser.size >= mostOfUser) this.#forget(userId, [...ofUser][0]!)
    return this.#pages.size < mostPages
  }

  #put(key: string, here: Here, now: number): void {
    this.#pages.set(key, { ...here, until: now + lasts })
    const ofUser = this.#keysOf.get(here.userId) ?? new Set()
    this.#keysOf.set(here.userId, ofUser.add(key))
  }

  #forget(userId: string, key: string): void {
    this.#pages.delete(key)
    const ofUser = this.#keysOf.get(userId)
    ofUser?.delete(key)
    if (ofUser?.size === 0) this.#keysOf.delete(userId)
  }
}
