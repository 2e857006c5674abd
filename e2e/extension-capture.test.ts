import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { QueuedCapture } from '../extension/src/queue/queued-capture.ts'
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
  forgetAll,
  openExtension,
  putSettings,
  readCaptures,
  readSetting,
  stopBackground,
  tellBackground,
} from './extension-stage.ts'
import { type FaultyService, faultyService } from './faulty-service.ts'
import { generated } from './generated-picture.ts'
import { makeSound, serveMedia } from './media-server.ts'
import { placeIn } from './place-in.ts'
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
      'platform.html': { type: 'text/html', body: gallery('<div id="txt2img_gallery"></div>') },
      'film.html': { type: 'text/html', body: Buffer.from(filmUnderLayer) },
      'blobs.html': { type: 'text/html', body: Buffer.from(blobs) },
      'many.html': { type: 'text/html', body: manyPictures() },
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
    // What was captured by another test would be known again.
    await forgetAll(worker)
    const { body } = await user.get(`/api/extension/shots?sceneDbId=${film.sceneDbId}`)
    await putSettings(worker, {
      connection: { address: between.address, token: user.token, state: 'connected' },
      // As the panel read them when the shot was chosen there.
      'known.shots': { of: film.sceneDbId, items: body.shots },
      placeAtHand: { ...placeIn(film), shotId: film.shotIds[0]!, characterName: 'Ada' },
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

  /**
   * Chooses an entry of the context menu of an element, which no test can click. The browser names no address where something
   * else is on top.
   */
  async function choose(mediaType: 'image' | 'video' | 'audio' | undefined, selector: string): Promise<void> {
    const element = page.locator(selector)
    // Not in the corner where the button comes.
    await element.click({ button: 'right', position: { x: 200, y: 20 } })
    const srcUrl = mediaType
      ? await element.evaluate((found: HTMLMediaElement | HTMLImageElement) => found.currentSrc)
      : undefined
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
    await becomes(async () => {
      await page.mouse.move(0, 0)
      await page.locator(selector).hover()
      return button.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      )
    }, true)
    return button
  }

  async function press(command: 'capture' | 'grid' | 'focus'): Promise<void> {
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

  /** Of a picture of the gallery. */
  async function queued(name: string): Promise<QueuedCapture[]> {
    const captures = await readCaptures(await stage.worker())
    return captures.filter(
      ({ body }) => body.outputUrl === media.address + name && body.projectId === film.projectId,
    )
  }

  /** At the foot of the page. */
  async function said(words: string | RegExp): Promise<void> {
    await page.locator('.toast', { hasText: words }).waitFor()
  }

  /** The side panel itself, at this view; it is closed again. */
  async function panelOpens(view: string): Promise<void> {
    const worker = await stage.worker()
    const shown = () =>
      worker.evaluate(async () => {
        const { chrome } = globalThis as never as Chrome
        const panels = await chrome.runtime.getContexts({ contextTypes: ['SIDE_PANEL'] })
        return panels.map(({ documentUrl }: { documentUrl?: string }) => documentUrl?.replace(/.*#/, ''))
      })
    await becomes(shown, [view])
    // Wanted once, and not again by the next panel.
    await becomes(() => readSetting(worker, 'openCapture'), undefined)
    await worker.evaluate(async () => {
      const { chrome } = globalThis as never as Chrome
      for (const enabled of [false, true]) await chrome.sidePanel.setOptions({ enabled })
    })
    await becomes(shown, [])
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
    await said('Scene 012A, shot 012A-A, v1')
    await screenshot(page, 'extension-toast')
    assert.deepEqual(await prompts(), ['a lighthouse, take 1'])
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
    // Which platforms are on, the panel asks of the service.
    const panel = await stage.panel()
    await becomes(async () => (await readSetting(panel, 'preferences')) !== undefined, true)
    await tellBackground(panel, 'permissionsChanged')
    await stage.closePage(panel)
    between.passed.clear()
    // Marks are of platforms, and this page is one by what stands in it.
    await page.goto(`${media.address}platform.html`)
    await page.bringToFront()
    const marks = page.getByRole('link', { name: /^In scene 012A, v/ })
    await becomes(() => marks.count(), 2)
    assert.match((await marks.first().getAttribute('href'))!, /\/assets\/[0-9a-f-]{36}$/)
    assert.equal(between.passed.get('/api/extension/captured'), 1)
    await screenshot(page, 'extension-marks')
    // What is captured now is marked now.
    await page.locator('#take-2').hover()
    await press('capture')
    await becomes(() => marks.count(), 3)
    await page.close()
  })

  test('the defaults of the user are kept to', async () => {
    const preferences = { defaultAssetType: 'STORYBOARD', defaultStatus: 'GENERATED' }
    assert.equal((await user.send('PUT', '/api/extension/profile', { preferences })).status, 200)
    await page.locator('#take-1').hover()
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
    await said('Draft: the prompt is missing')
    const last = (await readCaptures(await stage.worker())).at(-1)
    assert.equal(last?.state, 'draft')
    assert.equal(last.problem?.status, 0)
    assert.equal(last.body.prompt, undefined)
    assert.equal(last.body.outputUrl, `${media.address}take-4.png`)
    assert.deepEqual(await prompts(), [])
    await page.close()
  })

  test('a capture that lacks more than one thing names all of it', async () => {
    // Without a service, which would know a place.
    await putSettings(await stage.worker(), { connection: undefined, placeAtHand: undefined })
    await page.goto(`${media.address}blobs.html`)
    await page.waitForFunction(() => document.title === 'Ready')
    await page.locator('#revoked').hover()
    await press('capture')
    await said(/^Draft: a scene and the prompt are missing(Open|$)/)
    await page.close()
  })

  test('a layer over a picture hides it neither from the menu nor from the key', async () => {
    await page.goto(`${media.address}film.html`)
    await page.locator('#cover').hover()
    await press('capture')
    await said('Scene 012A, shot 012A-A, v1')
    assert.deepEqual(await prompts(), ['a lighthouse, take 1'])
    await choose(undefined, '#cover')
    await said('Already in Scene 012A, shot 012A-A as v1')
    await page.close()
  })

  test('what was filed is taken back by Undo, and is gone from the queue as well', async () => {
    await page.locator('#take-2').hover()
    await press('capture')
    await said('Scene 012A, shot 012A-A, v1')
    await press('focus')
    await becomes(() => hasFocusWithin(page.getByRole('button', { name: 'Undo' })), true)
    await page.keyboard.press('Enter')
    await said('Taken back')
    assert.deepEqual(await prompts(), [])
    assert.deepEqual(await queued('take-2.png'), [])
    await page.close()
  })

  test('what somebody built on is not taken back, and the page says why', async () => {
    await page.locator('#take-2').hover()
    await press('capture')
    await said('Scene 012A, shot 012A-A, v1')
    const [{ id }] = (await filed()) as never as [{ id: string }]
    await user.send('POST', `/api/assets/${id}/selection`, { selected: true })
    await page.getByRole('button', { name: 'Undo' }).click()
    await said('Not taken back: It was selected meanwhile')
    assert.equal((await filed()).length, 1)
    await page.close()
  })

  test('with a token that is refused a capture says that it waits and why, and Undo takes it out of the queue', async () => {
    await putSettings(await stage.worker(), {
      connection: { address: between.address, token: user.token, state: 'paused' },
    })
    await page.locator('#take-3').hover()
    await press('capture')
    await said(/^Scene 012A, shot 012A-A: waits\. The token is refused\. Connect again in the panel(Undo|$)/)
    assert.equal((await queued('take-3.png')).length, 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await said('Taken back')
    assert.deepEqual(await queued('take-3.png'), [])
    await page.close()
  })

  test('Change opens the panel, with the form of what was captured', async () => {
    await page.locator('#take-2').hover()
    await press('capture')
    await said('Scene 012A, shot 012A-A, v1')
    await page.getByRole('button', { name: 'Change' }).click()
    await panelOpens(`/form/${(await queued('take-2.png'))[0]!.id}`)
    await page.close()
  })

  test('a draft that is captured again is opened from there, and filed no second time', async () => {
    const preferences = { autoFillEnabled: false }
    assert.equal((await user.send('PUT', '/api/extension/profile', { preferences })).status, 200)
    await page.locator('#take-8').hover()
    await press('capture')
    await said('Draft: the prompt is missing')
    await press('capture')
    await said('Captured before, as a draft: the prompt is missing')
    const drafts = await queued('take-8.png')
    assert.equal(drafts.length, 1)
    await page.getByRole('button', { name: 'Open' }).click()
    await panelOpens(`/form/${drafts[0]!.id}`)
    await page.close()
  })

  test('a disk that cannot be read for once is no reason to capture nothing after that', async () => {
    const panel = await stage.panel()
    await stopBackground(panel)
    await tellBackground(panel, 'permissionsChanged')
    await panel.close()
    await page.bringToFront()
    await (await stage.worker()).evaluate(() => {
      const { prototype } = IDBObjectStore
      const { getAll } = prototype
      prototype.getAll = function (...given) {
        if (this.name !== 'captures') return getAll.apply(this, given)
        prototype.getAll = getAll
        throw new Error('the disk is away')
      }
    })
    await page.locator('#take-5').hover()
    await press('capture')
    await said('Not captured: the disk is away')
    await press('capture')
    await said('Scene 012A, shot 012A-A, v1')
    await page.close()
  })

  test('the same picture is filed again only when that is wanted', async () => {
    await page.locator('#take-5').hover()
    await press('capture')
    await said('Scene 012A, shot 012A-A, v1')
    await press('capture')
    await said('Already in Scene 012A, shot 012A-A as v1')
    assert.equal((await filed()).length, 1)
    await page.getByRole('button', { name: 'Capture again', exact: true }).click()
    await said('Scene 012A, shot 012A-A, v2')
    assert.equal((await filed()).length, 2)
    await page.close()
  })

  test('another machine changes no place at hand, nor its shot and character', async () => {
    const worker = await stage.worker()
    const place = { ...(await readSetting(worker, 'placeAtHand'))!, untold: false }
    await putSettings(worker, { placeAtHand: place })
    const preferences = { lastActiveProjectId: film.projectId, lastActiveSceneId: film.otherSceneDbId }
    assert.equal((await user.send('PUT', '/api/extension/profile', { preferences })).status, 200)
    await page.locator('#take-6').hover()
    await press('capture')
    await said('Scene 012A, shot 012A-A, v1')
    assert.deepEqual(await readSetting(worker, 'placeAtHand'), place)
    const [{ id }] = (await filed()) as never as [{ id: string }]
    const { data } = (await user.get(`/api/assets/${id}`)).body
    assert.deepEqual([data.shotId, data.tags], [film.shotIds[0], ['Ada']])
    await page.close()
  })

  test('500 that were chosen are safe at once, and the page may be closed', async (t) => {
    const worker = await stage.worker()
    await putSettings(worker, {
      connection: { address: between.address, token: user.token, state: 'paused' },
    })
    await page.goto(`${media.address}many.html`)
    await press('grid')
    await page.getByRole('button', { name: 'Select all' }).click()
    const capture = page.getByRole('button', { name: 'Capture 500' })
    await capture.waitFor()
    const before = (await readCaptures(worker)).length
    const begin = performance.now()
    await capture.click()
    await page.getByText('Capturing 500 of 500').or(page.getByText('Stored: 500')).first().waitFor()
    const milliseconds = Math.round(performance.now() - begin)
    await page.close()
    t.diagnostic(`500 are safe after ${milliseconds} ms`)
    assert.equal((await readCaptures(worker)).length - before, 500)
  })

  test('of many, what is on its way already is not stored again', async () => {
    const worker = await stage.worker()
    await putSettings(worker, {
      connection: { address: between.address, token: user.token, state: 'paused' },
    })
    await page.locator('#take-6').hover()
    await press('capture')
    await becomes(async () => (await readCaptures(worker)).length, 1)
    await press('grid')
    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByRole('button', { name: /^Capture \d+$/ }).click()
    await page.getByText('Captured before, and on their way: 1').first().waitFor()
    const addresses = (await readCaptures(worker)).map(({ body }) => body.outputUrl)
    assert.ok(addresses.length > 1)
    assert.equal(new Set(addresses).size, addresses.length)
    await page.close()
  })

  test('of what only the page has it says whether its bytes could be read', async () => {
    await page.goto(`${media.address}blobs.html`)
    await page.waitForFunction(() => document.title === 'Ready')
    await page.locator('#made').hover()
    await press('capture')
    await said(/^Scene 012A, shot 012A-A, v1(Undo|$)/)
    assert.deepEqual(await prompts(), ['a lighthouse, take 3'])
    await page.locator('#revoked').hover()
    await press('capture')
    await said('Draft: the prompt is missing')
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

/** In the layer of the extension, whose shadow root has a focus of its own. */
function hasFocusWithin(button: Locator): Promise<boolean> {
  return button.evaluate((element) => element.matches(':focus'))
}

function gallery(more = ''): Buffer {
  const items = Array.from(
    { length: pictures },
    (_, place) => `<img id="take-${place + 1}" src="take-${place + 1}.png" alt="">`,
  )
  return Buffer.from(`<!doctype html><html lang="en"><title>Gallery</title>
<style>body { display: grid; grid-template-columns: repeat(4, 240px); gap: 12px } img { width: 240px; height: 180px }</style>
${items.join('\n')}
<audio id="voice" controls src="voice.wav"></audio>${more}`)
}

/** What pages of films do: a link lies over all of it. */
const filmUnderLayer = `<!doctype html><html lang="en"><title>Film</title>
<div style="position: relative; width: 400px">
  <img src="take-1.png" alt="" style="width: 400px; height: 300px; pointer-events: none">
  <a href="#" id="cover" style="position: absolute; inset: 0">Play</a>
</div><img src="take-2.png" alt="" style="width: 480px; height: 360px">`

/** One that is made by the page, and one that nobody can read any more. */
const blobs = `<!doctype html><html lang="en"><title>Blobs</title>
<style>img { width: 240px; height: 180px }</style><img id="made" alt=""><img id="revoked" alt="">
<script type="module">
  const blob = await (await fetch('take-3.png')).blob()
  made.src = URL.createObjectURL(blob)
  revoked.src = URL.createObjectURL(blob)
  await revoked.decode()
  URL.revokeObjectURL(revoked.src)
  document.title = 'Ready'
</script>`

function manyPictures(): Buffer {
  const items = Array.from({ length: 500 }, (_, place) => `<img src="take-1.png?${place}" alt="">`)
  return Buffer.from(`<!doctype html><html lang="en"><title>Many</title>
<style>img { width: 180px; height: 120px }</style>${items.join('')}`)
}
