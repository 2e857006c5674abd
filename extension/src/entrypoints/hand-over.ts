import { browser } from 'wxt/browser'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'

/**
 * In the console's page "Get the extension": tells it that the extension is here, and takes over the address and the
 * token that it made for it. (console/src/screens/extension/use-offer.ts is the other end)
 */
export default defineUnlistedScript(() => {
  if (!document.querySelector('meta[name="dailies-remote-previews"]')) return
  const page = window as { dailiesHandOver?: AbortController }
  // Of the extension before it was updated or reloaded, too.
  page.dailiesHandOver?.abort()
  const ending = new AbortController()
  page.dailiesHandOver = ending
  window.addEventListener(
    'message',
    async ({ source, origin, data }) => {
      if (source !== window || origin !== location.origin || data?.type !== 'dailies:offer') return
      const { address, token } = data
      const reply = await browser.runtime.sendMessage({ name: 'offer', request: { address, token } })
      if (reply?.taken) window.postMessage({ type: 'dailies:taken' }, location.origin)
    },
    { signal: ending.signal },
  )
  window.postMessage({ type: 'dailies:extension' }, location.origin)
})
