import type { AssetType } from '@dailies/contract/asset-version.ts'
import { drops, type FrameRate } from '@dailies/contract/frame.ts'
import { type Marker, markersOfClip, markersOfSound } from './markers.ts'
import { relativeUrl } from './relative-url.ts'
import type { Timeline, TimelineClip, TimelineMedia, TimelineSound } from './timeline.ts'
import { tracksOf } from './tracks.ts'
import { type Element, element, xmlOf } from './xml.ts'

/**
 * The cut as FCPXML 1.10, for Final Cut Pro and DaVinci Resolve. All times are whole frames, as fractions of a second. Sounds are
 * connected to what is seen where they begin, a lane for each track, below the picture.
 * https://developer.apple.com/documentation/professional-video-applications/fcpxml-reference
 */
export function writeFcpxml(timeline: Timeline): string {
  const { name, rate, firstFrame, clips } = timeline
  const resources = new Resources(timeline)
  const lanes = tracksOf(timeline.sounds).flatMap(({ sounds }, index) =>
    sounds.map((sound) => ({ sound, lane: -1 - index })),
  )
  const spine = clips.map((clip) => {
    const own = lanes.filter(
      ({ sound }) => sound.start >= clip.start && sound.start < clip.start + clip.duration,
    )
    return primary(clip, { timeline, resources, sounds: own })
  })
  const last = clips.at(-1)
  const sequence = element(
    'sequence',
    {
      format: resources.ofCut,
      duration: time(last ? last.start + last.duration : 0, rate),
      tcStart: time(firstFrame, rate),
      tcFormat: drops(rate) ? 'DF' : 'NDF',
      audioLayout: 'stereo',
      audioRate: '48k',
    },
    element('spine', {}, ...spine),
  )
  const project = element('project', { name }, sequence)
  return xmlOf(
    element(
      'fcpxml',
      { version: '1.10' },
      element('resources', {}, ...resources.all()),
      element('library', {}, element('event', { name }, project)),
    ),
    '<!DOCTYPE fcpxml>',
  )
}

interface Lane {
  sound: TimelineSound
  lane: number
}

interface Around {
  timeline: Timeline
  resources: Resources
  sounds: Lane[]
}

function primary(clip: TimelineClip, { timeline, resources, sounds }: Around): Element {
  const { rate } = timeline
  const { media, start, duration } = clip
  const placed = { name: clip.name, offset: time(timeline.firstFrame + start, rate) }
  const length = time(duration, rate)
  const note = clip.note ? element('note', {}, clip.note) : undefined
  // What is connected counts in the time of what it is connected to.
  const connected = (origin: Fraction) =>
    sounds.map(({ sound, lane }) =>
      soundClip(sound, { lane, rate, resources, offset: added(origin, fraction(sound.start - start, rate)) }),
    )
  if (!media)
    return element('gap', { ...placed, start: '0s', duration: length }, note, ...connected([0n, 1n]))
  if (media.kind === 'still') {
    return element(
      'video',
      { ref: resources.of(media), ...placed, start: '0s', duration: length },
      note,
      ...connected([0n, 1n]),
      ...markersOfClip(clip).map((marker) => markerOf(marker, rate)),
    )
  }
  const begins = fraction(clip.in, media.rate)
  return element(
    'asset-clip',
    {
      ref: resources.of(media),
      ...placed,
      start: text(begins),
      duration: length,
      tcFormat: drops(media.rate) ? 'DF' : 'NDF',
      audioRole: media.isHeard ? 'dialogue' : undefined,
    },
    note,
    ...connected(begins),
    ...markersOfClip(clip).map((marker) => markerOf(marker, media.rate)),
  )
}

/** Roles that Final Cut Pro has for what is heard. */
const soundRoles: Partial<Record<AssetType, string>> = {
  MUSIC: 'music',
  VOICE: 'dialogue',
  NARRATION: 'dialogue',
}

function soundClip(
  sound: TimelineSound,
  {
    lane,
    rate,
    resources,
    offset,
  }: { lane: number; rate: FrameRate; resources: Resources; offset: Fraction },
): Element {
  const { name, assetType, media, duration } = sound
  return element(
    'asset-clip',
    {
      ref: resources.of(media),
      lane,
      name,
      offset: text(offset),
      start: '0s',
      duration: time(duration, rate),
      audioRole: soundRoles[assetType] ?? 'effects',
    },
    ...markersOfSound(sound, rate).map((marker) => markerOf(marker, rate)),
  )
}

function markerOf({ from, to, text, isResolved }: Marker, rate: FrameRate): Element {
  return element('marker', {
    start: time(from, rate),
    duration: time(to + 1 - from, rate),
    value: text,
    completed: isResolved ? 1 : 0,
  })
}

/** Formats and assets, each once. */
class Resources {
  readonly ofCut: string
  #formats = new Map<string, Element>()
  #assets = new Map<string, Element>()
  #length: string

  constructor({ rate, size, clips }: Timeline) {
    this.ofCut = this.#format(rate, size)
    const last = clips.at(-1)
    this.#length = time(last ? last.start + last.duration : 0, rate)
  }

  of(media: TimelineMedia): string {
    const known = this.#assets.get(media.path)
    if (known) return String(known.attributes.id)
    const id = `r${this.#formats.size + this.#assets.size + 1}`
    const isSeen = media.kind !== 'sound'
    const isHeard = media.kind === 'sound' || media.isHeard
    // It has an id of its own before its asset does.
    this.#assets.set(media.path, element('asset', { id }))
    const asset = element(
      'asset',
      {
        id,
        name: media.name,
        uid: media.id,
        start: '0s',
        duration:
          media.kind === 'still'
            ? '0s'
            : media.frames === null
              ? this.#length
              : time(media.frames, media.rate),
        hasVideo: isSeen ? 1 : undefined,
        format: isSeen ? this.#formatOf(media) : undefined,
        hasAudio: isHeard ? 1 : undefined,
        videoSources: isSeen ? 1 : undefined,
        audioSources: isHeard ? 1 : undefined,
        audioChannels: isHeard ? 2 : undefined,
        audioRate: isHeard ? 48_000 : undefined,
      },
      element('media-rep', { kind: 'original-media', src: relativeUrl(media.path) }),
    )
    this.#assets.set(media.path, asset)
    return id
  }

  all(): Element[] {
    return [...this.#formats.values(), ...this.#assets.values()]
  }

  #formatOf({ kind, rate, size }: TimelineMedia): string {
    return this.#format(kind === 'still' ? undefined : rate, size)
  }

  #format(rate: FrameRate | undefined, size: { width: number; height: number } | null): string {
    const key = `${rate ? time(1, rate) : 'still'} ${size?.width} ${size?.height}`
    const known = this.#formats.get(key)
    if (known) return String(known.attributes.id)
    const id = `r${this.#formats.size + this.#assets.size + 1}`
    const format = element('format', {
      id,
      name: rate ? undefined : 'FFVideoFormatRateUndefined',
      frameDuration: rate && time(1, rate),
      width: size?.width,
      height: size?.height,
    })
    this.#formats.set(key, format)
    return id
  }
}

/** Seconds: over what. */
type Fraction = readonly [bigint, bigint]

function fraction(frames: number, { numerator, denominator }: FrameRate): Fraction {
  return [BigInt(frames) * BigInt(denominator), BigInt(numerator)]
}

const added = ([one, under]: Fraction, [other, underOther]: Fraction): Fraction => [
  one * underOther + other * under,
  under * underOther,
]

function text([over, under]: Fraction): string {
  if (over === 0n) return '0s'
  const common = greatestCommon(over, under)
  const [top, bottom] = [over / common, under / common]
  return bottom === 1n ? `${top}s` : `${top}/${bottom}s`
}

const time = (frames: number, rate: FrameRate) => text(fraction(frames, rate))

function greatestCommon(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestCommon(other, one % other)
}
