import { type FrameRate, startOf } from '@dailies/contract/frame.ts'
import type { PlanSpan } from './plan.ts'

/** Seconds before its first frame that a sound is loaded. */
const ahead = 4
/** Seconds that it may be off before it jumps. */
const apart = 0.12

/** The sounds under the film: those that are heard, and those that soon will be. */
export class Sounds {
  private readonly playing = new Map<PlanSpan, HTMLAudioElement>()
  private readonly sourceOf: (span: PlanSpan) => string | undefined

  constructor(sourceOf: (span: PlanSpan) => string | undefined) {
    this.sourceOf = sourceOf
  }

  /** Brings all to where they are at a frame, which may be between two. */
  hold(
    spans: readonly PlanSpan[],
    {
      frame,
      rate,
      runs,
      speed,
      volume,
    }: { frame: number; rate: FrameRate; runs: boolean; speed: number; volume: number },
  ): void {
    const soon = (ahead * rate.numerator) / rate.denominator
    const wanted = spans.filter(({ start, duration }) => frame >= start - soon && frame < start + duration)
    for (const [span, element] of this.playing) if (!wanted.includes(span)) this.release(span, element)
    for (const span of wanted) {
      const element = this.elementOf(span)
      if (!element) continue
      const at = startOf(frame - span.start, rate)
      element.volume = volume
      const isHeard = runs && speed > 0 && at >= 0 && !element.error && !(at >= element.duration)
      if (!isHeard) {
        element.pause()
        continue
      }
      element.playbackRate = speed
      if (Math.abs(element.currentTime - at) > apart && !element.seeking) element.currentTime = at
      if (element.paused) element.play().catch(() => {})
    }
  }

  end(): void {
    for (const [span, element] of this.playing) this.release(span, element)
  }

  private elementOf(span: PlanSpan): HTMLAudioElement | undefined {
    const there = this.playing.get(span)
    if (there) return there
    const src = this.sourceOf(span)
    if (!src) return undefined
    const element = new Audio()
    element.preload = 'auto'
    element.src = src
    this.playing.set(span, element)
    return element
  }

  private release(span: PlanSpan, element: HTMLAudioElement): void {
    element.pause()
    element.removeAttribute('src')
    element.load()
    this.playing.delete(span)
  }
}
