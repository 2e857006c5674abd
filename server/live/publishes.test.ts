import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { LiveKind } from '@dailies/contract/live.ts'
import { mailedSecret } from '../mail/mailed-link.ts'
import { TestAuthenticator } from '../test/authenticator.ts'
import { engines } from '../test/engines.ts'
import { guestOf, madeLink } from '../test/guests.ts'
import { ask, idRows } from '../test/id-rows.ts'
import { type Listener, listening } from '../test/listening.ts'
import {
  deletedProject,
  deletedVersion,
  type Property,
  propertyOf,
  sendsNothing,
  toEnd,
} from '../test/property.ts'
import { codeOf, halfSignedIn, secondFactorFor, timePasses } from '../test/second-factor.ts'
import {
  type Answer,
  type AnyCaller,
  cookieOf,
  openCaller,
  type SessionTestCaller,
  sessionCaller,
  signIn,
  type TestService,
  type TestUser,
  testPassword,
  testService,
  testUser,
} from '../test/service.ts'

type Name = keyof typeof endpoints

/** So that passkeys work there; no request of the test says where it comes from. */
const origin = 'http://localhost:8787'

/** What changes nothing that anybody looks at. */
const silent: Partial<Record<Name, string>> = {
  findCaptured: 'a question, whose ids are too long for an address',
  findKept: 'likewise',
  readLook: 'likewise, with a picture',
  checkInvitation: 'a question, whose secret is to be in no log',
  joinReview: 'is told when somebody comes or goes, of which there are tests of its own',
  showInReview: 'likewise, to those who take part',
  bePresent: 'is told to who is signed in, of which there is a test of its own',
  forgotPassword: 'a question to the mail server',
  checkPasswordLink: 'a question, as that of invitations',
  checkLink: 'likewise',
  attachFile: 'is of its sender alone until a comment has it',
  setMediaQuota: 'is of no page that is open: who sets it asks again',
  beginProviderSignIn: 'is of nobody yet',
  beginSecondFactor: 'counts for nothing yet',
  beginPasskey: 'likewise',
  beginPasskeySignIn: 'is of nobody yet',
  renewRecoveryCodes: 'is read anew by whoever made them',
  finishProviderSignIn: 'takes an identity provider, which has tests of its own',
  setUp: 'makes the first user: nobody is there to listen',
}

const changing = (Object.keys(endpoints) as Name[]).filter(
  (name) => endpoints[name].method !== 'GET' && !(name in silent),
)

/** Of whom a change is heard: of the other members of the project, of oneself, or of administrators. */
const kinds: Record<Endpoint['tag'], { by: 'member' | 'self'; kinds: LiveKind[] }> = {
  Extension: { by: 'member', kinds: ['asset'] },
  Assets: { by: 'member', kinds: ['asset', 'rightsDefault'] },
  Media: { by: 'member', kinds: ['asset'] },
  Review: { by: 'member', kinds: ['comment', 'project', 'playlist'] },
  'Review sessions': { by: 'member', kinds: ['review'] },
  Production: { by: 'member', kinds: ['project', 'scene', 'character', 'export', 'everything'] },
  Members: { by: 'member', kinds: ['member'] },
  'Prompt packages': { by: 'member', kinds: ['promptPackage'] },
  Preferences: { by: 'self', kinds: ['account', 'platform'] },
  Inbox: { by: 'self', kinds: ['inbox', 'account'] },
  Reports: { by: 'member', kinds: [] },
  Events: { by: 'self', kinds: [] },
  Webhooks: { by: 'self', kinds: ['webhook'] },
  Tokens: { by: 'self', kinds: ['token'] },
  Account: { by: 'self', kinds: ['account', 'user'] },
  Users: { by: 'self', kinds: ['user', 'account'] },
  Doctor: { by: 'self', kinds: [] },
  Links: { by: 'member', kinds: ['project'] },
  Guests: { by: 'member', kinds: ['project', 'comment'] },
}
const others: Partial<Record<Name, { by: 'member' | 'self'; kinds: LiveKind[] }>> = {
  createProject: { by: 'self', kinds: ['memberships'] },
  createSavedSearch: { by: 'member', kinds: ['savedSearch'] },
  updateSavedSearch: { by: 'member', kinds: ['savedSearch'] },
  deleteSavedSearch: { by: 'member', kinds: ['savedSearch'] },
  pinSavedSearch: { by: 'self', kinds: ['savedSearch'] },
  unpinSavedSearch: { by: 'self', kinds: ['savedSearch'] },
  seeSavedSearch: { by: 'self', kinds: ['savedSearch'] },
  setTagColor: { by: 'member', kinds: ['project'] },
  changeTags: { by: 'member', kinds: ['project'] },
  setMyMark: { by: 'self', kinds: ['mark'] },
  setFilmMark: { by: 'member', kinds: ['mark'] },
  deleteProject: { by: 'member', kinds: ['memberships'] },
  restoreProject: { by: 'self', kinds: ['memberships'] },
  purgeDeletedProjects: { by: 'member', kinds: ['memberships'] },
  updateProfile: { by: 'self', kinds: ['account'] },
  signOutUser: { by: 'member', kinds: ['account'] },
  finishSignIn: { by: 'member', kinds: ['account'] },
  finishPasskeySignIn: { by: 'self', kinds: ['account'] },
  resetSecondFactor: { by: 'member', kinds: ['account', 'user'] },
  setForgottenPassword: { by: 'member', kinds: ['account'] },
}

for (const engine of engines) {
  describe(`every request that changes something is told of, on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let member: TestUser
    let newcomer: TestUser
    let own: Property
    let session: SessionTestCaller
    /** Of a project by whose changes the test knows that all before them is heard. */
    let markId: string
    const listeners = {} as Record<'member' | 'self', Listener>

    before(async () => {
      service = await testService(engine, { ...sendsNothing, DAILIES_PUBLIC_URL: origin })
      // The first user is an administrator.
      owner = await testUser(service)
      member = await testUser(service)
      newcomer = await testUser(service)
      own = await propertyOf(service, owner, { name: 'Own', sceneId: '77' })
      for (const id of [own.projectId, own.emptyProjectId, ...own.spareProjectIds]) await join(id, member)
      await owner.send('POST', `/api/projects/${own.deletedProjectId}/restore`, undefined)
      await join(own.deletedProjectId, member, 'owner')
      await deletedProject(owner, own.deletedProjectId)
      markId = (await owner.send('POST', '/api/projects', { name: 'Mark' })).body.data.id
      await join(markId, member)
      session = await signIn(service, owner)
      const cookie = (of: SessionTestCaller) => ({ cookie: of.cookie })
      listeners.self = await listening(service.address, cookie(session))
      listeners.member = await listening(service.address, { authorization: `Bearer ${member.token}` })
    })
    after(async () => {
      for (const { leave } of Object.values(listeners)) leave()
      await service.close()
    })

    async function join(projectId: string, { id: userId }: TestUser, role = 'viewer') {
      const path = `/api/projects/${projectId}/members`
      await owner.send('POST', path, { userId, role })
    }

    const people = () => `/api/projects/${own.projectId}/members`
    const invited = async () => {
      const { body } = await session.send('POST', '/api/invitations', {})
      return { id: body.data.id as string, secret: body.data.link.split('#')[1] as string }
    }
    const someone = async () => (await testUser(service)).id
    const captured = async () => {
      const capture = { ...own.capture, outputUrl: 'https://media.example/1.png' }
      return (await owner.ingest(capture)).body.asset.id as string
    }

    const begunPasskey = async () => {
      const body = { currentPassword: testPassword }
      return (await session.send('POST', endpoints.beginPasskey.path, body)).body.data
    }
    const addedPasskey = async (authenticator = new TestAuthenticator(origin)) => {
      const body = { name: 'Laptop', response: authenticator.create(await begunPasskey()) }
      return (await session.send('POST', endpoints.createPasskey.path, body)).body.data.id as string
    }

    const asGuest = async (what: string, body: object) => {
      const rights = { mayComment: true, mayGiveVerdict: true }
      const shows = { shows: 'scene', sceneDbId: own.sceneDbId }
      const link = await madeLink(owner, own.projectId, { ...rights, ...shows })
      const path = `/api/links/${link.id}/takes/${own.versionId}/${what}`
      return { path, body, caller: await guestOf(service, link) }
    }

    /** Good requests to the endpoints that `idRows` has none for. */
    const further: Partial<
      Record<
        Name,
        () => Promise<{ path?: string; body?: object; as?: 'nobody' | 'another'; caller?: AnyCaller }>
      >
    > = {
      createProject: async () => ({ body: { name: randomUUID() } }),
      importWorkspace: async () => ({
        body: { workspace: { projects: [{ name: 'Own', scenes: [{ sceneId: randomUUID() }] }] } },
      }),
      addPlatform: async () => ({ body: { slug: randomUUID(), name: 'Our rig' } }),
      removePlatform: async () => {
        const { body } = await session.send('POST', '/api/platforms', { slug: randomUUID(), name: 'Rig' })
        return { path: `/api/platforms/${body.data.id}` }
      },
      leadReview: async () => ({ path: `/api/reviews/${own.reviewId}/lead`, body: { page: randomUUID() } }),
      readNotices: async () => ({ body: {} }),
      updateNoticeSetting: async () => ({ body: { kind: 'asset.selected', mail: 'off' } }),
      updateToken: async () => ({ path: `/api/tokens/${own.tokenId}`, body: { name: randomUUID() } }),
      uploadMedia: async () => ({ path: `/api/assets/${await captured()}/media`, body: { a: 'file' } }),
      purgeTrash: async () => ({
        path: `/api/projects/${own.projectId}/trash/purge`,
        body: { ids: [await deletedVersion(owner, own)] },
      }),
      purgeDeletedProjects: async () => ({
        body: { ids: [await deletedProject(owner, own.deletedProjectId)] },
      }),
      keepMedia: async () => ({ path: `/api/assets/${await captured()}/media/keep` }),
      ingestBatch: async () => ({ body: { captures: [own.capture] } }),
      addMember: async () => ({ path: people(), body: { userId: newcomer.id, role: 'viewer' } }),
      updateMember: async () => ({ path: `${people()}/${newcomer.id}`, body: { role: 'editor' } }),
      removeMember: async () => ({ path: `${people()}/${newcomer.id}` }),
      signIn: async () => ({ body: { email: owner.email, password: testPassword }, as: 'nobody' }),
      signOut: async () => ({ body: {}, as: 'another' }),
      updateAccount: async () => ({ body: { name: 'Ada' } }),
      changePassword: async () => ({
        body: { currentPassword: testPassword, newPassword: testPassword },
      }),
      finishSignIn: async () => {
        const { secret } = await secondFactorFor(await signIn(service, member))
        await timePasses(service.db, member.id)
        const caller = sessionCaller(service.address, await halfSignedIn(service, member))
        return { body: { code: codeOf(secret) }, caller }
      },
      setUpSecondFactor: async () => {
        const body = { currentPassword: testPassword }
        const begun = await session.send('POST', endpoints.beginSecondFactor.path, body)
        return { body: { code: codeOf(begun.body.data.secret) } }
      },
      turnOffSecondFactor: async () => ({ body: { currentPassword: testPassword } }),
      resetSecondFactor: async () => ({ path: `/api/users/${member.id}/second-factor` }),
      finishPasskeySignIn: async () => {
        const authenticator = new TestAuthenticator(origin)
        await addedPasskey(authenticator)
        const path = endpoints.beginPasskeySignIn.path
        const begun = await openCaller(service.address).send('POST', path, undefined)
        const caller = sessionCaller(service.address, cookieOf(begun))
        return { body: { response: authenticator.get(begun.body.data) }, caller }
      },
      createPasskey: async () => ({
        body: { name: 'Laptop', response: new TestAuthenticator(origin).create(await begunPasskey()) },
      }),
      updatePasskey: async () => ({
        path: `/api/account/passkeys/${await addedPasskey()}`,
        body: { name: 'Key' },
      }),
      deletePasskey: async () => ({ path: `/api/account/passkeys/${await addedPasskey()}` }),
      setForgottenPassword: async () => {
        const link = { userId: member.id, expiresAt: new Date(Date.now() + 60_000).toISOString() }
        const secret = await service.db.transaction((transaction) => mailedSecret(transaction, link))
        return { body: { secret, newPassword: testPassword }, as: 'nobody' }
      },
      endSession: async () => {
        await signIn(service, owner)
        const { body } = await session.get('/api/account/sessions')
        const { id } = body.data.find(({ current }: { current: boolean }) => !current)
        return { path: `/api/account/sessions/${id}` }
      },
      acceptInvitation: async () => {
        const { secret } = await invited()
        const user = { email: `${randomUUID()}@studio.example`, name: 'New', password: testPassword }
        return { body: { secret, ...user }, as: 'nobody' }
      },
      createInvitation: async () => ({ body: {} }),
      createGuestComment: () => asGuest('comments', { text: 'Darker.' }),
      giveGuestVerdict: () => asGuest('verdicts', { verdict: 'approve' }),
      enterLink: async () => {
        const { secret } = await madeLink(owner, own.projectId)
        return { body: { secret, name: 'Grace' }, as: 'nobody' }
      },
      revokeInvitation: async () => ({ path: `/api/invitations/${(await invited()).id}` }),
      updateUser: async () => ({ path: `/api/users/${await someone()}`, body: { disabled: true } }),
      removeUser: async () => ({ path: `/api/users/${await someone()}` }),
      signOutUser: async () => ({ path: `/api/users/${member.id}/sign-out` }),
    }

    async function askGood(name: Name): Promise<() => Promise<Answer>> {
      const { method, path, permission }: Endpoint = endpoints[name]
      const request = await further[name]?.()
      if (request) {
        const { as } = request
        const another = as === 'another' ? await signIn(service, owner) : undefined
        const caller =
          request.caller ??
          another ??
          (as === 'nobody' ? openCaller(service.address) : permission ? owner : session)
        return () => caller.send(method, request.path ?? path, request.body)
      }
      const row = idRows.find(({ endpoint }) => endpoint === name)
      assert.ok(row, `${name}: a good request is wanted`)
      const id = (await toEnd(owner, own, name)) ?? (own[row.refersTo] as string)
      return () => ask(owner, row, { id, own })
    }

    /** What was told before is heard before it. */
    async function allBefore(): Promise<void> {
      const { status } = await owner.send('PATCH', `/api/projects/${markId}`, { genre: randomUUID() })
      assert.equal(status, 200)
      for (const one of Object.values(listeners)) await one.hears({ kind: 'project', projectId: markId })
    }

    for (const name of changing) {
      const { tag, status: success = 200 } = endpoints[name] as Endpoint
      const { by, kinds: wanted } = others[name] ?? kinds[tag]

      test(name, async () => {
        const send = await askGood(name)
        await allBefore()
        const before = listeners[by].messages.length
        const { status, body } = await send()
        assert.equal(status, success, JSON.stringify(body))
        await allBefore()
        const heard = listeners[by].messages.slice(before).filter(({ projectId }) => projectId !== markId)
        assert.ok(
          heard.some(({ kind }) => wanted.includes(kind)),
          `${name} is not told: ${JSON.stringify(heard)}`,
        )
      })
    }
  })
}
