import { browser } from 'wxt/browser'
import type { PageRequestName, PageRequests } from '../messages.ts'

/** The extension was reloaded, updated or removed: nobody is there to answer this script any more. */
export class ExtensionGone extends Error {}

/** Asks the background. Throws an Error with what it says went wrong, and ExtensionGone. */
export async function ask<N extends PageRequestName>(
  name: N,
  request: PageRequests[N]['request'],
): Promise<PageRequests[N]['reply']> {
  if (!isExtensionThere()) throw new ExtensionGone()
  const reply = await browser.runtime.sendMessage({ name, request }).catch((error: unknown) => {
    throw isExtensionThere() ? error : new ExtensionGone()
  })
  if (reply?.error) throw new Error(reply.error)
  return reply
}

/** In a script that outlived its extension, `runtime` is empty. */
export function isExtensionThere(): boolean {
  return browser.runtime?.id !== undefined
}
