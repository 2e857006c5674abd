import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { mostPinned, mostSavedSearches } from '@dailies/contract/saved-search-limits.ts'
import { removeUser } from '../accounts/remove-user.ts'
import { statement } from '../db/statement.ts'
import { finishDeletions } from '../production/finish-deletions.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import {
  callerWith,
  type TestCaller,
  type TestService,
  type TestUser,
  testService,
  testUser,
} from '../test/service.ts'

const path = '/api/saved-searches'
const missing = { status: 404, error: 'Saved search not found' }
const forbidden = { status: 403, error: 'Insufficient permissions' }

for (const engine of engines) {
  describe(`saved searches on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let build: ReturnType<typeof building>

    before(async () => {
      service = await testService(engine)
      owner = await testUser(service)
      build = building(owner)
    })
    after(() => service.close())

    async function film(members: Record<string, TestUser> = {}): Promise<string> {
      const { id } = await build.project(`Film ${randomUUID()}`)
      for (const [role, { id: userId }] of Object.entries(members)) {
        const added = await owner.send('POST', `/api/projects/${id}/members`, { userId, role })
        assert.equal(added.status, 201, JSON.stringify(added.body))
      }
      return id
    }
    const save = async (by: TestCaller, more: object = {}) => {
      const { status, body } = await by.send('POST', path, { name: 'Lamps', q: 'lamp', ...more })
      assert.equal(status, 201, JSON.stringify(body))
      return body.data
    }
    const list = (by: TestCaller) => building(by).pages(path, 100)
    const ids = (all: { id: string }[]) => all.map(({ id }) => id)
    const pinned = async (by: TestCaller) => ids((await by.get(`${path}?pinned=true`)).body.data)
    const ask = (by: TestCaller, method: string, id: string, what = '', body: object = {}) =>
      by.send(method, `${path}/${id}${what}`, body)

    test('one’s own is as it was saved, and nobody else sees it', async () => {
      const projectId = await film()
      const own = await save(owner, { name: ' Lamps at night ', q: ' lamp model:veo ' })
      const { id, createdAt, updatedAt, createdBy, ...rest } = own
      assert.deepEqual(rest, {
        ...{ name: 'Lamps at night', q: ' lamp model:veo ', project: null },
        ...{ pin: null, seenAt: null },
      })
      assert.equal(createdAt, updatedAt)
      assert.equal(createdBy.id, owner.id)
      assert.deepEqual(await build.read(`${path}/${id}`), own)
      assert.ok(ids(await list(owner)).includes(id))
      const member = await testUser(service)
      await owner.send('POST', `/api/projects/${projectId}/members`, { userId: member.id, role: 'owner' })
      assert.deepEqual(await list(member), [])
      for (const [method, what] of [
        ...[
          ['GET', ''],
          ['PATCH', ''],
          ['DELETE', ''],
        ],
        ...[
          ['PUT', '/pin'],
          ['DELETE', '/pin'],
          ['PUT', '/seen'],
        ],
      ] as const) {
        const answer =
          method === 'GET' ? await member.get(`${path}/${id}`) : await ask(member, method, id, what)
        assert.deepEqual(refusal(answer), missing, `${method} ${what}`)
      }
    })

    test('of a project its members see it; its editors, and whoever made it, change it', async () => {
      const [stranger, viewer, reviewer, editor, maker] = [
        ...[await testUser(service), await testUser(service), await testUser(service)],
        ...[await testUser(service), await testUser(service)],
      ] as [TestUser, TestUser, TestUser, TestUser, TestUser]
      const projectId = await film({ viewer, reviewer, editor })
      const members = `/api/projects/${projectId}/members`
      await owner.send('POST', members, { userId: maker.id, role: 'editor' })
      for (const [by, status] of [
        [stranger, 404],
        [viewer, 403],
        [reviewer, 403],
      ] as const) {
        const answer = await by.send('POST', path, { name: 'Lamps', q: 'lamp', projectId })
        assert.equal(answer.status, status)
      }
      const { id } = await save(maker, { projectId })
      // Whoever made it may change it, whatever they are by now.
      await owner.send('PATCH', `${members}/${maker.id}`, { role: 'viewer' })
      for (const [by, may] of [
        [viewer, false],
        [reviewer, false],
        [editor, true],
        [owner, true],
        [maker, true],
      ] as const) {
        const found = await building(by).read(`${path}/${id}`)
        assert.equal(found.project.id, projectId)
        assert.ok(may || ['viewer', 'reviewer'].includes(found.project.role))
        assert.deepEqual(ids(await list(by)).includes(id), true)
        const changed = await ask(by, 'PATCH', id, '', { name: randomUUID() })
        if (may) assert.equal(changed.status, 200)
        else assert.deepEqual(refusal(changed), forbidden)
        if (!may) assert.deepEqual(refusal(await ask(by, 'DELETE', id)), forbidden)
        for (const [method, what] of [
          ['PUT', '/pin'],
          ['PUT', '/seen'],
        ] as const) {
          assert.equal((await ask(by, method, id, what)).status, 200)
        }
      }
      assert.deepEqual(refusal(await ask(stranger, 'PATCH', id, '', { name: 'x' })), missing)
      assert.deepEqual(refusal(await ask(stranger, 'PUT', id, '/pin')), missing)
      assert.deepEqual(await list(stranger), [])
      await owner.send('DELETE', `${members}/${maker.id}`, undefined)
      assert.deepEqual(refusal(await ask(maker, 'DELETE', id)), missing)
      assert.deepEqual([await list(maker), await pinned(maker)], [[], []])
      assert.equal((await ask(editor, 'DELETE', id)).status, 200)
      assert.deepEqual(await pinned(viewer), [])
    })

    test('whoever made it shares it with a film that they edit, moves it and takes it back, and nobody else', async () => {
      const [editor, viewer, maker] = [
        ...[await testUser(service), await testUser(service), await testUser(service)],
      ] as [TestUser, TestUser, TestUser]
      const [oneId, otherId] = [await film({ viewer }), await film({ editor })]
      await owner.send('POST', `/api/projects/${oneId}/members`, { userId: maker.id, role: 'editor' })
      await owner.send('POST', `/api/projects/${oneId}/members`, { userId: editor.id, role: 'editor' })
      const { id, updatedAt } = await save(maker)
      const give = (by: TestCaller, projectId: string | null, more: object = {}) =>
        ask(by, 'PATCH', id, '', { projectId, ...more })
      assert.deepEqual(refusal(await give(editor, oneId)), missing)
      assert.deepEqual((await give(maker, null)).body.data.updatedAt, updatedAt)
      assert.equal((await give(maker, otherId)).status, 404)
      const shared = await give(maker, oneId, { was: { projectId: null } })
      assert.deepEqual([shared.status, shared.body.data.project.id], [200, oneId])
      assert.ok(ids(await list(viewer)).includes(id))
      assert.equal((await ask(viewer, 'PUT', id, '/pin')).status, 200)
      assert.deepEqual(refusal(await give(viewer, null)), forbidden)
      assert.deepEqual(refusal(await give(editor, null)), forbidden)
      assert.deepEqual(refusal(await give(editor, otherId)), forbidden)
      assert.equal((await ask(editor, 'PATCH', id, '', { name: 'Lanterns', projectId: oneId })).status, 200)
      await owner.send('POST', `/api/projects/${otherId}/members`, { userId: maker.id, role: 'editor' })
      assert.equal((await give(maker, otherId)).body.data.project.id, otherId)
      // Who sees it no more has no pin of it either.
      assert.deepEqual([await list(viewer), await pinned(viewer)], [[], []])
      await give(maker, oneId)
      assert.equal((await give(maker, null, { was: { projectId: otherId } })).status, 409)
      assert.equal((await give(maker, null)).body.data.project, null)
      assert.deepEqual(ids(await list(maker)), [id])
      for (const by of [owner, editor, viewer]) assert.ok(!ids(await list(by)).includes(id))
    })

    test('of several who share the hundredth at once one does, and those that cross wait for none', async () => {
      const projectIds = [await film(), await film()]
      const [one, other] = projectIds as [string, string]
      const [here, there] = [await save(owner, { projectId: one }), await save(owner, { projectId: other })]
      for (let round = 0; round < 5; round += 1) {
        const to = round % 2 === 0 ? [other, one] : [one, other]
        const answers = await Promise.all(
          [here, there].map(({ id }, index) => ask(owner, 'PATCH', id, '', { projectId: to[index] })),
        )
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200],
        )
      }
      for (let left = mostSavedSearches - 2; left > 0; left -= 14) {
        await Promise.all(Array.from({ length: Math.min(left, 14) }, () => save(owner, { projectId: one })))
      }
      const own = await Promise.all([save(owner), save(owner), save(owner)])
      const answers = await Promise.all(own.map(({ id }) => ask(owner, 'PATCH', id, '', { projectId: one })))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400])
    })

    test('a token of one film has what is of that film; one without the permission looks only', async () => {
      const [projectId, otherId] = [await film(), await film()]
      const token = async (access: object) => {
        const { body } = await owner.send('POST', '/api/tokens', { name: 'tool', ...access })
        return callerWith(service.address, body.data.token)
      }
      const limited = await token({ projectIds: [projectId] })
      const [own, there, elsewhere] = [
        ...[await save(owner), await save(owner, { projectId }), await save(owner, { projectId: otherId })],
      ] as [{ id: string }, { id: string }, { id: string }]
      assert.deepEqual(ids(await list(limited)), [there.id])
      for (const { id } of [own, elsewhere]) {
        assert.deepEqual(refusal(await limited.get(`${path}/${id}`)), missing)
        assert.deepEqual(refusal(await ask(limited, 'DELETE', id)), missing)
        assert.deepEqual(refusal(await ask(limited, 'PUT', id, '/pin')), missing)
        await ask(owner, 'PUT', id, '/pin')
      }
      assert.deepEqual(refusal(await limited.send('POST', path, { name: 'x', q: 'x' })), forbidden)
      assert.deepEqual((await limited.get(`${path}/new`)).body.data, [])
      assert.equal((await ask(limited, 'PUT', there.id, '/pin')).status, 200)
      assert.deepEqual(await pinned(limited), [there.id])
      assert.deepEqual(await pinned(owner), [own.id, elsewhere.id, there.id])
      assert.deepEqual(ids((await limited.get(`${path}/new`)).body.data), [there.id])
      const reader = await token({ permissions: ['read'] })
      assert.deepEqual(refusal(await reader.send('POST', path, { name: 'x', q: 'x' })), forbidden)
      assert.deepEqual(refusal(await ask(reader, 'PUT', own.id, '/seen')), forbidden)
      assert.equal((await reader.get(`${path}/${own.id}`)).status, 200)
      for (const { id } of [own, there, elsewhere]) await ask(owner, 'DELETE', id, '/pin')
    })

    test('what the search would refuse is refused, and so is what has no name or is too long', async () => {
      const { id } = await save(owner)
      const refused: [object, string, RegExp][] = [
        [{ q: 'status:great' }, 'q', /^"status:great" is no filter/],
        [{ q: 'x '.repeat(33) }, 'q', /^Must have at most 32 words and filters$/],
        [{ q: 'x'.repeat(501) }, 'q', /^Must be at most 500 characters$/],
        [{ q: ' ' }, 'q', /^Required$/],
        [{ name: ' ' }, 'name', /^Required$/],
        [{ name: 'x'.repeat(101) }, 'name', /^Must be at most 100 characters$/],
      ]
      for (const [fields, field, said] of refused) {
        for (const { status, body } of [
          await owner.send('POST', path, { name: 'x', q: 'x', ...fields }),
          await ask(owner, 'PATCH', id, '', fields),
        ]) {
          assert.equal(status, 400)
          assert.match(body.details.fieldErrors[field][0], said)
        }
      }
      await save(owner, { name: 'x'.repeat(100), q: `${'x'.repeat(499)} ` })
    })

    test('who changes what another changed meanwhile is told so', async () => {
      const editor = await testUser(service)
      const projectId = await film({ editor })
      for (const projectOf of [projectId, undefined]) {
        const { id } = await save(owner, { projectId: projectOf })
        await ask(projectOf ? editor : owner, 'PATCH', id, '', { name: 'Lanterns' })
        const clash = await ask(owner, 'PATCH', id, '', { name: 'Lights', was: { name: 'Lamps' } })
        assert.equal(clash.status, 409)
        const { now, changedBy } = clash.body.details.clashes.name
        assert.deepEqual([now, changedBy?.id], ['Lanterns', projectOf && editor.id])
        const other = await ask(owner, 'PATCH', id, '', { q: 'light', was: { q: 'lamp' } })
        assert.deepEqual([other.body.data.name, other.body.data.q], ['Lanterns', 'light'])
      }
    })

    test('one pins up to twenty, in one’s own order', async () => {
      const user = await testUser(service)
      const all: string[] = []
      for (let count = 0; count <= mostPinned; count += 1) all.push((await save(user)).id)
      const [a, b, c, ...rest] = all as [string, string, string, ...string[]]
      for (const id of [a, b, c]) await ask(user, 'PUT', id, '/pin')
      assert.deepEqual(await pinned(user), [a, b, c])
      const moved = await ask(user, 'PUT', c, '/pin', { beforeId: a })
      assert.equal(moved.body.data.pin, 1)
      assert.deepEqual(await pinned(user), [c, a, b])
      await ask(user, 'PUT', a, '/pin', { beforeId: a })
      await ask(user, 'PUT', c, '/pin', { beforeId: randomUUID() })
      assert.deepEqual(await pinned(user), [b, a, c])
      assert.equal((await ask(user, 'DELETE', a, '/pin')).body.data.pin, null)
      assert.equal((await ask(user, 'DELETE', a, '/pin')).status, 200)
      assert.deepEqual(await pinned(user), [b, c])
      const answers = await Promise.all([a, ...rest].map((id) => ask(user, 'PUT', id, '/pin')))
      assert.deepEqual(
        answers
          .map(({ status }) => status)
          .toSorted()
          .slice(-2),
        [200, 400],
      )
      assert.equal((await pinned(user)).length, mostPinned)
      const [over] = answers.filter(({ status }) => status === 400)
      assert.match(over!.body.details.formErrors[0], /^A user pins at most 20/)
    })

    test('of several who save the hundredth at once one does, of one’s own and of a project', async () => {
      const user = await testUser(service)
      const projectId = await film({ editor: user })
      for (const more of [{}, { projectId }]) {
        for (let left = mostSavedSearches - 1; left > 0; left -= 11) {
          await Promise.all(Array.from({ length: Math.min(left, 11) }, () => save(user, more)))
        }
        const answers = await Promise.all(
          [user, user, user].map((by) => by.send('POST', path, { name: 'Lamps', q: 'lamp', ...more })),
        )
        assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400, 400])
        const { body } = answers.find(({ status }) => status === 400)!
        assert.match(body.details.formErrors[0], /has at most 100 saved searches: delete one first$/)
      }
      const all = await building(user).pages(path, 30)
      assert.equal(new Set(ids(all)).size, 2 * mostSavedSearches)
      assert.deepEqual(ids(all), ids(all).toSorted().reverse())
    })

    test('with a project all of it goes; with a user what is theirs alone', async () => {
      const [user, administrator] = [
        await testUser(service),
        await testUser(service, { role: 'administrator' }),
      ]
      const [projectId, doomedId] = [await film({ editor: user }), await film({ editor: user })]
      const [own, shared, doomed] = [
        ...[await save(user), await save(user, { projectId }), await save(user, { projectId: doomedId })],
      ]
      for (const { id } of [own, shared, doomed]) {
        await ask(user, 'PUT', id, '/pin')
        if (id !== own.id) await ask(owner, 'PUT', id, '/seen')
      }
      const { name } = await build.read(`/api/projects/${doomedId}`)
      const asked = `/api/projects/${doomedId}?name=${encodeURIComponent(name)}`
      assert.equal((await build.remove(asked)).status, 200)
      assert.deepEqual(await pinned(user), [own.id, shared.id])
      const left = async () => {
        const [searches, users] = [await service.db.all(allSearches, {}), await service.db.all(allUsers, {})]
        return [own, shared, doomed].map(({ id }) => [
          searches.filter((row) => row.id === id).length,
          users.filter((row) => row.id === id).length,
        ])
      }
      await owner.send('POST', '/api/trash/purge', { ids: [doomedId] })
      while ((await left())[2]![0]! > 0) await finishDeletions(service.db)
      assert.deepEqual(await left(), [
        [1, 1],
        [1, 2],
        [0, 0],
      ])
      await removeUser(service.db, { id: user.id, removedBy: administrator.id })
      assert.deepEqual(await left(), [
        [0, 0],
        [1, 1],
        [0, 0],
      ])
      assert.equal((await build.read(`${path}/${shared.id}`)).createdBy.id, user.id)
    })
  })
}

const allSearches = statement((db) => db.selectFrom('saved_searches').select('id'))
const allUsers = statement((db) =>
  db.selectFrom('saved_search_users').select(['saved_search_id as id', 'user_id as userId']),
)
