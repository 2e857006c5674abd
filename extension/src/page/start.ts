import { browser } from 'wxt/browser'
import type { PageOrder, PageSettings } from '../messages.ts'
import { ask, ExtensionGone, isExtensionThere } from './ask.ts'
import { type Button, createButton } from './button.ts'
import { captureOne, captureSighting, type Outcome } from './capture-media.ts'
import { largestInView, mediaWithAddress } from './find-media.ts'
import { openFollower } from './follow.ts'
import { type Grid, openGrid } from './grid.ts'
import { handOver } from './hold-media.ts'
import { openLayer, removeOldLayers } from './layer.ts'
import { type Marks, openMarks } from './marks.ts'
import type { MediaElement } from './media-address.ts'
import { followPointer } from './pointer.ts'
import { pageAdapter, readByAdapter } from './read-page.ts'
import { selectedText } from './selected-text.ts'
import { bareSighting, contentOf } from './sighting.ts'
import { showToast } from './toast.ts'
import { watchPage } from './watch-page.ts'

const begins = 'dailies:page-script'

/**
 * Begins on this page. Does nothing where it is at work already; takes the place of one whose extension was reloaded, which
 * then takes away all that it put there.
 */
export function startPage(): void {
  const world = globalThis as { dailiesPage?: AbortSignal }
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
  let shown: { button: Button; marks: Marks; ending: AbortController } | undefined
  let grid: Grid | undefined
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
    if (wanted && !shown) shown = begin(settings)
    if (!wanted) {
      shown?.ending.abort()
      shown = undefined
    }
  }

  async function askSettings(): Promise<PageSettings | undefined> {
    try {
      return await ask('pageSettings', { platform: pageAdapter()?.platform })
    } catch (error) {
      if (error instanceof ExtensionGone) ending.abort()
      return undefined
    }
  }

  function begin({ shortcut }: PageSettings) {
    const own = new AbortController()
    const marks = openMarks(layer, follower, own.signal)
    const button = createButton(layer, follower, shortcut, own.signal)
    const watching = {
      onFound: (media: MediaElement[]) => {
        marks.look(media)
        grid?.add(media)
      },
      onChange: follower.soon,
    }
    watchPage(watching, own.signal)
    return { button, marks, ending: own }
  }

  function onPointer(media: MediaElement | undefined): void {
    if (!isExtensionThere()) ending.abort()
    else if (!grid) shown?.button.showAt(media && isGenerated(media) ? media : undefined)
  }

  function obey(order: PageOrder): void {
    if (order.order === 'refresh') {
      settle()
      shown?.marks.refresh()
    } else if (order.order === 'grid') {
      chooseMany()
    } else {
      captureOrdered(order).then((outcome) => showToast(layer, outcome))
    }
  }

  function chooseMany(): void {
    if (grid) {
      grid.leave()
      return
    }
    shown?.button.hide()
    grid = openGrid(
      layer,
      follower,
      () => {
        grid = undefined
      },
      signal,
    )
  }

  async function captureOrdered({
    srcUrl,
    kind = 'image',
  }: PageOrder & { order: 'capture' }): Promise<Outcome> {
    const media = srcUrl ? clicked(srcUrl) : (pointer.media() ?? largestInView())
    if (media) return captureOne(media, selectedText())
    if (!srcUrl) return captureSighting(undefined)
    return captureSighting({ ...bareSighting(srcUrl, kind), ...(await contentOf(srcUrl)) })
  }

  /** Of several with this address, the one that the menu was opened at. */
  function clicked(srcUrl: string): MediaElement | undefined {
    const found = mediaWithAddress(srcUrl)
    const right = pointer.rightClicked()
    return right && found.includes(right) ? right : found[0]
  }
}

/** An avatar on a platform's page is none, and of a page that is not known everything may be. */
function isGenerated(media: MediaElement): boolean {
  return readByAdapter(media, pageAdapter())?.state !== 'other'
}
