import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../../e2e/becomes.ts'
import { engines } from '../test/engines.ts'
import { digestOf, picture, put, sha256, take } from '../test/media.ts'
import {
  type Film,
  signIn,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const mebibyte = 1024 ** 2

for (const engine of engines) {
  describe(`uploading media on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let film: Film
    before(async () => {
      service = await testService(engine, {
        DAILIES_WEBHOOK_WORKER: 'false',
        DAILIES_MEDIA_LIMIT: '24mb',
        DAILIES_REQUEST_TIMEOUT: '1',
      })
      owner = await testUser(service)
      film = await testFilm(service.db, owner)
    })
    after(() => service.close())

    const read = async (id: string, user = owner) =>
      fetch(`${service.address}/api/media/${id}/original`, {
        headers: { authorization: `Bearer ${user.token}` },
      })
    const bytesOf = async (id: string) => Buffer.from(await (await read(id)).arrayBuffer())
    const media = () => join(service.place.settings.dataFolder, 'media')
    /** Bodies that are being received. */
    const incoming = async () =>
      (await readdir(join(media(), 'incoming'), { recursive: true })).filter((name) =>
        name.endsWith('.receiving'),
      )
    const filesIn = async () => {
      const storage = await service.db.first((await import('./usage-queries.ts')).findUsage, {
        projectId: '',
      })
      return storage?.files ?? 0
    }

    const bytesOfAll = async () => {
      const usage = await service.db.first((await import('./usage-queries.ts')).findUsage, { projectId: '' })
      return usage?.bytes ?? 0
    }

    test('a file is kept as it is, and given back as it was', async () => {
      const id = await take(owner, film)
      const file = await picture()
      const { status, body } = await put(service, owner, id, file)
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual([body.data.received, body.data.bytes], [file.length, file.length])
      assert.equal(body.data.media.state, 'kept')
      assert.equal(body.data.media.sha256, sha256(file))
      const answer = await read(id)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('etag'), `"${sha256(file)}"`)
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), file)
    })

    test('a file of every byte, in whatever type it is said to be, of no type at all, and in chunks', async () => {
      const file = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
      for (const type of ['application/json', 'text/html', 'multipart/form-data', 'x', ''] as const) {
        const id = await take(owner, film)
        const headers: Record<string, string> = type ? { 'content-type': type } : {}
        const { status } = await put(service, owner, id, file, { headers })
        assert.equal(status, 200, type)
        assert.deepEqual(await bytesOf(id), file)
      }
    })

    test('the same file again changes nothing, and is stored once for all who have it', async () => {
      const file = await picture()
      const before = await filesIn()
      const [one, other] = [await take(owner, film), await take(owner, film)]
      for (const id of [one, one, other]) assert.equal((await put(service, owner, id, file)).status, 200)
      assert.equal(await filesIn(), before + 1)
      assert.deepEqual(await bytesOf(other), file)
    })

    test('another original is refused in words where one is kept', async () => {
      const id = await take(owner, film)
      const file = await picture()
      await put(service, owner, id, file)
      const { status, body } = await put(service, owner, id, await picture())
      assert.equal(status, 409)
      assert.match(body.error, /capture the other as a new version/)
      assert.deepEqual(await bytesOf(id), file)
    })

    test('a large file is sent in parts, and gone on with from where it is safe', async () => {
      const id = await take(owner, film)
      const file = randomBytes(3 * mebibyte + 17)
      const total = file.length
      const part = (start: number, end: number) =>
        put(service, owner, id, file.subarray(start, end), {
          headers: { 'content-range': `bytes ${start}-${end - 1}/${total}` },
        })
      const howFar = () =>
        put(service, owner, id, undefined, { headers: { 'content-range': `bytes */${total}` } })
      assert.deepEqual((await howFar()).body.data, { received: 0, bytes: total, media: null })
      assert.equal((await part(0, mebibyte)).body.data.received, mebibyte)
      assert.equal((await howFar()).body.data.received, mebibyte)

      const ahead = await part(2 * mebibyte, total)
      assert.equal(ahead.status, 409)
      assert.match(ahead.body.error, /The next part begins at byte 1048576/)
      assert.equal(ahead.headers.get('upload-offset'), String(mebibyte))

      // One whose answer was lost comes again.
      assert.equal((await part(0, mebibyte)).body.data.received, mebibyte)
      assert.equal((await part(mebibyte, 3 * mebibyte)).body.data.received, 3 * mebibyte)
      const last = await part(3 * mebibyte, total)
      assert.equal(last.body.data.media?.state, 'kept', JSON.stringify(last.body))
      assert.deepEqual(await bytesOf(id), file)
    })

    /** A part whose body comes as it is told to. */
    function open(id: string, headers: Record<string, string>) {
      const upload = httpRequest(`${service.address}/api/assets/${id}/media`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${owner.token}`, ...headers },
      })
      const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
        upload.on('error', reject).on('response', async (response) => {
          resolve({ status: response.statusCode as number, body: await text(response) })
        })
      })
      upload.flushHeaders()
      return { upload, answer }
    }

    test('two who send the same in parts of other lengths at a time lose nothing of it', async () => {
      const file = randomBytes(4000)
      for (const [first, second] of [
        [2000, 1000],
        [1000, 2000],
      ] as const) {
        const id = await take(owner, film)
        const begun = async (length: number) => {
          const sending = open(id, {
            'content-range': `bytes 0-${length - 1}/4000`,
            'content-length': String(length),
          })
          const before = (await incoming()).length
          sending.upload.write(file.subarray(0, 500))
          // By then it was found to be the next part.
          await becomes(async () => (await incoming()).length, before + 1)
          return () => {
            sending.upload.end(file.subarray(500, length))
            return sending.answer
          }
        }
        const [end, endOther] = [await begun(first), await begun(second)]
        for (const one of [end, endOther]) {
          const { status, body } = await one()
          assert.equal(status, 200, body)
        }
        const headers = { 'content-range': 'bytes 2000-3999/4000' }
        const { status, body } = await put(service, owner, id, file.subarray(2000), { headers })
        assert.equal(status, 200, JSON.stringify(body))
        assert.deepEqual(await bytesOf(id), file)
      }
    })

    test('a file of one part is written once, and what an earlier try has left goes', async () => {
      const [id, other] = [await take(owner, film), await take(owner, film)]
      const file = await picture()
      const headers = { 'content-range': `bytes 0-${file.length - 1}/${file.length}` }
      const changed = async () => (await stat(join(media(), 'uploads'), { bigint: true })).mtimeNs
      const before = await changed()
      const { status, body } = await put(service, owner, id, file, { headers })
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual([body.data.received, body.data.bytes], [file.length, file.length])
      assert.equal(body.data.media.sha256, sha256(file))
      assert.equal(await changed(), before, 'no part was written')

      const left = (await readdir(join(media(), 'uploads'))).length
      const part = { 'content-range': `bytes 0-99/${file.length}` }
      assert.equal((await put(service, owner, other, file.subarray(0, 100), { headers: part })).status, 200)
      assert.equal((await readdir(join(media(), 'uploads'))).length, left + 1)
      const sent = await put(service, owner, other, file, { headers })
      assert.equal(sent.body.data?.media?.state, 'kept', JSON.stringify(sent.body))
      assert.equal((await readdir(join(media(), 'uploads'))).length, left)
      const ask = { 'content-range': `bytes */${file.length}` }
      assert.equal((await put(service, owner, other, undefined, { headers: ask })).body.data.received, 0)
    })

    test('one part that is all of it and comes short is refused', async () => {
      const id = await take(owner, film)
      const headers = { 'content-range': 'bytes 0-999/1000' }
      const { status, body } = await put(service, owner, id, randomBytes(999), { headers })
      assert.deepEqual([status, Object.keys(body.details.fieldErrors)], [400, ['content-range']])
      assert.equal((await read(id)).status, 404)
    })

    test('where there is no room a file is refused before it is sent, and one that does not say its length as it comes', async () => {
      const administrator = await testUser(service, { role: 'administrator' })
      const session = await signIn(service, administrator)
      const small = await testFilm(service.db, owner, `Small ${engine}`)
      const path = `/api/storage/projects/${small.projectId}`
      assert.equal((await session.send('PUT', path, { bytes: 5000 })).status, 200)

      // As long as nothing says how long it is.
      const coming = open(await take(owner, small), {})
      coming.answer.catch(() => {})
      const piece = randomBytes(mebibyte)
      for (let sent = 0; sent < 10; sent += 1) coming.upload.write(piece)
      const { status, body } = await coming.answer
      assert.equal(status, 507, body)
      coming.upload.destroy()

      const kept = await take(owner, small)
      const file = randomBytes(5000)
      assert.equal((await put(service, owner, kept, file)).status, 200)
      const full = open(await take(owner, small), { 'content-length': '1000' })
      const refused = await full.answer
      assert.equal(refused.status, 507)
      assert.match(refused.body, /more than the 5 kB/)
      full.upload.destroy()
      assert.equal((await put(service, owner, kept, file)).status, 200, 'what is there takes no more')

      // Whoever only asks how far it is learns it, too; and so does what takes the place of a smaller picture.
      const asked = { headers: { 'content-range': 'bytes */1000' } }
      assert.equal((await put(service, owner, await take(owner, small), undefined, asked)).status, 507)
      assert.equal((await session.send('PUT', path, { bytes: 5001 })).status, 200)
      const poster = (bytes: number) => put(service, owner, kept, randomBytes(bytes), { kind: 'poster' })
      assert.equal((await poster(1)).status, 200)
      const before = await bytesOfAll()
      for (let round = 0; round < 3; round += 1) assert.equal((await poster(mebibyte)).status, 507)
      assert.equal(await bytesOfAll(), before, 'and nothing of it is in the store')
    })

    test('of many at once only those are let in for which there is room, and nothing of the others is stored', async () => {
      const administrator = await testUser(service, { role: 'administrator' })
      const session = await signIn(service, administrator)
      const small = await testFilm(service.db, owner, `Rush ${engine}`)
      const path = `/api/storage/projects/${small.projectId}`
      assert.equal((await session.send('PUT', path, { bytes: 2.5 * mebibyte })).status, 200)
      const before = await bytesOfAll()
      const ids = await Promise.all(Array.from({ length: 8 }, () => take(owner, small)))
      const range = { 'content-range': `bytes 0-${mebibyte - 1}/${mebibyte}` }
      const answers = await Promise.all(
        ids.map((id) => put(service, owner, id, randomBytes(mebibyte), { headers: range })),
      )
      const statuses = answers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [200, 200, ...Array(6).fill(507)])
      assert.equal(await bytesOfAll(), before + 2 * mebibyte)
    })

    test('of several originals of one version at once the first is kept, and the others are not stored', async () => {
      const id = await take(owner, film)
      const before = await bytesOfAll()
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => put(service, owner, id, randomBytes(mebibyte))),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409])
      assert.equal(await bytesOfAll(), before + mebibyte)
    })

    test('a body of single bytes is cut off, and what it said of itself is told in words', async () => {
      const id = await take(owner, film)
      const crumbs = connect(Number(new URL(service.address).port), '127.0.0.1')
      crumbs.on('error', () => {})
      crumbs.write(
        `PUT /api/assets/${id}/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(5000)}`,
      )
      await once(crumbs, 'close')
      assert.equal((await read(id)).status, 404)
      await becomes(incoming, [])

      const part = { headers: { 'content-range': 'bytes 0-0/100000' } }
      const tooSmall = await put(service, owner, id, Buffer.from('x'), part)
      assert.match(tooSmall.body.details.fieldErrors['content-range'][0], /send 5 bytes at once/)
      const long = await put(service, owner, id, Buffer.from('abc'), {
        headers: { 'content-range': 'bytes 0-1/2' },
      })
      assert.match(long.body.details.fieldErrors['content-range'][0], /fewer bytes than came/)
      const packed = await put(service, owner, id, Buffer.from('abc'), {
        headers: { 'content-encoding': 'gzip' },
      })
      assert.deepEqual(
        [packed.status, Object.keys(packed.body.details.fieldErrors)],
        [400, ['content-encoding']],
      )
    })

    test('who may capture and not read learns that it is kept, and not from where', async () => {
      const tokens = await signIn(service, owner)
      const { body } = await tokens.send('POST', '/api/tokens', {
        name: 'Only captures',
        permissions: ['capture'],
      })
      const id = await take(owner, film, { outputUrl: 'https://cdn.example/a.png?Signature=secret' })
      const capturing = { ...owner, token: body.data.token }
      const { status, body: told } = await put(service, capturing, id, await picture())
      assert.deepEqual([status, told.data.media.state, told.data.media.url], [200, 'kept', null])
      assert.doesNotMatch(JSON.stringify(told), /secret|\/api\/media|sha256":"/)
    })

    test('a picture of nothing is refused in words, and taken once there is an original, or a link to it', async () => {
      const id = await take(owner, film)
      const poster = await picture()
      const whole = { 'content-range': `bytes 0-${poster.length - 1}/${poster.length}` }
      const ask = { 'content-range': `bytes */${poster.length}` }
      const half = { 'content-range': `bytes 0-9/${poster.length}` }
      for (const [bytes, headers] of [
        [poster, {}],
        [poster, whole],
        [undefined, ask],
        [poster.subarray(0, 10), half],
      ] as const) {
        const { status, body } = await put(service, owner, id, bytes, { kind: 'poster', headers })
        assert.equal(status, 409, JSON.stringify([headers, body]))
        assert.match(body.error, /send the original of the version first/)
      }
      assert.equal((await put(service, owner, id, randomBytes(100))).status, 200)
      const linked = await take(owner, film, { outputUrl: 'https://cdn.example/take.mp4' })
      for (const one of [id, linked]) {
        for (const kind of ['poster', 'filmstrip', 'waveform']) {
          const { status, body } = await put(service, owner, one, poster.subarray(0, 4000), { kind })
          assert.equal(status, 200, JSON.stringify(body))
          assert.notEqual(body.data.media, null)
        }
      }
    })

    test('what was changed on the way is refused, and what was safe before it stays so', async () => {
      const id = await take(owner, film)
      const file = randomBytes(1000)
      const other = randomBytes(1000)
      const wrong = await put(service, owner, id, file, { headers: { 'repr-digest': digestOf(other) } })
      assert.deepEqual([wrong.status, Object.keys(wrong.body.details.fieldErrors)], [400, ['repr-digest']])
      const inPart = { 'content-range': 'bytes 0-499/1000', 'content-digest': digestOf(other) }
      const torn = await put(service, owner, id, file.subarray(0, 500), { headers: inPart })
      assert.deepEqual([torn.status, Object.keys(torn.body.details.fieldErrors)], [400, ['content-digest']])
      const right = await put(service, owner, id, file, {
        headers: { 'repr-digest': digestOf(file), 'content-digest': digestOf(file) },
      })
      assert.equal(right.status, 200)
    })

    test('parts that together have another digest are forgotten, so that it can be sent anew', async () => {
      const id = await take(owner, film)
      const [file, other] = [randomBytes(100), randomBytes(100)]
      const digest = { 'repr-digest': digestOf(file) }
      const send = (bytes: Buffer, range: string) =>
        put(service, owner, id, bytes, { headers: { ...digest, 'content-range': range } })
      await send(other.subarray(0, 50), 'bytes 0-49/100')
      assert.equal((await send(other.subarray(50), 'bytes 50-99/100')).status, 400)
      assert.equal((await send(file, 'bytes 0-99/100')).body.data.media.state, 'kept')
    })

    test('to know a digest is to have nothing: only who reaches the file need not send it', async () => {
      const file = randomBytes(5000)
      const ask = { 'content-range': 'bytes */5000', 'repr-digest': digestOf(file) }
      const [first, second] = [await take(owner, film), await take(owner, film)]
      await put(service, owner, first, file)

      const stranger = await testUser(service)
      const theirs = await testFilm(service.db, stranger)
      const own = await take(stranger, theirs)
      const refused = await put(service, stranger, own, undefined, { headers: ask })
      assert.deepEqual(refused.body.data, { received: 0, bytes: 5000, media: null })

      const wrongSize = { ...ask, 'content-range': 'bytes */4999' }
      const guessed = await put(service, owner, second, undefined, { headers: wrongSize })
      assert.equal(guessed.body.data.media, null)
      const tied = await put(service, owner, second, undefined, { headers: ask })
      assert.equal(tied.body.data.media.state, 'kept')
      assert.deepEqual(await bytesOf(second), file)
    })

    test('what is in a deleted scene alone is reached by no digest, until it is restored', async () => {
      const own = await testFilm(service.db, owner, 'Deleted scene')
      const file = randomBytes(500)
      await put(service, owner, await take(owner, own), file)
      const elsewhere = await take(owner, own, { sceneId: '2' })
      const { sceneId } = own.capture
      const scene = `/api/scenes/${own.sceneDbId}`
      const deleted = await owner.send('DELETE', `${scene}?sceneId=${sceneId}`, undefined)
      assert.equal(deleted.status, 200)
      const headers = { 'content-range': 'bytes */500', 'repr-digest': digestOf(file) }
      const ask = async () => (await put(service, owner, elsewhere, undefined, { headers })).body.data
      assert.deepEqual(await ask(), { received: 0, bytes: 500, media: null })
      await owner.send('POST', `${scene}/restore`, {})
      assert.equal((await ask()).media.state, 'kept')
    })

    test('a stranger finds no version, a viewer may not, and nothing of theirs is kept', async () => {
      const id = await take(owner, film)
      const [stranger, viewer] = [await testUser(service), await testUser(service)]
      await owner.send('POST', `/api/projects/${film.projectId}/members`, {
        userId: viewer.id,
        role: 'viewer',
      })
      const before = await filesIn()
      const file = randomBytes(100)
      assert.equal((await put(service, stranger, id, file)).status, 404)
      assert.equal((await put(service, viewer, id, file)).status, 403)
      assert.equal((await put(service, owner, 'nowhere', file)).status, 404)
      assert.equal((await put(service, { token: 'svc_none' }, id, file)).status, 401)
      assert.equal(await filesIn(), before)
    })

    test('what is too large is refused before it is sent, and where it turns out to be', async () => {
      const id = await take(owner, film)
      const announced = await put(service, owner, id, undefined, {
        headers: { 'content-range': `bytes */${25 * mebibyte}` },
      })
      assert.equal(announced.status, 413)
      assert.match(announced.body.error, /over the limit of 25165824 bytes/)
      await put(service, owner, id, randomBytes(10))
      const poster = await put(service, owner, id, randomBytes(21 * mebibyte), { kind: 'poster' })
      assert.equal(poster.status, 413)
    })

    test('bad headers are told, each by its name', async () => {
      const id = await take(owner, film)
      const cases: [Record<string, string>, string][] = [
        [{ 'content-range': 'bytes 5-1/10' }, 'content-range'],
        [{ 'content-range': 'bytes 0-10/10' }, 'content-range'],
        [{ 'content-range': 'items 0-1/10' }, 'content-range'],
        [{ 'content-range': 'bytes 0-1/*' }, 'content-range'],
        [{ 'content-range': 'bytes 0-98/99' }, 'content-range'],
        [{ 'repr-digest': 'sha-256=:short:' }, 'repr-digest'],
        [{ 'content-digest': 'sha-256=:????:' }, 'content-digest'],
      ]
      for (const [headers, name] of cases) {
        const { status, body } = await put(service, owner, id, Buffer.from('ten bytes.'), { headers })
        const fields = Object.keys(body.details?.fieldErrors ?? {})
        assert.deepEqual([status, fields], [400, [name]], JSON.stringify([headers, body]))
      }
      assert.equal((await put(service, owner, id, Buffer.alloc(0))).status, 400)
      assert.equal((await put(service, owner, id, Buffer.from('x'), { kind: 'proxy' })).status, 400)
    })

    test('an upload takes as long as it takes, as long as something comes; one that stalls is cut off', async () => {
      const id = await take(owner, film)
      const slow = (pieces: number, pause: number) =>
        new Promise<number>((resolve, reject) => {
          const upload = httpRequest(`${service.address}/api/assets/${id}/media`, {
            method: 'PUT',
            headers: { authorization: `Bearer ${owner.token}`, 'content-length': pieces },
          })
          upload.on('response', (answer) => resolve(answer.resume().statusCode as number)).on('error', reject)
          const next = (left: number) => {
            if (upload.destroyed || left === 0) return
            upload.write('x')
            setTimeout(next, pause, left - 1)
          }
          next(pieces)
        })
      // The time-out of requests is a second here.
      assert.equal(await slow(12, 200), 200)
      const stalled = await slow(2, 5000).catch((error) => error.code)
      assert.ok(stalled === 400 || stalled === 'ECONNRESET', String(stalled))
    })

    test('the event tells what is kept, and who kept it', async () => {
      const id = await take(owner, film)
      const file = randomBytes(321)
      await put(service, owner, id, file)
      const { body } = await owner.get('/api/events?limit=100')
      const told = body.data.find(
        // biome-ignore lint/suspicious/noExplicitAny: an event of any name
        ({ event, data }: any) => event === 'asset.media_kept' && data.assetVersionId === id,
      )
      assert.deepEqual(told.data, {
        assetVersionId: id,
        projectId: film.projectId,
        sceneId: '012A',
        shotId: '',
        assetType: 'IMAGE',
        sha256: sha256(file),
        bytes: 321,
        mediaPath: `/api/media/${id}/original`,
      })
    })
  })
}
