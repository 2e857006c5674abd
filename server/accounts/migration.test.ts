import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { up as production } from '../db/migrations/0001-production.ts'
import { up as webhooks } from '../db/migrations/0002-webhooks.ts'
import { up as access } from '../db/migrations/0003-access.ts'
import { startService } from '../main.ts'
import { engines } from '../test/engines.ts'
import { onEmptyPlace, runSql } from '../test/process.ts'
import { signIn, silentLog } from '../test/service.ts'

/** Of "an old password", as `dailies user create` wrote it up to version 0.1. */
const hash =
  '5de65bf2b3d21cc41d3c6cc506d36bfe:dfe45e1a46b487b3d539115336097b78' +
  'bf1bcf5e2b53c0e49c2980111f4cb80a37822e18600798019e6bb822615a9af6b804f1d1ef521f2529ea74ce9d26fd02'

for (const engine of engines) {
  test(`users of version 0.1 sign in with their passwords, the eldest as administrator, on ${engine}`, () =>
    onEmptyPlace(engine, async (place) => {
      const earlier = [production, webhooks, access]
      for (const sql of earlier.flatMap((up) => up(engine))) await runSql(place, sql)
      await runSql(
        place,
        'create table migrations (version integer primary key, name text not null, applied_at text not null)',
      )
      for (const version of [1, 2, 3]) {
        await runSql(place, `insert into migrations values (${version}, 'earlier', '')`)
      }
      for (const [id, day] of Object.entries({ b: '02', a: '01', c: '03' })) {
        const at = `2026-01-${day}T00:00:00.000Z`
        await runSql(
          place,
          `insert into users (id, email, name, password_hash, created_at, updated_at)
            values ('${id}', '${id}@studio.example', 'User ${id}', '${hash}', '${at}', '${at}')`,
        )
      }

      const service = await startService(place.settings, silentLog)
      try {
        assert.equal(await service.offerSetUp(), undefined)
        for (const [id, role] of Object.entries({ a: 'administrator', b: 'member', c: 'member' })) {
          const session = await signIn(service, { email: `${id}@studio.example` }, 'an old password')
          const { data } = (await session.get(endpoints.readAccount.path)).body
          assert.deepEqual([data.id, data.name, data.role], [id, `User ${id}`, role])
        }
        const columns = Object.keys((await runSql(place, 'select * from users limit 1'))[0]!)
        assert.ok(!columns.includes('password_hash'))
      } finally {
        await service.close()
      }
    }))
}
