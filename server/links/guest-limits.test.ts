import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { engines, type Place, preparedPlace } from '../test/engines.ts'
import { GuestLimits } from './guest-limits.ts'

const tooMany = { code: 'too_many_requests' }

for (const engine of engines) {
  describe(`how often guests may do what on ${engine}`, { concurrency: 1 }, () => {
    let place: Place
    let db: Database
    let limits: GuestLimits

    before(async () => {
      place = await preparedPlace(engine)
      db = await openDatabase(place.settings, () => {})
      limits = new GuestLimits(db.rateLimitClient)
    })
    after(async () => {
      await db.close()
      await place.remove()
    })

    /** How many of so many at once were let through. */
    async function passed(times: number, count: (index: number) => Promise<void>): Promise<number> {
      const all = await Promise.allSettled(Array.from({ length: times }, (_, index) => count(index)))
      for (const one of all)
        if (one.status === 'rejected') await assert.rejects(Promise.reject(one.reason), tooMany)
      return all.filter(({ status }) => status === 'fulfilled').length
    }

    test('all guests of a link write three hundred things a minute, each thirty, and those of others go on', async () => {
      const [linkId, guestId] = [randomUUID(), randomUUID()]
      assert.equal(await passed(40, () => limits.countWrite({ linkId, guestId })), 30)
      const others = await passed(300, (index) =>
        limits.countWrite({ linkId, guestId: `${guestId} ${index % 15}` }),
      )
      assert.equal(others, 270)
      await limits.countWrite({ linkId: randomUUID(), guestId: randomUUID() })
    })

    test('a guest asks three thousand things a minute of a node', async () => {
      assert.equal(await passed(3010, () => limits.countRequest('one')), 3000)
      await limits.countRequest('another')
    })

    test('a right password takes back what it counted, and no address helps another', async () => {
      const linkId = randomUUID()
      const from = (address: string) => ({ linkId, address })
      assert.equal(await passed(12, () => limits.countPassword(from('203.0.113.1'))), 10)
      await limits.countPassword(from('203.0.113.2'))
      await limits.forgetPassword(from('203.0.113.1'))
      await limits.countPassword(from('203.0.113.1'))
    })
  })
}
