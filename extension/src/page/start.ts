import { browser } from 'wxt/browser'
import type { PageOrder, PageSettings } from '../messages.ts'
import { ask, ExtensionGone, isExtensionThere } from './ask.ts'
import { type Button, createButton } from './button.ts'
import { candidatesInView } from './find-media.ts'
import { openFollower } from './follow.ts'
import type { Gesture } from './gesture.ts'
import { openLayer, removeOldLayers } from './layer.ts'
import { type Marks, openMarks } from './marks.ts'
import type { MediaElement } from './media-address.ts'
import { followPointer } from './pointer.ts'
import { pageAdapter, readByAdapter } from './read-page.ts'
import { watchPage } from './watch-page.ts'
import type { ChoosingMany, PageWorld } from './world.ts'

const begins = 'dailies:page-script'

/**
 * Begins on this page. Does nothing where it is at work already; takes the place of one whose extension was reloaded, which
 * then takes away all that it put there.
 */
export function startPage(): void {
  const world = globalThis as PageWorld
  if (world.dailiesPage?.parts.signal.aborted === false && isExtensionThere()) return
  // The old one may be in a world of its own, where only an event of the page is heard.
  dispatchEvent(new Event(begins))
  removeOldLayers()
  const ending = new AbortController()
  const { signal } = ending
  addEventListener(begins, () => ending.abort(), { signal })

  const layer = openLayer()
  const follower = openFollower(layer.floor, signal)
  let shown: { button: Button; marks: Marks | undefined; ending: AbortController } | undefined
  let many: ChoosingMany | undefined
  const pointer = followPointer(layer, onPointer, signal)
  const parts = { layer, follower, pointer, signal, markOf: (media: Element) => shown?.marks?.of(media) }
  const page: NonNullable<PageWorld['dailiesPage']> = { parts }
  world.dailiesPage = page

  const listener = (message: unknown, _from: unknown, answer: (reply: unknown) => void) => {
    obey(message as PageOrder)
    answer({})
  }
  browser.runtime.onMessage.addListener(listener)
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
      const isUsed = page.gesture && true
      return await ask('pageSettings', { platform: pageAdapter()?.platform, isUsed })
    } catch (error) {
      if (error instanceof ExtensionGone) ending.abort()
      return undefined
    }
  }

  function begin({ shortcut, marks: isAsked }: PageSettings) {
    const own = new AbortController()
    const marks = isAsked ? openMarks(layer, follower, own.signal) : undefined
    const button = createButton(layer, follower, { shortcut, gesture }, own.signal)
    watchPage({ onFound: (media) => marks?.look(media), onChange: follower.soon }, own.signal)
    return { button, marks, ending: own }
  }

  /** What captures comes to the page only when it is wanted. */
  async function gesture(): Promise<Gesture> {
    if (!page.gesture) await ask('gesture', {})
    return page.gesture!
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
    else if (order.srcUrl) page.gesture?.captureAddress(order.srcUrl, order.kind)
    else page.gesture?.capturePointed(order.byMenu)
  }

  function chooseMany(): void {
    if (many) {
      many.leave()
      return
    }
    shown?.button.hide()
    many = page.openMany?.(parts, page.gesture!, () => {
      many = undefined
    })
  }

  function focus(): void {
    if (page.gesture?.focus()) return
    const media = pointer.last().current ?? candidatesInView().find(isGenerated)
    if (media) shown?.button.showAt(media)
    shown?.button.focus()
  }
}

/** An avatar on a platform's page is none, and of a page that is not known everything may be. */
function isGenerated(media: MediaElement): boolean {
  return readByAdapter(media, pageAdapter())?.state !== 'other'
}
