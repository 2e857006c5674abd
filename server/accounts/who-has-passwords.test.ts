import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { engines } from '../test/engines.ts'
import { IdentityProvider } from '../test/identity-provider.ts'
import { signInBy } from '../test/provider-flow.ts'
import {
  cookieOf,
  openCaller,
  sessionCaller,
  signIn,
  type TestService,
  testPassword,
  testService,
  testUser,
} from '../test/service.ts'
import { setPassword } from './change-password.ts'
import { invite } from './invite.ts'

for (const engine of engines) {
  describe(`passwords beside an identity provider, on ${engine}`, () => {
    let provider: IdentityProvider
    before(async () => {
      provider = await new IdentityProvider().listen()
    })
    after(() => provider.close())

    const password = ({ address }: TestService, email: string, given = testPassword) =>
      openCaller(address).send('POST', endpoints.signIn.path, { email, password: given })

    test('kept for administrators, they let nobody else in, who is told where to go', async () => {
      const service = await testService(engine, {
        ...provider.environment,
        DAILIES_PASSWORDS: 'administrators',
        DAILIES_OIDC_SIGN_UP: 'verified',
      })
      try {
        const [administrator, member] = [
          await testUser(service, { role: 'administrator' }),
          await testUser(service),
        ]
        const session = await signIn(service, administrator)
        const refused = await password(service, member.email)
        assert.deepEqual(
          [refused.status, refused.body.error, refused.headers.getSetCookie()],
          [401, 'Only administrators sign in by a password here: use Studio Login', []],
        )
        const wrong = await password(service, member.email, 'another horse')
        assert.equal(wrong.body.error, 'Wrong email or password', 'nothing is told to who does not know it')

        const inviteOne = (role: string) => session.send('POST', endpoints.createInvitation.path, { role })
        assert.deepEqual(
          [(await inviteOne('member')).status, (await inviteOne('administrator')).status],
          [403, 201],
        )

        const { id, email } = (await signInBy(service, provider)).body.data
        await setPassword(service.db, email, 'an emergency')
        assert.equal((await password(service, email, 'an emergency')).status, 401)
        await session.send('PATCH', `/api/users/${id}`, { role: 'administrator' })
        assert.equal(
          (await password(service, email, 'an emergency')).status,
          200,
          'one that was set on the machine',
        )

        const own = async (caller: typeof session) => (await caller.get(endpoints.readAccount.path)).body.data
        const before = await signInBy(service, provider)
        const other = sessionCaller(service.address, cookieOf(before))
        assert.deepEqual((await own(other)).signsIn, { password: true, provider: true })
        await session.send('PATCH', `/api/users/${id}`, { role: 'member' })
        assert.deepEqual((await own(other)).signsIn, { password: false, provider: true }, 'it counts no more')
      } finally {
        await service.close()
      }
    })

    test('an invitation of the days before tells that it makes no account any more', async () => {
      const service = await testService(engine, {
        ...provider.environment,
        DAILIES_PASSWORDS: 'administrators',
      })
      try {
        const inviter = await testUser(service, { role: 'administrator' })
        const check = async (role: 'administrator' | 'member') => {
          const invited = { email: null, role, projects: [] }
          const { link } = await invite(service.db, inviter.id, invited, { mails: false })
          const secret = link.split('#')[1]
          const caller = openCaller(service.address)
          const { status, body } = await caller.send('POST', endpoints.checkInvitation.path, { secret })
          return [status, body.error]
        }
        assert.deepEqual(await check('administrator'), [200, undefined])
        assert.deepEqual(await check('member'), [
          403,
          'Only administrators sign in by a password here: use Studio Login',
        ])
      } finally {
        await service.close()
      }
    })

    test('switched off, nobody signs in by them, nor is the first user made by one', async () => {
      const service = await testService(engine, {
        ...provider.environment,
        DAILIES_PASSWORDS: 'nobody',
        DAILIES_OIDC_SIGN_UP: 'verified',
        DAILIES_OIDC_ADMINISTRATORS: 'artists',
      })
      try {
        const user = { email: 'x@studio.example', name: 'X', password: testPassword, secret: 'x' }
        for (const [path, body] of [
          [endpoints.setUp.path, user],
          [endpoints.signIn.path, user],
        ] as const) {
          const { status, body: answer } = await openCaller(service.address).send('POST', path, body)
          assert.deepEqual(
            [status, answer.error],
            [403, 'Nobody signs in by a password here: use Studio Login'],
          )
        }
        provider.person = { ...provider.person, groups: [] }
        assert.equal(
          (await signInBy(service, provider)).status,
          401,
          'nobody in particular becomes the first',
        )
        provider.person = { ...provider.person, groups: ['artists'] }
        const first = await signInBy(service, provider)
        assert.equal(first.body.data.role, 'administrator')
        const session = sessionCaller(service.address, cookieOf(first))
        assert.equal((await session.send('POST', endpoints.createInvitation.path, {})).status, 403)
      } finally {
        await service.close()
      }
    })

    test('where no provider is set nothing is said of one, and there is none to go to', async () => {
      const service = await testService(engine)
      try {
        const session = await signIn(service, await testUser(service))
        const state = (await session.get(endpoints.readInstallation.path)).body.data
        assert.deepEqual(Object.keys(state), ['setUp', 'version', 'mail', 'signs', 'passkeys'])
        const account = (await session.get(endpoints.readAccount.path)).body.data
        assert.deepEqual(Object.keys(account), [
          ...['id', 'email', 'name', 'role', 'createdAt', 'disabledAt', 'secondFactorAt', 'passkeys'],
        ])
        for (const [path, body] of [
          [endpoints.beginProviderSignIn.path, undefined],
          [endpoints.finishProviderSignIn.path, { answer: 'x' }],
        ] as const) {
          const { status, body: answer } = await session.send('POST', path, body)
          assert.deepEqual([status, answer], [404, { error: 'Sign-in provider not found' }])
        }
        const signedOut = await session.send('POST', endpoints.signOut.path, {})
        assert.deepEqual(signedOut.body.data, { ended: 1 })
      } finally {
        await service.close()
      }
    })
  })
}
