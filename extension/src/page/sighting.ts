import type { MediaKind, Sighting } from '../capture/sighting.ts'
import { answersHere } from '../network/answers-here.ts'
import { taughtHere } from '../teaching/taught-here.ts'
import { drawingOf } from './drawing.ts'
import { hold } from './hold-media.ts'
import { addressOf, kindOf, posterOf } from './media-address.ts'
import { blobBehind, smallBytes } from './read-bytes.ts'
import { pageAdapter, readByAdapter, readByRules, readingsOf, webAddressOf } from './read-page.ts'

/** What a page showed at one moment: what the element shows later, or that it is gone, changes nothing of it. */
export interface Seen {
  sighting: Sighting
  /** By it the same is known again. */
  address: string
  /** Undefined where nobody can read it. */
  blob?: () => Promise<Blob | undefined>
}

/**
 * What the page tells of what this element shows; undefined while there is nothing in it. `selection`: see readGeneric. Throws an
 * Error in words for a drawing that no script may read.
 */
export async function see(element: HTMLElement, selection?: string): Promise<Seen | undefined> {
  if (element.localName === 'canvas') return seeDrawing(element as HTMLCanvasElement, selection)
  const seen = seeNow(element, selection)
  // The page may let go of it, and may show another one by then.
  const blob = seen?.blob?.()
  await allRead()
  const now = seeNow(element, selection)
  if (!seen || now?.address !== seen.address) return seen
  return { ...seen, sighting: now.sighting, ...(blob && { blob: () => blob }) }
}

async function seeDrawing(canvas: HTMLCanvasElement, selection?: string): Promise<Seen> {
  const drawing = await drawingOf(canvas)
  await allRead()
  const sighting = sightingFrom(canvas, { mediaUrl: 'data:image/png,', selection })
  return { sighting, address: '', blob: async () => drawing }
}

/** What the page was told, and what was pointed at here. */
async function allRead(): Promise<void> {
  await Promise.all([taughtHere()?.ready(), answersHere()?.ready()])
}

/** The same of all but drawings. */
export function seeNow(element: HTMLElement, selection?: string): Seen | undefined {
  const adapter = pageAdapter()
  const told = readByAdapter(element, adapter)
  const original = told?.state === 'matched' ? told.original : undefined
  const address = original?.mediaUrl ?? addressOf(element)
  if (!address) return undefined
  if (isWeb(address)) return { address, sighting: sightingFrom(element, { mediaUrl: address, selection }) }
  const mediaUrl = webAddressOf(address) ?? address
  return {
    address,
    sighting: sightingFrom(element, { mediaUrl, selection }),
    blob: once(() => blobBehind(address)),
  }
}

function sightingFrom(
  element: HTMLElement,
  { mediaUrl, selection }: { mediaUrl: string; selection?: string | undefined },
): Sighting {
  const adapter = pageAdapter()
  const told = readByAdapter(element, adapter)
  const original = told?.state === 'matched' ? told.original : undefined
  const taught = readByRules(element)
  const { naturalWidth, naturalHeight } = element as Partial<HTMLImageElement>
  const { videoWidth, videoHeight, duration } = element as Partial<HTMLVideoElement>
  const { width, height } = (element.localName === 'canvas' ? element : {}) as Partial<HTMLCanvasElement>
  return {
    ...bareSighting(mediaUrl, original?.kind ?? kindOf(element)),
    thumbnailUrl: original?.thumbnailUrl ?? posterOf(element),
    width: naturalWidth || videoWidth || width || undefined,
    height: naturalHeight || videoHeight || height || undefined,
    duration: duration && Number.isFinite(duration) ? duration : undefined,
    readings: readingsOf(element, adapter, told, taught, selection),
    adapter:
      adapter && told && told.state !== 'other'
        ? { platform: adapter.platform, state: told.state }
        : undefined,
    taught: taught && { host: taught.host, rule: taught.rule },
  }
}

/**
 * With how the bytes come to the background: with the capture where only this page has them and they are few, else when it
 * asks for them. Neither where no script can read them.
 */
export async function withContent({ sighting, blob }: Pick<Seen, 'sighting' | 'blob'>): Promise<Sighting> {
  const content = await blob?.()
  if (!content) return isWeb(sighting.mediaUrl) ? { ...sighting, heldAs: hold(sighting.mediaUrl) } : sighting
  const bytes = await smallBytes(content)
  return { ...sighting, ...(bytes ? { bytes } : { heldAs: hold('', content) }) }
}

/** What only an address is known of: no element on the page has it any more, or it is in a frame. */
export function seenBare(address: string, kind: MediaKind): Seen {
  const sighting = bareSighting(address, kind)
  return isWeb(address) ? { address, sighting } : { address, sighting, blob: once(() => blobBehind(address)) }
}

function bareSighting(mediaUrl: string, kind: MediaKind): Sighting {
  return {
    kind,
    mediaUrl: shortened(mediaUrl),
    pageUrl: location.href,
    pageTitle: document.title.slice(0, 1000),
    readings: [],
  }
}

function isWeb(address: string): boolean {
  return /^https?:/i.test(address)
}

/** The address of data is the data: it goes along as bytes, and never twice. */
function shortened(address: string): string {
  return address.startsWith('data:') ? `${address.slice(0, 100).split(',')[0]},` : address
}

function once<T>(work: () => T): () => T {
  let done: { result: T } | undefined
  return () => {
    done ??= { result: work() }
    return done.result
  }
}
