import { useSyncExternalStore } from 'react'
import type { ReviewSession } from './review-session.ts'

/** Where a page keeps which session it takes part in, so that it is in it again once it is loaded anew. */
const place = 'dailies-review'

let current: ReviewSession | undefined
const listeners = new Set<() => void>()

export function currentReview(): ReviewSession | undefined {
  return current
}

/** This page takes part in that one, or in none. */
export function setCurrentReview(session: ReviewSession | undefined): void {
  if (session) sessionStorage.setItem(place, session.id)
  else sessionStorage.removeItem(place)
  current = session
  for (const listener of listeners) listener()
}

/** The review session that this page takes part in; undefined where it is in none. */
export function useCurrentReview(): ReviewSession | undefined {
  return useSyncExternalStore(subscribe, currentReview)
}

/** The one that this page took part in before it was loaded anew; null where there is none. */
export function reviewBefore(): string | null {
  return sessionStorage.getItem(place)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
