import { browser } from 'wxt/browser'
import type { MediaKind } from '../capture/sighting.ts'
import type { PageOrder, PageSettings } from '../messages.ts'
import { ask, ExtensionGone, isExtensionThere } from './ask.ts'
import { type Button, createButton } from './button.ts'
import { alreadyMarked, capture, failed, said, type Tell } from './capture-media.ts'
import { candidatesInView, mediaWithAddress } from './find-media.ts'
import { openFollower } from './follow.ts'
import { handOver } from './hold-media.ts'
import { openLayer, removeOldLayers } from './layer.ts'
import { type Marks, openMarks } from './marks.ts'
import type { MediaElement } from './media-address.ts'
import { followPointer } from './pointer.ts'
import { pageAdapter, readByAdapter } from './read-page.ts'
import { selectedText } from './selected-text.ts'
import { see, seenBare } from './sighting.ts'
import { openToast } from './toast.ts'
import { watchPage } from './watch-page.ts'
import { type ChoosingMany, type PageWorld, pageParts } from './world.ts'

const begins = 'dailies:page-script'

/**
 * Begins on this page. Does nothing where it is at work already; takes the place of one whose extension was reloaded, which
 * then takes away all that it put there.
 */
export function startPage(): void {
  const world = globalThis as PageWorld
  if (world.dailiesPage?.aborted === false && isExtensionThere()) return
  // The old one may be in a world of its own, where only an event of the page is heard.
  dispatchEvent(new Event(begins))
  removeOldLayers()
  const ending = new AbortController()
  const { signal } = ending
  world.dailiesPage = signal
  addEventListener(begins, () => ending.abort(), { signal })

  const layer = openLayer()
  const follower = openFollower(layer.floor, signal)
  const toast = openToast(layer, signal)
  let shown: { button: Button; marks: Marks | undefined; ending: AbortController } | undefined
  let many: ChoosingMany | undefined
  const pointer = followPointer(layer, onPointer, signal)

  const listener = (message: unknown, _from: unknown, answer: (reply: unknown) => void) => {
    obey(message as PageOrder)
    answer({})
  }
  browser.runtime.onMessage.addListener(listener)
  handOver(signal)
  signal.addEventListener('abort', () => {
    if (isExtensionThere()) browser.runtime.onMessage.removeListener(listener)
    shown?.ending.abort()
    layer.stop()
  })
  settle()

  /** Does as the settings say, now and when they change. */
  async function settle(): Promise<void> {
    const settings = await askSettings()
    if (!settings || signal.aborted) return
    const wanted = settings.connected && settings.enabled
    if (shown && (!wanted || Boolean(shown.marks) !== settings.marks)) {
      shown.ending.abort()
      shown = undefined
    }
    if (wanted && !shown) shown = begin(settings)
  }

  async function askSettings(): Promise<PageSettings | undefined> {
    try {
      return await ask('pageSettings', { platform: pageAdapter()?.platform })
    } catch (error) {
      if (error instanceof ExtensionGone) ending.abort()
      return undefined
    }
  }

  function begin({ shortcut, marks: isAsked }: PageSettings) {
    const own = new AbortController()
    const marks = isAsked ? openMarks(layer, follower, own.signal) : undefined
    const both = (tell: Tell): Tell => (outcome) => {
      tell(outcome)
      toast.tell(outcome)
    }
    const button = createButton(
      layer,
      follower,
      { shortcut, capture: (media, tell) => captureElement(media, both(tell)) },
      own.signal,
    )
    watchPage({ onFound: (media) => marks?.look(media), onChange: follower.soon }, own.signal)
    return { button, marks, ending: own }
  }

  function onPointer(media: MediaElement | undefined): void {
    if (!isExtensionThere()) ending.abort()
    else if (!many) shown?.button.showAt(media && isGenerated(media) ? media : undefined)
  }

  function obey(order: PageOrder): void {
    if (order.order === 'refresh') {
      settle()
      shown?.marks?.refresh()
    } else if (order.order === 'grid') chooseMany()
    else if (order.order === 'focus') focus()
    else if (order.srcUrl) captureAddress(order.srcUrl, order.kind)
    else captureOrdered(order.byMenu)
  }

  function chooseMany(): void {
    if (many) {
      many.leave()
      return
    }
    shown?.button.hide()
    const parts = pageParts({ layer, follower, isMarked: (media) => shown?.marks?.of(media) !== undefined })
    many = world.dailiesMany?.(parts, signal, () => {
      many = undefined
    })
  }

  function focus(): void {
    if (toast.focus()) return
    const pointed = pointer.media() ?? candidatesInView()[0]
    if (pointed) shown?.button.showAt(pointed)
    shown?.button.focus()
  }

  /** From the context menu: of several with this address, the one that the menu was opened at. */
  async function captureAddress(srcUrl: string, kind: MediaKind = 'image'): Promise<void> {
    const found = mediaWithAddress(srcUrl)
    const right = pointer.rightClicked()
    const isRight = right && 'element' in right && found.includes(right.element as MediaElement)
    const element = isRight ? right.element : found[0]
    if (element) await captureElement(element, toast.tell)
    else await capture(seenBare(srcUrl, kind), toast.tell)
  }

  /** What is pointed at, and nothing else. With the pointer outside of the page the only one in view. */
  async function captureOrdered(byMenu = false): Promise<void> {
    const pointed = (byMenu && pointer.rightClicked()) || pointer.pointed()
    if (typeof pointed === 'object') {
      if ('element' in pointed) return captureElement(pointed.element, toast.tell)
      return toast.tell(said('warn', `pageClosed_${pointed.closed}`))
    }
    const inView = candidatesInView()
    const [only] = inView
    if (!only) return toast.tell(said('warn', 'pageNothing'))
    if (pointed === 'outside' && inView.length === 1) return captureElement(only, toast.tell)
    // By the background: what it takes is not here yet.
    await ask('chooseMany', {}).catch((error: unknown) => toast.tell(failed(error)))
    toast.tell(said('warn', 'pageChoose'))
  }

  async function captureElement(element: HTMLElement, tell: Tell): Promise<void> {
    try {
      const seen = await see(element, selectedText())
      if (!seen) return tell(said('warn', 'pageNothing'))
      const mark = shown?.marks?.of(element)
      if (mark) return tell(alreadyMarked(mark, seen))
      await capture(seen, tell)
    } catch (error) {
      tell(failed(error))
    }
  }
}

/** An avatar on a platform's page is none, and of a page that is not known everything may be. */
function isGenerated(media: MediaElement): boolean {
  return readByAdapter(media, pageAdapter())?.state !== 'other'
}
