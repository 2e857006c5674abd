import type { FrameRate } from '@dailies/contract/frame.ts'

/** What is known of a film or sound that plays. */
export interface Playing {
  /** The one that is shown. */
  frame: number
  /** How many there are; undefined until it is known. */
  frames: number | undefined
  rate: FrameRate
  /** Nobody said the rate, and too few frames were shown to measure it. */
  isGuess: boolean
  isPlaying: boolean
  /** Somebody wants to see a frame of it, and there is none yet. */
  isAwaited: boolean
  /** How many times as fast as it was made; below 0 backwards. */
  speed: number
  loops: boolean
  from: number | undefined
  to: number | undefined
  muted: boolean
  volume: number
  /** How far it is loaded from where it is, 0 to 1. */
  buffered: number
  size: { width: number; height: number } | undefined
}
