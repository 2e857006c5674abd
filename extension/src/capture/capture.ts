import type { Preferences } from '@dailies/contract/preferences.ts'
import { readMedia } from '@dailies/reading/read-media.ts'
import type { Reading } from '@dailies/reading/reading.ts'
import { browser } from 'wxt/browser'
import { client } from '../connection/client.ts'
import { sendsCookies } from '../media/allowed-address.ts'
import { bytesIn } from '../media/ask-page.ts'
import { inTurn } from '../media/in-turn.ts'
import { type CapturedFrom, mediaOf } from '../media/media-of.ts'
import { fileOf, idsOfFiles, readMedia as readQueuedMedia } from '../media/media-queue.ts'
import { type QueuedMedia, sendMediaByDefault } from '../media/queued-media.ts'
import type { CaptureReply } from '../messages.ts'
import type { PlaceAtHand } from '../place/place.ts'
import { placeAtHand } from '../place/place-at-hand.ts'
import { knownPreferences, refreshProfile } from '../place/profile.ts'
import { newCaptureId } from '../queue/capture-id.ts'
import { addCaptures, changeCaptures, listUnread } from '../queue/captures.ts'
import { guessedFields } from '../queue/guessed-fields.ts'
import type { QueuedCapture } from '../queue/queued-capture.ts'
import { readSetting } from '../store/database.ts'
import { noteMatches } from '../teaching/rules.ts'
import { text } from '../texts.ts'
import { fetchMedia, mostRead } from './fetch-media.ts'
import { makeCapture } from './make-capture.ts'
import { missing } from './missing.ts'
import { noteCaptured } from './same-again.ts'
import type { Sighting } from './sighting.ts'

/** Media that are read at the same time. */
const atOnce = 4

/** So long it is waited for the preferences; then those that are known count. Milliseconds. */
const preferencesWait = 2_000

/** Characters of bytes that come along with a capture: 8 MiB in base64. */
const mostCharacters = (8 * 1024 ** 2 * 4) / 3 + 4

type Change = Partial<QueuedCapture>

/** Captures that are being read here. */
const reading = new Set<string>()

/**
 * Stores what was found on a page, with what the page tells; returns when all of it is on the disk. After that it reads the
 * media themselves, and the user's preferences, which may be others by now. `onReady` is told whenever something can be sent.
 */
export async function capture(
  sightings: readonly Sighting[],
  from: CapturedFrom,
  onReady: () => void,
): Promise<CaptureReply> {
  const [place, preferences] = await Promise.all([placeAtHand(), knownPreferences()])
  const isSent = ((await readSetting('sendMedia')) ?? sendMediaByDefault) !== 'never'
  const bytes = new Map<string, Blob>()
  const media: QueuedMedia[] = []
  const captures = sightings.map(({ bytes: base64, ...sighting }) => {
    const id = newCaptureId()
    const content = base64 && base64.length <= mostCharacters ? bytesIn(base64) : undefined
    if (content) bytes.set(id, new Blob([content]))
    if (isSent) media.push(mediaOf(id, sighting, from, content?.length))
    return queued(id, { sighting, place, preferences }, from)
  })
  // Where there is no room for the bytes there is still for the capture.
  await addCaptures(captures, { media, bytes }).catch(() =>
    addCaptures(captures, { media: media.map(withoutBytes) }),
  )
  onReady()
  noteCaptured(captures)
  noteMatches(new Set(sightings.flatMap(({ taught }) => taught?.rule ?? []))).catch(console.error)
  readAll(captures, onReady).catch(console.error)
  return { stored: captures.map(({ id }) => ({ id, state: 'pending' })) }
}

/** Goes on with those whose media was being read when the background ended. */
export async function readLeftOver(onReady: () => void): Promise<void> {
  const left = (await listUnread()).filter(({ id }) => !reading.has(id))
  if (left.length > 0) await readAll(left, onReady)
}

interface Found {
  sighting: Sighting
  place: PlaceAtHand | undefined
  preferences: Preferences
}

function queued(id: string, found: Found, { url }: CapturedFrom): QueuedCapture {
  const { sighting, place } = found
  return {
    id,
    state: 'pending',
    body: bodyOf(id, found, []),
    unread: { sighting, place, page: url, withCookies: sendsCookies(sighting.mediaUrl, url) },
    readings: sighting.readings.map(({ source }) => source),
    ...(sighting.adapter?.state === 'changed' && { changedAdapter: sighting.adapter.platform }),
    ...(sighting.taught &&
      !sighting.readings.some(({ prompt }) => prompt) && { changedRules: sighting.taught.host }),
    createdAt: new Date().toISOString(),
  }
}

function bodyOf(id: string, found: Found, readings: Reading[]) {
  const { version } = browser.runtime.getManifest()
  return makeCapture({ id, ...found, readings, version })
}

async function readAll(captures: readonly QueuedCapture[], onReady: () => void): Promise<void> {
  for (const { id } of captures) reading.add(id)
  const here = await whichAreHere(captures).catch((error: unknown) => {
    for (const { id } of captures) reading.delete(id)
    throw error
  })
  // Whatever was read while the last ones were being stored is stored together.
  const read = new Map<string, Change>()
  const store = inTurn(async () => {
    const some = new Map(read)
    read.clear()
    // What a crash of the machine takes is read again.
    const change = changeCaptures(some, { onlyIf: 'pending', durability: 'relaxed' })
    await change.finally(() => {
      for (const id of some.keys()) reading.delete(id)
    })
    onReady()
  })
  const left = captures.values()
  const reader = async () => {
    for (const capture of left) {
      // One that cannot be read or stored now is read again when the background begins anew, or is woken.
      const change = await readOne(capture, here.has(capture.id)).catch(console.error)
      if (change) read.set(capture.id, change)
      else reading.delete(capture.id)
      store()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, reader))
}

async function whichAreHere(captures: readonly QueuedCapture[]): Promise<Set<string>> {
  await freshPreferences()
  return idsOfFiles(captures.map(({ id }) => id))
}

/** So that a preference that was changed in the console counts here at once, if the service is there to tell. */
async function freshPreferences(): Promise<void> {
  const dailies = await client(preferencesWait)
  if (dailies) await refreshProfile(dailies).catch(() => undefined)
}

async function readOne({ id, unread }: QueuedCapture, isHere: boolean): Promise<Change | undefined> {
  if (!unread) return
  const { sighting, page, withCookies = false } = unread
  const bytes =
    (isHere ? await bytesHere(id) : undefined) ?? (await fetchMedia(sighting.mediaUrl, { page, withCookies }))
  const readings = bytes ? await readMedia(bytes) : []
  // It goes where it was captured to; or, if nothing was chosen until then, to what was since.
  const place = unread.place ?? (await placeAtHand())
  const body = bodyOf(id, { sighting, place, preferences: await knownPreferences() }, readings)
  const problem = missing(body)
  const all = [...readings, ...sighting.readings]
  return {
    body,
    readings: all.map(({ source }) => source),
    guessed: guessedFields(all),
    unread: undefined,
    state: problem ? 'draft' : 'pending',
    problem,
  }
}

/** What came along, or is here by now: its beginning, as of a file that is fetched. */
async function bytesHere(id: string): Promise<Uint8Array | undefined> {
  if ((await readQueuedMedia(id))?.state === 'taking') return undefined
  const file = await fileOf(id)
  return file && new Uint8Array(await file.slice(0, mostRead).arrayBuffer())
}

function withoutBytes({ stored, bytes: _, ...media }: QueuedMedia): QueuedMedia {
  return stored ? { ...media, state: 'left', problem: text('mediaNoRoomHere') } : media
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
