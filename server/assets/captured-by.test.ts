import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import {
  type Film,
  signIn,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`who captured what, on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let editor: TestUser
    let film: Film
    let assets: string

    before(async () => {
      service = await testService(engine)
      owner = await testUser(service)
      editor = await testUser(service)
      film = await testFilm(service.db, owner)
      assets = `/api/scenes/${film.sceneDbId}/assets`
      const path = `/api/projects/${film.projectId}/members`
      await owner.send('POST', path, { userId: editor.id, role: 'editor' })
      for (const [user, prompt] of [
        [owner, 'rain'],
        [editor, 'rain'],
        [editor, 'snow'],
      ] as const)
        await user.ingest({ ...film.capture, prompt })
    })
    after(() => service.close())

    const nameOf = async (user: TestUser) =>
      (await (await signIn(service, user)).get('/api/account')).body.data.name
    const listed = async (query: string) => {
      const { status, body } = await owner.get(`${assets}?${query}`)
      assert.equal(status, 200)
      return body
    }
    // biome-ignore lint/suspicious/noExplicitAny: as the answer has it
    const whose = ({ data }: any) =>
      data.map(({ prompt, createdBy }: Record<string, string>) => [prompt, createdBy])

    test('a card and a version say who captured them, by name', async () => {
      const [card] = (await listed('sort=newest')).data
      const by = { createdBy: editor.id, createdByName: await nameOf(editor) }
      const { data } = (await owner.get(`/api/assets/${card.id}`)).body
      const since = new Date(Date.now() - 60_000).toISOString()
      const { body: changes } = await owner.get(`${assets}/changes?since=${since}`)
      for (const one of [card, data, changes.data[0]])
        assert.deepEqual({ createdBy: one.createdBy, createdByName: one.createdByName }, by)
    })

    test('a board is narrowed to what somebody captured, with a search and from page to page too', async () => {
      const mine = await listed(`createdBy=${editor.id}`)
      assert.deepEqual(whose(mine), [
        ['snow', editor.id],
        ['rain', editor.id],
      ])
      assert.equal(mine.metadata.total, 2)
      assert.deepEqual(whose(await listed(`createdBy=${editor.id}&q=rain`)), [['rain', editor.id]])
      const first = await listed(`createdBy=${editor.id}&limit=1&sort=costliest`)
      const next = await listed(
        `createdBy=${editor.id}&limit=1&sort=costliest&cursor=${first.metadata.nextCursor}`,
      )
      assert.deepEqual([...whose(first), ...whose(next)].length, 2)
      assert.equal(next.metadata.nextCursor, null)
      for (const id of [randomUUID(), "'", '%']) {
        assert.deepEqual((await listed(`createdBy=${encodeURIComponent(id)}`)).data, [])
      }
      assert.equal((await owner.get(`${assets}?createdBy=%00`)).status, 400)
    })

    test('the facets have everybody who captured, with names', async () => {
      const { data } = (await owner.get(`${assets}/facets`)).body
      assert.deepEqual(data.people, [
        { value: editor.id, name: await nameOf(editor), count: 2 },
        { value: owner.id, name: await nameOf(owner), count: 1 },
      ])
    })

    test('who is no member any more, or no user, is still offered by name, and filters', async () => {
      const name = await nameOf(editor)
      const administrator = await signIn(service, await testUser(service, { role: 'administrator' }))
      const leaving = {
        'no member': () =>
          owner.send('DELETE', `/api/projects/${film.projectId}/members/${editor.id}`, undefined),
        'no user': () => administrator.send('DELETE', `/api/users/${editor.id}`, undefined),
      }
      for (const [what, leave] of Object.entries(leaving)) {
        assert.equal((await leave()).status, 200, what)
        const [somebody] = (await owner.get(`${assets}/facets`)).body.data.people
        assert.deepEqual(somebody, { value: editor.id, name, count: 2 }, what)
        const { data } = await listed(`createdBy=${editor.id}`)
        assert.deepEqual(
          data.map(({ createdByName }: Record<string, string>) => createdByName),
          [name, name],
          what,
        )
      }
    })
  })
}
