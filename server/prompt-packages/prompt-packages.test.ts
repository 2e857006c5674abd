import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import type { LongList } from '../http/long-list.ts'
import { allOf } from '../production/membership.ts'
import { Shares } from '../shares.ts'
import { engines } from '../test/engines.ts'
import {
  type Answer,
  callerWith,
  type Film,
  request,
  type TestCaller,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { toColumns } from './prompt-package.ts'
import { insertPromptPackage, listPromptPackagesOfIds } from './queries.ts'
import { promptPackageRoutes } from './routes.ts'

const least = { name: 'Rain', prompt: 'rain on glass' }

for (const engine of engines) {
  describe(`prompt packages on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.close())
    beforeEach(async () => {
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })

    const ofProject = (projectId = film.projectId) => `/api/projects/${projectId}/prompt-packages`
    const create = (fields: object, caller: TestCaller = user) => caller.send('POST', ofProject(), fields)
    const created = async (fields: object = least) => (await create(fields)).body.data
    const read = (id: string) => user.get(`/api/prompt-packages/${id}`)
    const update = (id: string, fields: object) => user.send('PATCH', `/api/prompt-packages/${id}`, fields)
    const remove = (id: string) => user.send('DELETE', `/api/prompt-packages/${id}`, undefined)
    const list = async (search = '') => (await user.get(ofProject() + search)).body
    const namesOf = async (search: string) => (await list(search)).data.map(({ name }: typeof least) => name)
    const projectUpdatedAt = async () =>
      (await user.get('/api/extension/projects')).body.projects[0].updatedAt as string

    test('with a name and a prompt it is made, and all the rest is null or empty', async () => {
      const { status, body } = await create(least)
      assert.equal(status, 201)
      const { id, createdAt, updatedAt, ...rest } = body.data
      assert.deepEqual(rest, {
        ...least,
        projectId: film.projectId,
        negativePrompt: null,
        constraints: null,
        targetAspectRatio: null,
        targetDurationSec: null,
        styleProfile: null,
        tags: [],
        metadata: null,
        versionCount: 0,
      })
      assert.equal(createdAt, updatedAt)
      assert.deepEqual((await read(id)).body, body)
    })

    test('everything it takes comes back as it was given', async () => {
      const fields = {
        ...least,
        negativePrompt: 'people',
        constraints: ['no gulls', { horizon: 'low' }],
        targetAspectRatio: '2.39:1',
        targetDurationSec: 4.5,
        styleProfile: 'overcast',
        tags: ['exterior', 'exterior'],
        metadata: { __proto__: null, lens: { mm: 40 } },
      }
      const { id } = await created(fields)
      const { body } = await read(id)
      for (const [name, value] of Object.entries(fields)) {
        assert.deepEqual(JSON.stringify(body.data[name]), JSON.stringify(value), name)
      }
    })

    test('a number in JSON keeps all of its digits, through a change of something else', async () => {
      const json = '{"seed":12345678901234567890,"__proto__":{"far":1e999},"list":[-9007199254740993]}'
      const text = `{"name":"Seeds","prompt":"p","constraints":${json},"styleProfile":12345678901234567890,"metadata":${json}}`
      const sent = await fetch(service.address + ofProject(), {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
        body: text,
      })
      assert.equal(sent.status, 201)
      const { id } = (await list()).data[0]
      await update(id, { name: 'Still' })
      const headers = { authorization: `Bearer ${user.token}` }
      const answer = await (await fetch(`${service.address}/api/prompt-packages/${id}`, { headers })).text()
      assert.ok(answer.includes(`"constraints":${json}`), answer)
      assert.ok(answer.includes(`"metadata":${json}`), answer)
      assert.ok(answer.includes('"styleProfile":12345678901234567890'), answer)
    })

    test('a change changes what is given, null clears, and the rest stays', async () => {
      const full = {
        negativePrompt: 'people',
        constraints: { a: 1 },
        targetAspectRatio: '16:9',
        targetDurationSec: 3,
        styleProfile: [1],
        tags: ['x'],
        metadata: { b: 2 },
      }
      const before = await created({ ...least, ...full })
      await new Promise((resolve) => setTimeout(resolve, 2))
      const renamed = (await update(before.id, { name: '  Storm ' })).body.data
      assert.deepEqual({ ...before, name: 'Storm', updatedAt: renamed.updatedAt }, renamed)
      assert.ok(renamed.updatedAt > before.updatedAt)

      const nothing = Object.fromEntries(Object.keys(full).map((name) => [name, name === 'tags' ? [] : null]))
      const { body } = await update(before.id, nothing)
      assert.deepEqual({ ...renamed, ...nothing, updatedAt: body.data.updatedAt }, body.data)
      assert.deepEqual((await read(before.id)).body, body)
      assert.deepEqual((await update(before.id, {})).body, body, 'no change at all is none')
    })

    test('every change counts as one of the project', async () => {
      const times = [await projectUpdatedAt()]
      const pause = () => new Promise((resolve) => setTimeout(resolve, 2))
      await pause()
      const { id } = await created()
      times.push(await projectUpdatedAt())
      await pause()
      await update(id, { prompt: 'more rain' })
      times.push(await projectUpdatedAt())
      await pause()
      await remove(id)
      times.push(await projectUpdatedAt())
      assert.deepEqual(times, [...new Set(times)].sort())
    })

    test('what is wrong is refused by its field, and changes nothing', async () => {
      const { id } = await created()
      const before = (await read(id)).body
      const wrong: [field: string, value: unknown, message: string][] = [
        ['name', '', 'Required'],
        ['name', '  ', 'Required'],
        ['name', 'x'.repeat(501), 'Must be at most 500 characters'],
        ['prompt', '', 'Required'],
        ['prompt', 'a\0', 'Must not contain the character U+0000'],
        ['prompt', null, 'Must be a string'],
        ['targetDurationSec', -1, 'Must be 0 or more'],
        ['targetAspectRatio', 'x'.repeat(51), 'Must be at most 50 characters'],
        ['tags', 'rain', 'Must be an array'],
        ['metadata', [1], 'Must be a JSON object'],
        ['metadata', 5, 'Must be a JSON object'],
      ]
      for (const [field, value, message] of wrong) {
        for (const answer of [
          await create({ ...least, [field]: value }),
          await update(id, { [field]: value }),
        ]) {
          assert.equal(answer.status, 400, field)
          assert.deepEqual(answer.body.details.fieldErrors[field], [message])
        }
      }
      assert.deepEqual((await create({})).body.details.fieldErrors, {
        name: ['Required'],
        prompt: ['Required'],
      })
      assert.deepEqual((await read(id)).body, before)
      assert.equal((await list()).data.length, 2, 'and that of the film')
    })

    test('deleted, it is gone, is answered as it was, and what was made from it stays', async () => {
      const { id } = await created()
      const capture = { ...film.capture, promptPackageId: id }
      const { asset } = (await user.ingest(capture)).body
      const { status, body } = await remove(id)
      assert.equal(status, 200)
      assert.equal(body.data.versionCount, 1)
      const { body: gone } = await read(id)
      assert.deepEqual(gone, { error: 'Prompt package not found' })
      for (const answer of [await remove(id), await update(id, least), await read(id)]) {
        assert.equal(answer.status, 404)
      }
      const search = `projectId=${film.projectId}&sceneId=012A`
      const { assets } = (await user.get(`/api/extension/scene-assets?${search}`)).body
      assert.deepEqual(
        assets.map((one: { id: string }) => one.id),
        [asset.id],
      )
      assert.equal((await user.ingest(capture)).status, 400)
    })

    test('it tells how many versions were made from it, with those that captures made it for', async () => {
      const { id } = await created()
      for (let count = 0; count < 3; count += 1) await user.ingest({ ...film.capture, promptPackageId: id })
      await user.ingest(film.capture)
      await user.ingest({ ...film.capture, createPromptPackage: true })
      const counts = (await list()).data.map((one: { versionCount: number }) => one.versionCount)
      assert.deepEqual(counts, [1, 3, 0])
      assert.equal((await read(id)).body.data.versionCount, 3)
    })

    test('page by page everyone is seen once, the newest first, whatever comes or goes meanwhile', async () => {
      const made: string[] = []
      for (let number = 0; number < 12; number += 1) {
        // Two of each name: it need not be the only one.
        made.unshift((await created({ ...least, name: `Number ${number >> 1}` })).id)
      }
      const seen: string[] = []
      let cursor: string | null = ''
      do {
        const { data, metadata } = await list(`?limit=5${cursor && `&cursor=${cursor}`}`)
        seen.push(...data.map((one: { id: string }) => one.id))
        cursor = metadata.nextCursor
        // The one that the next page begins after, and one that is newer than all.
        if (seen.length === 5) await remove(seen[4]!)
        await created()
      } while (cursor)
      assert.deepEqual(seen.slice(0, 12), made)
      assert.equal(seen.length, 13, 'and that of the film')
    })

    test('a text is found in the name or the prompt, in any case, and nothing in it acts', async () => {
      const hostile = ['100%', 'a_b', 'back\\slash', "o'clock", '"quoted"', '[a-z]*', 'ГРОЗА', 'Été 🎬']
      for (const name of hostile) await created({ ...least, name })
      await created({ name: 'Storm', prompt: 'Thunder over the SEA' })
      for (const name of hostile) {
        assert.deepEqual(await namesOf(`?q=${encodeURIComponent(name)}`), [name])
      }
      assert.deepEqual(await namesOf('?q=thunder%20OVER'), ['Storm'])
      assert.deepEqual(await namesOf('?q=%D0%B3%D1%80%D0%BE%D0%B7'), ['ГРОЗА'])
      assert.deepEqual(await namesOf(`?q=${encodeURIComponent('éTÉ')}`), ['Été 🎬'])
      for (const q of ['%', '_', '%25%25', 'a%b', '*', '\\']) {
        for (const name of await namesOf(`?q=${encodeURIComponent(q)}`)) assert.ok(name.includes(q), name)
      }
      assert.deepEqual(await namesOf('?q=nowhere'), [])
      assert.equal((await namesOf('?q=')).length, 10)
    })

    test('what is found comes page by page, too', async () => {
      for (let number = 0; number < 7; number += 1) {
        await created({ ...least, name: `${number % 2 ? 'odd' : 'even'} ${number}` })
      }
      const first = await list('?q=EVEN&limit=3')
      assert.deepEqual(
        first.data.map((one: typeof least) => one.name),
        ['even 6', 'even 4', 'even 2'],
      )
      const second = await list(`?q=EVEN&limit=3&cursor=${first.metadata.nextCursor}`)
      assert.deepEqual(
        second.data.map((one: typeof least) => one.name),
        ['even 0'],
      )
      assert.equal(second.metadata.nextCursor, null)
    })

    test('changes at once are each kept', async () => {
      const { id } = await created({ ...least, tags: ['old', 'gone'] })
      const changes = [{ name: 'N' }, { prompt: 'P' }, { negativePrompt: 'no' }, { tags: ['old', 't', 'u'] }]
      const tagged = [{ addTags: ['t'] }, { addTags: ['u'], removeTags: ['gone'] }]
      await Promise.all([...changes.slice(0, 3), ...tagged].map((change) => update(id, change)))
      const { name, prompt, negativePrompt, tags } = (await read(id)).body.data
      assert.deepEqual({ name, prompt, negativePrompt, tags: tags.sort() }, Object.assign({}, ...changes))
    })

    test('of two who delete it at once, one is told that it is gone', async () => {
      const { id } = await created()
      const answers = await Promise.all([remove(id), remove(id), update(id, { name: 'N' })])
      const statuses = answers.slice(0, 2).map(({ status }) => status)
      assert.deepEqual(statuses.sort(), [200, 404])
      assert.equal((await read(id)).status, 404)
    })

    test('a project has at most 10,000, however many come at once, and captures are never refused', async () => {
      await fill(service, film.projectId, 9_998)
      const answers = await Promise.all(Array.from({ length: 4 }, () => create(least)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400])
      const { body } = answers.find(({ status }) => status === 400) as Answer
      assert.deepEqual(body.details.formErrors, [
        'A project has at most 10000 prompt packages: delete one first',
      ])
      assert.equal((await user.ingest({ ...film.capture, createPromptPackage: true })).status, 200)
    })

    test('a page of large ones is read as far as its client reads, and is whole in the end', async () => {
      const metadata = { text: 'x'.repeat(500_000) }
      for (let number = 0; number < 12; number += 1) await created({ ...least, name: `${number}`, metadata })
      let read = 0
      const counting: Database = {
        ...service.db,
        all: async (statement, parameters) => {
          const rows = await service.db.all(statement, parameters)
          if (Object.is(statement, listPromptPackagesOfIds)) read += rows.length
          return rows
        },
      }
      const { answer } = promptPackageRoutes(counting, new Shares({ milliseconds: 8 })).find(
        ({ endpoint }) => endpoint === endpoints.listPromptPackages,
      )!
      const input = { caller: allOf(user.id), params: { id: film.projectId }, query: { limit: 10 } }
      const { parts } = (await answer(input as never)) as LongList<unknown>
      await parts.next()
      assert.ok(read > 0 && read < 6, `${read} are read`)

      for (const query of ['?limit=10', '?limit=10&q=SEA']) {
        const { data, metadata } = await list(query.replace('SEA', least.prompt.slice(0, 3)))
        assert.deepEqual(
          data.map((one: typeof least) => one.name),
          Array.from({ length: 10 }, (_, place) => String(11 - place)),
        )
        assert.equal(metadata.nextCursor, data[9].id)
        assert.equal(data[0].metadata.text.length, 500_000)
      }
    })

    test("another user's is as if it were not there, and so is its project", async () => {
      const { id } = await created()
      const other = await testUser(service)
      const { projectId } = await testFilm(service.db, other)
      assert.deepEqual((await other.get(ofProject())).body, { error: 'Project not found' })
      assert.deepEqual((await create(least, other)).body, { error: 'Project not found' })
      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { name: 'Mine' }],
        ['DELETE', undefined],
      ] as const) {
        const answer =
          method === 'GET'
            ? await other.get(`/api/prompt-packages/${id}`)
            : await other.send(method, `/api/prompt-packages/${id}`, body)
        assert.deepEqual([answer.status, answer.body], [404, { error: 'Prompt package not found' }])
      }
      assert.equal((await user.get(ofProject(projectId))).status, 404)
      assert.equal((await read(id)).body.data.name, 'Rain')
    })

    test('a token of other projects sees none of it, one that may only read changes none', async () => {
      const { id } = await created()
      const { projectId: elsewhere } = await testFilm(service.db, user, 'Another')
      const tokenWith = async (access: object) => {
        const body = { name: 'narrow', ...access }
        const { data } = (await user.send('POST', endpoints.createToken.path, body)).body
        return callerWith(service.address, data.token)
      }
      const limited = await tokenWith({ projectIds: [elsewhere] })
      assert.equal((await limited.get(`/api/prompt-packages/${id}`)).status, 404)
      assert.equal((await limited.get(ofProject())).status, 404)
      assert.equal((await limited.get(ofProject(elsewhere))).status, 200)
      assert.equal((await create(least, limited)).status, 404)
      const reader = await tokenWith({ permissions: ['read'] })
      assert.equal((await reader.get(`/api/prompt-packages/${id}`)).status, 200)
      assert.equal((await reader.send('DELETE', `/api/prompt-packages/${id}`, undefined)).status, 403)
      assert.equal((await create(least, reader)).status, 403)
      assert.equal((await request(service.address + ofProject())).status, 401)
    })
  })
}

/** So many packages of the project. */
async function fill({ db }: TestService, projectId: string, count: number): Promise<void> {
  await db.transaction(async (transaction) => {
    const rows = Array.from({ length: count }, () => ({ ...toColumns(newId(), least, isoNow()), projectId }))
    await Promise.all(rows.map((row) => transaction.run(insertPromptPackage, row)))
  })
}
