import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { workspaceFile } from '@dailies/contract/workspace.ts'
import { engines } from '../test/engines.ts'
import { type TestService, type TestUser, testService, testUser } from '../test/service.ts'
import { importWorkspace } from './import-workspace.ts'
import { allOf } from './membership.ts'

/** More than is read at once, several times, and once exactly as much. */
const count = 350
const numbers = Array.from({ length: count }, (_, index) => index + 1)
const padded = (number: number) => String(number).padStart(4, '0')

const workspace = {
  projects: [
    {
      name: 'Long',
      characters: numbers.map((number) => ({ name: `C${padded(number)}`, description: `${number}` })),
      scenes: [
        ...numbers.map((number) => ({ sceneId: String(number), storyBeat: `Beat ${number}` })),
        { sceneId: '900', shots: numbers.map((number) => ({ shotCode: `S${number}`, sortOrder: number })) },
        // All at the same place: their ids decide.
        {
          sceneId: '901',
          shots: numbers.slice(0, 200).map((number) => ({ shotCode: `T${number}`, sortOrder: 0 })),
        },
      ],
    },
  ],
}

for (const engine of engines) {
  describe(`lists that are longer than what is read at once, on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let projectId: string
    let scenes: { id: string; sceneId: string; storyBeat: string | null }[]

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      await importWorkspace(service.db, allOf(user.id), workspaceFile.parse(workspace))
      projectId = (await user.get(endpoints.listProjects.path)).body.projects[0].id
      scenes = (await user.get(`${endpoints.listScenes.path}?projectId=${projectId}`)).body.scenes
    })
    after(() => service.close())

    test('the scenes of a project come whole, each once, in their order', () => {
      assert.deepEqual(
        scenes.map(({ sceneId }) => sceneId),
        [...numbers.map(String), '900', '901'],
      )
      assert.deepEqual(Object.keys(scenes[0]!), ['id', 'sceneId', 'storyBeat', 'act', 'macroScene'])
      assert.equal(scenes[count - 1]?.storyBeat, `Beat ${count}`)
    })

    test('the shots of a scene do, in both interfaces', async () => {
      const sceneDbId = scenes.at(-2)!.id
      const { body } = await user.get(`${endpoints.listShots.path}?sceneDbId=${sceneDbId}`)
      const browsed = await user.get(endpoints.browseShots.path.replace('{id}', sceneDbId))
      for (const shots of [body.shots, browsed.body.data]) {
        assert.deepEqual(
          shots.map(({ shotCode }: { shotCode: string }) => shotCode),
          numbers.map((number) => `S${number}`),
        )
      }
      assert.deepEqual(Object.keys(body.shots[0]), ['id', 'shotCode', 'description', 'sortOrder'])
      assert.deepEqual(browsed.body.metadata, {})
    })

    test('the first so many of the shots are no more than that', async () => {
      const path = endpoints.browseShots.path.replace('{id}', scenes.at(-2)!.id)
      for (const first of [1, 99, 100, 101, 350, 351]) {
        const { body } = await user.get(`${path}?first=${first}`)
        assert.deepEqual(
          body.data.map(({ shotCode }: { shotCode: string }) => shotCode),
          numbers.slice(0, first).map((number) => `S${number}`),
        )
      }
      for (const first of ['0', '-1', '1.5', 'x', '']) {
        const { status, body } = await user.get(`${path}?first=${first}`)
        assert.deepEqual([status, Object.keys(body.details?.fieldErrors ?? {})], [400, ['first']], first)
      }
    })

    test('a list whose last part is a full one, and whose rows are all at one place, is whole', async () => {
      const sceneDbId = scenes.at(-1)!.id
      const { body } = await user.get(`${endpoints.listShots.path}?sceneDbId=${sceneDbId}`)
      const browsed = await user.get(endpoints.browseShots.path.replace('{id}', sceneDbId))
      for (const shots of [body.shots, browsed.body.data]) {
        assert.equal(new Set(shots.map(({ id }: { id: string }) => id)).size, 200)
        assert.equal(shots.length, 200)
      }
    })

    test('the characters of a project do, in both interfaces, and in an order that was set', async () => {
      const names = numbers.map((number) => `C${padded(number)}`)
      const { body } = await user.get(`${endpoints.listCharacters.path}?projectId=${projectId}`)
      const path = endpoints.browseCharacters.path.replace('{id}', projectId)
      const browsed = await user.get(path)
      for (const characters of [body.characters, browsed.body.data]) {
        assert.deepEqual(
          characters.map(({ name }: { name: string }) => name),
          names,
        )
        assert.deepEqual(Object.keys(characters[0]), ['id', 'name', 'role', 'description'])
      }
      const ids = body.characters.map(({ id }: { id: string }) => id).toReversed()
      const ordered = await user.send('PUT', endpoints.orderCharacters.path.replace('{id}', projectId), {
        ids,
      })
      assert.equal(ordered.status, 200)
      assert.deepEqual(
        (await user.get(path)).body.data.map(({ id }: { id: string }) => id),
        ids,
      )
    })
  })
}
