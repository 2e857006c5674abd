import { soundTypes } from '@dailies/contract/cut.ts'
import { anHourIn, type FrameRate, framesIn, soundRate, startOf } from '@dailies/contract/frame.ts'
import fc from 'fast-check'
import type { Timeline, TimelineClip, TimelineMarker, TimelineMedia, TimelineSound } from './timeline.ts'

const rates: FrameRate[] = [
  ...[24, 30, 60].map((nominal) => ({ numerator: nominal * 1000, denominator: 1001 })),
  ...[24, 25, 30, 50, 60].map((numerator) => ({ numerator, denominator: 1 })),
]

const words = [
  '012A_A',
  'Лампа в дождь',
  '灯 と 雨',
  'مصباح في المطر',
  'Café – “night”',
  'a & b <c> "d"',
  'ünïcode\u0301',
  '🎬 take',
  'no music',
  '.',
  "it's; #7",
]

const name = fc.tuple(fc.constantFrom(...words), fc.nat(99)).map(([word, number]) => `${word} ${number}`)
const text = fc.oneof(
  fc.constantFrom(...words),
  fc.string({ maxLength: 40 }),
  fc.constant('two\nlines\tand a tab'),
)

interface Said {
  at: number
  length: number
  isWhole: boolean
  text: string
  isResolved: boolean
}

/** Up to `most` frames in. */
const said = (most: number): fc.Arbitrary<Said[]> =>
  fc.array(
    fc.record({
      at: fc.nat(most),
      length: fc.nat(200),
      isWhole: fc.nat(3).map((one) => one === 0),
      text,
      isResolved: fc.boolean(),
    }),
    { maxLength: 4 },
  )

interface Shot {
  kind: 'film' | 'still' | 'slate'
  name: string
  note: string
  rate: FrameRate
  length: number
  from: number
  used: number
  isHeard: boolean
  knowsFrames: boolean
  markers: Said[]
  alternates: number
}

const shot: fc.Arbitrary<Shot> = fc.record({
  kind: fc.constantFrom('film', 'film', 'film', 'still', 'slate'),
  name,
  note: text,
  rate: fc.constantFrom(...rates),
  length: fc.integer({ min: 1, max: 2000 }),
  from: fc.nat(1999),
  used: fc.integer({ min: 1, max: 2000 }),
  isHeard: fc.boolean(),
  knowsFrames: fc.boolean(),
  markers: said(2100),
  alternates: fc.nat(3),
})

const sounds = fc.array(
  fc.record({
    track: fc.constantFrom(...soundTypes),
    pause: fc.oneof(fc.constant(0), fc.nat(500)),
    length: fc.integer({ min: 1, max: 4000 }),
    name,
    markers: said(170_000),
  }),
  { maxLength: 5 },
)

/** A cut as the hand-over has one: of any rate, with takes of other rates, stills, slates, sounds and what was said. */
export const generatedTimeline: fc.Arbitrary<Timeline> = fc
  .record({
    name,
    rate: fc.constantFrom(...rates),
    shots: fc.array(shot, { minLength: 1, maxLength: 12 }),
    sounds,
  })
  .map(({ name, rate, shots, sounds }) => {
    let start = 0
    const clips = shots.map((one, index) => {
      const clip = clipOf(one, { index, start, rate })
      start += clip.duration
      return clip
    })
    return {
      name,
      rate,
      firstFrame: anHourIn(rate),
      size: { width: 1920, height: 1080 },
      clips,
      sounds: soundsOf(sounds, { rate, end: start }),
    }
  })

function clipOf(
  shot: Shot,
  { index, start, rate }: { index: number; start: number; rate: FrameRate },
): TimelineClip {
  const alternates = Array.from({ length: shot.alternates }, (_, other) =>
    mediaOf(shot, index + 1000 * (other + 1), rate),
  )
  const common = { id: `clip-${index}`, name: shot.name, start, note: shot.note, alternates }
  if (shot.kind === 'slate')
    return { ...common, duration: shot.used, media: null, in: 0, out: 0, markers: [] }
  const media = mediaOf(shot, index, rate)
  if (shot.kind === 'still')
    return { ...common, duration: shot.used, media, in: 0, out: shot.used, markers: markersOf(shot.markers) }
  const from = Math.min(shot.from, shot.length - 1)
  const out = Math.min(from + shot.used, shot.length)
  return {
    ...common,
    duration: framesIn(startOf(out - from, media.rate), rate),
    media,
    in: from,
    out,
    markers: markersOf(shot.markers),
  }
}

function markersOf(said: readonly Said[]): TimelineMarker[] {
  return said.map(({ at, length, isWhole, text, isResolved }) => ({
    range: isWhole ? null : { from: at, to: at + length },
    ...{ text, author: 'Ada', isResolved },
  }))
}

function mediaOf(
  { kind, name, rate, length, isHeard, knowsFrames }: Shot,
  index: number,
  cut: FrameRate,
): TimelineMedia {
  const isFilm = kind === 'film'
  return {
    path: `media/${name} ${index}.${isFilm ? 'mp4' : 'png'}`,
    id: `version-${index}`,
    name: `${name} ${index}`,
    kind: isFilm ? 'film' : 'still',
    rate: isFilm ? rate : cut,
    frames: isFilm && knowsFrames ? length : null,
    size: { width: 1280, height: 720 },
    isHeard: isFilm && isHeard,
    facts: { model: name, seed: index, cost: null },
  }
}

function soundsOf(
  sounds: {
    track: (typeof soundTypes)[number]
    pause: number
    length: number
    name: string
    markers: Said[]
  }[],
  { end }: { rate: FrameRate; end: number },
): TimelineSound[] {
  const ends = new Map<string, number>()
  return sounds.flatMap(({ track, pause, length, name, markers }, index) => {
    const start = (ends.get(track) ?? 0) + pause
    const duration = Math.min(length, end - start)
    if (duration < 1) return []
    ends.set(track, start + duration)
    const media: TimelineMedia = {
      path: `media/${name} sound ${index}.wav`,
      id: `sound-${index}`,
      name: `${name} sound`,
      kind: 'sound',
      rate: soundRate,
      frames: 600_000,
      size: null,
      isHeard: true,
      facts: {},
    }
    return [
      {
        id: `sound-${index}`,
        name,
        assetType: track,
        media,
        start,
        duration,
        track,
        markers: markersOf(markers),
      },
    ]
  })
}
