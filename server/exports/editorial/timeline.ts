import type { AssetType } from '@dailies/contract/asset-version.ts'
import type { FrameRate } from '@dailies/contract/frame.ts'

/** A file of the hand-over that an editing program opens. */
export interface TimelineMedia {
  /** From the folder of the timeline, with `/` between its parts: `media/012A_A_video_veo_v3.mp4`. */
  path: string
  /** The asset version's id. */
  id: string
  /** As an editor reads it in a bin: `012A_A_video_veo_v3`. */
  name: string
  kind: 'film' | 'still' | 'sound'
  /** That frames of it are counted at: its own of a film, that of the cut of a still, of a sound 1000/1. */
  rate: FrameRate
  /** How many it has; null where nobody knows, and of a still. */
  frames: number | null
  /** In pixels; null where nobody knows, and of a sound. */
  size: { width: number; height: number } | null
  /** Whether it has a sound of its own. */
  isHeard: boolean
  /** What else is known of it, for formats that carry it: names of our own, in the order in which they are told. */
  facts: Readonly<Record<string, string | number | null>>
}

/** What somebody said of a take. */
export interface TimelineMarker {
  /** Of which frames of it, at its rate; `to` belongs to them. Null: of all of it. */
  range: { from: number; to: number } | null
  text: string
  author: string
  isResolved: boolean
}

/** One that is seen, of the cut. */
export interface TimelineClip {
  /** Of the place in the cut, the same in every export of it. */
  id: string
  /** `012A_A`: scene and shot. */
  name: string
  /** Frames of the cut: where it begins, and how many it is seen. */
  start: number
  duration: number
  /**
   * What is seen, and null for a slate, or where its file is not here: a gap, which says `note`; in OpenTimelineIO, where there are
   * `alternates`, a clip of missing media.
   */
  media: TimelineMedia | null
  /** From `in` up to, and without, `out`: frames at the rate of `media`, of a still from 0. */
  in: number
  out: number
  /** Other takes of the shot, which an editor may change to. */
  alternates: readonly TimelineMedia[]
  /** The story beat of a slate; else what the take is called. */
  note: string
  markers: readonly TimelineMarker[]
}

/** One that is heard under the picture, from the beginning of its file. */
export interface TimelineSound {
  id: string
  name: string
  assetType: AssetType
  media: TimelineMedia
  /** Frames of the cut; where the file is shorter, it ends earlier. */
  start: number
  duration: number
  /** On which track it lies; those of one never overlap. */
  track: string
  markers: readonly TimelineMarker[]
}

/** A cut as editing programs know one: in order, without a hole, every length in whole frames. */
export interface Timeline {
  name: string
  rate: FrameRate
  /** The number of its first frame, which its timecode counts from: an hour in, as is usual. */
  firstFrame: number
  /** In pixels: of what it is seen in. */
  size: { width: number; height: number }
  clips: readonly TimelineClip[]
  sounds: readonly TimelineSound[]
}
