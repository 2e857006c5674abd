import { z } from 'zod'
import { mostStars } from './mark-limits.ts'

export const markFlag = z.enum(['none', 'shortlisted', 'rejected']).meta({ id: 'MarkFlag' })

const stars = z
  .int('Must be a whole number')
  .min(0, 'Must be 0 or more')
  .max(mostStars, `Must be at most ${mostStars}`)
  .meta({ description: '0: none' })

/** What was made of a take at a glance, by somebody for themselves or for the film. docs/review.md, "Marks" */
const shownMark = z.object({ flag: markFlag, stars })

export const marks = z
  .object({
    mine: shownMark
      .extend({ seen: z.boolean().meta({ description: 'Whether one has looked at it' }) })
      .meta({ description: 'Of whoever asks; nobody else sees it' }),
    film: shownMark.meta({ description: 'Set by editors, for everybody' }),
  })
  .meta({ id: 'Marks' })

/** A missing field stays as it is. */
export const filmMarkUpdate = shownMark.partial().meta({ id: 'FilmMarkUpdate' })

export const myMarkUpdate = filmMarkUpdate.extend({ seen: z.boolean().optional() }).meta({
  id: 'MyMarkUpdate',
})

/** Whose mark it is, and what flag it has. */
export const markFilter = z.enum([
  ...(['mine:none', 'mine:shortlisted', 'mine:rejected', 'mine:notRejected'] as const),
  ...(['film:none', 'film:shortlisted', 'film:rejected', 'film:notRejected'] as const),
])

const count = z.int().min(0)
const counted = z.object({ rejected: count, shortlisted: count })

/** Of the asset versions of a scene. */
export const markCounts = z
  .object({ total: count, mine: counted.extend({ unseen: count }), film: counted })
  .meta({ id: 'MarkCounts' })

export type MarkFlag = z.output<typeof markFlag>
export type MarkFilter = z.output<typeof markFilter>
export type Marks = z.output<typeof marks>
export type MyMarkUpdate = z.output<typeof myMarkUpdate>
export type FilmMarkUpdate = z.output<typeof filmMarkUpdate>
export type MarkCounts = z.output<typeof markCounts>
