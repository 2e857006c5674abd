import type { FrameRate } from '@dailies/contract/frame.ts'
import { type Marker, markersOfClip, markersOfSound } from './markers.ts'
import type { Timeline, TimelineClip, TimelineMedia, TimelineSound } from './timeline.ts'
import { tracksOf } from './tracks.ts'

/**
 * The cut for OpenTimelineIO: JSON by its schemas Timeline.1, Track.1, Clip.2, Gap.1, Marker.2, ExternalReference.1 and
 * MissingReference.1. Where the rates of a take and of the cut differ, a clip begins at a frame of the take and lasts frames of the cut,
 * so that all lie without a hole. Other takes of a shot are further media references of its clip, also where the file of the one that
 * is seen is not here. A track of sounds that ends before the picture is filled up with a gap: `otiostat` calls
 * shorter ones an error. A longer one stays so.
 * https://opentimelineio.readthedocs.io/en/stable/tutorials/otio-serialized-schema.html
 */
export function writeOtio(timeline: Timeline): string {
  return written(timeline, besideUrl)
}

/** The same for `content.otio` of a bundle, whose readers look for a file by its name in the ZIP. */
export function writeBundledOtio(timeline: Timeline): string {
  return written(timeline, bundledUrl)
}

/** How the place of a file is told. */
type UrlOf = (path: string) => string

function written(timeline: Timeline, urlOf: UrlOf): string {
  const { name, rate, firstFrame, clips } = timeline
  const last = clips.at(-1)
  const end = last ? last.start + last.duration : 0
  const tracks = [
    track(
      { name: 'Picture', kind: 'Video' },
      clips.map((clip) => clipOf(clip, rate, urlOf)),
    ),
    ...tracksOf(timeline.sounds).map(({ track: title, sounds }) =>
      track({ name: title, kind: 'Audio' }, soundsInOrder(sounds, { rate, end, urlOf })),
    ),
  ]
  const document = {
    OTIO_SCHEMA: 'Timeline.1',
    name,
    global_start_time: time(firstFrame, rate),
    metadata: {},
    tracks: { ...item('Stack.1', 'tracks'), children: tracks },
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

function track({ name, kind }: { name: string; kind: 'Video' | 'Audio' }, children: object[]) {
  return { ...item('Track.1', name), kind, children }
}

function clipOf(clip: TimelineClip, rate: FrameRate, urlOf: UrlOf) {
  const { id, name, duration, media, in: from, alternates, note } = clip
  if (!media && alternates.length === 0)
    return gap(duration, rate, { name, metadata: { dailies: { id, note } } })
  const active = 'DEFAULT_MEDIA'
  // Two may have one name; each is a reference of its own.
  const others = alternates.map((one, index) => [`${index + 1} ${one.name}`, reference(one, urlOf)] as const)
  const counted = media?.rate ?? rate
  return {
    ...item('Clip.2', name),
    source_range: range(time(from, counted), time(duration, rate)),
    markers: media ? markersOfClip(clip).map((marker) => markerOf(marker, counted)) : [],
    metadata: { dailies: { id, note, version: media?.id } },
    media_references: {
      [active]: media ? reference(media, urlOf) : missingReference(note),
      ...Object.fromEntries(others),
    },
    active_media_reference_key: active,
  }
}

/** Those of one track, with gaps between them, and up to the end of the picture. */
function soundsInOrder(
  sounds: readonly TimelineSound[],
  { rate, end, urlOf }: { rate: FrameRate; end: number; urlOf: UrlOf },
): object[] {
  let at = 0
  const children = sounds.flatMap((sound): object[] => {
    const { id, name, media, start, duration } = sound
    const before = start > at ? [gap(start - at, rate)] : []
    at = start + duration
    const clip = {
      ...item('Clip.2', name),
      source_range: range(time(0, media.rate), time(duration, rate)),
      markers: markersOfSound(sound, rate).map((marker) => markerOf(marker, rate)),
      metadata: { dailies: { id, version: media.id } },
      media_references: { DEFAULT_MEDIA: reference(media, urlOf) },
      active_media_reference_key: 'DEFAULT_MEDIA',
    }
    return [...before, clip]
  })
  return end > at ? [...children, gap(end - at, rate)] : children
}

function gap(duration: number, rate: FrameRate, { name = '', metadata = {} } = {}) {
  return { ...item('Gap.1', name), source_range: range(time(0, rate), time(duration, rate)), metadata }
}

function markerOf({ from, to, name, text, isResolved }: Marker, rate: FrameRate) {
  return {
    OTIO_SCHEMA: 'Marker.2',
    name,
    comment: text,
    color: isResolved ? 'GREEN' : 'RED',
    marked_range: range(time(from, rate), time(to + 1 - from, rate)),
    metadata: { dailies: { isResolved } },
  }
}

function reference({ path, id, name, rate, frames, facts }: TimelineMedia, urlOf: UrlOf) {
  return {
    OTIO_SCHEMA: 'ExternalReference.1',
    name,
    target_url: urlOf(path),
    available_range: frames === null ? null : range(time(0, rate), time(frames, rate)),
    available_image_bounds: null,
    metadata: { dailies: { ...facts, version: id } },
  }
}

const missingReference = (name: string) => ({
  OTIO_SCHEMA: 'MissingReference.1',
  name,
  available_range: null,
  available_image_bounds: null,
  metadata: {},
})

const item = (schema: string, name: string) => ({
  OTIO_SCHEMA: schema,
  name,
  source_range: null as object | null,
  effects: [],
  markers: [] as object[],
  enabled: true,
  color: null,
  metadata: {},
})

const range = (start_time: object, duration: object) => ({ OTIO_SCHEMA: 'TimeRange.1', start_time, duration })

const time = (value: number, { numerator, denominator }: FrameRate) => ({
  OTIO_SCHEMA: 'RationalTime.1',
  rate: numerator / denominator,
  value,
})

/** A path, too: OpenTimelineIO's own tools do not decode it. No name has anything in it that those who do would decode. */
const besideUrl = (path: string) => `./${path}`

/** As OpenTimelineIO writes it in a bundle: from its root, as a path and not as an address. */
const bundledUrl = (path: string) => path
