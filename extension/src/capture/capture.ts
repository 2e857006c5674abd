import { browser } from 'wxt/browser'
import { client } from '../connection/client.ts'
import type { CaptureReply } from '../messages.ts'
import type { PlaceAtHand } from '../place/place.ts'
import { placeAtHand } from '../place/place-at-hand.ts'
import { knownPreferences, refreshProfile } from '../place/profile.ts'
import { newCaptureId } from '../queue/capture-id.ts'
import { addCaptures, changeCaptures, listUnread, readBytes, readCapture } from '../queue/captures.ts'
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

/** So long a page waits to hear what became of its captures, which are stored long before. Milliseconds. */
const replyWait = 6_000

/** Captures that are being read here. */
const reading = new Set<string>()

/**
 * Stores what was found on a page, first with what the page tells; then reads the media themselves, and the user's
 * preferences, which may be others by now. `onReady` is told whenever something can be sent.
 */
export async function capture(sightings: readonly Sighting[], onReady: () => void): Promise<CaptureReply> {
  const place = await placeAtHand()
  const bytes = new Map<string, Uint8Array>()
  const captures = await Promise.all(
    sightings.map(({ bytes: base64, ...sighting }) => {
      const id = newCaptureId()
      const content = base64 && decoded(base64)
      if (content) bytes.set(id, content)
      return queued(id, sighting, place)
    }),
  )
  // Where there is no room for the bytes there is still for the capture.
  await addCaptures(captures, bytes).catch(() => addCaptures(captures))
  onReady()
  const ids = captures.map(({ id }) => id)
  await Promise.race([readAll(ids, onReady), pause(replyWait)])
  const stored = await Promise.all(ids.map(readCapture))
  return {
    stored: ids.map((id, index) => {
      const { state, problem } = stored[index] ?? {}
      return {
        id,
        state: state === 'failed' ? 'failed' : 'pending',
        ...(problem && { reason: problem.message }),
      }
    }),
  }
}

/** Goes on with those whose media was being read when the background ended. */
export async function readLeftOver(onReady: () => void): Promise<void> {
  const left = (await listUnread()).map(({ id }) => id).filter((id) => !reading.has(id))
  if (left.length > 0) await readAll(left, onReady)
}

async function queued(
  id: string,
  sighting: Sighting,
  place: PlaceAtHand | undefined,
): Promise<QueuedCapture> {
  return {
    id,
    state: 'pending',
    body: await bodyOf(id, { sighting, place }, []),
    unread: { sighting, place },
    readings: sighting.readings.map(({ source }) => source),
    ...(sighting.adapter?.state === 'changed' && { changedAdapter: sighting.adapter.platform }),
    createdAt: new Date().toISOString(),
  }
}

async function bodyOf(
  id: string,
  { sighting, place }: NonNullable<QueuedCapture['unread']>,
  readings: Reading[],
) {
  const preferences = await knownPreferences()
  const { version } = browser.runtime.getManifest()
  return makeCapture({ id, sighting, readings, preferences, place, version })
}

async function readAll(ids: readonly string[], onReady: () => void): Promise<void> {
  for (const id of ids) reading.add(id)
  await freshPreferences()
  const left = ids.values()
  const reader = async () => {
    for (const id of left) {
      // One that cannot be stored now is read again when the background begins anew, or is woken.
      await readOne(id).catch(console.error)
      reading.delete(id)
      onReady()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, reader))
}

/** So that a preference that was changed in the console counts here at once, if the service is there to tell. */
async function freshPreferences(): Promise<void> {
  const dailies = await client(preferencesWait)
  if (dailies) await refreshProfile(dailies).catch(() => undefined)
}

async function readOne(id: string): Promise<void> {
  const unread = (await readCapture(id))?.unread
  if (!unread) return
  const { sighting } = unread
  const bytes = (await readBytes(id)) ?? (await fetchMedia(sighting.mediaUrl))
  const readings = bytes ? await readMedia(bytes) : []
  // It goes where it was captured to; or, if nothing was chosen until then, to what was since.
  const place = unread.place ?? (await placeAtHand())
  const body = await bodyOf(id, { sighting, place }, readings)
  const problem = missing(body)
  const change: Partial<QueuedCapture> = {
    body,
    readings: [...readings, ...sighting.readings].map(({ source }) => source),
    unread: undefined,
    state: problem ? 'failed' : 'pending',
    problem,
  }
  await changeCaptures(new Map([[id, change]]), 'pending')
}

/** From base64; nothing when it is none. */
function decoded(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
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
