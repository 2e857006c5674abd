import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { addUser } from '../accounts/create-user.ts'
import { removeUserByEmail } from '../accounts/remove-user.ts'
import { disableUser } from '../accounts/update-user.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { managing } from '../test/managing.ts'
import {
  openCaller,
  signIn,
  type TestService,
  type TestUser,
  testService,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`finding people on ${engine}`, () => {
    let service: TestService
    let user: TestUser

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
    })
    after(() => service.close())

    const named = (name: string) => {
      const email = `${randomUUID()}@studio.example`
      const row = { email, name, role: 'member', passwordHash: 'x' } as const
      return service.db
        .transaction((transaction) => addUser(transaction, row))
        .then((id) => ({ id, email, name }))
    }
    const find = async (q: string, more = '') => {
      const { status, body } = await user.get(`/api/people?q=${encodeURIComponent(q)}${more}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    }

    test('by a part of the name, without case and accents, in the order of names', async () => {
      const zoe = await named('Zoë Ångström')
      const ase = await named('åse Zoega')
      const lu = await named('陸 Zoe')
      const expected = [ase, zoe, lu].map(({ id, name }) => ({ id, name, role: null }))
      for (const q of ['zoe', 'ZOË', 'zoë']) assert.deepEqual(await find(q), expected)
      assert.deepEqual(await find('陸'), [{ ...expected[2] }])
      assert.deepEqual(await find('nobody of that name'), [])
      for (const q of ['%', '_oe', "'"]) assert.deepEqual(await find(q), [])
    })

    test('twenty at most, and no address', async () => {
      for (let count = 0; count < 25; count += 1) await named(`Extra ${String(count).padStart(2, '0')}`)
      const found = await find('extra')
      assert.deepEqual(
        found.map(({ name }: { name: string }) => name),
        Array.from({ length: 20 }, (_, index) => `Extra ${String(index).padStart(2, '0')}`),
      )
      const { body } = await user.get('/api/people')
      assert.equal(body.data.length, 20)
      assert.doesNotMatch(JSON.stringify(body), /@/)
      assert.deepEqual(await find('studio.example'), [], 'nor is one looked for')
    })

    test('those who are disabled or removed are not among them', async () => {
      const [stays, out, gone] = [await named('Quill A'), await named('Quill B'), await named('Quill C')]
      assert.equal((await find('quill')).length, 3)
      await disableUser(service.db, out.email, true)
      await removeUserByEmail(service.db, gone.email, {})
      assert.deepEqual(await find('quill'), [{ id: stays.id, name: stays.name, role: null }])
    })

    test('with a project, those who are members are marked', async () => {
      const [one, two] = [await named('Marked A'), await named('Marked B')]
      const { id } = await building(user).project('Marks')
      const other = await testUser(service)
      await user.send('POST', `/api/projects/${id}/members`, { userId: two.id, role: 'reviewer' })
      assert.deepEqual(
        (await find('marked', `&projectId=${id}`)).map(({ id, role }: Record<string, string>) => [id, role]),
        [
          [one.id, null],
          [two.id, 'reviewer'],
        ],
      )
      for (const projectId of [id, randomUUID(), '%00']) {
        const answer = await other.get(`/api/people?projectId=${projectId}`)
        assert.equal(answer.status, projectId === '%00' ? 400 : 404)
      }
      assert.deepEqual(refusal(await other.get(`/api/people?projectId=${id}`)), {
        status: 404,
        error: 'Project not found',
      })
    })

    test('a session may ask, or a token that builds; nobody else', async () => {
      const { make } = managing(service, user)
      assert.equal((await (await signIn(service, user)).get('/api/people')).status, 200)
      assert.equal(
        (await (await make({ permissions: ['production'] })).caller.get('/api/people')).status,
        200,
      )
      assert.equal((await (await make({ permissions: ['read'] })).caller.get('/api/people')).status, 403)
      assert.equal((await openCaller(service.address).get('/api/people')).status, 401)
      assert.equal((await user.get(`/api/people?q=${'x'.repeat(201)}`)).status, 400)
      assert.equal((await user.get('/api/people?q=%00')).status, 400)
    })
  })
}
