import assert from 'node:assert/strict'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { MediaState } from '@dailies/contract/media.ts'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { statement } from '../db/statement.ts'
import { engines, type Place } from './engines.ts'
import { digestOf, mediaOnce, picture, sha256 } from './media.ts'
import { onPlace, runProcess, startServe } from './process.ts'
import { s3Server } from './s3-server.ts'
import { callerWith, type Film, request, type TestUser, testFilm, testUser } from './service.ts'

const partSize = 262_144
const hour = 3600

/** Where blobs and what is received are as files, on this machine. */
interface Store {
  environment: Record<string, string>
  blobs: string
  incoming: string
}

const stores = { 'a folder': folderStore, 'a bucket': bucketStore }

/** Kills a service under uploads, fetches and thumbnails again and again: no byte that it acknowledged is lost or torn. */
export function testMediaKills(kills: number): void {
  describe('a service that is killed while media come', { concurrency: true }, () => {
    for (const engine of engines) {
      for (const [name, open] of Object.entries(stores)) {
        test(`has every file that it acknowledged, in ${kills} kills on ${engine} with ${name}`, () =>
          onPlace(engine, (place) => open(place, (store) => killAgainAndAgain(place, store, kills))))
      }
    }
  })
}

async function folderStore({ settings }: Place, work: (store: Store) => Promise<void>): Promise<void> {
  const folder = join(settings.dataFolder, 'media')
  await work({
    environment: {},
    blobs: join(folder, 'blobs'),
    incoming: join(folder, 'incoming'),
  })
}

async function bucketStore({ settings }: Place, work: (store: Store) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-bucket-'))
  const server = await s3Server(folder)
  try {
    await work({
      environment: { DAILIES_MEDIA: 's3://media/of/dailies', ...server.environment },
      blobs: join(folder, 'media/of/dailies/blobs'),
      incoming: join(settings.dataFolder, 'media-incoming'),
    })
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function killAgainAndAgain(place: Place, store: Store, kills: number): Promise<void> {
  const platform = await startPlatform()
  const environment = {
    ...place.environment,
    ...store.environment,
    DAILIES_MEDIA_FETCH: 'true',
    DAILIES_MEDIA_FETCH_ALLOW: '127.0.0.0/8',
  }
  let serve = await startServe(environment)
  const db = await openDatabase(place.settings, () => {})
  try {
    const user = await testUser({ db, address: serve.address })
    const takes = new Takes({ film: await testFilm(db, user), user, platform })
    for (let kill = 1; kill <= kills; kill += 1) {
      const before = { ...takes.done }
      const load = takes.sendUntilKilled(serve.address)
      await until(() => takes.done.whole > before.whole + 2 && takes.done.parts > before.parts + 2)
      await sleep(Math.random() * 350)
      assert.equal((await serve.kill('SIGKILL')).signal, 'SIGKILL')
      await load
      // Not while it runs: what it has leased is its own.
      if (kill === kills) await letAMinutePass(db)
      serve = await startServe(environment)
      await checkNothingIsLeft(store)
      await checkNames(db, store)
      await takes.checkSome(serve.address)
    }
    assert.ok(takes.interrupted > 0, 'uploads were interrupted')
    await takes.sendRest(serve.address)
    await takes.checkAll(serve.address)
    await checkNames(db, store)
    await checkVerified(environment)
    assert.equal((await serve.kill('SIGTERM')).code, 0)
    const left = await readdir(store.incoming, { recursive: true })
    assert.deepEqual(left, [], 'nothing is left of a service that was stopped')
  } finally {
    await serve.kill('SIGKILL')
    await db.close()
    await platform.close()
  }
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!holds()) {
    assert.ok(performance.now() < deadline, 'no media are acknowledged')
    await sleep(5)
  }
}

/** Of the service that runs there is a folder and its lock; of those that were killed nothing. */
async function checkNothingIsLeft({ incoming }: Store): Promise<void> {
  const names = (await readdir(incoming)).sort()
  assert.equal(names.length, 2, `left in incoming: ${names}`)
  assert.equal(names[1], `${names[0]}.lock`)
}

const keptHashes = statement((db) => db.selectFrom('blobs').select('hash').where('kept_at', 'is not', null))

/** What is in the store has the bytes that its name says. */
async function checkNames(db: Database, { blobs }: Store): Promise<void> {
  const known = new Set((await db.all(keptHashes, {})).map(({ hash }) => hash))
  const files = await readdir(blobs, { withFileTypes: true, recursive: true })
  for (const { name, parentPath } of files.filter((file) => file.isFile())) {
    const [, hash] = /^([0-9a-f]{64})(?:\._S3rver_object)?$/.exec(name) ?? []
    if (!hash) continue
    known.delete(hash)
    const digest = createHash('sha256')
    await pipeline(createReadStream(join(parentPath, name)), digest)
    assert.equal(digest.digest('hex'), hash, 'a blob has other bytes than its name says')
  }
  assert.deepEqual([...known], [], 'what is kept is there')
}

const endLeases = statement((db) =>
  db
    .updateTable('version_media')
    .set({ leased_until: 0 })
    .where('state', '=', sql.lit<MediaState>('waiting')),
)
const endWork = statement((db) =>
  db.updateTable('blobs').set({ work_due_at: 1 }).where('work_due_at', 'is not', null),
)

/** As a minute would: what a process had that was killed is another's. */
async function letAMinutePass(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.run(endLeases, {})
    await transaction.run(endWork, {})
  })
}

async function checkVerified(environment: Record<string, string>): Promise<void> {
  const { code, stdout, stderr } = await runProcess(['media', 'verify', '--json'], { environment })
  assert.equal(code, 0, stdout + stderr)
}

/** A platform: each path is a file of its own, which comes in two halves with a pause between them. */
async function startPlatform() {
  const files = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const bytes = files.get(request.url!.split('?', 1)[0]!)
    if (!bytes) return response.writeHead(404).end()
    const half = bytes.length >> 1
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, half))
    setTimeout(() => response.end(bytes.subarray(half)), randomInt(100))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    /** An address at which the bytes are for ten minutes, so that they are fetched at once. */
    offer(bytes: Buffer): string {
      const path = `/${files.size}`
      files.set(path, bytes)
      return `http://127.0.0.1:${port}${path}?Expires=${Math.floor(Date.now() / 1000) + hour / 6}`
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A version that was acknowledged, and the file that it has or gets. */
interface Take {
  id: string
  bytes: Buffer
  isPicture: boolean
  /** Bytes that the service said are safe. */
  received: number
}

interface Load {
  film: Film
  user: TestUser
  platform: Awaited<ReturnType<typeof startPlatform>>
}

/** What somebody sends who keeps each file until it is acknowledged, and goes on after a failure. */
class Takes {
  /** How many files came whole and how many parts, so far. */
  readonly done = { whole: 0, parts: 0 }
  interrupted = 0
  readonly #load: Load
  readonly #kept: Take[] = []
  readonly #fetched: Take[] = []
  #checked = 0
  #wholes: Take[] = []
  #inParts: Take[] = []

  constructor(load: Load) {
    this.#load = load
  }

  async sendUntilKilled(address: string): Promise<void> {
    await Promise.all([
      this.#repeat(
        this.#wholes,
        (take) => this.#sendWhole(address, take),
        () => this.#newTake(address),
      ),
      this.#repeat(
        this.#wholes,
        (take) => this.#sendWhole(address, take),
        () => this.#newTake(address),
      ),
      this.#repeat(
        this.#inParts,
        (take) => this.#sendParts(address, take),
        () => this.#newTake(address),
      ),
      this.#repeat(
        this.#inParts,
        (take) => this.#sendParts(address, take),
        () => this.#newTake(address),
      ),
      this.#capture(address),
    ])
  }

  async sendRest(address: string): Promise<void> {
    for (const take of this.#wholes.splice(0)) await this.#sendWhole(address, take)
    for (const take of this.#inParts.splice(0)) await this.#sendParts(address, take)
  }

  /** Those that were acknowledged since the last time. */
  async checkSome(address: string): Promise<void> {
    for (const take of this.#kept.slice(this.#checked)) await this.#checkBytes(address, take)
    this.#checked = this.#kept.length
  }

  async checkAll(address: string): Promise<void> {
    for (const take of this.#kept) await this.#checkBytes(address, take)
    const user = { ...this.#load.user, ...callerWith(address, this.#load.user.token) }
    for (const take of this.#fetched) {
      const media = await mediaOnce(user, take.id, 'it is fetched', (one) => one?.state === 'kept')
      assert.equal(media.sha256, sha256(take.bytes))
      await this.#checkBytes(address, take)
    }
    for (const { id, isPicture } of [...this.#kept, ...this.#fetched]) {
      if (!isPicture) continue
      const media = await mediaOnce(user, id, 'there is something to see', ({ isWorkedOn }) => !isWorkedOn)
      assert.ok(media.thumbnails.length > 0, JSON.stringify(media))
      for (const { url } of media.thumbnails) assert.equal((await fetch(address + url)).status, 200)
    }
  }

  /** Each that is not done is put back, for the next time. */
  async #repeat(
    waiting: Take[],
    send: (take: Take) => Promise<void>,
    make: () => Promise<Take>,
  ): Promise<void> {
    for (;;) {
      let take: Take | undefined
      try {
        take = waiting.shift() ?? (await make())
        await send(take)
        await sleep(20)
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error
        this.interrupted += 1
        if (take) waiting.push(take)
        return
      }
    }
  }

  /** Captures of what the service fetches by itself. */
  async #capture(address: string): Promise<void> {
    for (;;) {
      const bytes = await picture()
      const outputUrl = this.#load.platform.offer(bytes)
      const id = await this.#ingest(address, { outputUrl }).catch(() => undefined)
      if (id === undefined) return
      this.#fetched.push({ id, bytes, isPicture: true, received: 0 })
      await sleep(300)
    }
  }

  async #newTake(address: string): Promise<Take> {
    const id = await this.#ingest(address, {})
    const isPicture = randomInt(8) === 0
    const bytes = isPicture ? await picture() : randomBytes(randomInt(1, 5 * partSize))
    return { id, bytes, isPicture, received: 0 }
  }

  async #ingest(address: string, more: object): Promise<string> {
    const { film, user } = this.#load
    const capture = { ...film.capture, ...more }
    const { status, body } = await callerWith(address, user.token).ingest(capture)
    assert.equal(status, 200, JSON.stringify(body))
    return body.asset.id
  }

  async #sendWhole(address: string, take: Take): Promise<void> {
    const { status, body } = await this.#put(address, take, take.bytes, {})
    assert.equal(status, 200, JSON.stringify(body))
    this.done.whole += 1
    this.#kept.push(take)
  }

  /** From where the service says that it is, which is never before what it said before. */
  async #sendParts(address: string, take: Take): Promise<void> {
    const total = take.bytes.length
    const asked = await this.#put(address, take, undefined, { 'content-range': `bytes */${total}` })
    assert.equal(asked.status, 200, JSON.stringify(asked.body))
    for (let at = asked.body.data.received as number; ; ) {
      assert.ok(at >= take.received, `${at} of ${take.received} bytes that were safe`)
      take.received = at
      if (at === total) break
      const end = Math.min(at + partSize, total)
      const headers = { 'content-range': `bytes ${at}-${end - 1}/${total}` }
      const { status, body } = await this.#put(address, take, take.bytes.subarray(at, end), headers)
      assert.equal(status, 200, JSON.stringify(body))
      at = body.data.received
      this.done.parts += 1
    }
    this.#kept.push(take)
  }

  #put(address: string, { id, bytes }: Take, body: Buffer | undefined, headers: Record<string, string>) {
    return request(address + endpoints.uploadMedia.path.replace('{id}', id), {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${this.#load.user.token}`,
        'repr-digest': digestOf(bytes),
        ...headers,
      },
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    })
  }

  async #checkBytes(address: string, { id, bytes }: Take): Promise<void> {
    const answer = await fetch(`${address}/api/media/${id}/original`, {
      headers: { authorization: `Bearer ${this.#load.user.token}` },
    })
    assert.equal(answer.status, 200, `${id} was acknowledged`)
    assert.equal(sha256(Buffer.from(await answer.arrayBuffer())), sha256(bytes), `${id} has its bytes`)
  }
}
