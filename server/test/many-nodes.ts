import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { freePort } from '../../scripts/free-port.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { type Place, preparedPlace } from './engines.ts'
import { type Listener, listening, until } from './listening.ts'
import { type Serve, startServe } from './process.ts'
import { nginx } from './proxies.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { type Film, request, type TestUser, testFilm, testUser } from './service.ts'
import { SteadyLoad } from './steady-load.ts'
import { trusting, withTlsFiles } from './tls.ts'

export interface Nodes {
  /** Of the proxy. */
  address: string
  place: Place
  db: Database
  user: TestUser
  film: Film
  load: SteadyLoad
  stream: ComingBack
  receiver: Receiver
  nodes: Serve[]
  /** Starts it again, at its port. */
  start(index: number): Promise<void>
  reload(): Promise<void>
  /** Ends the load, and checks that all of it is there, was told and was sent. */
  check(): Promise<void>
}

/** Does work beside three nodes on one PostgreSQL, behind nginx, under load. */
export async function onNodes(work: (nodes: Nodes) => Promise<void>): Promise<void> {
  await withTlsFiles((files, pair) =>
    trusting(pair, async () => {
      const place = await preparedPlace('postgres')
      const [port, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
      const address = `https://localhost:${port}`
      const environment = {
        ...place.environment,
        DAILIES_DEVELOPMENT: 'true',
        DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8',
        DAILIES_PUBLIC_URL: address,
        DAILIES_TRUST_PROXY: '127.0.0.1',
        DAILIES_SECRET_KEY: 'the same key for every node of it all',
      }
      const folder = await mkdtemp(join(tmpdir(), 'dailies-nodes-'))
      const startAt = (at: number) => startServe({ ...environment, DAILIES_PORT: String(at) })
      await using started = new AsyncDisposableStack()
      started.defer(() => rm(folder, { recursive: true, force: true }))
      started.defer(place.remove)
      const nodes = await Promise.all(ports.map(startAt))
      started.defer(async () => {
        for (const node of nodes) await node.kill('SIGKILL')
      })
      const receiver = await startReceiver()
      started.defer(receiver.close)
      const db = await openDatabase(place.settings, () => {})
      started.defer(() => db.close())
      const user = await testUser({ db, address: nodes[0]!.address })
      const film = await testFilm(db, user)
      const webhook = { url: receiver.url, events: ['asset.created'] }
      assert.equal((await user.send('POST', endpoints.createWebhook.path, webhook)).status, 201)
      const proxy = await nginx.start({
        ...{ folder, port, certificate: files.certificate, key: files.key },
        service: ports as [number, number, number],
      })
      started.defer(() => proxy.stop())
      const answers = () =>
        request(`${address}/`).then(
          ({ status }) => status === 200,
          () => false,
        )
      await until(`nginx answers: ${proxy.output()}`, answers)
      const stream = new ComingBack(address, user)
      started.defer(() => stream.end())
      await stream.begun
      const load = new SteadyLoad({ address: () => address, token: user.token, film })
      await work({
        ...{ address, place, db, user, film, load, stream, receiver, nodes },
        start: async (index) => {
          nodes[index] = await startAt(ports[index]!)
        },
        reload: proxy.reload,
        check: async () => {
          await load.end()
          await load.check(place)
          const sent = receiver.received.length
          await until('webhooks go on being sent', () => receiver.received.length > sent)
          await checkEvents({ address, token: user.token, load, receiver })
          await stream.knows(load.acknowledgedAt)
        },
      })
    }),
  )
}

/** There is one event for each capture, and webhooks that were sent are of these. Sending all takes minutes: 100 go in one. */
async function checkEvents({
  address,
  token,
  load,
  receiver,
}: Pick<Nodes, 'address' | 'load' | 'receiver'> & { token: string }): Promise<void> {
  const events = new Map<string, string>()
  let since = '0'
  for (let more = true; more; ) {
    const path = `/api/events?limit=100&since=${since}`
    const { status, body } = await request(address + path, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(status, 200)
    for (const { id, event, data } of body.data) {
      if (event !== 'asset.created') continue
      assert.ok(!events.has(data.assetVersionId), 'one event for one capture')
      events.set(data.assetVersionId, id)
    }
    since = body.metadata.nextCursor
    more = body.metadata.hasMore
  }
  const captured = [...load.acknowledged.values()].map(({ id }) => id)
  assert.deepEqual([...events.keys()].toSorted(), captured.toSorted())
  for (const { body, headers } of receiver.received)
    assert.equal(headers['webhook-id'], events.get(JSON.parse(body).data.assetVersionId))
}

/** A live stream of a client that comes back to wherever the proxy leads it, from where it was. */
class ComingBack {
  readonly begun: Promise<void>
  comesBack = -1
  readonly #heard = new Set<string>()
  #resetAt = Number.NEGATIVE_INFINITY
  #listener: Listener | undefined
  #isOver = false
  readonly #running: Promise<void>

  constructor(address: string, { token }: TestUser) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.begun = promise
    this.#running = this.#run(address, token, resolve)
  }

  /** Waits until it has been told of each of these versions, or to fetch everything again after it was acknowledged. */
  async knows(acknowledgedAt: Map<string, number>): Promise<void> {
    const unknown = () => [...acknowledgedAt].filter(([id, at]) => at > this.#resetAt && !this.#heard.has(id))
    await until(`the stream tells of ${unknown().length} more captures`, () => {
      this.#take()
      return unknown().length === 0
    })
  }

  async end(): Promise<void> {
    this.#isOver = true
    this.#listener?.leave()
    await this.#running
  }

  async #run(address: string, token: string, begun: () => void): Promise<void> {
    let lastId: string | undefined
    while (!this.#isOver) {
      const headers = { authorization: `Bearer ${token}`, connection: 'close' }
      // 503 while no node is there.
      const listener = await listening(address, headers, lastId).catch(() => undefined)
      this.#listener = listener
      if (listener) this.comesBack += 1
      if (listener) begun()
      while (listener && !listener.hasEnded() && !this.#isOver) {
        this.#take()
        await sleep(5)
      }
      this.#take()
      lastId = listener?.lastId() ?? lastId
      await sleep(50)
    }
    this.#listener?.leave()
  }

  #take(): void {
    const messages = this.#listener?.messages.splice(0) ?? []
    for (const message of messages) {
      if (message.kind === 'reset') this.#resetAt = performance.now()
      if (message.kind === 'asset' && message.assetVersionId) this.#heard.add(message.assetVersionId)
    }
  }
}
