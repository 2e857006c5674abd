import { type Browser, browser } from 'wxt/browser'
import { bareSighting } from '../capture/capture.ts'
import type { MediaKind, Sighting } from '../capture/sighting.ts'
import { teachFrame } from '../teaching/begin.ts'
import { text } from '../texts.ts'
import { openPanel } from './open-panel.ts'
import { orderPage } from './pages.ts'

type Clicked = Browser.contextMenus.OnClickData

/** Wherever media may be: pages lay links and layers over them, and the browser names what lies on top. */
const anywhere = ['image', 'video', 'audio', 'page', 'frame', 'link', 'selection', 'editable'] as const

/** Once, when the extension is installed or updated: the browser keeps them. */
export async function createMenus(): Promise<void> {
  await browser.contextMenus.removeAll()
  browser.contextMenus.create({ id: 'capture', title: text('menuCapture'), contexts: [...anywhere] })
  browser.contextMenus.create({ id: 'grid', title: text('menuGrid'), contexts: ['page'] })
  browser.contextMenus.create({
    id: 'teach',
    title: text('menuTeach'),
    contexts: ['page', 'image', 'video', 'audio'],
  })
  browser.contextMenus.create({ id: 'panel', title: text('menuPanel'), contexts: ['page', 'action'] })
}

/** What was chosen in the context menu of a page. `store` takes what the page itself cannot be asked about. */
export async function onMenu(
  { menuItemId, mediaType, srcUrl, pageUrl, frameId }: Clicked,
  tab: Browser.tabs.Tab | undefined,
  store: (sightings: Sighting[]) => Promise<unknown>,
): Promise<void> {
  if (tab?.id === undefined) return
  if (menuItemId === 'panel') {
    await openPanel(tab.windowId)
    return
  }
  if (menuItemId === 'teach') {
    await teachFrame(tab.id, frameId ?? 0, { srcUrl })
    return
  }
  if (menuItemId === 'grid') {
    await orderPage(tab.id, { order: 'grid' })
    return
  }
  const kind: MediaKind = mediaType === 'video' || mediaType === 'audio' ? mediaType : 'image'
  const clicked = srcUrl ? { srcUrl, kind } : {}
  const told = await orderPage(tab.id, { order: 'capture', byMenu: true, ...clicked }, frameId)
  if (!told && srcUrl) {
    await store([
      bareSighting({ mediaUrl: srcUrl, kind, pageUrl: pageUrl ?? '', pageTitle: tab.title ?? '' }),
    ])
  }
}
