import { isAway, onReach } from '../api/reach.ts'
import { Layers, type Shown } from './layers.ts'
import {
  momentOf,
  type Plan,
  type PlanEntry,
  type PlanSpan,
  placeAt,
  runningTime,
  sameMoment,
} from './plan.ts'
import { Sounds } from './sounds.ts'

/** What is shown of the player. */
export interface FilmState {
  frame: number
  /** Of the entry that is seen. */
  place: number
  playing: boolean
  /** Waits for what is to be seen. */
  waiting: boolean
  /** What is seen stands there, and nothing in its place. */
  ready: boolean
  /** It could not be loaded. */
  failed: boolean
  /** How fast: 1 as it is, 2 twice as fast, -1 backwards. */
  speed: number
  loop: 'none' | 'shot' | 'all'
  volume: number
  muted: boolean
}

/** What of an entry is seen, and where a sound is to be had. The page decides from where it may load. */
export interface Sources {
  shown: (entry: PlanEntry) => Omit<Shown, 'from'> | undefined
  sound: (span: PlanSpan) => string | undefined
}

/** Seconds that a film may be off before it jumps; nearer, it goes a little faster or slower. */
const apart = 0.25
const near = 0.012
/** Milliseconds that something is waited for, before it goes on without. */
const longest = 8000

/**
 * Plays a cut. The clock is that of the film, in frames; films, pictures and sounds are held to it, so that each is seen when the
 * plan says so, and what comes next stands ready before it does.
 */
export class FilmPlayer {
  private plan: Plan
  private readonly sources: Sources
  private readonly sounds: Sounds
  private readonly listeners = new Set<() => void>()
  private layers: Layers | undefined
  private state: FilmState
  private tick: number | undefined
  /** When the clock showed which frame. */
  private clock = { at: 0, frame: 0 }
  /** What is not there to be seen, and since when it is waited for. */
  private awaited: { key: string; since: number } | undefined
  /** Where a film that stands was set to last. */
  private sought: { film: HTMLVideoElement; at: number } | undefined

  constructor(plan: Plan, sources: Sources, frame = 0) {
    this.plan = plan
    this.sources = sources
    this.sounds = new Sounds(sources.sound)
    this.state = {
      ...{ frame: this.within(frame), place: 0, playing: false, waiting: false, ready: false, failed: false },
      ...{ speed: 1, loop: 'none', volume: 1, muted: false },
    }
    this.state.place = placeAt(plan, this.state.frame)
  }

  readonly read = (): FilmState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Shows the film in an element. Returns what ends it. */
  attach(parent: HTMLElement): () => void {
    this.layers = new Layers(parent, () => this.settle())
    this.present(this.state.frame)
    const again = () => {
      if (isAway()) return
      this.layers?.forgetFailed(0)
      this.settle()
    }
    const endReach = onReach(again)
    window.addEventListener('online', again)
    return () => {
      endReach()
      window.removeEventListener('online', again)
      this.pause()
      this.layers?.end()
      this.layers = undefined
      this.sounds.end()
    }
  }

  /** What is seen at the moment; undefined of a slate. */
  picture(): HTMLVideoElement | HTMLImageElement | undefined {
    return this.layers?.picture()
  }

  /** Goes on with another cut, where the same is seen. */
  setPlan(plan: Plan): void {
    const frame = sameMoment(this.plan, this.exactFrame(), plan)
    this.plan = plan
    this.sounds.end()
    this.startClock(frame)
    this.present(this.within(frame))
  }

  play(speed = 1): void {
    if (this.plan.length === 0) return
    this.layers?.forgetFailed()
    const atEnd = speed > 0 ? this.state.frame >= this.plan.length - 1 : this.state.frame <= 0
    const frame = atEnd && !this.state.playing ? (speed > 0 ? 0 : this.plan.length - 1) : this.exactFrame()
    this.change({ playing: true, speed })
    this.startClock(frame)
    if (this.tick === undefined) this.tick = requestAnimationFrame(this.advance)
  }

  pause(): void {
    if (this.tick !== undefined) cancelAnimationFrame(this.tick)
    this.tick = undefined
    this.awaited = undefined
    if (this.state.playing) this.change({ playing: false, speed: 1, waiting: false })
    if (this.layers) this.present(this.state.frame)
  }

  toggle(): void {
    if (this.state.playing) this.pause()
    else this.play()
  }

  /** Faster each time in the same direction: 1, 2, 4, 8. */
  shuttle(direction: 1 | -1): void {
    const { playing, speed } = this.state
    const faster = playing && Math.sign(speed) === direction ? Math.min(Math.abs(speed) * 2, 8) : 1
    this.play(direction * faster)
  }

  readonly seek = (frame: number): void => {
    this.layers?.forgetFailed()
    this.startClock(this.within(frame))
    this.present(this.within(frame))
  }

  step(frames: number): void {
    this.pause()
    this.seek(this.state.frame + frames)
  }

  /** To the first frame of another entry; back from amid one to its own. */
  goTo(direction: 1 | -1): void {
    const entry = this.plan.entries[this.state.place]
    if (!entry) return
    const isAmid = direction < 0 && this.state.frame > entry.start + this.perSecond() / 2
    const to = this.plan.entries[isAmid ? this.state.place : this.state.place + direction]
    if (to) this.seek(to.start)
  }

  setLoop(loop: FilmState['loop']): void {
    this.change({ loop })
  }

  setVolume(volume: number, muted = false): void {
    this.change({ volume, muted })
    this.present(this.state.frame)
  }

  private readonly advance = (): void => {
    this.tick = requestAnimationFrame(this.advance)
    const next = this.looped(this.exactFrame())
    if (next === undefined) return
    const entry = this.plan.entries[placeAt(this.plan, Math.floor(next))]
    if (entry?.isComing) {
      this.awaitMade(entry)
      return
    }
    const shown = entry && this.shownOf(entry)
    // The clock stands where there is nothing to be seen yet.
    if (shown && this.isAwaited(shown)) {
      this.startClock(this.state.frame)
      this.change({ waiting: true })
      return
    }
    if (this.state.waiting) this.startClock(next)
    this.present(Math.floor(next), next)
  }

  /** Has it made ready. Whether it is to be waited for: once, however much of its place is left then. */
  private isAwaited(shown: Shown): boolean {
    if (!this.layers) return false
    this.layers.prepare(shown)
    const { key } = shown
    const now = performance.now()
    if (this.layers.isReady(key)) this.awaited = undefined
    else if (this.awaited?.key !== key) this.awaited = { key, since: now }
    return this.awaited !== undefined && now - this.awaited.since < longest
  }

  /** Stands where the entry begins until another plan has what is to be seen there. However long: whoever wants goes on to another. */
  private awaitMade(entry: PlanEntry): void {
    if (this.plan.entries[this.state.place] !== entry)
      this.present(this.state.speed > 0 ? entry.start : entry.start + entry.duration - 1)
    this.sounds.end()
    this.startClock(this.state.frame)
    this.change({ waiting: true })
  }

  /** Where the film goes on: from its end to its beginning, or of the shot. Ends it, where it is to end there. */
  private looped(frame: number): number | undefined {
    const { loop, place, speed } = this.state
    const shot = loop === 'shot' ? this.plan.entries[place] : undefined
    const [first, end] = shot ? [shot.start, shot.start + shot.duration] : [0, this.plan.length]
    if (frame >= first && frame < end) return frame
    const turned = speed > 0 ? first : end - 1
    if (loop === 'none') {
      this.pause()
      this.seek(speed > 0 ? end - 1 : first)
      return undefined
    }
    this.startClock(turned)
    for (const film of this.layers?.films() ?? []) film.pause()
    return turned
  }

  /** Shows a frame: that of the film, its sounds, and what comes next made ready. `exact` is where between two frames the clock is. */
  private present(frame: number, exact = frame): void {
    const place = placeAt(this.plan, frame)
    const entry = this.plan.entries[place]
    const { playing, speed, volume, muted } = this.state
    const loudness = muted ? 0 : volume
    if (this.layers && entry) {
      this.layers.mark(frame)
      const shown = this.shownOf(entry)
      const film = this.layers.show(shown)
      if (film) this.holdFilm(film, entry, { frame, exact, loudness })
      const ready = !shown || this.layers.isReady(shown.key)
      // What comes next takes nothing from what is waited for.
      if (ready) this.prepareNext(place)
      this.change({ ready, failed: shown !== undefined && this.layers.hasFailed(shown.key) })
    }
    const { rate, sounds } = this.plan
    this.sounds.hold(sounds, { frame: exact, rate, runs: playing, speed, volume: loudness })
    this.change({ frame, place, waiting: false })
  }

  private prepareNext(place: number): void {
    const next = this.plan.entries[place + (this.state.speed < 0 ? -1 : 1)]
    const after = next && this.shownOf(next)
    if (after) this.layers?.prepare(after)
  }

  /** Something is there to be seen that was not: it is what was asked for last, and what comes next has its turn. */
  private settle(): void {
    if (!this.state.playing) this.present(this.state.frame)
  }

  private holdFilm(
    film: HTMLVideoElement,
    entry: PlanEntry,
    { frame, exact, loudness }: { frame: number; exact: number; loudness: number },
  ): void {
    const { playing, speed } = this.state
    film.volume = loudness
    const runs = playing && speed > 0
    if (!runs) {
      film.pause()
      const at = momentOf(this.plan, entry, frame)
      // Where a film is shorter than its file says it comes to stand before that, however often it is asked.
      const isAsked = this.sought?.film === film && this.sought.at === at
      if (film.seeking || isAsked || Math.abs(film.currentTime - at) <= 1e-4) return
      this.sought = { film, at }
      film.currentTime = at
      return
    }
    this.sought = undefined
    const at = runningTime(this.plan, entry, exact)
    const off = film.currentTime - at
    if (Math.abs(off) > apart * speed && !film.seeking) film.currentTime = at
    const wanted = Math.abs(off) < near ? speed : speed * (1 - Math.max(-0.15, Math.min(0.15, off * 2)))
    if (Math.abs(film.playbackRate - wanted) > 0.005) film.playbackRate = wanted
    // The last frame stands where the film is shorter than its place.
    if (film.paused && !film.ended) film.play().catch(() => {})
  }

  private shownOf(entry: PlanEntry): Shown | undefined {
    const shown = this.sources.shown(entry)
    return shown && { ...shown, from: momentOf(this.plan, entry, entry.start) }
  }

  /** Where the clock is, between two frames. */
  private exactFrame(): number {
    const { playing, speed, frame } = this.state
    if (!playing) return frame
    return this.clock.frame + ((performance.now() - this.clock.at) / 1000) * speed * this.perSecond()
  }

  private startClock(frame: number): void {
    this.clock = { at: performance.now(), frame }
  }

  private perSecond(): number {
    return this.plan.rate.numerator / this.plan.rate.denominator
  }

  private within(frame: number): number {
    return Math.max(0, Math.min(Math.floor(frame), this.plan.length - 1))
  }

  private change(change: Partial<FilmState>): void {
    const next = { ...this.state, ...change }
    const names = Object.keys(change) as (keyof FilmState)[]
    if (names.every((name) => next[name] === this.state[name])) return
    this.state = next
    for (const listener of this.listeners) listener()
  }
}
