import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import { type Listener, listening } from '../test/listening.ts'
import {
  callerWith,
  type Film,
  request,
  type SessionTestCaller,
  signIn,
  type TestCaller,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`live streams on ${engine}`, () => {
    let service: TestService
    let administrator: TestUser
    let owner: TestUser
    let member: TestUser
    let stranger: TestUser
    let film: Film
    let other: Film
    const open: Listener[] = []

    before(async () => {
      service = await testService(engine)
      administrator = await testUser(service)
      owner = await testUser(service)
      member = await testUser(service)
      stranger = await testUser(service)
      film = await testFilm(service.db, owner)
      other = await testFilm(service.db, owner, 'Elsewhere')
      await join(member)
    })
    after(async () => {
      for (const { leave } of open) leave()
      await service.close()
    })

    const bearer = ({ token }: TestCaller) => ({ authorization: `Bearer ${token}` })
    const hearing = async (caller: TestCaller, lastEventId?: string) => {
      const listener = await listening(service.address, bearer(caller), lastEventId)
      open.push(listener)
      return listener
    }
    const hearingBySession = async ({ cookie }: SessionTestCaller) => {
      const listener = await listening(service.address, { cookie })
      open.push(listener)
      return listener
    }
    /** How many were told before it. */
    const placeOf = (id: string) => Number(/-(\d+)$/.exec(id)?.[1])
    const members = () => `/api/projects/${film.projectId}/members`
    async function join({ id }: TestUser, role = 'viewer') {
      const { status } = await owner.send('POST', members(), { userId: id, role })
      assert.equal(status, 201)
    }
    const expel = ({ id }: TestUser) => owner.send('DELETE', `${members()}/${id}`, undefined)
    async function captured(of: Film = film): Promise<string> {
      const { body } = await owner.ingest(of.capture)
      return body.asset.id
    }
    async function tokenOf(user: TestUser, access: object) {
      const { body } = await user.send('POST', '/api/tokens', { name: 'limited', ...access })
      return { ...callerWith(service.address, body.data.token), id: body.data.id as string }
    }

    test('a member hears of a capture by its ids, and can do so by token and by session', async () => {
      const { projectId, sceneDbId } = film
      const streams = [await hearing(member), await hearingBySession(await signIn(service, member))]
      const assetVersionId = await captured()
      const message = { kind: 'asset', projectId, sceneDbId, assetVersionId } as const
      for (const stream of streams) {
        await stream.hears(message)
        assert.deepEqual(
          stream.messages.filter(({ kind }) => kind === 'asset'),
          [message],
        )
        assert.match(stream.text(), /^retry: \d+\nid: [0-9a-f]+-\d+\n\n/)
      }
    })

    test('who has a scene open is told to the other members who are signed in, and to no token', async () => {
      const [session, byToken] = [await hearingBySession(await signIn(service, owner)), await hearing(owner)]
      const outside = await hearingBySession(await signIn(service, stranger))
      const path = `/api/scenes/${film.sceneDbId}/presence`
      const assetVersionId = await captured()
      const here = { page: 'one', assetVersionId }
      const place = { kind: 'presence', projectId: film.projectId, sceneDbId: film.sceneDbId } as const
      assert.deepEqual((await member.send('PUT', path, here)).body.data, { lasts: 25 })
      await session.hears(place)
      assert.deepEqual((await member.send('PUT', path, here)).status, 200)
      const present = async () => (await owner.get(path)).body.data
      assert.deepEqual(
        (await present()).map(({ userId, assetVersionId }: Record<string, string>) => [
          userId,
          assetVersionId,
        ]),
        [[member.id, assetVersionId]],
      )
      assert.equal((await stranger.send('PUT', path, here)).status, 404)
      assert.equal((await stranger.get(path)).status, 404)
      await member.send('PUT', path, { ...here, left: true })
      await session.hears(place)
      assert.deepEqual(await present(), [])
      const told = ({ messages }: Listener) => messages.filter(({ kind }) => kind === 'presence').length
      assert.deepEqual([told(session), told(byToken), told(outside)], [2, 0, 0])
    })

    test('is an answer that nobody keeps, holds back or compresses', async () => {
      const leaving = new AbortController()
      const { status, headers } = await fetch(`${service.address}/api/live`, {
        headers: { ...bearer(member), 'accept-encoding': 'gzip' },
        signal: leaving.signal,
      })
      leaving.abort()
      const names = ['content-type', 'cache-control', 'x-accel-buffering', 'content-encoding']
      assert.deepEqual(
        [status, ...names.map((name) => headers.get(name))],
        [200, 'text/event-stream; charset=utf-8', 'no-store', 'no', null],
      )
      const head = await request(`${service.address}/api/live`, { method: 'HEAD', headers: bearer(member) })
      assert.deepEqual([head.status, head.body], [200, ''])
    })

    test('is for who may read: nobody else is let in', async () => {
      const { body } = await request(`${service.address}/api/live`)
      assert.deepEqual(body, { error: 'Unauthorized' })
      const writing = await tokenOf(administrator, { permissions: ['preferences'] })
      assert.equal((await writing.get('/api/live')).status, 403)
    })

    test('nobody hears of what they may not see, and limited tokens of their projects alone', async () => {
      const limited = await tokenOf(owner, { projectIds: [other.projectId] })
      const [theirs, ofMember, ofLimited] = [
        await hearing(stranger),
        await hearing(member),
        await hearing(limited),
      ]
      await captured(film)
      await captured(other)
      await owner.send('PUT', '/api/extension/profile', { preferences: { defaultAssetType: 'VIDEO' } })
      await administrator.send('POST', '/api/platforms', { slug: `p-${Date.now()}`, name: 'To all' })
      for (const stream of [theirs, ofMember, ofLimited]) await stream.hears({ kind: 'platform' })
      assert.deepEqual(theirs.messages, [{ kind: 'platform' }])
      assert.deepEqual(
        new Set(ofMember.messages.map(({ projectId }) => projectId)),
        new Set([film.projectId, undefined]),
      )
      assert.deepEqual(new Set(ofMember.messages.map(({ kind }) => kind)), new Set(['asset', 'platform']))
      assert.deepEqual(
        new Set(ofLimited.messages.map(({ projectId }) => projectId)),
        new Set([other.projectId, undefined]),
      )
      assert.deepEqual(new Set(ofLimited.messages.map(({ kind }) => kind)), new Set(['asset', 'platform']))
    })

    test('a token hears of tokens and webhooks only with the permission for them', async () => {
      const reading = await hearing(await tokenOf(owner, { permissions: ['read'] }))
      const full = await hearing(owner)
      await owner.send('POST', '/api/tokens', { name: 'another' })
      await full.hears({ kind: 'token' })
      await captured()
      await reading.hears({ kind: 'asset' })
      assert.ok(!reading.messages.some(({ kind }) => kind === 'token'))
    })

    test('of users hear administrators, by session', async () => {
      const streams = [
        await hearingBySession(await signIn(service, administrator)),
        await hearing(administrator),
        await hearingBySession(await signIn(service, member)),
      ]
      await testUserBy(administrator)
      await streams[0]!.hears({ kind: 'user' })
      await captured()
      await streams[2]!.hears({ kind: 'asset' })
      assert.ok(!streams.slice(1).some(({ messages }) => messages.some(({ kind }) => kind === 'user')))
    })

    async function testUserBy(user: TestUser) {
      const session = await signIn(service, user)
      const { status } = await session.send('POST', '/api/invitations', { email: null, role: 'member' })
      assert.equal(status, 201)
    }

    test('who becomes a member hears so, and hears of the project from then on; who is none any more, nothing', async () => {
      const newcomer = await testUser(service)
      const [theirs, ofMember] = [await hearing(newcomer), await hearing(member)]
      await join(newcomer)
      await theirs.hears({ kind: 'memberships' })
      await ofMember.hears({ kind: 'member', projectId: film.projectId })
      await captured()
      await theirs.hears({ kind: 'asset', projectId: film.projectId })

      await expel(newcomer)
      await theirs.hears({ kind: 'memberships' })
      const before = theirs.messages.length
      await captured()
      await ofMember.hears({ kind: 'asset' })
      await administrator.send('POST', '/api/platforms', { slug: `q-${Date.now()}`, name: 'To all' })
      await theirs.hears({ kind: 'platform' })
      // That it is no member any more may be told twice: by who changed it, and by what is looked up of late.
      const heard = theirs.messages.slice(before).map(({ kind }) => kind)
      assert.deepEqual(
        heard.filter((kind) => kind !== 'memberships'),
        ['platform'],
      )
      assert.ok(!ofMember.messages.some(({ kind }) => kind === 'memberships'))
    })

    test('who owns a project that is deleted hears that it is not theirs any more', async () => {
      const gone = await testFilm(service.db, owner, 'Gone')
      const stream = await hearing(owner)
      await owner.send('DELETE', `/api/projects/${gone.projectId}?name=Gone`, undefined)
      await stream.hears({ kind: 'memberships' })
    })

    test('goes on where it left off: nothing is missed, and nothing comes first that is not asked for', async () => {
      const first = await hearing(member)
      await captured()
      await first.hears({ kind: 'asset' })
      first.leave()
      const missed = [await captured(), await captured()]
      const second = await hearing(member, first.lastId())
      for (const assetVersionId of missed) await second.hears({ kind: 'asset', assetVersionId })
      assert.ok(!second.messages.some(({ kind }) => kind === 'reset'))
      const told = placeOf(second.lastId())
      const third = await hearing(member)
      await third.hears({ kind: 'asset', assetVersionId: await captured() })
      // What becomes of the earlier takes may be told still, as something new.
      const places = [...third.text().matchAll(/^id: (.*)\ndata: /gm)].map(([, id]) => placeOf(id!))
      assert.ok(places.length > 0 && places.every((place) => place > told), `${places} after ${told}`)
    })

    test('begins with a reset where it cannot go on', async () => {
      for (const id of ['0123456789ab-7', 'nonsense', '', `${(await hearing(member)).lastId()}999`]) {
        const stream = await hearing(member, id)
        await stream.hears({ kind: 'reset' })
        assert.deepEqual(stream.messages, [{ kind: 'reset' }])
      }
    })

    describe('ends, within a second,', () => {
      const ended = async (what: string, begin: () => Promise<[Listener, () => Promise<unknown>]>) => {
        await test(what, async () => {
          const [stream, end] = await begin()
          await end()
          await stream.ends()
        })
      }

      ended('when the token is revoked', async () => {
        const token = await tokenOf(member, {})
        return [await hearing(token), () => member.send('DELETE', `/api/tokens/${token.id}`, undefined)]
      })
      ended('when the token may not read any more', async () => {
        const token = await tokenOf(member, {})
        const update = { permissions: ['capture'] }
        return [await hearing(token), () => member.send('PATCH', `/api/tokens/${token.id}`, update)]
      })
      ended('when the session is signed out', async () => {
        const session = await signIn(service, member)
        return [await hearingBySession(session), () => session.send('POST', '/api/account/sign-out', {})]
      })
      for (const by of ['token', 'session']) {
        ended(`when the user is disabled, by ${by}`, async () => {
          const user = await testUser(service)
          const session = await signIn(service, administrator)
          const stream =
            by === 'token' ? await hearing(user) : await hearingBySession(await signIn(service, user))
          return [stream, () => session.send('PATCH', `/api/users/${user.id}`, { disabled: true })]
        })
      }
    })
  })
}
