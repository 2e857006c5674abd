import type { ReviewMoment, ReviewState } from '@dailies/contract/review.ts'
import { DailiesError } from '../../../sdk/src/error.ts'
import { call } from '../api/call.ts'
import { type Heard, onMoment } from './moments.ts'
import { thinned } from './thinned.ts'

/** Milliseconds: the service takes a page for gone that said nothing for 25 seconds, */
const presenceEvery = 8000
/** and the lead of one that showed nothing for 2 may be taken. */
const showEvery = 500
const silence = 2000
const lookEvery = 200
/** A lease that has not ended yet ends within so many looks: from then on it is asked for ever more seldom. */
const soonRefused = 5
/** At most 20 a second. */
const leastPause = 50

/** Not a UUID: `crypto.randomUUID` is there over HTTPS alone. */
const page = Math.random().toString(36).slice(2)

/** What the player of this page shows. */
export type Shown = Omit<ReviewState, 'sequence'>

export interface ReviewView {
  /** What was heard last, and when, by this page's clock. */
  moment: ReviewMoment | undefined
  heardAt: number
  /** Whether this page leads. */
  leads: boolean
  /** Whether it goes where the leader goes. */
  follows: boolean
  /** Whether it has ended, or this page was sent away. */
  isOver: boolean
}

/** What this page has of a review session that it takes part in. docs/review-sessions.md */
export class ReviewSession {
  readonly id: string
  readonly #mayLead: boolean
  readonly #listeners = new Set<() => void>()
  #view: ReviewView = { moment: undefined, heardAt: 0, leads: false, follows: true, isOver: false }
  #term = 0
  #sequence = 0
  #shown: Shown | undefined
  #sending = false
  #isChanged = false
  #sentAt = 0
  #asking = false
  /** When it asks for the lead at the earliest, and how often in vain since it heard of who leads. */
  #askAt = 0
  #refused = 0
  #stops: (() => void)[] = []

  constructor(id: string, { mayLead }: { mayLead: boolean }) {
    this.id = id
    this.#mayLead = mayLead
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  view = (): ReviewView => this.#view

  begin(): void {
    const timers = [
      setInterval(() => this.#bePresent(), presenceEvery),
      setInterval(() => this.#look(), lookEvery),
    ]
    const leave = () => this.#say({ left: true })
    window.addEventListener('pagehide', leave)
    this.#stops = [
      onMoment((heard) => this.#hear(heard)),
      () => window.removeEventListener('pagehide', leave),
      ...timers.map((timer) => () => clearInterval(timer)),
    ]
    void this.#catchUp()
  }

  /** This page takes part no more. */
  leave(): void {
    this.#stop()
    this.#say({ left: true })
  }

  async end(): Promise<void> {
    await call('endReview', { params: { id: this.id } })
    this.#stop()
    this.#set({ isOver: true, leads: false })
  }

  /** Whether it goes where the leader goes. */
  follow(follows: boolean): void {
    this.#set({ follows })
  }

  /** Leads; whoever led before follows. */
  async lead({ ifGone = false } = {}): Promise<void> {
    if (this.#asking) return
    this.#asking = true
    try {
      const { data } = await call('leadReview', { params: { id: this.id }, body: { page, ifGone } })
      if (data.granted) this.#begun(data)
      else this.#askLater()
    } catch (error) {
      this.#askLater()
      this.#failed(error)
    } finally {
      this.#asking = false
    }
  }

  /** What the player of this page shows by now: sent to the others while this page leads. */
  show(shown: Shown): void {
    this.#shown = shown
    this.#isChanged = true
    if (this.#view.leads) void this.#send()
  }

  /** At the next look, for the lease may end in a moment; and ever later: somebody may lead whom this page does not hear, or nobody answers. */
  #askLater(): void {
    this.#refused += 1
    const more = this.#refused - soonRefused
    if (more > 0) this.#askAt = performance.now() + Math.min(silence, lookEvery * 2 ** more)
  }

  #begun({ term, leader }: Pick<ReviewMoment, 'term' | 'leader'>): void {
    this.#term = term
    this.#sequence = 0
    const state = this.#view.moment?.state ?? null
    this.#shown ??= state ?? undefined
    this.#set({ leads: true, moment: { term, leader, state }, heardAt: performance.now() })
    this.#isChanged = true
    void this.#send()
  }

  async #catchUp(): Promise<void> {
    await this.#bePresent()
    try {
      const { data } = await call('readReview', { params: { id: this.id } })
      if (data.endedAt !== null) return this.#over()
      this.#take({ term: data.term, leader: data.leader, state: data.state })
    } catch (error) {
      this.#failed(error)
    }
  }

  #hear(heard: Heard): void {
    if (heard === 'open') return void this.#catchUp()
    if (heard.reviewId !== this.id) return
    if (heard.moment) this.#take(heard.moment)
    // Somebody came, left, leads, or ended it.
    else void this.#catchUp()
  }

  #take(moment: ReviewMoment): void {
    const known = this.#view.moment
    if (known && moment.term < known.term) return
    const isSame = known?.term === moment.term && known.leader?.id === moment.leader?.id
    if (isSame && (moment.state?.sequence ?? -1) <= (known.state?.sequence ?? -1)) return
    if (this.#view.leads && moment.term === this.#term && moment.leader) return
    this.#refused = 0
    this.#set({ moment, heardAt: performance.now(), leads: false })
  }

  #look(): void {
    const { leads, moment, heardAt, follows } = this.#view
    const now = performance.now()
    if (leads) {
      if (now - this.#sentAt >= showEvery) {
        this.#isChanged = true
        void this.#send()
      }
      return
    }
    if (!moment || !follows || !this.#mayLead || now < this.#askAt) return
    if (moment.leader === null || now - heardAt > silence) void this.lead({ ifGone: true })
  }

  /** One at a time, and then what the player shows by then. */
  async #send(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    try {
      while (this.#isChanged && this.#view.leads && this.#shown) {
        const pause = this.#sentAt + leastPause - performance.now()
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
        this.#isChanged = false
        this.#sentAt = performance.now()
        this.#sequence += 1
        const { sequence: _, ...shown }: Shown & { sequence?: number } = this.#shown
        const body = {
          page,
          term: this.#term,
          sequence: this.#sequence,
          ...shown,
          shapes: thinned(shown.shapes),
        }
        await call('showInReview', { params: { id: this.id }, body })
      }
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#sending = false
    }
  }

  async #bePresent(): Promise<void> {
    try {
      await call('joinReview', { params: { id: this.id }, body: { page } })
    } catch (error) {
      this.#failed(error)
    }
  }

  #say(body: { left: true }): void {
    call('joinReview', { params: { id: this.id }, body: { page, ...body } }, { keepalive: true }).catch(
      () => {},
    )
  }

  /** Whoever leads and is told that somebody else does follows. What could not be sent is sent again, by and by. */
  #failed(error: unknown): void {
    if (!(error instanceof DailiesError)) return
    if (error.status === 404 || error.message === 'The review session has ended') this.#over()
    else if (error.status === 409 || error.status === 403) {
      this.#askAt = performance.now() + silence
      if (this.#view.leads) this.#stay()
    }
  }

  /** Another leads: until this page hears what they show, its player stays where it is. */
  #stay(): void {
    const { moment } = this.#view
    const state = this.#shown && { ...this.#shown, sequence: this.#sequence }
    this.#set({
      ...{ leads: false, heardAt: performance.now() },
      ...(moment && state && { moment: { ...moment, state } }),
    })
  }

  #over(): void {
    this.#stop()
    this.#set({ isOver: true, leads: false })
  }

  #stop(): void {
    for (const stop of this.#stops) stop()
    this.#stops = []
  }

  #set(change: Partial<ReviewView>): void {
    this.#view = { ...this.#view, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** Which page of a user this is. */
export { page as reviewPage }
