import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EditorialFormat } from '@dailies/contract/export.ts'
import { soundRate } from '@dailies/contract/frame.ts'
import { writers } from '../writers.ts'
import { find, type Parsed, parsed } from './parsed-xml.ts'
import type { Timeline, TimelineMarker, TimelineMedia } from './timeline.ts'

const rate = { numerator: 24, denominator: 1 }

const said = (author: string, text: string, range: TimelineMarker['range'] = null): TimelineMarker => ({
  ...{ author, text, range, isResolved: false },
})

const media = (id: string, kind: TimelineMedia['kind']): TimelineMedia => ({
  ...{ path: `media/${id}`, id, name: id, kind, size: null, isHeard: false, facts: {} },
  ...{ rate: kind === 'sound' ? soundRate : rate, frames: kind === 'still' ? null : 2000 },
})

const place = { duration: 10, alternates: [], note: '' }

/** What is said of a film that begins at its frame 5, of a still, and of a sound that begins with the still. */
const timeline: Timeline = {
  ...{ name: 'The Long Tide', rate, firstFrame: 86_400, size: { width: 640, height: 360 } },
  clips: [
    {
      ...{ ...place, id: 'A', name: 'film', start: 0, media: media('film', 'film'), in: 5, out: 15 },
      markers: [
        said('Bo', 'Here', { from: 5, to: 5 }),
        said('Ada', 'Too dark'),
        said('Bo', 'Gone', { from: 4, to: 4 }),
      ],
    },
    {
      ...{ ...place, id: 'B', name: 'still', start: 10, media: media('still', 'still'), in: 0, out: 10 },
      markers: [said('Ada', 'Which lamp?')],
    },
  ],
  sounds: [
    {
      ...{ id: 'C', name: 'sound', assetType: 'MUSIC', media: media('sound', 'sound') },
      ...{ start: 10, duration: 10, track: 'MUSIC' },
      markers: [
        said('Bo', 'A click', { from: 250, to: 499 }),
        said('Ada', 'Too loud'),
        said('Bo', 'Unheard', { from: 420, to: 499 }),
      ],
    },
  ],
}

const written = (format: EditorialFormat) => writers.find((one) => one.format === format)!.write(timeline)

/** By what it was said of: frame, how many, and what. */
const expected = {
  film: [[5, 1, 'Bo: Here\nAda: Too dark']],
  still: [[0, 1, 'Ada: Which lamp?']],
  sound: [
    [0, 1, 'Ada: Too loud'],
    [6, 4, 'Bo: A click'],
  ],
}

describe('what was said of whole takes and of sounds', () => {
  test('is a marker on its clip in OpenTimelineIO', () => {
    const { tracks } = JSON.parse(written('otio'))
    const clips = tracks.children.flatMap((track: { children: OtioItem[] }) => track.children)
    const markers = clips
      .filter(({ name }: OtioItem) => name !== '')
      .map(({ name, markers }: OtioItem) => [
        name,
        markers.map(({ marked_range: { start_time, duration }, comment }) => [
          start_time.value,
          duration.value,
          comment,
        ]),
      ])
    assert.deepEqual(Object.fromEntries(markers), expected)
  })

  test('is a marker on its clip in FCPXML', () => {
    const document = parsed(written('fcpxml'))
    const frames = (time = '') => {
      const [over = 0, under = 1] = time.split(/[/s]/).map(Number)
      return (over / (under || 1)) * 24
    }
    const clips = [...find(document, 'asset-clip'), ...find(document, 'video')]
    const markers = clips.map(({ attributes: { name }, children }) => [
      name,
      children
        .filter(({ name }) => name === 'marker')
        .map(({ attributes: { start, duration, value } }) => [frames(start), frames(duration), value]),
    ])
    assert.deepEqual(Object.fromEntries(markers), expected)
  })

  test('is a marker on its clip in Final Cut 7 XML', () => {
    const items = find(parsed(written('fcp7xml')), 'clipitem')
    const markers = items.map((item) => [
      textOf(item, 'name'),
      item.children
        .filter(({ name }) => name === 'marker')
        .map((marker) => {
          const [from, out] = [Number(textOf(marker, 'in')), Number(textOf(marker, 'out'))]
          return [from, out === -1 ? 1 : out - from, textOf(marker, 'comment')]
        }),
    ])
    assert.deepEqual(Object.fromEntries(markers), expected)
  })

  test('is a locator of its event in the EDL, one a frame of the cut', () => {
    const events = written('edl')
      .split(/\r\n\r\n/)
      .slice(1)
    assert.deepEqual(
      events.map((event) =>
        [...event.matchAll(/^\* LOC: (\S+) +RED +(.*)$/gm)].map(([, at, text]) => [at, text?.trim()]),
      ),
      [
        [['01:00:00:00', 'Bo: Here Ada: Too dark']],
        [['01:00:00:10', 'Ada: Which lamp? Ada: Too loud']],
        [['01:00:00:16', 'Bo: A click']],
      ],
    )
  })
})

interface OtioItem {
  name: string
  markers: {
    marked_range: { start_time: { value: number }; duration: { value: number } }
    comment: string
  }[]
}

function textOf({ children }: Parsed, name: string): string | undefined {
  return children.find((child) => child.name === name)?.text
}
