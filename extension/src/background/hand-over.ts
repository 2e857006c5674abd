import { type Browser, browser } from 'wxt/browser'
import type { Offer } from '../connection/offer.ts'
import { handOverScript } from './pages.ts'

/** Looks whether the page that the user is at is a console that has something to hand over. */
export async function askForOffer(tabId: number): Promise<void> {
  await browser.scripting
    .executeScript({ target: { tabId }, files: [handOverScript] })
    // No page of a console, then.
    .catch(() => undefined)
}

/** Keeps an offer for the panel, in memory only. A page can offer nothing but the service that it is from itself. */
export async function keepOffer(offer: unknown, sender: Browser.runtime.MessageSender): Promise<boolean> {
  const { address, token } = (offer ?? {}) as Partial<Offer>
  if (typeof address !== 'string' || typeof token !== 'string' || !URL.canParse(address)) return false
  const { origin, protocol } = new URL(address)
  if (!/^https?:$/.test(protocol) || origin !== new URL(sender.url ?? 'about:blank').origin) return false
  if (sender.frameId !== 0 || address.length > 500 || token.length > 200) return false
  await browser.storage.session.set({ offer: { address, token } satisfies Offer })
  return true
}
