import { browser } from 'wxt/browser'

/** What the console's page "Get the extension" handed over. It waits until the user says yes, or the browser ends. */
export interface Offer {
  address: string
  token: string
  /** What the token is called in the console. */
  name?: string
}

export function forgetOffer(): Promise<void> {
  return browser.storage.session.remove('offer')
}
