import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { engines } from '../../test/engines.ts'
import { ada, IdentityProvider } from '../../test/identity-provider.ts'
import { until } from '../../test/listening.ts'
import { runSql, startServe } from '../../test/process.ts'
import { begin, finish, signInBy } from '../../test/provider-flow.ts'
import { cookieOf, sessionCaller, type TestService, testService, testUser } from '../../test/service.ts'

const { path: me } = endpoints.readAccount

for (const engine of engines) {
  describe(`signing in by an identity provider on ${engine}`, () => {
    let provider: IdentityProvider
    let service: TestService

    before(async () => {
      provider = await new IdentityProvider().listen()
      service = await testService(engine, {
        ...provider.environment,
        DAILIES_OIDC_SIGN_UP: 'verified',
        DAILIES_OIDC_LINK: 'true',
        DAILIES_OIDC_SIGN_OUT: 'true',
      })
      await testUser(service, { role: 'administrator' })
    })
    after(async () => {
      await service.close()
      await provider.close()
    })
    afterEach(() => {
      provider.person = ada
      provider.lies = {}
      provider.removed.clear()
    })

    test('the installation says by which name people know it', async () => {
      const { data } = (await sessionCaller(service.address, '').get(endpoints.readInstallation.path)).body
      assert.deepEqual(data.provider, { name: 'Studio Login', passwords: 'everybody' })
    })

    test('a browser is sent to the provider with all that keeps it safe', async () => {
      const { address } = await begin(service)
      const asked = Object.fromEntries(new URL(address).searchParams)
      const { state, nonce, code_challenge, ...rest } = asked
      for (const random of [state, nonce, code_challenge]) assert.match(random!, /^[\w-]{43}$/)
      assert.deepEqual(rest, {
        client_id: 'dailies',
        response_type: 'code',
        redirect_uri: 'http://dailies.example/sign-in/provider',
        scope: 'openid profile email offline_access',
        code_challenge_method: 'S256',
      })
    })

    test('whom the provider knows gets an account of their own, and the same the next time', async () => {
      const first = await signInBy(service, provider)
      assert.equal(first.status, 200, JSON.stringify(first.body))
      const { id, email, name, role, signsIn } = first.body.data
      assert.deepEqual([email, name, role], ['ada@provider.example', 'Ada at the provider', 'member'])
      assert.deepEqual(signsIn, { password: false, provider: true })
      const session = sessionCaller(service.address, cookieOf(first))
      assert.deepEqual((await session.get(me)).body.data, first.body.data)

      // Its address is another by now: by the subject it is the same person.
      provider.person = { ...ada, email: 'ada@elsewhere.example', name: 'Another' }
      const again = await signInBy(service, provider)
      assert.deepEqual([again.status, again.body.data.id, again.body.data.email], [200, id, email])
    })

    test('tokens of the provider are kept sealed', async () => {
      assert.equal((await signInBy(service, provider)).status, 200)
      const rows = await runSql(service.place, 'select * from provider_sessions')
      assert.ok(rows.length > 0)
      for (const { refresh_token, id_token } of rows) {
        assert.match(String(refresh_token), /^v1:/)
        assert.match(String(id_token), /^v1:/)
      }
      const all = JSON.stringify([rows, await runSql(service.place, 'select * from accounts')])
      for (const secret of provider.secrets) assert.ok(!all.includes(secret))
    })

    test('somebody with an account is known by a verified address, and their password still counts', async () => {
      const user = await testUser(service)
      provider.person = { ...ada, sub: 'known', email: user.email.toUpperCase() }
      const { status, body } = await signInBy(service, provider)
      assert.deepEqual([status, body.data?.id], [200, user.id])
      assert.deepEqual(body.data.signsIn, { password: true, provider: true })
    })

    test('signing out leads to the provider, with what it needs to sign out there', async () => {
      const session = sessionCaller(service.address, cookieOf(await signInBy(service, provider)))
      const { body } = await session.send('POST', endpoints.signOut.path, {})
      const address = new URL(body.data.provider)
      assert.equal(`${address.origin}${address.pathname}`, `${provider.issuer}/end`)
      assert.equal(address.searchParams.get('post_logout_redirect_uri'), 'http://dailies.example/sign-in')
      assert.match(address.searchParams.get('id_token_hint')!, /^[\w-]+\.[\w-]+\.[\w-]+$/)
      assert.equal((await session.get(me)).status, 401)
    })

    test('who signs out has what their session was asked for by taken back there, and waits for nobody', async () => {
      provider.revoked.length = 0
      const enter = async () => sessionCaller(service.address, cookieOf(await signInBy(service, provider)))
      const [first, second, third] = [await enter(), await enter(), await enter()]
      assert.equal((await first.send('POST', endpoints.signOut.path, {})).status, 200)
      await until('one is taken back', () => provider.revoked.length > 0)
      assert.equal(provider.revoked.length, 1)
      assert.ok(provider.secrets.includes(provider.revoked[0]!))

      let asked = 0
      const silent: ServerResponse[] = []
      provider.lies = {
        at: {
          revoke: (_, response) => {
            asked += 1
            silent.push(response)
          },
        },
      }
      const { status, body } = await second.send('POST', endpoints.signOut.path, { everywhere: true })
      assert.equal(status, 200)
      assert.ok(body.data.ended >= 2)
      assert.equal((await third.get(me)).status, 401)
      await until('it is asked for all', () => asked === body.data.ended)
      for (const response of silent) response.writeHead(503).end()
    })

    test('the log says of whom nothing is said of groups, where these decide', async () => {
      const person = { ...ada, sub: 'ungrouped', email: 'un@provider.example' }
      provider.person = { ...person, groups: undefined }
      const serve = await startServe({
        ...service.place.environment,
        DAILIES_OIDC_ADMINISTRATORS: 'admins',
        DAILIES_LOG_LEVEL: 'info',
      })
      let id: string
      try {
        const { status, body } = await signInBy(serve, provider)
        assert.equal(status, 200)
        id = body.data.id
        provider.person = { ...person, groups: [] }
        assert.equal((await signInBy(serve, provider)).status, 200)
      } finally {
        await serve.kill('SIGTERM')
      }
      const said = serve.lines.filter((line) => line.includes('said nothing of groups'))
      assert.deepEqual(
        said.map((line) => JSON.parse(line).user),
        [id],
      )
    })

    test('an answer can be used once', async () => {
      const { address, cookie } = await begin(service)
      const answer = provider.authorize(address).toString()
      const both = await Promise.all([finish(service, cookie, answer), finish(service, cookie, answer)])
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
    })

    test('who is disabled is kept out by the provider as well', async () => {
      const { id } = (await signInBy(service, provider)).body.data
      await runSql(service.place, `update users set disabled_at = created_at where id = '${id}'`)
      const { status, body } = await signInBy(service, provider)
      assert.equal(status, 401)
      assert.match(body.error, /disabled/)
      await runSql(service.place, `update users set disabled_at = null where id = '${id}'`)
    })
  })
}
