import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { latinText } from '../reading/sample/png.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { grey, type MediaSite, openMediaSite, siteHosts, siteSwitches } from './extension-media-site.ts'
import {
  countPieces,
  type ExtensionStage,
  openExtension,
  putCaptures,
  putQueuedMedia,
  putSettings,
  readCaptures,
  readQueuedMedia,
  stopBackground,
  tellBackground,
} from './extension-stage.ts'
import { type FaultyService, faultyService } from './faulty-service.ts'
import { makeFilm } from './film.ts'
import { placeIn } from './place-in.ts'
import { screenshot, violations } from './stage.ts'

type Chrome = { chrome: typeof import('wxt/browser').browser }

const megabyte = 1024 ** 2
const small = grey(120)
/** Of three parts, as the service takes them. */
const large = grey(60, 20 * megabyte)
const tooLarge = grey(30, 26 * megabyte)
/** Behind its first chunk it says how it was made. */
const told = Buffer.concat([
  small.subarray(0, 33),
  latinText(
    'parameters',
    'secret plans\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 5, Size: 480x270, Model: x',
  ),
  small.subarray(33),
])

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('media that the extension sends', () => {
  let service: TestService
  let user: TestUser
  let film: Film
  let between: FaultyService
  let site: MediaSite
  let stage: ExtensionStage
  let page: Page
  let webm: Buffer

  before(async () => {
    service = await testService('sqlite', { DAILIES_MEDIA_FETCH: 'false', DAILIES_MEDIA_LIMIT: '25mb' })
    stage = await openExtension({
      hosts: ['http://127.0.0.1/*', 'http://localhost/*', ...siteHosts],
      switches: siteSwitches,
    })
    const drawing = await stage.context.newPage()
    await drawing.goto(`chrome-extension://${stage.id}/sidepanel.html`)
    webm = await makeFilm(drawing, { seconds: 3, rate: 8, colour: '#26415a' })
    await drawing.close()
    site = await openMediaSite({
      'open/take.png': small,
      'cookie/take.png': small,
      'referrer/take.png': small,
      'open/large.png': large,
      'open/too-large.png': tooLarge,
      'open/film.webm': webm,
      'private/take.png': told,
    })
  })
  after(async () => {
    await stage.end()
    site.close()
    await service.close()
  })
  beforeEach(async () => {
    user = await testUser(service)
    film = await testFilm(service.db, user)
    between = await faultyService(service.address)
    site.given.clear()
    site.refused.clear()
    await connect()
    page = await stage.context.newPage()
    await page.goto(site.page)
    await page.bringToFront()
  })
  afterEach(async () => {
    between.close()
    await stage.startOver()
  })

  async function connect(settings: Parameters<typeof putSettings>[1] = {}): Promise<void> {
    const panel = await stage.panel()
    await panel.locator('#root > *').first().waitFor({ state: 'attached' })
    await putSettings(panel, {
      connection: { address: between.address, token: user.token, state: 'connected' },
      placeAtHand: placeIn(film),
      preferences: undefined,
      ...settings,
    })
    await tellBackground(panel, 'permissionsChanged')
    await panel.close()
  }

  /** Puts media on the page: under an address, or those of a file behind an address of the page's own (`blob:`). */
  async function show(name: 'img' | 'video', make: { src: string } | { blobOf: string }): Promise<void> {
    const given = 'src' in make ? make : { file: site.beside(make.blobOf) }
    await page.evaluate(
      async ({ name, src, file }: { name: 'img' | 'video'; src?: string; file?: string }) => {
        const element = document.createElement(name) as HTMLImageElement
        element.alt = 'a lighthouse in a storm, wide shot'
        element.title = element.alt
        element.setAttribute('aria-label', element.alt)
        element.src = src ?? URL.createObjectURL(await (await fetch(file!)).blob())
        document.querySelector('main')!.replaceChildren(element)
        await new Promise((done) => {
          element.onload = done
          element.onerror = done
          element.addEventListener('loadeddata', done)
        })
      },
      { name, ...given },
    )
  }

  /** Captures the one on the page, by a key. */
  async function capture(): Promise<void> {
    const worker = await stage.worker()
    const before = (await readCaptures(worker)).length
    await worker.evaluate(() => {
      const { chrome } = globalThis as never as Chrome
      const event = chrome.commands.onCommand as never as { dispatch(...given: unknown[]): void }
      event.dispatch('capture')
    })
    await becomes(async () => (await readCaptures(await stage.worker())).length, before + 1)
  }

  /** Waits until the service keeps the bytes of the newest version. */
  async function isKept(bytes: Buffer): Promise<string> {
    await becomes(async () => (await newest())?.sha256, sha256(bytes))
    const media = await newest()
    assert.equal(media?.state, 'kept')
    assert.equal(media.bytes, bytes.length)
    return media.id
  }

  async function newest(): Promise<{ id: string; state: string; sha256: string; bytes: number } | undefined> {
    const { body } = await user.get(
      `/api/extension/scene-assets?projectId=${film.projectId}&sceneId=012A&limit=1`,
    )
    const [asset] = body.assets as { id: string }[]
    if (!asset) return undefined
    const { data } = (await user.get(`/api/assets/${asset.id}/media`)).body
    return { ...data, id: asset.id }
  }

  const filed = async () =>
    (await user.get(`/api/extension/scene-assets?projectId=${film.projectId}&sceneId=012A&limit=100`)).body
      .assets.length as number

  /** States of all media that are known, the oldest first. */
  const states = async () => (await readQueuedMedia(await stage.worker())).map(({ state }) => state)
  const problem = async () => (await readQueuedMedia(await stage.worker())).at(-1)?.problem

  const puts = () => [...between.passed].filter(([path]) => /\/media\?kind=original(&|$)/.test(path))

  describe('of a site', () => {
    test('that wants its cookie are the same with the service, byte by byte', async () => {
      await show('img', { src: site.onCdn('cookie/take.png') })
      await capture()
      await isKept(small)
      await becomes(states, ['kept'])
      assert.equal(await countPieces(await stage.worker()), 0)
    })

    test('that wants to be told its page are had by the page', async () => {
      await show('img', { src: site.beside('referrer/take.png') })
      await capture()
      await isKept(small)
      assert.ok((site.refused.get('referrer/take.png') ?? 0) > 0)
    })

    test('that no script may read are left to the service, and the capture is filed all the same', async () => {
      await show('img', { src: site.onCdn('referrer/take.png') })
      await capture()
      await becomes(filed, 1)
      await becomes(states, ['left'])
      assert.match((await problem())!, /No script may read them/)
    })

    test('that lead into the own network tell nothing of what is there, and spend no cookie there', async () => {
      const [url, name] = [new URL(site.page).href.replace(/\/\/[^:]+/, '//127.0.0.1'), 'visitor']
      await stage.context.addCookies([{ url, name, value: 'yes', sameSite: 'Strict' }])
      for (const src of [site.beside('leads/take.png'), `${url}private/take.png`]) {
        await show('img', { src })
        await capture()
        await becomes(async () => (await readCaptures(await stage.worker())).at(-1)?.state, 'synced')
        const { body, readings } = (await readCaptures(await stage.worker())).at(-1)!
        assert.equal(body.prompt, 'a lighthouse in a storm, wide shot')
        assert.deepEqual(
          readings.filter(({ kind }) => kind === 'media'),
          [],
          src,
        )
      }
      assert.equal(site.refused.get('private/take.png'), undefined)
    })

    test('that answers with a page to sign in to send nothing of that', async () => {
      await show('img', { src: site.onCdn('page/take.png') })
      await capture()
      await becomes(states, ['left'])
      assert.deepEqual(puts(), [])
    })
  })

  describe('that only the page has', () => {
    test('as data in its address are kept', async () => {
      await show('img', { src: `data:image/png;base64,${small.toString('base64')}` })
      await capture()
      await isKept(small)
    })

    test('as a blob are kept, small ones and large ones, though the page lets go of them', async () => {
      for (const [name, bytes] of [
        ['open/take.png', small],
        ['open/large.png', large],
      ] as const) {
        await show('img', { blobOf: name })
        await capture()
        await page.evaluate(() => {
          const { src } = document.querySelector('img')!
          URL.revokeObjectURL(src)
        })
        await isKept(bytes)
      }
    })

    test('as a stream cannot be read, which is said', async () => {
      await page.evaluate(() => {
        const video = document.createElement('video')
        video.setAttribute('aria-label', 'a lighthouse in a storm, wide shot')
        video.title = 'a lighthouse in a storm, wide shot'
        video.src = URL.createObjectURL(new MediaSource())
        document.querySelector('main')!.replaceChildren(video)
      })
      await capture()
      await becomes(states, ['left'])
      assert.match((await problem())!, /plays them as a stream/)
    })

    test('are said to be gone with the page that was closed before it had handed them over', async () => {
      await metered(true)
      await show('img', { blobOf: 'open/large.png' })
      await capture()
      await becomes(states, ['taking'])
      await page.close()
      await metered(false)
      await becomes(states, ['left'])
      assert.match((await problem())!, /The page was closed/)
    })
  })

  /** Which stills of a version have gone out. */
  const stillsOf = (id: string) =>
    ['poster', 'filmstrip'].filter((kind) =>
      between.passed.keys().some((path) => path.startsWith(`/api/assets/${id}/media?kind=${kind}`)),
    )

  test('a film is sent with a poster and a filmstrip', async () => {
    await show('video', { blobOf: 'open/film.webm' })
    await capture()
    const id = await isKept(webm)
    await becomes(async () => stillsOf(id), ['poster', 'filmstrip'])
    await becomes(async () => countPieces(await stage.worker()), 0)
    const media = async () => (await user.get(`/api/assets/${id}/media`)).body.data
    await becomes(async () => (await media()).filmstrip?.frames, 6)
    const poster = await fetch(service.address + (await media()).poster)
    assert.equal(poster.headers.get('content-type'), 'image/webp')
  })

  test('a film whose stills wait for another service keeps none of this one waiting', async () => {
    const worker = await stage.worker()
    const id = '01900000-0000-7000-8000-000000000001'
    const filed = { body: {}, readings: [], createdAt: new Date().toISOString(), asset: { id } as never }
    await putCaptures(worker, [{ id, state: 'synced', service: 'https://other.example', ...filed }])
    // The fewest bytes come first.
    await putQueuedMedia(worker, [{ id, kind: 'video', state: 'kept', stored: 1, bytes: 1 }])
    await show('video', { blobOf: 'open/film.webm' })
    await capture()
    const kept = await isKept(webm)
    await becomes(async () => stillsOf(kept), ['poster', 'filmstrip'])
    await becomes(async () => countPieces(await stage.worker()), 0)
  })

  describe('when something breaks', () => {
    test('a browser that is killed in the middle of a file goes on with it', async () => {
      await show('img', { src: site.onCdn('open/large.png') })
      let given = 0
      await becomesHeld(async () => {
        given = site.given.get('open/large.png')!
        await stage.kill()
      })
      await stage.reopen()
      await isKept(large)
      // By the panel that opens, at most: its bytes are on the disk.
      const more = site.given.get('open/large.png')! - given
      assert.ok(more <= 1, `${given} and ${more}`)
      // Three parts; how far it is twice; one part again at most.
      assert.ok(
        puts().every(([, count]) => count <= 6),
        JSON.stringify(puts()),
      )
      await becomes(filed, 1)
    })

    test('a background that is put to sleep in the middle of a file goes on with it', async () => {
      const panel = await stage.panel()
      await show('img', { src: site.onCdn('open/large.png') })
      await becomesHeld(async () => {
        // It is set as soon as something waits, by a background that is awake for as long as that takes.
        await becomes(() => alarmIn(panel), 0.5)
        await stopBackground(panel)
      })
      await wakeByAlarm(panel)
      await isKept(large)
    })

    test('what was captured without a connection is sent when there is one', async () => {
      between.fail('gone')
      await show('img', { src: site.onCdn('open/take.png') })
      await capture()
      await becomes(states, ['ready'])
      between.fail('none')
      await isKept(small)
    })

    test('a service that is away in the middle of it is waited for, and nothing is lost', async () => {
      between.fail(503, {}, /^PUT /)
      await show('img', { src: site.onCdn('open/take.png') })
      await capture()
      await becomes(async () => (await readQueuedMedia(await stage.worker()))[0]?.problem, 'Out of order')
      assert.equal(await filed(), 1)
      between.fail('none')
      await isKept(small)
    })

    test('a proxy that does not know the path takes nothing away', async () => {
      between.fail(404)
      await show('img', { src: site.onCdn('open/take.png') })
      await capture()
      await becomes(states, ['ready'])
      between.fail('none')
      await isKept(small)
    })

    test('a service without room is asked again later, or when one wants it', async () => {
      between.fail(507, {}, /^PUT /)
      await show('img', { src: site.onCdn('open/take.png') })
      await capture()
      const panel = await stage.panel({ hash: '#/queue', theme: 'light' })
      await panel.getByText('The service has no room left for media').waitFor()
      assert.deepEqual(await violations(panel), [])
      await screenshot(panel, 'extension-media-no-room')
      between.fail('none')
      await panel.getByRole('button', { name: /^Try again to send the media/ }).click()
      await isKept(small)
      await panel.getByText('Media kept').waitFor()
      await stage.closePage(panel)
    })

    test('a file that is larger than the service takes is said to be, and its bytes are let go of', async () => {
      await show('img', { blobOf: 'open/too-large.png' })
      await capture()
      await becomes(states, ['left'])
      assert.match((await problem())!, /larger than the service takes/)
      assert.equal(await countPieces(await stage.worker()), 0)
    })

    test('what another has sent in the meantime is not sent again', async () => {
      await metered(true)
      await show('img', { src: site.onCdn('open/take.png') })
      await capture()
      await becomes(filed, 1)
      const { id } = (await newest())!
      const answer = await fetch(`${service.address}/api/assets/${id}/media`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${user.token}` },
        body: new Uint8Array(large),
      })
      assert.equal(answer.status, 200)
      await metered(false)
      await becomes(states, ['kept'])
      assert.deepEqual(puts(), [])
    })

    test('a capture that is discarded takes its bytes with it', async () => {
      between.fail('gone')
      await show('img', { blobOf: 'open/take.png' })
      await capture()
      await becomes(async () => countPieces(await stage.worker()), 1)
      const panel = await queue()
      await panel.getByRole('button', { name: /^Discard/ }).click()
      await becomes(async () => countPieces(await stage.worker()), 0)
      assert.deepEqual(await states(), [])
      await stage.closePage(panel)
    })

    test('what a version before had kept to be read is read and sent', async () => {
      const tab = await stage.context.newPage()
      await tab.goto(`chrome-extension://${stage.id}/manifest.json`)
      await page.close()
      await stopBackground(tab)
      await tab.evaluate(makeOldDatabase, {
        connection: { address: between.address, token: user.token, state: 'connected' },
        projectId: film.projectId,
        bytes: small.toString('base64'),
      })
      await tellBackground(tab, 'sendNow')
      await isKept(small)
    })
  })

  describe('as the user wants it', () => {
    test('wait on a metered network, and go when there is another', async () => {
      await metered(true)
      await show('img', { src: site.onCdn('open/take.png') })
      await capture()
      await becomes(filed, 1)
      const panel = await queue()
      await panel.getByText('They wait for a network that is not metered').waitFor()
      assert.deepEqual(puts(), [])
      await metered(false)
      await isKept(small)
      await panel.getByText('Media kept').waitFor()
      await stage.closePage(panel)
    })

    test('are never sent where that is switched off', async () => {
      const panel = await stage.panel({ hash: '#/settings' })
      await panel.getByLabel('Send media').selectOption('never')
      await page.bringToFront()
      await show('img', { src: site.onCdn('open/take.png') })
      await capture()
      await becomes(filed, 1)
      await becomes(states, [])
      assert.deepEqual(puts(), [])
      assert.deepEqual(await violations(panel), [])
      await panel.getByLabel('Send media').scrollIntoViewIfNeeded()
      await screenshot(panel, 'extension-media-settings')
      await stage.closePage(panel)
    })

    test('can be left to the service while they are sent, and be sent after all', async () => {
      await show('img', { src: site.onCdn('open/large.png') })
      await becomesHeld(async (release) => {
        const panel = await queue()
        const progress = panel.getByRole('progressbar', { name: /^Sending media/ })
        await progress.waitFor()
        await panel.getByText(/Sending media · 0 bytes of 21 MB \(0%\)|Sending media · 8.4 MB/).waitFor()
        assert.deepEqual(await violations(panel), [])
        await screenshot(panel, 'extension-media-sending')
        await panel.getByRole('button', { name: /^Leave the media to the service/ }).click()
        await panel.getByText('Media left to the service').waitFor()
        assert.equal(await countPieces(await stage.worker()), 0)
        release()
        await panel.getByRole('button', { name: /^Try again to send the media/ }).click()
        await panel.getByText('Media kept').waitFor()
        await stage.closePage(panel)
      })
      await isKept(large)
    })
  })

  test('what is kept is shown in the scene from the service, and what is not says so', async () => {
    await show('img', { src: site.onCdn('cookie/take.png') })
    await capture()
    await isKept(small)
    await connect({ sendMedia: 'never' })
    await page.bringToFront()
    await show('img', { src: site.onCdn('open/take.png') })
    await capture()
    await becomes(filed, 2)
    const panel = await stage.panel()
    const cards = panel.getByRole('list', { name: 'Versions' }).getByRole('listitem')
    await becomes(() => cards.count(), 2)
    await cards.nth(0).getByText('Only a link', { exact: true }).waitFor()
    assert.equal(await cards.nth(1).getByText('Only a link', { exact: true }).count(), 0)
    const picture = cards.nth(1).locator('img')
    assert.ok((await picture.getAttribute('src'))!.startsWith(`${between.address}/api/media-links/`))
    await becomes(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true)
    assert.deepEqual(await violations(panel), [])
    await screenshot(panel, 'extension-media-scene')
    await stage.closePage(panel)
  })

  async function queue(): Promise<Page> {
    return stage.panel({ hash: '#/queue' })
  }

  /** As the browser tells it where data are to be saved. */
  async function metered(isMetered: boolean): Promise<void> {
    const worker = await stage.worker()
    await worker.evaluate((saveData) => {
      const connection = Object.assign(new EventTarget(), { saveData })
      Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
    }, isMetered)
    const panel = await stage.panel()
    await tellBackground(panel, 'permissionsChanged')
    await panel.close()
    if (!page.isClosed()) await page.bringToFront()
  }

  /** Captures, holds the answer to the first part of it, and goes on when that has come. */
  async function becomesHeld(meanwhile: (release: () => void) => Promise<void>): Promise<void> {
    // Asked how far it is, it is nothing: then the parts come.
    await metered(true)
    await capture()
    await becomes(filed, 1)
    const { id } = (await newest())!
    const first = between.hold(`/api/assets/${id}/media?kind`)
    await metered(false)
    await first.held
    await meanwhile(first.release)
    first.release()
  }
})

/** After how many minutes the background is woken. */
async function alarmIn(panel: Page): Promise<number | undefined> {
  return panel.evaluate(async () => {
    const { chrome } = globalThis as never as Chrome
    return (await chrome.alarms.get('media'))?.periodInMinutes
  })
}

async function wakeByAlarm(panel: Page): Promise<void> {
  assert.equal(await alarmIn(panel), 0.5)
  await panel.evaluate(async () => {
    const { chrome } = globalThis as never as Chrome
    await chrome.alarms.create('media', { when: Date.now(), periodInMinutes: 0.5 })
  })
}

/** Runs in the browser: the database as version 1 had it, with a capture that is not read yet. */
async function makeOldDatabase({
  connection,
  projectId,
  bytes,
}: {
  connection: object
  projectId: string
  bytes: string
}): Promise<void> {
  const done = (request: IDBRequest | IDBTransaction) =>
    new Promise((resolve, reject) => {
      request.addEventListener(request instanceof IDBTransaction ? 'complete' : 'success', resolve)
      request.addEventListener('error', reject)
    })
  await done(indexedDB.deleteDatabase('dailies'))
  const opening = indexedDB.open('dailies', 1)
  opening.onupgradeneeded = () => {
    const db = opening.result
    db.createObjectStore('settings')
    db.createObjectStore('bytes')
    db.createObjectStore('captures', { keyPath: 'id' }).createIndex('state', ['state', 'id'])
  }
  await done(opening)
  const transaction = opening.result.transaction(['settings', 'bytes', 'captures'], 'readwrite')
  const id = '01900000-0000-7000-8000-000000000001'
  const place = {
    projectId,
    sceneId: '012A',
    sceneDbId: '',
    shotId: null,
    characterName: null,
    untold: false,
  }
  transaction.objectStore('settings').put(connection, 'connection')
  transaction.objectStore('bytes').put(
    Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0)),
    id,
  )
  transaction.objectStore('captures').put({
    id,
    state: 'pending',
    body: {},
    unread: {
      sighting: {
        kind: 'image',
        mediaUrl: 'blob:http://app.studio.example/1',
        pageUrl: 'http://app.studio.example/',
        pageTitle: 'Gallery',
        readings: [{ source: { kind: 'page' }, prompt: 'a lighthouse' }],
      },
      place,
    },
    readings: [],
    createdAt: new Date().toISOString(),
  })
  await done(transaction)
  opening.result.close()
}
