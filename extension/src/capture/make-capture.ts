import type { AssetType } from '@dailies/contract/asset-version.ts'
import type { Preferences } from '@dailies/contract/preferences.ts'
import { mergeReadings, nameOfSource } from '@dailies/reading/merge.ts'
import type { Reading } from '@dailies/reading/reading.ts'
import type { PlaceAtHand } from '../place/place.ts'
import { platformAt } from '../platforms/hosts.ts'
import type { CaptureBody } from '../queue/queued-capture.ts'
import type { MediaKind, Sighting } from './sighting.ts'

interface Making {
  id: string
  sighting: Sighting
  /** Of the media itself, the most trustworthy first. */
  readings: readonly Reading[]
  preferences: Preferences
  place: PlaceAtHand | undefined
  /** Of the extension. */
  version: string
}

/**
 * The body of a capture: what the media itself tells, before what the platform's adapter read, before what stands about
 * the page in general. Without `autoFillEnabled` the user says what it is; only where it was found is filled in.
 */
export function makeCapture({ id, sighting, readings, preferences, place, version }: Making): CaptureBody {
  const told = preferences.autoFillEnabled ? mergeReadings([...readings, ...sighting.readings]) : {}
  const { platformKey = platformOf(sighting), metadata, ...rest } = told
  return withoutGaps({
    ...(place && placed(place)),
    ...rest,
    platformKey,
    platformLabel: platformKey === hostOf(sighting.pageUrl) ? platformKey : undefined,
    assetType: assetTypeOf(sighting.kind, preferences.defaultAssetType),
    status: preferences.defaultStatus,
    outputUrl: webAddress(sighting.mediaUrl),
    thumbnailUrl: webAddress(sighting.thumbnailUrl),
    sourceUrl: webAddress(sighting.pageUrl),
    metadata: { ...sizeOf(sighting), ...metadata },
    provenance: {
      captureId: id,
      source: 'extension',
      extensionVersion: version,
      pageTitle: sighting.pageTitle.slice(0, 500) || undefined,
      readFrom: preferences.autoFillEnabled
        ? [...readings, ...sighting.readings].map(({ source }) => nameOfSource(source))
        : [],
    },
  })
}

/** An unknown key is kept by the service as it is, so that a capture from anywhere can be filed. */
function platformOf({ adapter, pageUrl }: Sighting): string {
  return adapter?.platform ?? platformAt(pageUrl) ?? hostOf(pageUrl)
}

function hostOf(address: string): string {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return host.replace(/^www\./, '').slice(0, 100) || 'local'
}

const typesOf: Record<MediaKind, readonly [AssetType, ...AssetType[]]> = {
  image: ['IMAGE', 'STORYBOARD', 'OTHER'],
  video: ['VIDEO', 'STORYBOARD', 'OTHER'],
  audio: ['AUDIO', 'MUSIC', 'VOICE', 'NARRATION', 'OTHER'],
}

/** The user's default, where it can be one. */
function assetTypeOf(kind: MediaKind, preferred: AssetType): AssetType {
  const types = typesOf[kind]
  return types.includes(preferred) ? preferred : types[0]
}

function placed({ projectId, sceneId, shotId, characterName }: PlaceAtHand): CaptureBody {
  return {
    projectId,
    sceneId,
    ...(shotId && { shotId }),
    ...(characterName && { tags: [characterName] }),
  }
}

function sizeOf({ width, height, duration }: Sighting): Record<string, unknown> {
  return withoutGaps({
    width: width || undefined,
    height: height || undefined,
    durationSeconds: Number.isFinite(duration) ? duration : undefined,
  })
}

/** What only the page can read is no address for anybody else; what is too long is refused by the service. */
function webAddress(address: string | undefined): string | undefined {
  return address && /^https?:/i.test(address) && address.length <= 8192 ? address : undefined
}

function withoutGaps<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}
