import type { ReviewScreen, ReviewState } from '@dailies/contract/review.ts'
import { keyOfScreen } from './screens.ts'
import { useReview } from './use-review.ts'

/** What whoever leads shows on this screen, and when that was heard; undefined for who leads, goes elsewhere or looks around. */
export function useLed(screen: ReviewScreen): { state: ReviewState; heardAt: number } | undefined {
  const { leads, follows, moment, heardAt, isOver } = useReview()
  const state = moment?.state
  if (leads || !follows || isOver || !state) return undefined
  return keyOfScreen(state.screen) === keyOfScreen(screen) ? { state, heardAt } : undefined
}
