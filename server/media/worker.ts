import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseTime } from '../db/time.ts'
import { Lane } from '../lane.ts'
import { lookEvery } from '../look-every.ts'
import { type Job, type Tracing, traced } from '../tracing.ts'
import { leaseBlobsToWorkOn } from './blob-queries.ts'
import { leaseToRead } from './credential-queries.ts'
import { fetchMedia, type Outside } from './fetch-media.ts'
import { leaseMilliseconds } from './held.ts'
import type { Keeping } from './keep.ts'
import { leaseToTakeLook } from './look-queries.ts'
import { makeMarked } from './make-marked.ts'
import { leaseToMark } from './marked-queries.ts'
import type { MediaMetrics } from './metrics.ts'
import { readCredentialsOf } from './read-credentials.ts'
import { takeLook } from './take-looks.ts'
import { nobodyTrusted } from './trusted.ts'
import { leaseFreshMedia, leaseTriedMedia } from './waiting-queries.ts'
import type { Workshop } from './work/workshop.ts'
import { workOn } from './work-on.ts'

/** How long it is waited for what is under way, once it is to stop. */
const longestEnd = 5000

/** Files that are fetched at once. */
const fetchesAtOnce = 6

/** Copies for guests that are made at once. */
const marksAtOnce = 1

/** Pictures of before of which is taken at once how they look. */
const looksAtOnce = 1

/** Files of which is read at once what they say of themselves. */
const readsAtOnce = 1

export interface MediaWorkerParts {
  keeping: Keeping
  /** Undefined where nothing is fetched. */
  outside: Omit<Outside, 'signal'> | undefined
  workshop: Pick<Workshop, 'work' | 'stop'>
  /** Files that are worked on at once. */
  worksAtOnce: number
  /** What files say of themselves, and how pictures of before look. In a workshop of its own, so that no picture waits for a file that is long to read. */
  reading: Pick<Workshop, 'work' | 'stop'>
  /** Copies for guests, and how many bytes these may take. In a workshop of its own, so that members never wait for them. */
  marking: { workshop: Pick<Workshop, 'work' | 'stop' | 'program'>; most: number }
  metrics: MediaMetrics
  tracing?: Tracing | undefined
  onError: (error: unknown, doing: string) => void
}

/** Files to be worked on, copies for guests, what files say of themselves, how pictures of before look, and what is to be fetched. */
type Work = 'works' | 'marks' | 'reads' | 'looks' | 'fetches'

/**
 * Fetches what nobody sent, and works on what came. Any number may run on a database: each file is leased by one of them, and what one
 * that was killed had is another's a minute later.
 */
export class MediaWorker {
  readonly #parts: MediaWorkerParts
  readonly #lanes: Map<Work, Lane>
  readonly #aborting = new AbortController()

  constructor(parts: MediaWorkerParts) {
    this.#parts = parts
    const { outside, worksAtOnce } = parts
    const lane = (most: number, take: (free: number) => Promise<Promise<void>[]>) =>
      new Lane(most, take, { lookEvery })
    this.#lanes = new Map([
      ['works', lane(worksAtOnce, (free) => this.#takeWork(free))],
      ['marks', lane(marksAtOnce, (free) => this.#takeMarks(free))],
      ['reads', lane(readsAtOnce, (free) => this.#takeReads(free))],
      ['looks', lane(looksAtOnce, (free) => this.#takeLooks(free))],
    ])
    if (outside) this.#lanes.set('fetches', this.#fetchLane(outside))
  }

  #fetchLane(outside: Omit<Outside, 'signal'>): Lane {
    const lane: Lane = new Lane(
      fetchesAtOnce,
      (free) => this.#takeFetches(free, { ...outside, isCrowded: () => lane.isFull }),
      { lookEvery },
    )
    return lane
  }

  start(): void {
    for (const lane of this.#lanes.values())
      lane.start((error) => this.#parts.onError(error, 'could not look for media'))
  }

  /** Something came, or is wanted: looks at once, for that kind of work or for any. */
  wake(work?: Work): void {
    if (work) this.#lanes.get(work)?.wake()
    else for (const lane of this.#lanes.values()) lane.wake()
  }

  /** Begins nothing more, and ends what is under way: it is another's soon. */
  async stop(): Promise<void> {
    this.#aborting.abort()
    const ended = Promise.all([...this.#lanes.values()].map((lane) => lane.stop()))
    const { workshop, reading, marking } = this.#parts
    await Promise.all([workshop, reading, marking.workshop].map((one) => one.stop()))
    await Promise.race([ended, sleep(longestEnd, undefined, { ref: false })])
  }

  async #takeWork(free: number): Promise<Promise<void>[]> {
    const { keeping, workshop, metrics, onError } = this.#parts
    const { db } = keeping
    const leaseId = randomUUID()
    const blobs = await db.transaction(async (transaction) => {
      const now = await databaseTime(transaction)
      const until = now + leaseMilliseconds
      return transaction.all(leaseBlobsToWorkOn, { now, limit: free, leaseId, until })
    })
    return blobs.map(async (blob) => {
      const failed = (error: unknown) => this.#unlessStopping(error, 'could not work on media', onError)
      const outcome = await this.#traced('media.work', blob.hash, () =>
        workOn(keeping, workshop, { leaseId, blob }, failed).catch(failed),
      )
      if (outcome) metrics.countWork(outcome)
    })
  }

  async #takeReads(free: number): Promise<Promise<void>[]> {
    const { keeping, reading, onError } = this.#parts
    const trusted = keeping.trusted ?? nobodyTrusted
    const leaseId = randomUUID()
    const leased = await keeping.db.transaction(async (transaction) => {
      const now = await databaseTime(transaction)
      const until = now + leaseMilliseconds
      return transaction.all(leaseToRead, { now, limit: free, leaseId, until })
    })
    return leased.map(async (blob) => {
      const failed = (error: unknown) =>
        this.#unlessStopping(error, 'could not read what a file says of itself', onError)
      await this.#traced('media.read', blob.hash, () =>
        readCredentialsOf(keeping, reading, { leaseId, blob, trusted }, failed).catch(failed),
      )
    })
  }

  async #takeLooks(free: number): Promise<Promise<void>[]> {
    const { keeping, reading, onError } = this.#parts
    const leaseId = randomUUID()
    const leased = await keeping.db.transaction(async (transaction) => {
      const now = await databaseTime(transaction)
      const until = now + leaseMilliseconds
      return transaction.all(leaseToTakeLook, { now, limit: free, leaseId, until })
    })
    return leased.map(async (blob) => {
      const failed = (error: unknown) =>
        this.#unlessStopping(error, 'could not take how a picture looks', onError)
      await this.#traced('media.look', blob.hash, () =>
        takeLook(keeping, reading, { leaseId, blob }, failed).catch(failed),
      )
    })
  }

  async #takeMarks(free: number): Promise<Promise<void>[]> {
    const { keeping, marking, metrics, onError } = this.#parts
    const { workshop, most } = marking
    const leaseId = randomUUID()
    const films = Number(workshop.program !== undefined)
    const leased = await keeping.db.transaction(async (transaction) => {
      const now = await databaseTime(transaction)
      const until = now + leaseMilliseconds
      return transaction.all(leaseToMark, { now, limit: free, leaseId, until, films })
    })
    return leased.map(async (marked) => {
      const failed = (error: unknown) =>
        this.#unlessStopping(error, 'could not make a copy for a guest', onError)
      const outcome = await this.#traced('media.mark', marked.id, () =>
        makeMarked(keeping, workshop, { leaseId, marked, most }, failed).catch(failed),
      )
      if (outcome) metrics.countMark(outcome)
    })
  }

  async #takeFetches(free: number, outside: Omit<Outside, 'signal'>): Promise<Promise<void>[]> {
    const { keeping, metrics, onError } = this.#parts
    const { db } = keeping
    const leaseId = randomUUID()
    const { signal } = this.#aborting
    const leased = await db.transaction(async (transaction) => {
      const now = await databaseTime(transaction)
      const lease = { now, leaseId, until: now + leaseMilliseconds }
      // Half of them at most is what failed before.
      const tried = await transaction.all(leaseTriedMedia, { ...lease, limit: Math.ceil(free / 2) })
      const fresh =
        free > tried.length
          ? await transaction.all(leaseFreshMedia, { ...lease, limit: free - tried.length })
          : []
      return [...tried, ...fresh]
    })
    return leased.map(async (media) => {
      const failed = (error: unknown) => this.#unlessStopping(error, 'could not fetch media', onError)
      const outcome = await this.#traced('media.fetch', media.versionId, () =>
        fetchMedia(keeping, { ...outside, signal }, { leaseId, media }, failed).catch(failed),
      )
      if (outcome) metrics.countFetch(outcome)
    })
  }

  /** Of a version or a blob. */
  #traced<T>(name: string, id: string, work: () => Promise<T>): Promise<T> {
    const job: Job<T> = {
      name,
      ids: [id],
      attributes: { 'dailies.media.id': id },
      told: (outcome) => ({
        hasFailed: outcome === 'failed',
        ...(typeof outcome === 'string' && { attributes: { 'dailies.outcome': outcome } }),
      }),
    }
    return traced(this.#parts.tracing, job, work)
  }

  #unlessStopping(error: unknown, doing: string, tell: (error: unknown, doing: string) => void): undefined {
    if (!this.#aborting.signal.aborted) tell(error, doing)
  }
}
