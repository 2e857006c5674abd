import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** As the tests start it: nothing is asked of hosts elsewhere. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the machine's own Chromium. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), args: browserArguments })
}

/** Where it is; `CHROMIUM` says so when it is not in the usual places. */
export function browserPath(): string {
  const path = process.env.CHROMIUM ?? places.find((place) => existsSync(place))
  if (path) return path
  throw new Error(
    'The browser tests need Chromium: install it (apt-get install chromium) or set CHROMIUM to its path',
  )
}
