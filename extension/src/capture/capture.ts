import { browser } from 'wxt/browser'
import { client } from '../connection/client.ts'
import type { CaptureReply } from '../messages.ts'
import { placeAtHand } from '../place/place-at-hand.ts'
import { knownPreferences, refreshProfile } from '../place/profile.ts'
import { newCaptureId } from '../queue/capture-id.ts'
import { addCaptures, changeCaptures, listUnread } from '../queue/captures.ts'
import type { QueuedCapture } from '../queue/queued-capture.ts'
import { readMedia } from '../read/read-media.ts'
import { text } from '../texts.ts'
import { fetchMedia } from './fetch-media.ts'
import { makeCapture } from './make-capture.ts'
import { missing } from './missing.ts'
import type { Reading } from './reading.ts'
import type { Sighting } from './sighting.ts'

/** Media that are read at the same time. */
const atOnce = 4

/** So long it is waited for the preferences; then those that are known count. Milliseconds. */
const preferencesWait = 2_000

/**
 * Stores what was found on a page, first with what the page tells; then reads the media themselves, and the user's
 * preferences, which may be others by now. `onReady` is told whenever something can be sent.
 */
export async function capture(sightings: readonly Sighting[], onReady: () => void): Promise<CaptureReply> {
  const captures = await Promise.all(sightings.map((sighting) => queued(newCaptureId(), sighting)))
  await addCaptures(captures)
  onReady()
  await freshPreferences()
  const read = await readAll(captures, onReady)
  return {
    stored: read.map(({ id, state, problem }) => ({
      id,
      state: state === 'failed' ? 'failed' : 'pending',
      ...(problem && { reason: problem.message }),
    })),
  }
}

/** Goes on with those whose media was being read when the browser died. */
export async function readLeftOver(onReady: () => void): Promise<void> {
  await readAll(await listUnread(), onReady)
}

/** So that a preference that was changed in the console counts here at once, if the service is there to tell. */
async function freshPreferences(): Promise<void> {
  const dailies = await client(preferencesWait)
  if (dailies) await refreshProfile(dailies).catch(() => undefined)
}

async function queued(id: string, sighting: Sighting): Promise<QueuedCapture> {
  return {
    id,
    state: 'pending',
    body: await bodyOf(id, sighting, []),
    unread: sighting,
    readings: sighting.readings.map(({ source }) => source),
    ...(sighting.adapter?.state === 'changed' && { changedAdapter: sighting.adapter.platform }),
    createdAt: new Date().toISOString(),
  }
}

async function bodyOf(id: string, sighting: Sighting, readings: Reading[]) {
  const [preferences, place] = await Promise.all([knownPreferences(), placeAtHand()])
  const { version } = browser.runtime.getManifest()
  return makeCapture({ id, sighting, readings, preferences, place, version })
}

async function readAll(captures: readonly QueuedCapture[], onReady: () => void): Promise<QueuedCapture[]> {
  const read: QueuedCapture[] = []
  const left = captures.entries()
  const reader = async () => {
    for (const [place, capture] of left) {
      read[place] = await readOne(capture)
      onReady()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, reader))
  return read
}

async function readOne(capture: QueuedCapture): Promise<QueuedCapture> {
  const sighting = capture.unread
  if (!sighting) return capture
  const bytes = sighting.bytes ? decoded(sighting.bytes) : await fetchMedia(sighting.mediaUrl)
  const readings = bytes ? await readMedia(bytes) : []
  const body = await bodyOf(capture.id, sighting, readings)
  const problem = missing(body)
  const change: Partial<QueuedCapture> = {
    body,
    readings: [...readings, ...sighting.readings].map(({ source }) => source),
    unread: undefined,
    state: problem ? 'failed' : 'pending',
    problem,
  }
  await changeCaptures(new Map([[capture.id, change]]))
  return { ...capture, ...change }
}

/** From base64; nothing when it is none. */
function decoded(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Of media that no script could be asked about: the browser's own viewer, a page that admits none. */
export function bareSighting({
  mediaUrl,
  kind,
  pageUrl,
  pageTitle,
}: Pick<Sighting, 'mediaUrl' | 'kind' | 'pageUrl' | 'pageTitle'>): Sighting {
  return { mediaUrl, kind, pageUrl, pageTitle: pageTitle || text('captureNoTitle'), readings: [] }
}
