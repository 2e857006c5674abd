import type { Reading } from '@dailies/reading/reading.ts'
import { answersHere } from '../network/answers-here.ts'
import type { Adapter, AdapterReading, ShownMedia } from '../platforms/adapter.ts'
import { findAdapter } from '../platforms/find-adapter.ts'
import { readGeneric } from '../platforms/generic.ts'
import { adaptersHere } from '../platforms/script.ts'
import { limited } from './limited.ts'
import { addressesOf, addressOf, type MediaElement } from './media-address.ts'

/** The adapter for this page as it is now. */
export function pageAdapter(): Adapter | undefined {
  return findAdapter(adaptersHere(), location.href, document.documentElement)
}

/** What the adapter tells. One that throws met something that it does not know. */
export function readByAdapter(
  element: MediaElement,
  adapter: Adapter | undefined,
): AdapterReading | undefined {
  try {
    return adapter?.read(shown(element), document.documentElement)
  } catch {
    return { state: 'changed' }
  }
}

/** What the page was told, by a recipe; the adapter's reading; what was told, by a guess; that of the generic reader. */
export function readingsOf(
  element: MediaElement,
  adapter: Adapter | undefined,
  told: AdapterReading | undefined,
  selection?: string,
): Reading[] {
  const readings: Reading[] = []
  const { address, addresses } = shown(element)
  const answered = answersHere()?.readingOf(address, sameMedia(element, addresses), adapter?.platform)
  const isGuess = answered?.source.kind === 'answer' && answered.source.isGuess
  if (answered && !isGuess) readings.push(limited(answered))
  if (adapter && told?.state === 'matched') {
    const { platform } = adapter
    readings.push(limited({ source: { kind: 'adapter', platform }, platformKey: platform, ...told.reading }))
  }
  if (answered && isGuess) readings.push(limited(answered))
  try {
    readings.push(limited(readGeneric(shown(element), document.documentElement, selection)))
  } catch {
    // A page in which nothing can be looked up tells nothing.
  }
  return readings
}

/** Where `src` was changed, and the new media are not there yet, it says nothing of what is. */
function sameMedia({ currentSrc, src }: MediaElement, addresses: readonly string[]): string[] {
  return addresses.filter((address) => address !== src || address === currentSrc)
}

/** Where the file behind a `blob:` address is on the web, as the page got it from there. */
export function webAddressOf(address: string): string | undefined {
  return address.startsWith('blob:') ? answersHere()?.webAddressOf(address) : undefined
}

function shown(element: MediaElement): ShownMedia {
  return { element, address: addressOf(element) ?? '', addresses: addressesOf(element) }
}

/**
 * The names by which the service may know media that were captured before: an address on the web, an id of the platform.
 * Where a job may have had several outputs, its id does not tell which of them was captured.
 */
export function namesOf(element: MediaElement, adapter: Adapter | undefined): string[] {
  const told = readByAdapter(element, adapter)
  const { original, reading } = told?.state === 'matched' ? told : {}
  const address = original?.mediaUrl ?? addressOf(element) ?? ''
  const id = adapter?.names === 'output' && reading?.externalAssetId
  return [isWebAddress(address) && address, id].filter((name) => typeof name === 'string')
}

export function isWebAddress(name: string): boolean {
  return /^https?:.{1,8000}$/.test(name)
}
