import type { Page } from 'playwright-core'

/**
 * How many pixels of the page stick out to the side. Against the width that the page was given: `innerWidth` of an emulated phone grows
 * with what sticks out.
 */
export async function sticksOut(page: Page): Promise<number> {
  const { width } = page.viewportSize()!
  return page.evaluate((room) => Math.max(0, document.documentElement.scrollWidth - room), width)
}
