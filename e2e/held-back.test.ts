import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { QueuedCapture } from '../extension/src/queue/queued-capture.ts'
import { type AnswersSite, openAnswersSite } from './answers-site.ts'
import { becomes } from './becomes.ts'
import {
  type ExtensionStage,
  openExtension,
  putSettings,
  readCaptures,
  tellBackground,
} from './extension-stage.ts'
import { films } from './held-back/films.ts'
import {
  asBlob,
  type Exchange,
  type Expected,
  type HeldBackPage,
  type Shown,
} from './held-back/held-back-page.ts'
import { pictures } from './held-back/pictures.ts'
import { sounds } from './held-back/sounds.ts'

type Chrome = { chrome: typeof import('wxt/browser').browser }

const heldBack = [...films, ...pictures, ...sounds]

/**
 * Pages that were written by somebody who had not read the recipes, after public sources of what the services answer. A
 * draft, whose prompt the user is asked for, is bearable one time in ten; the prompt of another take never is.
 */
describe('A page that no recipe was made with', () => {
  let site: AnswersSite
  let stage: ExtensionStage
  const outcomes: string[] = []
  before(async () => {
    site = await openAnswersSite(['*'])
    const hosts = heldBack.map(
      ({ address }) => `https://*.${new URL(address).hostname.split('.').slice(-2).join('.')}/*`,
    )
    stage = await openExtension({ hosts: [...new Set(hosts)], switches: site.switches })
    await putSettings(await stage.worker(), {
      connection: { address: 'http://127.0.0.1:9', token: 'svc_x', state: 'connected' },
    })
    const panel = await stage.panel()
    await tellBackground(panel, 'permissionsChanged')
    await panel.close()
  })
  after(async () => {
    await stage.end()
    site.close()
  })

  for (const held of heldBack) {
    test(`never files another take's prompt. ${held.name}`, async (context) => {
      const page = await open(held)
      const found: string[] = []
      for (const [at, shown] of held.shown.entries()) {
        const { body } = await capture(page, `#shown-${at}`)
        found.push(outcomeOf(shown, body))
        if (found[at] !== 'right')
          context.diagnostic(`${found[at]}: ${shown[0]}: ${body.prompt}, ${body.modelName}`)
      }
      await page.close()
      outcomes.push(...found)
      assert.deepEqual(
        found.filter((outcome) => outcome.startsWith('wrong')),
        [],
      )
    })
  }

  test('is filed with prompt and model right nine times in ten', (context) => {
    const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
    const kinds = [...new Set(outcomes)].map((kind) => `${count(kind)} ${kind}`).join(', ')
    context.diagnostic(`${outcomes.length} media of ${heldBack.length} pages: ${kinds}`)
    assert.equal(outcomes.length, heldBack.flatMap(({ shown }) => shown).length)
    assert.ok(count('right') >= 0.9 * outcomes.length, kinds)
  })

  /** It is done when it has asked for all and shows all. */
  async function open({ address, told, shown }: HeldBackPage): Promise<Page> {
    site.serve(Object.fromEntries(told.map(served)))
    for (const [media] of shown.filter(([media]) => media.startsWith(asBlob))) {
      const { pathname } = new URL(blobOf(media).url)
      site.serve({ [pathname]: { type: typeOf(pathname), body: Buffer.alloc(4000, 7) } })
    }
    const html = `<!doctype html><title>Page</title><body><script>
      window.problems = []
      ;(async () => {
        for (const exchange of ${JSON.stringify(told)}) await (${ask})(exchange)
        for (const [at, shown] of ${JSON.stringify(shown.map(([media]) => ({ ...blobOf(media), kind: kindOf(media), isBlob: media.startsWith(asBlob) })))}.entries()) await (${show})(at, shown)
      })().catch((error) => problems.push(String(error))).finally(() => { window.done = true })
    </script></body>`
    const { pathname } = new URL(address)
    site.serve({ [pathname]: { type: 'text/html', body: html } })
    const page = await stage.context.newPage()
    await page.goto(address)
    await page.waitForFunction('window.done')
    assert.deepEqual(await page.evaluate('window.problems'), [])
    await page.bringToFront()
    return page
  }

  /** As by the context menu. */
  async function capture(page: Page, selector: string): Promise<QueuedCapture> {
    const worker = await stage.worker()
    const before = (await readCaptures(worker)).length
    const srcUrl = await page
      .locator(selector)
      .evaluate((found: HTMLImageElement) => found.currentSrc || found.src)
    const mediaType = await page
      .locator(selector)
      .evaluate((found) => (found.matches('img') ? 'image' : found.localName))
    await worker.evaluate(
      async ([srcUrl, mediaType, pageUrl]) => {
        const { chrome } = globalThis as never as Chrome
        const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true })
        const event = chrome.contextMenus.onClicked as never as { dispatch(...given: unknown[]): void }
        event.dispatch({ menuItemId: 'capture', mediaType, srcUrl, pageUrl, frameId: 0 }, tab)
      },
      [srcUrl, mediaType, page.url()],
    )
    await becomes(async () => (await readCaptures(worker)).length, before + 1)
    return (await readCaptures(worker)).at(-1)!
  }
})

function served({ url, by, type, answer }: Exchange) {
  const { pathname, search } = new URL(url)
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  if (by === 'EventSource')
    return [pathname + search, { type: 'text/event-stream', body: `data: ${text}\n\n` }]
  return [pathname + search, { type, body: text }]
}

function blobOf(media: string): { url: string; sent: string | undefined } {
  const [url, sent] = media.replace(asBlob, '').split(/ (.*)/)
  return { url: url!, sent }
}

const kindOf = (media: string) =>
  /\.mp4/.test(media) || /\/video\/.*Signature/.test(media)
    ? 'video'
    : /\.mp3|audio|speech/.test(media)
      ? 'audio'
      : 'img'

const typeOf = (path: string) => (path.endsWith('.mp4') ? 'video/mp4' : 'audio/mpeg')

/** Runs in the page. */
async function ask({ url, sent, by }: Exchange) {
  const body = typeof sent === 'string' ? sent : JSON.stringify(sent)
  const method = sent === undefined ? 'GET' : 'POST'
  if (by === 'WebSocket') {
    const socket = new WebSocket(url)
    await new Promise((done) => {
      socket.onmessage = ({ data }) => done(JSON.parse(data))
    })
  } else if (by === 'EventSource') {
    const source = new EventSource(url)
    await new Promise((done) => {
      source.onmessage = ({ data }) => done(JSON.parse(data))
    })
    source.close()
  } else if (by === 'XMLHttpRequest') {
    const request = new XMLHttpRequest()
    request.open(method, url)
    await new Promise((done) => {
      request.onload = done
      request.send(body)
    })
    JSON.parse(request.responseText)
  } else {
    const headers = { 'content-type': 'application/json' }
    await (await fetch(url, sent === undefined ? {} : { method, body, headers })).text()
  }
}

/** Runs in the page. */
async function show(at: number, shown: { url: string; sent?: string; kind: string; isBlob: boolean }) {
  const element = document.createElement(shown.kind) as HTMLImageElement
  element.id = `shown-${at}`
  element.width = 320
  element.height = 180
  const headers = { 'content-type': 'application/json' }
  const asking = shown.sent === undefined ? {} : { method: 'POST', body: shown.sent, headers }
  element.src = shown.isBlob ? URL.createObjectURL(await (await fetch(shown.url, asking)).blob()) : shown.url
  if (shown.kind === 'audio') element.setAttribute('controls', '')
  document.body.append(element)
}

const meets = (found: unknown, expected: Expected) =>
  expected instanceof RegExp ? typeof found === 'string' && expected.test(found) : found === expected

function outcomeOf([, prompt, model]: Shown, body: QueuedCapture['body']): string {
  if (prompt === null) return body.prompt === undefined ? 'right' : 'wrong prompt'
  if (body.prompt === undefined) return 'draft'
  if (!meets(body.prompt, prompt)) return 'wrong prompt'
  if (model === undefined || meets(body.modelName, model)) return 'right'
  return body.modelName === undefined ? 'without model' : 'wrong model'
}
