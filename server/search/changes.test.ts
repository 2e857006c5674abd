import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { building } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { runSql } from '../test/process.ts'
import { searchAll } from '../test/searching.ts'
import {
  callerWith,
  type Film,
  type TestCaller,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { issueToken } from '../tokens/issue.ts'
import { commandLine } from '../tokens/token-manager.ts'

for (const engine of engines) {
  describe(`a search finds at once what was changed, on ${engine}`, () => {
    let service: TestService
    let ada: TestUser
    let bob: TestUser
    let film: Film
    let id: string

    before(async () => {
      service = await testService(engine)
      ada = await testUser(service)
      bob = await testUser(service)
      film = await testFilm(service.db, ada)
      await ada.send('POST', `/api/projects/${film.projectId}/members`, { userId: bob.id, role: 'viewer' })
      id = (await ada.ingest({ ...film.capture, prompt: 'harbour' })).body.asset.id
    })
    after(() => service.close())

    async function finds(q: string, user: TestCaller = ada): Promise<boolean> {
      const found = await searchAll(user, q)
      assert.deepEqual(
        found.map((hit) => hit.id),
        found.length === 0 ? [] : [id],
      )
      return found.length > 0
    }

    async function send(method: string, path: string, body?: object) {
      const answer = await ada.send(method, path, body)
      assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body.data
    }

    test('in title, notes and tags', async () => {
      for (const [field, value, none] of [
        ['title', 'velvet', null],
        ['notes', 'velvet', null],
        ['tags', ['velvet'], []],
      ] as const) {
        await send('PATCH', `/api/assets/${id}`, { [field]: value })
        assert.ok(await finds('velvet'))
        assert.equal(await finds('tag:velvet'), field === 'tags')
        await send('PATCH', `/api/assets/${id}`, { [field]: none })
        assert.ok(!(await finds('velvet')))
      }
    })

    test('in comments, also where they are edited and deleted', async () => {
      const comment = await send('POST', `/api/assets/${id}/comments`, { text: 'Mehr Nebel' })
      const reply = await send('POST', `/api/assets/${id}/comments`, { text: 'Gern', parentId: comment.id })
      assert.ok(await finds('nebel gern'))
      const [hit] = await searchAll(ada, 'nebel gern')
      assert.deepEqual(
        hit?.found.map(({ field, text }) => [field, text]),
        [
          ['comment', 'Gern'],
          ['comment', 'Mehr Nebel'],
        ],
      )
      assert.ok(await finds('has:notes'))
      await send('PATCH', `/api/comments/${comment.id}`, { text: 'Mehr Dunst' })
      assert.ok(!(await finds('nebel')))
      assert.ok(await finds('dunst'))
      await send('DELETE', `/api/comments/${reply.id}`)
      assert.ok(!(await finds('gern')))
      await send('POST', `/api/comments/${comment.id}/resolution`, { resolved: true })
      assert.ok(!(await finds('has:notes')))
      await send('DELETE', `/api/comments/${comment.id}`)
      assert.ok(!(await finds('dunst')))
    })

    test('in status, selection and rights', async () => {
      assert.ok(await finds('status:draft'))
      await send('POST', `/api/assets/${id}/selection`, { selected: true })
      assert.ok(await finds('status:selected is:winner'))
      await send('POST', `/api/assets/${id}/status`, { status: 'APPROVED' })
      assert.ok(await finds('status:approved harbour'))
      await send('PATCH', `/api/assets/${id}`, { rightsState: 'RESTRICTED' })
      assert.ok(await finds('rights:restricted'))
      assert.ok(!(await finds('rights:unknown')))
    })

    test('of the names of its project, its scene and its shot', async () => {
      const { patch, shot, remove } = building(ada)
      await patch(`/api/projects/${film.projectId}`, { name: 'Ebb' })
      assert.ok((await finds('project:ebb')) && !(await finds('project:tide')))
      await patch(`/api/scenes/${film.sceneDbId}`, { sceneId: '77' })
      assert.ok((await finds('scene:77')) && !(await finds('scene:012A')))
      const { id: shotId } = await shot(film.sceneDbId, 'Gull Ü')
      const take = { ...film.capture, sceneId: '77', shotId, prompt: 'pier' }
      const { body } = await ada.ingest(take)
      const inShot = async (q: string) => {
        const found = (await searchAll(ada, q)).map((hit) => hit.id)
        assert.deepEqual(found, found.length === 0 ? [] : [body.asset.id])
        return found.length > 0
      }
      assert.ok(await inShot('shot:"GULL Ü"'))
      await patch(`/api/shots/${shotId}`, { shotCode: 'Tern' })
      assert.ok((await inShot('shot:tern')) && !(await inShot('shot:"gull Ü"')))
      await remove(`/api/shots/${shotId}?shotCode=Tern`)
      assert.ok(!(await inShot('shot:tern')) && (await inShot('pier')))
      await remove(`/api/assets/${body.asset.id}`)
    })

    test('of who may see it', async () => {
      assert.ok(await finds('harbour', bob))
      await send('DELETE', `/api/projects/${film.projectId}/members/${bob.id}`)
      assert.ok(!(await finds('harbour', bob)))
      assert.ok(!(await finds('', bob)))
      await send('POST', `/api/projects/${film.projectId}/members`, { userId: bob.id, role: 'viewer' })
      assert.ok(await finds('harbour', bob))
    })

    test('for tokens in their projects alone', async () => {
      const other = await testFilm(service.db, ada, 'Elsewhere')
      const { token } = await issueToken(service.db, commandLine(ada.id), {
        name: 'narrow',
        projectIds: [other.projectId],
      })
      const narrow = callerWith(service.address, token)
      assert.ok(!(await finds('harbour', narrow)))
      assert.ok(!(await finds('', narrow)))
      assert.ok(!(await finds('project:ebb', narrow)))
      assert.ok(!(await finds('scene:77', narrow)))
      assert.ok(!(await finds('-nothing', narrow)))
    })

    test('by rights that are set for its platform', async () => {
      await send('PATCH', `/api/assets/${id}`, { rightsState: 'UNKNOWN' })
      const rights = { platformKey: 'midjourney', rightsState: 'NON_COMMERCIAL', unknownToo: true }
      await send('PUT', `/api/projects/${film.projectId}/rights-defaults`, rights)
      assert.ok(await finds('rights:non-commercial'))
    })

    test('gone and back', async () => {
      await send('DELETE', `/api/assets/${id}`)
      assert.ok(!(await finds('harbour')) && !(await finds('')))
      await send('POST', `/api/assets/${id}/restore`, {})
      assert.ok((await finds('harbour')) && (await finds('')))
    })

    test('by other programs, too', async () => {
      await runSql(service.place, `update asset_versions set notes = 'by hand' where id = '${id}'`)
      assert.ok(await finds('"by hand"'))
    })

    test('no more once its scene or its project is deleted', async () => {
      const other = await testFilm(service.db, ada, 'Elsewhere')
      await ada.ingest({ ...other.capture, prompt: 'pier' })
      assert.equal((await searchAll(ada, 'pier')).length, 1)
      await send('DELETE', `/api/scenes/${other.sceneDbId}?sceneId=012A`)
      assert.deepEqual(await searchAll(ada, 'pier'), [])
      await send('DELETE', `/api/projects/${film.projectId}?name=Ebb`)
      assert.ok(!(await finds('harbour')) && !(await finds('')))
    })
  })
}
