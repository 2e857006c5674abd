import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Engine } from '../server/db/database.ts'
import { openBrowser } from '../server/test/browser.ts'
import {
  type Film,
  sessionCaller,
  sharedService,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../server/test/service.ts'
import { type Look, openPages } from './pages.ts'

/** How each screen is looked at, with what can be on it; `sweep.ts` walks through all of them in each. */
export const looks = [
  { theme: 'light', size: 'desktop' },
  { theme: 'dark', size: 'phone' },
] as const

/** The real service with the console, a real Chromium, and a user with a film who is signed in. */
export interface Stage {
  engine: Engine
  service: TestService
  user: TestUser
  film: Film
  /** A page of the console, signed in; it fails the test at the end when a script of it threw or was blocked. */
  open(path: string, options?: PageOptions): Promise<Page>
  /** Somebody else of that name, signed in. */
  person(name: string): Promise<Person>
  /** Ends the page, and throws what went wrong in it. */
  close(page: Page): Promise<void>
  end(): Promise<void>
}

/** With the cookie of a session. */
interface Person extends TestUser {
  name: string
  cookie: string
}

interface PageOptions extends Partial<Look> {
  /** For what lasts as long as the page, as a clock that is set, or all parts of the console once it rests: no other test has it later. */
  alone?: boolean
  /** Without anybody signed in. */
  signedOut?: boolean
  /** For what only another browser, or another user, would see. */
  cookie?: string
}

interface StageOptions {
  engine?: Engine
  /** Has its own service, with these settings: for who changes what all users have, or stops it. */
  alone?: Record<string, string>
  /** Whether pages that others have later load all parts of the console once they rest: for who stops the service. */
  loadsAhead?: boolean
}

/** Everything works the same on either database, which the tests of the service show: screens are tried on one. */
export async function openStage({
  engine = 'sqlite',
  alone,
  loadsAhead = alone !== undefined,
}: StageOptions = {}): Promise<Stage> {
  const service = await (alone ? testService(engine, alone) : sharedService(engine))
  const user = await testUser(service, { role: 'administrator' })
  const film = await testFilm(service.db, user)
  const cookie = await signIn(service.address, user.email)
  const browser = await openBrowser()
  const pages = openPages(browser, service.address)
  const opened = new Map<Page, { problems: string[]; look: Look; alone: boolean }>()
  return {
    engine,
    service,
    user,
    film,
    open: async (
      path,
      { size = 'desktop', theme = 'dark', alone = false, signedOut, cookie: other } = {},
    ) => {
      const look = { size, theme }
      const page = await (alone ? pages.make(look, { loadsAhead: true }) : pages.take(look, { loadsAhead }))
      opened.set(page, { problems: watch(page), look, alone })
      if (!signedOut) await page.context().addCookies([cookieFor(service.address, other ?? cookie)])
      await page.goto(service.address + path)
      return page
    },
    person: async (name) => {
      const user = await testUser(service)
      const cookie = await signIn(service.address, user.email)
      await sessionCaller(service.address, cookie).send('PATCH', '/api/account', { name })
      return { ...user, name, cookie }
    },
    close: async (page) => {
      const { problems, look, alone } = opened.get(page)!
      opened.delete(page)
      if (alone || problems.length > 0) await page.context().close()
      else await pages.giveBack(page, look)
      if (problems.length > 0) throw new Error(`In the page:\n${problems.join('\n')}`)
    },
    end: async () => {
      await browser.close()
      await service.close()
    },
  }
}

/** Signs in over HTTP; returns the cookie as a request carries it. */
export async function signIn(address: string, email: string, password = 'correct horse'): Promise<string> {
  const response = await fetch(`${address}/api/account/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`Signing in failed: ${response.status} ${await response.text()}`)
  return response.headers.getSetCookie()[0]!.split(';')[0]!
}

function cookieFor(address: string, cookie: string) {
  const [name, value] = cookie.split(/=(.*)/s) as [string, string]
  return { name, value, url: address, httpOnly: true, sameSite: 'Strict' as const }
}

/** Errors of scripts, and what the Content-Security-Policy blocked. */
function watch(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
  page.on('console', (message) => {
    const text = message.text()
    if (/Content.Security.Policy|Minified React error|Warning:/i.test(text)) problems.push(text)
  })
  return problems
}

/** Minified: every page that it looks at has to read it first. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds wrong with the page as it is: WCAG 2.2 A and AA, and best practices. */
export async function violations(page: Page): Promise<string[]> {
  // A page has it until it is loaded anew.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const results = await page.evaluate(() =>
    (window as unknown as { axe: typeof import('axe-core') }).axe.run(document, {
      resultTypes: ['violations'],
    }),
  )
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.target.join(' ')}\n  ${node.failureSummary ?? ''}`),
  )
}

/** Milliseconds for which nothing came, and for how long that is waited for. */
const [quiet, longest] = [500, 15_000]

/** Waits until what the page shows is loaded. Not for `networkidle`: the live stream stays open. */
export function settled(page: Page): Promise<void> {
  return page.evaluate(
    async ([quiet, longest]) => {
      const loaded = () => performance.getEntriesByType('resource').length
      const isLoading = () =>
        document.readyState !== 'complete' ||
        [...document.images].some(({ complete, loading }) => !complete && loading !== 'lazy')
      const began = performance.now()
      let [since, count] = [began, loaded()]
      while (performance.now() - since < quiet && performance.now() - began < longest) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        if (isLoading() || loaded() !== count) [since, count] = [performance.now(), loaded()]
      }
    },
    [quiet, longest] as const,
  )
}

const folder = process.env.SCREENSHOTS

/** Keeps what the page looks like, as NAME.png in the folder that SCREENSHOTS names; for nobody it is not painted. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
