import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { browserArguments, browserPath } from '../server/test/browser.ts'
import { killBrowser } from './browser-process.ts'
import { sizes } from './pages.ts'

/** A Chromium of a test's own, whose profile outlives it. */
export interface KillableBrowser {
  page: () => Promise<Page>
  /** At once (SIGKILL), right after `before` was called. */
  kill: (before?: () => void) => Promise<void>
  reopen: () => Promise<void>
  killAndReopen: () => Promise<void>
  end: () => Promise<void>
}

/** `cookie`: of a session, as a request carries it. */
export async function openKillableBrowser(address: string, cookie: string): Promise<KillableBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'dailies-browser-'))
  const [name, value] = cookie.split(/=(.*)/s) as [string, string]
  const open = async (): Promise<BrowserContext> => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: browserPath(),
      headless: false,
      args: ['--headless=new', ...browserArguments],
      viewport: sizes.desktop,
    })
    context.setDefaultTimeout(100_000)
    // A session's cookie ends with the browser.
    await context.addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Strict' }])
    return context
  }
  let context = await open()
  const kill = async (before?: () => void) => {
    await killBrowser(profile, before)
    await context.close().catch(() => undefined)
  }
  const reopen = async () => {
    context = await open()
  }
  return {
    page: async () => context.pages()[0] ?? (await context.newPage()),
    kill,
    reopen,
    killAndReopen: async () => {
      await kill()
      await reopen()
    },
    end: async () => {
      await context.close().catch(() => undefined)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
