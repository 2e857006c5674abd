import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { migrations } from '../db/migrate.ts'
import { up as production } from '../db/migrations/0001-production.ts'
import { up as webhooks } from '../db/migrations/0002-webhooks.ts'
import { up as access } from '../db/migrations/0003-access.ts'
import { openDatabase } from '../db/open.ts'
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

  test(`sessions of before count as begun with a second factor where none could be without, on ${engine}`, () =>
    onEmptyPlace(engine, async (place) => {
      const earlier = migrations.filter(({ version }) => version < 62)
      await (await openDatabase(place.settings, () => {}, { migrations: earlier })).close()
      const at = "'2026-11-29T00:00:00.000Z'"
      for (const id of ['app', 'nothing', 'passkey', 'provider']) {
        await runSql(
          place,
          `insert into users (id, email, name, role, created_at, updated_at)
            values ('${id}', '${id}@studio.example', '${id}', 'member', ${at}, ${at})`,
        )
        await runSql(
          place,
          `insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
            values ('of ${id}', '${id}', '${id}', ${at}, ${at}, ${at})`,
        )
      }
      await runSql(place, `insert into second_factors values ('app', 'sealed', 1, ${at})`)
      await runSql(
        place,
        `insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, created_at)
          values ('key', 'passkey', 'Key', 'id', 'key', 0, '[]', ${at})`,
      )
      await runSql(
        place,
        `insert into accounts (id, user_id, account_id, provider_id, created_at, updated_at)
          values ('linked', 'provider', 'subject', 'oidc', ${at}, ${at})`,
      )
      await runSql(
        place,
        `insert into provider_sessions (session_id, account_id, due_at, ends_at)
          values ('of provider', 'linked', ${at}, ${at})`,
      )
      await (await openDatabase(place.settings, () => {})).close()
      const rows = await runSql(place, 'select user_id, second_factor from sessions order by user_id')
      assert.deepEqual(
        rows.map(({ user_id, second_factor }) => [user_id, second_factor]),
        [
          ['app', 1],
          ['nothing', null],
          ['passkey', null],
          ['provider', 1],
        ],
      )
    }))
}
