import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import {
  cookieOf,
  openCaller,
  type SessionTestCaller,
  sessionCaller,
  signIn,
  type TestService,
  type TestUser,
  testService,
  testUser,
} from '../test/service.ts'

const missing = { status: 404, error: 'Project not found' }

for (const engine of engines) {
  describe(`invitations into projects on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let first: TestUser
    let administrator: SessionTestCaller
    let build: ReturnType<typeof building>

    beforeEach(async () => {
      service = await testService(engine)
      first = await testUser(service)
      administrator = await signIn(service, first)
      build = building(first)
    })
    afterEach(() => service.close())

    const invite = (projects: unknown, caller = administrator) =>
      caller.send('POST', '/api/invitations', { projects })
    // biome-ignore lint/suspicious/noExplicitAny: as the answer has it
    const accept = ({ body }: { body: any }, email = `${randomUUID()}@studio.example`) => {
      const secret = body.data.link.split('#')[1]
      const user = { secret, email, name: 'New', password: 'a new horse' }
      return openCaller(service.address).send('POST', endpoints.acceptInvitation.path, user)
    }
    const seenBy = async (session: SessionTestCaller) =>
      (await session.get('/api/projects')).body.data
        .map(({ name, role }: Record<string, string>) => [name, role])
        .sort()

    test('who accepts is a member at once of what is still there and still owned', async () => {
      const colleague = await testUser(service)
      const films = []
      for (const name of ['A', 'B', 'C', 'D']) films.push(await build.project(name))
      const [a, b, c, d] = films.map(({ id }) => id)
      const roles = ['viewer', 'owner', 'editor', 'reviewer']
      const invited = await invite([a, b, c, d].map((projectId, n) => ({ projectId, role: roles[n] })))
      assert.equal(invited.status, 201)
      const expected = films.map(({ id, name }, n) => ({ id, name, role: roles[n] }))
      assert.deepEqual(invited.body.data.projects, expected)
      const listed = async () => (await administrator.get('/api/invitations')).body.data[0].projects
      assert.deepEqual(await listed(), expected)

      await build.remove(`/api/projects/${c}?name=C`)
      await first.send('POST', `/api/projects/${d}/members`, { userId: colleague.id, role: 'owner' })
      await build.patch(`/api/projects/${d}/members/${first.id}`, { role: 'editor' })
      assert.deepEqual(await listed(), [expected[0], expected[1], expected[3]])
      const answer = await accept(invited)
      assert.equal(answer.status, 201)
      const session = sessionCaller(service.address, cookieOf(answer))
      assert.deepEqual(await seenBy(session), [
        ['A', 'viewer'],
        ['B', 'owner'],
      ])
      const [change] = (await first.get(`/api/projects/${b}/members/changes`)).body.data
      assert.deepEqual(
        [change.user.id, change.oldRole, change.newRole, change.changedBy.id],
        [answer.body.data.id, null, 'owner', first.id],
      )
    })

    test('only into projects of which one is an owner: others are as if they were missing', async () => {
      const other = await testUser(service)
      const theirs = await building(other).project('Theirs')
      for (const role of [undefined, 'editor']) {
        if (role) await other.send('POST', `/api/projects/${theirs.id}/members`, { userId: first.id, role })
        const refused = await invite([{ projectId: theirs.id, role: 'viewer' }])
        assert.deepEqual(refusal(refused), missing)
      }
      assert.deepEqual(refusal(await invite([{ projectId: randomUUID(), role: 'viewer' }])), missing)
      assert.deepEqual((await administrator.get('/api/invitations')).body.data, [])
    })

    test('what cannot be is refused', async () => {
      const { id: projectId } = await build.project('A')
      const one = { projectId, role: 'viewer' }
      for (const [projects, message] of [
        [[one, one], /^The same project twice$/],
        [
          Array.from({ length: 21 }, () => ({ ...one, projectId: randomUUID() })),
          /^Must be at most 20 projects$/,
        ],
        [[{ ...one, role: 'administrator' }], /./],
        [[{ ...one, projectId: 'a\0' }], /U\+0000/],
        [one, /./],
        [null, /./],
      ] as const) {
        const { status, body } = await invite(projects)
        assert.deepEqual([status, body.error], [400, 'Invalid payload'])
        const [text] = Object.values(body.details.fieldErrors).flat() as string[]
        assert.match(text!, message)
      }
      const twenty = []
      for (let count = 0; count < 20; count += 1)
        twenty.push({ projectId: (await build.project(`Film ${count}`)).id, role: 'viewer' })
      const answer = await accept(await invite(twenty))
      assert.equal((await seenBy(sessionCaller(service.address, cookieOf(answer)))).length, 20)
    })

    test('revoked, it is of no use, and says what it was for', async () => {
      const { id: projectId } = await build.project('A')
      const invited = await invite([{ projectId, role: 'editor' }])
      const path = `/api/invitations/${invited.body.data.id}`
      const { status, body } = await administrator.send('DELETE', path, undefined)
      assert.deepEqual([status, body.data.projects], [200, [{ id: projectId, name: 'A', role: 'editor' }]])
      assert.equal((await accept(invited)).status, 404)
      assert.equal((await first.get(`/api/projects/${projectId}/members`)).body.data.length, 1)
    })

    test('accepted while who invited is removed, there is a member of what is theirs or no user at all', async () => {
      for (let round = 0; round < 4; round += 1) {
        const inviter = await testUser(service, { role: 'administrator' })
        const session = await signIn(service, inviter)
        const { id: projectId } = await building(inviter).project(`Film ${round}`)
        const invited = await invite([{ projectId, role: 'editor' }], session)
        const [accepted, removed] = await Promise.all([
          accept(invited),
          administrator.send('DELETE', `/api/users/${inviter.id}?handTo=${first.id}`, undefined),
        ])
        assert.equal(removed.status, 200)
        assert.ok([201, 404].includes(accepted.status), `${accepted.status}`)
        const { data } = (await first.get(`/api/projects/${projectId}/members`)).body
        assert.deepEqual(
          new Set(data.map(({ userId, role }: Record<string, string>) => `${userId} ${role}`)),
          new Set([
            `${first.id} owner`,
            ...(accepted.status === 201 ? [`${accepted.body.data.id} editor`] : []),
          ]),
        )
      }
    })
  })
}
