import { isDeepStrictEqual } from 'node:util'
import type { Browser, Page } from 'playwright-core'

/** 1440 and 390 pixels wide, as the screenshots are. */
export const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const

export interface Look {
  size: keyof typeof sizes
  theme: 'light' | 'dark'
}

/**
 * Pages that tests have one after the other: a new one is a process that compiles the console again, which costs as much
 * as what is shown in it. Whoever takes one finds nothing of what was in it before.
 */
export function openPages(browser: Browser, address: string) {
  const free = new Map<string, Page[]>()
  const named = ({ size, theme }: Look) => `${size}, ${theme}`

  async function make({ size, theme }: Look, { loadsAhead }: { loadsAhead: boolean }): Promise<Page> {
    const context = await browser.newContext({
      viewport: sizes[size],
      hasTouch: size === 'phone',
      isMobile: size === 'phone',
      colorScheme: theme,
      // What is blocked here would be blocked for a user, too.
      bypassCSP: false,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    // Milliseconds: a busy machine has its time, and what never comes still fails.
    context.setDefaultTimeout(100_000)
    if (!loadsAhead) await context.addInitScript(saveData)
    return context.newPage()
  }

  return {
    make,
    take: async (look: Look, options: { loadsAhead: boolean }): Promise<Page> =>
      free.get(named(look))?.pop() ?? (await make(look, options)),
    giveBack: async (page: Page, look: Look): Promise<void> => {
      const isAsMade =
        isDeepStrictEqual(page.viewportSize(), sizes[look.size]) && page.context().pages().length === 1
      // Only here can what it kept be cleared.
      if (!isAsMade || !page.url().startsWith(`${address}/`)) return page.context().close()
      await forget(page, address)
      free.set(named(look), [...(free.get(named(look)) ?? []), page])
    },
  }
}

/** As a browser that was told to: the console loads no part before it is needed, which costs more than most of what is shown. */
function saveData(): void {
  const network = (navigator as { connection?: object }).connection
  if (network) Object.defineProperty(network, 'saveData', { value: true })
}

/** Leaves it at a picture of the service's, where no script runs that could keep more. */
async function forget(page: Page, address: string): Promise<void> {
  page.removeAllListeners()
  // What is answered meanwhile is nobody's any more.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.emulateMedia({ media: null })
  await page.goto(`${address}/icon.svg`)
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    // Files that were on their way, or waited with a comment.
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
  })
  await page.context().clearCookies()
  await page.mouse.move(0, 0)
}
