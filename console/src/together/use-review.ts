import type { ReviewSubject } from '@dailies/contract/review.ts'
import { useSyncExternalStore } from 'react'
import { call } from '../api/call.ts'
import { currentReview, setCurrentReview, useCurrentReview } from './current.ts'
import { ReviewSession, type ReviewView, reviewPage } from './review-session.ts'

const nothing: ReviewView = { moment: undefined, heardAt: 0, leads: false, follows: false, isOver: false }

/** The review session that this page takes part in, and what it knows of it, as it changes. */
export function useReview(): ReviewView & { session: ReviewSession | undefined } {
  const session = useCurrentReview()
  const view = useSyncExternalStore(session?.subscribe ?? never, session?.view ?? none)
  return { ...view, session }
}

/** Takes part in one; whatever this page took part in before it leaves. */
export function joinReview(id: string, { mayLead }: { mayLead: boolean }): ReviewSession {
  const current = currentReview()
  if (current?.id === id && !current.view().isOver) return current
  current?.leave()
  const session = new ReviewSession(id, { mayLead })
  session.begin()
  setCurrentReview(session)
  return session
}

/** Starts one, which this page leads. */
export async function startReview(
  projectId: string,
  { name, plays }: { name: string; plays: ReviewSubject },
): Promise<void> {
  const body = { name, plays, page: reviewPage }
  const { data } = await call('startReview', { params: { id: projectId }, body })
  await joinReview(data.id, { mayLead: true }).lead()
}

export function leaveReview(): void {
  currentReview()?.leave()
  setCurrentReview(undefined)
}

function never() {
  return () => {}
}

function none() {
  return nothing
}
