import type { CutEntry, CutSettings, CutSound } from '@dailies/contract/cut.ts'
import { type SoundSpan, soundsOf } from '@dailies/contract/cut-of.ts'
import { atRate, middleOf, startOf } from '@dailies/contract/frame.ts'
import type { Take } from '../ui/media-source.ts'

export type PlanTake = Take & Pick<CutSound, 'assetVersionId' | 'versionNumber'>

/** What plays of the cut, as far as guests know it, too. */
export interface PlanEntry
  extends Pick<CutEntry, 'sceneDbId' | 'sceneId' | 'shotId' | 'shotCode' | 'storyBeat' | 'kind'>,
    Pick<CutEntry, 'start' | 'duration' | 'in' | 'out' | 'rate'> {
  version: PlanTake | null
  /** What is seen is still being made: the film waits for it. */
  isComing?: boolean
  sounds: readonly PlanSound[]
}

type PlanSound = PlanTake & Pick<CutSound, 'under'>

/** What plays, from frame to frame. */
export interface Plan {
  entries: readonly PlanEntry[]
  sounds: readonly PlanSpan[]
  rate: CutSettings['rate']
  /** Frames in all. */
  length: number
}

/** A sound, and when it is heard. */
export type PlanSpan = SoundSpan<PlanSound>

export function planOf(entries: readonly PlanEntry[], { rate }: Pick<CutSettings, 'rate'>): Plan {
  const last = entries.at(-1)
  return { entries, sounds: soundsOf(entries), rate, length: last ? last.start + last.duration : 0 }
}

/** Which entry is seen at a frame; -1 where there is none. */
export function placeAt({ entries }: Plan, frame: number): number {
  let [low, high] = [0, entries.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (entries[middle]!.start <= frame) low = middle
    else high = middle - 1
  }
  return high
}

/** By which an entry is told from others, also once the cut is another. */
export function keyOfPlace({ sceneDbId, shotId }: Pick<PlanEntry, 'sceneDbId' | 'shotId'>): string {
  return shotId ?? sceneDbId
}

/** The frame of the version that is seen at a frame of the film. */
export function sourceFrame({ rate }: Plan, entry: PlanEntry, frame: number): number {
  const own = entry.in + atRate(frame - entry.start, rate, entry.rate)
  return Math.min(Math.max(own, entry.in), entry.out - 1)
}

/** Where its element stands to show that frame, in seconds. */
export function momentOf(plan: Plan, entry: PlanEntry, frame: number): number {
  return middleOf(sourceFrame(plan, entry, frame), entry.rate)
}

/** Where its element is while it plays, in seconds; `frame` may be between two. */
export function runningTime({ rate }: Plan, entry: PlanEntry, frame: number): number {
  return startOf(entry.in, entry.rate) + startOf(frame - entry.start, rate)
}

/** The frame of another cut at which the same is seen, as far as it is there. */
export function sameMoment(before: Plan, frame: number, after: Plan): number {
  const entry = before.entries[placeAt(before, frame)]
  if (!entry) return 0
  const now = after.entries.find((one) => keyOfPlace(one) === keyOfPlace(entry))
  if (!now) return Math.min(frame, Math.max(0, after.length - 1))
  return now.start + Math.min(frame - entry.start, now.duration - 1)
}
