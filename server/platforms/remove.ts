import type { CataloguePlatform } from '@dailies/contract/platform.ts'
import type { Database } from '../db/database.ts'
import { invalid, notFound } from '../error.ts'
import { syncBuiltInCatalogue } from './catalogue.ts'
import { toPlatform } from './platform.ts'
import { deleteOwnPlatform, findPlatform } from './queries.ts'

/**
 * Removes a platform of the installation's own, and brings back the one of the catalogue that it replaced, if it did.
 * Throws `not_found`, and `invalid` for one of the catalogue itself.
 */
export async function removePlatform(db: Database, id: string): Promise<CataloguePlatform> {
  const removed = await db.transaction(async (transaction) => {
    const found = await transaction.first(findPlatform, { id })
    if (!found) throw notFound('Platform')
    if (found.own === 0) throw invalid({ id: ['Is part of the catalogue that comes along'] })
    const deleted = await transaction.run(deleteOwnPlatform, { id })
    if (deleted === 0) throw notFound('Platform')
    transaction.changed({ kind: 'platform' })
    return toPlatform(found)
  })
  await syncBuiltInCatalogue(db)
  return removed
}
