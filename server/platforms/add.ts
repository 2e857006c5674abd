import type { CataloguePlatform, NewPlatform } from '@dailies/contract/platform.ts'
import { lockInstallation } from '../accounts/installation-queries.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { naturalOrder } from '../db/natural-order.ts'
import { invalid } from '../error.ts'
import { toColumns } from './platform.ts'
import { countPlatforms, insertPlatform } from './queries.ts'

const most = 1000

/** Adds a platform of the installation's own. Throws `invalid` when the slug is taken, or the catalogue full. */
export function addPlatform(db: Database, platform: NewPlatform): Promise<CataloguePlatform> {
  return db.transaction(async (transaction) => {
    // It holds back others who would count at the same time.
    await transaction.first(lockInstallation, {})
    const counted = await transaction.first(countPlatforms, {})
    if (counted && counted.count >= most) {
      throw invalid({}, [`The catalogue has at most ${most} platforms: remove one first`])
    }
    const id = newId()
    const row = { ...toColumns(platform), id, nameOrder: naturalOrder(platform.name), own: 1 }
    const added = await transaction.run(insertPlatform, row)
    if (added === 0) throw invalid({ slug: ['There is a platform of that slug already'] })
    transaction.changed({ kind: 'platform' })
    return { id, ...platform, own: true }
  })
}
