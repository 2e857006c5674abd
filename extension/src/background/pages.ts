import { browser } from 'wxt/browser'
import type { PageOrder } from '../messages.ts'
import { readerScripts, scriptsFor } from '../platforms/page-scripts.ts'
import { bringRules } from '../teaching/bring.ts'

/** How WXT names the script of the console's hand-over. */
export const handOverScript = '/hand-over.js'

/** What captures, with all that it reads by; and what lets many be chosen: put into a page only when it is asked for. */
const gestureScript = '/gesture.js'
const manyScript = '/many.js'

const scriptsOfOrders: Record<PageOrder['order'], string[]> = {
  capture: [gestureScript],
  grid: [gestureScript, manyScript],
  focus: [],
  refresh: [],
}

/**
 * Tells the script of a page what to do, after putting it there where it is not yet. False where the browser does not
 * let the extension in: its own pages, its store, a site that was not allowed.
 */
export async function orderPage(tabId: number, order: PageOrder, frameId = 0): Promise<boolean> {
  const target = { tabId, frameIds: [frameId] }
  try {
    const [frame] = await browser.scripting.executeScript({ target, func: () => location.href })
    const address = String(frame?.result)
    const scripts = scriptsOfOrders[order.order]
    const readers = scripts.length > 0 ? readerScripts(address) : []
    if (scripts.length > 0) await bringRules(address, tabId, frameId)
    const files = [...scriptsFor(address), ...readers, ...scripts]
    await browser.scripting.executeScript({ target, files })
    await browser.tabs.sendMessage(tabId, order, { frameId })
    return true
  } catch {
    return false
  }
}

/** What captures, beside the script that a page has already. Throws where the browser does not let the extension in. */
export async function putGesture(tabId: number, address: string, frameId = 0): Promise<void> {
  await bringRules(address, tabId, frameId)
  const files = [...readerScripts(address), gestureScript]
  await browser.scripting.executeScript({ target: { tabId, frameIds: [frameId] }, files })
}

/** What reads the answers that this page was told (entrypoints/answers.ts). */
export async function putReader(tabId: number, address: string, frameId = 0): Promise<void> {
  const files = readerScripts(address)
  if (files.length > 0)
    await browser.scripting.executeScript({ target: { tabId, frameIds: [frameId] }, files })
}

/** Tells every page that has the script; those that have not cannot hear it, and need not. */
export async function tellPages(order: PageOrder): Promise<void> {
  const tabs = await browser.tabs.query({})
  await Promise.allSettled(
    tabs.map(({ id }) => (id === undefined ? undefined : browser.tabs.sendMessage(id, order))),
  )
}
