import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '@dailies/contract/account.ts'
import { type Endpoint, takesSession, takesToken } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { everyPermission } from '@dailies/contract/permission.ts'
import { lockInstallation } from '../accounts/installation-queries.ts'
import { setRole } from '../accounts/queries.ts'
import { deleteSessionsOfUser } from '../accounts/session-queries.ts'
import { isoNow } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import { trustedMilliseconds } from '../http/let-in.ts'
import { setRevoked, updateToken } from '../tokens/queries.ts'
import { TestAuthenticator } from './authenticator.ts'
import { engines } from './engines.ts'
import { holding } from './held-request.ts'
import { ask, idRows } from './id-rows.ts'
import { everythingOf, type Property, propertyOf, sendsNothing } from './property.ts'
import {
  type AnyCaller,
  callerWith,
  sessionCaller,
  signIn,
  type TestService,
  type TestUser,
  testPassword,
  testService,
  testUser,
} from './service.ts'

type Name = keyof typeof endpoints

const names = (Object.keys(endpoints) as Name[]).filter((name) => {
  const { method, open }: Endpoint = endpoints[name]
  return method !== 'GET' && !open
})
/** What has no body is answered when its head is there. */
const withBody = names.filter((name) => 'body' in endpoints[name] || 'uploads' in endpoints[name])
const ofTokens = (name: Name) => takesToken(endpoints[name])
const ofSessions = (name: Name) => takesSession(endpoints[name])
const ofAdministrators = (name: Name) => 'administrators' in endpoints[name]
/** What decides who may what. */
const ofRights = names.filter((name) => ['Tokens', 'Users', 'Account'].includes(endpoints[name].tag))

interface Things extends Property {
  /** Of a user of whom nothing else is asked. */
  otherUserId: string
  invitationId: string
  sessionId: string
}

/** Good requests to the endpoints that `idRows` has none for. */
const further: Partial<Record<Name, (own: Things) => { path?: string; body?: object }>> = {
  createProject: () => ({ body: { name: randomUUID() } }),
  importWorkspace: () => ({ body: { workspace: { projects: [] } } }),
  addPlatform: () => ({ body: { slug: randomUUID(), name: 'Our rig' } }),
  ingestBatch: ({ capture }) => ({ body: { captures: [capture] } }),
  readNotices: () => ({ body: {} }),
  updateNoticeSetting: () => ({ body: { kind: 'asset.selected', mail: 'off' } }),
  signOut: () => ({ body: {} }),
  updateAccount: () => ({ body: { name: 'Ada' } }),
  changePassword: () => ({ body: { currentPassword: testPassword, newPassword: testPassword } }),
  beginSecondFactor: () => ({ body: { currentPassword: testPassword } }),
  setUpSecondFactor: () => ({ body: { code: '000000' } }),
  renewRecoveryCodes: () => ({ body: { currentPassword: testPassword } }),
  turnOffSecondFactor: () => ({ body: { currentPassword: testPassword } }),
  beginPasskey: () => ({ body: { currentPassword: testPassword } }),
  createPasskey: () => ({
    body: { name: 'Laptop', response: new TestAuthenticator('http://localhost').create(noOptions) },
  }),
  updatePasskey: ({ sessionId }) => ({ path: `/api/account/passkeys/${sessionId}`, body: { name: 'Key' } }),
  deletePasskey: ({ sessionId }) => ({ path: `/api/account/passkeys/${sessionId}` }),
  endSession: ({ sessionId }) => ({ path: `/api/account/sessions/${sessionId}` }),
  updateUser: ({ otherUserId }) => ({
    path: `/api/users/${otherUserId}`,
    body: { role: 'administrator' },
  }),
  signOutUser: ({ otherUserId }) => ({ path: `/api/users/${otherUserId}/sign-out` }),
  resetSecondFactor: ({ otherUserId }) => ({ path: `/api/users/${otherUserId}/second-factor` }),
  removeUser: ({ otherUserId }) => ({ path: `/api/users/${otherUserId}` }),
  setMediaQuota: ({ projectId }) => ({ path: `/api/storage/projects/${projectId}`, body: { bytes: null } }),
  createInvitation: () => ({ body: {} }),
  purgeDeletedProjects: () => ({ body: {} }),
  // No picture, which is an answer as well.
  readLook: () => ({ body: {} }),
  revokeInvitation: ({ invitationId }) => ({ path: `/api/invitations/${invitationId}` }),
}

/** Those take a code of an app, or a passkey, or that there is one: refused by the rule itself, which has tests of its own. */
const refused: Partial<Record<Name, number>> = {
  setUpSecondFactor: 400,
  renewRecoveryCodes: 400,
  createPasskey: 400,
  updatePasskey: 404,
}
const noOptions = { options: { challenge: 'none', user: { id: 'none' }, rp: { id: 'localhost' } } }

async function askGood(caller: AnyCaller, name: Name, own: Things): Promise<unknown> {
  const { method, path }: Endpoint = endpoints[name]
  const request = further[name]?.(own)
  if (request) return caller.send(method, request.path ?? path, request.body)
  const row = idRows.find(({ endpoint }) => endpoint === name)
  assert.ok(row, name)
  return ask(caller, row, { id: own[row.refersTo], own })
}

/** As a change of role does it. */
async function giveRole(transaction: Transaction, id: string, role: Role): Promise<void> {
  await transaction.first(lockInstallation, {})
  await transaction.run(setRole, { id, role, now: isoNow() })
}

function all<T>(of: Name[], value: T): Record<string, T> {
  return Object.fromEntries(of.map((name) => [name, value]))
}

for (const engine of engines) {
  describe(`a right that ends while a request is under way, on ${engine}`, () => {
    let service: TestService
    /** The first there is, and so an administrator. */
    let user: TestUser
    let own: Things

    before(async () => {
      // Browsers have passkeys for it.
      service = await testService(engine, { ...sendsNothing, DAILIES_PUBLIC_URL: 'http://localhost:8787' })
      user = await testUser(service)
      const other = await testUser(service)
      const film = await propertyOf(service, user, { name: 'Own', sceneId: '77' })
      const console = sessionCaller(service.address, await newSession())
      const invitation = (await console.send('POST', '/api/invitations', {})).body.data
      const [session] = (await console.get('/api/account/sessions')).body.data
      own = { ...film, otherUserId: other.id, invitationId: invitation.id, sessionId: session.id }
    })
    after(() => service.close())

    /** The cookie of another one of the user's. */
    async function newSession(): Promise<string> {
      return (await signIn(service, user)).cookie
    }

    const sending = (token: string) => ({ authorization: `Bearer ${token}` })
    const browsing = (cookie: string) => ({ cookie, 'sec-fetch-site': 'same-origin' })

    /** A token of the user's that may do all, and its id. */
    async function wholeToken(): Promise<{ id: string; token: string }> {
      return (await user.send('POST', '/api/tokens', { name: 'held' })).body.data
    }

    /** The statuses of requests of which the last byte is held back until a right is taken away. */
    async function outrun(
      of: Name[],
      headers: Record<string, string>,
      take: () => Promise<unknown>,
    ): Promise<Record<string, number>> {
      const { caller, held } = holding(service.address, headers)
      for (const name of of) await askGood(caller, name, own)
      await Promise.all(held.map(({ letIn }) => letIn))
      // From then on the body is late, by every clock.
      await sleep(2 * trustedMilliseconds)
      await take()
      const before = await everythingOf(service.db, user.id)
      for (const request of held) request.finish()
      const statuses = await Promise.all(held.map(({ status }) => status))
      assert.deepEqual(await everythingOf(service.db, user.id), before, 'nothing is changed')
      return Object.fromEntries(of.map((name, index) => [name, statuses[index]!]))
    }

    test('held back and finished, every request with a body is a success', async () => {
      const cookie = await newSession()
      const statuses: Record<string, number> = {}
      // The last is what ends the session.
      for (const name of [...withBody.filter((one) => one !== 'signOut'), 'signOut'] as const) {
        const headers = ofTokens(name) ? sending(user.token) : browsing(cookie)
        const { caller, held } = holding(service.address, headers)
        await askGood(caller, name, own)
        held[0]!.finish()
        statuses[name] = await held[0]!.status
      }
      for (const name of withBody) {
        const { status }: Endpoint = endpoints[name]
        assert.equal(statuses[name], refused[name] ?? status ?? 200, name)
      }
    })

    test('a token that is revoked while the body is held back does nothing', async () => {
      const { id, token } = await wholeToken()
      const of = withBody.filter(ofTokens)
      const take = () => user.send('DELETE', `/api/tokens/${id}`, undefined)
      assert.deepEqual(await outrun(of, sending(token), take), all(of, 401))
    })

    test('a token that is narrowed while the body is held back does only what is left to it', async () => {
      const { id, token } = await wholeToken()
      const of = withBody.filter(ofTokens)
      const take = () => user.send('PATCH', `/api/tokens/${id}`, { permissions: ['read'] })
      // It asks what was captured, or says what it looks at, which takes no more than reading.
      const reads = { findCaptured: 200, findKept: 200, bePresent: 200, joinReview: 200 }
      const expected = { ...all(of, 403), ...reads }
      assert.deepEqual(await outrun(of, sending(token), take), expected)
    })

    test('a token that is limited to other projects while a capture is held back does not file it', async () => {
      const { id, token } = await wholeToken()
      const take = () => user.send('PATCH', `/api/tokens/${id}`, { projectIds: [own.emptyProjectId] })
      assert.deepEqual(await outrun(['ingest'], sending(token), take), { ingest: 404 })
    })

    test('a session that is signed out while the body is held back does nothing', async () => {
      const cookie = await newSession()
      const of = withBody.filter(ofSessions)
      const console = sessionCaller(service.address, cookie)
      const take = () => console.send('POST', '/api/account/sign-out', {})
      assert.deepEqual(await outrun(of, browsing(cookie), take), all(of, 401))
    })

    test('an administrator who is made a member while the body is held back administers nothing', async () => {
      const cookie = await newSession()
      const of = withBody.filter(ofAdministrators)
      assert.notEqual(of.length, 0)
      const change = (role: Role) =>
        service.db.transaction((transaction) => giveRole(transaction, user.id, role))
      assert.deepEqual(await outrun(of, browsing(cookie), () => change('member')), all(of, 403))
      await change('administrator')
    })

    /**
     * The statuses of whole requests that arrive while a right is being taken away: it counts as soon as that is
     * committed, however little later.
     */
    async function overtaken(
      of: Name[],
      caller: AnyCaller,
      take: (transaction: Transaction) => Promise<unknown>,
    ): Promise<Record<string, number>> {
      const answers = await service.db.transaction(async (transaction) => {
        await take(transaction)
        const asked = of.map((name) => askGood(caller, name, own) as ReturnType<AnyCaller['get']>)
        // Those that would not wait for the end of this are answered by then.
        await Promise.race([Promise.all(asked), sleep(500)])
        return { asked }
      })
      const statuses = (await Promise.all(answers.asked)).map(({ status }) => status)
      return Object.fromEntries(of.map((name, index) => [name, statuses[index]!]))
    }

    test('whatever manages tokens waits for the revocation that is under way, and is refused', async () => {
      const { id, token } = await wholeToken()
      const of = ofRights.filter(ofTokens)
      const take = (transaction: Transaction) => transaction.run(setRevoked, { id, now: isoNow() })
      const before = await everythingOf(service.db, own.tokenId)
      const caller = callerWith(service.address, token)
      assert.deepEqual(await overtaken(of, caller, take), all(of, 401))
      assert.deepEqual(await everythingOf(service.db, own.tokenId), before)
    })

    test('whatever manages tokens waits for the narrowing that is under way, and is refused', async () => {
      const { id, token } = await wholeToken()
      const of = ofRights.filter(ofTokens)
      const narrow = { id, name: 'held', projectIds: null, ratePerMinute: null, ratePerHour: null }
      for (const permissions of [['read'], everyPermission.filter((one) => one !== 'webhooks')]) {
        const columns = { ...narrow, permissions: JSON.stringify(permissions) }
        const take = (transaction: Transaction) => transaction.run(updateToken, columns)
        const caller = callerWith(service.address, token)
        assert.deepEqual(await overtaken(of, caller, take), all(of, 403))
        await user.send('PATCH', `/api/tokens/${id}`, { permissions: everyPermission })
      }
    })

    test('whatever is about tokens, users and accounts waits for the end of its session, and is refused', async () => {
      const cookie = await newSession()
      const of = ofRights.filter(ofSessions)
      const take = (transaction: Transaction) => transaction.run(deleteSessionsOfUser, { userId: user.id })
      const caller = sessionCaller(service.address, cookie)
      assert.deepEqual(await overtaken(of, caller, take), all(of, 401))
    })

    test('whatever administers waits for the change of role that is under way, and is refused', async () => {
      const cookie = await newSession()
      const of = ofRights.filter(ofAdministrators)
      const take = (transaction: Transaction) => giveRole(transaction, user.id, 'member')
      const caller = sessionCaller(service.address, cookie)
      assert.deepEqual(await overtaken(of, caller, take), all(of, 403))
    })

    test('who may nothing is refused by the head alone, before the body is there', async () => {
      const of = withBody.filter(ofTokens)
      const { caller, held } = holding(service.address, sending('svc_none'))
      for (const name of of) await askGood(caller, name, own)
      const statuses = await Promise.all(held.map(({ status }) => status))
      assert.deepEqual(new Set(statuses), new Set([401]))
    })
  })
}
