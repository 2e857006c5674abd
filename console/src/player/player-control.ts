import type { FrameRate } from '@dailies/contract/frame.ts'

/** A frame of a take, or some in a row (both ends belong to it), that is seen on the bar and jumped to. */
export interface Mark {
  id: string
  from: number
  to: number
  /** Says what is there. */
  label: string
  /** A colour of CSS; else the accent's. */
  colour?: string
}

/** What others may ask of a player, and have it do. Frames of a sound are milliseconds; a picture has the frame 0. */
export interface PlayerControl {
  /** The one that is shown, or is on its way to be. */
  getFrame(): number
  seek(frame: number): void
  pause(): void
  /** `speed`: times as fast as it was made, above 0. */
  play(speed: number): void
  /** A picture never plays. Below 0, `speed` is backwards. */
  getPlay(): { isPlaying: boolean; speed: number }
  /** `isGuess` while nobody knows it, and it has not been measured yet. */
  getRate(): { rate: FrameRate; isGuess: boolean }
  /** Where the picture lies in the window, without the bars around it; undefined of a sound, or before it is there. */
  pictureRect(): DOMRect | undefined
  /** What shows the frame, to be drawn on a canvas. */
  picture(): HTMLVideoElement | HTMLImageElement | undefined
}
