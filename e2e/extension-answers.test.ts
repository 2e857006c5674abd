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

type Chrome = { chrome: typeof import('wxt/browser').browser }

const origin = 'https://app.runwayml.com'
const cdn = 'https://dnznrvs05pmza.cloudfront.net'

/** Answers as those of Runway (extension/src/network/recipes/runway.ts), of takes by their numbers. */
function tasks(...numbers: number[]) {
  return {
    tasks: numbers.map((number) => ({
      id: idOf(number),
      taskType: 'gen4',
      options: { text_prompt: promptOf(number), seed: number, init_image: `${cdn}/start.png` },
      artifacts: [{ id: idOf(number + 1000), url: addressOf(number), previewUrls: [] }],
    })),
  }
}

const idOf = (number: number) => `${String(number).padStart(8, '0')}-1c2d-4e3f-8a4b-5c6d7e8f9a0b`
const promptOf = (number: number) => `a lighthouse in a storm, take ${number}`
const addressOf = (number: number, signature = 'first') => `${cdn}/${idOf(number)}.mp4?_jwt=${signature}`

/** A picture of each take, as the page shows it: with another signature. */
const shown = (...numbers: number[]) =>
  numbers
    .map(
      (number) => `<img id="take-${number}" src="${addressOf(number, 'second')}" width="320" height="180">`,
    )
    .join('')

describe('What a page was told by its service', () => {
  let site: AnswersSite
  let stage: ExtensionStage
  before(async () => {
    site = await openAnswersSite()
    stage = await openExtension({
      hosts: ['https://*.runwayml.com/*', 'https://*.pixverse.ai/*', 'https://*.pictures.example/*'],
      switches: site.switches,
    })
    await putSettings(await stage.worker(), {
      connection: { address: 'http://127.0.0.1:9', token: 'svc_x', state: 'connected' },
    })
    const panel = await stage.panel()
    await tellBackground(panel, 'permissionsChanged')
    await panel.close()
    site.serve({ '/tasks': { body: JSON.stringify(tasks(1, 2)) } })
  })
  after(async () => {
    await stage.end()
    site.close()
  })

  /** A page whose script is `script`; it is done when it has set `window.done`. */
  async function open(script: string, { body = shown(1, 2, 3), headers = {}, at = origin } = {}) {
    const html = `<!doctype html><title>Takes</title><body>${body}<script nonce="n">
      window.problems = []
      addEventListener('error', ({ message }) => problems.push(message))
      addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)))
      ;(async () => { ${script} })().catch((error) => problems.push(String(error))).finally(() => { window.done = true })
    </script></body>`
    site.serve({ '/page': { type: 'text/html', body: html, headers } })
    const page = await stage.context.newPage()
    await page.goto(`${at}/page`)
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
    await worker.evaluate(
      async ([srcUrl, pageUrl]) => {
        const { chrome } = globalThis as never as Chrome
        const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true })
        const event = chrome.contextMenus.onClicked as never as { dispatch(...given: unknown[]): void }
        event.dispatch({ menuItemId: 'capture', mediaType: 'image', srcUrl, pageUrl, frameId: 0 }, tab)
      },
      [srcUrl, page.url()],
    )
    await becomes(async () => (await readCaptures(worker)).length, before + 1)
    return (await readCaptures(worker)).at(-1)!
  }

  async function promptsOf(page: Page, ...selectors: string[]) {
    const prompts: unknown[] = []
    for (const selector of selectors) prompts.push((await capture(page, selector)).body.prompt)
    return prompts
  }

  const ways: Record<string, string> = {
    'fetch, as JSON': `await (await fetch('/tasks')).json()`,
    'fetch, as a text': `await (await fetch(new Request('/tasks'))).text()`,
    'fetch, as bytes': `await (await fetch('/tasks')).arrayBuffer()`,
    'fetch, as a blob': `await (await fetch('/tasks')).blob(); await new Promise((done) => setTimeout(done, 50))`,
    'fetch, of a copy': `await (await fetch('/tasks')).clone().json()`,
    'fetch, piece by piece': `const reader = (await fetch('/tasks')).body.getReader(); while (!(await reader.read()).done);`,
    'fetch, piped into a decoder': `const reader = (await fetch('/tasks')).body.pipeThrough(new TextDecoderStream()).getReader(); while (!(await reader.read()).done);`,
    XMLHttpRequest: `await new Promise((done) => { const request = new XMLHttpRequest(); request.open('GET', '/tasks'); request.onload = done; request.send() })`,
    'XMLHttpRequest, as JSON': `await new Promise((done) => { const request = new XMLHttpRequest(); request.responseType = 'json'; request.open('GET', '/tasks'); request.onload = done; request.send() })`,
    EventSource: `await new Promise((done) => { const source = new EventSource('/events'); source.addEventListener('task', ({ data }) => { JSON.parse(data); source.close(); done() }) })`,
    WebSocket: `await new Promise((done) => { const socket = new WebSocket('wss://api.runwayml.com/tasks'); socket.onmessage = ({ data }) => { JSON.parse(data); done() } })`,
  }
  for (const [way, script] of Object.entries(ways)) {
    test(`by ${way} gives each of its media its prompt, and others none`, async () => {
      site.serve({
        '/events': {
          type: 'text/event-stream',
          body: `event: task\ndata: ${JSON.stringify(tasks(1, 2))}\n\n`,
        },
      })
      const page = await open(script)
      assert.deepEqual(await promptsOf(page, '#take-2', '#take-1', '#take-3'), [
        promptOf(2),
        promptOf(1),
        undefined,
      ])
      await page.close()
    })
  }

  test('is filed with all that it tells, and where it was read', async () => {
    const page = await open(ways['fetch, as JSON']!)
    const { body, readings } = await capture(page, '#take-1')
    assert.deepEqual(
      [body.modelName, body.externalAssetId, body.platformKey, (body.metadata as { seed?: number }).seed],
      ['gen4', idOf(1), 'runway', 1],
    )
    assert.deepEqual(readings[0], { kind: 'answer', platform: 'runway' })
    await page.close()
  })
})
