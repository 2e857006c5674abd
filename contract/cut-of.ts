import type { AssetStatus, AssetType } from './asset-version.ts'
import {
  type CutEntry,
  type CutSettings,
  type CutSound,
  defaultCutSettings,
  pictureTypes,
  soundTypes,
  type Trim,
} from './cut.ts'
import { type FrameRate, framesIn, soundRate, startOf } from './frame.ts'
import type { CardMedia } from './media.ts'

/** A winner, with what is known of its length. */
export interface CutWinner {
  assetVersionId: string
  assetType: AssetType
  status: AssetStatus
  versionNumber: number
  platformLabel: string
  outputUrl: string
  thumbnailUrl: string | null
  media: CardMedia | null
  /** Null where nobody knows it. */
  rate: FrameRate | null
  durationSeconds: number | null
  /** In and out that were set for this version in this shot. */
  trim: Trim | null
}

interface CutShot {
  id: string
  shotCode: string
  winners: CutWinner[]
}

/** Its own winners are those without a shot. */
export interface CutScene {
  id: string
  sceneId: string
  act: number | null
  storyBeat: string | null
  winners: CutWinner[]
  /** In their order. */
  shots: CutShot[]
}

/**
 * The film that the winners of scenes make: in the order of the scenes and of their shots, one entry a shot, or one of a scene
 * that has no shots. A film is shown from its in to its out, a still for as long as the project says or its out; where nothing
 * is chosen a slate says what is to come. `start` is the frame at which the first of them begins.
 */
export function cutOf(scenes: readonly CutScene[], settings: CutSettings, start = 0): CutEntry[] {
  let at = start
  return scenes.flatMap((scene) => {
    const shots = scene.shots.length > 0 ? scene.shots : [undefined]
    return shots.map((shot, index) => {
      const entry = entryOf(scene, shot, settings, at)
      if (index === 0) entry.sounds.push(...soundsIn(scene.winners, 'scene'))
      at += entry.duration
      return entry
    })
  })
}

function entryOf(scene: CutScene, shot: CutShot | undefined, settings: CutSettings, start: number): CutEntry {
  const { id: sceneDbId, sceneId, act, storyBeat } = scene
  const winners = shot ? shot.winners : scene.winners
  const picture = pictureOf(winners)
  return {
    sceneDbId,
    sceneId,
    act,
    shotId: shot?.id ?? null,
    shotCode: shot?.shotCode ?? null,
    storyBeat: picture ? null : (storyBeat?.slice(0, 500) ?? null),
    start,
    ...(picture ? shown(picture, settings) : slate(settings)),
    sounds: shot ? soundsIn(shot.winners, 'shot') : [],
  }
}

/** A film goes before a still: it is what the still became. */
function pictureOf(winners: readonly CutWinner[]): CutWinner | undefined {
  for (const type of pictureTypes) {
    const found = winners.find(({ assetType }) => assetType === type)
    if (found) return found
  }
  return undefined
}

function shown(winner: CutWinner, settings: CutSettings) {
  const isFilm = winner.assetType === 'VIDEO'
  const rate = (isFilm && winner.rate) || settings.rate
  const framesAt = (counted: FrameRate) => (isFilm ? lengthOf(winner, counted) : null)
  const { trim } = winner
  const within = trim && fitted(trim, framesAt(trim.rate))
  const span = within ?? { in: 0, out: framesAt(rate) ?? settings.stillFrames, rate }
  return {
    kind: isFilm ? ('film' as const) : ('still' as const),
    ...spanOf(span, settings),
    frames: framesAt(span.rate),
    isTrimmed: within !== null,
    version: { ...played(winner), status: winner.status },
  }
}

function spanOf(span: Trim, { rate }: CutSettings): Trim & { duration: number } {
  return { ...span, duration: framesIn(startOf(span.out - span.in, span.rate), rate) }
}

/** What is known of the film may have come after its in and out were set. */
function fitted(trim: Trim, frames: number | null): Trim | null {
  if (frames === null) return trim
  const out = Math.min(trim.out, frames)
  return out > trim.in ? { ...trim, out } : null
}

/** How many frames a film has at a rate; null where its length is not known. */
export function lengthOf(
  { durationSeconds }: Pick<CutWinner, 'durationSeconds'>,
  rate: FrameRate,
): number | null {
  return durationSeconds === null ? null : framesIn(durationSeconds, rate)
}

function slate({ rate, slateFrames }: CutSettings) {
  return {
    kind: 'slate' as const,
    ...{ in: 0, out: slateFrames, rate, duration: slateFrames, frames: null },
    isTrimmed: false,
    version: null,
  }
}

function soundsIn(winners: readonly CutWinner[], under: CutSound['under']): CutSound[] {
  return soundTypes.flatMap((type) =>
    winners.filter(({ assetType }) => assetType === type).map((winner) => ({ ...played(winner), under })),
  )
}

function played({ status: _, rate: __, durationSeconds: ___, trim: ____, ...rest }: CutWinner) {
  return rest
}

/** A take that is looked at by itself. */
export interface RowTake {
  kind: 'film' | 'still' | 'sound'
  /** Null where nobody knows it. */
  rate: FrameRate | null
  durationSeconds: number | null
}

/** The rate at which takes play one after the other: that of the fastest film, so that no frame of any is left out. */
export function rateOfRow(takes: readonly RowTake[]): FrameRate {
  const rates = takes.flatMap(({ kind, rate }) => (kind === 'film' && rate ? [rate] : []))
  const [first = defaultCutSettings.rate, ...others] = rates
  return others.reduce((fastest, rate) => (startOf(1, rate) < startOf(1, fastest) ? rate : fastest), first)
}

/**
 * Takes one after the other, each whole: a still as long as a film shows it unless its project says otherwise, and so is a film or
 * sound of which nobody knows how long it is.
 */
export function inRow<T extends RowTake>(
  takes: readonly T[],
): (Trim & { take: T; start: number; duration: number })[] {
  const { stillFrames, rate: ofStills } = defaultCutSettings
  const rate = rateOfRow(takes)
  const settings = { rate, stillFrames: framesIn(startOf(stillFrames, ofStills), rate), slateFrames: 1 }
  let at = 0
  return takes.map((take) => {
    const own = (take.kind === 'sound' ? soundRate : take.rate) ?? rate
    const frames = take.kind === 'still' ? null : lengthOf(take, own)
    const whole =
      frames === null ? { in: 0, out: settings.stillFrames, rate } : { in: 0, out: frames, rate: own }
    const span = spanOf(whole, settings)
    at += span.duration
    return { take, start: at - span.duration, ...span }
  })
}

/** A sound in the film: from which frame, and for how many at most. */
export interface SoundSpan<S = CutSound> {
  sound: S
  start: number
  duration: number
}

type Heard<S> = Pick<CutEntry, 'sceneDbId' | 'start' | 'duration'> & { sounds: readonly S[] }

/** When which sound is heard: that of a shot as long as it is seen, that of a scene until it ends. */
export function soundsOf<S extends Pick<CutSound, 'under'>>(entries: readonly Heard<S>[]): SoundSpan<S>[] {
  const ends = new Map(entries.map(({ sceneDbId, start, duration }) => [sceneDbId, start + duration]))
  return entries.flatMap(({ sceneDbId, start, duration, sounds }) =>
    sounds.map((sound) => ({
      sound,
      start,
      duration: sound.under === 'scene' ? ends.get(sceneDbId)! - start : duration,
    })),
  )
}
