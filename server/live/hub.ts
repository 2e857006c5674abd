import { randomBytes } from 'node:crypto'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { ChangeListener } from '../db/changes.ts'
import { DailiesError } from '../error.ts'
import type { EventSink } from '../http/event-stream.ts'
import type { Caller } from '../http/route.ts'
import { type Change, Gathered } from './change.ts'
import { concerns } from './concerns.ts'
import { Followed } from './followed.ts'
import { type Here, Presence } from './presence.ts'
import { Recent } from './recent.ts'

/** Milliseconds. */
const confirmEvery = 1000
const heartbeatEvery = 15_000
const longestLife = 3_600_000

/** Before messages are told, in milliseconds: what changes together is told together, */
const leastPause = 20
/** and where telling takes long, there is so many times as much time for everything else, up to a bound: */
const restFactor = 100
/** another one while so much changes that it is told less exactly. */
const [longestPause, longestOfMany] = [200, 2000]
const toldExactly = 30

/** Over how many milliseconds `reset` is spread, so that not all fetch everything again at once. */
const resetWithin = 1500
const resetSteps = 30

/** Characters that are written at once to one stream, and streams that are written to in one turn of the event loop. */
const longestWrite = 8 * 1024
const streamsAtOnce = 100

/** For how many milliseconds messages are kept when nobody listens. */
const remembered = 60_000
/** Takes a place. */
const toNobody: Change = { kind: 'reset', userId: '' }

const mostOfUser = 20
const retryAfterSeconds = 5

/** What the hub asks the rest of the service. */
export interface Answers {
  /** The projects that each of these users is a member of. */
  projectsOf(userIds: string[]): Promise<Map<string, Set<string>>>
  /** Who the callers are by now; undefined where one has no right to hear any more. In the order given. */
  confirmed(callers: Caller[]): Promise<(Caller | undefined)[]>
  /** Whose memberships changed in the last minute. */
  recentlyMoved(): Promise<{ id: string; userId: string }[]>
  /** What other nodes change is told from when this is fulfilled, and not any more once nobody listens. */
  hear(): Promise<void>
  rest(): void
  onError(error: unknown): void
}

interface User {
  id: string
  projects: ReadonlySet<string>
  /** Whether the projects may still be those of before a change: nothing is told until they are known. */
  isStale: boolean
  /** Whether they are being read, and nothing has changed since that began. */
  isRead: boolean
  /** Whether nobody has told of that change, perhaps. */
  isUntold: boolean
  streams: Set<Stream>
}

interface Stream {
  caller: Caller
  user: User
  sink: EventSink
  /** The number of the last message that was written, or was not for it; -1 once some were missed. */
  at: number
  /** Whether the client has not taken yet what was written. */
  isFull: boolean
  /** Review sessions of which the latest that is shown is still to be written. */
  behind: Set<string>
  writtenAt: number
  endsAt: number
}

/**
 * The streams of this node, and what is told on them. A message is written once, with a number, and each stream knows how
 * far it has come: one whose client reads slowly, or comes back, goes on from there. (docs/decisions/0031-live.md)
 */
export class Hub implements ChangeListener {
  readonly presence = new Presence()
  readonly followed = new Followed()
  readonly #answers: Answers
  readonly #mostStreams: number
  readonly #epoch = randomBytes(6).toString('hex')
  readonly #recent = new Recent(this.#epoch)
  /** Who has come no further has missed something. */
  #missedAt = 0
  readonly #users = new Map<string, User>()
  readonly #streams = new Set<Stream>()
  readonly #gathered = new Gathered(toldExactly)
  readonly #moved = new Set<string>()
  #telling: Promise<void> | undefined
  #tellAt = 0
  #reading: Promise<void> | undefined
  #confirming: Promise<void> | undefined
  #confirmAgain = false
  #resetting: Promise<void> | undefined
  #resetAgain = false
  /** Since when there is no stream, and none is prepared. */
  #quietSince = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  messages = 0
  resets = 0

  constructor(answers: Answers, { mostStreams = 4000 }: { mostStreams?: number } = {}) {
    this.#answers = answers
    this.#mostStreams = mostStreams
  }

  get streams(): number {
    return this.#streams.size
  }

  /** To be called before a stream is begun. Throws `unavailable` where there are too many. */
  async prepare(caller: Caller): Promise<void> {
    if (this.#isClosed || this.#streams.size >= this.#mostStreams) {
      const message = 'There are too many live streams at the moment, try again'
      throw new DailiesError('unavailable', message, { retryAfter: retryAfterSeconds })
    }
    // Who is prepared for and never begins is forgotten, too.
    this.#timer ??= setInterval(() => this.#look(), confirmEvery).unref()
    this.#quietSince = performance.now()
    await this.#answers.hear()
    await this.#ready(this.#userOf(caller.userId))
  }

  /** Begins a stream where it left off, as far as that is known. */
  begin(caller: Caller, lastEventId: string | undefined, sink: EventSink) {
    const now = performance.now()
    const user = this.#userOf(caller.userId)
    const at = lastEventId === undefined ? this.#recent.last : this.#placeOf(lastEventId)
    // Not all of those that were cut off together come back, or end, at the same moment.
    const endsAt = now + longestLife * (0.9 + Math.random() / 10)
    const behind = new Set(this.followed.by(user.id))
    const stream: Stream = { caller, user, sink, at, isFull: false, behind, writtenAt: now, endsAt }
    user.streams.add(stream)
    this.#streams.add(stream)
    if (user.streams.size > mostOfUser) this.#end([...user.streams][0]!)
    const retry = 1000 + Math.floor(Math.random() * 2000)
    const place = at < 0 ? '' : `id: ${this.#idOf(at)}\n`
    this.#write(stream, `retry: ${retry}\n${place}\n`)
    this.#tellOne(stream)
    if (this.#isClosed) this.#end(stream)
    return {
      taken: () => {
        stream.isFull = false
        this.#tellOne(stream)
      },
      closed: () => this.#forget(stream),
    }
  }

  changed(changes: readonly Change[]): void {
    const told = changes.flatMap((change) => {
      if (change.attending || change.moment) this.#follow(change)
      else if (!change.here) return change
      return change.here ? this.presence.take(change.here).map(seenAt) : []
    })
    if (told.length === 0) return
    if (this.#nobodyListens()) {
      this.#recent.forget()
      return
    }
    for (const change of told) this.#gathered.add(change)
    this.#telling ??= this.#tell()
  }

  missed(): void {
    if (this.#nobodyListens()) {
      this.#recent.forget()
      return
    }
    for (const user of this.#users.values()) outdate(user)
    if (this.#users.size > 0) this.#readAgain()
    this.#confirm()
    this.#recent.add(toNobody)
    this.#missedAt = this.#recent.last
    this.#resetAgain = true
    this.#reset()
  }

  /** Ends all streams, so that their clients come back to another node. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const stream of this.#streams) this.#end(stream)
  }

  /** What is shown in a review session does not wait for anything else that is told. */
  #follow({ projectId, reviewId, attending, moment }: Change): void {
    if (projectId === undefined || reviewId === undefined) return
    const isShown = moment && this.followed.show({ projectId, reviewId }, moment)
    const isNew = attending && this.followed.take({ projectId, reviewId }, attending)
    if (!isShown && !isNew) return
    const hearing = isShown ? this.followed.followers(reviewId) : [attending?.userId ?? '']
    for (const userId of hearing) {
      for (const stream of this.#users.get(userId)?.streams ?? []) {
        stream.behind.add(reviewId)
        this.#tellOne(stream)
      }
    }
  }

  /** Whoever was cut off a moment ago comes back. */
  #nobodyListens(): boolean {
    return this.#streams.size === 0 && performance.now() - this.#quietSince > remembered
  }

  #userOf(id: string): User {
    let user = this.#users.get(id)
    if (!user) {
      user = { id, projects: new Set(), isStale: true, isRead: false, isUntold: false, streams: new Set() }
      this.#users.set(id, user)
    }
    return user
  }

  /** The place of a message that a client says it heard last; -1 for one that is not here any more, or never was. */
  #placeOf(id: string): number {
    const [, epoch, number] = /^(\w+)-(\d+)$/.exec(id) ?? []
    const place = epoch === this.#epoch ? Number(number) : Number.NaN
    return place >= this.#missedAt && this.#recent.has(place) ? place : -1
  }

  #idOf(place: number): string {
    return `${this.#epoch}-${place}`
  }

  async #tell(): Promise<void> {
    await this.#tellAll()
    // Here, and not once this is settled: what comes in between would wait for what is over.
    this.#telling = undefined
  }

  async #tellAll(): Promise<void> {
    await sleep(Math.max(leastPause, this.#tellAt - performance.now()), undefined, { ref: false })
    while (!this.#gathered.isEmpty) {
      const longest = this.#gathered.isMany ? longestOfMany : longestPause
      for (const change of this.#gathered.take()) {
        this.#prepareFor(change)
        if (change.kind === 'reset') this.missed()
        else this.#recent.add(change)
      }
      const began = performance.now()
      let told = 0
      let rested = 0
      for (const stream of this.#streams) {
        this.#tellOne(stream)
        told += 1
        if (told % streamsAtOnce > 0) continue
        const rest = performance.now()
        await turn()
        rested += performance.now() - rest
      }
      const took = performance.now() - began - rested
      const pause = Math.min(longest, Math.max(leastPause, took * restFactor))
      this.#tellAt = performance.now() + pause
      await sleep(pause, undefined, { ref: false })
    }
  }

  /** What decides who may hear it is asked for anew. */
  #prepareFor({ kind, userId }: Change): void {
    const user = userId === undefined ? undefined : this.#users.get(userId)
    if (user && kind === 'memberships') {
      outdate(user)
      this.#readAgain()
    }
    if (kind === 'user' || (user && (kind === 'account' || kind === 'token'))) this.#confirm()
  }

  /** Writes what the stream has not heard yet, as far as its client takes it. */
  #tellOne(stream: Stream): void {
    while (!stream.isFull && !stream.user.isStale && stream.at < this.#recent.last) {
      if (stream.at < 0 || !this.#recent.has(stream.at)) {
        stream.at = this.#recent.last
        this.resets += 1
        this.#write(stream, `id: ${this.#idOf(stream.at)}\ndata: {"kind":"reset"}\n\n`)
        return
      }
      let text = ''
      for (const message of this.#recent.after(stream.at)) {
        if (text.length + message.text.length > longestWrite) break
        stream.at = message.place
        if (!concerns(stream.caller, stream.user.projects, message.change)) continue
        text += message.text
        this.messages += 1
      }
      if (text !== '') this.#write(stream, text)
    }
    if (stream.behind.size > 0 && !stream.isFull && !stream.user.isStale) this.#showLatest(stream)
  }

  /** Only the latest counts: a client that reads slowly misses what was shown in between. */
  #showLatest(stream: Stream): void {
    let text = ''
    for (const reviewId of stream.behind) {
      const latest = this.followed.latest(reviewId, stream.user.id)
      if (text.length + (latest?.text.length ?? 0) > longestWrite) break
      stream.behind.delete(reviewId)
      if (latest && concerns(stream.caller, stream.user.projects, latest)) text += latest.text
    }
    if (text !== '') this.#write(stream, text)
  }

  #write(stream: Stream, text: string): void {
    stream.writtenAt = performance.now()
    stream.isFull = true
    stream.sink.write(text)
  }

  /** Fulfilled when the projects of the user are known. */
  async #ready(user: User): Promise<void> {
    while (user.isStale) {
      this.#reading ??= this.#readProjects().finally(() => {
        this.#reading = undefined
      })
      await this.#reading
    }
  }

  #readAgain(): void {
    for (const user of this.#users.values())
      if (user.isStale && !user.isRead) return void this.#ready(user).catch(this.#answers.onError)
  }

  async #readProjects(): Promise<void> {
    const stale = [...this.#users.values()].filter(({ isStale }) => isStale)
    for (const user of stale) user.isRead = true
    const projects = await this.#answers.projectsOf(stale.map(({ id }) => id)).catch((error) => {
      for (const user of stale) user.isRead = false
      throw error
    })
    for (const user of stale) {
      // What changed meanwhile is read once more.
      if (user.isRead) user.isStale = false
      this.#moveTo(user, projects.get(user.id) ?? new Set())
    }
    for (const { streams } of stale) for (const stream of streams) this.#tellOne(stream)
  }

  /** Notes of which projects the user is a member. */
  #moveTo(user: User, projects: ReadonlySet<string>): void {
    const hasMoved = user.projects.symmetricDifference(projects).size > 0
    if (user.isUntold && hasMoved) this.changed([{ kind: 'memberships', userId: user.id }])
    user.isUntold = false
    user.projects = projects
  }

  #reset(): void {
    this.#resetting ??= this.#resetAll().finally(() => {
      this.#resetting = undefined
      if (this.#resetAgain) this.#reset()
    })
  }

  async #resetAll(): Promise<void> {
    while (this.#resetAgain) {
      this.#resetAgain = false
      const streams = [...this.#streams]
      const step = Math.max(1, Math.ceil(streams.length / resetSteps))
      for (let from = 0; from < streams.length; from += step) {
        for (const stream of streams.slice(from, from + step)) {
          stream.at = -1
          this.#tellOne(stream)
        }
        if (from + step < streams.length) await sleep(resetWithin / resetSteps, undefined, { ref: false })
      }
    }
  }

  /** Each second. */
  #look(): void {
    const now = performance.now()
    if (this.#nobodyListens()) {
      // From now on it may miss what others change: whoever comes back from before fetches again.
      this.#recent.forget()
      this.#answers.rest()
    }
    for (const stream of this.#streams) {
      if (now > stream.endsAt) this.#end(stream)
      else if (!stream.isFull && now - stream.writtenAt > heartbeatEvery) this.#write(stream, ':\n\n')
    }
    for (const user of this.#users.values()) {
      if (user.streams.size === 0 && !user.isStale) this.#users.delete(user.id)
    }
    this.changed(this.presence.expire(now).map(seenAt))
    this.followed.expire(now)
    // What could not be read is read again.
    this.#readAgain()
    this.#confirm()
  }

  /** Asks again who the callers are; whoever is none any more hears nothing more. */
  #confirm(): void {
    this.#confirmAgain = true
    this.#confirming ??= this.#confirmAll()
      .catch(this.#answers.onError)
      .finally(() => {
        this.#confirming = undefined
      })
  }

  async #confirmAll(): Promise<void> {
    while (this.#confirmAgain) {
      this.#confirmAgain = false
      if (this.#streams.size === 0) return
      const streams = [...this.#streams]
      const [callers, moved] = await Promise.all([
        this.#answers.confirmed(streams.map(({ caller }) => caller)),
        this.#answers.recentlyMoved(),
      ])
      for (const [index, stream] of streams.entries()) {
        const caller = callers[index]
        if (caller) stream.caller = caller
        else this.#end(stream)
      }
      this.#move(moved)
    }
  }

  /** What a notification that was lost would have told. */
  #move(moved: { id: string; userId: string }[]): void {
    const isNew = moved.filter(({ id }) => !this.#moved.has(id))
    this.#moved.clear()
    for (const { id } of moved) this.#moved.add(id)
    for (const { userId } of isNew) {
      const user = this.#users.get(userId)
      if (!user) continue
      outdate(user)
      user.isUntold = true
    }
    this.#readAgain()
  }

  #end(stream: Stream): void {
    this.#forget(stream)
    stream.sink.end()
  }

  #forget(stream: Stream): void {
    stream.user.streams.delete(stream)
    this.#streams.delete(stream)
    if (this.#streams.size === 0) this.#quietSince = performance.now()
  }
}

function outdate(user: User): void {
  user.isStale = true
  user.isRead = false
}

/** What is told of where somebody came or left. */
function seenAt({ projectId, sceneDbId }: Here): Change {
  return { kind: 'presence', projectId, sceneDbId }
}
