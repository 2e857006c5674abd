import { endpoints } from '@dailies/contract/endpoints.ts'
import { secondsTakingPart } from '@dailies/contract/review-limits.ts'
import type { Database } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { only, pageOf } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import type { Followed } from '../live/followed.ts'
import type { SignedAddresses } from '../media/signed-addresses.ts'
import { requireProject } from '../production/membership.ts'
import { endReview } from './end-review.ts'
import { takeLead } from './lead.ts'
import { Leads } from './leads.ts'
import { listReviewNotes } from './notes.ts'
import { listReviewsOfProject, listRunningReviews } from './queries.ts'
import { requireReview, toSummary, withPeople } from './review.ts'
import { show } from './show.ts'
import { startReview } from './start-review.ts'
import { takePart } from './take-part.ts'

interface Parts {
  followed: Followed
  /** Called once something happened of which webhooks may want to hear. */
  announced: () => void
}

export function reviewRoutes(
  db: Database,
  addresses: SignedAddresses,
  { followed, announced }: Parts,
): Route[] {
  const leads = new Leads()
  return [
    route(endpoints.listReviews, async ({ caller, params: { id: projectId }, query }) => {
      await requireProject(db, caller, projectId, 'viewer')
      const { running, cursor: before = beyondIds, limit } = query
      const statement = running ? listRunningReviews : listReviewsOfProject
      const rows = await db.all(statement, { projectId, before, limit: limit + 1 })
      return pageOf(rows.map(toSummary), limit)
    }),

    route(endpoints.startReview, async ({ caller, params, body }) =>
      only(await withPeople(db, followed, await startReview(db, caller, { ...body, projectId: params.id }))),
    ),

    route(endpoints.readReview, async ({ caller, params }) =>
      only(await withPeople(db, followed, await requireReview(db, caller, params.id, 'viewer'))),
    ),

    route(endpoints.joinReview, async ({ caller, params, body }) => {
      await takePart(db, caller, { ...params, ...body })
      return only({ lasts: secondsTakingPart })
    }),

    route(endpoints.leadReview, async ({ caller, params, body }) =>
      only(await takeLead(db, followed, caller, { ...params, ...body })),
    ),

    route(endpoints.showInReview, async ({ caller, params, body }) =>
      only({ shown: await show(db, { leads, followed }, caller, { ...params, ...body }) }),
    ),

    route(endpoints.endReview, async ({ caller, params }) => {
      const ended = await endReview(db, caller, params.id)
      announced()
      return only(await withPeople(db, followed, ended))
    }),

    route(endpoints.listReviewNotes, ({ caller, params, query }) =>
      listReviewNotes(db, caller, { ...query, id: params.id }, addresses.of(caller)),
    ),
  ]
}
