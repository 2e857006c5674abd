import type { Reading } from '@dailies/reading/reading.ts'
import { answersHere } from '../network/answers-here.ts'
import type { Adapter, AdapterReading, ShownMedia } from '../platforms/adapter.ts'
import { findAdapter } from '../platforms/find-adapter.ts'
import { readGeneric } from '../platforms/generic.ts'
import { adaptersHere } from '../platforms/script.ts'
import type { TaughtReading } from '../teaching/read-taught.ts'
import { taughtHere } from '../teaching/taught-here.ts'
import { limited } from './limited.ts'
import { addressesOf, addressOf } from './media-address.ts'

/** The adapter for this page as it is now. */
export function pageAdapter(): Adapter | undefined {
  return findAdapter(adaptersHere(), location.href, document.documentElement)
}

/** What the adapter tells. One that throws met something that it does not know. */
export function readByAdapter(
  element: HTMLElement,
  adapter: Adapter | undefined,
): AdapterReading | undefined {
  try {
    return adapter?.read(shown(element), document.documentElement)
  } catch {
    return { state: 'changed' }
  }
}

/** What the artist pointed at on this host. Rules that throw met something that they do not know. */
export function readByRules(element: Element): TaughtReading | undefined {
  try {
    return taughtHere()?.read(element)
  } catch {
    return { host: location.host }
  }
}

/**
 * What the page was told, by a recipe; the adapter's reading; what was pointed at; what the page was told, by a guess; that of
 * the generic reader, without a prompt where those who pointed at one expect another.
 */
export function readingsOf(
  element: HTMLElement,
  adapter: Adapter | undefined,
  told: AdapterReading | undefined,
  taught: TaughtReading | undefined,
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
  if (taught?.reading) readings.push(limited(taught.reading))
  // Where somebody pointed at a prompt and it is not there any more, none is guessed.
  const isLost = taught !== undefined && !taught.reading?.prompt
  if (answered && isGuess) readings.push(limited(isLost ? { ...answered, prompt: undefined } : answered))
  try {
    const { prompt, ...generic } = readGeneric(shown(element), document.documentElement, selection)
    readings.push(limited({ ...generic, prompt: taught ? selection : prompt }))
  } catch {
    // A page in which nothing can be looked up tells nothing.
  }
  return readings
}

/** Where `src` was changed, and the new media are not there yet, it says nothing of what is. */
function sameMedia(element: HTMLElement, addresses: readonly string[]): string[] {
  const { currentSrc, src } = element as Partial<HTMLImageElement>
  return addresses.filter((address) => address !== src || currentSrc === undefined || address === currentSrc)
}

/** Where the file behind a `blob:` address is on the web, as the page got it from there. */
export function webAddressOf(address: string): string | undefined {
  return address.startsWith('blob:') ? answersHere()?.webAddressOf(address) : undefined
}

function shown(element: HTMLElement): ShownMedia {
  return { element, address: addressOf(element) ?? '', addresses: addressesOf(element) }
}

/**
 * The names by which the service may know media that were captured before: an address on the web, an id of the platform.
 * Where a job may have had several outputs, its id does not tell which of them was captured.
 */
export function namesOf(element: HTMLElement, adapter: Adapter | undefined): string[] {
  const told = readByAdapter(element, adapter)
  const { original, reading } = told?.state === 'matched' ? told : {}
  const address = original?.mediaUrl ?? addressOf(element) ?? ''
  const id = adapter?.names === 'output' && reading?.externalAssetId
  return [isWebAddress(address) && address, id].filter((name) => typeof name === 'string')
}

export function isWebAddress(name: string): boolean {
  return /^https?:.{1,8000}$/.test(name)
}
