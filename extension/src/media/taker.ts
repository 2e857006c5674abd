import { type TextKey, text } from '../texts.ts'
import { askPage, PageFailed } from './ask-page.ts'
import { fetchFile } from './fetch-file.ts'
import { inTurn } from './in-turn.ts'
import { changeAndEmpty, listTaking } from './media-queue.ts'
import { mediaHindrance } from './network.ts'
import { mostOfFile, patience } from './piece.ts'
import { Silent } from './pieces-of.ts'
import type { QueuedMedia } from './queued-media.ts'
import { type Refusal, storePieces } from './store-pieces.ts'

/** Files that are fetched at the same time, and pages that are asked: one file of a page at a time. */
const atOnce = 3

/** Those that are looked at to choose the next one of. */
const inSight = 200

export interface Taker {
  /** There may be something to take. */
  wake(): void
  /** Ends what is being done for a capture. */
  leave(id: string): void
  /** Whether it is at work. */
  isBusy(): boolean
}

/** What became of a try. `next`: somebody else may have it. */
type Outcome = 'taken' | 'next' | 'unwanted' | TextKey

const words: Record<Exclude<Refusal, 'unwanted'>, TextKey> = {
  tooLarge: 'mediaTooLarge',
  tooMany: 'mediaTooMany',
  noRoom: 'mediaNoRoomHere',
  empty: 'mediaEmpty',
}

/**
 * Brings the bytes of what was captured onto the disk: from their site or, where that refuses, by the page that shows
 * them. What the browser left half-way is begun again. `onTaken` is called when a file is there.
 */
export function openTaker(onTaken: () => void): Taker {
  const running = new Map<string, { media: QueuedMedia; ending: AbortController }>()

  const look = async () => {
    if (await mediaHindrance()) return
    for (const media of (await listTaking(inSight)).sort(firstThePages)) {
      if (!running.has(media.id) && hasPlaceFor(media)) void run(media)
    }
  }

  const hasPlaceFor = ({ asksPage, page }: QueuedMedia) => {
    const same = [...running.values()].filter(({ media }) => Boolean(media.asksPage) === Boolean(asksPage))
    const isAsked = asksPage && same.some(({ media }) => media.page?.tabId === page?.tabId)
    return same.length < atOnce && !isAsked
  }

  const run = async (media: QueuedMedia) => {
    const ending = new AbortController()
    running.set(media.id, { media, ending })
    const timer = setTimeout(() => ending.abort(), patience)
    try {
      const outcome = await take(media, ending.signal)
      if (outcome === 'taken') onTaken()
      else await settle(media, outcome)
    } catch (error) {
      console.error(error)
      await leave(media.id, 'mediaUnreadable').catch(console.error)
    } finally {
      clearTimeout(timer)
      // What was not read to its end would come on.
      ending.abort()
      running.delete(media.id)
      wake()
    }
  }

  const wake = inTurn(look)

  return {
    wake,
    leave: (id) => running.get(id)?.ending.abort(),
    isBusy: () => running.size > 0,
  }
}

/** A page may be closed, and a site is there tomorrow. */
function firstThePages(one: QueuedMedia, other: QueuedMedia): number {
  return Number(other.asksPage ?? false) - Number(one.asksPage ?? false)
}

function take(media: QueuedMedia, signal: AbortSignal): Promise<Outcome> {
  return media.asksPage || !media.address ? takeFromPage(media, signal) : takeFromSite(media, signal)
}

async function takeFromSite(media: QueuedMedia, signal: AbortSignal): Promise<Outcome> {
  const { id, address, withCookies = false } = media
  const file = await fetchFile(address!, { withCookies, signal })
  if (!file) return 'next'
  if ((file.bytes ?? 0) > mostOfFile) return 'mediaTooLarge'
  // What an earlier try left.
  if (!(await changeAndEmpty(id, { bytes: file.bytes }, 'taking'))) return 'unwanted'
  try {
    return outcomeOf(await storePieces(id, file.pieces, { signal }))
  } catch {
    return signal.aborted ? 'mediaSlow' : 'next'
  }
}

async function takeFromPage({ id, page, stored = 0 }: QueuedMedia, signal: AbortSignal): Promise<Outcome> {
  if (!page) return 'mediaUnreadable'
  try {
    return outcomeOf(await storePieces(id, askPage(page, stored), { signal, begin: stored }))
  } catch (error) {
    if (error instanceof PageFailed) return problems[error.problem]
    return error instanceof Silent ? 'mediaSlow' : 'mediaUnreadable'
  }
}

const problems = { gone: 'mediaPageGone', closed: 'mediaClosed', silent: 'mediaSlow' } as const

function outcomeOf(refusal: Refusal | undefined): Outcome {
  if (!refusal) return 'taken'
  return refusal === 'unwanted' ? 'unwanted' : words[refusal]
}

async function settle({ id, page }: QueuedMedia, outcome: Exclude<Outcome, 'taken'>): Promise<void> {
  if (outcome === 'unwanted') return
  if (outcome !== 'next') return leave(id, outcome)
  if (!page) return leave(id, 'mediaUnreadable')
  await changeAndEmpty(id, { asksPage: true, bytes: undefined }, 'taking')
}

async function leave(id: string, reason: TextKey): Promise<void> {
  await changeAndEmpty(id, { state: 'left', problem: text(reason), bytes: undefined }, 'taking')
}
