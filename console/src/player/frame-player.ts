import type { FrameRate } from '@dailies/contract/frame.ts'
import { FrameCount } from './frame-count.ts'
import { playBackwards } from './play-backwards.ts'
import type { Playing } from './playing.ts'

const fastest = 8
/** Milliseconds that a frame that was sought may take to be told of, the first time; then twice as long each time, for a machine that is busy. */
const untold = 1000
const longestUntold = 4000

/**
 * A film or sound by whole frames. A film's frame is what the browser says it presented (requestVideoFrameCallback), and never
 * what was asked for. Frames are counted from the first that the file has, whatever time it begins at.
 */
export class FramePlayer {
  #media: HTMLMediaElement
  #listeners = new Set<() => void>()
  #state: Playing
  #count: FrameCount
  #shownTime = 0
  /** What was asked for last, until it is shown; and what the element is on its way to. */
  #target: number | undefined
  /** What was asked for beyond the length that was known by then: a file may tell its length late. */
  #beyond: number | undefined
  #sought: number | undefined
  /** Another frame than the one on its way was told of, since that was asked for. */
  #wasAnother = false
  /** What the element took for its length when it set off: it goes no further. */
  #soughtWithin = 0
  #callback: number | undefined
  #insisting: ReturnType<typeof setTimeout> | undefined
  #patience = untold
  #reverse: (() => void) | undefined
  #stop = new AbortController()

  constructor(
    media: HTMLMediaElement,
    options: { rate: FrameRate | undefined; seconds: number | null | undefined; loops: boolean },
  ) {
    this.#media = media
    this.#count = new FrameCount(options.rate, options.seconds)
    this.#state = {
      frame: 0,
      frames: undefined,
      rate: this.#count.rate,
      isGuess: this.#count.isGuess,
      isPlaying: false,
      isAwaited: false,
      speed: 1,
      loops: options.loops,
      from: undefined,
      to: undefined,
      muted: media.muted,
      volume: media.volume,
      buffered: 0,
      size: undefined,
    }
    this.#listen()
    this.#follow()
  }

  /** Listens before anything is loaded, so that the first frame is not missed. */
  open(address: string, preload: 'none' | 'metadata'): void {
    this.#media.preload = preload
    this.#media.src = address
  }

  close(): void {
    this.#stop.abort()
    clearTimeout(this.#insisting)
    this.#stopReverse()
    this.#media.pause()
    if (this.#callback !== undefined && this.#film) this.#film.cancelVideoFrameCallback(this.#callback)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  state = (): Playing => this.#state

  /** The frame that is shown, or that it is on its way to. */
  get at(): number {
    return this.#target ?? this.#state.frame
  }

  know(rate: FrameRate | undefined, seconds: number | null | undefined): void {
    this.#count.knowSeconds(seconds)
    if (rate) this.#setRate(rate)
    else this.#measureLength()
  }

  seek(frame: number): void {
    this.#stopReverse()
    this.#goTo(frame)
  }

  step(by: number): void {
    this.pause()
    this.#goTo(this.at + by)
  }

  play(speed = 1): void {
    this.#stopReverse()
    const { from, to, frames, loops } = this.#state
    const last = loops && to !== undefined ? to : frames !== undefined ? frames - 1 : undefined
    if (last !== undefined && this.at >= last) this.#goTo(loops && from !== undefined ? from : 0)
    this.#media.playbackRate = speed
    this.#set({ speed })
    this.#media.play().catch(() => {})
  }

  /** Stands on the frame that was shown: what a browser says last may be one behind. */
  pause(): void {
    this.#stopReverse()
    if (this.#media.paused) return
    this.#media.pause()
    this.#goTo(this.#count.under(this.#media.currentTime))
  }

  toggle(): void {
    if (this.#plays()) this.pause()
    else this.play(Math.max(this.#state.speed, 0) || 1)
  }

  /** Forwards, each time twice as fast. */
  faster(): void {
    const { speed } = this.#state
    this.play(this.#plays() && speed >= 1 ? Math.min(speed * 2, fastest) : 1)
  }

  /** Whether it was told to: that it does a browser says some time later, and keys may be quicker. */
  #plays(): boolean {
    return this.#reverse !== undefined || !this.#media.paused
  }

  /** Backwards, each time twice as fast. */
  backwards(): void {
    const { speed } = this.#state
    const next = this.#plays() && speed < 0 ? Math.max(speed * 2, -fastest) : -1
    this.pause()
    const { numerator, denominator } = this.#state.rate
    this.#set({ isPlaying: true, speed: next })
    this.#reverse = playBackwards({
      from: this.at,
      perSecond: (numerator / denominator) * next,
      onFrame: (frame) => {
        if (!this.#media.seeking && frame !== this.at) this.#goTo(frame)
      },
      onBeginning: () => this.#stopReverse(),
    })
  }

  setSpeed(speed: number): void {
    this.#media.playbackRate = speed
    this.#set({ speed })
  }

  setLoops(loops: boolean): void {
    this.#set({ loops })
  }

  /** Where the loop begins, or ends; what lies on the wrong side of it goes. */
  setRange(edge: 'from' | 'to', frame: number | undefined): void {
    const from = edge === 'from' ? frame : this.#state.from
    const to = edge === 'to' ? frame : this.#state.to
    const isTurned = from !== undefined && to !== undefined && from > to
    this.#set({ from, to, ...(isTurned && (edge === 'from' ? { to: undefined } : { from: undefined })) })
  }

  setVolume(volume: number): void {
    this.#media.volume = volume
    this.#media.muted = volume === 0
  }

  toggleMuted(): void {
    this.#media.muted = !this.#media.muted
  }

  get #film(): HTMLVideoElement | undefined {
    const media = this.#media
    return media instanceof HTMLVideoElement && 'requestVideoFrameCallback' in media ? media : undefined
  }

  #listen(): void {
    const media = this.#media
    const on = (type: string, act: () => void) =>
      media.addEventListener(type, act, { signal: this.#stop.signal })
    on('loadedmetadata', () => {
      if (!this.#film) this.#begin(0)
      if (media instanceof HTMLVideoElement && media.videoWidth > 0)
        this.#set({ size: { width: media.videoWidth, height: media.videoHeight } })
      this.#measureLength()
    })
    on('durationchange', () => this.#measureLength())
    on('loadeddata', () => this.#uncover())
    on('play', () => this.#onPlay())
    on('pause', () => {
      if (this.#reverse === undefined && !(media.ended && this.#state.loops)) this.#set({ isPlaying: false })
    })
    on('ended', () => this.#onEnded())
    on('seeked', () => this.#onSeeked())
    on('timeupdate', () => {
      if (!this.#film) this.#shown(media.currentTime)
    })
    on('progress', () => this.#set({ buffered: bufferedOf(media) }))
    on('volumechange', () => this.#set({ muted: media.muted, volume: media.volume }))
  }

  /** Under its poster a browser may present no frame, until one is sought. */
  #uncover(): void {
    if (this.#film && !this.#count.hasBegun && this.#target !== undefined) this.#media.currentTime = 0
  }

  #onPlay(): void {
    const isAwaited = !this.#count.hasBegun
    this.#set({ isPlaying: true, isAwaited, ...(this.#state.speed < 0 && { speed: 1 }) })
  }

  #follow(): void {
    const film = this.#film
    if (!film) return
    this.#callback = film.requestVideoFrameCallback((_, { mediaTime }) => {
      this.#begin(mediaTime)
      this.#shown(mediaTime)
      this.#measureRate(mediaTime)
      this.#follow()
    })
  }

  /** From when on frames can be counted. */
  #begin(first: number): void {
    if (this.#count.hasBegun) return
    this.#count.begin(first)
    this.#set({ isAwaited: false })
    this.#measureLength()
    if (this.#target !== undefined) this.#goTo(this.#target)
  }

  #shown(time: number): void {
    this.#shownTime = time
    const frame = this.#presented(time)
    const { frames, from, to, loops, isPlaying } = this.#state
    const arrived = !this.#media.seeking && (this.#target === undefined || this.#target === this.#sought)
    const isShort = this.#film && arrived && this.#target !== undefined && frame < this.#target
    // A file that begins late tells too short a length, until more of it is read.
    if (isShort && this.#media.duration > this.#soughtWithin) {
      this.#setOff()
      return
    }
    // A film may be shorter than its file says, whose sound goes on.
    if (isShort && this.#target! + 1 === frames) this.#count.endWith(frame)
    else if (this.#film && arrived && this.#media.paused && this.#isAnother(frame)) {
      this.#set({ frame })
      this.#insist()
      return
    }
    if (arrived) {
      this.#target = undefined
      this.#patience = untold
    }
    this.#set({ frame, frames: this.#count.lengthWith(frame, frames) })
    if (isPlaying && arrived && loops && to !== undefined && frame > to && !this.#media.paused)
      this.#goTo(from ?? 0)
  }

  /** What stood there before is told of late, on a machine that is busy. Told twice, it is what the file has there. */
  #isAnother(frame: number): boolean {
    if (this.#target === undefined || frame === this.#target || this.#wasAnother) return false
    this.#wasAnother = true
    return true
  }

  #presented(time: number): number {
    return this.#film ? this.#count.presentedAt(time) : this.#count.under(time)
  }

  #goTo(frame: number): void {
    const { frames } = this.#state
    const last = frames === undefined ? Number.POSITIVE_INFINITY : frames - 1
    this.#target = Math.min(Math.max(0, Math.round(frame)), last)
    this.#beyond = frame > last ? frame : undefined
    this.#wasAnother = false
    this.#tell()
    if (!this.#count.hasBegun) {
      // No frame was shown yet: nothing is loaded, or a poster lies over it.
      this.#set({ isAwaited: true })
      if (this.#media.readyState === 0 && this.#media.networkState !== HTMLMediaElement.NETWORK_LOADING) {
        this.#media.preload = 'auto'
        this.#media.load()
      }
      if (this.#media.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) this.#uncover()
      return
    }
    if (!this.#media.seeking) this.#setOff()
  }

  #setOff(): void {
    this.#sought = this.#target
    this.#soughtWithin = this.#media.duration
    this.#media.currentTime = this.#count.middleOf(this.#target!)
  }

  /** Whatever was asked for meanwhile, only the last of it counts; and nothing before the first frame was told of, from which all are counted. */
  #onSeeked(): void {
    if (this.#film && !this.#count.hasBegun) this.#insist()
    else if (this.#target !== undefined && this.#target !== this.#sought) this.#setOff()
    else if (!this.#film) this.#shown(this.#media.currentTime)
    else this.#insist()
    this.#set({ buffered: bufferedOf(this.#media) })
  }

  /** A frame that came between two others of which the browser told may have gone untold, and no other comes while it stands: it is sought again. */
  #insist(): void {
    clearTimeout(this.#insisting)
    this.#insisting = setTimeout(() => {
      const { hasBegun } = this.#count
      const isUntold = this.#target !== undefined && (!hasBegun || this.#target === this.#sought)
      // What nobody sees is told of once it is seen.
      const isSeen = document.visibilityState === 'visible'
      if (!isUntold || !isSeen || !this.#media.paused || this.#media.seeking) return
      this.#patience = Math.min(2 * this.#patience, longestUntold)
      if (hasBegun) this.#setOff()
      else this.#uncover()
    }, this.#patience)
  }

  /** Told of, too, where the last frame was sought and nothing plays. */
  #onEnded(): void {
    const { loops, from, isPlaying } = this.#state
    if (!loops || !isPlaying || this.#reverse) return
    this.#goTo(from ?? 0)
    this.#media.play().catch(() => {})
  }

  #stopReverse(): void {
    if (!this.#reverse) return
    this.#reverse()
    this.#reverse = undefined
    this.#set({ isPlaying: false, speed: 1 })
  }

  #measureLength(): void {
    const frames = this.#count.lengthOf(this.#media.duration)
    if (frames === undefined) return
    this.#set({ frames })
    const beyond = this.#beyond
    if (beyond !== undefined && this.#media.paused && this.at < Math.min(beyond, frames - 1))
      this.#goTo(beyond)
  }

  #measureRate(time: number): void {
    const rate = this.#count.measure(time, !this.#media.paused && !this.#media.seeking)
    if (rate) this.#setRate(rate)
  }

  #setRate(rate: FrameRate): void {
    this.#count.knowRate(rate)
    this.#set({ rate, isGuess: false })
    this.#set({ frame: this.#presented(this.#shownTime) })
    this.#measureLength()
  }

  #set(change: Partial<Playing>): void {
    this.#state = { ...this.#state, ...change }
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function bufferedOf({ buffered, currentTime, duration }: HTMLMediaElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) >= currentTime)
      return Math.min(1, buffered.end(index) / duration) || 0
  }
  return 0
}
