import { browser } from 'wxt/browser'
import type { PageOrder } from '../messages.ts'
import { scriptsFor } from '../platforms/page-scripts.ts'
import { bringRules } from '../teaching/bring.ts'

/** How WXT names the script of the console's hand-over. */
export const handOverScript = '/hand-over.js'

/** What captures, and what lets many be chosen: put into a page only when it is asked for. */
export const gestureScript = '/gesture.js'
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
    const files = [...scriptsFor(address), ...scriptsOfOrders[order.order]]
    await browser.scripting.executeScript({ target, files })
    await bringRules(address, tabId, frameId)
    await browser.tabs.sendMessage(tabId, order, { frameId })
    return true
  } catch {
    return false
  }
}

/** Beside the script that a page has already. False as above. */
export async function putScripts(tabId: number, files: string[], frameId = 0): Promise<boolean> {
  try {
    await browser.scripting.executeScript({ target: { tabId, frameIds: [frameId] }, files })
    return true
  } catch {
    return false
  }
}

/** Tells every page that has the script; those that have not cannot hear it, and need not. */
export async function tellPages(order: PageOrder): Promise<void> {
  const tabs = await browser.tabs.query({})
  await Promise.allSettled(
    tabs.map(({ id }) => (id === undefined ? undefined : browser.tabs.sendMessage(id, order))),
  )
}
