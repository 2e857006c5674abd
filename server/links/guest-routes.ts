import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { DailiesError } from '../error.ts'
import { only } from '../http/envelope.ts'
import { type Input, type Route, route } from '../http/route.ts'
import type { Store } from '../media/store.ts'
import type { BadTokens } from '../tokens/bad-tokens.ts'
import { noteVisit } from './count-view.ts'
import { checkLink, enterLink } from './enter-link.ts'
import { findGuest, toOpenLink } from './guest.ts'
import { findGuestAttachment } from './guest-attachment.ts'
import { readGuestCut } from './guest-cut.ts'
import type { GuestLimits } from './guest-limits.ts'
import { findGuestMedia } from './guest-media.ts'
import type { VisitRow } from './guest-queries.ts'
import { commentAsGuest, listGuestComments, verdictAsGuest } from './guest-review.ts'
import { listGuestTakes } from './guest-takes.ts'
import type { Marking } from './marked-media.ts'

interface GuestParts {
  store: Store
  limits: GuestLimits
  /** Slows down who guesses. */
  guesses: BadTokens
  /** Whether guests come by HTTPS. */
  secure: boolean
  /** Called once something happened of which webhooks may want to hear. */
  announced: () => void
  marking: Marking
}

/** Asked again where it is written: by then the link may be another. */
function saidBy(
  { id: linkId, versionId }: { id: string; versionId: string },
  { cookie }: { cookie: string | undefined },
) {
  return { visitor: { linkId, cookie }, versionId }
}

/** Review links, for those without an account. */
export function guestRoutes(
  db: Database,
  { store, limits, guesses, secure, announced, marking }: GuestParts,
): Route[] {
  /** Whoever comes with a secret that opens nothing waits for the answer, if they did so often. */
  async function slowing<T>(address: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof DailiesError && error.message === 'Link not found') await guesses.slowDown(address)
      throw error
    }
  }

  /** For a guest of the link alone. */
  function forGuests<E extends Endpoint & { open: true; guests: true; params: unknown }>(
    endpoint: E,
    answer: (visit: VisitRow, input: Input<E>) => Promise<unknown>,
  ): Route {
    const admitting = async (input: Input<Endpoint>) => {
      const { params, inRoom } = input
      const { cookie, address } = input.http!
      return slowing(address, () =>
        inRoom(async () => {
          const visit = await findGuest(db, { linkId: String(params?.id), cookie })
          await limits.countRequest(visit.guestId)
          return answer(visit, input as Input<E>)
        }),
      )
    }
    return { endpoint, answer: admitting, waits: true }
  }

  return [
    {
      ...route(endpoints.checkLink, async ({ body, inRoom, http }) =>
        slowing(http.address, () => inRoom(async () => only(await checkLink(db, body.secret)))),
      ),
      waits: true,
    },

    {
      ...route(endpoints.enterLink, async ({ body, inRoom, http }) =>
        slowing(http.address, () =>
          inRoom(async () => {
            const { link, cookie } = await enterLink({ db, limits, secure }, body, http.address)
            http.setCookies([cookie])
            return only(link)
          }),
        ),
      ),
      waits: true,
    },

    forGuests(endpoints.readOpenLink, async (visit) => {
      await noteVisit(db, visit)
      return only(toOpenLink(visit))
    }),

    forGuests(endpoints.listGuestTakes, (visit, { query }) => listGuestTakes(db, marking, visit, query)),

    forGuests(endpoints.readGuestCut, (visit) => readGuestCut(db, marking, visit)),

    forGuests(endpoints.listGuestComments, (visit, { params, query }) =>
      listGuestComments(db, visit, { ...params, ...query }),
    ),

    forGuests(endpoints.createGuestComment, async (visit, { params, body, http }) => {
      await limits.countWrite({ linkId: visit.id, guestId: visit.guestId })
      const comment = await commentAsGuest(db, saidBy(params, http), body)
      announced()
      return only(comment)
    }),

    forGuests(endpoints.giveGuestVerdict, async (visit, { params, body, http }) => {
      await limits.countWrite({ linkId: visit.id, guestId: visit.guestId })
      const verdict = await verdictAsGuest(db, saidBy(params, http), body)
      announced()
      return only(verdict)
    }),

    forGuests(endpoints.serveGuestMedia, (visit, { params, query, http }) =>
      findGuestMedia(
        { db, store, marking },
        visit,
        { linkId: visit.id, cookie: http.cookie },
        { ...params, ...query },
      ),
    ),

    forGuests(endpoints.serveGuestAttachment, (visit, { params, query }) =>
      findGuestAttachment(db, store, visit, { ...params, ...query }),
    ),
  ]
}
