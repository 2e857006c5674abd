import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { engines } from '../../test/engines.ts'
import { startGlewlwyd } from '../../test/glewlwyd.ts'
import { runSql } from '../../test/process.ts'
import { begin, finish } from '../../test/provider-flow.ts'
import { isThere } from '../../test/proxies.ts'
import { environmentOf, startRealProvider } from '../../test/real-provider.ts'
import { cookieOf, sessionCaller, silentLog, testService, testUser } from '../../test/service.ts'
import { askAgain } from './ask-again.ts'
import { openProvider } from './open-provider.ts'

const home = 'http://dailies.example'

for (const [name, start, there, saysWhoIsGone] of [
  ['oidc-provider', startRealProvider, true, true],
  // Of somebody who is gone it answers 400 and nothing else, as a gateway in front of any provider may.
  ['glewlwyd', startGlewlwyd, isThere({ program: 'glewlwyd' }), false],
] as const) {
  for (const engine of engines) {
    describe(`${name} with ${engine}${there ? '' : ', which is not on this machine and so not tried'}`, () => {
      if (!there) return

      test('lets somebody in, is asked again, and keeps nobody in whom it has removed', async () => {
        await using stopping = new AsyncDisposableStack()
        const provider = await start(home)
        stopping.defer(() => provider.close())
        const service = await testService(engine, {
          ...environmentOf(provider, home),
          DAILIES_OIDC_ADMINISTRATORS: 'leads',
        })
        stopping.defer(() => service.close())
        const { settings } = service.place
        const parts = openProvider(service.db, {
          settings,
          secure: false,
          log: silentLog,
          signal: new AbortController().signal,
        })!
        const askNow = async () => {
          await runSql(service.place, "update provider_sessions set due_at = '2020-01-01T00:00:00.000Z'")
          await askAgain({ ...parts, db: service.db }, () => false)
        }
        await testUser(service, { role: 'administrator' })
        await provider.put({
          sub: 'ada',
          name: 'Ada',
          email: 'ada@provider.example',
          email_verified: true,
          groups: ['artists', 'leads'],
        })
        const { address, cookie } = await begin(service)
        const answer = await provider.visit(address, 'ada')
        const entered = await finish(service, cookie, answer)
        assert.equal(entered.status, 200, JSON.stringify(entered.body))
        const { email, name, role } = entered.body.data
        assert.deepEqual([email, name, role], ['ada@provider.example', 'Ada', 'administrator'])
        assert.equal((await finish(service, cookie, answer)).status, 401, 'once')

        const session = sessionCaller(service.address, cookieOf(entered))
        const isIn = async () => (await session.get(endpoints.readAccount.path)).status === 200
        const tokenNow = async () =>
          (await runSql(service.place, 'select refresh_token from provider_sessions'))[0]?.refresh_token
        const before = await tokenNow()
        await askNow()
        await askNow()
        assert.ok(await isIn())
        assert.notEqual(await tokenNow(), before, 'the token is another each time')

        await provider.remove('ada')
        await askNow()
        assert.equal(await isIn(), !saysWhoIsGone)
        const [left] = await runSql(service.place, 'select ends_at from provider_sessions')
        if (saysWhoIsGone) assert.equal(left, undefined)
        else assert.ok(Date.parse(left!.ends_at as string) < Date.now() + 31 * 60_000, 'within the hour')
      })
    })
  }
}
