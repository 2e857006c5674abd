import type { Reading } from '@dailies/reading/reading.ts'
import { domainAt } from '../platforms/domains.ts'
import { longestRequest, type Told } from './channel.ts'
import type { Keeper } from './keeper.ts'
import { readAnswer, readAsked } from './read-answer.ts'
import type { Recipe } from './recipes/recipe.ts'
import type { Take } from './take.ts'
import { Takes } from './takes.ts'

/** Addresses of `blob:` that are known, and where each is from. */
const mostBlobs = 1000

/** Characters of an address, of the web's or an answer's. */
const longestAddress = 8000

/** Milliseconds. While answers keep coming, only every now and then: the page has the processor. */
const [piece, pieceAmid, pieceWaited, pause, quiet] = [8, 2, 20, 1000, 150]
/** Milliseconds that a capture waits for what has not been read yet; and those of them that the page has to wait, too. */
const [longestWait, longestStop] = [400, 40]

/** What this page was told, as page/read-page.ts asks for it. */
export interface Answers {
  /** When all is read that waited, if that is soon. */
  ready(): Promise<void>
  /**
   * Of the media at this address; or, where that tells nothing, at others that they go by. `known`: the platform of the page, where its
   * adapter says so.
   */
  readingOf(address: string, others: readonly string[], known?: string): Reading | undefined
  /** Where the file behind a `blob:` address can be had on the web. */
  webAddressOf(blobUrl: string): string | undefined
  /** Bytes that are kept, at most; for tests. */
  kept(): number
}

interface Blob {
  whole?: string
  parts: string[]
}

/**
 * Reads what the keeper has, when the page is quiet, or when something is captured; whatever was told may be a lie, or no end of it.
 */
export function startReader(keeper: Keeper, recipe: Recipe | undefined): Answers {
  const takes = new Takes()
  const blobs = new Map<string, Blob>()
  let lastTold = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: Generator<void> | undefined

  keeper.onTold = () => {
    lastTold = performance.now()
    if (timer === undefined) timer = setTimeout(goOn, quiet)
  }
  keeper.onTold()

  function goOn(): void {
    timer = undefined
    const isBusy = performance.now() - lastTold < quiet
    if (read(isBusy ? pieceAmid : piece)) timer = setTimeout(goOn, isBusy ? pause : 0)
  }

  /** Whether there is more. */
  function read(milliseconds: number): boolean {
    const end = performance.now() + milliseconds
    while (performance.now() < end) {
      const told = current ? undefined : keeper.next()
      if (!current && !told) return false
      try {
        if (told) current = begin(told)
        if (current?.next().done) current = undefined
      } catch {
        // What nobody foresaw tells nothing.
        current = undefined
      }
    }
    return true
  }

  /** What is left to be read of it. */
  function begin({ kind, url, request, text }: Told): Generator<void> | undefined {
    if (kind === 'blob') onBlob(url, request, text)
    if (kind !== 'answer') return undefined
    return readAnswer({ url: url.slice(0, longestAddress), request, text }, recipe, onTake)
  }

  function onTake(take: Take): void {
    takes.add(take)
  }

  function onBlob(url: string, kind: string, address: string): void {
    if (!url.startsWith('blob:') || url.length > 500) return
    // One that is cut off leads elsewhere, and part of a text keeps all of it in memory.
    if (address.length > (kind === 'asked' ? longestRequest : longestAddress)) return
    const blob = blobs.get(url) ?? { parts: [] }
    if (kind === 'asked') readAsked(address, url, recipe, onTake)
    else if (kind === 'whole') blob.whole = address
    else if (blob.parts.length < 4) blob.parts.push(address)
    blobs.set(url, blob)
    const [oldest] = blobs.keys()
    if (blobs.size > mostBlobs && oldest) blobs.delete(oldest)
  }

  function webAddressOf(blobUrl: string): string | undefined {
    read(longestStop)
    const { whole, parts = [] } = blobs.get(blobUrl) ?? {}
    // Of a film that is put together of several files none is the film.
    const address = whole ?? (parts.length === 1 ? parts[0] : undefined)
    return address && /^https?:/i.test(address) ? address : undefined
  }

  /** A `blob:` says nothing by itself; where it is from does. */
  function withSources(addresses: readonly string[]): string[] {
    return addresses.flatMap((address) => {
      const { whole, parts = [] } = blobs.get(address) ?? {}
      return [address, ...(whole ? [whole] : parts)]
    })
  }

  return {
    async ready() {
      const end = performance.now() + longestWait
      while (performance.now() < end && read(pieceWaited)) await new Promise((resolve) => setTimeout(resolve))
    },
    readingOf(address, others, known) {
      read(longestStop)
      const found = takes.find(withSources([address])) ?? takes.find(withSources(others.slice(0, 50)))
      const platform = recipe?.platform ?? known ?? domainAt(location.href)
      if (!found || found === 'doubt' || !platform) return undefined
      const { reading, isGuess } = found
      return {
        source: { kind: 'answer', platform, ...(isGuess && { isGuess }) },
        platformKey: platform,
        ...reading,
      }
    },
    webAddressOf,
    kept: () => takes.bytes + keeper.characters * 2,
  }
}
