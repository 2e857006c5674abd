import { z } from 'zod'
import { openNote } from './comment.ts'
import { cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import {
  leadRequest,
  newReview,
  review,
  reviewAnswer,
  reviewSummary,
  shownState,
  takingPart,
} from './review.ts'
import { mostPeopleOfReview, mostRunningReviews, secondsTakingPart } from './review-limits.ts'
import { id } from './text.ts'

const ofProject = z.object({ id: id.meta({ description: 'Of the project' }) })
const ofReview = z.object({ id: id.meta({ description: 'Of the review session' }) })

const tag = 'Review sessions'
const errors = [400, 401, 404] as const
const read = { tag, permission: 'read', role: 'viewer', errors } as const
const write = { tag, permission: 'review', role: 'reviewer', errors } as const

/** One leads, the players of the others follow. docs/review-sessions.md */
export const reviewEndpoints = {
  listReviews: {
    ...read,
    method: 'GET',
    path: '/api/projects/{id}/reviews',
    summary: 'List the review sessions of a project',
    description: 'The newest first.',
    params: ofProject,
    query: z.object({
      running: z
        .enum(['true'], 'Must be true')
        .optional()
        .meta({ description: 'true: only those that go on' }),
      cursor,
      limit,
    }),
    reply: page(reviewSummary),
  },
  startReview: {
    ...write,
    method: 'POST',
    path: '/api/projects/{id}/reviews',
    summary: 'Start a review session',
    description: `Whoever starts it leads. At most ${mostRunningReviews} go on in a project.`,
    params: ofProject,
    body: newReview,
    status: 201,
    reply: one(review),
  },
  readReview: {
    ...read,
    method: 'GET',
    path: '/api/reviews/{id}',
    summary: 'Read a review session, with what was shown last',
    params: ofReview,
    reply: one(review),
  },
  joinReview: {
    ...read,
    method: 'PUT',
    path: '/api/reviews/{id}/presence',
    summary: 'Take part in a review session, or leave it',
    description: `For ${secondsTakingPart} seconds: to be said again every 8. Whoever takes part hears what is shown, as the live message \`review\` with its \`moment\`. At most ${mostPeopleOfReview} people take part in one.`,
    params: ofReview,
    body: takingPart,
    reply: one(z.object({ lasts: z.int().meta({ description: 'Seconds' }) })),
    errors: [...errors, 409],
  },
  leadReview: {
    ...write,
    method: 'POST',
    path: '/api/reviews/{id}/lead',
    summary: 'Take the lead of a review session',
    description:
      'Whoever led before follows. With `ifGone` it is granted only where nobody leads by now: of many who ask, to one.',
    params: ofReview,
    body: leadRequest,
    reply: one(reviewAnswer),
    errors: [...errors, 409],
  },
  showInReview: {
    ...write,
    method: 'PUT',
    path: '/api/reviews/{id}/state',
    summary: 'Show something to those who take part',
    description:
      'By whoever leads, up to 20 times a second while something moves, and every half a second otherwise: for who shows nothing for 2 seconds may lose the lead. With 409 somebody else leads.',
    params: ofReview,
    body: shownState,
    reply: one(z.object({ shown: z.boolean().meta({ description: 'false: it came late' }) })),
    errors: [...errors, 409],
  },
  endReview: {
    ...write,
    method: 'POST',
    path: '/api/reviews/{id}/end',
    summary: 'End a review session',
    description: 'By whoever leads or started it, and by editors and owners of the project.',
    params: ofReview,
    reply: one(review),
    errors: [...errors, 403, 409],
  },
  listReviewNotes: {
    ...read,
    method: 'GET',
    path: '/api/reviews/{id}/notes',
    summary: 'List the notes that were taken in a review session',
    description:
      'What was said while it went on of takes that were shown in it, the oldest first: replies, too, and what was ticked off since.',
    params: ofReview,
    query: z.object({ cursor, limit }),
    reply: page(openNote),
  },
} as const satisfies Record<string, Endpoint>
