import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import type { SignedAddresses } from '../media/signed-addresses.ts'
import type { SearchIndex } from './index.ts'
import type { KeepUp } from './keep-up.ts'
import { search } from './search.ts'

export function searchRoutes(
  db: Database,
  { index, keepUp, addresses }: { index: SearchIndex; keepUp: KeepUp; addresses: SignedAddresses },
): Route[] {
  return [
    route(endpoints.search, async ({ caller, query: { partial, ...asked } }) => {
      // Whoever has changed something finds it so.
      const waiting = await keepUp.catchUp()
      const found = await search(
        { db, index },
        caller,
        { ...asked, isPartial: partial === 'true' },
        addresses.of(caller),
      )
      return { data: found.data, metadata: { nextCursor: found.nextCursor, waiting } }
    }),
  ]
}
