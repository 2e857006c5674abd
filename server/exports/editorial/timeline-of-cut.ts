import type { CutEntry, CutSettings } from '@dailies/contract/cut.ts'
import { soundsOf } from '@dailies/contract/cut-of.ts'
import { anHourIn, atRate, framesIn, soundRate, startOf } from '@dailies/contract/frame.ts'
import type { Timeline, TimelineClip, TimelineMarker, TimelineMedia, TimelineSound } from './timeline.ts'

/** What is handed over beside the cut itself. */
export interface HandedOver {
  /** The file of a version; undefined where there is none. */
  media: ReadonlyMap<string, TimelineMedia>
  /** Other takes of a shot, by the id of the one that is seen, in their order. */
  alternates: ReadonlyMap<string, readonly TimelineMedia[]>
  /** What was said of a version. */
  markers: ReadonlyMap<string, readonly TimelineMarker[]>
}

const usualSize = { width: 1920, height: 1080 }

/**
 * The cut as editing programs know one. Its first frame is an hour in. A take without a file is a gap that says so: the record times of
 * what follows stay. Sounds of one type that are heard at once lie on tracks of their own.
 */
export function timelineOf(
  { name, entries, settings }: { name: string; entries: readonly CutEntry[]; settings: CutSettings },
  handed: HandedOver,
): Timeline {
  const { rate } = settings
  const first = entries[0]?.start ?? 0
  const sizes = entries.map(({ version }) => version && handed.media.get(version.assetVersionId)?.size)
  return {
    name,
    rate,
    firstFrame: anHourIn(rate),
    size: sizes.find((size) => size) ?? usualSize,
    clips: entries.map((entry) => clipOf(entry, first, handed)),
    sounds: heardIn(entries, first, { settings, handed }),
  }
}

function clipOf(entry: CutEntry, first: number, { media, alternates, markers }: HandedOver): TimelineClip {
  const { sceneDbId, shotId, sceneId, shotCode, start, duration, version, storyBeat } = entry
  const found = version ? (media.get(version.assetVersionId) ?? null) : null
  const lost =
    version && !found ? `${version.platformLabel} v${version.versionNumber}: its file is not here` : ''
  return {
    id: shotId ?? sceneDbId,
    name: shotCode === null ? sceneId : `${sceneId}_${shotCode}`,
    start: start - first,
    duration,
    media: found,
    ...(found ? spanOf(entry, found) : { in: 0, out: 0 }),
    alternates: (version && alternates.get(version.assetVersionId)) ?? [],
    note: found ? '' : (storyBeat ?? lost),
    markers: (version && markers.get(version.assetVersionId)) ?? [],
  }
}

/** What of a file is seen, as its frames are counted: in and out may have been set before anybody knew its rate. */
function spanOf(entry: CutEntry, { kind, rate }: TimelineMedia): Pick<TimelineClip, 'in' | 'out'> {
  if (kind === 'still') return { in: 0, out: entry.duration }
  const first = atRate(entry.in, entry.rate, rate)
  return { in: first, out: Math.max(first + 1, atRate(entry.out, entry.rate, rate)) }
}

interface Around {
  settings: CutSettings
  handed: HandedOver
}

function heardIn(entries: readonly CutEntry[], first: number, { settings, handed }: Around): TimelineSound[] {
  const ends = new Map<string, number>()
  return soundsOf(entries.map(withIds)).flatMap(({ sound, start: inFilm, duration: heard }) => {
    const { id, assetType } = sound
    const media = handed.media.get(sound.assetVersionId)
    if (!media) return []
    const start = inFilm - first
    const frames = media.frames === null ? heard : framesIn(startOf(media.frames, soundRate), settings.rate)
    const duration = Math.min(heard, frames)
    const track = freeTrack(ends, assetType, start)
    ends.set(track, start + duration)
    const markers = handed.markers.get(media.id) ?? []
    return [{ id, name: media.name, assetType, media, start, duration, track, markers }]
  })
}

/** Sounds with ids of their places. */
function withIds({ sounds, ...entry }: CutEntry) {
  const place = entry.shotId ?? entry.sceneDbId
  return { ...entry, sounds: sounds.map((sound) => ({ ...sound, id: `${place} ${sound.assetVersionId}` })) }
}

function freeTrack(ends: ReadonlyMap<string, number>, type: string, start: number): string {
  for (let number = 1; ; number += 1) {
    const track = number === 1 ? type : `${type} ${number}`
    if ((ends.get(track) ?? 0) <= start) return track
  }
}
