import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { digestOf, sha256, take } from '../../server/test/media.ts'
import {
  type Film,
  signIn,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../../server/test/service.ts'
import { wireTo } from '../test/wire.ts'
import { connect, DailiesError, type Options } from './dailies.ts'

const mebibyte = 1024 ** 2
/** What a part has at most. */
const partSize = 8 * mebibyte
/** Of heads and the like, and of what is on its way when something is cut. */
const further = mebibyte

describe('uploadMedia', () => {
  let service: TestService
  let wire: Awaited<ReturnType<typeof wireTo>>
  let user: TestUser
  let film: Film
  let version: string

  before(async () => {
    service = await testService('sqlite', { DAILIES_MEDIA_LIMIT: '24mb', DAILIES_WEBHOOK_WORKER: 'false' })
    wire = await wireTo(service.address)
    user = await testUser(service, { role: 'administrator' })
    film = await testFilm(service.db, user)
    version = await take(user, film)
  })
  after(async () => {
    wire.close()
    await service.close()
  })
  afterEach(async () => {
    version = await take(user, film)
  })

  const client = (options: Partial<Options> = {}) =>
    connect({ baseUrl: wire.address, token: user.token, ...options })

  /** Requests as they were made, and a `fetch` that notes them. */
  function noting() {
    const asked: { range: string; headers: Headers; body: Blob | null }[] = []
    const noted: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers)
      asked.push({ range: headers.get('content-range') ?? '', headers, body: init?.body as Blob | null })
      return fetch(input, init)
    }
    return { asked, fetch: noted }
  }

  async function mustHave(id: string, file: Uint8Array, kind = 'original'): Promise<void> {
    const headers = { authorization: `Bearer ${user.token}` }
    const answer = await fetch(`${service.address}/api/media/${id}/${kind}`, { headers })
    assert.equal(sha256(new Uint8Array(await answer.arrayBuffer())), sha256(file))
  }

  const failure = (upload: Promise<unknown>): Promise<DailiesError> =>
    upload.then(
      () => assert.fail('It was kept'),
      (error) => {
        assert.ok(error instanceof DailiesError, String(error))
        return error
      },
    )

  test('sends a file in parts one after the other, and says how far it is', async () => {
    const bytes = randomBytes(20 * mebibyte)
    const { asked, fetch } = noting()
    const progress: number[][] = []
    const media = await client({ fetch }).uploadMedia(
      { id: version, file: new Blob([bytes]) },
      { onProgress: (...told) => progress.push(told) },
    )
    assert.deepEqual([media.state, media.sha256, media.bytes], ['kept', sha256(bytes), bytes.length])
    await mustHave(version, bytes)
    assert.deepEqual(
      asked.map(({ range }) => range),
      ['*', '0-8388607', '8388608-16777215', '16777216-20971519'].map((range) => `bytes ${range}/20971520`),
    )
    assert.deepEqual(
      asked.map(({ headers }) => headers.get('content-digest')),
      [null, ...[0, 1, 2].map((part) => digestOf(bytes.subarray(part * partSize, (part + 1) * partSize)))],
    )
    const all = bytes.length
    assert.deepEqual(
      progress,
      [0, partSize, 2 * partSize, all].map((received) => [received, all]),
    )
  })

  test('a file of one part goes with its digest, and is not sent where it is reached already', async () => {
    const bytes = randomBytes(5000)
    const { asked, fetch } = noting()
    const file = new Blob([bytes])
    await client({ fetch }).uploadMedia({ id: version, file })
    assert.deepEqual([...new Set(asked.map(({ headers }) => headers.get('repr-digest')))], [digestOf(bytes)])
    assert.equal(asked.length, 2)

    const other = await take(user, film)
    const progress: number[][] = []
    const onProgress = (...told: number[]) => progress.push(told)
    const media = await client({ fetch }).uploadMedia({ id: other, file }, { onProgress })
    assert.equal(media.sha256, sha256(bytes))
    assert.deepEqual([asked.length, asked.at(-1)?.body, progress], [3, null, [[5000, 5000]]])
    await mustHave(other, bytes)
  })

  test('a connection that breaks costs one part', async () => {
    const bytes = randomBytes(20 * mebibyte)
    const before = wire.sent()
    wire.cutAfter(12 * mebibyte)
    const { asked, fetch } = noting()
    await client({ fetch }).uploadMedia({ id: version, file: new Blob([bytes]) })
    await mustHave(version, bytes)
    assert.deepEqual(
      asked.map(({ range }) => range.replace(/\/.*/, '')),
      [
        ...['bytes *', 'bytes 0-8388607', 'bytes 8388608-16777215'],
        ...['bytes 8388608-16777215', 'bytes 16777216-20971519'],
      ],
    )
    assert.ok(wire.sent() - before < 20 * mebibyte + partSize + further)
  })

  test('another run goes on where one was ended', async () => {
    const bytes = randomBytes(20 * mebibyte)
    const upload = { id: version, file: new Blob([bytes]) }
    const leaving = new AbortController()
    const enough = new Error('enough')
    await assert.rejects(
      client().uploadMedia(upload, {
        signal: leaving.signal,
        onProgress: (received) => received === partSize && leaving.abort(enough),
      }),
      enough,
    )

    const before = wire.sent()
    const progress: number[] = []
    await client().uploadMedia(upload, { onProgress: (received) => progress.push(received) })
    assert.deepEqual(progress, [partSize, 2 * partSize, bytes.length])
    assert.ok(wire.sent() - before < 12 * mebibyte + further)
    await mustHave(version, bytes)
  })

  test('a signal ends it at once: before it begins, and in the pause between two tries', async () => {
    const file = new Blob(['file'])
    const before = wire.sent()
    const signal = AbortSignal.abort('not needed')
    await assert.rejects(
      client().uploadMedia({ id: version, file }, { signal }),
      (reason) => reason === 'not needed',
    )
    assert.equal(wire.sent(), before)

    const leaving = new AbortController()
    const away: typeof fetch = async () => {
      setImmediate(() => leaving.abort('enough'))
      return new Response('{"error":"Away"}', { status: 503, headers: { 'retry-after': '20' } })
    }
    const upload = client({ fetch: away }).uploadMedia({ id: version, file }, { signal: leaving.signal })
    await assert.rejects(upload, (reason) => reason === 'enough')
  })

  test('the token is asked for at each request, so that one of an hour is enough', async () => {
    let asked = 0
    const token = async () => {
      asked += 1
      return user.token
    }
    const bytes = randomBytes(9 * mebibyte)
    await client({ token }).uploadMedia({ id: version, file: new Blob([bytes]) })
    assert.equal(asked, 3)
    await mustHave(version, bytes)
  })

  test('what is made of a film goes by its kind', async () => {
    const [film, poster] = [randomBytes(100), randomBytes(100)]
    await client().uploadMedia({ id: version, file: new Blob([film]) })
    await client().uploadMedia({ id: version, kind: 'poster', file: new Blob([poster]) })
    await mustHave(version, film)
    await mustHave(version, poster, 'poster')
  })

  test('what is refused for good is refused at once, and in words', async () => {
    const { asked, fetch } = noting()
    const dailies = client({ fetch })
    const upload = (id: string, bytes: Uint8Array<ArrayBuffer>) =>
      failure(dailies.uploadMedia({ id, file: new Blob([bytes]) }))

    const tooLarge = await upload(version, new Uint8Array(25 * mebibyte))
    assert.deepEqual([tooLarge.status, asked.length], [413, 1])
    assert.match(tooLarge.message, /over the limit of 25165824 bytes/)

    await dailies.uploadMedia({ id: version, file: new Blob(['the original']) })
    const other = await upload(version, new Uint8Array(10))
    assert.equal(other.status, 409)
    assert.match(other.message, /capture the other as a new version/)

    assert.equal((await upload('nowhere', new Uint8Array(10))).status, 404)
    assert.equal(
      (await failure(client({ token: 'svc_none' }).uploadMedia({ id: version, file: new Blob(['x']) })))
        .status,
      401,
    )
  })

  test('where there is no room it is refused, and not tried again', async () => {
    const session = await signIn(service, user)
    const quota = `/api/storage/projects/${film.projectId}`
    assert.equal((await session.send('PUT', quota, { bytes: 1 })).status, 200)
    const { asked, fetch } = noting()
    const { status } = await failure(
      client({ fetch }).uploadMedia({ id: version, file: new Blob([randomBytes(100)]) }),
    )
    assert.equal(status, 507)
    assert.ok(asked.length <= 2)
    await session.send('PUT', quota, { bytes: null })
  })

  test('what is changed on the way is refused', async () => {
    const changing: typeof fetch = (input, init) =>
      fetch(input, { ...init, ...(init?.body && { body: new Blob(['abd']) }) })
    const error = await failure(
      client({ fetch: changing }).uploadMedia({ id: version, file: new Blob(['abc']) }),
    )
    assert.deepEqual([error.status, Object.keys(error.fieldErrors)], [400, ['content-digest']])
  })

  test('parts that the service has forgotten meanwhile are sent again', async () => {
    const bytes = randomBytes(17 * mebibyte)
    const { asked, fetch: noted } = noting()
    let answers = 0
    const forgetting: typeof fetch = async (input, init) => {
      answers += 1
      // As if it had been asked before they were.
      if (answers > 1) return noted(input, init)
      return Response.json({ data: { received: partSize, bytes: bytes.length, media: null }, metadata: {} })
    }
    await client({ fetch: forgetting }).uploadMedia({ id: version, file: new Blob([bytes]) })
    await mustHave(version, bytes)
    assert.deepEqual(
      asked.map(({ range }) => range.replace(/\/.*/, '')),
      [
        ...['bytes 8388608-16777215', 'bytes *'],
        ...['bytes 0-8388607', 'bytes 8388608-16777215', 'bytes 16777216-17825791'],
      ],
    )
  })

  test('files that differ in name, date or middle alone are never made one', async (t) => {
    const bytes = randomBytes(20 * mebibyte)
    const other = Buffer.from(bytes)
    // Of their beginnings and ends nothing differs.
    randomBytes(16 * mebibyte).copy(other, 2 * mebibyte)
    const named = (name: string, lastModified: number) => new File([bytes], name, { lastModified })
    const files = [
      ...[new Blob([bytes]), new Blob([other])],
      ...[named('take.mp4', 1), named('other.mp4', 1), named('take.mp4', 2)],
    ]
    const fingerprints = async () => {
      const asked: string[] = []
      const away: typeof fetch = async (input) => {
        asked.push(String(new URL(String(input)).searchParams.get('fingerprint')))
        return Response.json({ error: 'No' }, { status: 400 })
      }
      for (const file of files) {
        for (const _ of [1, 2]) await failure(client({ fetch: away }).uploadMedia({ id: version, file }))
      }
      return asked
    }
    const mustTellThem = async () => {
      const asked = await fingerprints()
      for (const one of asked) assert.match(one, /^[\w-]{8,100}$/)
      assert.deepEqual(
        asked.filter((_, index) => index % 2 === 0),
        asked.filter((_, index) => index % 2 === 1),
      )
      assert.equal(new Set(asked).size, files.length)
    }
    await mustTellThem()
    // As in a page that came over plain HTTP.
    t.mock.getter(crypto, 'subtle', () => undefined)
    await mustTellThem()

    const leaving = new AbortController()
    const half = client().uploadMedia(
      { id: version, file: new Blob([bytes]) },
      { signal: leaving.signal, onProgress: (received) => received > 0 && leaving.abort('wrong take') },
    )
    await assert.rejects(half, (reason) => reason === 'wrong take')
    await client().uploadMedia({ id: version, file: new Blob([other]) })
    await mustHave(version, other)
  })

  test('a picture of a version that has nothing yet is refused at once', async () => {
    const { asked, fetch } = noting()
    const file = new Blob([randomBytes(100)])
    const error = await failure(client({ fetch }).uploadMedia({ id: version, kind: 'poster', file }))
    assert.deepEqual([error.status, asked.length], [409, 1])
    assert.match(error.message, /send the original of the version first/)
  })

  test('a service that takes all of it and keeps nothing is not sent it for ever', async () => {
    for (const [bytes, most] of [
      [100, 3],
      [9 * mebibyte, 4],
    ] as const) {
      let asked = 0
      const taking: typeof fetch = async (_, init) => {
        asked += 1
        assert.ok(asked <= most)
        const [, end] = /-(\d+)\//.exec(new Headers(init?.headers).get('content-range') ?? '') ?? []
        const received = end === undefined ? 0 : Number(end) + 1
        return Response.json({ data: { received, bytes, media: null }, metadata: {} })
      }
      const file = new Blob([new Uint8Array(bytes)])
      const error = await failure(client({ fetch: taking }).uploadMedia({ id: version, file }))
      assert.deepEqual(
        [error.message, error.isTemporary, asked],
        ['The service took the file, but does not keep it', false, most],
      )
    }
  })

  test('a service that keeps less than the part that it took is not sent it byte by byte', async () => {
    const bytes = 100
    let asked = 0
    const creeping: typeof fetch = async () => {
      asked += 1
      return Response.json({ data: { received: asked - 1, bytes, media: null }, metadata: {} })
    }
    const file = new Blob([new Uint8Array(bytes)])
    const error = await failure(client({ fetch: creeping }).uploadMedia({ id: version, file }))
    assert.deepEqual(
      [error.message, error.isTemporary, asked],
      ['The service took the file, but does not keep it', false, 2],
    )
  })

  test('what is no answer to it is not gone on with', async () => {
    const wrong = [
      {},
      { received: '0' },
      { received: -1 },
      { received: 0.5 },
      { received: 101 },
      { received: 0 },
    ]
    for (const reply of [null, [], {}, { data: null }, ...wrong.map((data) => ({ data }))]) {
      let asked = 0
      const elsewhere: typeof fetch = async () => {
        asked += 1
        assert.ok(asked <= 3, JSON.stringify(reply))
        return Response.json(reply)
      }
      const file = new Blob([new Uint8Array(100)])
      const error = await failure(client({ fetch: elsewhere }).uploadMedia({ id: version, file }))
      assert.deepEqual(
        [error.message, error.isTemporary, asked],
        ['The answer is none of Dailies: is this its address?', false, 1],
        JSON.stringify(reply),
      )
    }
  })

  test('an empty file is refused before anything is asked', async () => {
    const before = wire.sent()
    const error = await failure(client().uploadMedia({ id: version, file: new Blob([]) }))
    assert.deepEqual([error.status, error.message], [400, 'The file is empty'])
    assert.equal(wire.sent(), before)
  })
})
