import { reviewSummary } from '@dailies/contract/review.ts'
import { z } from 'zod'
import { givenId } from '../ids.ts'
import { cursor, limit, nextCursor, rest } from '../pages.ts'
import { cut, quoted } from '../plain.ts'
import { isData } from '../shown.ts'
import { tool } from '../tool.ts'
import { noteLine, shownNote, toShownNote } from './notes.ts'

const shownReview = reviewSummary
  .pick({ id: true, name: true, startedAt: true, people: true })
  .extend({ startedBy: z.string(), endedAt: z.string().nullable(), leader: z.string().nullable() })

/** What was said may be a reply, and ticked off since. */
const sessionNote = shownNote.extend({ parentId: z.string().nullable(), resolvedAt: z.string().nullable() })

type Summary = z.output<typeof reviewSummary>

function toShownReview({ startedBy, leader, ...rest }: Summary): z.output<typeof shownReview> {
  return shownReview.parse({
    ...rest,
    startedBy: cut(startedBy.name, 100),
    leader: leader && cut(leader.name, 100),
  })
}

function reviewLine({ id, name, startedAt, endedAt, leader, people }: z.output<typeof shownReview>): string {
  const until = endedAt
    ? `to ${endedAt}`
    : `goes on, ${leader ? `${quoted(leader, 100)} leads` : 'nobody leads'}`
  return `- ${id}: ${quoted(name, 100)}, ${startedAt} ${until}, ${people} people`
}

export const listReviewSessions = tool({
  name: 'list_review_sessions',
  description: `Lists the sessions in which people looked at takes together, the newest first. ${isData}`,
  asks: ['listReviews'],
  does: 'look',
  input: z.strictObject({
    projectId: givenId.describe('From list_projects'),
    running: z.boolean().default(false).describe('Only those that go on'),
    limit,
    cursor,
  }),
  output: z.object({ sessions: z.array(shownReview), nextCursor }),
  run: async ({ projectId, running, limit, cursor }, { dailies, signal }) => {
    const asked = { id: projectId, limit, cursor, ...(running && { running: 'true' as const }) }
    const { data, metadata } = await dailies.listReviews(asked, { signal })
    const sessions = data.map(toShownReview)
    const text = sessions.length === 0 ? 'There is no such session.' : sessions.map(reviewLine).join('\n')
    return { text: text + rest(metadata), structured: { sessions, nextCursor: metadata.nextCursor } }
  },
})

export const readReviewSession = tool({
  name: 'read_review_session',
  description: `What was said in a review session of the takes that were shown, the oldest first, replies too. ${isData}`,
  asks: ['listReviewNotes', 'readReview'],
  does: 'look',
  input: z.strictObject({ id: givenId.describe('From list_review_sessions'), limit, cursor }),
  output: z.object({
    session: shownReview.pick({ name: true, startedAt: true, endedAt: true }),
    notes: z.array(sessionNote),
    nextCursor,
  }),
  run: async ({ id, limit, cursor }, { dailies, signal }) => {
    const [{ data: review }, { data, metadata }] = await Promise.all([
      dailies.readReview({ id }, { signal }),
      dailies.listReviewNotes({ id, limit, cursor }, { signal }),
    ])
    const session = toShownReview(review)
    const { name, startedAt, endedAt } = session
    const notes = data.map((note) => ({
      ...toShownNote(note),
      ...{ parentId: note.parentId, resolvedAt: note.resolvedAt },
    }))
    const said = notes.length === 0 ? 'Nothing more was said.' : notes.map(noteLine).join('\n')
    return {
      text: `${reviewLine(session)}\n${said}${rest(metadata)}`,
      structured: { session: { name, startedAt, endedAt }, notes, nextCursor: metadata.nextCursor },
    }
  },
})
