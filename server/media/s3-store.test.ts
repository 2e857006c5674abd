import assert from 'node:assert/strict'
import crypto, { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import { S3mini } from 's3mini'
import { type S3Server, s3Server } from '../test/s3-server.ts'
import { openStore } from './open-store.ts'
import { S3Store } from './s3-store.ts'

const hash = createHash('sha256').update('bytes').digest('hex')
const nameOf = (one: string) => `blobs/${one.slice(0, 2)}/${one.slice(2, 4)}/${one}`

describe('a store in an S3 bucket', () => {
  let folder: string
  let server: S3Server
  let path: string

  beforeEach(async () => {
    folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-s3-'))
    server = await s3Server(join(folder, 's3'))
    path = join(folder, 'made')
    await writeFile(path, 'bytes')
  })
  afterEach(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const open = (environment: Record<string, string> = {}, media = 's3://media') =>
    openStore({ media, dataFolder: folder, environment: { ...server.environment, ...environment } })

  test('gives an address by which anybody reads a blob, with the headers that it is to have', async () => {
    const store = open()
    await store.keep(hash, path)
    // s3rver compares others than these as they are, where they are to be encoded: see s3-signature.test.ts.
    const disposition = 'attachment; filename="a b+c%C3%A4&=?.txt"'
    const address = await store.address(hash, { type: 'text/plain; charset=utf-8', disposition })
    const response = await fetch(address!)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.equal(response.headers.get('content-disposition'), disposition)
    assert.equal(await response.text(), 'bytes')
    const forged = address!.replace('text%2Fplain', 'text%2Fhtml')
    assert.equal((await fetch(forged)).status, 403)
    assert.equal(new URL(address!).searchParams.get('X-Amz-Expires'), '300')
  })

  test('is what another program reads', async () => {
    const store = open()
    await store.keep(hash, path)
    const { AWS_ENDPOINT_URL_S3: endpoint, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = server.environment
    const other = new S3mini({
      endpoint: `${endpoint}/media`,
      region: 'us-east-1',
      accessKeyId: AWS_ACCESS_KEY_ID!,
      secretAccessKey: AWS_SECRET_ACCESS_KEY!,
    })
    assert.equal(await other.getObject(nameOf(hash)), 'bytes')
  })

  test('may be reached with keys that end', async () => {
    const store = open({ AWS_SESSION_TOKEN: 'for/a+while==' })
    await store.keep(hash, path)
    assert.equal((await buffer((await store.read(hash))!)).toString(), 'bytes')
    const address = await store.address(hash, { type: 'text/plain', disposition: 'inline' })
    assert.equal(await (await fetch(address!)).text(), 'bytes')
  })

  test('is listed by pages', async (t) => {
    // s3rver makes its tokens with a cipher that is gone.
    t.mock.method(crypto, 'createCipheriv', () => ({
      update: (text: string) => Buffer.from(text),
      final: () => Buffer.alloc(0),
    }))
    const hashes = Array.from({ length: 2100 }, (_, at) => createHash('sha256').update(`${at}`).digest('hex'))
    for (const one of hashes) {
      await mkdir(dirname(server.fileOf(nameOf(one))), { recursive: true })
      await writeFile(server.fileOf(nameOf(one)), one.slice(0, 5))
    }
    const listed = await Array.fromAsync(open().list())
    assert.deepEqual(
      listed.map((blob) => blob.hash),
      hashes.toSorted(),
    )
    assert.ok(listed.every(({ bytes }) => bytes === 5))
  })

  test('says in words what is wrong with it', async () => {
    await assert.rejects(open({}, 's3://other-bucket').check(), {
      code: 'unavailable',
      message: 'The bucket cannot be used: there is no such bucket',
    })
    await assert.rejects(open({ AWS_ACCESS_KEY_ID: 'OTHER' }).check(), /AWS_ACCESS_KEY_ID is not known there/)
    await assert.rejects(
      open({ AWS_SECRET_ACCESS_KEY: 'other' }).check(),
      /AWS_SECRET_ACCESS_KEY does not belong/,
    )
    await server.stop()
    await assert.rejects(open().check(), { message: 'The bucket cannot be reached' })
  })

  test('takes a missing bucket for one that is away, and not for missing blobs', async () => {
    const store = open({}, 's3://other-bucket')
    for (const work of [() => store.read(hash), () => store.size(hash), () => store.keep(hash, path)]) {
      await assert.rejects(work, { code: 'unavailable' })
    }
  })

  test('tells nobody its secrets', async () => {
    const secrets = { AWS_SECRET_ACCESS_KEY: 'very-secret-key', AWS_SESSION_TOKEN: 'very-secret-token' }
    const store = open(secrets)
    for (const work of [() => store.check(), () => store.keep(hash, path), () => store.read(hash)]) {
      const error = await work().then(
        () => assert.fail(),
        (failure: unknown) => failure,
      )
      assert.doesNotMatch(inspect(error, { depth: 20, showHidden: true }), /very-secret|Signature=/)
    }
    assert.doesNotMatch(inspect(store, { depth: 20 }), /very-secret/)
  })
})

describe('an S3-compatible store that misbehaves', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-s3-'))
    await writeFile(join(folder, 'made'), 'bytes')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** A store whose server answers so. */
  async function storeOf(
    t: TestContext,
    answer: (request: IncomingMessage, response: ServerResponse) => void,
    timeout = 60_000,
  ) {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      request.resume().on('end', () => answer(request, response))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket/`)
    const keys = { region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' }
    const times = { timeout, pauses: [10, 10] }
    return { store: new S3Store({ url, keys, prefix: '', incoming: folder, times }), asked }
  }

  test('by answering 503 for a moment is asked again', async (t) => {
    const { store, asked } = await storeOf(t, (_request, response) => {
      response.writeHead(asked.length < 3 ? 503 : 204).end()
    })
    await store.remove(hash)
    assert.equal(asked.length, 3)
  })

  test('by answering 503 all the time is away, after three tries', async (t) => {
    const { store, asked } = await storeOf(t, (_request, response) => response.writeHead(503).end())
    await assert.rejects(store.remove(hash), { code: 'unavailable' })
    assert.equal(asked.length, 3)
  })

  test('by refusing is away, and not asked again', async (t) => {
    const { store, asked } = await storeOf(t, (_request, response) =>
      response.writeHead(403).end('<Code>AccessDenied</Code>'),
    )
    await assert.rejects(store.read(hash), { code: 'unavailable' })
    assert.equal(asked.length, 1)
  })

  test('by being full says so', async (t) => {
    const { store } = await storeOf(t, ({ method }, response) => {
      if (method === 'HEAD') response.writeHead(404).end()
      else response.writeHead(403).end('<Error><Code>QuotaExceeded</Code></Error>')
    })
    await assert.rejects(store.keep(hash, join(folder, 'made')), { code: 'no_room' })
  })

  test('by never answering is away in time', async (t) => {
    const { store } = await storeOf(t, () => {}, 200)
    await assert.rejects(store.size(hash), { code: 'unavailable' })
    await assert.rejects(store.read(hash), { code: 'unavailable' })
    await assert.rejects(Array.fromAsync(store.list()), { code: 'unavailable' })
  })

  for (const [what, rest] of Object.entries({
    stalls: (_response: ServerResponse) => {},
    'breaks off': (response: ServerResponse) => response.destroy(),
  })) {
    test(`by an answer that ${what} fails the stream, and leaves no copy`, async (t) => {
      const half = (_request: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 100 }).write('half')
        setTimeout(() => rest(response), 20)
      }
      const { store } = await storeOf(t, half, 500)
      await assert.rejects(buffer((await store.read(hash))!), { code: 'unavailable' })
      await assert.rejects(store.localCopy(hash), { code: 'unavailable' })
      assert.deepEqual(await readdir(folder), ['made'])
    })
  }

  test('by redirecting is not followed', async (t) => {
    const { store, asked } = await storeOf(t, (_request, response) =>
      response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end('<Code>PermanentRedirect</Code>'),
    )
    await assert.rejects(store.check(), /AWS_REGION or AWS_ENDPOINT_URL_S3 is another one/)
    assert.equal(asked.length, 1)
  })

  test('by sending more than the range is cut to it', async (t) => {
    const { store } = await storeOf(t, (_request, response) => response.writeHead(200).end('0123456789'))
    const read = async (start: number, end: number) =>
      (await buffer((await store.read(hash, { start, end }))!)).toString()
    assert.equal(await read(0, 0), '0')
    assert.equal(await read(3, 5), '345')
    assert.equal(await read(8, 20), '89')
    assert.equal(await read(10, 20), '')
  })

  test('by losing what it was sent, does not have it', async (t) => {
    const { store } = await storeOf(t, ({ method }, response) =>
      response.writeHead(method === 'HEAD' ? 404 : 200).end(),
    )
    await assert.rejects(store.keep(hash, join(folder, 'made')), { code: 'unavailable' })
  })

  test('by failing within a long blob is told to forget its parts', async (t) => {
    const { store, asked } = await storeOf(t, ({ method, url }, response) => {
      if (method === 'HEAD') response.writeHead(404).end()
      else if (url!.includes('uploads=')) response.end('<UploadId>some+id/=</UploadId>')
      else if (url!.includes('partNumber=2')) response.writeHead(400).end('<Code>BadDigest</Code>')
      else response.writeHead(200, { etag: '"tag"' }).end()
    })
    const bytes = randomBytes(17 * 1024 * 1024)
    await writeFile(join(folder, 'long'), bytes)
    const long = createHash('sha256').update(bytes).digest('hex')
    await assert.rejects(store.keep(long, join(folder, 'long')), { code: 'unavailable' })
    assert.equal(asked.at(-1), `DELETE /bucket/${nameOf(long)}?uploadId=some%2Bid%2F%3D`)
  })

  test('by listing the same page for ever is away', async (t) => {
    const page = `<Contents><Key>${nameOf(hash)}</Key><Size>5</Size></Contents><IsTruncated>true</IsTruncated>`
    const { store } = await storeOf(t, (_request, response) => response.end(page))
    await assert.rejects(Array.fromAsync(store.list()), { code: 'unavailable' })
  })
})
