import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import { guestOf, knock, madeLink } from '../test/guests.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

const rows = statement((db, { id }: { id: string }) =>
  db.selectFrom('links').selectAll().where('id', '=', id),
)
const setEnd = statement((db, { id, at }: { id: string; at: string }) =>
  db.updateTable('links').set({ expires_at: at }).where('id', '=', id),
)

for (const engine of engines) {
  describe(`review links on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let film: Film
    let path: string

    before(async () => {
      service = await testService(engine)
      owner = await testUser(service)
      film = await testFilm(service.db, owner)
      path = `/api/projects/${film.projectId}/links`
    })
    after(() => service.close())

    const create = (body: object) => owner.send('POST', path, { name: 'Client', shows: 'film', ...body })
    const update = (id: string, body: object) => owner.send('PATCH', `${path}/${id}`, body)
    const refused = async (
      asked: Promise<{ status: number; body: { details: { fieldErrors: object } } }>,
    ) => {
      const { status, body } = await asked
      assert.equal(status, 400, JSON.stringify(body))
      return body.details.fieldErrors
    }
    const expire = (id: string) =>
      service.db.transaction((transaction) => transaction.run(setEnd, { id, at: inDays(-1) }))

    test('may only be looked at for 14 days, unless they say otherwise', async () => {
      const { status, body } = await create({})
      assert.equal(status, 201)
      const { id, secret, createdAt, expiresAt, ...link } = body.data
      assert.match(secret, /^[\w-]{43}$/)
      assert.equal(Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / day), 14)
      assert.deepEqual(link, {
        ...{ name: 'Client', state: 'live', shows: 'film', title: 'The Long Tide' },
        ...{ sceneDbId: null, playlistId: null, hasPassword: false },
        ...{ mayComment: false, mayGiveVerdict: false, mayDownload: false, watermark: false },
        createdBy: { id: owner.id, name: (await owner.get(path)).body.data[0].createdBy.name },
        ...{ revokedAt: null, views: 0, guests: 0, lastViewedAt: null },
      })
    })

    test('show their secret once, and nobody keeps it or a password', async () => {
      const password = 'open sesame'
      const { body } = await create({ password, shows: 'scene', sceneDbId: film.sceneDbId })
      const { id, secret } = body.data
      assert.ok(!JSON.stringify(body.data).includes(password))
      assert.deepEqual([body.data.hasPassword, body.data.title], [true, '012A'])
      const kept = JSON.stringify(await service.db.all(rows, { id }))
      assert.ok(!kept.includes(secret) && !kept.includes(password))
      for (const list of [path, `${path}/changes`]) {
        const text = JSON.stringify((await owner.get(list)).body)
        assert.ok(text.includes(id) && !text.includes(secret) && !text.includes(password), list)
      }
    })

    test('end within a year, and show one thing of their project', async () => {
      const foreign = await testFilm(service.db, await testUser(service))
      assert.deepEqual(await refused(create({ expiresAt: inDays(-1) })), {
        expiresAt: ['Must be in the future'],
      })
      assert.deepEqual(await refused(create({ expiresAt: inDays(367) })), {
        expiresAt: ['Must be at most a year from now'],
      })
      assert.deepEqual(await refused(create({ shows: 'scene' })), { sceneDbId: ['Required'] })
      assert.deepEqual(await refused(create({ shows: 'playlist' })), { playlistId: ['Required'] })
      for (const sceneDbId of [foreign.sceneDbId, randomUUID()]) {
        assert.deepEqual(await refused(create({ shows: 'scene', sceneDbId })), {
          sceneDbId: ['Not a scene of the project'],
        })
      }
      for (const playlistId of [randomUUID()]) {
        assert.deepEqual(await refused(create({ shows: 'playlist', playlistId })), {
          playlistId: ['Not a playlist of the project'],
        })
      }
      assert.deepEqual(await refused(create({ password: 'short' })), {
        password: ['Must be 8 to 128 characters'],
      })
      assert.equal((await create({ expiresAt: inDays(365) })).status, 201)
    })

    test('are changed one thing at a time, from the next request of a guest on', async () => {
      const link = await madeLink(owner, film.projectId, { mayComment: true })
      const guest = await guestOf(service, link)
      const seen = async () => (await guest.get(`/api/links/${link.id}`)).body.data
      assert.deepEqual([(await seen()).mayComment, (await seen()).watermark], [true, false])
      assert.equal((await update(link.id, { watermark: true, name: ' Press ' })).status, 200)
      const { name, mayComment, mayDownload, watermark } = await seen()
      assert.deepEqual(
        { name, mayComment, mayDownload, watermark },
        {
          ...{ name: 'Press', mayComment: true, mayDownload: false, watermark: true },
        },
      )
    })

    test('with another password have guests enter anew, and without one as well as with it', async () => {
      const link = await madeLink(owner, film.projectId)
      const guest = await guestOf(service, link)
      await update(link.id, { password: 'open sesame' })
      assert.equal((await guest.get(`/api/links/${link.id}`)).status, 404)
      assert.equal((await knock(service, link.secret)).status, 401)
      const other = await guestOf(service, link, { password: 'open sesame' })
      await update(link.id, { password: null })
      assert.equal((await other.get(`/api/links/${link.id}`)).status, 200)
      assert.equal((await knock(service, link.secret)).status, 201)
    })

    test('that are revoked stay so; expired ones live again with a later end', async () => {
      const link = await madeLink(owner, film.projectId)
      const guest = await guestOf(service, link)
      await expire(link.id)
      assert.equal((await guest.get(`/api/links/${link.id}`)).status, 404)
      assert.equal((await owner.get(path)).body.data[0].state, 'expired')
      assert.equal((await update(link.id, { expiresAt: inDays(3) })).body.data.state, 'live')
      assert.equal((await guest.get(`/api/links/${link.id}`)).status, 200)

      for (const time of ['first', 'second']) {
        const { status, body } = await owner.send('DELETE', `${path}/${link.id}`, undefined)
        assert.deepEqual([status, body.data.state], [200, 'revoked'], time)
      }
      assert.equal((await guest.get(`/api/links/${link.id}`)).status, 404)
      await refused(update(link.id, { expiresAt: inDays(3) }))
    })

    test('are at most 200 live ones a project', async () => {
      const { projectId } = await testFilm(service.db, owner, 'Many links')
      const first = await madeLink(owner, projectId)
      const old = await madeLink(owner, projectId)
      await expire(old.id)
      for (let count = 1; count < 200; count += 1) await madeLink(owner, projectId)
      const links = `/api/projects/${projectId}/links`
      const full = ['A project has at most 200 live links: revoke one first']
      for (const asked of [
        owner.send('POST', links, { name: 'One more', shows: 'film' }),
        owner.send('PATCH', `${links}/${old.id}`, { expiresAt: inDays(1) }),
      ]) {
        const { status, body } = await asked
        assert.deepEqual([status, body.details.formErrors], [400, full])
      }
      await owner.send('DELETE', `${links}/${first.id}`, undefined)
      await madeLink(owner, projectId)
    })

    test('tell who made, changed and revoked them, and by which token', async () => {
      const { projectId } = await testFilm(service.db, owner, 'Told')
      const { id } = await madeLink(owner, projectId)
      const links = `/api/projects/${projectId}/links`
      await owner.send('PATCH', `${links}/${id}`, { mayComment: true })
      await owner.send('DELETE', `${links}/${id}`, undefined)
      await owner.send('DELETE', `${links}/${id}`, undefined)
      const { data } = (await owner.get(`${links}/changes`)).body
      assert.deepEqual(
        data.map((line: { action: string; linkId: string; details: { mayComment: boolean } }) => [
          line.action,
          line.linkId,
          line.details.mayComment,
        ]),
        [
          ['revoked', id, true],
          ['changed', id, true],
          ['created', id, false],
        ],
      )
      for (const line of data) assert.equal(line.changedBy.id, owner.id)
      for (const line of data) assert.match(line.tokenId, /^[0-9a-f-]{36}$/)
      const page = (await owner.get(`${links}/changes?limit=1&cursor=${data[1].id}`)).body
      assert.deepEqual([page.data, page.metadata.nextCursor], [[data[2]], null])
    })

    test('tell who entered, and count each guest once a day', async () => {
      const link = await madeLink(owner, film.projectId)
      const [grace] = [await guestOf(service, link), await guestOf(service, link, { name: ' Ada  ' })]
      for (let times = 0; times < 3; times += 1) await grace!.get(`/api/links/${link.id}`)
      const counted = async () => {
        const all = (await owner.get(`${path}?limit=100`)).body.data as Record<string, unknown>[]
        const { views, guests } = all.find(({ id }) => id === link.id)!
        return { views, guests }
      }
      assert.deepEqual(await counted(), { views: 2, guests: 2 })
      const guests = (await owner.get(`${path}/${link.id}/guests`)).body.data
      assert.deepEqual(
        guests.map(({ name }: { name: string }) => name),
        ['Ada', 'Grace'],
      )

      const yesterday = statement((db, { id, at }: { id: string; at: string }) =>
        db.updateTable('link_guests').set({ last_seen_at: at }).where('id', '=', id),
      )
      const row = { id: guests[1].id, at: inDays(-1) }
      await service.db.transaction((transaction) => transaction.run(yesterday, row))
      await Promise.all([1, 2, 3, 4].map(() => grace!.get(`/api/links/${link.id}`)))
      assert.deepEqual(await counted(), { views: 3, guests: 2 })
    })
  })
}
