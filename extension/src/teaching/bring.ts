import { browser } from 'wxt/browser'
import { rulesFor } from './rules.ts'

/** How WXT names entrypoints/taught.ts. */
const taughtScript = '/taught.js'

/** Puts the script that reads by rules into a frame whose host has some, before anything is captured there. */
export async function bringRules(address: string, tabId: number, frameId: number): Promise<void> {
  if ((await rulesFor(address)).length === 0) return
  await browser.scripting
    .executeScript({ target: { tabId, frameIds: [frameId] }, files: [taughtScript] })
    // The page went away meanwhile, or is of nobody's permission any more.
    .catch(() => undefined)
}
