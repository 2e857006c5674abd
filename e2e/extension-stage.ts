import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, type Worker } from 'playwright-core'
import type { QueuedMedia } from '../extension/src/media/queued-media.ts'
import type { QueuedCapture } from '../extension/src/queue/queued-capture.ts'
import type { Settings } from '../extension/src/store/database.ts'
import { browserArguments, browserPath } from '../server/test/browser.ts'
import { killBrowser } from './browser-process.ts'

/** Where `node extension/build.ts` puts it. */
const built = process.env.EXTENSION ?? join(import.meta.dirname, '../extension/dist/chrome-mv3')

/** A real Chromium with the built extension in it, and a profile that outlives the browser. */
export interface ExtensionStage {
  /** Of the browser that runs now. */
  readonly context: BrowserContext
  /** Of the extension. */
  readonly id: string
  worker(): Promise<Worker>
  /** The side panel, as a tab. */
  panel(options?: PanelOptions): Promise<Page>
  /** Ends a page, and throws what went wrong in it. */
  closePage(page: Page): Promise<void>
  /** Makes it as it was when it had just been installed, for another test: a browser takes seconds of a processor to start. */
  startOver(): Promise<void>
  /** Closes the browser as a user does; the profile stays for `reopen`. */
  close(): Promise<void>
  /** Kills the browser at once (SIGKILL). */
  kill(): Promise<void>
  reopen(): Promise<void>
  /** Closes the browser and removes what is on the disk. */
  end(): Promise<void>
}

interface PanelOptions {
  /** `#/queue`, `#/form/new` … */
  hash?: string
  width?: number
  height?: number
  theme?: 'light' | 'dark'
}

interface ExtensionOptions {
  /**
   * Hosts that the user has allowed, since nobody can answer the browser's question in a test. The service's is on the
   * loopback.
   */
  hosts?: string[]
  /** Switches of the browser, beside those of all tests. */
  switches?: string[]
}

export async function openExtension({
  hosts = ['http://127.0.0.1/*', 'http://localhost/*'],
  switches = [],
}: ExtensionOptions = {}): Promise<ExtensionStage> {
  if (!existsSync(join(built, 'manifest.json'))) {
    throw new Error(`There is no extension in ${built}: run node extension/build.ts first`)
  }
  const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-extension-'))
  const unpacked = join(folder, 'extension')
  const profile = join(folder, 'profile')
  await cp(built, unpacked, { recursive: true })
  const id = await allow(join(unpacked, 'manifest.json'), hosts)
  for (const name of ['page.js', 'teach.js']) await openLayer(join(unpacked, name))
  const problems = new Map<Page, string[]>()
  let context = await launch(profile, unpacked, switches)

  const stage: ExtensionStage = {
    get context() {
      return context
    },
    id,
    worker: async () => context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker'),
    panel: async ({ hash = '', width = 360, height = 720, theme = 'dark' } = {}) => {
      const page = await context.newPage()
      problems.set(page, watch(page))
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height })
      await page.goto(`chrome-extension://${id}/sidepanel.html${hash}`)
      return page
    },
    closePage: async (page) => {
      const found = problems.get(page) ?? []
      problems.delete(page)
      await page.close()
      if (found.length > 0) throw new Error(`In the page:\n${found.join('\n')}`)
    },
    startOver: async () => {
      const page = await context.newPage()
      // No part of the extension runs in it.
      await page.goto(`chrome-extension://${id}/manifest.json`)
      for (const other of context.pages()) if (other !== page) await other.close()
      await stopBackground(page)
      await forgetAll(page)
      await tellBackground(page, 'permissionsChanged')
    },
    close: () => context.close(),
    kill: async () => {
      await killBrowser(profile)
      await context.close().catch(() => undefined)
    },
    reopen: async () => {
      context = await launch(profile, unpacked, switches)
    },
    end: async () => {
      await context.close().catch(() => undefined)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return stage
}

/** Returns the id of the extension, which Chromium derives from its key. */
async function allow(manifestFile: string, hosts: string[]): Promise<string> {
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'))
  await writeFile(manifestFile, JSON.stringify({ ...manifest, host_permissions: hosts }))
  const digest = createHash('sha256').update(Buffer.from(manifest.key, 'base64')).digest('hex')
  return digest.slice(0, 32).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
}

/** What the extension shows in a page is closed to that page, and would be to the tests. */
export async function openLayer(scriptFile: string): Promise<void> {
  const script = await readFile(scriptFile, 'utf8')
  const open = script.replace(/attachShadow\(\{mode:.closed.\}\)/, 'attachShadow({mode:"open"})')
  if (open === script) throw new Error('The layer of the script in pages is not found')
  await writeFile(scriptFile, open)
}

function launch(profile: string, unpacked: string, switches: string[]): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: browserPath(),
    headless: false,
    args: [
      '--headless=new',
      ...browserArguments,
      ...switches,
      `--disable-extensions-except=${unpacked}`,
      `--load-extension=${unpacked}`,
    ],
  })
}

/** Errors of scripts, and what the Content-Security-Policy blocked. */
function watch(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', (error) => found.push(error.stack ?? error.message))
  page.on('console', (message) => {
    const text = message.text()
    if (/Content.Security.Policy|Minified React error|Warning:/i.test(text)) found.push(text)
  })
  return found
}

/** A page of the extension, or its background. */
type Inside = Pick<Page, 'evaluate'>

/** Puts settings on the disk of the extension, as if they had been made; the page is one of the extension. */
export async function putSettings(page: Inside, settings: Partial<Settings>): Promise<void> {
  await page.evaluate(put, { store: 'settings', entries: Object.entries(settings) as Entry[] })
}

/** Puts captures into the queue of the extension. */
export async function putCaptures(page: Inside, captures: QueuedCapture[]): Promise<void> {
  await page.evaluate(put, { store: 'captures', entries: captures.map((capture): Entry => [null, capture]) })
}

/** Puts how far the media of captures are, without the bytes. */
export async function putQueuedMedia(page: Inside, media: QueuedMedia[]): Promise<void> {
  await page.evaluate(put, { store: 'media', entries: media.map((one): Entry => [null, one]) })
}

export function readSetting<N extends keyof Settings>(
  page: Inside,
  name: N,
): Promise<Settings[N] | undefined> {
  return page.evaluate(get, { store: 'settings', key: name }) as Promise<Settings[N] | undefined>
}

/** The oldest first. */
export function readCaptures(page: Inside): Promise<QueuedCapture[]> {
  return page.evaluate(get, { store: 'captures', key: null }) as Promise<QueuedCapture[]>
}

/** How far the media of captures are, the oldest first. */
export function readQueuedMedia(page: Inside): Promise<QueuedMedia[]> {
  return page.evaluate(get, { store: 'media', key: null }) as Promise<QueuedMedia[]>
}

/** How many pieces of media are on the disk. */
export async function countPieces(page: Inside): Promise<number> {
  return ((await page.evaluate(get, { store: 'pieces', key: null })) as unknown[]).length
}

/** How many captures are in each state. Counted there: to hand over a thousand captures takes longer than to send them. */
export function countCaptures(page: Inside): Promise<Partial<Record<QueuedCapture['state'], number>>> {
  return page.evaluate(count)
}

/** Sets what the background keeps for as long as the browser runs. */
export async function putSession(page: Inside, values: Record<string, unknown>): Promise<void> {
  await page.evaluate((values) => {
    const { chrome } = globalThis as unknown as { chrome: Chrome }
    return chrome.storage.session.set(values)
  }, values)
}

export function readSession(page: Inside, name: string): Promise<unknown> {
  return page.evaluate(async (name) => {
    const { chrome } = globalThis as unknown as { chrome: Chrome }
    return (await chrome.storage.session.get(name))[name]
  }, name)
}

/** Sends the background a message without content, as a page of the extension does. */
export async function tellBackground(page: Inside, name: 'permissionsChanged' | 'sendNow'): Promise<void> {
  await page.evaluate(async (name) => {
    const { chrome } = globalThis as unknown as { chrome: Chrome }
    await chrome.runtime.sendMessage({ name, request: {} })
  }, name)
}

/** As the user leaves the browser's question about hosts: nobody can press its buttons in a test. */
export async function answerAccess(page: Inside, isAllowed: boolean): Promise<void> {
  await page.evaluate((isAllowed) => {
    const { chrome } = globalThis as unknown as { chrome: Chrome }
    chrome.permissions.request = async () => isAllowed
  }, isAllowed)
}

/** Ends the background as the browser does that puts it to sleep; whatever it is needed for next starts it. */
export async function stopBackground(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const stopped = new Promise<void>((resolve) =>
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) resolve()
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await stopped
  await devtools.detach()
}

/** As if the extension had just been installed. */
export async function forgetAll(page: Inside): Promise<void> {
  await page.evaluate(clear)
}

/** As much of it as is used here. */
interface Chrome {
  storage: {
    session: {
      get(name: string): Promise<Record<string, unknown>>
      set(values: Record<string, unknown>): Promise<void>
      clear(): Promise<void>
    }
  }
  alarms: { clearAll(): Promise<boolean> }
  permissions: { request(wanted: { origins: string[] }): Promise<boolean> }
  runtime: { sendMessage(message: object): Promise<unknown> }
}

type Entry = [key: string | null, value: unknown]

/** Runs in the browser, and tells the panel of it as the extension's own code does. */
export async function put({ store, entries }: { store: string; entries: Entry[] }): Promise<void> {
  const opening = indexedDB.open('dailies')
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const transaction = db.transaction(store, 'readwrite')
  for (const [key, value] of entries) {
    if (key === null) transaction.objectStore(store).put(value)
    else transaction.objectStore(store).put(value, key)
  }
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onerror = () => reject(transaction.error)
  })
  db.close()
  const channel = new BroadcastChannel(`dailies.${store}`)
  for (const [key] of entries) channel.postMessage(key)
  channel.close()
}

/** Runs in the browser. Without a key: all of them. */
async function get({ store, key }: { store: string; key: string | null }): Promise<unknown> {
  const opening = indexedDB.open('dailies')
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const target = db.transaction(store).objectStore(store)
  const request = key === null ? target.getAll() : target.get(key)
  const found = await new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  db.close()
  return found
}

/** Runs in the browser. */
async function count(): Promise<Partial<Record<QueuedCapture['state'], number>>> {
  const opening = indexedDB.open('dailies')
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const states = db.transaction('captures').objectStore('captures').index('state')
  const counts: Partial<Record<QueuedCapture['state'], number>> = {}
  for (const state of ['pending', 'syncing', 'draft', 'failed', 'synced'] as const) {
    // Keys are state and id: an array is behind every text.
    const asking = states.count(IDBKeyRange.bound([state], [state, []]))
    await new Promise((resolve, reject) => {
      asking.onsuccess = resolve
      asking.onerror = () => reject(asking.error)
    })
    if (asking.result > 0) counts[state] = asking.result
  }
  db.close()
  return counts
}

/** Runs in the browser. */
async function clear(): Promise<void> {
  const { chrome } = globalThis as unknown as { chrome: Chrome }
  await chrome.storage.session.clear()
  await chrome.alarms.clearAll()
  const opening = indexedDB.open('dailies')
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const transaction = db.transaction(db.objectStoreNames, 'readwrite')
  for (const name of db.objectStoreNames) transaction.objectStore(name).clear()
  await new Promise((resolve) => {
    transaction.oncomplete = resolve
  })
  db.close()
}
