import { browser } from 'wxt/browser'
import { readMedia } from '../media/media-queue.ts'
import type { CaptureOutcome } from '../messages.ts'
import { onCapturesChange, readCapture } from '../queue/captures.ts'
import type { QueuedCapture } from '../queue/queued-capture.ts'
import type { QueueStatus } from '../queue/sender.ts'
import { readSetting } from '../store/database.ts'
import { text } from '../texts.ts'
import { missingWords } from './missing.ts'

/** So long a page waits for an answer. Milliseconds. */
const patience = 6_000

/** Between looks, for each that is looked at, and at the most. Milliseconds. */
const restEach = 5
const longestRest = 500

/**
 * What became of captures, once it is known of all of them: filed, set aside, or why they wait. After six seconds as far as it
 * is known then.
 */
export async function outcomesOf(ids: readonly string[]): Promise<CaptureOutcome[]> {
  const until = Date.now() + patience
  for (;;) {
    const changed = nextChange(until - Date.now())
    const captures = await Promise.all(ids.map(readCapture))
    const hindrance = await whyNothingIsSent()
    const isKnown = captures.every((capture) => !capture || isSettled(capture, hindrance))
    if (isKnown || Date.now() >= until) {
      changed.end()
      return Promise.all(captures.map((capture, index) => outcomeOf(ids[index]!, capture, hindrance)))
    }
    await changed.happened
    // Of hundreds each tells when it changes.
    await new Promise((resolve) => setTimeout(resolve, Math.min(longestRest, ids.length * restEach)))
  }
}

export async function outcomeOf(
  id: string,
  capture: QueuedCapture | undefined,
  hindrance?: string,
): Promise<CaptureOutcome> {
  if (!capture) return { id, state: 'gone' }
  const { body, asset, unread, changedAdapter } = capture
  const state = capture.state === 'syncing' ? 'pending' : capture.state
  const shotCode = await codeOf(body.shotId)
  const bytes = await bytesOf(capture)
  const reason = reasonOf(capture, unread ? undefined : hindrance)
  return {
    id,
    state,
    ...(body.sceneId && { sceneId: body.sceneId }),
    ...(shotCode && { shotCode }),
    ...(asset && { versionNumber: asset.versionNumber }),
    ...(reason && { reason }),
    ...(bytes && { bytes }),
    ...(changedAdapter && { isChanged: true }),
  }
}

function isSettled({ state, unread }: QueuedCapture, hindrance: string | undefined): boolean {
  if (state !== 'pending' && state !== 'syncing') return true
  return !unread && hindrance !== undefined
}

function reasonOf({ state, problem }: QueuedCapture, hindrance: string | undefined): string | undefined {
  if (state === 'draft') return problem && missingWords(problem)
  if (state === 'failed') return problem?.message
  return state === 'synced' ? undefined : hindrance
}

/** In words; undefined while all goes well. */
async function whyNothingIsSent(): Promise<string | undefined> {
  const connection = await readSetting('connection')
  if (!connection) return text('waitsNoConnection')
  if (connection.state !== 'connected') return text('waitsRefused')
  const { queueStatus } = await browser.storage.session.get('queueStatus')
  const { state, reason } = (queueStatus ?? {}) as Partial<QueueStatus>
  return state === 'waiting' ? reason : undefined
}

/** As the panel read it last: nothing is asked for it. */
async function codeOf(shotId: string | undefined): Promise<string | undefined> {
  if (!shotId) return undefined
  const shots = (await readSetting('known.shots'))?.items
  return shots?.find(({ id }) => id === shotId)?.shotCode
}

/** Of media that others can fetch nothing needs to be said. */
async function bytesOf({ id }: QueuedCapture): Promise<CaptureOutcome['bytes']> {
  const media = await readMedia(id)
  if (!media || media.address) return undefined
  if (media.state === 'taking') return 'coming'
  return media.state === 'left' ? 'unreadable' : undefined
}

/** Of the queue, or of what is known of it as a whole; or that so many milliseconds went by. */
function nextChange(milliseconds: number): { happened: Promise<void>; end: () => void } {
  let end = () => {}
  const happened = new Promise<void>((resolve) => {
    const endListening = onCapturesChange(() => end())
    const onSession = () => end()
    browser.storage.session.onChanged.addListener(onSession)
    const timer = setTimeout(() => end(), Math.max(0, milliseconds))
    end = () => {
      clearTimeout(timer)
      endListening()
      browser.storage.session.onChanged.removeListener(onSession)
      resolve()
    }
  })
  return { happened, end: () => end() }
}
