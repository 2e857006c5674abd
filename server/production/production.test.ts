import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { engines } from '../test/engines.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`projects, scenes, shots and characters on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })
    after(() => service.close())

    test("only the user's own projects are listed, the last updated first", async () => {
      await sleep(2)
      const newer = await testUser(service).then((other) => testFilm(service.db, other, 'Not mine'))
      await sleep(2)
      const second = await testFilm(service.db, user, 'Second')
      const { status, body } = await user.get(endpoints.listProjects.path)
      assert.equal(status, 200)
      assert.deepEqual(
        body.projects.map((project: { id: string }) => project.id),
        [second.projectId, film.projectId],
      )
      assert.ok(!JSON.stringify(body).includes(newer.projectId))
      const { updatedAt, ...first } = body.projects[1]
      assert.match(updatedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.deepEqual(first, {
        id: film.projectId,
        name: 'The Long Tide',
        status: 'PRODUCTION',
        genre: 'Drama',
        sceneCount: 4,
      })
    })

    test('scenes are listed by number in natural order', async () => {
      const { status, body } = await user.get(`${endpoints.listScenes.path}?projectId=${film.projectId}`)
      assert.equal(status, 200)
      assert.deepEqual(
        body.scenes.map((scene: { sceneId: string }) => scene.sceneId),
        ['2', '10', '10A', '012A'],
      )
      assert.deepEqual(body.scenes[3], {
        id: film.sceneDbId,
        sceneId: '012A',
        storyBeat: 'The lamp goes out.',
        act: 2,
        macroScene: 'Storm',
      })
      assert.deepEqual(body.scenes[0], {
        id: film.otherSceneDbId,
        sceneId: '2',
        storyBeat: null,
        act: null,
        macroScene: null,
      })
    })

    test('shots are listed in their order', async () => {
      const { status, body } = await user.get(`${endpoints.listShots.path}?sceneDbId=${film.sceneDbId}`)
      assert.equal(status, 200)
      assert.deepEqual(body.shots, [
        { id: film.shotIds[0], shotCode: '012A-A', description: 'Wide, the tower.', sortOrder: 1 },
        { id: film.shotIds[1], shotCode: '012A-B', description: null, sortOrder: 2 },
      ])
      assert.deepEqual(
        (await user.get(`${endpoints.listShots.path}?sceneDbId=${film.otherSceneDbId}`)).body,
        { shots: [] },
      )
    })

    test('characters are listed by name, accents aside', async () => {
      const { status, body } = await user.get(`${endpoints.listCharacters.path}?projectId=${film.projectId}`)
      assert.equal(status, 200)
      const [{ id, ...first }, second] = body.characters
      assert.equal(typeof id, 'string')
      assert.deepEqual(first, { name: 'Élias', role: null, description: null })
      assert.equal(second.name, 'Mara')
      assert.equal(second.description, 'Keeps the light.')
    })

    test('a missing parameter is Required, a missing thing is 404 by its name', async () => {
      for (const [{ path }, parameter, thing] of [
        [endpoints.listScenes, 'projectId', 'Project'],
        [endpoints.listCharacters, 'projectId', 'Project'],
        [endpoints.listShots, 'sceneDbId', 'Scene'],
      ] as const) {
        for (const query of ['', `?${parameter}=`]) {
          const { status, body } = await user.get(path + query)
          assert.equal(status, 400)
          assert.deepEqual(body, {
            error: 'Invalid payload',
            details: { fieldErrors: { [parameter]: ['Required'] } },
          })
        }
        assert.equal((await user.get(`${path}?${parameter}=a&${parameter}=b`)).status, 400)
        assert.equal((await user.get(`${path}?${parameter}=%00`)).status, 400)
        for (const id of [crypto.randomUUID(), "' or 1=1 --", '%F0%9F%8E%AC']) {
          const { status, body } = await user.get(`${path}?${parameter}=${id}`)
          assert.equal(status, 404)
          assert.deepEqual(body, { error: `${thing} not found` })
        }
      }
    })
  })
}
