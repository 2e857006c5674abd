import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, test } from 'node:test'
import { statement } from '../../server/db/statement.ts'
import { engines } from '../../server/test/engines.ts'
import { put, sha256, take } from '../../server/test/media.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../../server/test/service.ts'
import { wireTo } from '../test/wire.ts'
import { connect, DailiesError, type DownloadOptions, type Options } from './dailies.ts'

const mebibyte = 1024 ** 2

for (const engine of engines) {
  describe(`downloadExport on ${engine}`, () => {
    let service: TestService
    let wire: Awaited<ReturnType<typeof wireTo>>
    let user: TestUser
    let film: Film
    let id: string
    /** As any program gets it. */
    let whole: Buffer
    let folder: string

    before(async () => {
      service = await testService(engine)
      wire = await wireTo(service.address)
      user = await testUser(service)
      film = await testFilm(service.db, user)
      const version = await take(user, film, { selected: true, assetType: 'VIDEO', shotId: film.shotIds[0] })
      await put(service, user, version, randomBytes(12 * mebibyte))
      id = (
        await connect({ baseUrl: service.address, token: user.token }).createExport({
          id: film.projectId,
        })
      ).data.id
      folder = await mkdtemp(join(tmpdir(), 'dailies-sdk-'))
    })
    after(async () => {
      wire.close()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    })

    const client = (options: Partial<Options> = {}) =>
      connect({ baseUrl: wire.address, token: user.token, ...options })

    async function got(
      options: Partial<Options> = {},
      more: DownloadOptions = {},
      from = 0,
    ): Promise<Buffer> {
      return Buffer.concat(await Array.fromAsync(client(options).downloadExport({ id, from }, more)))
    }

    /** Ranges that were asked for. */
    function noting() {
      const ranges: string[] = []
      const noted: typeof fetch = (input, init) => {
        const range = new Headers(init?.headers).get('range')
        if (range) ranges.push(range)
        return fetch(input, init)
      }
      return { ranges, fetch: noted }
    }

    test('waits until it is ready, tells how far it is, and hands on the bytes that anybody gets', async () => {
      const progress: number[][] = []
      const zip = await got({}, { onProgress: (...told) => progress.push(told) })
      const answer = await fetch(`${service.address}/api/exports/${id}/zip`, {
        headers: { authorization: `Bearer ${user.token}` },
      })
      whole = Buffer.from(await answer.arrayBuffer())
      assert.equal(sha256(zip), sha256(whole))
      assert.deepEqual(
        [progress[0], progress.at(-1)],
        [
          [0, whole.length],
          [whole.length, whole.length],
        ],
      )
      assert.ok(progress.length > 3)
      assert.ok(progress.every(([received], at) => at === 0 || received! > progress[at - 1]![0]!))
    })

    test('goes on at the byte where a connection broke, however often, as long as bytes come', async () => {
      const { ranges, fetch } = noting()
      let cuts = 0
      const onProgress = (received: number) => {
        // More often than it is tried again without a byte.
        if (cuts >= 8 || received < (cuts + 1) * mebibyte) return
        cuts += 1
        wire.cutNow()
      }
      assert.equal(sha256(await got({ fetch }, { onProgress, retries: 1 })), sha256(whole))
      assert.equal(cuts, 8)
      assert.ok(ranges.length > 4, `${ranges}`)
      assert.equal(new Set(ranges).size, ranges.length, 'none is asked for twice')
    })

    test('goes on with a file that is there in part, and is done where all of it is', async () => {
      const path = join(folder, 'part.zip')
      const leaving = new AbortController()
      const enough = new Error('enough')
      const onProgress = (received: number) => received > 3 * mebibyte && leaving.abort(enough)
      const { signal } = leaving
      await assert.rejects(
        pipeline(client().downloadExport({ id }, { signal, onProgress }), createWriteStream(path)),
        enough,
      )
      const { size } = await stat(path)
      assert.ok(size > 0 && size < whole.length)
      const { ranges, fetch } = noting()
      await pipeline(
        client({ fetch }).downloadExport({ id, from: size }),
        createWriteStream(path, { flags: 'a' }),
      )
      assert.equal(sha256(await readFile(path)), sha256(whole))
      assert.deepEqual(ranges, [`bytes=${size}-`])
      assert.deepEqual(await got({ fetch }, {}, whole.length), Buffer.alloc(0))
      for (const from of [whole.length + 1, -1, 0.5])
        await assert.rejects(got({}, {}, from), { name: 'DailiesError', status: 416 })
    })

    test('reads no more than is taken, and lets the service go', async () => {
      const download = client().downloadExport({ id })
      for await (const piece of download) {
        assert.ok(piece.length > 0)
        break
      }
      assert.deepEqual(await download.next(), { value: undefined, done: true })
    })

    test('a service that sends nothing any more is left, and what is refused is told in words', async () => {
      const silent: typeof fetch = (input, init) => {
        if (!String(input).endsWith('/zip')) return fetch(input, init)
        return new Promise((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal!.reason)),
        )
      }
      await assert.rejects(got({ fetch: silent }, { timeout: 50, retries: 1 }), {
        message: 'The service sent nothing for 50 ms',
        isTemporary: true,
      })
      const other: typeof fetch = (input, init) =>
        String(input).endsWith('/zip') ? Promise.resolve(new Response('hello')) : fetch(input, init)
      await assert.rejects(got({ fetch: other }), { message: /none of Dailies/ })
      const longer: typeof fetch = async (input, init) => {
        const answer = await fetch(input, init)
        if (!String(input).endsWith('/zip')) return answer
        const { headers, status } = answer
        return new Response(Buffer.concat([Buffer.from(await answer.arrayBuffer()), Buffer.from('x')]), {
          headers,
          status,
        })
      }
      await assert.rejects(got({ fetch: longer }), DailiesError)
      await assert.rejects(got({ token: 'svc_none' }), { status: 401 })
      const nowhere = client().downloadExport({ id: 'nowhere' })
      await assert.rejects(nowhere.next(), { status: 404 })
    })

    test('one that failed says why', async () => {
      const { data } = await client().createExport({ id: film.projectId })
      await service.db.transaction((transaction) => transaction.run(fail, { id: data.id }))
      await assert.rejects(client().downloadExport({ id: data.id }).next(), {
        status: 409,
        message: 'The export failed: It is full',
      })
    })
  })
}

const fail = statement((db, { id }: { id: string }) =>
  db
    .updateTable('exports')
    .set({ state: 'failed', reason: 'It is full', work_due_at: null })
    .where('id', '=', id),
)
