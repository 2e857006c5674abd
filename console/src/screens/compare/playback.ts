/** What is shown of the playback. Times in seconds. */
export interface PlaybackState {
  playing: boolean
  time: number
  duration: number
  rate: number
}

/** Further apart than this, one jumps to the other; nearer, it goes a little faster or slower. */
const jumpBeyond = 0.2
const leaveWithin = 0.015

/** Several films or sounds that are played as one: the longest leads, the others are held to it. */
export class Playback {
  private readonly media = new Map<string, HTMLMediaElement>()
  private readonly listeners = new Set<() => void>()
  private frame: number | undefined
  private state: PlaybackState = { playing: false, time: 0, duration: 0, rate: 1 }

  readonly read = (): PlaybackState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Returns what takes it out again. */
  add(id: string, element: HTMLMediaElement): () => void {
    this.media.set(id, element)
    const measure = () => this.measure()
    // A poster would stand for another frame than the one at hand.
    const show = () => {
      element.currentTime = Math.min(this.state.time, lengthOf(element))
    }
    element.addEventListener('durationchange', measure)
    element.addEventListener('loadeddata', show, { once: true })
    if (element.readyState >= 2) show()
    measure()
    return () => {
      element.removeEventListener('durationchange', measure)
      element.removeEventListener('loadeddata', show)
      if (this.media.get(id) === element) this.media.delete(id)
      if (this.media.size === 0) this.pause()
      this.measure()
    }
  }

  toggle(): void {
    if (this.state.playing) this.pause()
    else this.play()
  }

  pause(): void {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame)
    this.frame = undefined
    for (const element of this.media.values()) element.pause()
    if (!this.state.playing) return
    this.change({ playing: false })
    // They stop a frame or so apart: what is looked at now is the same moment of each.
    this.seek(this.leader()?.currentTime ?? 0)
  }

  seek(time: number): void {
    const to = Math.min(Math.max(time, 0), this.state.duration)
    for (const element of this.media.values()) element.currentTime = Math.min(to, lengthOf(element))
    this.change({ time: to })
  }

  /** Goes so many frames on, or back. */
  step(frames: number, perSecond: number): void {
    this.pause()
    // A little into the frame, for its very beginning may round to the one before.
    this.seek((Math.floor(this.state.time * perSecond + 0.001) + frames + 0.01) / perSecond)
  }

  setRate(rate: number): void {
    for (const element of this.media.values()) element.playbackRate = rate
    this.change({ rate })
  }

  private play(): void {
    if (this.media.size === 0) return
    if (this.state.time >= this.state.duration - 0.05) this.seek(0)
    this.change({ playing: true })
    for (const element of this.media.values()) this.start(element)
    this.frame = requestAnimationFrame(this.tick)
  }

  private readonly tick = (): void => {
    this.frame = requestAnimationFrame(this.tick)
    const leader = this.leader()
    if (!leader) return
    if (leader.ended) {
      this.seek(0)
      for (const element of this.media.values()) this.start(element)
      return
    }
    const starved = [...this.media.values()].some((element) => !element.ended && element.readyState < 3)
    for (const element of this.media.values()) {
      if (starved && element.readyState >= 3) element.pause()
      else if (!starved) this.hold(element, leader)
    }
    this.change({ time: leader.currentTime })
  }

  /** Keeps it with the leader; one that is shorter waits at its end. */
  private hold(element: HTMLMediaElement, leader: HTMLMediaElement): void {
    const { rate } = this.state
    if (element === leader || leader.currentTime < lengthOf(element) - 0.05) this.start(element)
    if (element === leader || element.paused || element.seeking) return
    const ahead = element.currentTime - leader.currentTime
    if (Math.abs(ahead) > jumpBeyond) element.currentTime = leader.currentTime
    const wanted = Math.abs(ahead) < leaveWithin ? rate : rate * (1 - Math.max(-0.12, Math.min(0.12, ahead)))
    if (Math.abs(element.playbackRate - wanted) > 0.005) element.playbackRate = wanted
  }

  private start(element: HTMLMediaElement): void {
    if (!element.paused) return
    element.playbackRate = this.state.rate
    element.play().catch(() => {})
  }

  private leader(): HTMLMediaElement | undefined {
    return [...this.media.values()].toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
  }

  private measure(): void {
    this.change({ duration: Math.max(0, ...[...this.media.values()].map(lengthOf)) })
  }

  private change(change: Partial<PlaybackState>): void {
    const next = { ...this.state, ...change }
    if (
      Object.keys(change).every(
        (key) => next[key as keyof PlaybackState] === this.state[key as keyof PlaybackState],
      )
    )
      return
    this.state = next
    for (const listener of this.listeners) listener()
  }
}

/** Nothing for a stream, which has no end, and for what is not loaded yet. */
function lengthOf({ duration }: HTMLMediaElement): number {
  return Number.isFinite(duration) ? duration : 0
}
