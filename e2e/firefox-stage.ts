import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLayer } from './extension-stage.ts'

const built = join(import.meta.dirname, '../extension/dist/firefox-mv3')
/** Which id Firefox gives the extension's pages: it draws one unless it is told. */
const pagesId = '11111111-2222-4333-8444-555555555555'

/** A page, as far as the tests use it. Places are pixels from its top left. */
export interface FirefoxPage {
  /** What a script's expression comes to, as JSON has it. */
  evaluate<T>(expression: string): Promise<T>
  move(x: number, y: number): Promise<void>
  click(x: number, y: number): Promise<void>
  bringToFront(): Promise<void>
}

/** A real Firefox with the built extension in it; every host of the web is a site on the loopback. */
export interface FirefoxStage {
  open(address: string): Promise<FirefoxPage>
  /** The sidebar, as a tab. */
  panel(): Promise<FirefoxPage>
  /** Closes the browser and removes what is on the disk. */
  end(): Promise<void>
}

/** `hosts` are those that the user has allowed; `port` is the site's. Spoken to by WebDriver BiDi, https://w3c.github.io/webdriver-bidi/. */
export async function openFirefox(hosts: string[], port: number): Promise<FirefoxStage> {
  const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-firefox-'))
  const unpacked = join(folder, 'extension')
  const profile = join(folder, 'profile')
  await cp(built, unpacked, { recursive: true })
  const manifestFile = join(unpacked, 'manifest.json')
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'))
  await writeFile(manifestFile, JSON.stringify({ ...manifest, host_permissions: hosts }))
  for (const name of ['page.js', 'teach.js']) await openLayer(join(unpacked, name))
  await mkdir(profile)
  const ids = JSON.stringify({ [manifest.browser_specific_settings.gecko.id]: pagesId })
  await writeFile(
    join(profile, 'user.js'),
    `user_pref('extensions.webextensions.uuids', ${JSON.stringify(ids)});\n`,
  )
  const proxy = await openProxy(port)
  const firefox = spawn(
    firefoxPath(),
    [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      '--remote-debugging-port',
      '0',
      '--remote-allow-system-access',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder } },
  )
  const ended = new Promise((resolve) => firefox.once('exit', resolve))
  const end = async () => {
    firefox.kill()
    await ended
    proxy.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const send = await speakTo(firefox)
    await send('session.new', {
      capabilities: {
        alwaysMatch: {
          acceptInsecureCerts: true,
          proxy: { proxyType: 'manual', sslProxy: `127.0.0.1:${proxy.port}` },
        },
      },
    })
    await send('webExtension.install', { extensionData: { type: 'path', path: unpacked } })
    const open = async (url: string) => {
      const { context } = await send('browsingContext.create', { type: 'tab' })
      await send('browsingContext.setViewport', { context, viewport: { width: 900, height: 600 } })
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
      return pageOf(send, context)
    }
    return { open, panel: () => open(`moz-extension://${pagesId}/sidepanel.html`), end }
  } catch (error) {
    await end()
    throw error
  }
}

type Send = (method: string, params: object) => Promise<Answer>

/** What is read of the protocol's answers. */
interface Answer {
  context: string
  type: 'success' | 'exception'
  result: { value: string }
  exceptionDetails: { text: string }
}

async function speakTo(firefox: ChildProcess): Promise<Send> {
  const address = await new Promise<string>((resolve, reject) => {
    let told = ''
    firefox.once('error', reject)
    firefox.once('exit', () => reject(new Error(`Firefox has ended: ${told}`)))
    firefox.stderr?.on('data', (text) => {
      told += text
      const found = /ws:\/\/\S+/.exec(told)
      if (found) resolve(found[0])
    })
  })
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, PromiseWithResolvers<Answer>>()
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(data)
    const question = waiting.get(id)
    waiting.delete(id)
    if (type === 'success') question?.resolve(result)
    else question?.reject(new Error(`${error}: ${message}`))
  }
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has gone'))
  }
  let count = 0
  return (method, params) => {
    count += 1
    const question = Promise.withResolvers<Answer>()
    waiting.set(count, question)
    socket.send(JSON.stringify({ id: count, method, params }))
    return question.promise
  }
}

function pageOf(send: Send, context: string): FirefoxPage {
  const point = async (...actions: object[]) => {
    const source = { type: 'pointer', id: 'mouse', actions }
    await send('input.performActions', { context, actions: [source] })
  }
  const to = (x: number, y: number) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y) })
  return {
    evaluate: async (expression) => {
      const answer = await send('script.evaluate', {
        expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
        target: { context },
        awaitPromise: true,
      })
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
      return JSON.parse(answer.result.value)
    },
    // A hand moves on: a page hears of where it was, too.
    move: (x, y) => point(to(x - 5, y), to(x, y)),
    click: (x, y) => point(to(x, y), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }),
    bringToFront: async () => {
      await send('browsingContext.activate', { context })
    },
  }
}

/** Leads every host to the site: Firefox has no rules for where hosts are. */
async function openProxy(port: number): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    client.once('data', () => {
      const site = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n')
        client.pipe(site).pipe(client)
      })
      for (const socket of [client, site]) {
        sockets.add(socket)
        socket.on('error', () => client.destroy())
      }
    })
    client.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Where Firefox is; `FIREFOX` says so when it is not in the usual places. */
function firefoxPath(): string {
  const places = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
  const path = process.env.FIREFOX ?? places.find((place) => existsSync(place))
  if (path) return path
  throw new Error(
    'The tests of the extension need Firefox 140 or later: install it (apt-get install firefox-esr) or set FIREFOX to its path',
  )
}
