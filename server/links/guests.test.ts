import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { mediaKind } from '@dailies/contract/media.ts'
import { finishDeletions } from '../production/finish-deletions.ts'
import { engines } from '../test/engines.ts'
import { guestOf, knock, madeLink } from '../test/guests.ts'
import { mediaOnce, picture, put, take } from '../test/media.ts'
import {
  type AnyCaller,
  type Film,
  openCaller,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const gone = { error: 'Link not found' }

for (const engine of engines) {
  describe(`guests of review links on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let film: Film
    /** Of scene 012A a winner and another one, of scene 2 a winner; and one that was deleted. */
    let winner: string
    let other: string
    let elsewhere: string
    let deleted: string
    let foreign: string
    const secrets = { prompt: 'a secret prompt', notes: 'secret notes', tags: ['secret-tag'] }

    before(async () => {
      service = await testService(engine)
      owner = await testUser(service)
      film = await testFilm(service.db, owner)
      const [shotId] = film.shotIds
      const costs = { costEstimateUsd: 12.5, outputUrl: 'https://media.example/secret.png' }
      winner = await take(owner, film, { ...secrets, ...costs, shotId, selected: true, title: 'The lamp' })
      other = await take(owner, film, secrets)
      elsewhere = await take(owner, film, { sceneId: '2', selected: true })
      deleted = await take(owner, film)
      for (const id of [winner, other, elsewhere, deleted]) await put(service, owner, id, await picture())
      await owner.send('DELETE', `/api/assets/${deleted}`, undefined)
      const stranger = await testUser(service)
      const theirs = await testFilm(service.db, stranger)
      foreign = await take(stranger, theirs, { selected: true })
      await put(service, stranger, foreign, await picture())
      await mediaOnce(owner, winner, 'there are thumbnails', (media) => media.thumbnails.length > 0)
    })
    after(() => service.close())

    const takesOf = async (guest: AnyCaller, id: string, query = '') =>
      (await guest.get(`/api/links/${id}/takes${query}`)).body.data as Record<string, unknown>[]
    const scene = () => madeLink(owner, film.projectId, { shows: 'scene', sceneDbId: film.sceneDbId })

    test('enter with a name, and get a cookie for the addresses of that link alone', async () => {
      const link = await scene()
      const closed = await openCaller(service.address).send('POST', endpoints.checkLink.path, link)
      assert.deepEqual(closed.body.data, { id: link.id, needsPassword: false })
      const answer = await knock(service, link.secret, { name: '  Grace ' })
      assert.equal(answer.status, 201)
      const [cookie, ...others] = answer.headers.getSetCookie()
      assert.deepEqual(others, [])
      const path = `/api/links/${link.id}`
      assert.match(
        cookie!,
        new RegExp(`^dailies_guest=[\\w-]{43}; Max-Age=\\d+; Path=${path}; HttpOnly; SameSite=Strict$`),
      )
      const { guest, expiresAt: _, ...shown } = answer.body.data
      assert.equal(guest.name, 'Grace')
      assert.deepEqual(shown, {
        ...{ id: link.id, name: 'For the client', shows: 'scene', title: '012A' },
        projectName: 'The Long Tide',
        ...{ mayComment: false, mayGiveVerdict: false, mayDownload: false, watermark: false },
      })
      for (const name of ['', ' ', 'x'.repeat(61)]) {
        assert.deepEqual(
          Object.keys((await knock(service, link.secret, { name })).body.details.fieldErrors),
          ['name'],
        )
      }
    })

    test('see the takes of a scene, and nothing internal of them', async () => {
      const link = await scene()
      const guest = await guestOf(service, link)
      const takes = await takesOf(guest, link.id)
      assert.deepEqual(
        takes.map(({ id }) => id),
        [other, winner],
      )
      const { media, ...shown } = takes[1] as { media: Record<string, unknown> }
      assert.deepEqual(shown, {
        ...{ id: winner, sceneId: '012A', shotCode: '012A-A', title: 'The lamp' },
        ...{ assetType: 'IMAGE', versionNumber: 1, myVerdict: null },
      })
      assert.deepEqual(
        [media.type, media.width, media.height, media.frameRate, media.proxy],
        ['image/png', 640, 360, null, null],
      )
      const text = JSON.stringify(takes)
      for (const internal of [/secret/, /midjourney/i, /12\.5/, new RegExp(owner.email), /media\.example/]) {
        assert.doesNotMatch(text, internal)
      }
    })

    test('see them in pages, each once', async () => {
      const link = await scene()
      const guest = await guestOf(service, link)
      const { data, metadata } = (await guest.get(`/api/links/${link.id}/takes?limit=1`)).body
      const next = (await guest.get(`/api/links/${link.id}/takes?limit=1&cursor=${metadata.nextCursor}`)).body
      assert.deepEqual([data[0].id, next.data[0].id, next.metadata.nextCursor], [other, winner, null])
      for (const cursor of [elsewhere, deleted, foreign, randomUUID()]) {
        const answer = await guest.get(`/api/links/${link.id}/takes?cursor=${cursor}`)
        assert.deepEqual([answer.status, Object.keys(answer.body.details.fieldErrors)], [400, ['cursor']])
      }
    })

    test('see the winners of a film as they are when they look', async () => {
      const link = await madeLink(owner, film.projectId)
      const guest = await guestOf(service, link)
      const ids = async (query = '') => (await takesOf(guest, link.id, query)).map(({ id }) => id)
      assert.deepEqual(await ids(), [elsewhere, winner])
      assert.deepEqual(await ids(`?limit=1&cursor=${elsewhere}`), [winner])
      await owner.send('POST', `/api/assets/${elsewhere}/selection`, { selected: false })
      assert.deepEqual(await ids(), [winner])
      assert.equal((await guest.get(`/api/links/${link.id}/media/${elsewhere}/original`)).status, 404)
      await owner.send('POST', `/api/assets/${elsewhere}/selection`, { selected: true })
      assert.deepEqual(await ids(), [elsewhere, winner])
    })

    test('get the media of exactly what is shown: of every version and every kind', async () => {
      const shownBy: [object, string[]][] = [
        [{ shows: 'scene', sceneDbId: film.sceneDbId }, [winner, other]],
        [{ shows: 'scene', sceneDbId: film.otherSceneDbId }, [elsewhere]],
        [{ shows: 'film' }, [winner, elsewhere]],
      ]
      for (const [what, shown] of shownBy) {
        const link = await madeLink(owner, film.projectId, what)
        const guest = await guestOf(service, link)
        for (const id of [winner, other, elsewhere, deleted, foreign, randomUUID()]) {
          for (const kind of mediaKind.options) {
            const { status } = await guest.get(`/api/links/${link.id}/media/${id}/${kind}`)
            const isThere = (await owner.get(`/api/media/${id}/${kind}`)).status === 200
            assert.equal(status, shown.includes(id) && isThere ? 200 : 404, `${JSON.stringify(what)} ${kind}`)
          }
        }
        for (const { media } of await takesOf(guest, link.id)) {
          const { original } = media as { original: string }
          assert.equal((await guest.get(original)).status, 200)
        }
      }
    })

    test('get media by ranges, for themselves alone, and are asked for the link each time', async () => {
      const link = await scene()
      const { cookie } = await guestOf(service, link)
      const address = `${service.address}/api/links/${link.id}/media/${winner}/original`
      const answer = await fetch(address, { headers: { cookie, range: 'bytes=0-9' } })
      assert.deepEqual([answer.status, (await answer.arrayBuffer()).byteLength], [206, 10])
      assert.equal(answer.headers.get('cache-control'), 'private, no-cache')
      assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin')
      const disposition = answer.headers.get('content-disposition')!
      assert.match(disposition, /^inline; filename="012A_012A-A_image_v1\.png"$/)
    })

    test('save files only where the link says so', async () => {
      const link = await scene()
      const guest = await guestOf(service, link)
      const address = `/api/links/${link.id}/media/${winner}/original?download=true`
      const { status, body } = await guest.get(address)
      assert.deepEqual([status, body], [403, { error: 'Insufficient permissions' }])
      await owner.send('PATCH', `/api/projects/${film.projectId}/links/${link.id}`, { mayDownload: true })
      const saved = await guest.get(address)
      assert.equal(saved.status, 200)
      assert.match(saved.headers.get('content-disposition')!, /^attachment; /)
      // What is not shown stays so.
      assert.equal((await guest.get(address.replace(winner, elsewhere))).status, 404)
    })

    test('see nothing any more once the scene or the project is deleted', async () => {
      const { projectId, sceneDbId } = await testFilm(service.db, owner, 'Doomed')
      const links = [
        await madeLink(owner, projectId, { shows: 'scene', sceneDbId }),
        await madeLink(owner, projectId),
      ] as const
      const [ofScene, ofFilm] = [await guestOf(service, links[0]), await guestOf(service, links[1])]
      const open = async () => [
        (await ofScene.get(`/api/links/${links[0].id}`)).status,
        (await ofFilm.get(`/api/links/${links[1].id}`)).status,
        (await knock(service, links[0].secret)).status,
        (await knock(service, links[1].secret)).status,
      ]
      assert.deepEqual(await open(), [200, 200, 201, 201])
      await owner.send('DELETE', `/api/scenes/${sceneDbId}?sceneId=012A`, undefined)
      assert.deepEqual(await open(), [404, 200, 404, 201])
      await owner.send('DELETE', `/api/projects/${projectId}?name=Doomed`, undefined)
      assert.deepEqual(await open(), [404, 404, 404, 404])
      await owner.send('POST', '/api/trash/purge', { ids: [projectId] })
      await finishDeletions(service.db)
      assert.deepEqual(await open(), [404, 404, 404, 404])
    })

    test('of another site’s page, or with the wrong secret, learn the same of every link', async () => {
      const link = await scene()
      const revoked = await scene()
      await owner.send('DELETE', `/api/projects/${film.projectId}/links/${revoked.id}`, undefined)
      const guesses = [revoked.secret, randomBytes(32).toString('base64url'), 'x', link.id, `${link.secret}x`]
      for (const secret of guesses) {
        for (const { path } of [endpoints.checkLink, endpoints.enterLink]) {
          const answer = await openCaller(service.address).send('POST', path, { secret, name: 'Grace' })
          assert.deepEqual([answer.status, answer.body], [404, gone])
          assert.deepEqual(answer.headers.getSetCookie(), [])
        }
      }
      const answer = await openCaller(service.address).send(
        'POST',
        endpoints.enterLink.path,
        { secret: link.secret, name: 'Grace' },
        { 'sec-fetch-site': 'cross-site' },
      )
      assert.equal(answer.status, 403)
    })
  })
}
