import type { Page } from 'playwright-core'

/** Holds a page's requests of these addresses back; returns what lets them go on, and all that come after. */
export async function holdRequests(page: Page, addresses: string | RegExp): Promise<() => void> {
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await held
    await route.continue()
  })
  return letThrough
}
