import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { managing } from '../test/managing.ts'
import { onlyALink } from '../test/media.ts'
import { type TestService, type TestUser, testFilm, testService, testUser } from '../test/service.ts'
import { WorkedOn } from './worked-on.ts'

const taken = {
  status: 400,
  error: 'Invalid payload',
  fieldErrors: { name: ['There is a project of that name already'] },
}
const missing = { status: 404, error: 'Project not found' }

for (const engine of engines) {
  describe(`building projects on ${engine}`, () => {
    let service: TestService
    let user: TestUser

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
    })
    after(() => service.close())

    const names = async (path: string, caller = user) =>
      (await building(caller).pages(path, 100)).map(({ name }) => name)

    test('a new project is answered as it is read, and as the extension lists it', async () => {
      const { status, body } = await user.send('POST', '/api/projects', { name: '  The Long Tide ' })
      assert.equal(status, 201)
      const { id, createdAt, updatedAt, ...rest } = body.data
      assert.equal(createdAt, updatedAt)
      assert.deepEqual(rest, {
        name: 'The Long Tide',
        status: 'DEVELOPMENT',
        genre: null,
        role: 'owner',
        sceneCount: 0,
        requiredShots: 0,
        approvedShots: 0,
        doneScenes: 0,
        openNotes: 0,
        budgetUsd: null,
        spentUsd: null,
        preview: null,
      })
      assert.deepEqual((await user.get(`/api/projects/${id}`)).body, body)
      const { projects } = (await user.get('/api/extension/projects')).body
      assert.equal(projects[0].id, id)
    })

    test('a project tells how far it is, and is shown by its latest winner that is seen', async () => {
      const build = building(user)
      const film = await testFilm(service.db, user, 'Far')
      const path = `/api/projects/${film.projectId}`
      const capture = { ...film.capture, shotId: film.shotIds[0] }
      const start = await build.read(path)
      assert.deepEqual([start.sceneCount, start.requiredShots, start.approvedShots], [4, 1, 0])
      await build.version({ ...capture, outputUrl: 'https://host/1.png', selected: true }, 'APPROVED')
      // Not required, and does not count.
      await build.version({ ...film.capture, shotId: film.shotIds[1], status: 'SELECTED' }, 'APPROVED')
      await sleep(2)
      await build.version({
        ...film.capture,
        assetType: 'MUSIC',
        selected: true,
        thumbnailUrl: 'https://host/t',
      })
      await build.version({ ...capture, outputUrl: 'https://host/no-winner.png' })
      const { requiredShots, approvedShots, preview } = await build.read(path)
      assert.deepEqual([requiredShots, approvedShots], [1, 1])
      const winner = { assetType: 'IMAGE', outputUrl: 'https://host/1.png', thumbnailUrl: null }
      assert.deepEqual(preview, { ...winner, media: onlyALink })
      const listed = (await build.pages('/api/projects', 100)).find(({ id }) => id === film.projectId)
      assert.deepEqual(listed, await build.read(path))
    })

    test('projects are listed the last updated first, page by page, each exactly once', async () => {
      const other = await testUser(service)
      const build = building(other)
      const made = []
      for (let count = 1; count <= 25; count += 1) made.push((await build.project(`P ${count}`)).name)
      for (const limit of [1, 7, 25, 26]) {
        const found = await build.pages('/api/projects', limit)
        assert.deepEqual(new Set(found.map(({ name }) => name)), new Set(made))
        assert.equal(found.length, 25)
        const order = found.map(({ updatedAt, id }) => [updatedAt, id])
        const sorted = [...order].sort(([one, a], [two, b]) =>
          one === two ? (a < b ? -1 : 1) : one < two ? 1 : -1,
        )
        assert.deepEqual(order, sorted)
      }
    })

    test('a project that changes while somebody pages comes on no page twice, and pushes none off', async () => {
      const other = await testUser(service)
      const build = building(other)
      const made = new Map<string, string>()
      for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) {
        made.set(name, (await build.project(name)).id)
        await sleep(2)
      }
      const page = async (query: string) => (await other.get(`/api/projects?limit=2${query}`)).body
      const first = await page('')
      // The last of the page, where the next one begins.
      await build.patch(`/api/projects/${made.get('E')}`, { genre: 'Drama' })
      const second = await page(`&cursor=${first.metadata.nextCursor}`)
      await build.patch(`/api/projects/${made.get('D')}`, { genre: 'Drama' })
      const third = await page(`&cursor=${second.metadata.nextCursor}`)
      const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)
      assert.deepEqual([first, second, third].map(namesOf), [
        ['F', 'E'],
        ['D', 'C'],
        ['B', 'A'],
      ])
      assert.equal(third.metadata.nextCursor, null)
      assert.deepEqual(namesOf(await page('')), ['D', 'E'], 'what changed comes first when it is read again')
    })

    test('a capture moves its project to the front within seconds, and never back in time', async () => {
      const other = await testUser(service)
      const build = building(other)
      const film = await testFilm(service.db, other, 'In work')
      await sleep(2)
      const { id: later } = await build.project('Later')
      const before = await build.read(`/api/projects/${film.projectId}`)
      const { asset } = (await other.ingest(film.capture)).body
      const batch = { captures: [{ ...film.capture, prompt: 'another' }] }
      const { results } = (await other.send('POST', '/api/extension/ingest/batch', batch)).body
      const last = results[0].asset.createdAt
      assert.ok(last >= asset.createdAt)
      const deadline = Date.now() + 60_000
      const updatedAt = async () => (await build.read(`/api/projects/${film.projectId}`)).updatedAt
      while ((await updatedAt()) < last) {
        assert.ok(Date.now() < deadline, 'in a minute')
        await sleep(50)
      }
      assert.ok(last > before.updatedAt)
      assert.deepEqual(await names('/api/projects', other), ['In work', 'Later'])
      const { projects } = (await other.get('/api/extension/projects')).body
      assert.deepEqual(
        projects.map(({ id }: { id: string }) => id),
        [film.projectId, later],
      )
      const workedOn = new WorkedOn(service.db, (error) => assert.fail(String(error)))
      workedOn.mark(film.projectId, before.updatedAt)
      await workedOn.flush()
      assert.equal(await updatedAt(), last)
    })

    test('ARCHIVED projects are listed only when asked for', async () => {
      const other = await testUser(service)
      const build = building(other)
      const { id } = await build.project('Old', { status: 'ARCHIVED' })
      await build.project('New', { status: 'PRODUCTION' })
      assert.deepEqual(await names('/api/projects', other), ['New'])
      assert.deepEqual(await names('/api/projects?status=ARCHIVED', other), ['Old'])
      assert.deepEqual(await names('/api/projects?status=COMPLETED', other), [])
      assert.equal((await other.get('/api/projects?status=OLD')).status, 400)
      assert.equal((await build.read(`/api/projects/${id}`)).name, 'Old')
      const { projects } = (await other.get('/api/extension/projects')).body
      assert.equal(projects.length, 2, 'the extension lists them all, as ever')
    })

    test('projects are found by part of their name, in any case and letter for letter', async () => {
      const other = await testUser(service)
      const build = building(other)
      for (const name of ['100% Élan_2', '100 things', 'ELAN 2', 'back\\slash']) await build.project(name)
      const found = async (q: string) =>
        (await names(`/api/projects?q=${encodeURIComponent(q)}`, other)).sort()
      assert.deepEqual(await found('élan'), ['100% Élan_2', 'ELAN 2'])
      assert.deepEqual(await found('ÉLAN_'), ['100% Élan_2'])
      assert.deepEqual(await found('%'), ['100% Élan_2'])
      assert.deepEqual(await found('0_'), [])
      assert.deepEqual(await found('\\S'), ['back\\slash'])
      assert.equal((await found('')).length, 4)
      const filtered = await build.pages('/api/projects?q=l', 1)
      assert.equal(filtered.length, 3, 'page by page too')
    })

    test('a cursor of no project of the list is refused', async () => {
      const stranger = await testUser(service)
      const { id } = await building(stranger).project('Not mine')
      for (const cursor of [id, randomUUID()]) {
        const answer = await user.get(`/api/projects?cursor=${cursor}`)
        assert.deepEqual(refusal(answer).fieldErrors, {
          cursor: ['Must be the nextCursor of another page of this list'],
        })
      }
    })

    test('a project is renamed, moved to any status, and its genre set and cleared', async () => {
      const build = building(user)
      const made = await build.project('Draft')
      const path = `/api/projects/${made.id}`
      await sleep(2)
      const { body } = await build.patch(path, { name: 'Cut', status: 'COMPLETED', genre: 'Drama' })
      const { updatedAt, ...changed } = body.data
      const { updatedAt: before, ...rest } = made
      assert.ok(updatedAt > before)
      assert.deepEqual(changed, { ...rest, name: 'Cut', status: 'COMPLETED', genre: 'Drama' })
      const cleared = await build.patch(path, { status: 'DEVELOPMENT', genre: null })
      assert.deepEqual([cleared.body.data.status, cleared.body.data.genre], ['DEVELOPMENT', null])
    })

    test('an update that changes nothing is answered and leaves updatedAt as it was', async () => {
      const build = building(user)
      const made = await build.project('Same')
      const path = `/api/projects/${made.id}`
      await sleep(2)
      for (const body of [{}, { name: 'Same' }, { name: ' Same ', status: 'DEVELOPMENT', genre: null }]) {
        const answer = await build.patch(path, body)
        assert.deepEqual([answer.status, answer.body.data], [200, made])
      }
    })

    test('a name is refused when it is taken, empty or too long', async () => {
      const build = building(user)
      await build.project('Taken')
      const { id } = await build.project('Free')
      assert.deepEqual(refusal(await user.send('POST', '/api/projects', { name: 'Taken' })), taken)
      assert.deepEqual(refusal(await build.patch(`/api/projects/${id}`, { name: 'Taken' })), taken)
      assert.equal((await build.read(`/api/projects/${id}`)).name, 'Free')
      for (const name of ['', '  ', undefined]) {
        const { body } = await user.send('POST', '/api/projects', { name })
        assert.deepEqual(body.details.fieldErrors, { name: ['Required'] })
      }
      const long = await build.patch(`/api/projects/${id}`, { name: 'x'.repeat(201) })
      assert.deepEqual(long.body.details.fieldErrors, { name: ['Must be at most 200 characters'] })
      const stranger = await testUser(service)
      await building(stranger).project('Taken')
    })

    test('of two that take a name at once, one gets it and the other is told', async () => {
      const build = building(user)
      for (let round = 0; round < 5; round += 1) {
        const name = `Race ${round}`
        const made = await Promise.all([1, 2, 3].map(() => user.send('POST', '/api/projects', { name })))
        assert.deepEqual(made.map(({ status }) => status).sort(), [201, 400, 400])
        const [one, other] = [await build.project(`A ${round}`), await build.project(`B ${round}`)]
        const renamed = await Promise.all(
          [one, other].map(({ id }) => build.patch(`/api/projects/${id}`, { name: `C ${round}` })),
        )
        assert.deepEqual(renamed.map(({ status }) => status).sort(), [200, 400])
        for (const answer of [...made, ...renamed]) {
          if (answer.status === 400) assert.deepEqual(refusal(answer), taken)
        }
      }
    })

    test("another user's project is as if it were missing", async () => {
      const stranger = await testUser(service)
      const { id } = await building(stranger).project('Theirs')
      const build = building(user)
      for (const path of [`/api/projects/${id}`, `/api/projects/${randomUUID()}`]) {
        assert.deepEqual(refusal(await user.get(path)), missing)
        assert.deepEqual(refusal(await build.patch(path, { name: 'Mine' })), missing)
        assert.deepEqual(refusal(await build.remove(`${path}?name=Theirs`)), missing)
      }
      assert.equal((await building(stranger).read(`/api/projects/${id}`)).name, 'Theirs')
    })

    test('a token that is limited to projects makes none, and sees and changes only these', async () => {
      const other = await testUser(service)
      const build = building(other)
      const [inside, outside] = [await build.project('Inside'), await build.project('Outside')]
      const { caller } = await managing(service, other).make({ projectIds: [inside.id] })
      const limited = building(caller)
      const refused = await caller.send('POST', '/api/projects', { name: 'More' })
      assert.deepEqual(refusal(refused), { status: 403, error: 'Insufficient permissions' })
      assert.deepEqual(await names('/api/projects', caller), ['Inside'])
      assert.equal((await caller.get(`/api/projects?cursor=${outside.id}`)).status, 400)
      assert.equal((await limited.patch(`/api/projects/${inside.id}`, { genre: 'Noir' })).status, 200)
      assert.deepEqual(
        refusal(await limited.patch(`/api/projects/${outside.id}`, { genre: 'Noir' })),
        missing,
      )
      assert.deepEqual(refusal(await limited.remove(`/api/projects/${outside.id}?name=Outside`)), missing)
      assert.equal((await limited.remove(`/api/projects/${inside.id}?name=Inside`)).status, 200)
    })

    test('a user has at most 1000 projects', async () => {
      const other = await testUser(service)
      const many = { projects: Array.from({ length: 999 }, (_, index) => ({ name: `P ${index}` })) }
      assert.equal((await other.send('POST', '/api/import', { workspace: many })).status, 200)
      const made = await Promise.all(
        [1, 2].map((count) => other.send('POST', '/api/projects', { name: `Last ${count}` })),
      )
      assert.deepEqual(made.map(({ status }) => status).sort(), [201, 400])
      const refused = made.find(({ status }) => status === 400)!
      assert.deepEqual(refusal(refused).formErrors, ['A user has at most 1000 projects: delete one first'])
      const workspace = { projects: [{ name: 'One more' }] }
      const imported = await other.send('POST', '/api/import', { workspace })
      assert.deepEqual(refusal(imported).formErrors, [
        'A user has at most 1000 projects, and would have 1001',
      ])
      assert.equal((await building(other).pages('/api/projects', 100)).length, 1000)
    })
  })
}
