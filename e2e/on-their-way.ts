import type { Page } from 'playwright-core'

/** The stream never ends, and of the worker that listens to it (console/src/live/) the browser tells no end either. */
const endless = /^\/api\/live$|^\/static\/live-worker/

/** Addresses of what the page asks from now on, and has not in full yet. */
export function onTheirWay(page: Page): () => string[] {
  const asked = new Map<object, string>()
  page.on('request', (request) => {
    if (!endless.test(new URL(request.url()).pathname)) asked.set(request, request.url())
  })
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  return () => [...asked.values()]
}
