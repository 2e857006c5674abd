import { type FrameRate, frameAt, framesIn, middleOf } from '@dailies/contract/frame.ts'
import { measuredRate } from './measure-rate.ts'

const guess: FrameRate = { numerator: 24, denominator: 1 }

/** So many times of frames are looked at to measure a rate. */
const mostTimes = 240

/**
 * Which frame of a film or sound a time of its element is, and how many there are. Frames are counted from the first that the file has,
 * whatever time it begins at. Times are seconds.
 */
export class FrameCount {
  rate: FrameRate
  /** Nobody said the rate, and too few frames were shown to measure it. */
  isGuess: boolean
  #knownSeconds: number | undefined
  /** When the first frame begins. */
  #first: number | undefined
  /** The last frame and one, where the film turned out shorter than its file says. */
  #end: number | undefined
  #times: number[] = []

  constructor(rate: FrameRate | undefined, seconds: number | null | undefined) {
    this.rate = rate ?? guess
    this.isGuess = !rate
    this.#knownSeconds = seconds ?? undefined
  }

  /** Whether it is known from when on frames are counted. */
  get hasBegun(): boolean {
    return this.#first !== undefined
  }

  begin(first: number): void {
    this.#first ??= first
  }

  knowSeconds(seconds: number | null | undefined): void {
    this.#knownSeconds = seconds ?? undefined
  }

  knowRate(rate: FrameRate): void {
    this.rate = rate
    this.isGuess = false
    this.#end = undefined
  }

  /** The frame that was presented with a time: its beginning, rounded as the file has it. */
  presentedAt(time: number): number {
    const { numerator, denominator } = this.rate
    return Math.max(0, Math.round(((time - (this.#first ?? 0)) * numerator) / denominator))
  }

  /** The frame at any time, which is anywhere in it. */
  under(time: number): number {
    return frameAt(Math.max(0, time - (this.#first ?? 0)), this.rate)
  }

  /** Where the element is set to show a frame. */
  middleOf(frame: number): number {
    return (this.#first ?? 0) + middleOf(frame, this.rate)
  }

  /** How many there are, by the length that the element tells; undefined while nobody knows. */
  lengthOf(duration: number): number | undefined {
    const first = this.#first ?? 0
    // Of a film that begins late, its length has that in it or not, as the file has it: the longest is tried, and the end found.
    const told = first > 0.001 ? Math.max(duration - first, this.#knownSeconds ?? duration) : duration
    const seconds = Number.isFinite(told) ? told : this.#knownSeconds
    return seconds ? (this.#end ?? framesIn(seconds, this.rate)) : undefined
  }

  /** How many there are once a frame was shown: at least up to it. */
  lengthWith(frame: number, frames: number | undefined): number | undefined {
    if (this.#end !== undefined && frame >= this.#end) this.#end = frame + 1
    const length = this.#end ?? frames
    return length !== undefined && frame >= length ? frame + 1 : length
  }

  /** None comes after this one, whatever the file says. */
  endWith(frame: number): void {
    this.#end = frame + 1
  }

  /** The rate that frames tell which are shown one after another, once they do. `isSteady`: none was left out since the last. */
  measure(time: number, isSteady: boolean): FrameRate | undefined {
    if (!this.isGuess) return undefined
    const last = this.#times.at(-1)
    if (last === undefined || !isSteady || time <= last) this.#times = []
    this.#times = [...this.#times, time].slice(-mostTimes)
    return measuredRate(this.#times)
  }
}
