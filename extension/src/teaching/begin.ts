import { browser } from 'wxt/browser'
import type { TaughtAt } from '../messages.ts'
import { readCapture } from '../queue/captures.ts'
import { hostAt, rulesFor } from './rules.ts'
import type { TeachOrder, TeachWorld } from './teach-order.ts'

/** How WXT names entrypoints/teach.ts. */
const teachScript = '/teach.js'

/** Lets the user point at the prompt in the page that they are at: of a capture if one is named, else of what is there. */
export async function teachActivePage(captureId: string | undefined): Promise<TaughtAt> {
  const capture = captureId === undefined ? undefined : await readCapture(captureId)
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true })
  if (tab?.id === undefined) return 'closed'
  const { outputUrl, sourceUrl } = capture?.body ?? {}
  const order = { srcUrl: outputUrl, ...(capture && { captureId: capture.id }) }
  const frameId = await bestFrame(tab.id, order.srcUrl)
  if (frameId === undefined) return 'closed'
  // Without a permission for the site the browser tells no address.
  const isElsewhere = sourceUrl && tab.url && hostAt(tab.url) !== hostAt(sourceUrl)
  if (isElsewhere && frameId === 0) return 'elsewhere'
  return (await teachFrame(tab.id, frameId, order)) ? 'begun' : 'closed'
}

/** In one frame. False where the browser lets no extension in. */
export async function teachFrame(
  tabId: number,
  frameId: number,
  order: Omit<TeachOrder, 'rules'>,
): Promise<boolean> {
  const target = { tabId, frameIds: [frameId] }
  try {
    const [frame] = await browser.scripting.executeScript({ target, func: () => location.href })
    await browser.scripting.executeScript({ target, files: [teachScript] })
    const rules = await rulesFor(String(frame?.result))
    await browser.scripting.executeScript({
      target,
      func: (order: TeachOrder) => (globalThis as TeachWorld).dailiesTeach?.begin(order),
      args: [JSON.parse(JSON.stringify({ ...order, rules }))],
    })
    return true
  } catch {
    return false
  }
}

/** The frame with these media, else with the largest in view; undefined where the browser lets no extension in. */
async function bestFrame(tabId: number, srcUrl: string | undefined): Promise<number | undefined> {
  const target = { tabId, allFrames: true }
  try {
    await browser.scripting.executeScript({ target, files: [teachScript] })
    const found = await browser.scripting.executeScript({
      target,
      func: (srcUrl: string) => (globalThis as TeachWorld).dailiesTeach?.sizeOf(srcUrl) ?? 0,
      args: [srcUrl ?? ''],
    })
    const [best] = found.sort((one, other) => Number(other.result) - Number(one.result))
    return Number(best?.result) > 0 ? best?.frameId : 0
  } catch {
    return undefined
  }
}
