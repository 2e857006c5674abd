import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { managing } from '../test/managing.ts'
import { onlyALink } from '../test/media.ts'
import { type TestService, type TestUser, testFilm, testService, testUser } from '../test/service.ts'
import { placesOf } from './new-order.ts'
import { setScenePositions } from './scene-queries.ts'

const taken = {
  status: 400,
  error: 'Invalid payload',
  fieldErrors: { sceneId: ['There is a scene of that number already'] },
}
const wrongOrder = {
  status: 400,
  error: 'Invalid payload',
  fieldErrors: { ids: ['Must be every scene of the project, each once'] },
}
const missing = { status: 404, error: 'Scene not found' }

let names = 0

for (const engine of engines) {
  describe(`building scenes on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let build: ReturnType<typeof building>

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      build = building(user)
    })
    after(() => service.close())

    /** A new project with scenes of those numbers. */
    async function projectWith(...numbers: string[]) {
      const { id } = await build.project(`Project ${++names}`)
      const scenes = []
      for (const number of numbers) scenes.push(await build.scene(id, number))
      return { id, scenes, path: `/api/projects/${id}/scenes` }
    }
    const numbers = async (path: string, limit = 100) =>
      (await build.pages(path, limit)).map(({ sceneId }) => sceneId)
    const ofExtension = async (projectId: string) =>
      (await user.get(`/api/extension/scenes?projectId=${projectId}`)).body.scenes.map(
        ({ sceneId }: { sceneId: string }) => sceneId,
      )

    test('a new scene is answered as it is listed, its number in upper case', async () => {
      const { id, path } = await projectWith()
      const sent = { sceneId: ' 12a ', storyBeat: 'The lamp goes out.', act: 2.5, macroScene: 'Storm' }
      const { status, body } = await user.send('POST', path, sent)
      assert.equal(status, 201)
      const { id: sceneDbId, ...rest } = body.data
      assert.deepEqual(rest, {
        ...sent,
        sceneId: '12A',
        shotCount: 0,
        requiredShots: 0,
        approvedShots: 0,
        done: false,
        versionCount: 0,
        openNotes: 0,
        preview: null,
      })
      assert.deepEqual(await build.pages(path, 10), [body.data])
      const project = { id, name: `Project ${names}`, status: 'DEVELOPMENT', role: 'owner' }
      assert.deepEqual(await build.read(`/api/scenes/${sceneDbId}`), { ...body.data, project })
      const bare = await build.scene(id, '13')
      assert.deepEqual([bare.storyBeat, bare.act, bare.macroScene], [null, null, null])
    })

    test('a scene tells how far it is, and is shown by its latest winner', async () => {
      const film = await testFilm(service.db, user, `Film ${++names}`)
      const first = { ...film.capture, shotId: film.shotIds[0] }
      await build.version({ ...first, selected: true, outputUrl: 'https://host/1.png' }, 'APPROVED', 'FINAL')
      await build.version({ ...film.capture, shotId: film.shotIds[1] })
      await sleep(2)
      await build.version({ ...film.capture, selected: true, outputUrl: 'https://host/2.png' })
      const { shotCount, requiredShots, approvedShots, versionCount, preview } = await build.read(
        `/api/scenes/${film.sceneDbId}`,
      )
      assert.deepEqual([shotCount, requiredShots, approvedShots, versionCount], [2, 1, 1, 3])
      const winner = { assetType: 'IMAGE', outputUrl: 'https://host/2.png', thumbnailUrl: null }
      assert.deepEqual(preview, { ...winner, media: onlyALink })
    })

    test('a scene is done when its required shots are approved or, without any, when its winner is final', async () => {
      const film = await testFilm(service.db, user, `Film ${++names}`)
      const done = async (id: string) => [
        (await build.read(`/api/scenes/${id}`)).done,
        (await build.pages(`/api/projects/${film.projectId}/scenes`, 10)).find((one) => one.id === id).done,
        (await build.read(`/api/projects/${film.projectId}`)).doneScenes,
      ]
      const into = { ...film.capture, selected: true }
      await build.version({ ...into, shotId: film.shotIds[1] }, 'APPROVED', 'FINAL')
      assert.deepEqual(await done(film.sceneDbId), [false, false, 0], 'that shot is not required')
      await build.version({ ...into, shotId: film.shotIds[0] }, 'APPROVED')
      assert.deepEqual(await done(film.sceneDbId), [true, true, 1])
      const bare = await build.version({ ...into, sceneId: '2' }, 'APPROVED')
      assert.deepEqual(await done(film.otherSceneDbId), [false, false, 1], 'approved is not final')
      const final = await user.send('POST', `/api/assets/${bare.id}/status`, { status: 'FINAL' })
      assert.equal(final.status, 200)
      assert.deepEqual(await done(film.otherSceneDbId), [true, true, 2])
      await build.shot(film.otherSceneDbId, '2-A')
      assert.deepEqual(await done(film.otherSceneDbId), [false, false, 1], 'now there is a shot to approve')
    })

    test('a picture stands for a scene rather than a sound, whichever won last', async () => {
      const film = await testFilm(service.db, user, `Film ${++names}`)
      const into = { ...film.capture, selected: true }
      const types = async () => [
        (await build.read(`/api/scenes/${film.sceneDbId}`)).preview.assetType,
        (await build.read(`/api/projects/${film.projectId}`)).preview.assetType,
      ]
      await build.version({ ...into, assetType: 'MUSIC' })
      assert.deepEqual(await types(), ['MUSIC', 'MUSIC'])
      await build.version({ ...into, assetType: 'VIDEO', outputUrl: 'https://host/1.mp4' })
      await sleep(2)
      await build.version({ ...into, assetType: 'VOICE' })
      assert.deepEqual(await types(), ['VIDEO', 'VIDEO'])
    })

    test('without an order scenes go by number, page by page, each exactly once', async () => {
      const { path } = await projectWith('10', '2', '10A', '1', '100', '9B', '9')
      const sorted = ['1', '2', '9', '9B', '10', '10A', '100']
      for (const limit of [1, 2, 3, 7, 100]) assert.deepEqual(await numbers(path, limit), sorted)
    })

    test('with an order they go by that, page by page, and in the extension still by number', async () => {
      const { id, scenes, path } = await projectWith('1', '2', '3', '4', '5')
      const [one, two, three, four, five] = scenes.map((scene) => scene.id)
      const ids = [three, one, five, two, four]
      const { status, body } = await build.put(`${path}/order`, ids)
      assert.deepEqual([status, body], [200, { data: { ids }, metadata: {} }])
      for (const limit of [1, 2, 4, 5, 100]) {
        assert.deepEqual(await numbers(path, limit), ['3', '1', '5', '2', '4'])
      }
      assert.deepEqual(await ofExtension(id), ['1', '2', '3', '4', '5'])
      assert.equal((await build.put(`${path}/order`, ids.reverse())).status, 200)
      assert.deepEqual(await numbers(path), ['4', '2', '5', '1', '3'])
    })

    test('an order writes those anew whose place it changes, and no others', async () => {
      const { scenes, path } = await projectWith('1', '2', '3')
      const [one, two, three] = scenes.map(({ id }) => id as string) as [string, string, string]
      await build.put(`${path}/order`, [one, two, three])
      const written = (order: string[]) => {
        const places = JSON.stringify(placesOf(order))
        return service.db.transaction((transaction) => transaction.run(setScenePositions, { places }))
      }
      assert.equal(await written([one, two, three]), 0)
      assert.equal(await written([two, one, three]), 2)
    })

    test('a new scene in an order comes right behind the one that precedes it by number', async () => {
      const { id, scenes, path } = await projectWith('1', '2', '3')
      const [one, two, three] = scenes.map((scene) => scene.id)
      await build.put(`${path}/order`, [three, two, one])
      for (const number of ['2B', '2A', '4', '0', '1A']) await build.scene(id, number)
      assert.deepEqual(await numbers(path), ['0', '3', '4', '2', '2A', '2B', '1', '1A'])
      assert.deepEqual(await numbers(path, 3), await numbers(path))
      const file = {
        projects: [{ name: `Project ${names}`, scenes: [{ sceneId: '2AA' }, { sceneId: '0A' }] }],
      }
      assert.equal((await user.send('POST', '/api/import', { workspace: file })).status, 200)
      assert.deepEqual(await numbers(path), ['0', '0A', '3', '4', '2', '2A', '2AA', '2B', '1', '1A'])
    })

    test('a hundred new scenes at the same place of an order keep to it, one by one or at once', async () => {
      const { id, scenes, path } = await projectWith('1', '5')
      await build.put(`${path}/order`, [scenes[1].id, scenes[0].id])
      const letters = Array.from({ length: 100 }, (_, count) => `1.${199 - count}`)
      for (const number of letters) await build.scene(id, number)
      const sorted = ['5', '1', ...letters.toReversed()]
      assert.deepEqual(await numbers(path), sorted.slice(0, 102))
      const more = Array.from({ length: 100 }, (_, count) => ({ sceneId: `0.${300 - count}` }))
      const workspace = { projects: [{ name: `Project ${names}`, scenes: more }] }
      assert.equal((await user.send('POST', '/api/import', { workspace })).status, 200)
      const first = more.map(({ sceneId }) => sceneId).toReversed()
      assert.deepEqual(await numbers(path, 60), [...first, ...sorted])
    })

    test('a list has the beginning of a long story beat; the scene alone has all of it', async () => {
      const { id, path } = await projectWith()
      const long = `${'é🎬'.repeat(600)}end`
      const short = 'x'.repeat(1000)
      for (const [sceneId, storyBeat] of Object.entries({ 1: long, 2: short, 3: null })) {
        await build.scene(id, sceneId, { storyBeat })
      }
      const { data } = (await user.get(path)).body
      const beats = data.map(({ storyBeat }: { storyBeat: string | null }) => storyBeat)
      assert.deepEqual(beats, ['é🎬'.repeat(500), short, null])
      assert.equal((await user.get(`/api/scenes/${data[0].id}`)).body.data.storyBeat, long)
      const { scenes } = (await user.get(`${endpoints.listScenes.path}?projectId=${id}`)).body
      assert.equal(scenes[0].storyBeat, long)
      const changed = await user.send('PATCH', `/api/scenes/${data[0].id}`, { act: 2 })
      assert.equal(changed.body.data.storyBeat, long)
    })

    test('an order has every scene once, of this project, or it is refused and nothing moves', async () => {
      const { scenes, path } = await projectWith('1', '2', '3')
      const [one, two, three] = scenes.map((scene) => scene.id)
      const elsewhere = (await projectWith('1')).scenes[0].id
      await build.put(`${path}/order`, [two, three, one])
      for (const ids of [
        [],
        [one, two],
        [one, two, elsewhere],
        [one, two, three, elsewhere],
        [one, two, randomUUID()],
      ]) {
        assert.deepEqual(refusal(await build.put(`${path}/order`, ids)), wrongOrder)
      }
      const twice = await build.put(`${path}/order`, [one, two, three, one])
      assert.deepEqual(refusal(twice).fieldErrors, { ids: ['The same id twice'] })
      assert.deepEqual(await numbers(path), ['2', '3', '1'])
      assert.equal((await build.put(`${(await projectWith()).path}/order`, [])).status, 200)
    })

    test('two orders at once do not mix, and with a new scene in between none is lost', async () => {
      const { id, scenes, path } = await projectWith('1', '2', '3', '4', '5', '6')
      const forth = scenes.map((scene) => scene.id)
      const back = [...forth].reverse()
      for (let round = 0; round < 5; round += 1) {
        const both = await Promise.all([forth, back].map((ids) => build.put(`${path}/order`, ids)))
        assert.deepEqual(
          both.map(({ status }) => status),
          [200, 200],
        )
        assert.ok(['1,2,3,4,5,6', '6,5,4,3,2,1'].includes((await numbers(path)).join()))
      }
      const [ordered] = await Promise.all([
        build.put(`${path}/order`, back),
        ...['2A', '2B', '2C'].map((number) => build.scene(id, number)),
      ])
      assert.ok([200, 400].includes(ordered.status))
      const all = await numbers(path, 4)
      assert.deepEqual(all.sort(), ['1', '2', '2A', '2B', '2C', '3', '4', '5', '6'])
    })

    test('a scene is changed and renumbered; by number it moves, in an order it stays', async () => {
      const { scenes, path, id } = await projectWith('1', '2', '3')
      const [one, two, three] = scenes
      const before = await build.read(`/api/projects/${id}`)
      await sleep(2)
      const { body } = await build.patch(`/api/scenes/${one.id}`, { sceneId: '10b', act: 1, storyBeat: 'x' })
      assert.deepEqual(body.data, { ...one, sceneId: '10B', act: 1, storyBeat: 'x' })
      assert.ok((await build.read(`/api/projects/${id}`)).updatedAt > before.updatedAt)
      assert.deepEqual(await numbers(path), ['2', '3', '10B'])
      assert.deepEqual(await ofExtension(id), ['2', '3', '10B'])
      await build.put(`${path}/order`, [three.id, two.id, one.id])
      await build.patch(`/api/scenes/${three.id}`, { sceneId: '99', storyBeat: null })
      assert.deepEqual(await numbers(path), ['99', '2', '10B'])
      const cleared = await build.patch(`/api/scenes/${one.id}`, { act: null, storyBeat: null })
      assert.deepEqual([cleared.body.data.act, cleared.body.data.storyBeat], [null, null])
    })

    test('an update that changes nothing is answered and does not touch the project', async () => {
      const { scenes, id } = await projectWith('1a')
      const before = await build.read(`/api/projects/${id}`)
      await sleep(2)
      for (const body of [{}, { sceneId: '1A' }, { sceneId: ' 1a ', act: null }]) {
        const answer = await build.patch(`/api/scenes/${scenes[0].id}`, body)
        assert.deepEqual([answer.status, answer.body.data], [200, scenes[0]])
      }
      assert.deepEqual(await build.read(`/api/projects/${id}`), before)
    })

    test('a number is refused when it is taken in the project, or empty', async () => {
      const { scenes, path, id } = await projectWith('1', '2')
      assert.deepEqual(refusal(await user.send('POST', path, { sceneId: '1' })), taken)
      assert.deepEqual(refusal(await build.patch(`/api/scenes/${scenes[1].id}`, { sceneId: '1' })), taken)
      const upper = await projectWith('1')
      assert.equal((await user.send('POST', upper.path, { sceneId: '1a' })).status, 201)
      assert.deepEqual(refusal(await user.send('POST', upper.path, { sceneId: '1A' })), taken)
      for (const sceneId of ['', ' ', undefined]) {
        const { body } = await user.send('POST', path, { sceneId })
        assert.deepEqual(body.details.fieldErrors, { sceneId: ['Required'] })
      }
      const { status, body } = await build.patch(`/api/projects/${id}`, { name: 'x' })
      assert.equal(status, 200, JSON.stringify(body))
    })

    test('of two that take a number at once, one gets it and the other is told', async () => {
      const { id, path } = await projectWith()
      for (let round = 0; round < 5; round += 1) {
        const sceneId = String(round)
        const file = { projects: [{ name: `Project ${names}`, scenes: [{ sceneId }] }] }
        const [imported, ...made] = await Promise.all([
          user.send('POST', '/api/import', { workspace: file }),
          ...[1, 2].map(() => user.send('POST', path, { sceneId })),
        ])
        assert.equal(imported.status, 200)
        const statuses = made.map(({ status }) => status).sort()
        // The import, which takes what is there, may have been the first.
        assert.ok(['201,400', '400,400'].includes(statuses.join()), statuses.join())
        for (const one of made) if (one.status === 400) assert.deepEqual(refusal(one), taken)
        const [one, other] = [await build.scene(id, `A${round}`), await build.scene(id, `B${round}`)]
        const renamed = await Promise.all(
          [one, other].map((scene) => build.patch(`/api/scenes/${scene.id}`, { sceneId: `C${round}` })),
        )
        assert.deepEqual(renamed.map(({ status }) => status).sort(), [200, 400])
      }
    })

    test('a scene goes with all that is in it, when its number is given', async () => {
      const film = await testFilm(service.db, user, `Film ${++names}`)
      const path = `/api/scenes/${film.sceneDbId}`
      await build.version({ ...film.capture, shotId: film.shotIds[0], selected: true })
      const before = await build.read(`/api/projects/${film.projectId}`)
      for (const [query, message] of [
        ['', 'Required'],
        ['?sceneId=', 'Must be the number of the scene'],
        ['?sceneId=12A', 'Must be the number of the scene'],
      ]) {
        const answer = await build.remove(path + query)
        assert.deepEqual(refusal(answer).fieldErrors, { sceneId: [message] })
      }
      await sleep(2)
      const { status, body } = await build.remove(`${path}?sceneId=012a`)
      assert.deepEqual([status, body.data.sceneId, body.data.versionCount], [200, '012A', 1])
      assert.deepEqual(refusal(await user.get(path)), missing)
      assert.deepEqual(refusal(await build.remove(`${path}?sceneId=012A`)), missing)
      const after = await build.read(`/api/projects/${film.projectId}`)
      assert.deepEqual([after.sceneCount, after.requiredShots, after.preview], [3, 0, null])
      assert.ok(after.updatedAt > before.updatedAt)
      const captured = await user.ingest(film.capture)
      assert.deepEqual(refusal(captured), missing)
    })

    test('captures that arrive while their scene goes are filed or told that it is gone', async () => {
      for (let round = 0; round < 5; round += 1) {
        const film = await testFilm(service.db, user, `Film ${++names}`)
        const capture = { ...film.capture, shotId: film.shotIds[0] }
        if (round > 0) await build.version(capture)
        const [removed, ...captured] = await Promise.all([
          build.remove(`/api/scenes/${film.sceneDbId}?sceneId=012A`),
          ...[1, 2, 3, 4].map((count) => user.ingest({ ...capture, selected: count === 2 })),
        ])
        assert.equal(removed.status, 200)
        for (const answer of captured) {
          if (answer.status !== 200) assert.deepEqual(refusal(answer), missing)
        }
      }
    })

    test('a cursor of no scene of the project is refused', async () => {
      const { path } = await projectWith('1')
      const elsewhere = (await projectWith('1')).scenes[0].id
      for (const cursor of [elsewhere, randomUUID()]) {
        const { fieldErrors } = refusal(await user.get(`${path}?cursor=${cursor}`))
        assert.deepEqual(fieldErrors, { cursor: ['Must be the nextCursor of another page of this list'] })
      }
    })

    test('scenes of others, and out of the reach of a token, are as if they were missing', async () => {
      const [inside, outside] = [await projectWith('1'), await projectWith('1')]
      const { caller } = await managing(service, user).make({ projectIds: [inside.id] })
      const stranger = await testUser(service)
      const noProject = { status: 404, error: 'Project not found' }
      for (const one of [caller, stranger]) {
        const other = building(one)
        const path = `/api/scenes/${outside.scenes[0].id}`
        assert.deepEqual(refusal(await one.get(path)), missing)
        assert.deepEqual(refusal(await other.patch(path, { act: 1 })), missing)
        assert.deepEqual(refusal(await other.remove(`${path}?sceneId=1`)), missing)
        assert.deepEqual(refusal(await one.get(outside.path)), noProject)
        assert.deepEqual(refusal(await one.send('POST', outside.path, { sceneId: '2' })), noProject)
        assert.deepEqual(refusal(await other.put(`${outside.path}/order`, [])), noProject)
      }
      assert.deepEqual(await numbers(outside.path), ['1'])
      assert.equal(
        (await building(caller).patch(`/api/scenes/${inside.scenes[0].id}`, { act: 1 })).status,
        200,
      )
      assert.equal((await caller.send('POST', inside.path, { sceneId: '2' })).status, 201)
    })

    test('a project has at most 10000 scenes, and its order and pages hold with that many', async () => {
      const name = `Project ${++names}`
      const scenes = Array.from({ length: 10_000 }, (_, index) => ({ sceneId: `${index + 1}` }))
      const file = { workspace: { projects: [{ name, scenes }] } }
      assert.equal((await user.send('POST', '/api/import', file)).status, 200)
      const [{ id }] = await build.pages(`/api/projects?q=${encodeURIComponent(name)}`, 10)
      const path = `/api/projects/${id}/scenes`
      const full = await user.send('POST', path, { sceneId: 'X' })
      assert.deepEqual(refusal(full).formErrors, ['A project has at most 10000 scenes: delete one first'])
      const more = { projects: [{ name, scenes: [{ sceneId: 'X' }] }] }
      assert.deepEqual(refusal(await user.send('POST', '/api/import', { workspace: more })).formErrors, [
        `The project ${name} has at most 10000 scenes, and would have 10001`,
      ])
      const listed = await build.pages(path, 100)
      assert.equal(listed.length, 10_000)
      const ids = listed.map((scene) => scene.id).reverse()
      assert.equal((await build.put(`${path}/order`, ids)).status, 200)
      const [last] = await build.pages(path, 100)
      assert.equal(last.sceneId, '10000')
      assert.equal((await build.remove(`/api/scenes/${last.id}?sceneId=10000`)).status, 200)
      await build.scene(id, '1A')
      assert.deepEqual((await numbers(path)).slice(-3), ['2', '1', '1A'])
    })
  })
}
