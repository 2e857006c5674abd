import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testFilm, testService, testUser } from '../server/test/service.ts'
import { type AnswersSite, openAnswersSite } from './answers-site.ts'
import { becomes } from './becomes.ts'
import { put } from './extension-stage.ts'
import { type FirefoxPage, type FirefoxStage, openFirefox } from './firefox-stage.ts'
import { placeIn } from './place-in.ts'

const id = '00000001-1c2d-4e3f-8a4b-5c6d7e8f9a0b'
const platform = 'https://app.runwayml.com'
const picture = `/cdn/${id}.png`

/** What is another engine's own: worlds of scripts, what it lets them see of a page, how pages are asked. All else is tested in Chromium. */
describe('the extension in Firefox', () => {
  let service: Awaited<ReturnType<typeof testService>>
  let user: Awaited<ReturnType<typeof testUser>>
  let film: Awaited<ReturnType<typeof testFilm>>
  let site: AnswersSite
  let firefox: FirefoxStage
  let panel: FirefoxPage
  let page: FirefoxPage

  before(async () => {
    service = await testService('sqlite')
    user = await testUser(service)
    film = await testFilm(service.db, user)
    site = await openAnswersSite()
    site.serve({
      '/page': {
        type: 'text/html',
        body: `<!doctype html><title>Takes</title><img id="take" src="${picture}?_jwt=abc" width="320" height="180">`,
      },
      '/v1/tasks': {
        body: JSON.stringify({
          tasks: [
            {
              id,
              taskType: 'gen4',
              status: 'SUCCEEDED',
              options: { text_prompt: 'a lighthouse in a storm', seed: 7 },
              artifacts: [{ id, url: `${platform}${picture}?_jwt=xyz`, previewUrls: [] }],
            },
          ],
        }),
      },
    })
    firefox = await openFirefox(['http://127.0.0.1/*', 'https://*.runwayml.com/*'], site.port)
    panel = await firefox.panel()
    const settings = {
      connection: { address: service.address, token: user.token, state: 'connected' },
      placeAtHand: { ...placeIn(film), shotId: film.shotIds[0], characterName: 'Ada' },
    }
    await panel.evaluate(
      `(${put})(${JSON.stringify({ store: 'settings', entries: Object.entries(settings) })})`,
    )
    await panel.evaluate(`browser.runtime.sendMessage({ name: 'permissionsChanged', request: {} })`)
    page = await firefox.open(`${platform}/page`)
  })
  after(async () => {
    await firefox?.end()
    site?.close()
    await service?.close()
  })

  test('files a take by its button, with what the page was told of it', async () => {
    await page.evaluate(`fetch('/v1/tasks').then((answer) => answer.json())`)
    await page.bringToFront()
    await capture('#take')
    await becomes(() => told('Scene 012A, shot 012A-A, v1'), true)
    const { body } = await user.get(`/api/extension/scene-assets?projectId=${film.projectId}&sceneId=012A`)
    assert.deepEqual(
      body.assets.map(({ prompt, platformKey }: Record<string, string>) => [prompt, platformKey]),
      [['a lighthouse in a storm', 'runway']],
    )
  })

  test('keeps a picture that the page made itself as a draft, and asks for its prompt', async () => {
    await page.evaluate(`(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 200 })
      canvas.getContext('2d').fillRect(0, 0, 200, 100)
      const made = Object.assign(new Image(300, 200), { id: 'made' })
      made.src = URL.createObjectURL(await new Promise((done) => canvas.toBlob(done)))
      document.body.append(made)
      await made.decode()
    })()`)
    await capture('#made')
    await becomes(() => told('Draft: the prompt is missing'), true)
  })

  test('lets many be chosen, but for what is in the workspace', async () => {
    await inPage(['/gesture.js', '/many.js'])
    await panel.evaluate(`browser.tabs.sendMessage(${pageTab}, { order: 'grid' })`)
    await press('Select all')
    await becomes(() => told('1 of 2 chosen'), true)
    await press('Leave')
  })

  test('lets the prompt be pointed at', async () => {
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('p'), { id: 'prompt', textContent: 'a red boat' }))`,
    )
    await inPage(['/teach.js'])
    const order = JSON.stringify({ rules: [], srcUrl: `${platform}${picture}?_jwt=abc` })
    await panel.evaluate(`browser.scripting.executeScript({
      target: { tabId: ${pageTab} }, func: (order) => globalThis.dailiesTeach.begin(order), args: [${order}]
    })`)
    await becomes(() => told('Cancel'), true)
    await page.click(...(await placeOf(`document.querySelector('#prompt')`)))
    await becomes(() => told('Now at its model'), true)
  })

  const layers = `[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])`
  const pageTab = `(await browser.tabs.query({ url: '${platform}/*' }))[0].id`

  const inPage = (files: string[]) =>
    panel.evaluate(`browser.scripting.executeScript({
      target: { tabId: ${pageTab} }, files: ${JSON.stringify(files)}
    })`)

  /** Whether the extension shows it in the page. */
  const told = (text: string) =>
    page.evaluate<boolean>(`${layers}.some((layer) => layer.textContent.includes(${JSON.stringify(text)}))`)

  function placeOf(element: string): Promise<[number, number]> {
    return page.evaluate(`(() => {
      const { left, top, width, height } = (${element}).getBoundingClientRect()
      return [left + width / 2, top + height / 2]
    })()`)
  }

  /** One of the extension's buttons in the page. */
  async function press(name: string): Promise<void> {
    const button = `${layers}.flatMap((layer) => [...layer.querySelectorAll('button')])
      .find((one) => one.textContent.includes(${JSON.stringify(name)}) && one.getClientRects().length > 0)`
    await becomes(() => page.evaluate(`Boolean(${button})`), true)
    await page.click(...(await placeOf(button)))
  }

  async function capture(selector: string): Promise<void> {
    await page.move(...(await placeOf(`document.querySelector('${selector}')`)))
    await press('Capture')
  }
})
