import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../../e2e/becomes.ts'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import { until } from '../test/listening.ts'
import { mediaOnce, picture, put, sha256, take } from '../test/media.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const hour = 3600

/** An address that says that it ends so many seconds from now. */
const ending = (path: string, seconds: number) => `${path}?Expires=${Math.floor(Date.now() / 1000) + seconds}`

const setDue = statement((db, { id }: { id: string }) =>
  db.updateTable('version_media').set({ due_at: 0 }).where('version_id', '=', id),
)
const findLease = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('version_media')
    .select(['leased_by as leaseId', 'leased_until as until'])
    .where('version_id', '=', id),
)

for (const engine of engines) {
  describe(`fetching media on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let film: Film
    let host: string
    const asked: string[] = []
    let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {}
    const platform = createServer((request, response) => {
      asked.push(request.url as string)
      answer(request, response)
    })
    before(async () => {
      await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
      host = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
      service = await testService(engine, {
        DAILIES_MEDIA_FETCH: 'true',
        DAILIES_MEDIA_FETCH_ALLOW: '127.0.0.0/8',
        DAILIES_MEDIA_LIMIT: '1mb',
      })
      owner = await testUser(service)
      film = await testFilm(service.db, owner)
    })
    after(async () => {
      await service.close()
      platform.closeAllConnections()
      platform.close()
    })

    const captured = (path: string) => take(owner, film, { outputUrl: host + path })
    const isKept = (media: { state: string }) => media.state === 'kept'

    test('what ends soon is fetched at once, with thumbnails, and outlives its address', async () => {
      const file = await picture()
      answer = (_request, response) => response.setHeader('content-type', 'image/png').end(file)
      const id = await captured(ending('/soon.png', 600))
      const media = await mediaOnce(
        owner,
        id,
        'it is kept',
        (one) => isKept(one) && one.thumbnails.length > 0,
      )
      assert.equal(media.sha256, sha256(file))
      assert.equal(media.facts.type, 'image/png')
      answer = (_request, response) => response.writeHead(403).end()
      const { status } = await fetch(`${service.address}${media.original}`)
      assert.equal(status, 200)
    })

    test('what lives longer waits for who may send it, and says until when it is at risk', async () => {
      const before = asked.length
      const id = await captured(ending('/day.png', 24 * hour))
      const media = await mediaOnce(owner, id, 'it waits', (one) => one?.state === 'waiting')
      assert.ok(Math.abs(Date.parse(media.endsAt) - Date.now() - 24 * hour * 1000) < 60_000)
      assert.equal(asked.length, before)
      const file = await picture()
      await put(service, owner, id, file)
      assert.equal((await mediaOnce(owner, id, 'it is kept', isKept)).sha256, sha256(file))
      assert.equal(asked.length, before)
    })

    test('what is refused for good is lost, with the reason; try again keeps it, once it can be had', async () => {
      answer = (_request, response) => response.writeHead(403).end('denied')
      const id = await captured(ending('/refused.png', 300))
      const lost = await mediaOnce(owner, id, 'it is lost', ({ state }) => state === 'lost')
      assert.match(lost.reason, /403/)
      const { body } = await owner.get('/api/events?limit=100')
      const told = body.data.find(
        // biome-ignore lint/suspicious/noExplicitAny: an event of any name
        ({ event, data }: any) => event === 'asset.media_lost' && data.assetVersionId === id,
      )
      assert.equal(told.data.reason, lost.reason)

      const file = await picture()
      answer = (_request, response) => response.end(file)
      const again = await owner.send('POST', `/api/assets/${id}/media/keep`, {})
      assert.equal(again.body.data.state, 'waiting')
      assert.equal((await mediaOnce(owner, id, 'it is kept', isKept)).sha256, sha256(file))
    })

    test('of many at once those that are not kept are fetched, and it says of each that cannot be why', async () => {
      const file = await picture()
      answer = (_request, response) => response.writeHead(403).end('denied')
      const lost = await captured(ending('/lost-of-many.png', 300))
      await mediaOnce(owner, lost, 'it is lost', ({ state }) => state === 'lost')
      answer = (_request, response) => response.end(file)
      const waiting = await captured(ending('/waits-of-many.png', 24 * hour))
      const kept = await captured(ending('/kept-of-many.png', 300))
      await mediaOnce(owner, kept, 'it is kept', isKept)
      const without = await take(owner, film)
      const ids = [lost, kept, without, waiting, 'nothing']
      const path = `/api/projects/${film.projectId}/asset-changes`
      const keep = (user: TestUser) =>
        user.send('POST', path, { of: { ids }, change: { kind: 'keep-media' } })
      const { body } = await keep(owner)
      assert.deepEqual(body.data, {
        ...{ id: null, changed: 2, unchanged: 1, refused: 2, undoableUntil: null, next: null },
        results: [
          { id: lost, outcome: 'changed' },
          { id: kept, outcome: 'unchanged' },
          { id: without, outcome: 'refused', reason: 'Nothing was captured that could be kept' },
          { id: waiting, outcome: 'changed' },
          { id: 'nothing', outcome: 'refused', reason: 'Not an asset version of this project' },
        ],
      })
      for (const id of [lost, waiting]) await mediaOnce(owner, id, 'it is kept', isKept)
      assert.deepEqual((await keep(owner)).body.data.changed, 0)
      // Nothing was changed that could be undone.
      assert.deepEqual((await owner.get(path)).body.data, [])
      const viewer = await testUser(service)
      const members = `/api/projects/${film.projectId}/members`
      await owner.send('POST', members, { userId: viewer.id, role: 'viewer' })
      assert.equal((await keep(viewer)).status, 403)
    })

    test('what is being fetched is not fetched twice, however often somebody wants it', async () => {
      let asked = 0
      let goOn = () => {}
      const file = await picture()
      answer = (_request, response) => {
        asked += 1
        if (asked > 1) response.end(file)
        else goOn = () => response.end(file)
      }
      const id = await captured(ending('/slow.png', 300))
      await becomes(async () => asked, 1)
      for (let round = 0; round < 10; round += 1) {
        assert.equal((await owner.send('POST', `/api/assets/${id}/media/keep`, {})).status, 200)
      }
      // Others come meanwhile, and go past it.
      const other = await captured(ending('/other.png', 300))
      await mediaOnce(owner, other, 'it is kept', isKept)
      assert.equal(asked, 2)
      goOn()
      await mediaOnce(owner, id, 'it is kept', isKept)
    })

    test('what fails for now is tried again later, and says why it failed', async () => {
      answer = (_request, response) => response.writeHead(503).end()
      const id = await captured(ending('/busy.png', 14 * 60))
      const media = await mediaOnce(owner, id, 'it was tried', ({ attempts }) => attempts === 1)
      assert.equal(media.state, 'waiting')
      assert.match(media.reason, /503/)
      assert.ok(Date.parse(media.nextTryAt) > Date.now() + 20_000)
    })

    test('a link that has ended by the next try is lost at once', async () => {
      answer = (_request, response) => response.writeHead(503).end()
      const id = await captured(ending('/ends.png', 20))
      await mediaOnce(owner, id, 'it is lost', ({ state }) => state === 'lost')
    })

    test('a link that ends before the pause is over is tried once more shortly before', async () => {
      answer = (_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end()
      const id = await captured(ending('/hour.png', 14 * 60))
      const media = await mediaOnce(owner, id, 'it was tried', ({ attempts }) => attempts === 1)
      assert.equal(media.state, 'waiting')
      const rest = Date.parse(media.endsAt) - Date.parse(media.nextTryAt)
      assert.ok(rest > 0 && rest <= 60_000, `${rest} ms before its end`)
    })

    test('no more is fetched than a file may have, announced or not, and a cut file is not kept', async () => {
      const large = randomBytes(1024 ** 2 + 1)
      answer = (_request, response) => response.setHeader('content-length', large.length).end(large)
      const announced = await captured(ending('/large.png', 300))
      answer = (request, response) => {
        if (request.url?.startsWith('/large')) response.setHeader('content-length', large.length).end(large)
        else if (request.url?.startsWith('/chunks')) for (let n = 0; n < 2; n += 1) response.write(large)
        else response.setHeader('content-length', 1000).write('short', () => response.destroy())
      }
      const chunked = await captured(ending('/chunks.png', 300))
      const cut = await captured(ending('/cut.png', 14 * 60))
      for (const id of [announced, chunked]) {
        const { reason } = await mediaOnce(owner, id, 'it is lost', ({ state }) => state === 'lost')
        assert.match(reason, /limit|large/)
      }
      await mediaOnce(
        owner,
        cut,
        'it was tried',
        ({ attempts, state }) => attempts > 0 && state === 'waiting',
      )
    })

    test('a redirect is followed where it leads to an allowed address, and nowhere else', async () => {
      const file = await picture()
      answer = (request, response) => {
        if (request.url?.startsWith('/from')) response.writeHead(302, { location: '/to.png' }).end()
        else if (request.url?.startsWith('/private'))
          response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end()
        else if (request.url?.startsWith('/round')) response.writeHead(302, { location: request.url }).end()
        else response.end(file)
      }
      const [followed, secret, round] = [
        await captured(ending('/from.png', 300)),
        await captured(ending('/private.png', 300)),
        await captured(ending('/round.png', 300)),
      ]
      assert.equal((await mediaOnce(owner, followed, 'it is kept', isKept)).sha256, sha256(file))
      for (const id of [secret, round]) {
        const { reason } = await mediaOnce(owner, id, 'it is lost', ({ state }) => state === 'lost')
        assert.doesNotMatch(reason, /secret|Expires/)
      }
    })

    test('nothing is fetched for a version that is deleted; once it was restored, it is by itself', async () => {
      answer = (_request, response) => response.writeHead(503).end()
      const id = await captured(ending('/deleted.png', 300))
      await mediaOnce(owner, id, 'it was tried', ({ attempts }) => attempts === 1)
      const tries = () => asked.filter((url) => url.startsWith('/deleted.png')).length
      assert.equal(tries(), 1)
      await owner.send('DELETE', `/api/assets/${id}`, undefined)
      const file = await picture()
      answer = (_request, response) => response.end(file)
      await service.db.transaction((transaction) => transaction.run(setDue, { id }))
      await until('it is left alone for long', async () => {
        const row = await service.db.first(findLease, { id })
        return row?.leaseId === null && row.until > Date.now() + 600_000
      })
      assert.equal(tries(), 1)
      const { body } = await owner.send('POST', `/api/assets/${id}/media/keep`, {})
      assert.equal(body.error, 'Asset not found')

      const restored = await owner.send('POST', `/api/assets/${id}/restore`, {})
      assert.equal(restored.status, 200)
      assert.equal((await mediaOnce(owner, id, 'it is kept', isKept)).sha256, sha256(file))
      assert.equal(tries(), 2)
    })

    test('a viewer may not have it fetched, a stranger finds nothing, and what has no link is none', async () => {
      const id = await captured('/later.png')
      const [viewer, stranger] = [await testUser(service), await testUser(service)]
      await owner.send('POST', `/api/projects/${film.projectId}/members`, {
        userId: viewer.id,
        role: 'viewer',
      })
      const keep = async (user: TestUser, which = id) =>
        (await user.send('POST', `/api/assets/${which}/media/keep`, {})).status
      assert.deepEqual([await keep(viewer), await keep(stranger)], [403, 404])
      assert.equal(await keep(owner, await take(owner, film)), 404)
    })
  })
}
