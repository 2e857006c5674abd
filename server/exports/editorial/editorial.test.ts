import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { timecode } from '@dailies/contract/frame.ts'
import fc from 'fast-check'
import { seedOf } from '../../test/seed.ts'
import { writers } from '../writers.ts'
import { generatedTimeline } from './generated-timeline.ts'
import { markersOfClip } from './markers.ts'
import { find, type Parsed, parsed } from './parsed-xml.ts'
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
          assert.equal(one.OTIO_SCHEMA, clip.media ? 'Clip.2' : 'Gap.1')
          if (!clip.media) continue
          assert.equal(one.source_range.start_time.value, clip.in)
          assert.equal(
            one.source_range.start_time.rate,
            clip.media.rate.numerator / clip.media.rate.denominator,
          )
          assert.equal(Object.keys(one.media_references).length, 1 + clip.alternates.length)
          const said = markersOfClip(clip)
          assert.deepEqual(
            one.markers.map(({ marked_range, comment }) => [marked_range.start_time.value, comment]),
            said.map(({ from, text }) => [from, text]),
          )
        }
        const sounding = heard.flatMap(({ children }: { children: OtioItem[] }) => {
          let at = 0
          return children.flatMap((one) => {
            const start = at
            at += one.source_range.duration.value
            return one.OTIO_SCHEMA === 'Gap.1' ? [] : [[one.name, start, at]]
          })
        })
        assert.deepEqual(
          sounding.sort(),
          timeline.sounds.map(({ name, start, duration }) => [name, start, start + duration]).sort(),
        )
      }),
      runs,
    )
  })

  test('has the same record times in the EDL, one event after the other', () => {
    fc.assert(
      fc.property(generatedTimeline, (timeline) => {
        const text = write('edl', timeline)
        const events = [...text.matchAll(/^(\d{3,}) {2}(.{8}) (\S+) +C {8}(\S+) (\S+) (\S+) (\S+)\r$/gm)]
        const times = (from: number, to: number) =>
          [from, to].map((frame) => timecode(timeline.firstFrame + frame, timeline.rate))
        const expected = [...timeline.clips, ...tracksInOrder(timeline)].map(({ start, duration }) =>
          times(start, start + duration),
        )
        assert.deepEqual(
          events.map((event) => event.slice(6, 8)),
          expected,
        )
        assert.deepEqual(
          events.map(([, number]) => Number(number)),
          expected.map((_, index) => index + 1),
        )
        const reels = new Set(events.map(([, , reel = '']) => reel.trim()))
        assert.ok([...reels].every((reel) => /^[A-Z0-9]{1,8}$/.test(reel)))
        assert.ok(text.split('\r\n').every((line) => !/[\n\r]/.test(line)))
      }),
      runs,
    )
  })

  test('has the same times in FCPXML, as whole frames of what they count in', () => {
    fc.assert(
      fc.property(generatedTimeline, (timeline) => {
        const document = parsed(write('fcpxml', timeline))
        const { numerator, denominator } = timeline.rate
        const framesOf = (time = '') => {
          const [, top = '0', bottom = '1'] = /^(\d+)(?:\/(\d+))?s$/.exec(time) ?? assert.fail(time)
          const over = BigInt(top) * BigInt(numerator)
          const under = BigInt(bottom) * BigInt(denominator)
          assert.equal(over % under, 0n, time)
          return Number(over / under)
        }
        const spine = find(document, 'spine')[0]!
        assert.deepEqual(
          spine.children.map(({ attributes }) => [
            framesOf(attributes.offset),
            framesOf(attributes.duration),
          ]),
          timeline.clips.map(({ start, duration }) => [timeline.firstFrame + start, duration]),
        )
        const heard = find(document, 'asset-clip').filter(({ attributes }) => attributes.lane)
        const roles = { MUSIC: 'music', VOICE: 'dialogue', NARRATION: 'dialogue', AUDIO: 'effects' }
        assert.deepEqual(
          heard.map(({ attributes: { name, audioRole } }) => [name, audioRole]).sort(),
          timeline.sounds.map(({ name, assetType }) => [name, roles[assetType as keyof typeof roles]]).sort(),
        )
        assert.deepEqual(
          spine.children.map(({ attributes }) => attributes.audioRole),
          timeline.clips.map(({ media }) => (media?.isHeard ? 'dialogue' : undefined)),
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
        const number = (item: Parsed, name: string) =>
          Number(item.children.find((child) => child.name === name)?.text)
        const [track] = find(find(document, 'video')[0]!, 'track')
        assert.deepEqual(
          track!.children.map((item) => ['start', 'end', 'in', 'out'].map((name) => number(item, name))),
          timeline.clips
            .filter(({ media }) => media)
            .map(({ media, start, duration, in: from, out }) =>
              media!.kind === 'still'
                ? [start, start + duration, 0, duration]
                : [start, start + duration, from, out],
            ),
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

interface OtioItem {
  OTIO_SCHEMA: string
  name: string
  source_range: { start_time: { value: number; rate: number }; duration: { value: number } }
  media_references: object
  markers: { marked_range: { start_time: { value: number } }; comment: string }[]
}

function tracksInOrder({ sounds }: Timeline) {
  return [...Map.groupBy(sounds, ({ track }) => track).values()].flat()
}
