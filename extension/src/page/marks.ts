import type { Mark } from '../messages.ts'
import { text } from '../texts.ts'
import { ask } from './ask.ts'
import { create, createIcon } from './create.ts'
import { isLarge } from './find-media.ts'
import type { Follower, Place } from './follow.ts'
import { icons } from './icons.ts'
import type { Layer } from './layer.ts'
import type { MediaElement } from './media-address.ts'
import { isWebAddress, namesOf, pageAdapter } from './read-page.ts'

export interface Marks {
  /** Media that are new, or show something else now. */
  look(media: readonly MediaElement[]): void
  /** Asks again about all that is on the page. */
  refresh(): void
  /** Where this is in the workspace; undefined where it is not, as far as that is known. */
  of(media: Element): Mark | undefined
}

/** As many as the background takes in one question. */
const mostAtOnce = 200

/** So many questions a page may ask at once, and one more each time that so many milliseconds went by. */
const mostQuestions = 20
const questionEvery = 3_000

/** So many names are kept, and wait to be asked about: the oldest are forgotten. */
const mostKnown = 10_000
const mostWanted = 4_000

/** Media narrower than this have a mark in fewer words. Pixels. */
const narrow = 240
const inset = 8

interface Marked {
  /** See namesOf. */
  names: string[]
  isSeen: boolean
  shown?: { mark: Mark; element: HTMLElement; end: () => void }
}

/** A small mark on media that are in the workspace, with the scene and version, and a link to it. */
export function openMarks(layer: Layer, follower: Follower, signal: AbortSignal): Marks {
  const media = new Map<MediaElement, Marked>()
  /** Null for what is not in the workspace. */
  const known = new Map<string, Mark | null>()
  const wanted = new Set<string>()
  let asking: ReturnType<typeof setTimeout> | undefined
  let questions = mostQuestions
  let counted = performance.now()

  /** Its first entry, and those of media that have loaded since, tell how large they are without a layout of their own. */
  const observer = new IntersectionObserver((entries) => {
    const adapter = pageAdapter()
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const element = target as MediaElement
      if (!element.isConnected) forget(element)
      else if (isLarge(element, boundingClientRect)) {
        const entry = media.get(element) ?? { names: namesOf(element, adapter), isSeen: false }
        entry.isSeen = isIntersecting
        media.set(element, entry)
        for (const name of entry.names) if (!known.has(name)) wanted.add(name)
        forgetOldest(wanted, mostWanted)
        show(element, entry)
      }
    }
    if (wanted.size > 0) askSoon()
  })

  function askSoon(): void {
    const now = performance.now()
    questions = Math.min(mostQuestions, questions + (now - counted) / questionEvery)
    counted = now
    const wait = questions < 1 ? (1 - questions) * questionEvery : 150
    asking ??= setTimeout(async () => {
      // What came last is what is looked at.
      const names = [...wanted].slice(-mostAtOnce)
      for (const name of names) wanted.delete(name)
      questions -= 1
      if (names.length > 0 && !signal.aborted) await askAbout(names)
      asking = undefined
      if (wanted.size > 0 && !signal.aborted) askSoon()
    }, wait)
  }

  async function askAbout(names: string[]): Promise<void> {
    const outputUrls = names.filter(isWebAddress)
    const externalAssetIds = names.filter((name) => !isWebAddress(name))
    const request = { outputUrls, externalAssetIds }
    const reply = await ask('findCaptured', request).catch(() => undefined)
    if (!reply || signal.aborted) return
    for (const name of names) known.set(name, null)
    for (const mark of reply.marks) {
      for (const name of [mark.outputUrl, mark.externalAssetId]) if (name) known.set(name, mark)
    }
    forgetOldest(known, mostKnown)
    for (const [element, entry] of media) show(element, entry)
  }

  function show(element: MediaElement, entry: Marked): void {
    const mark = markOf(entry)
    if (entry.shown && (!entry.isSeen || entry.shown.mark !== mark)) {
      entry.shown.end()
      entry.shown = undefined
    }
    if (!mark || !entry.isSeen || entry.shown || !/^https?:\/\//i.test(mark.href)) return
    layer.show()
    const shown = createMark(mark)
    layer.floor.append(shown)
    const end = follower.follow(element, (place) => placeMark(shown, mark, place))
    entry.shown = {
      mark,
      element: shown,
      end: () => {
        end()
        shown.remove()
      },
    }
  }

  function markOf({ names }: Marked): Mark | undefined {
    return names.map((name) => known.get(name)).find(Boolean) ?? undefined
  }

  /** What the page took away. The observer tells of none that was out of sight. */
  function forgetGone(): void {
    for (const element of media.keys()) if (!element.isConnected) forget(element)
  }

  function forget(element: MediaElement): void {
    observer.unobserve(element)
    media.get(element)?.shown?.end()
    media.delete(element)
  }

  /** Marks of media that something else lies over, such as a dialog of the page, are not shown on top of that. */
  follower.onRest(() => {
    for (const [element, { shown }] of media) {
      if (shown) shown.element.style.visibility = isCovered(element, shown.element, layer) ? 'hidden' : ''
    }
  })

  signal.addEventListener('abort', () => {
    clearTimeout(asking)
    observer.disconnect()
    for (const { shown } of media.values()) shown?.end()
    media.clear()
  })

  return {
    of(element) {
      const entry = media.get(element as MediaElement)
      return entry && markOf(entry)
    },
    look(found) {
      forgetGone()
      for (const element of found) {
        forget(element)
        observer.observe(element)
      }
    },
    refresh() {
      known.clear()
      for (const { names } of media.values()) for (const name of names) wanted.add(name)
      if (wanted.size > 0) askSoon()
    },
  }
}

function forgetOldest(names: Set<string> | Map<string, unknown>, most: number): void {
  for (const name of names.keys()) {
    if (names.size <= most) break
    names.delete(name)
  }
}

function createMark({ href, sceneId, versionNumber }: Mark): HTMLElement {
  const title = text('pageMark', sceneId, versionNumber)
  const web = { href, target: '_blank', rel: 'noopener noreferrer' }
  return create('a', { class: 'pill mark', title, ...web }, createIcon(icons.good), create('span'))
}

/** At the lower left of what is to be seen, if that is the lower left of the media. */
function placeMark(element: HTMLElement, { sceneId, versionNumber }: Mark, place: Place): void {
  const { left, right, bottom, seen } = place
  const key = right - left < narrow ? 'pageMarkShort' : 'pageMark'
  const label = text(key, sceneId, versionNumber)
  const span = element.lastElementChild!
  if (span.textContent !== label) span.textContent = label
  const x = left + inset
  const y = bottom - inset
  element.hidden =
    !seen || x < seen.left || x > seen.right - 2 * inset || y > seen.bottom || y - 24 < seen.top
  element.style.transform = `translate(${x}px, ${y}px) translateY(-100%)`
}

function isCovered(media: Element, mark: Element, layer: Layer): boolean {
  const { left, top, width, height } = mark.getBoundingClientRect()
  const [front] = document
    .elementsFromPoint(left + width / 2, top + height / 2)
    .filter((element) => !layer.has([element]))
  if (!front || width === 0 || front.contains(media)) return false
  // Pages lay their own controls over a picture, in a frame that is about as large as the picture.
  const most = 3 * areaOf(media)
  let around: Element | null = media
  for (let level = 0; around && level < 10 && areaOf(around) <= most; level += 1) {
    if (around.contains(front)) return false
    around = around.parentElement
  }
  return true
}

function areaOf(element: Element): number {
  const { width, height } = element.getBoundingClientRect()
  return width * height
}
