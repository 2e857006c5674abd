import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { managing } from '../test/managing.ts'
import { type TestService, type TestUser, testService, testUser } from '../test/service.ts'

const taken = {
  status: 400,
  error: 'Invalid payload',
  fieldErrors: { name: ['There is a character of that name already'] },
}
const missing = { status: 404, error: 'Character not found' }

let names = 0

for (const engine of engines) {
  describe(`building characters on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let build: ReturnType<typeof building>

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      build = building(user)
    })
    after(() => service.close())

    /** A new project with characters of those names. */
    async function projectWith(...characters: string[]) {
      const { id } = await build.project(`Project ${++names}`)
      const made = []
      for (const name of characters) made.push(await build.character(id, name))
      return { id: id as string, made, path: `/api/projects/${id}/characters` }
    }
    const listed = async (path: string) => (await build.read(path)).map(({ name }: { name: string }) => name)
    const ofExtension = async (projectId: string) =>
      (await user.get(`/api/extension/characters?projectId=${projectId}`)).body.characters.map(
        ({ name }: { name: string }) => name,
      )

    test('a new character is answered as it is listed, by name', async () => {
      const { path, id } = await projectWith('Mara', 'Zoe')
      const sent = { name: ' Élias ', role: 'Lead', description: 'A courier, 34.' }
      const { status, body } = await user.send('POST', path, sent)
      assert.equal(status, 201)
      const { id: characterId, ...rest } = body.data
      assert.equal(typeof characterId, 'string')
      assert.deepEqual(rest, { ...sent, name: 'Élias' })
      assert.deepEqual((await build.read(path))[0], body.data)
      assert.deepEqual(await listed(path), ['Élias', 'Mara', 'Zoe'])
      assert.deepEqual(await ofExtension(id), ['Élias', 'Mara', 'Zoe'])
    })

    test('where an order was set they go by that, and a new one is the last', async () => {
      const { path, id, made } = await projectWith('A', 'B', 'C')
      const ids = [made[2].id, made[0].id, made[1].id]
      const { status, body } = await build.put(`${path}/order`, ids)
      assert.deepEqual([status, body.data], [200, { ids }])
      await build.character(id, 'AA')
      const characters = [{ name: 'AB' }, { name: 'A', role: 'Lead' }, { name: 'AC' }]
      const workspace = { projects: [{ name: `Project ${names}`, characters }] }
      assert.equal((await user.send('POST', '/api/import', { workspace })).status, 200)
      assert.deepEqual(await listed(path), ['C', 'A', 'B', 'AA', 'AB', 'AC'])
      assert.deepEqual(await ofExtension(id), ['A', 'AA', 'AB', 'AC', 'B', 'C'])
      for (const wrong of [[], ids, [...ids, randomUUID()]]) {
        const { fieldErrors } = refusal(await build.put(`${path}/order`, wrong))
        assert.deepEqual(fieldErrors, { ids: ['Must be every character of the project, each once'] })
      }
    })

    test('a character is renamed and changed, and the project counts as updated', async () => {
      const { path, id, made } = await projectWith('Mara', 'Zoe')
      const start = await build.read(`/api/projects/${id}`)
      await sleep(2)
      const unchanged = await build.patch(`/api/characters/${made[0].id}`, { name: 'Mara', role: null })
      assert.deepEqual([unchanged.status, unchanged.body.data], [200, made[0]])
      assert.deepEqual(await build.read(`/api/projects/${id}`), start)
      const { body } = await build.patch(`/api/characters/${made[0].id}`, { name: 'Zz', role: 'Lead' })
      assert.deepEqual(body.data, { ...made[0], name: 'Zz', role: 'Lead' })
      assert.deepEqual(await listed(path), ['Zoe', 'Zz'])
      assert.ok((await build.read(`/api/projects/${id}`)).updatedAt > start.updatedAt)
    })

    test('a character that is deleted is gone, and its name free', async () => {
      const { path, id, made } = await projectWith('Mara')
      const { status, body } = await build.remove(`/api/characters/${made[0].id}`)
      assert.deepEqual([status, body.data], [200, made[0]])
      assert.deepEqual(await listed(path), [])
      assert.deepEqual(refusal(await build.remove(`/api/characters/${made[0].id}`)), missing)
      await build.character(id, 'Mara')
    })

    test('a name is refused when it is taken in the project, also of two at once', async () => {
      const { path, id, made } = await projectWith('Mara', 'Zoe')
      assert.deepEqual(refusal(await user.send('POST', path, { name: 'Mara' })), taken)
      assert.deepEqual(refusal(await build.patch(`/api/characters/${made[1].id}`, { name: 'Mara' })), taken)
      for (let round = 0; round < 5; round += 1) {
        const made = await Promise.all([1, 2].map(() => user.send('POST', path, { name: `R${round}` })))
        assert.deepEqual(made.map(({ status }) => status).sort(), [201, 400])
        const [one, other] = [await build.character(id, `X${round}`), await build.character(id, `Y${round}`)]
        const renamed = await Promise.all(
          [one, other].map((each) => build.patch(`/api/characters/${each.id}`, { name: `Z${round}` })),
        )
        assert.deepEqual(renamed.map(({ status }) => status).sort(), [200, 400])
      }
    })

    test('characters of others, and out of the reach of a token, are as if they were missing', async () => {
      const [inside, outside] = [await projectWith('A'), await projectWith('A')]
      const { caller } = await managing(service, user).make({ projectIds: [inside.id] })
      const noProject = { status: 404, error: 'Project not found' }
      for (const one of [caller, await testUser(service)]) {
        const other = building(one)
        const path = `/api/characters/${outside.made[0].id}`
        assert.deepEqual(refusal(await other.patch(path, { role: 'Lead' })), missing)
        assert.deepEqual(refusal(await other.remove(path)), missing)
        assert.deepEqual(refusal(await one.get(outside.path)), noProject)
        assert.deepEqual(refusal(await one.send('POST', outside.path, { name: 'B' })), noProject)
        assert.deepEqual(refusal(await other.put(`${outside.path}/order`, [])), noProject)
      }
      assert.deepEqual(await listed(outside.path), ['A'])
      assert.equal((await building(caller).remove(`/api/characters/${inside.made[0].id}`)).status, 200)
    })

    test('a project has at most 10000 characters', async () => {
      const { path } = await projectWith()
      const characters = Array.from({ length: 10_000 }, (_, index) => ({ name: `${index}` }))
      const file = (characters: object[]) => ({
        workspace: { projects: [{ name: `Project ${names}`, characters }] },
      })
      assert.equal((await user.send('POST', '/api/import', file(characters))).status, 200)
      const full = await user.send('POST', path, { name: 'X' })
      assert.deepEqual(refusal(full).formErrors, ['A project has at most 10000 characters: delete one first'])
      const imported = await user.send('POST', '/api/import', file([{ name: 'X' }]))
      assert.deepEqual(refusal(imported).formErrors, [
        `The project Project ${names} has at most 10000 characters, and would have 10001`,
      ])
    })
  })
}
