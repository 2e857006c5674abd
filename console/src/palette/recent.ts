import { forgetStored, store, stored, storedNames } from '../waiting/storage.ts'

/** A place somebody was at. */
export interface RecentPlace {
  kind: 'Film' | 'Scene' | 'Take'
  id: string
  name: string
  of?: string | undefined
  projectId: string
}

const prefix = 'dailies.recent.'

/** As many as one looks through. */
const most = 8

/** Where this user was in this browser, the last first. */
export function recentPlaces(userId: string): RecentPlace[] {
  const places = stored<RecentPlace[]>(prefix + userId)
  return Array.isArray(places) ? places : []
}

export function keepRecent(userId: string, place: RecentPlace): void {
  const others = recentPlaces(userId).filter(({ id }) => id !== place.id)
  store(prefix + userId, [place, ...others].slice(0, most))
}

/** For whoever signs out, or somebody else who signs in: nobody is to find where others were. */
export function forgetRecent({ except }: { except?: string } = {}): void {
  for (const name of storedNames(prefix)) if (name !== prefix + except) forgetStored(name)
}
