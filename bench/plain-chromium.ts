import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { browserPath } from '../server/test/browser.ts'

interface Visit {
  address: string
  /** Sent to the host of the address. */
  cookie: string
  /** Pixels. */
  viewport: { width: number; height: number }
  /** Runs before any script of the page, and sets `window.noted` when it is done. */
  script: string
}

/**
 * The machine's own Chromium as users have it: with all of its compilers, and without Playwright, which hears of each request of a
 * page and costs a third of a second at a hundred of them.
 */
export interface PlainChromium {
  /** Opens a page whose cache is empty, and returns what it noted. */
  visit(visit: Visit): Promise<unknown>
  /** Opens a page whose cache is empty. */
  open(visit: Visit): Promise<PlainPage>
  /** The ids of its processes that run pages, and of the one that paints. */
  processes(): Promise<{ pages: number[]; painter: number[] }>
}

export interface PlainPage {
  /** What an expression is in the page, once it is there. It has to be JSON. */
  evaluate<T>(expression: string): Promise<T>
  /** Asks until the expression is true, a minute at most. */
  until(expression: string): Promise<void>
  /** https://chromedevtools.github.io/devtools-protocol/ */
  ask: Ask
  close(): Promise<void>
}

export async function startPlainChromium(cleanup: AsyncDisposableStack): Promise<PlainChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'dailies-bench-chromium-'))
  cleanup.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }))
  const switches = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--hide-scrollbars']
  const chromium = spawn(
    browserPath(),
    [
      ...switches,
      '--disable-background-networking',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  cleanup.defer(async () => {
    if (chromium.exitCode === null && chromium.kill()) await once(chromium, 'exit')
  })
  const ask = await openDevtools(await devtoolsOf(chromium.stderr))
  const open = (visit: Visit) => openPage(ask, visit)
  return {
    open,
    visit: async (visit) => {
      const page = await open(visit)
      await page.until('Boolean(window.noted)')
      const noted = await page.evaluate('window.noted')
      await page.close()
      return noted
    },
    processes: async () => {
      const { processInfo } = await ask('SystemInfo.getProcessInfo')
      const of = (kind: string) =>
        processInfo.filter(({ type }: { type: string }) => type === kind).map(({ id }: { id: number }) => id)
      return { pages: of('renderer'), painter: of('GPU') }
    },
  }
}

async function openPage(ask: Ask, { address, cookie, viewport, script }: Visit): Promise<PlainPage> {
  const { browserContextId } = await ask('Target.createBrowserContext')
  const [name, value] = cookie.split(/=(.*)/s)
  const cookies = [{ name, value, url: new URL(address).origin, httpOnly: true, sameSite: 'Strict' }]
  await ask('Storage.setCookies', { browserContextId, cookies })
  const { targetId } = await ask('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true })
  const askPage: Ask = (method, params) => ask(method, params, sessionId)
  const screen = { ...viewport, deviceScaleFactor: 1, mobile: false }
  await askPage('Emulation.setDeviceMetricsOverride', screen)
  await askPage('Page.enable', {})
  await askPage('Page.addScriptToEvaluateOnNewDocument', { source: script })
  // A new page has work of its own in the beginning.
  await setTimeout(300)
  await askPage('Page.navigate', { url: address })
  const evaluate = async <T>(expression: string): Promise<T> => {
    const json = `(async () => JSON.stringify((await (${expression})) ?? null))()`
    const { result, exceptionDetails } = await askPage('Runtime.evaluate', {
      expression: json,
      awaitPromise: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return JSON.parse(result.value)
  }
  return {
    evaluate,
    ask: askPage,
    until: async (expression) => {
      const deadline = performance.now() + 60_000
      while (!(await evaluate<boolean>(expression).catch(() => false))) {
        if (performance.now() > deadline) throw new Error(`${address}: ${expression} did not come true`)
        await setTimeout(100)
      }
    },
    close: async () => {
      await ask('Target.disposeBrowserContext', { browserContextId })
    },
  }
}

/** Address of the WebSocket, which Chromium writes when it is there. */
async function devtoolsOf(output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const piece of output) {
    text += piece
    const address = text.match(/ws:\/\/\S+/)?.[0]
    if (address) {
      output.resume()
      return address
    }
  }
  throw new Error(`Chromium ended: ${text}`)
}

// biome-ignore lint/suspicious/noExplicitAny: each method answers with something else
type Ask = (method: string, params?: object, sessionId?: string) => Promise<any>

/** https://chromedevtools.github.io/devtools-protocol/ */
async function openDevtools(address: string): Promise<Ask> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(String(data))
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result)
  }
  let count = 0
  return (method, params = {}, sessionId = undefined) => {
    count += 1
    const asked = Promise.withResolvers<unknown>()
    waiting.set(count, asked)
    socket.send(JSON.stringify({ id: count, method, params, sessionId }))
    return asked.promise
  }
}
