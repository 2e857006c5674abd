import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { big, joinBytes, latin1 } from '../reading/sample/bytes.ts'
import { chunk, text } from '../reading/sample/png.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import {
  type ExtensionStage,
  openExtension,
  putSettings,
  readCaptures,
  tellBackground,
} from './extension-stage.ts'
import { type FaultyService, faultyService } from './faulty-service.ts'
import { makeSound, serveMedia } from './media-server.ts'
import { screenshot } from './stage.ts'

type Chrome = { chrome: typeof import('wxt/browser').browser }

const pictures = 12

describe('capturing from pages', () => {
  let service: TestService
  let user: TestUser
  let film: Film
  let between: FaultyService
  let media: Awaited<ReturnType<typeof serveMedia>>
  let stage: ExtensionStage
  let page: Page

  before(async () => {
    service = await testService('sqlite')
    between = await faultyService(service.address)
    stage = await openExtension()
    media = await serveMedia({
      'gallery.html': { type: 'text/html', body: gallery() },
      ...Object.fromEntries(
        Array.from({ length: pictures }, (_, place) => [
          `take-${place + 1}.png`,
          { type: 'image/png', body: generated(place + 1) },
        ]),
      ),
      'voice.wav': { type: 'audio/wav', body: makeSound() },
    })
  })
  after(async () => {
    await stage.end()
    media.close()
    between.close()
    await service.close()
  })

  beforeEach(async () => {
    user = await testUser(service)
    film = await testFilm(service.db, user)
    const worker = await stage.worker()
    await putSettings(worker, {
      connection: { address: between.address, token: user.token, state: 'connected' },
      placeAtHand: {
        projectId: film.projectId,
        sceneDbId: film.sceneDbId,
        sceneId: '012A',
        shotId: film.shotIds[0]!,
        characterName: 'Ada',
        untold: true,
      },
      preferences: undefined,
    })
    await tellPermissionsChanged()
    page = await stage.context.newPage()
    await page.goto(`${media.address}gallery.html`)
    await page.bringToFront()
  })

  async function tellPermissionsChanged(): Promise<void> {
    const panel = await stage.panel()
    await tellBackground(panel, 'permissionsChanged')
    await stage.closePage(panel)
  }

  /** Chooses an entry of the context menu of an element, which no test can click. */
  async function choose(mediaType: 'image' | 'video' | 'audio', selector: string): Promise<void> {
    const element = page.locator(selector)
    // Not in the corner where the button comes.
    await element.click({ button: 'right', position: { x: 200, y: 20 } })
    const srcUrl = await element.evaluate((found: HTMLMediaElement | HTMLImageElement) => found.currentSrc)
    const worker = await stage.worker()
    await worker.evaluate(
      async ([mediaType, srcUrl, pageUrl]) => {
        const { chrome } = globalThis as never as Chrome
        const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true })
        const event = chrome.contextMenus.onClicked as never as { dispatch(...given: unknown[]): void }
        event.dispatch({ menuItemId: 'capture', mediaType, srcUrl, pageUrl, frameId: 0 }, tab)
      },
      [mediaType, srcUrl, page.url()],
    )
  }

  /** The script comes into the page at some time after it is loaded; what was hovered before, it does not know. */
  async function buttonOver(selector: string): Promise<Locator> {
    const button = page.getByRole('button', { name: 'Capture this picture' })
    await becomes(
      async () => {
        await page.mouse.move(0, 0)
        await page.locator(selector).hover()
        return button.waitFor({ timeout: 1000 }).then(
          () => true,
          () => false,
        )
      },
      true,
      30,
    )
    return button
  }

  async function press(command: 'capture' | 'grid'): Promise<void> {
    const worker = await stage.worker()
    await worker.evaluate((command) => {
      const { chrome } = globalThis as never as Chrome
      const event = chrome.commands.onCommand as never as { dispatch(...given: unknown[]): void }
      event.dispatch(command)
    }, command)
  }

  /** What is in the scene, the newest first. */
  async function filed() {
    const { projectId } = film
    const { body } = await user.get(
      `/api/extension/scene-assets?projectId=${projectId}&sceneId=012A&limit=100`,
    )
    return body.assets as { id: string; prompt: string; outputUrl: string }[]
  }

  const prompts = async () => (await filed()).map(({ prompt }) => prompt)

  test('by the context menu a picture is stored with all that its file tells, in its place', async (t) => {
    await choose('image', '#take-3')
    const chosen = Date.now()
    await becomes(prompts, ['a lighthouse, take 3'])
    t.diagnostic(`from the menu to the workspace in ${Date.now() - chosen} ms`)
    const [{ id }] = (await filed()) as never as [{ id: string }]
    const { data } = (await user.get(`/api/assets/${id}`)).body
    assert.deepEqual(
      {
        outputUrl: data.outputUrl,
        sourceUrl: data.sourceUrl,
        platformKey: data.platformKey,
        negativePrompt: data.negativePrompt,
        modelName: data.modelName,
        shotId: data.shotId,
        tags: data.tags,
        seed: data.metadata.seed,
        source: data.provenance.source,
      },
      {
        outputUrl: `${media.address}take-3.png`,
        sourceUrl: page.url(),
        platformKey: 'automatic1111',
        negativePrompt: 'people',
        modelName: 'film-xl',
        shotId: film.shotIds[0],
        tags: ['Ada'],
        seed: 1003,
        source: 'extension',
      },
    )
    await page.close()
  })

  test('a sound is captured by its context menu, with what the page tells of it', async () => {
    await choose('audio', 'audio')
    const waiting = async () => (await readCaptures(await stage.worker())).at(-1)
    await becomes(async () => (await waiting())?.body.outputUrl, `${media.address}voice.wav`)
    await becomes(async () => (await waiting())?.body.assetType, 'AUDIO')
    await page.close()
  })

  test('a button over the picture captures it, and says so', async () => {
    const button = await buttonOver('#take-1')
    await screenshot(page, 'extension-button')
    await button.click()
    await page.getByRole('button', { name: 'Captured', exact: true }).waitFor()
    await becomes(prompts, ['a lighthouse, take 1'])
    await page.close()
  })

  test('a key captures what is under the pointer', async () => {
    await page.locator('#take-2').hover()
    await press('capture')
    await becomes(prompts, ['a lighthouse, take 2'])
    await page.close()
  })

  test('many are chosen on the page and captured at once, in their order', async () => {
    await press('grid')
    await page.getByRole('checkbox', { name: /^Picture 2 of/ }).waitFor()
    await page.locator('#take-2').click()
    await page.locator('#take-9').click({ modifiers: ['Shift'] })
    await screenshot(page, 'extension-grid')
    await page.getByRole('button', { name: 'Capture 8' }).click()
    await becomes(
      prompts,
      [9, 8, 7, 6, 5, 4, 3, 2].map((number) => `a lighthouse, take ${number}`),
    )
    await page.close()
  })

  test('media that are in the workspace carry a mark that leads there, found by one question', async () => {
    for (const number of [1, 5]) {
      const outputUrl = `${media.address}take-${number}.png`
      assert.equal((await user.ingest({ ...film.capture, outputUrl })).status, 200)
    }
    await page.goto('about:blank')
    await tellPermissionsChanged()
    between.passed.clear()
    await page.goto(`${media.address}gallery.html`)
    await page.bringToFront()
    const marks = page.getByRole('link', { name: /^In scene 012A, v/ })
    await becomes(() => marks.count(), 2)
    assert.match((await marks.first().getAttribute('href'))!, /\/assets\/[0-9a-f-]{36}$/)
    assert.equal(between.passed.get('/api/extension/captured'), 1)
    await screenshot(page, 'extension-marks')
    // What is captured now is marked now.
    await (await buttonOver('#take-2')).click()
    await becomes(() => marks.count(), 3)
    await page.close()
  })

  test('the defaults of the user are kept to', async () => {
    const preferences = { defaultAssetType: 'STORYBOARD', defaultStatus: 'GENERATED' }
    assert.equal((await user.send('PUT', '/api/extension/profile', { preferences })).status, 200)
    await press('capture')
    await becomes(async () => (await filed()).length, 1)
    const [{ assetType, status }] = (await filed()) as never as [{ assetType: string; status: string }]
    assert.deepEqual([assetType, status], ['STORYBOARD', 'GENERATED'])
    await page.close()
  })

  test('nothing is filled in where the user does not want that, and the capture waits for them', async () => {
    const preferences = { autoFillEnabled: false }
    assert.equal((await user.send('PUT', '/api/extension/profile', { preferences })).status, 200)
    await (await buttonOver('#take-4')).click()
    await page.getByRole('button', { name: /^Needs a look/ }).waitFor()
    const last = (await readCaptures(await stage.worker())).at(-1)
    assert.equal(last?.state, 'draft')
    assert.equal(last.body.prompt, undefined)
    assert.equal(last.body.outputUrl, `${media.address}take-4.png`)
    assert.deepEqual(await prompts(), [])
    await page.close()
  })

  // What a page sees is the same, whichever database is behind the service.
  test('no page finds the token, nor that the extension is there before it is used', async () => {
    const found = await page.evaluate(async () => {
      const own = globalThis as { chrome?: { runtime?: unknown; storage?: unknown } }
      return {
        runtime: own.chrome?.runtime !== undefined,
        storage: own.chrome?.storage !== undefined,
        databases: (await indexedDB.databases()).length,
        text: document.documentElement.outerHTML,
      }
    })
    assert.deepEqual([found.runtime, found.storage, found.databases], [false, false, 0])
    assert.ok(!found.text.includes('svc_') && !found.text.includes(between.address))
    await page.close()
  })

  test('a page cannot press the button by a script of its own', async () => {
    const button = await buttonOver('#take-6')
    await button.evaluate((found: HTMLElement) => found.click())
    await button.evaluate((found) => found.dispatchEvent(new MouseEvent('click', { bubbles: true })))
    await page.locator('#take-7').hover()
    await button.click()
    await becomes(prompts, ['a lighthouse, take 7'])
    await page.close()
  })
})

/** As AUTOMATIC1111 writes it. */
function generated(number: number): Buffer {
  const parameters = `a lighthouse, take ${number}
Negative prompt: people
Steps: 20, Sampler: Euler a, CFG scale: 7, Seed: ${1000 + number}, Size: 1024x576, Model hash: 31e35c80fc, Model: film-xl, Version: v1.10.1`
  return pictureWith(text('parameters', parameters))
}

/** A black PNG of 480 by 360 pixels. */
function pictureWith(...chunks: Uint8Array[]): Buffer {
  const [width, height] = [480, 360]
  return Buffer.from(
    joinBytes(
      latin1('\x89PNG\r\n\x1a\n'),
      chunk('IHDR', joinBytes(big(width, 4), big(height, 4), [8, 0, 0, 0, 0])),
      ...chunks,
      chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
      chunk('IEND', new Uint8Array()),
    ),
  )
}

function gallery(): Buffer {
  const items = Array.from(
    { length: pictures },
    (_, place) => `<img id="take-${place + 1}" src="take-${place + 1}.png" alt="">`,
  )
  return Buffer.from(`<!doctype html><html lang="en"><title>Gallery</title>
<style>body { display: grid; grid-template-columns: repeat(4, 240px); gap: 12px } img { width: 240px; height: 180px }</style>
${items.join('\n')}
<audio id="voice" controls src="voice.wav"></audio>`)
}
