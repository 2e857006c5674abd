import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { openBrowser } from '../../../../server/test/browser.ts'
import type { Sighting } from '../../capture/sighting.ts'
import type { Mark, PageOrder, PageSettings } from '../../messages.ts'
import { scriptsFor } from '../../platforms/page-scripts.ts'
import { bundleScript, texts } from './bundle.ts'
import { type Answers, standIn } from './stand-in.ts'

/** A real Chromium, and pages under whatever address, into which the script is put as the browser would. */
export interface PageStage {
  browser: Browser
  open(options: Opening): Promise<StagedPage>
  end(): Promise<void>
}

interface Opening {
  /** Default `https://pictures.example/`. */
  url?: string
  /** Of the body, or a whole document. */
  html?: string
  /** A file of platforms/fixtures, without its ending. */
  fixture?: string
  size?: { width: number; height: number }
  theme?: 'light' | 'dark'
  touch?: boolean
  settings?: Partial<PageSettings>
  marks?: Mark[]
  /** Puts the script there later, by `page.begin()`. */
  later?: boolean
  headers?: Record<string, string>
  /** Whether the layer can be looked into; default true. */
  isOpen?: boolean
}

export interface StagedPage {
  page: Page
  /** Puts the script there; again, when it is there already. */
  begin(): Promise<void>
  order(order: PageOrder): Promise<void>
  /** Puts another script of the extension there, by its file in `src`. */
  bring(entry: string): Promise<void>
  /** What an expression is in the world of the scripts. */
  inWorld<T>(expression: string): Promise<T>
  /** Changes what the background answers. */
  answer(change: Partial<Answers>): Promise<void>
  /** What the background was asked, in order. */
  asked(): Promise<{ name: string; request: Record<string, unknown> }[]>
  sightings(): Promise<Sighting[]>
  /** Asks on a new port, one thing after the other, as the background does. */
  ask(portName: string, requests: object[]): Promise<unknown[]>
  /** As after the extension was reloaded or removed. */
  orphan(): Promise<void>
  /** As when it comes back after that, which it does in a world of its own. */
  reload(): Promise<void>
  /** Until what happened so far was seen by the script, and drawn. */
  drawn(): Promise<void>
  close(): Promise<void>
}

const source = join(import.meta.dirname, '../..')
const built = new Map<string, Promise<string>>()

/** `/platform-midjourney.js`, `/page.js` and `/many.js`, as wxt.config.ts names and builds them. */
function codeOf(name: string, isOpen: boolean): Promise<string> {
  const [, platform] = /^\/platform-(.+)\.js$/.exec(name) ?? []
  return codeIn(platform ? `platforms/${platform}.ts` : `entrypoints${name.replace('.js', '.ts')}`, isOpen)
}

function codeIn(entry: string, isOpen: boolean): Promise<string> {
  const key = `${entry} ${isOpen}`
  const code = built.get(key) ?? bundleScript(join(source, entry), { isOpen })
  built.set(key, code)
  return code
}

export async function openPageStage(): Promise<PageStage> {
  const browser = await openBrowser()
  return {
    browser,
    end: () => browser.close(),
    open: (options) => openStaged(browser, options),
  }
}

async function openStaged(browser: Browser, options: Opening): Promise<StagedPage> {
  const {
    url = 'https://pictures.example/',
    size = { width: 1280, height: 800 },
    theme,
    touch = false,
    isOpen = true,
  } = options
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme ?? 'light',
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
  })
  await serve(context, url, documentOf(options), options.headers)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
  await page.goto(url)
  const session = await context.newCDPSession(page)
  let world = await isolatedWorld(session, 'dailies')
  const answers: Answers = {
    settings: { connected: true, enabled: true, autoFill: true, marks: true, ...options.settings },
    marks: options.marks ?? [],
    outcome: { state: 'synced', sceneId: '012A', shotCode: 'B', versionNumber: 4 },
    already: null,
    undo: {},
    opened: true,
    error: null,
  }
  const prepare = () => world.run<void>(`(${standIn})(${JSON.stringify(texts)}, ${JSON.stringify(answers)})`)
  await prepare()
  const staged: StagedPage = {
    page,
    begin: async () => {
      // What captures comes with the first gesture: here it is there before.
      for (const name of [...scriptsFor(url), '/gesture.js']) await world.run(await codeOf(name, isOpen))
    },
    order: async (order) => {
      // As the background does it.
      if (order.order === 'grid') await world.run(await codeOf('/many.js', isOpen))
      await world.run(`test.order(${JSON.stringify(order)})`)
    },
    bring: async (entry) => world.run(await codeIn(entry, isOpen)),
    inWorld: (expression) => world.run(expression),
    answer: (change) => world.run(`Object.assign(test.answers, ${JSON.stringify(change)})`),
    asked: () => world.run('test.asked'),
    sightings: async () =>
      (await staged.asked()).flatMap(({ name, request }) =>
        name === 'capture' ? (request.sightings as Sighting[]) : [],
      ),
    ask: (portName, requests) =>
      world.run(
        `(async () => {
          const port = test.hear(${JSON.stringify(portName)})
          const replies = []
          for (const request of ${JSON.stringify(requests)}) replies.push(await port.ask(request))
          port.end()
          return replies
        })()`,
      ),
    orphan: () => world.run('delete test.browser.runtime.id, undefined'),
    reload: async () => {
      world = await isolatedWorld(session, 'dailies again')
      await prepare()
    },
    drawn: () =>
      page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      ),
    close: async () => {
      await context.close()
      if (problems.length > 0) throw new Error(`In the page:\n${problems.join('\n')}`)
    },
  }
  if (!options.later) await staged.begin()
  return staged
}

function documentOf({ html = '', fixture }: Opening): string {
  const content = fixture ? readFileSync(join(source, 'platforms/fixtures', `${fixture}.html`), 'utf8') : html
  if (/^\s*<!doctype|^\s*<html/i.test(content)) return content
  return `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Pictures</title></head><body>${content}</body></html>`
}

/** The page under its own address; whatever else it asks for is a picture of the size that its address may name. */
async function serve(context: BrowserContext, url: string, html: string, headers = {}): Promise<void> {
  await context.route('**/*', (route) => {
    const address = route.request().url()
    if (address === url) return route.fulfill({ contentType: 'text/html', body: html, headers })
    const type = route.request().resourceType()
    if (type !== 'image') return route.fulfill({ status: 404, body: '' })
    return route.fulfill({ contentType: 'image/svg+xml', body: picture(address) })
  })
}

/** Told apart by its colours. `w` and `h` in the address are its pixels, else 768 by 512; `plain` is soon drawn. */
function picture(address: string): string {
  const { searchParams } = new URL(address)
  const [width, height] = [searchParams.get('w') ?? 768, searchParams.get('h') ?? 512]
  if (searchParams.has('plain')) return '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="160"/>'
  const hue = [...address].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 360, 7)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 768 512" preserveAspectRatio="xMidYMid slice">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue} 45% 22%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 60% 62%)"/></linearGradient></defs>
    <rect width="768" height="512" fill="url(#sky)"/><circle cx="${140 + (hue * 487) / 360}" cy="180" r="70" fill="hsl(${(hue + 60) % 360} 85% 78%)"/>
    <path d="M0 512V380l150-90 130 80 170-140 170 130 148-80v232z" fill="hsl(${hue} 40% 14%)" opacity=".85"/></svg>`
}

/** As a browser has for each extension in a page: the same document, other objects. */
async function isolatedWorld(session: CDPSession, worldName: string) {
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName,
  })
  return {
    async run<T>(expression: string): Promise<T> {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        contextId: executionContextId,
        awaitPromise: true,
        returnByValue: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value as T
    },
  }
}
