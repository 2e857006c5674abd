import type { LiveKind } from '@dailies/contract/live.ts'
import type { ReviewMoment } from '@dailies/contract/review.ts'
import { secondsTakingPart } from '@dailies/contract/review-limits.ts'

/** That somebody takes part in a review session, by one page. */
export interface Attending {
  userId: string
  page: string
  /** No more. */
  left?: true | undefined
}

interface Place {
  projectId: string
  reviewId: string
}

interface Review {
  projectId: string
  /** Until when each takes part, by user and page. */
  people: Map<string, Map<string, number>>
  moment: ReviewMoment | undefined
  /** The same as it is written, made once for all streams. */
  text: string
  heardAt: number
}

const lasts = secondsTakingPart * 1000
/** Each takes some 10 kB at most, and 200 bytes for each page. */
const mostReviews = 1000
const mostPeople = 250
const mostPagesOfUser = 20
/** Milliseconds for which what was shown is remembered where nobody looks. */
const remembered = 60_000

/** Who takes part in which review session, and what is shown in it: in memory alone, as far as was heard a moment ago. docs/live.md */
export class Followed {
  /** In the order in which they were heard of first. */
  readonly #reviews = new Map<string, Review>()

  /** Notes that somebody takes part, or no longer. Returns whether this page is new to it. */
  take(place: Place, { userId, page, left }: Attending, now = performance.now()): boolean {
    const review = this.#reviewAt(place, now)
    if (!review) return false
    const pages = review.people.get(userId)
    if (left) {
      pages?.delete(page)
      if (pages?.size === 0) review.people.delete(userId)
      return false
    }
    const isNew = !pages?.has(page)
    if (!pages && review.people.size >= mostPeople) return false
    const theirs = pages ?? new Map<string, number>()
    theirs.delete(page)
    if (theirs.size >= mostPagesOfUser) theirs.delete(theirs.keys().next().value as string)
    review.people.set(userId, theirs.set(page, now + lasts))
    return isNew
  }

  /** Notes what is shown. Returns whether it is later than what was shown so far. */
  show(place: Place, moment: ReviewMoment, now = performance.now()): boolean {
    const review = this.#reviewAt(place, now)
    if (!review || !this.isLater(place.reviewId, moment)) return false
    review.moment = moment
    const message = { kind: 'review' satisfies LiveKind, ...place, moment }
    review.text = `data: ${JSON.stringify(message)}\n\n`
    return true
  }

  /** By term first: whoever led before is not shown any more. */
  isLater(reviewId: string, { term, state }: ReviewMoment): boolean {
    const known = this.#reviews.get(reviewId)?.moment
    if (!known || term > known.term) return true
    return term === known.term && (state?.sequence ?? -1) > (known.state?.sequence ?? -1)
  }

  /** What is shown at the moment, as far as this node has heard. */
  momentOf(reviewId: string): ReviewMoment | undefined {
    return this.#reviews.get(reviewId)?.moment
  }

  followers(reviewId: string): Iterable<string> {
    return this.#reviews.get(reviewId)?.people.keys() ?? []
  }

  /** The review sessions that somebody takes part in. */
  *by(userId: string): Iterable<string> {
    for (const [id, { people }] of this.#reviews) if (people.has(userId)) yield id
  }

  /** What is to be written to somebody; undefined where nothing is shown, or they take no part. */
  latest(reviewId: string, userId: string) {
    const review = this.#reviews.get(reviewId)
    if (!review?.moment || !review.people.has(userId)) return undefined
    return { kind: 'review' as const, projectId: review.projectId, text: review.text }
  }

  /** Forgets whoever said nothing any more, and what nobody looks at. */
  expire(now = performance.now()): void {
    for (const [id, review] of this.#reviews) {
      for (const [userId, pages] of review.people) {
        for (const [page, until] of pages) if (until <= now) pages.delete(page)
        if (pages.size === 0) review.people.delete(userId)
      }
      if (review.people.size === 0 && now - review.heardAt > remembered) this.#reviews.delete(id)
    }
  }

  #reviewAt({ projectId, reviewId }: Place, now: number): Review | undefined {
    const known = this.#reviews.get(reviewId)
    if (known) {
      known.heardAt = now
      return known
    }
    if (this.#reviews.size >= mostReviews) return undefined
    const review = { projectId, people: new Map(), moment: undefined, text: '', heardAt: now }
    this.#reviews.set(reviewId, review)
    return review
  }
}
