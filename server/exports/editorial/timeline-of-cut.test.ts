import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CutEntry, type CutSound, defaultCutSettings } from '@dailies/contract/cut.ts'
import { writeEdl } from './edl.ts'
import type { TimelineMedia } from './timeline.ts'
import { timelineOf } from './timeline-of-cut.ts'

const settings = { ...defaultCutSettings, rate: { numerator: 24, denominator: 1 } }

function entry(number: number, more: Partial<CutEntry> = {}): CutEntry {
  return {
    sceneDbId: 'scene',
    sceneId: '012A',
    act: 1,
    shotId: `shot ${number}`,
    shotCode: String(number),
    storyBeat: null,
    kind: 'film',
    start: 100 + number * 10,
    duration: 10,
    in: 5,
    out: 15,
    rate: settings.rate,
    frames: 50,
    isTrimmed: true,
    version: { ...played(`take ${number}`), assetType: 'VIDEO', status: 'SELECTED' },
    sounds: [],
    ...more,
  }
}

const played = (assetVersionId: string) => ({
  assetVersionId,
  versionNumber: 3,
  platformLabel: 'Veo',
  outputUrl: '',
  thumbnailUrl: null,
  media: null,
})

const sound = (
  id: string,
  under: CutSound['under'],
  assetType: CutSound['assetType'] = 'MUSIC',
): CutSound => ({
  ...played(id),
  assetType,
  under,
})

function file(id: string, more: Partial<TimelineMedia> = {}): [string, TimelineMedia] {
  const common = { path: `media/${id}.mp4`, id, name: id, frames: 50, isHeard: false, facts: {} }
  return [id, { ...common, kind: 'film', rate: settings.rate, size: { width: 640, height: 360 }, ...more }]
}

const of = (entries: CutEntry[], files: [string, TimelineMedia][], rate = settings.rate) =>
  timelineOf(
    { name: 'The Long Tide', entries, settings: { ...settings, rate } },
    { media: new Map(files), alternates: new Map(), markers: new Map() },
  )

describe('the timeline of a cut', () => {
  test('begins an hour in, and has what is seen where it is seen', () => {
    const { firstFrame, size, clips } = of([entry(0), entry(1)], [file('take 0'), file('take 1')])
    assert.equal(firstFrame, 86_400)
    assert.deepEqual(size, { width: 640, height: 360 })
    assert.deepEqual(
      clips.map(({ name, start, duration, in: from, out, media }) => [
        name,
        start,
        duration,
        from,
        out,
        media?.id,
      ]),
      [
        ['012A_0', 0, 10, 5, 15, 'take 0'],
        ['012A_1', 10, 10, 5, 15, 'take 1'],
      ],
    )
  })

  test('begins at 01:00:00:00 in the EDL, whatever its rate', () => {
    for (const [numerator, denominator, first, second] of [
      [24_000, 1001, '01:00:00:00', '01:00:00:10'],
      [24, 1, '01:00:00:00', '01:00:00:10'],
      [25, 1, '01:00:00:00', '01:00:00:10'],
      [30_000, 1001, '01:00:00;00', '01:00:00;10'],
      [30, 1, '01:00:00:00', '01:00:00:10'],
      [60_000, 1001, '01:00:00;00', '01:00:00;10'],
    ] as const) {
      const list = writeEdl(of([entry(0), entry(1)], [file('take 0')], { numerator, denominator }))
      const records = [...list.matchAll(/^\d{3} .* C .* (\S+) \S+\r$/gm)].map(([, from]) => from)
      assert.deepEqual(records, [first, second])
    }
  })

  test('counts in and out as the file does, whatever rate they were set at', () => {
    const rate = { numerator: 30, denominator: 1 }
    const trimmed = entry(0, { in: 24, out: 34, isTrimmed: true })
    const short = entry(1, { in: 24, out: 25, duration: 1 })
    const still = entry(2, { kind: 'still', in: 12, out: 22, frames: null })
    const slow = { numerator: 12, denominator: 1 }
    const { clips } = of(
      [trimmed, short, still],
      [
        file('take 0', { rate }),
        file('take 1', { rate: slow }),
        file('take 2', { kind: 'still', frames: null }),
      ],
    )
    assert.deepEqual(
      clips.map(({ in: from, out }) => [from, out]),
      [
        [30, 42],
        [12, 13],
        [0, 10],
      ],
    )
  })

  test('has a gap for a slate, and for a take whose file is lost, which says so', () => {
    const slate = entry(0, { kind: 'slate', version: null, storyBeat: 'The lamp goes out' })
    const { clips } = of([slate, entry(1)], [])
    assert.deepEqual(
      clips.map(({ media, note, in: from, out }) => [media, note, from, out]),
      [
        [null, 'The lamp goes out', 0, 0],
        [null, 'Veo v3: its file is not here', 0, 0],
      ],
    )
  })

  test('has the other takes of a shot also where the file of its winner is lost', () => {
    const [, other] = file('other')
    const handed = { media: new Map(), alternates: new Map([['take 0', [other]]]), markers: new Map() }
    const { clips } = timelineOf({ name: 'The Long Tide', entries: [entry(0)], settings }, handed)
    assert.deepEqual(
      clips.map(({ media, alternates }) => [media, alternates]),
      [[null, [other]]],
    )
  })

  test('has sounds as long as they are heard: their shot, the rest of their scene, or their file', () => {
    const entries = [
      entry(0, {
        sounds: [sound('score', 'scene'), sound('step', 'shot', 'AUDIO'), sound('short', 'shot', 'AUDIO')],
      }),
      entry(1, { sounds: [sound('second', 'scene')] }),
      entry(2, { sceneDbId: 'another', sounds: [sound('lost', 'scene')] }),
    ]
    const heard = { kind: 'sound' as const, frames: null, size: null, isHeard: true }
    const files = [
      file('score', heard),
      file('step', heard),
      file('short', { ...heard, frames: 250 }),
      file('second', heard),
    ]
    assert.deepEqual(
      of(entries, files).sounds.map(({ name, start, duration, track }) => [name, start, duration, track]),
      [
        ['score', 0, 20, 'MUSIC'],
        ['step', 0, 10, 'AUDIO'],
        ['short', 0, 6, 'AUDIO 2'],
        ['second', 10, 10, 'MUSIC 2'],
      ],
    )
  })
})
