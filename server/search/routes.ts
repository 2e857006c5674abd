import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import type { SignedAddresses } from '../media/signed-addresses.ts'
import { TurnsByUser } from '../turns.ts'
import { searchAlike } from './alike.ts'
import { facetsOf } from './facets.ts'
import type { SearchIndex } from './index.ts'
import type { KeepUp } from './keep-up.ts'
import { searchPlaces } from './places/search-places.ts'
import { search } from './search.ts'
import { whileThere } from './while-there.ts'

interface Searching {
  index: SearchIndex
  keepUp: KeepUp
  /** Of scenes and shots. */
  placesKeepUp: KeepUp
  addresses: SignedAddresses
}

export function searchRoutes(db: Database, { index, keepUp, placesKeepUp, addresses }: Searching): Route[] {
  // Of one user one at a time: however many somebody asks for, nobody else waits for more of them.
  const turns = new TurnsByUser({ atOnce: 1 })
  // In a line of their own: no search waits for what is counted beside the one before.
  const turnsOfFacets = new TurnsByUser({ atOnce: 1 })
  const turnsOfAlike = new TurnsByUser({ atOnce: 1 })
  const turnsOfPlaces = new TurnsByUser({ atOnce: 1 })
  return [
    route(endpoints.search, async ({ caller, query: { partial, ...asked }, hasLeft }) => {
      // Whoever has changed something finds it so.
      const waiting = await keepUp.catchUp()
      const found = await turns.take(caller.userId, async () => {
        const asking = { ...asked, isPartial: partial === 'true' }
        // Whoever writes on asks again with each letter.
        return await search({ db: whileThere(db, hasLeft), index }, caller, asking, addresses.of(caller))
      })
      return { data: found.data, metadata: { nextCursor: found.nextCursor, waiting } }
    }),
    route(endpoints.listSearchFacets, async ({ caller, query: { q, partial }, hasLeft }) => {
      const waiting = await keepUp.catchUp()
      const data = await turnsOfFacets.take(caller.userId, () =>
        facetsOf({ db: whileThere(db, hasLeft), index }, caller, { q, isPartial: partial === 'true' }),
      )
      return { data, metadata: { waiting } }
    }),
    route(endpoints.searchAlike, async ({ caller, query, hasLeft }) => {
      const { data, look } = await turnsOfAlike.take(caller.userId, () =>
        searchAlike({ db: whileThere(db, hasLeft), index }, caller, query, addresses.of(caller)),
      )
      return { data, metadata: { look } }
    }),
    route(endpoints.searchPlaces, async ({ caller, query: { partial, ...asked }, hasLeft }) => {
      const waiting = await placesKeepUp.catchUp()
      const data = await turnsOfPlaces.take(caller.userId, () =>
        searchPlaces(whileThere(db, hasLeft), caller, { ...asked, isPartial: partial === 'true' }),
      )
      return { data, metadata: { waiting } }
    }),
  ]
}
