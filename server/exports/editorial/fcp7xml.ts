import { drops, type FrameRate, timecode } from '@dailies/contract/frame.ts'
import { type Marker, markersOfClip, markersOfSound } from './markers.ts'
import { relativeUrl } from './relative-url.ts'
import type { Timeline, TimelineClip, TimelineMedia, TimelineSound } from './timeline.ts'
import { tracksOf } from './tracks.ts'
import { type Element, element, xmlOf } from './xml.ts'

/**
 * The cut as XML of Final Cut Pro 7 (xmeml 5), for Premiere Pro and DaVinci Resolve, which wants `<format>` in it. Files are named once,
 * and by their id after that. `in` and `out` count frames of the take, `start` and `end` those of the cut. A slate is a hole in the
 * track, and a marker of the sequence.
 */
export function writeFcp7Xml(timeline: Timeline): string {
  const { name, rate, firstFrame, clips, sounds } = timeline
  const files = new Files()
  const seen = clips.filter(({ media }) => media !== null)
  const heard = seen.filter(({ media }) => media!.isHeard)
  const last = clips.at(-1)
  const video = element(
    'video',
    {},
    element('format', {}, sampled(rate, timeline.size)),
    element('track', {}, ...seen.map((clip) => seenItem(clip, { timeline, files }))),
  )
  const audio = element(
    'audio',
    {},
    element('numOutputChannels', {}, '2'),
    ...(heard.length > 0
      ? [element('track', {}, ...heard.map((clip) => heardItem(clip, { timeline, files })))]
      : []),
    ...tracksOf(sounds).map((track) =>
      element('track', {}, ...track.sounds.map((sound) => soundItem(sound, { timeline, files }))),
    ),
  )
  const sequence = element(
    'sequence',
    { id: 'sequence' },
    element('name', {}, name),
    element('duration', {}, String(last ? last.start + last.duration : 0)),
    rateOf(rate),
    element(
      'timecode',
      {},
      rateOf(rate),
      element('string', {}, timecode(firstFrame, rate)),
      element('frame', {}, String(firstFrame)),
      element('displayformat', {}, drops(rate) ? 'DF' : 'NDF'),
    ),
    element('media', {}, video, audio),
    ...clips.filter(({ media }) => media === null).map(slateMarker),
  )
  return xmlOf(element('xmeml', { version: '5' }, sequence), '<!DOCTYPE xmeml>')
}

interface Around {
  timeline: Timeline
  files: Files
}

function seenItem(clip: TimelineClip, around: Around): Element {
  const { id, media } = clip
  return element(
    'clipitem',
    { id: `video ${id}` },
    ...sourceOf(clip, media!, around),
    ...(media!.isHeard ? linksOf(id) : []),
    ...markersOfClip(clip).map(saidMarker),
  )
}

function heardItem(clip: TimelineClip, around: Around): Element {
  const source = element('sourcetrack', {}, element('mediatype', {}, 'audio'), element('trackindex', {}, '1'))
  return element(
    'clipitem',
    { id: `audio ${clip.id}` },
    ...sourceOf(clip, clip.media!, around),
    source,
    ...linksOf(clip.id),
  )
}

function linksOf(id: string): Element[] {
  return ['video', 'audio'].map((type) =>
    element('link', {}, element('linkclipref', {}, `${type} ${id}`), element('mediatype', {}, type)),
  )
}

function soundItem(sound: TimelineSound, around: Around): Element {
  const { id, name, media, start, duration } = sound
  const { rate } = around.timeline
  // Counted in frames of the cut: no program counts milliseconds.
  const clip = { name, start, duration, in: 0, out: duration }
  const source = element('sourcetrack', {}, element('mediatype', {}, 'audio'), element('trackindex', {}, '1'))
  return element(
    'clipitem',
    { id: `sound ${id}` },
    ...sourceOf(clip, { ...media, rate }, around),
    source,
    ...markersOfSound(sound, rate).map(saidMarker),
  )
}

function sourceOf(
  { name, start, duration, in: from, out }: Pick<TimelineClip, 'name' | 'start' | 'duration' | 'in' | 'out'>,
  media: TimelineMedia,
  { timeline, files }: Around,
): Element[] {
  const isStill = media.kind === 'still'
  const rate = isStill ? timeline.rate : media.rate
  const [first, end] = isStill ? [0, duration] : [from, out]
  return [
    element('name', {}, name),
    element('enabled', {}, 'TRUE'),
    element('duration', {}, String(Math.max(media.kind === 'film' ? (media.frames ?? 0) : 0, end))),
    rateOf(rate),
    element('start', {}, String(start)),
    element('end', {}, String(start + duration)),
    element('in', {}, String(first)),
    element('out', {}, String(end)),
    files.of(media, { rate, end }),
  ]
}

class Files {
  #ids = new Map<string, string>()

  of(
    { path, name, kind, size, isHeard, frames }: TimelineMedia,
    { rate, end }: { rate: FrameRate; end: number },
  ): Element {
    const known = this.#ids.get(path)
    if (known) return element('file', { id: known })
    const id = `file ${this.#ids.size + 1}`
    this.#ids.set(path, id)
    const sounds = kind === 'sound' || isHeard
    return element(
      'file',
      { id },
      element('name', {}, path.slice(path.lastIndexOf('/') + 1) || name),
      element('pathurl', {}, relativeUrl(path)),
      rateOf(rate),
      element('duration', {}, String(kind === 'film' && frames !== null ? frames : end)),
      element(
        'media',
        {},
        kind !== 'sound' && element('video', {}, sampled(rate, size)),
        sounds && element('audio', {}, element('channelcount', {}, '2')),
      ),
    )
  }
}

function saidMarker({ from, to, name, text }: Marker): Element {
  return marker({ name, comment: text, from, out: to > from ? to + 1 : -1 })
}

function slateMarker({ name, note, start, duration }: TimelineClip): Element {
  return marker({ name, comment: note, from: start, out: start + duration })
}

function marker({
  name,
  comment,
  from,
  out,
}: {
  name: string
  comment: string
  from: number
  out: number
}): Element {
  return element(
    'marker',
    {},
    element('name', {}, name),
    element('comment', {}, comment),
    element('in', {}, String(from)),
    element('out', {}, String(out)),
  )
}

function sampled(rate: FrameRate, size: { width: number; height: number } | null): Element {
  return element(
    'samplecharacteristics',
    {},
    rateOf(rate),
    size !== null && element('width', {}, String(size.width)),
    size !== null && element('height', {}, String(size.height)),
    element('pixelaspectratio', {}, 'square'),
  )
}

function rateOf({ numerator, denominator }: FrameRate): Element {
  return element(
    'rate',
    {},
    element('timebase', {}, String(Math.round(numerator / denominator))),
    element('ntsc', {}, denominator === 1001 ? 'TRUE' : 'FALSE'),
  )
}
