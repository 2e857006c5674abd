import { z } from 'zod'
import { shapesOf } from './drawing.ts'
import { frame, frameRate } from './frame.ts'
import { withDoubles } from './json-object.ts'
import { longestState, mostPeopleOfReview, mostShapesInProgress, mostSpeed } from './review-limits.ts'
import { id, requiredText, timestamp, trimmedText } from './text.ts'

const named = z.object({ id: z.string(), name: z.string() })

export const reviewSubjectKind = z.enum(['take', 'scene', 'film', 'playlist'])

export const reviewSubject = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('take'), id }),
    z.object({ kind: z.literal('scene'), id }),
    z.object({ kind: z.literal('film') }),
    z.object({ kind: z.literal('playlist'), id }),
  ])
  .meta({ id: 'ReviewSubject', description: 'What is looked at: a take, a scene, the film, or a playlist' })

export type ReviewSubject = z.output<typeof reviewSubject>
export type ReviewSubjectKind = z.output<typeof reviewSubjectKind>

/** On which screen something is played. The film may be that of an act, or of a scene. */
export const reviewScreen = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('take') }),
    z.object({
      kind: z.literal('film'),
      act: withDoubles(z.number()).nullable().default(null),
      sceneDbId: id.nullable().default(null),
    }),
    z.object({ kind: z.literal('playlist'), id }),
  ])
  .meta({
    id: 'ReviewScreen',
    description: 'Where it is played: a take by itself, the film (or an act or a scene of it), or a playlist',
  })

export type ReviewScreen = z.output<typeof reviewScreen>

/** The database counts no further. */
const mostCounted = 2 ** 31 - 1

const stateFields = {
  sequence: z
    .int('Must be a whole number')
    .min(0, 'Must be 0 or more')
    .max(mostCounted, 'Is too large')
    .meta({
      description: 'Greater than the one before, from 1 with each term: what comes late is not shown',
    }),
  screen: reviewScreen.default({ kind: 'take' }),
  assetVersionId: id.nullable().meta({
    description:
      'What is seen: in the film, it may be another than the winner, which is tried. Null for a slate of the film.',
  }),
  frame: frame.meta({
    description:
      'Of the version, and in the film that of the film, at the moment when it is sent; from there a player plays on by itself',
  }),
  rate: frameRate.meta({ description: 'That `frame` is counted at' }),
  playing: z.boolean(),
  speed: withDoubles(
    z
      .number()
      .min(-mostSpeed, `Must be ${-mostSpeed} or more`)
      .max(mostSpeed, `Must be at most ${mostSpeed}`),
  )
    .default(1)
    .meta({ description: 'Times the usual one; below 0: backwards' }),
  shapes: shapesOf({ least: 0, most: mostShapesInProgress })
    .default([])
    .meta({
      description: `What is being drawn on the frame, and is not said yet: at most ${longestState} bytes of JSON`,
    }),
}

/** What whoever leads a review session shows at a moment. docs/review-sessions.md */
export const reviewState = z.object(stateFields).meta({ id: 'ReviewState' })

export type ReviewState = z.output<typeof reviewState>

const lead = {
  term: z
    .int()
    .min(1)
    .meta({ description: 'How often the lead was taken: greater with every other who leads' }),
  leader: named.nullable().meta({ description: 'Null: nobody leads, and whoever likes to may' }),
}

/** What those who take part are told, of which the latest alone counts. */
export const reviewMoment = z
  .object({ ...lead, state: reviewState.nullable().meta({ description: 'Null: nothing was shown yet' }) })
  .meta({ id: 'ReviewMoment' })

export type ReviewMoment = z.output<typeof reviewMoment>

export const reviewSummary = z
  .object({
    id: z.string(),
    projectId: z.string(),
    name: z.string(),
    plays: z.object({ kind: reviewSubjectKind, id: z.string().nullable() }),
    startedAt: timestamp,
    startedBy: named,
    endedAt: timestamp.nullable().meta({ description: 'Null while it goes on' }),
    leader: named.nullable(),
    people: z.int().min(0).meta({ description: 'How many took part in it so far' }),
  })
  .meta({ id: 'ReviewSummary' })

export type ReviewSummary = z.output<typeof reviewSummary>

/** A review session: one leads, and the players of the others follow. */
export const review = reviewSummary
  .extend({
    ...lead,
    takingPart: z.array(named).meta({
      description: `Who takes part at the moment, by name; at most ${mostPeopleOfReview}`,
    }),
    state: reviewState.nullable().meta({ description: 'What was shown last; null: nothing' }),
  })
  .meta({ id: 'Review' })

export type Review = z.output<typeof review>

const page = requiredText(64).meta({
  description: 'Which of one’s pages it is: any text that is always the same',
})

/** The body of POST reviews. */
export const newReview = z
  .object({ name: trimmedText(100), plays: reviewSubject, page })
  .meta({ id: 'NewReview' })

export type NewReview = z.output<typeof newReview>

/** The body of PUT presence. */
export const takingPart = z
  .object({
    page,
    left: z.boolean().optional().meta({ description: 'true: one takes part no more' }),
  })
  .meta({ id: 'TakingPart' })

/** The body of POST lead. */
export const leadRequest = z
  .object({
    page,
    ifGone: z.boolean().default(false).meta({
      description: 'true: only where nobody leads, or whoever does has shown nothing for 2 seconds',
    }),
  })
  .meta({ id: 'LeadRequest' })

/** The body of PUT state. */
export const shownState = z
  .object({ page, term: lead.term.max(mostCounted, 'Is too large'), ...stateFields })
  .refine(
    ({ shapes, assetVersionId, screen }) => bytesOf({ shapes, assetVersionId, screen }) <= longestState,
    { error: `Must be at most ${longestState} bytes`, path: ['shapes'] },
  )
  .refine(({ screen, assetVersionId }) => screen.kind === 'film' || assetVersionId !== null, {
    error: 'Only the film has slates',
    path: ['assetVersionId'],
  })
  .meta({ id: 'ShownState' })

export type ShownState = z.output<typeof shownState>

export const reviewAnswer = z
  .object({ ...lead, granted: z.boolean().meta({ description: 'Whether whoever asks leads now' }) })
  .meta({ id: 'LeadAnswer' })

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}
