import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { liveMessage } from '@dailies/contract/live.ts'
import type pg from 'pg'
import { z } from 'zod'
import { type Change, Gathered } from '../live/change.ts'
import type { Abroad, ChangeListener } from './changes.ts'
import type { Duties, Duty } from './duties.ts'
import { type Announced, announce } from './node-announcement.ts'
import { Primary } from './primary.ts'

/** Every node hears of who is where, and which nodes there are; */
const channel = 'dailies_live'
/** those that anybody listens to of what changed; */
const hints = 'dailies_hints'
/** and the one that looks for work of what others leave to it. */
const calls = 'dailies_work'

/** The first number of the locks by which nodes have duties; "duty" in base 36. */
const dutyLocks = 646_486
const lockOf: Record<Duty, number> = { work: 1, search: 2 }

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
  /** With a heartbeat: whether it wants to be told what changes. A node of the version before wants it on the first channel. */
  hears: z.boolean().optional(),
})

type Notification = z.output<typeof notification>

interface Sent {
  channel: string
  payload: string
}

interface Other {
  number: number
  heardAt: number
  hears: boolean | undefined
}

/**
 * Tells the other nodes on a PostgreSQL database what changed, and hears it of them: one connection for both, and each
 * NOTIFY outside of the transactions it tells of, for inside they would be committed one after the other
 * (`PreCommit_Notify`). What may have been missed is told as such. (docs/decisions/0031-live.md) By the same connection it has duties.
 */
export class LiveChannel implements Abroad, Duties {
  readonly #Client: typeof pg.Client
  readonly #announced: Announced | undefined
  readonly #node = randomBytes(6).toString('base64url')
  readonly #gathered = new Gathered()
  /** What nobody wanted to hear, of the last few seconds: who begins to listen is told of it. */
  #untold = [new Gathered(), new Gathered()]
  /** Sent, and perhaps not arrived. */
  #underWay: Sent[] = []
  #number = 0
  #client: pg.Client | undefined
  #running: Promise<void> | undefined
  /** Fulfilled when others know of this node, or cannot be reached for now. */
  #introduced: Promise<void> | undefined
  #isIntroduced = false
  #sending: Promise<void> | undefined
  #listener: ChangeListener | undefined
  /** Whether somebody listens here to what changes. */
  #hears = false
  /** Fulfilled when it does, for all who wait for that. */
  #hearing: Promise<void> | undefined
  readonly #others = new Map<string, Other>()
  #connectedAt = 0
  #heardItselfAt = 0
  readonly #called = new Map<Duty, () => void>()
  readonly #duties = new Set<Duty>()
  /** It has asked for them, and was not answered yet. */
  readonly #asked = new Set<Duty>()
  #hasLeft = false
  #isCalling = false
  readonly #closing = new AbortController()

  constructor(url: string, announced?: Announced) {
    this.#announced = announced
    this.#Client = new Primary(url).clients()
  }

  listen(listener: ChangeListener): Promise<void> | undefined {
    this.#listener = listener
    return this.introduce()
  }

  hear(): Promise<void> | undefined {
    if (this.#hears) return this.#hearing
    this.#hears = true
    const client = this.#client
    // Where it is not connected it listens once it is.
    this.#hearing = client && this.#listenToHints(client).catch(() => client.end().catch(() => {}))
    return this.#hearing
  }

  rest(): void {
    if (!this.#hears) return
    this.#hears = false
    const client = this.#client
    client?.query(`unlisten ${hints}`).catch(() => client.end().catch(() => {}))
  }

  stand(duty: Duty, called: () => void): void {
    this.#called.set(duty, called)
    const client = this.#client
    if (client) this.#takeOn(client).catch(() => client.end().catch(() => {}))
  }

  isOurs(duty: Duty): boolean {
    return !this.#hasLeft && (!this.#client || this.#duties.has(duty))
  }

  leave(): void {
    this.#hasLeft = true
    const client = this.#client
    const duties = [...this.#duties]
    this.#duties.clear()
    if (client) this.#giveUp(client, duties).catch(() => client.end().catch(() => {}))
  }

  call(): void {
    if (this.isOurs('work')) this.#called.get('work')?.()
    if (this.#duties.has('work')) return
    this.#isCalling = true
    this.#send()
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
    // Whether webhooks may want to be told counts in this process alone.
    for (const { queued: _queued, ...change } of changes) this.#gathered.add(change)
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
    const last = [...this.#underWay, ...this.#take(), this.#beat({ ended: true })]
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
    const client = new this.#Client({
      application_name: 'dailies live',
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      keepAlive: true,
      // What is asked for while something is under way goes out at once, and does not wait in the driver.
      pipeline: true,
    })
    const lost = new Promise<void>((resolve) => {
      client.once('end', resolve)
    })
    const end = () => void client.end().catch(() => {})
    const { signal } = this.#closing
    signal.addEventListener('abort', end, { once: true })
    // Else it would be kept for as long as the node lives, with each that came after it.
    const forget = () => signal.removeEventListener('abort', end)
    client.on('error', end)
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === calls) this.#called.get('work')?.()
      else this.#hear(payload)
    })
    try {
      await client.connect()
      signal.throwIfAborted()
      if (this.#announced) await announce(client, this.#announced)
      // A machine that has gone without a word is not to have its duties for hours. What others tell is under way to it all the while,
      // and as long as anything is Linux asks by no keep-alive.
      await client.query(
        `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
          set tcp_user_timeout = 25000`,
      )
      if (this.#listener) await client.query(`listen ${channel}`)
      this.#duties.clear()
      await this.#takeOn(client)
      this.#client = client
      this.#connectedAt = performance.now()
      this.#heardItselfAt = this.#connectedAt
      if (this.#hears) await this.#listenToHints(client)
      await this.#notify([...this.#underWay, this.#beat()])
    } catch (error) {
      this.#client = undefined
      forget()
      end()
      throw error
    }
    // Whatever was told until now is missed.
    this.#others.clear()
    this.#listener?.missed()
    const timer = setInterval(() => this.#look(client), beatEvery).unref()
    lost.then(() => {
      clearInterval(timer)
      forget()
    })
    this.#send()
    return { lost }
  }

  async #listenToHints(client: pg.Client): Promise<void> {
    await client.query(`listen ${hints}`)
    await notify(client, [this.#beat()])
  }

  /** Of the duties that it stands for those that nobody has; with what it has to tell. */
  async #takeOn(client: pg.Client, sent: Sent[] = []): Promise<void> {
    const wanted = this.#wanted()
    if (wanted.length === 0 && sent.length === 0) return
    for (const duty of wanted) this.#asked.add(duty)
    try {
      await this.#have(client, await notify(client, sent, wanted))
    } finally {
      for (const duty of wanted) this.#asked.delete(duty)
    }
  }

  /** Each once: a session that takes a lock twice has to give it up twice. */
  #wanted(): Duty[] {
    if (this.#hasLeft) return []
    return [...this.#called.keys()].filter((duty) => !this.#duties.has(duty) && !this.#asked.has(duty))
  }

  /** It looks once it can be called: what others called for before is there by then. */
  async #have(client: pg.Client, taken: Duty[]): Promise<void> {
    if (taken.includes('work')) await client.query(`listen ${calls}`)
    if (this.#hasLeft) return this.#giveUp(client, taken)
    for (const duty of taken) this.#duties.add(duty)
    for (const duty of taken) this.#called.get(duty)?.()
  }

  async #giveUp(client: pg.Client, duties: Duty[]): Promise<void> {
    if (duties.length === 0) return
    await client.query(
      `select pg_advisory_unlock(${dutyLocks}, lock) from unnest($1::int[]) as given_up (lock)`,
      [duties.map((duty) => lockOf[duty])],
    )
    if (duties.includes('work')) await client.query(`unlisten ${calls}`)
  }

  /** Tells that it is still there, and looks who is not. */
  #look(client: pg.Client): void {
    this.#untold = [new Gathered(), this.#untold[0]!]
    if (this.#client) this.#takeOn(client, [this.#beat()]).catch(() => client.end().catch(() => {}))
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
    const { node, number, changes, ended, hears } = heard
    if (node === this.#node) {
      this.#heardItselfAt = heardAt
      return
    }
    const before = this.#others.get(node)
    const isNew = !before || number > before.number
    const known = {
      number: Math.max(number, before?.number ?? 0),
      heardAt,
      hears: changes ? before?.hears : hears,
    }
    if (ended) this.#others.delete(node)
    else this.#others.set(node, known)
    if (hears && !before?.hears) this.#tellUntold()
    // Of one that is not known nothing was missed: who listens hears of everyone from then on.
    const expected = (before?.number ?? number) + (changes ? 1 : 0)
    if (this.#hears && before && number > expected) this.#listener?.missed()
    else if (changes && isNew) this.#listener?.changed(changes)
  }

  #tellUntold(): void {
    for (const gathered of this.#untold) for (const change of gathered.take()) this.#gathered.add(change)
    if (!this.#gathered.isEmpty) this.#send()
  }

  /** On which channel what changed is told; undefined where nobody wants to hear it. Who does not listen, or has just begun, does not know, and tells all. */
  #hintsTo(): string | undefined {
    const isNew = performance.now() - this.#connectedAt < lostAfter
    const others = [...this.#others.values()]
    if (!this.#listener || isNew || others.some(({ hears }) => hears === undefined)) return channel
    return others.some(({ hears }) => hears) ? hints : undefined
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
    while (this.#client && !this.#closing.signal.aborted) {
      const client = this.#client
      this.#underWay.push(...this.#take())
      if (this.#underWay.length === 0) return
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

  /** What is to be told by now. */
  #take(): Sent[] {
    const gathered = this.#gathered.take()
    const isOfAll = ({ here, attending, moment }: Change) => (here ?? attending ?? moment) !== undefined
    const changes = gathered.filter((change) => !isOfAll(change))
    const to = this.#hintsTo()
    if (to === undefined) for (const change of changes) this.#untold[0]!.add(change)
    const sent = [
      ...this.#inPayloads(gathered.filter(isOfAll)).map((payload) => ({ channel, payload })),
      ...(to === undefined ? [] : this.#inPayloads(changes).map((payload) => ({ channel: to, payload }))),
      ...(this.#isCalling ? [{ channel: calls, payload: '' }] : []),
    ]
    this.#isCalling = false
    return sent
  }

  /** In as many notifications as it takes. */
  #inPayloads(changes: Change[]): string[] {
    const payloads: string[] = []
    let rest = changes
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

  #beat(more: { ended?: true } = {}): Sent {
    return { channel, payload: text({ node: this.#node, number: this.#number, hears: this.#hears, ...more }) }
  }

  async #notify(sent: Sent[]): Promise<void> {
    await notify(this.#client, sent)
  }
}

/** Returns which of the wanted duties it has from now on, for as long as the connection lives. */
async function notify(
  client: pg.Client | undefined,
  sent: Sent[],
  wanted: readonly Duty[] = [],
): Promise<Duty[]> {
  if (!client) return []
  const { rows } = await client.query(
    `with told as materialized (select pg_notify(channel, payload)
        from unnest($1::text[], $2::text[]) with ordinality as them (channel, payload, place) order by place)
      select (select count(*) from told) as told,
        array(select lock from unnest($3::int[]) as wanted (lock) where pg_try_advisory_lock(${dutyLocks}, lock)) as taken`,
    [
      sent.map(({ channel }) => channel),
      sent.map(({ payload }) => payload),
      wanted.map((duty) => lockOf[duty]),
    ],
  )
  return wanted.filter((duty) => rows[0].taken.includes(lockOf[duty]))
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
