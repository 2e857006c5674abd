import type { Reading } from '@dailies/reading/reading.ts'
import { domainAt } from '../platforms/domains.ts'
import { asked, between, longestAnswer, longestRequest, offered, ready } from './channel.ts'
import { type Answer, readAnswer, readAsked } from './read-answer.ts'
import type { Recipe } from './recipes/recipe.ts'
import { Takes } from './takes.ts'

/** Characters of answers that wait to be read, and how many: the oldest are let go of. */
const mostWaiting = 6_000_000
const mostAnswers = 2000
/** Addresses of `blob:` that are known, and where each is from. */
const mostBlobs = 1000

/** Milliseconds. While answers keep coming, only every now and then: the page has the processor. */
const [piece, pieceAmid, pause, quiet] = [8, 3, 400, 150]
/** Milliseconds that a capture waits for what has not been read yet. */
const longestWait = 40

/** What this page was told, as page/read-page.ts asks for it. */
export interface Answers {
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
 * Listens to the observer (channel.ts), and keeps what it tells in the memory of this page alone, until the page goes. Reads it when the
 * page is quiet, or when something is captured; whatever was told may be a lie, or no end of it.
 */
export function startReader(recipe: Recipe | undefined): Answers {
  const takes = new Takes()
  const blobs = new Map<string, Blob>()
  const waiting: Answer[] = []
  let characters = 0
  let lastTold = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: Generator<void> | undefined

  meet((meeting) => {
    meeting.addEventListener('answer', (event) => onAnswer(textOf(event)))
    meeting.addEventListener('blob', (event) => onBlob(textOf(event)))
  })

  function onAnswer(told: string): void {
    if (told.length > longestAnswer + longestRequest + 10_000) return
    const [url, request, text] = partsOf(told)
    if (text.length < 2) return
    waiting.push({ url: url.slice(0, 8000), request, text })
    characters += request.length + text.length
    while (waiting.length > 1 && (characters > mostWaiting || waiting.length > mostAnswers)) drop()
    lastTold = performance.now()
    if (timer === undefined) timer = setTimeout(goOn, quiet)
  }

  function drop(): void {
    const oldest = waiting.shift()
    if (oldest) characters -= oldest.request.length + oldest.text.length
  }

  function goOn(): void {
    timer = undefined
    const isBusy = performance.now() - lastTold < quiet
    if (read(isBusy ? pieceAmid : piece)) timer = setTimeout(goOn, isBusy ? pause : 0)
  }

  /** Whether there is more. */
  function read(milliseconds: number): boolean {
    const end = performance.now() + milliseconds
    while (performance.now() < end) {
      const next = current ? undefined : waiting[0]
      if (next) {
        drop()
        current = readAnswer(next, recipe, (take) => takes.add(take))
      }
      if (!current) return false
      try {
        if (current.next().done) current = undefined
      } catch {
        // What nobody foresaw tells nothing.
        current = undefined
      }
    }
    return true
  }

  function onBlob(told: string): void {
    const [url, kind, address] = partsOf(told)
    if (!url.startsWith('blob:') || url.length > 500 || address.length > longestRequest) return
    const blob = blobs.get(url) ?? { parts: [] }
    if (kind === 'asked') readAsked(address, url, recipe, (take) => takes.add(take))
    else if (kind === 'whole') blob.whole = address.slice(0, 8000)
    else if (blob.parts.length < 4) blob.parts.push(address.slice(0, 8000))
    blobs.set(url, blob)
    const [oldest] = blobs.keys()
    if (blobs.size > mostBlobs && oldest) blobs.delete(oldest)
  }

  function webAddressOf(blobUrl: string): string | undefined {
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
    readingOf(address, others, known) {
      read(longestWait)
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
    kept: () => takes.bytes + characters * 2,
  }
}

/** Gets hold of where the observer tells: it is offered before any script of the page runs, once. */
function meet(onMeet: (meeting: EventTarget) => void): void {
  const onOffer = (event: Event) => {
    const { relatedTarget } = event as MouseEvent
    if (!relatedTarget) return
    document.removeEventListener(offered, onOffer)
    onMeet(relatedTarget)
    relatedTarget.dispatchEvent(new Event(ready))
  }
  document.addEventListener(offered, onOffer)
  document.dispatchEvent(new Event(asked))
}

function textOf(event: Event): string {
  const { detail } = event as CustomEvent<unknown>
  return typeof detail === 'string' ? detail : ''
}

/** Two lines, and all the rest. */
function partsOf(told: string): [string, string, string] {
  const first = told.indexOf(between)
  const second = told.indexOf(between, first + 1)
  if (first === -1 || second === -1) return ['', '', '']
  return [told.slice(0, first), told.slice(first + 1, second), told.slice(second + 1)]
}
