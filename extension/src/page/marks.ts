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
}

/** As many as the background takes in one question, and so many questions a page may need. */
const mostAtOnce = 200
const mostQuestions = 20

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
  let questions = 0

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
        show(element, entry)
      }
    }
    if (wanted.size > 0) askSoon()
  })

  function askSoon(): void {
    asking ??= setTimeout(async () => {
      asking = undefined
      const names = [...wanted].slice(0, mostAtOnce)
      for (const name of names) wanted.delete(name)
      if (names.length === 0 || questions >= mostQuestions || signal.aborted) return
      questions += 1
      await askAbout(names)
      if (wanted.size > 0) askSoon()
    }, 150)
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
    for (const [element, entry] of media) show(element, entry)
  }

  function show(element: MediaElement, entry: Marked): void {
    const mark = entry.names.map((name) => known.get(name)).find(Boolean)
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
    look(found) {
      for (const element of found) {
        forget(element)
        observer.observe(element)
      }
    },
    refresh() {
      known.clear()
      questions = 0
      for (const { names } of media.values()) for (const name of names) wanted.add(name)
      if (wanted.size > 0) askSoon()
    },
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
