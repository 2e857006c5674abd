import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { statement } from '../db/statement.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { managing } from '../test/managing.ts'
import { onlyALink } from '../test/media.ts'
import { sendsNothing } from '../test/property.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const taken = {
  status: 400,
  error: 'Invalid payload',
  fieldErrors: { shotCode: ['There is a shot of that code already'] },
}
const missing = { status: 404, error: 'Shot not found' }

let names = 0

for (const engine of engines) {
  describe(`building shots on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let build: ReturnType<typeof building>

    before(async () => {
      service = await testService(engine, sendsNothing)
      user = await testUser(service)
      build = building(user)
    })
    after(() => service.close())

    /** A new scene with shots of those codes. */
    async function sceneWith(...codes: string[]) {
      const project = await build.project(`Project ${++names}`)
      const scene = await build.scene(project.id, '1')
      const shots = []
      for (const code of codes) shots.push(await build.shot(scene.id, code))
      return {
        projectId: project.id as string,
        sceneDbId: scene.id as string,
        shots,
        path: `/api/scenes/${scene.id}/shots`,
      }
    }
    const codes = async (path: string) =>
      (await build.read(path)).map(({ shotCode }: { shotCode: string }) => shotCode)

    test('a new shot comes behind the others and is answered as it is listed', async () => {
      const { path } = await sceneWith('A')
      const { status, body } = await user.send('POST', path, {
        shotCode: ' b ',
        required: false,
        description: 'Wide.',
      })
      assert.equal(status, 201)
      const { id, ...rest } = body.data
      assert.equal(typeof id, 'string')
      assert.deepEqual(rest, {
        shotCode: 'b',
        description: 'Wide.',
        sortOrder: 2,
        required: false,
        approved: false,
        assignees: [],
        dueOn: null,
        note: null,
        versionCount: 0,
        openNotes: 0,
        preview: null,
      })
      const listed = await build.read(path)
      assert.deepEqual(listed[1], body.data)
      assert.deepEqual([listed[0].required, listed[0].description], [true, null])
    })

    test('a shot tells whether it is approved, how many versions it has, and shows its latest winner', async () => {
      const film = await testFilm(service.db, user, `Film ${++names}`)
      const [first, second] = film.shotIds
      const take = { ...film.capture, shotId: first, outputUrl: 'https://host/1.png' }
      await build.version({ ...take, selected: true }, 'APPROVED')
      await sleep(2)
      await build.version({ ...take, assetType: 'VIDEO', selected: true, outputUrl: 'https://host/2.mp4' })
      await build.version(take)
      await build.version({ ...film.capture, selected: true })
      const [one, two] = await build.read(`/api/scenes/${film.sceneDbId}/shots`)
      assert.deepEqual([one.id, one.approved, one.versionCount], [first, true, 3])
      assert.deepEqual(one.preview, {
        assetType: 'VIDEO',
        outputUrl: 'https://host/2.mp4',
        thumbnailUrl: null,
        media: onlyALink,
      })
      assert.deepEqual([two.id, two.approved, two.versionCount, two.preview], [second, false, 0, null])
    })

    test('shots are put in an order, in the extension too', async () => {
      const { shots, path, sceneDbId } = await sceneWith('A', 'B', 'C')
      const ids = [shots[2].id, shots[0].id, shots[1].id]
      const { status, body } = await build.put(`${path}/order`, ids)
      assert.deepEqual([status, body.data], [200, { ids }])
      assert.deepEqual(await codes(path), ['C', 'A', 'B'])
      const ofExtension = (await user.get(`/api/extension/shots?sceneDbId=${sceneDbId}`)).body.shots
      assert.deepEqual(
        ofExtension.map(({ shotCode, sortOrder }: Record<string, unknown>) => [shotCode, sortOrder]),
        [
          ['C', 1],
          ['A', 2],
          ['B', 3],
        ],
      )
      await build.shot(sceneDbId, 'D')
      assert.deepEqual(await codes(path), ['C', 'A', 'B', 'D'])
    })

    test('an order has every shot once, of this scene, or it is refused', async () => {
      const { shots, path } = await sceneWith('A', 'B')
      const [a, b] = shots.map(({ id }) => id)
      const elsewhere = (await sceneWith('A')).shots[0].id
      for (const ids of [[], [a], [a, elsewhere], [a, b, elsewhere], [a, randomUUID()]]) {
        const { fieldErrors } = refusal(await build.put(`${path}/order`, ids))
        assert.deepEqual(fieldErrors, { ids: ['Must be every shot of the scene, each once'] })
      }
      assert.deepEqual(await codes(path), ['A', 'B'])
      for (let round = 0; round < 5; round += 1) {
        const both = await Promise.all(
          [
            [a, b],
            [b, a],
          ].map((ids) => build.put(`${path}/order`, ids)),
        )
        assert.deepEqual(
          both.map(({ status }) => status),
          [200, 200],
        )
        assert.deepEqual(
          (await build.read(path)).map(({ sortOrder }: { sortOrder: number }) => sortOrder),
          [1, 2],
        )
      }
    })

    test('a shot is changed, and the project counts as updated; nothing to change is answered too', async () => {
      const { shots, projectId } = await sceneWith('A')
      const [shot] = shots
      const path = `/api/shots/${shot.id}`
      const start = await build.read(`/api/projects/${projectId}`)
      await sleep(2)
      for (const body of [{}, { shotCode: ' A', required: true, description: null }]) {
        assert.deepEqual((await build.patch(path, body)).body.data, shot)
      }
      assert.deepEqual(await build.read(`/api/projects/${projectId}`), start)
      const { body } = await build.patch(path, { shotCode: 'A2', required: false, description: 'Close.' })
      assert.deepEqual(body.data, { ...shot, shotCode: 'A2', required: false, description: 'Close.' })
      const after = await build.read(`/api/projects/${projectId}`)
      assert.ok(after.updatedAt > start.updatedAt)
      assert.deepEqual([start.requiredShots, after.requiredShots], [1, 0])
    })

    test('a code is refused when it is taken in the scene, also of two at once', async () => {
      const { shots, path, sceneDbId } = await sceneWith('A', 'B')
      assert.deepEqual(refusal(await user.send('POST', path, { shotCode: 'A' })), taken)
      assert.deepEqual(refusal(await build.patch(`/api/shots/${shots[1].id}`, { shotCode: 'A' })), taken)
      assert.deepEqual((await user.send('POST', path, { shotCode: ' ' })).body.details.fieldErrors, {
        shotCode: ['Required'],
      })
      for (let round = 0; round < 5; round += 1) {
        const made = await Promise.all([1, 2].map(() => user.send('POST', path, { shotCode: `R${round}` })))
        assert.deepEqual(made.map(({ status }) => status).sort(), [201, 400])
        const [one, other] = [
          await build.shot(sceneDbId, `X${round}`),
          await build.shot(sceneDbId, `Y${round}`),
        ]
        const renamed = await Promise.all(
          [one, other].map(({ id }) => build.patch(`/api/shots/${id}`, { shotCode: `Z${round}` })),
        )
        assert.deepEqual(renamed.map(({ status }) => status).sort(), [200, 400])
      }
    })

    describe('a shot that is deleted', () => {
      let film: Film
      let path: string

      before(async () => {
        film = await testFilm(service.db, user, `Film ${++names}`)
        path = `/api/shots/${film.shotIds[0]}`
      })

      test('leaves its versions in the scene, its winners no longer so, and tells of it', async () => {
        const settings = { url: 'http://127.0.0.1:9/', events: ['asset.status_changed', 'scene.completed'] }
        const hook = (await user.send('POST', '/api/webhooks', settings)).body.data.id
        const take = { ...film.capture, shotId: film.shotIds[0] }
        const selected = await build.version({ ...take, selected: true })
        const approved = await build.version({ ...take, assetType: 'VIDEO', selected: true }, 'APPROVED')
        const plain = await build.version(take)
        // A winner of the scene itself, where those of the shot could not be winners beside it.
        const ofScene = await build.version({ ...film.capture, selected: true })
        const before = await build.read(`/api/projects/${film.projectId}`)
        const sent = async () =>
          (await user.get(`/api/webhooks/${hook}/deliveries`)).body.data.length as number
        const sentBefore = await sent()
        await sleep(2)
        const { status, body } = await build.remove(path)
        assert.deepEqual([status, body.data.shotCode, body.data.versionCount], [200, '012A-A', 3])
        const rows = new Map(
          (await service.db.all(listVersions, { sceneDbId: film.sceneDbId })).map((row) => [row.id, row]),
        )
        const state = (id: string) => {
          const { shot_id, selected, status } = rows.get(id)!
          return [shot_id, selected, status]
        }
        assert.deepEqual(state(selected.id), [null, 0, 'GENERATED'])
        assert.deepEqual(state(approved.id), [null, 0, 'APPROVED'])
        assert.deepEqual(state(plain.id), [null, 0, 'DRAFT'])
        assert.deepEqual(state(ofScene.id), [null, 1, 'SELECTED'])
        assert.ok((await build.read(`/api/projects/${film.projectId}`)).updatedAt > before.updatedAt)
        assert.equal(await sent(), sentBefore + 1, 'to the webhook that asked for it')
        const { data: events } = (await user.get('/api/events?limit=100')).body
        const last = events.at(-1)
        assert.equal(last.event, 'asset.status_changed')
        assert.deepEqual(last.data, {
          assetVersionId: selected.id,
          projectId: film.projectId,
          sceneId: '012A',
          oldStatus: 'SELECTED',
          newStatus: 'GENERATED',
          changedBy: user.id,
        })
        assert.deepEqual(
          { ...(await service.db.all(listChanges, { id: selected.id })).at(-1) },
          {
            old_status: 'SELECTED',
            new_status: 'GENERATED',
            changed_by: user.id,
          },
        )
      })

      test('is gone: for reading, changing, deleting and capturing', async () => {
        const shots = await build.read(`/api/scenes/${film.sceneDbId}/shots`)
        assert.deepEqual(
          shots.map(({ id }: { id: string }) => id),
          [film.shotIds[1]],
        )
        assert.deepEqual(refusal(await build.patch(path, { required: true })), missing)
        assert.deepEqual(refusal(await build.remove(path)), missing)
        const { status, body } = await user.ingest({ ...film.capture, shotId: film.shotIds[0] })
        assert.deepEqual([status, body], [404, { error: 'Shot not found' }])
      })
    })

    test('captures and selections that arrive while their shot goes are kept or told that it is gone', async () => {
      for (let round = 0; round < 5; round += 1) {
        const film = await testFilm(service.db, user, `Film ${++names}`)
        const capture = { ...film.capture, shotId: film.shotIds[0] }
        const { id } = await build.version(capture)
        const [removed, moved, ...captured] = await Promise.all([
          build.remove(`/api/shots/${film.shotIds[0]}`),
          user.send('PATCH', '/api/extension/asset-update', { assetId: id, selected: true }),
          ...[1, 2, 3].map((count) => user.ingest({ ...capture, selected: count === 2 })),
        ])
        assert.deepEqual([removed.status, moved.status], [200, 200])
        const filed = captured.filter(({ status }) => status === 200)
        for (const answer of captured) if (answer.status !== 200) assert.deepEqual(refusal(answer), missing)
        const rows = await service.db.all(listVersions, { sceneDbId: film.sceneDbId })
        assert.equal(rows.length, filed.length + 1)
        assert.ok(rows.every(({ shot_id }) => shot_id === null))
        assert.ok(rows.filter(({ selected }) => selected === 1).length <= 1)
      }
    })

    test('a scene that is complete without a shot is not told to be completed', async () => {
      for (const how of ['delete', 'not required']) {
        const { shots, projectId } = await sceneWith('A', 'B')
        await build.version({ projectId, sceneId: '1', shotId: shots[0].id, selected: true }, 'APPROVED')
        const path = `/api/shots/${shots[1].id}`
        const { status } = await (how === 'delete'
          ? build.remove(path)
          : build.patch(path, { required: false }))
        assert.equal(status, 200)
        const { requiredShots, approvedShots } = await build.read(`/api/projects/${projectId}`)
        assert.deepEqual([requiredShots, approvedShots], [1, 1])
        const completed = (await service.db.all(listEvents, { projectId })).filter(
          ({ event }) => event === 'scene.completed',
        )
        assert.deepEqual(completed, [])
      }
    })

    test('shots of others, and out of the reach of a token, are as if they were missing', async () => {
      const [inside, outside] = [await sceneWith('A'), await sceneWith('A')]
      const { caller } = await managing(service, user).make({ projectIds: [inside.projectId] })
      const noScene = { status: 404, error: 'Scene not found' }
      for (const one of [caller, await testUser(service)]) {
        const other = building(one)
        const path = `/api/shots/${outside.shots[0].id}`
        assert.deepEqual(refusal(await other.patch(path, { required: false })), missing)
        assert.deepEqual(refusal(await other.remove(path)), missing)
        assert.deepEqual(refusal(await one.get(outside.path)), noScene)
        assert.deepEqual(refusal(await one.send('POST', outside.path, { shotCode: 'B' })), noScene)
        assert.deepEqual(refusal(await other.put(`${outside.path}/order`, [])), noScene)
      }
      assert.deepEqual(await codes(outside.path), ['A'])
      assert.equal((await building(caller).remove(`/api/shots/${inside.shots[0].id}`)).status, 200)
    })

    test('a scene has at most 10000 shots', async () => {
      const { path, sceneDbId } = await sceneWith()
      const shots = Array.from({ length: 10_000 }, (_, index) => ({ shotCode: `${index}` }))
      const file = (shots: object[]) => ({
        workspace: { projects: [{ name: `Project ${names}`, scenes: [{ sceneId: '1', shots }] }] },
      })
      assert.equal((await user.send('POST', '/api/import', file(shots))).status, 200)
      const full = await user.send('POST', path, { shotCode: 'X' })
      assert.deepEqual(refusal(full).formErrors, ['A scene has at most 10000 shots: delete one first'])
      const imported = await user.send('POST', '/api/import', file([{ shotCode: 'X' }]))
      assert.deepEqual(refusal(imported).formErrors, [
        `The scene 1 of Project ${names} has at most 10000 shots, and would have 10001`,
      ])
      const listed = await build.read(path)
      assert.equal(listed.length, 10_000)
      const ids = listed.map(({ id }: { id: string }) => id).reverse()
      assert.equal((await build.put(`${path}/order`, ids)).status, 200)
      assert.equal((await build.read(path))[0].shotCode, '9999')
      assert.equal((await build.remove(`/api/scenes/${sceneDbId}?sceneId=1`)).status, 200)
    })
  })
}

const listVersions = statement((db, { sceneDbId }: { sceneDbId: string }) =>
  db.selectFrom('asset_versions').selectAll().where('scene_id', '=', sceneDbId),
)
const listChanges = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('status_changes')
    .select(['old_status', 'new_status', 'changed_by'])
    .where('asset_version_id', '=', id)
    .orderBy('id'),
)
const listEvents = statement((db, { projectId }: { projectId: string }) =>
  db.selectFrom('events').select('event').where('project_id', '=', projectId),
)
