import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { liveMessage } from '@dailies/contract/live.ts'
import pg from 'pg'
import { z } from 'zod'
import { type Change, Gathered } from '../live/change.ts'
import type { Abroad, ChangeListener } from './changes.ts'

const channel = 'dailies_live'

/** Milliseconds between two notifications of a node. */
const sendEvery = 20
const beatEvery = 2000
/** A node that was silent for so long may have ended between a commit and its notification. */
const lostAfter = 6000
const [firstPause, longestPause] = [100, 10_000]

/** Bytes: PostgreSQL takes fewer than 8,000. */
const longestPayload = 7900

const here = z.object({
  userId: z.string(),
  page: z.string(),
  projectId: z.string(),
  sceneDbId: z.string(),
  assetVersionId: z.string().optional(),
  left: z.literal(true).optional(),
})

const attending = z.object({
  userId: z.string(),
  page: z.string(),
  left: z.literal(true).optional(),
})

const change = liveMessage.extend({
  userId: z.string().optional(),
  here: here.optional(),
  attending: attending.optional(),
})

const notification = z.object({
  /** Of whom it is. */
  node: z.string(),
  /** Of those with changes each has the next number; a heartbeat has that of the last. */
  number: z.int(),
  changes: z.array(change).optional(),
  ended: z.literal(true).optional(),
})

type Notification = z.output<typeof notification>

/**
 * Tells the other nodes on a PostgreSQL database what changed, and hears it of them: one connection for both, and each
 * NOTIFY outside of the transactions it tells of, for inside they would be committed one after the other
 * (`PreCommit_Notify`). What may have been missed is told as such. (docs/decisions/0031-live.md)
 */
export class LiveChannel implements Abroad {
  readonly #url: string
  readonly #node = randomBytes(6).toString('base64url')
  readonly #gathered = new Gathered()
  /** Sent, and perhaps not arrived. */
  #underWay: string[] = []
  #number = 0
  #client: pg.Client | undefined
  #running: Promise<void> | undefined
  /** Fulfilled when others know of this node, or cannot be reached for now. */
  #introduced: Promise<void> | undefined
  #isIntroduced = false
  #sending: Promise<void> | undefined
  #listener: ChangeListener | undefined
  readonly #others = new Map<string, { number: number; heardAt: number }>()
  #heardItselfAt = 0
  readonly #closing = new AbortController()

  constructor(url: string) {
    this.#url = url
  }

  listen(listener: ChangeListener): Promise<void> | undefined {
    this.#listener = listener
    return this.introduce()
  }

  /**
   * To be waited for before the first commit of what is to be told: when this process is killed right after it, others
   * miss its heartbeat.
   */
  introduce(): Promise<void> | undefined {
    if (this.#isIntroduced) return undefined
    this.#introduced ??= new Promise((resolve) => {
      this.#running = this.#run(() => {
        this.#isIntroduced = true
        resolve()
      })
    })
    return this.#introduced
  }

  send(changes: readonly Change[]): void {
    for (const change of changes) this.#gathered.add(change)
    this.#send()
  }

  /** Tells what is still to be told. */
  async close(): Promise<void> {
    if (!this.#running) return
    await this.#introduced
    await this.#sending
    const client = this.#client
    // No heartbeat comes after the end: others would take it for a new node, and then miss that one.
    this.#client = undefined
    const last = [...this.#underWay, ...this.#payloads(), this.#beat({ ended: true })]
    await notify(client, last).catch(() => {})
    this.#closing.abort()
    await this.#running
  }

  /** Connects, and connects again, until it is closed. */
  async #run(tried: () => void): Promise<void> {
    const { signal } = this.#closing
    for (let pause = firstPause; !signal.aborted; pause = Math.min(2 * pause, longestPause)) {
      const connected = await this.#connect().catch(() => undefined)
      tried()
      if (connected) {
        pause = firstPause / 2
        await connected.lost
        this.#client = undefined
      }
      // Many nodes lose the same server at the same moment.
      await sleep(pause * (0.5 + Math.random()), undefined, { signal }).catch(() => {})
    }
  }

  /** `lost` is fulfilled when the connection is. */
  async #connect(): Promise<{ lost: Promise<void> }> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'dailies live',
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      keepAlive: true,
    })
    const lost = new Promise<void>((resolve) => {
      client.once('end', resolve)
      this.#closing.signal.addEventListener('abort', () => void client.end().catch(() => {}), { once: true })
    })
    client.on('error', () => void client.end().catch(() => {}))
    client.on('notification', ({ payload = '' }) => this.#hear(payload))
    try {
      await client.connect()
      if (this.#listener) await client.query(`listen ${channel}`)
      this.#client = client
      this.#heardItselfAt = performance.now()
      await this.#notify([...this.#underWay, this.#beat()])
    } catch (error) {
      this.#client = undefined
      client.end().catch(() => {})
      throw error
    }
    // Whatever was told until now is missed.
    this.#others.clear()
    this.#listener?.missed()
    const timer = setInterval(() => this.#look(client), beatEvery).unref()
    lost.then(() => clearInterval(timer))
    this.#send()
    return { lost }
  }

  /** Tells that it is still there, and looks who is not. */
  #look(client: pg.Client): void {
    this.#notify([this.#beat()]).catch(() => client.end().catch(() => {}))
    if (!this.#listener) return
    const now = performance.now()
    let missed = false
    for (const [node, { heardAt }] of this.#others) {
      if (now - heardAt < lostAfter) continue
      this.#others.delete(node)
      missed = true
    }
    if (missed) this.#listener.missed()
    // Deaf: behind a pool that gives each statement another connection, say.
    if (now - this.#heardItselfAt > lostAfter) client.end().catch(() => {})
  }

  #hear(payload: string): void {
    const heardAt = performance.now()
    const heard = notificationOf(payload)
    // Of a node of another version, or of anybody who may write to the database.
    if (!heard) return void this.#listener?.missed()
    const { node, number, changes, ended } = heard
    if (node === this.#node) {
      this.#heardItselfAt = heardAt
      return
    }
    const before = this.#others.get(node)
    const isNew = !before || number > before.number
    if (ended) this.#others.delete(node)
    else this.#others.set(node, { number: Math.max(number, before?.number ?? 0), heardAt })
    // Of one that is not known nothing was missed: who listens hears of everyone from then on.
    const expected = (before?.number ?? number) + (changes ? 1 : 0)
    if (before && number > expected) this.#listener?.missed()
    else if (changes && isNew) this.#listener?.changed(changes)
  }

  #send(): void {
    this.#sending ??= this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    await this.introduce()
    await this.#sendGathered()
    // Here, and not once this is settled: what comes in between would wait for what is over.
    this.#sending = undefined
  }

  async #sendGathered(): Promise<void> {
    while (this.#client && !this.#gathered.isEmpty && !this.#closing.signal.aborted) {
      const client = this.#client
      this.#underWay.push(...this.#payloads())
      try {
        await this.#notify(this.#underWay)
        this.#underWay = []
      } catch {
        // They are sent again by the next connection, with the same numbers.
        client.end().catch(() => {})
        return
      }
      await sleep(sendEvery)
    }
  }

  /** What is gathered, in as many notifications as it takes. */
  #payloads(): string[] {
    const payloads: string[] = []
    let rest = this.#gathered.take()
    while (rest.length > 0) {
      let count = rest.length
      let payload = ''
      this.#number += 1
      do {
        payload = text({ node: this.#node, number: this.#number, changes: rest.slice(0, count) })
        count = isTooLong(payload) ? Math.floor(count / 2) : count
      } while (isTooLong(payload))
      payloads.push(payload)
      rest = rest.slice(count)
    }
    return payloads
  }

  #beat(more: { ended?: true } = {}): string {
    return text({ node: this.#node, number: this.#number, ...more })
  }

  #notify(payloads: string[]): Promise<void> {
    return notify(this.#client, payloads)
  }
}

async function notify(client: pg.Client | undefined, payloads: string[]): Promise<void> {
  await client?.query(
    `select pg_notify('${channel}', payload) from unnest($1::text[]) with ordinality as them (payload, place) order by place`,
    [payloads],
  )
}

function text(notification: Notification): string {
  return JSON.stringify(notification)
}

function isTooLong(payload: string): boolean {
  return Buffer.byteLength(payload) > longestPayload
}

/** Undefined for what is none. */
function notificationOf(payload: string): Notification | undefined {
  try {
    return notification.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}
