import { existsSync } from 'node:fs'
import { type Browser, type BrowserServer, chromium } from 'playwright-core'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** Debian's package chromium-headless-shell. */
const shell = '/usr/lib/chromium/chromium-headless-shell'

/** As the tests start it: nothing is asked of hosts elsewhere. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds: what is compiled to be faster later costs more than it gains.
  '--js-flags=--no-opt --no-maglev',
]

/** The Chromium that the run shares, where `scripts/test.ts` started one; the machine's own, for the test alone, elsewhere. */
export function openBrowser(): Promise<Browser> {
  const shared = process.env.DAILIES_TEST_BROWSER
  if (shared) return chromium.connect(shared)
  return chromium.launch({ executablePath: screensPath(), args: browserArguments })
}

/** Starts the machine's own Chromium, for any number of processes to share. */
export function launchBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath: screensPath(), args: browserArguments })
}

/** Chromium without windows, where there is one: the same engine, and a page costs half. It takes no extension. */
function screensPath(): string {
  return process.env.CHROMIUM === undefined && existsSync(shell) ? shell : browserPath()
}

/** Where Chromium is; `CHROMIUM` says so when it is not in the usual places. */
export function browserPath(): string {
  const path = process.env.CHROMIUM ?? places.find((place) => existsSync(place))
  if (path) return path
  throw new Error(
    'The browser tests need Chromium: install it (apt-get install chromium) or set CHROMIUM to its path',
  )
}
