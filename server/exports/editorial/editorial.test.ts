import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FrameRate, timecode } from '@dailies/contract/frame.ts'
import fc from 'fast-check'
import { seedOf } from '../../test/seed.ts'
import { writers } from '../writers.ts'
import { generatedTimeline } from './generated-timeline.ts'
import { find, type Parsed, parsed } from './parsed-xml.ts'
import { lettersOf, moved, type Said, saidOfClip, saidOfSound, together } from './said.ts'
import type { Timeline } from './timeline.ts'

const write = (format: string, timeline: Timeline) =>
  writers.find((one) => one.format === format)!.write(timeline)
const runs = { numRuns: 60, seed: seedOf('editorial') }

describe('a cut that is handed over', () => {
  test('is the same text each time', () => {
    fc.assert(
      fc.property(generatedTimeline, (timeline) => {
        for (const { write } of writers) assert.equal(write(timeline), write(structuredClone(timeline)))
      }),
      { ...runs, numRuns: 10 },
    )
  })

  test('has every clip, range and marker in OpenTimelineIO', () => {
    fc.assert(
      fc.property(generatedTimeline, (timeline) => {
        const { tracks, global_start_time } = JSON.parse(write('otio', timeline))
        assert.equal(global_start_time.value, timeline.firstFrame)
        const [picture, ...heard] = tracks.children
        assert.deepEqual(
          picture.children.map((one: OtioItem) => one.source_range.duration.value),
          timeline.clips.map(({ duration }) => duration),
        )
        for (const [index, clip] of timeline.clips.entries()) {
          const one: OtioItem = picture.children[index]
          const isClip = clip.media !== null || clip.alternates.length > 0
          assert.equal(one.OTIO_SCHEMA, isClip ? 'Clip.2' : 'Gap.1')
          assert.equal(one.source_range.start_time.value, clip.in)
          if (!isClip) continue
          assert.equal(Object.keys(one.media_references).length, 1 + clip.alternates.length)
          const { OTIO_SCHEMA: active } = one.media_references[one.active_media_reference_key]!
          assert.equal(active, clip.media ? 'ExternalReference.1' : 'MissingReference.1')
          if (!clip.media) continue
          assert.equal(one.source_range.start_time.rate, perSecond(clip.media.rate))
          assert.deepEqual(saidIn(one, clip.media.rate), saidOfClip(clip))
        }
        const end = timeline.clips.reduce((sum, { duration }) => sum + duration, 0)
        const sounding = heard.flatMap(({ children }: { children: OtioItem[] }) => {
          assert.equal(
            children.reduce((sum, one) => sum + one.source_range.duration.value, 0),
            end,
          )
          let at = 0
          return children.flatMap((one) => {
            const start = at
            at += one.source_range.duration.value
            return one.OTIO_SCHEMA === 'Gap.1'
              ? []
              : [[one.name, start, at, saidIn(one, timeline.rate)] as const]
          })
        })
        assert.deepEqual(
          sounding,
          tracksInOrder(timeline).map((sound) => [
            ...[sound.name, sound.start, sound.start + sound.duration],
            saidOfSound(sound, timeline),
          ]),
        )
      }),
      runs,
    )
  })

  test('has the same times in the EDL, one event after the other, and what was said under them', () => {
    fc.assert(
      fc.property(generatedTimeline, (timeline) => {
        const text = write('edl', timeline)
        const { clips, rate, firstFrame } = timeline
        const form = /^(\d{3,}) {2}(.{8}) (\S+) +C {8}(\S+ \S+) (\S+ \S+)$/m
        const events = text.split('\r\n\r\n').slice(1)
        const found = events.map((event) => form.exec(event)!)
        const times = (from: number, duration: number) =>
          [from, from + duration].map((frame) => timecode(frame, rate)).join(' ')
        const sounds = tracksInOrder(timeline)
        assert.deepEqual(
          found.map(([, number, , channels, source, record]) => [Number(number), channels, source, record]),
          [
            ...clips.map(({ media, start, duration, in: from }) => {
              const first = media?.kind === 'film' ? moved(from, media.rate, rate) : 0
              const channels = media?.isHeard ? 'B' : 'V'
              return [channels, times(first, duration), times(firstFrame + start, duration)]
            }),
            ...sounds.map(({ track, start, duration }) => [
              `A${2 + tracksOf(timeline).indexOf(track)}`,
              times(0, duration),
              times(firstFrame + start, duration),
            ]),
          ].map((event, index) => [index + 1, ...event]),
        )
        const reels = new Set(found.map(([, , reel = '']) => reel.trim()))
        assert.ok([...reels].every((reel) => /^[A-Z0-9]{1,8}$/.test(reel)))
        assert.ok(text.split('\r\n').every((line) => !/[\n\r]/.test(line)))
        assert.deepEqual(locatorsIn(events), locatorsOf(timeline))
      }),
      runs,
    )
  })

  test('has the same times in FCPXML, as whole frames of what they count in', () => {
    fc.assert(
      fc.property(generatedTimeline, (timeline) => {
        const document = parsed(write('fcpxml', timeline))
        const { rate, firstFrame, clips } = timeline
        const spine = find(document, 'spine')[0]!
        assert.equal(framesIn(find(document, 'sequence')[0]!.attributes.tcStart, rate), firstFrame)
        const sounds = new Map<string, unknown>()
        for (const [index, clip] of clips.entries()) {
          const { attributes, children } = spine.children[index]!
          const own = clip.media?.kind === 'film' ? clip.media.rate : rate
          const { start, duration, media } = clip
          assert.deepEqual(
            [
              framesIn(attributes.offset, rate),
              framesIn(attributes.duration, rate),
              framesIn(attributes.start, own),
            ],
            [firstFrame + start, duration, clip.in],
          )
          assert.equal(attributes.audioRole, media?.isHeard ? 'dialogue' : undefined)
          assert.deepEqual(markersIn(children, own), media ? saidOfClip(clip) : [])
          for (const { attributes: sound, children: said } of children) {
            if (sound.lane === undefined) continue
            // What is connected counts in the time of what it is connected to.
            const at = start + framesIn(sound.offset, rate, attributes.start)
            const [length, role] = [framesIn(sound.duration, rate), sound.audioRole]
            sounds.set(`${sound.lane} ${at}`, [sound.name, length, sound.start, role, markersIn(said, rate)])
          }
        }
        assert.equal(spine.children.length, clips.length)
        const roles: Record<string, string> = { MUSIC: 'music', VOICE: 'dialogue', NARRATION: 'dialogue' }
        assert.deepEqual(
          sounds,
          new Map(
            timeline.sounds.map((sound) => {
              const { name, start, duration, track, assetType } = sound
              const said = saidOfSound(sound, timeline)
              return [
                `${-1 - tracksOf(timeline).indexOf(track)} ${start}`,
                [name, duration, '0s', roles[assetType] ?? 'effects', said],
              ]
            }),
          ),
        )
        const ids = [...find(document, 'asset'), ...find(document, 'format')].map(
          ({ attributes }) => attributes.id,
        )
        assert.equal(new Set(ids).size, ids.length)
      }),
      runs,
    )
  })

  test('has the same times in Final Cut 7 XML, and names each file once', () => {
    fc.assert(
      fc.property(generatedTimeline, (timeline) => {
        const document = parsed(write('fcp7xml', timeline))
        const { rate, firstFrame } = timeline
        const [counted] = find(document, 'timecode')
        assert.equal(textOf(counted!, 'string'), timecode(firstFrame, rate))
        const placed = (item: Parsed) =>
          ['start', 'end', 'in', 'out'].map((name) => Number(textOf(item, name)))
        const seen = timeline.clips.filter(({ media }) => media)
        const places = (some: typeof seen) =>
          some.map(({ start, duration, in: from, out }) => [start, start + duration, from, out])
        const [picture] = find(find(document, 'video')[0]!, 'track')
        assert.deepEqual(picture!.children.map(placed), places(seen))
        assert.deepEqual(picture!.children.map(saidOfItem), seen.map(saidOfClip).map(unticked))
        const heard = seen.filter(({ media }) => media!.isHeard)
        const [ofFilms, ...others] = [
          ...(heard.length > 0 ? [] : [undefined]),
          ...find(find(document, 'media')[0]!.children.find(({ name }) => name === 'audio')!, 'track'),
        ]
        assert.deepEqual(ofFilms?.children.map(placed) ?? [], places(heard))
        const sounds = tracksInOrder(timeline)
        const items = others.flatMap((track) => track?.children ?? [])
        assert.equal(others.length, tracksOf(timeline).length)
        assert.deepEqual(
          items.map(placed),
          sounds.map(({ start, duration }) => [start, start + duration, 0, duration]),
        )
        assert.deepEqual(
          items.map(saidOfItem),
          sounds.map((sound) => unticked(saidOfSound(sound, timeline))),
        )
        const named = find(document, 'pathurl').map(({ text }) => text)
        assert.equal(new Set(named).size, named.length)
        assert.ok(named.every((path) => /^\.\/media\/[\w%!'()*~.-]+$/.test(path)))
        assert.ok(find(document, 'format').length === 1)
      }),
      runs,
    )
  })
})

interface OtioTime {
  value: number
  rate: number
}

interface OtioItem {
  OTIO_SCHEMA: string
  name: string
  source_range: { start_time: OtioTime; duration: OtioTime }
  media_references: Record<string, { OTIO_SCHEMA: string }>
  active_media_reference_key: string
  markers: { marked_range: { start_time: OtioTime; duration: OtioTime }; comment: string; color: string }[]
}

const perSecond = ({ numerator, denominator }: FrameRate) => numerator / denominator

function saidIn({ markers }: OtioItem, rate: FrameRate): Said[] {
  return markers.map(({ marked_range: { start_time, duration }, comment, color }) => {
    assert.deepEqual([start_time.rate, duration.rate], [perSecond(rate), perSecond(rate)])
    const length = duration.value
    return { at: start_time.value, length, letters: lettersOf(comment), isResolved: color === 'GREEN' }
  })
}

/** Timecode, letters, and whether it is green, of each event. */
function locatorsIn(events: readonly string[]) {
  return events.map((event) =>
    [...event.matchAll(/^\* LOC: (\S+) (GREEN|RED) +(.*)$/gm)].map(([, at, color, text = '']) => [
      at,
      lettersOf(text),
      color === 'GREEN',
    ]),
  )
}

/** They are of frames of the cut, and one a frame: of the first event that has one there. */
function locatorsOf(timeline: Timeline) {
  const { rate, firstFrame } = timeline
  const all = [
    ...timeline.clips.map((clip) => {
      const { media, start, duration, in: from } = clip
      const inCut = (at: number) => start + Math.min(moved(at - from, media!.rate, rate), duration - 1)
      return media ? saidOfClip(clip).map((one) => ({ ...one, at: inCut(one.at) })) : []
    }),
    ...tracksInOrder(timeline).map((sound) =>
      saidOfSound(sound, timeline).map((one) => ({ ...one, at: sound.start + one.at })),
    ),
  ]
  const taken = new Set<number>()
  return all.map((own) => {
    const first = new Set(own.map(({ at }) => at).filter((at) => !taken.has(at)))
    for (const at of first) taken.add(at)
    return together(all.flat().filter(({ at }) => first.has(at))).map(({ at, letters, isResolved }) => [
      timecode(firstFrame + at, rate),
      letters,
      isResolved,
    ])
  })
}

/** Whole frames of a rate, from another time on. */
function framesIn(time: string | undefined, { numerator, denominator }: FrameRate, since = '0s'): number {
  const [[over, under], [overSince, underSince]] = [secondsOf(time), secondsOf(since)]
  const top = (over * underSince - overSince * under) * BigInt(numerator)
  const bottom = under * underSince * BigInt(denominator)
  assert.equal(top % bottom, 0n, `${time}`)
  return Number(top / bottom)
}

function secondsOf(time = ''): [bigint, bigint] {
  const [, over = '0', under = '1'] = /^(\d+)(?:\/(\d+))?s$/.exec(time) ?? assert.fail(time)
  return [BigInt(over), BigInt(under)]
}

function markersIn(children: readonly Parsed[], rate: FrameRate): Said[] {
  return children
    .filter(({ name }) => name === 'marker')
    .map(({ attributes: { start, duration, value = '', completed } }) => ({
      ...{ at: framesIn(start, rate), length: framesIn(duration, rate) },
      ...{ letters: lettersOf(value), isResolved: completed === '1' },
    }))
}

function saidOfItem({ children }: Parsed) {
  return children
    .filter(({ name }) => name === 'marker')
    .map((marker) => {
      const [at, out] = [Number(textOf(marker, 'in')), Number(textOf(marker, 'out'))]
      return { at, length: out === -1 ? 1 : out - at, letters: lettersOf(textOf(marker, 'comment')) }
    })
}

/** Final Cut 7 does not know whether they are. */
const unticked = (said: readonly Said[]) => said.map(({ isResolved: _, ...rest }) => rest)

function textOf({ children }: Parsed, name: string): string {
  return children.find((child) => child.name === name)!.text
}

function tracksOf({ sounds }: Timeline): string[] {
  return [...new Set(sounds.map(({ track }) => track))]
}

function tracksInOrder(timeline: Timeline) {
  return tracksOf(timeline).flatMap((name) => timeline.sounds.filter(({ track }) => track === name))
}
