import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { QueuedCapture } from '../extension/src/queue/queued-capture.ts'
import {
  type Film,
  signIn,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import {
  answerAccess,
  type ExtensionStage,
  forgetAll,
  openExtension,
  putCaptures,
  putSession,
  putSettings,
  readCaptures,
  readSetting,
  stopBackground,
  tellBackground,
} from './extension-stage.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { makePicture, serveMedia } from './media-server.ts'
import { placeIn } from './place-in.ts'
import { screenshot, violations } from './stage.ts'

type Body = QueuedCapture['body']

describe('the side panel', () => {
  let service: TestService
  let extension: ExtensionStage
  let media: Awaited<ReturnType<typeof serveMedia>>
  let user: TestUser
  let film: Film

  before(async () => {
    media = await serveMedia({
      '1.svg': { type: 'image/svg+xml', body: makePicture('Lighthouse', '#26415a') },
      '2.svg': { type: 'image/svg+xml', body: makePicture('Storm', '#4b3a5e') },
    })
    service = await testService('sqlite')
    extension = await openExtension()
  })
  beforeEach(async () => {
    user = await testUser(service)
    film = await testFilm(service.db, user)
  })
  afterEach(async () => {
    const page = await extension.panel()
    await forgetAll(page)
    await extension.closePage(page)
  })
  after(async () => {
    await extension.end()
    await service.close()
    media.close()
  })

  type PanelOptions = NonNullable<Parameters<ExtensionStage['panel']>[0]>

  /** Connected, and at scene 012A unless told otherwise. */
  const open = async ({
    placed = true,
    ...options
  }: PanelOptions & { placed?: boolean } = {}): Promise<Page> => {
    const page = await extension.panel(options)
    await page.getByRole('heading', { name: 'Connect', exact: true }).waitFor()
    const { projectId, sceneDbId } = film
    const place = { projectId, sceneDbId, sceneId: '012A', shotId: null, characterName: null, untold: true }
    await putSettings(page, {
      ...(placed && { placeAtHand: place }),
      connection: { address: service.address, token: user.token, state: 'connected' },
    })
    await page.getByRole('navigation', { name: 'Views' }).waitFor()
    return page
  }

  const preferences = async () => (await user.get('/api/extension/profile')).body.preferences

  const versionsOf = async (sceneDbId = film.sceneDbId) =>
    (await user.get(`/api/scenes/${sceneDbId}/assets`)).body.data

  const take = (more: object = {}) => ({ ...film.capture, outputUrl: `${media.address}1.svg`, ...more })

  const queued = (id: string, more: Partial<QueuedCapture> = {}): QueuedCapture => ({
    id,
    state: 'failed',
    body: { ...take({ prompt: `take ${id}`, provenance: { captureId: id } }) } as QueuedCapture['body'],
    readings: [],
    createdAt: new Date().toISOString(),
    ...more,
  })

  /** The same media by another name of this machine: as from another host, of which pictures are shown. */
  const elsewhere = (file: string) => media.address.replace('127.0.0.1', 'localhost') + file

  /** One whose prompt was not found; `body` with a gap is a gap. */
  const draft = (id: string, more: Partial<QueuedCapture> = {}): QueuedCapture => {
    const { prompt: _, ...promptless } = take({ outputUrl: `${media.address}${id}.png` }) as Body
    const fieldErrors = { prompt: ['Required'] }
    return queued(id, {
      state: 'draft',
      body: { ...promptless, provenance: { captureId: id }, ...more.body },
      problem: { status: 0, message: 'Its prompt was not found: write it', fieldErrors },
      ...Object.fromEntries(Object.entries(more).filter(([name]) => name !== 'body')),
    })
  }

  describe('the place at hand', () => {
    test('is chosen with the keyboard alone, and remembered by the service', async () => {
      const page = await open({ placed: false })
      await page.getByText('Where do your takes go?').waitFor()
      const project = page.getByRole('button', { name: /^Project/ })
      await tabTo(project)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Choose a project' }).waitFor()
      await page.getByRole('option', { name: 'The Long Tide' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Choose a scene of The Long Tide' }).waitFor()
      await becomes(
        () => page.getByRole('option').allInnerTexts(),
        ['2', '10', '10A', '012A\n\nThe lamp goes out.'],
      )
      assert.deepEqual(await violations(page), [])
      await screenshot(page, 'extension-scenes')
      await page.keyboard.type('lamp')
      await becomes(() => page.getByRole('option').count(), 1)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Latest of scene 012A' }).waitFor()
      await becomes(() => hasFocus(project), true)
      await becomes(
        async () => [(await preferences()).lastActiveProjectId, (await preferences()).lastActiveSceneId],
        [film.projectId, film.sceneDbId],
      )

      await user.send('PATCH', `/api/shots/${film.shotIds[0]}`, { assigneeIds: [user.id] })
      await page.getByRole('button', { name: /^Shot/ }).click()
      await becomes(() => page.getByRole('option').count(), 3)
      await becomes(
        () => page.getByRole('option').filter({ hasText: 'Assigned to you' }).allInnerTexts(),
        ['012A-A\n\nAssigned to you · Wide, the tower.'],
      )
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Shot 012A-A' }).waitFor()
      await page.getByRole('button', { name: /^Character/ }).click()
      await page.getByRole('option', { name: 'Mara' }).click()
      await page.getByRole('button', { name: 'Character Mara' }).waitFor()

      await page.reload()
      await page.getByRole('button', { name: 'Scene 012A' }).waitFor()
      await page.getByRole('button', { name: 'Shot 012A-A' }).waitFor()
      await page.getByRole('button', { name: 'Character Mara' }).waitFor()
      await extension.closePage(page)
    })

    test('is left as it was by Escape, and by a project without a scene', async () => {
      await user.send('POST', '/api/projects', { name: 'Empty Film' })
      const page = await open()
      await page.getByRole('button', { name: /^Project/ }).click()
      await page.getByRole('option', { name: 'Empty Film' }).click()
      await page.getByText('This project has no scenes yet.').waitFor()
      assert.match(
        (await page.getByRole('link', { name: 'Open the console' }).getAttribute('href')) ?? '',
        new RegExp(`^${service.address}/projects/`),
      )
      assert.deepEqual(await violations(page), [])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Project The Long Tide' }).waitFor()
      assert.equal((await readSetting(page, 'placeAtHand'))?.projectId, film.projectId)
      await extension.closePage(page)
    })

    test('is found among thousands of scenes, of which only those in sight are drawn', async () => {
      const scenes = Array.from({ length: 3000 }, (_, number) => ({ sceneId: String(number + 1) }))
      const imported = await user.send('POST', '/api/import', {
        workspace: { projects: [{ name: 'Endless', scenes }] },
      })
      assert.equal(imported.status, 200, JSON.stringify(imported.body))
      const page = await open({ placed: false })
      await page.getByRole('button', { name: /^Project/ }).click()
      await page.getByRole('option', { name: 'Endless' }).click()
      const options = page.getByRole('option')
      await options.first().waitFor()
      assert.ok((await options.count()) < 60)
      assert.equal(await options.first().getAttribute('aria-setsize'), '3000')
      await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight))
      await page.getByRole('option', { name: '3000' }).waitFor()
      await page.keyboard.type('2')
      await page.getByRole('option', { name: '2', exact: true }).waitFor()
      await page.keyboard.press('Backspace')
      await page.keyboard.press('ArrowUp')
      for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('PageDown')
      await page.getByRole('option', { name: '41', exact: true }).waitFor()
      await page.keyboard.type('2987')
      await becomes(() => options.allInnerTexts(), ['2987'])
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Latest of scene 2987' }).waitFor()
      await extension.closePage(page)
    })

    test('is not chosen by the Enter that ends the composing of a word', async () => {
      const page = await open()
      await page.getByRole('button', { name: /^Scene/ }).click()
      await becomes(() => page.getByRole('option').count(), 4)
      const client = await page.context().newCDPSession(page)
      await client.send('Input.imeSetComposition', { text: 'lamp', selectionStart: 4, selectionEnd: 4 })
      await becomes(() => page.getByRole('option').count(), 1)
      await page.keyboard.press('Enter')
      assert.equal(await page.getByRole('option').count(), 1)
      await client.send('Input.insertText', { text: 'lamp' })
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Latest of scene 012A' }).waitFor()
      await becomes(() => page.getByRole('dialog').count(), 0)
      await extension.closePage(page)
    })

    test('that was chosen in the console is taken over only where there is none yet', async () => {
      const page = await open()
      await page.getByRole('heading', { name: 'Latest of scene 012A' }).waitFor()
      await becomes(async () => (await readSetting(page, 'placeAtHand'))?.untold, false)
      await user.send('PUT', '/api/extension/profile', {
        preferences: { lastActiveSceneId: film.otherSceneDbId },
      })
      await page.reload()
      await page.getByRole('heading', { name: 'Latest of scene 012A' }).waitFor()
      await putSettings(page, { placeAtHand: undefined as never })
      await page.reload()
      await page.getByRole('heading', { name: 'Latest of scene 2', exact: true }).waitFor()
      await extension.closePage(page)
    })
  })

  test('media at another port of the host of the service are not loaded: the session would go along', async () => {
    const asked: (string | undefined)[] = []
    const other = createServer((request, response) => {
      asked.push(request.headers.cookie)
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(makePicture('x', '#000'))
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = other.address() as AddressInfo
      const { cookie } = await signIn(service, user)
      const [name = '', value = ''] = cookie.split('=')
      await extension.context.addCookies([
        { name, value, url: service.address, httpOnly: true, sameSite: 'Strict' },
      ])
      const there = (asset: string) => `http://127.0.0.1:${port}/${asset}`
      const [picture, film] = [
        { outputUrl: there('1.svg') },
        { outputUrl: there('2.webm'), thumbnailUrl: there('2.svg'), assetType: 'VIDEO' as const },
      ]
      await user.ingest(take({ ...picture, prompt: 'filed' }))
      await user.ingest(take({ ...film, prompt: 'a film' }))
      const page = await open()
      await page.getByText('a film').waitFor()
      await putCaptures(page, [
        queued('1', { body: { ...take({ prompt: 'take 1', ...picture }) } as QueuedCapture['body'] }),
        queued('2', { body: { ...take({ prompt: 'take 2', ...film }) } as QueuedCapture['body'] }),
        // Of another host: that it is shown tells that the others would have been.
        queued('3'),
      ])
      for (const view of ['queue', 'form/1', 'form/2', 'scene', 'queue']) {
        await page.goto(page.url().replace(/#.*|$/, `#/${view}`))
        await page.locator('main svg').first().waitFor()
      }
      const shown = () =>
        page
          .locator('main img')
          .evaluateAll((all: HTMLImageElement[]) => all.filter(({ naturalWidth }) => naturalWidth > 0).length)
      await becomes(shown, 1)
      assert.deepEqual(asked, [])
      await extension.closePage(page)
    } finally {
      await extension.context.clearCookies()
      other.close()
    }
  })

  test('pictures are loaded from elsewhere only where the service lets them be', async () => {
    const strict = await testService('sqlite', { DAILIES_REMOTE_PREVIEWS: 'false' })
    try {
      const owner = await testUser(strict)
      const { projectId, sceneDbId, capture } = await testFilm(strict.db, owner)
      await owner.ingest({ ...capture, prompt: 'filed', outputUrl: elsewhere('2.svg') })
      const page = await extension.panel()
      await page.getByRole('heading', { name: 'Connect', exact: true }).waitFor()
      const place = { projectId, sceneDbId, sceneId: '012A', shotId: null, characterName: null, untold: true }
      await putSettings(page, {
        placeAtHand: place,
        connection: { address: strict.address, token: owner.token, state: 'connected' },
      })
      const body = (outputUrl: string) => ({ ...capture, outputUrl, prompt: 'a take' }) as Body
      await putCaptures(page, [queued('1', { body: body(elsewhere('1.svg')) })])
      await becomes(async () => (await readSetting(page, 'remotePreviews'))?.allowed, false)
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      for (const view of ['queue', 'form/1', 'scene']) {
        await page.goto(page.url().replace(/#.*|$/, `#/${view}`))
        await page.reload()
        await page
          .getByText(/filed|a take|Edit the capture/)
          .first()
          .waitFor()
      }
      await page.locator('main svg').first().waitFor()
      assert.equal(await page.locator('main img').count(), 0)
      assert.deepEqual(
        asked.filter((address) => address.startsWith(elsewhere(''))),
        [],
      )
      // The same captures, by a service that lets them be loaded.
      await putSettings(page, {
        connection: { address: service.address, token: user.token, state: 'connected' },
      })
      await page.goto(page.url().replace(/#.*|$/, '#/queue'))
      await page.locator('main img').first().waitFor()
      await extension.closePage(page)
    } finally {
      await strict.close()
    }
  })

  describe('the scene', () => {
    test('shows its latest versions, with links to the console, and new ones by themselves', async () => {
      await user.ingest(take({ prompt: 'the first take' }))
      const page = await open()
      const rows = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
      await rows.filter({ hasText: 'the first take' }).getByText('Draft').waitFor()
      const [first] = await versionsOf()
      const link = rows.first().getByRole('link', { name: 'MJ v1' })
      assert.equal(await link.getAttribute('href'), `${service.address}/assets/${first.id}`)
      await becomes(
        () =>
          rows
            .first()
            .locator('img')
            .evaluate((image: HTMLImageElement) => image.naturalWidth),
        1600,
      )

      await user.ingest(take({ prompt: 'the second take', status: 'GENERATED' }))
      // As after a batch that the background sent.
      await putCaptures(page, [queued('1', { state: 'synced' })])
      await becomes(() => rows.count(), 2)
      await rows.first().getByText('the second take').waitFor()
      await becomes(() => page.getByText('New versions: 1').count(), 1)
      await extension.closePage(page)
    })

    test('shows what others do as they do it, by the live stream', async () => {
      const page = await open()
      await page.getByRole('heading', { name: 'Latest of scene 012A' }).waitFor()
      const streams = async () => {
        const metrics = await (await fetch(`${service.address}/metrics`)).text()
        return Number(/^dailies_live_streams (\d+)$/m.exec(metrics)?.[1])
      }
      await becomes(streams, 1)
      const { body } = await user.ingest(take({ prompt: 'by somebody else' }))
      const row = page.getByRole('listitem').filter({ hasText: 'by somebody else' })
      await row.getByText('Draft').waitFor()
      await user.send('POST', `/api/assets/${body.asset.id}/selection`, { selected: true })
      await becomes(() => row.getByRole('button', { name: 'Winner' }).getAttribute('aria-pressed'), 'true')

      await page.getByRole('button', { name: /^Shot/ }).click()
      await becomes(() => page.getByRole('option').count(), 3)
      await user.send('POST', `/api/scenes/${film.sceneDbId}/shots`, { shotCode: '012A-C' })
      await becomes(() => page.getByRole('option').count(), 4)
      await user.send('PATCH', `/api/shots/${film.shotIds[0]}`, { assignIds: [user.id] })
      await becomes(() => page.getByRole('option').filter({ hasText: 'Assigned to you' }).count(), 1)
      await extension.closePage(page)
      await becomes(streams, 0)
    })

    test('lets one pick the winner and set the compare group', async () => {
      await user.ingest(take({ prompt: 'the old winner', selected: true }))
      await user.ingest(take({ prompt: 'the new one', compareGroup: 'A' }))
      const page = await open()
      const rows = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
      const old = rows.filter({ hasText: 'the old winner' })
      const winner = rows.filter({ hasText: 'the new one' })
      const isWinner = (row: typeof old) =>
        row.getByRole('button', { name: 'Winner' }).getAttribute('aria-pressed')
      await becomes(() => isWinner(old), 'true')
      await winner.getByRole('button', { name: 'Winner' }).click()
      await page.getByText('MJ v2 is the winner').waitFor()
      await becomes(() => isWinner(winner), 'true')
      await becomes(() => isWinner(old), 'false')
      await becomes(
        async () => (await versionsOf()).map(({ status }: { status: string }) => status),
        ['SELECTED', 'GENERATED'],
      )

      await old.getByRole('button', { name: 'Compare group' }).click()
      const dialog = page.getByRole('dialog', { name: 'Compare group of MJ v1' })
      await becomes(() => hasFocus(dialog.getByLabel('Label')), true)
      assert.deepEqual(await violations(page), [])
      await dialog.getByRole('button', { name: 'A', exact: true }).click()
      await old.getByRole('button', { name: 'Compare group: A' }).click()
      await dialog.getByLabel('Label').fill('Lantern room')
      await page.keyboard.press('Enter')
      await old.getByRole('button', { name: 'Compare group: Lantern room' }).click()
      await dialog.getByRole('button', { name: 'Take it out' }).click()
      await old.getByRole('button', { name: 'Compare group', exact: true }).waitFor()
      await becomes(async () => (await versionsOf())[1].compareGroup, null)
      await extension.closePage(page)
    })

    test('without takes says what to do', async () => {
      const page = await open()
      await page.getByText('No takes in this scene yet').waitFor()
      await page.getByRole('button', { name: 'Enter one by hand' }).click()
      await page.getByRole('heading', { name: 'New take' }).waitFor()
      await becomes(() => hasFocus(page.getByLabel('Prompt', { exact: true })), true)
      await extension.closePage(page)
    })

    test('is there when the service is not: the last that was known, and why there is no more', async () => {
      const other = await testService('sqlite')
      const owner = await testUser(other)
      const filmThere = await testFilm(other.db, owner)
      await owner.ingest({ ...filmThere.capture, prompt: 'kept for later' })
      const page = await extension.panel()
      await putSettings(page, {
        placeAtHand: { ...placeIn(filmThere), untold: false },
        connection: { address: other.address, token: owner.token, state: 'connected' },
      })
      await page.getByText('kept for later').waitFor()
      await page.getByRole('button', { name: 'Project The Long Tide' }).waitFor()
      await becomes(async () => (await readSetting(page, 'known.versions'))?.items.length, 1)
      await becomes(async () => (await readSetting(page, 'known.scenes'))?.items.length, 4)
      await other.close()
      await page.reload()
      await page.getByText('The service cannot be reached.').waitFor()
      await page.getByText('kept for later').waitFor()
      await page.getByRole('button', { name: 'Project The Long Tide' }).waitFor()
      await page.getByRole('button', { name: /^Scene/ }).click()
      await page.getByRole('option', { name: '10A' }).click()
      await page.getByRole('button', { name: 'Scene 10A' }).waitFor()
      assert.equal((await readSetting(page, 'placeAtHand'))?.untold, true)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, 'extension-offline')
      await extension.closePage(page)
    })
  })

  describe('the form', () => {
    test('shows which rights the studio set for the platform, and lets one choose others', async () => {
      const path = `/api/projects/${film.projectId}/rights-defaults`
      await user.send('PUT', path, { platformKey: 'midjourney', rightsState: 'COMMERCIAL_ALLOWED' })
      const page = await open()
      await putCaptures(
        page,
        ['1', '2'].map((id) => queued(id)),
      )
      const rights = page.getByLabel('Rights')
      const show = async (id: string) => {
        await page.goto(page.url().replace(/#.*|$/, `#/form/${id}`))
        await page.getByLabel('Prompt', { exact: true }).waitFor()
        await becomes(() => page.getByLabel('Prompt', { exact: true }).inputValue(), `take ${id}`)
        await page.getByText('More details').click()
      }
      const chosen = () => rights.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.label)
      const filed = async () => {
        await page.getByRole('button', { name: 'Send', exact: true }).click()
        await page
          .getByText(/^Filed as MJ v/)
          .last()
          .waitFor()
        return (await versionsOf())[0].rightsState
      }
      await show('1')
      await becomes(chosen, 'As set for the platform: Commercial use allowed')
      assert.deepEqual(await violations(page), [])
      await becomes(() => filed(), 'COMMERCIAL_ALLOWED')
      await show('2')
      await rights.selectOption('RESTRICTED')
      assert.equal(await filed(), 'RESTRICTED')
      await page.goto(page.url().replace(/#.*|$/, '#/form/new'))
      await page.getByText('More details').click()
      await page.getByRole('button', { name: 'Platform' }).click()
      await page.keyboard.type('runway')
      await page.keyboard.press('Enter')
      await becomes(chosen, 'Unknown')
      await page.getByRole('button', { name: 'Platform' }).click()
      await page.keyboard.type('midj')
      await page.keyboard.press('Enter')
      await becomes(chosen, 'As set for the platform: Commercial use allowed')
      await extension.closePage(page)
    })

    test('files a take that is made by hand, with everything that ingest takes', async () => {
      const parent = (await user.ingest(take({ prompt: 'the parent' }))).body.asset
      const blue = { name: 'storm', color: 'blue' }
      await user.send('PUT', `/api/projects/${film.projectId}/tag-colors`, blue)
      const page = await open({ hash: '#/form/new', width: 320, height: 1200 })
      await page.getByLabel('Prompt', { exact: true }).fill('a lighthouse\nat night')
      await page.getByLabel('Media address').fill(`${media.address}2.svg`)
      await page.getByRole('button', { name: 'Platform' }).click()
      await page.keyboard.type('my own box')
      await page.getByRole('option', { name: 'Other platform: my-own-box' }).click()
      await page.getByLabel('Name of the platform').fill('My own box')
      await page.getByLabel('Type', { exact: true }).selectOption('STORYBOARD')
      await page.getByLabel('Make it the winner').check()
      await page.getByLabel('Compare group').fill('Night')
      await page.getByText('More details').click()
      await page.getByLabel('Title').fill('Tower')
      await page.getByLabel('Model').fill('flux-1')
      await page.getByLabel('Negative prompt', { exact: true }).fill('people')
      const tags = page.getByLabel('Tags', { exact: true })
      await tags.fill('night')
      await page.keyboard.press('Enter')
      // Of the project those that have a colour are offered.
      await tags.fill('sto')
      const offered = page.getByRole('listbox', { name: 'Tags of the project' })
      await offered.locator('[data-color="blue"]').waitFor()
      await tags.press('ArrowDown')
      await tags.press('Enter')
      await offered.waitFor({ state: 'hidden' })
      await becomes(() => page.locator('[data-color="blue"]').count(), 1)
      await page.getByLabel('Notes').fill('The best light.')
      await page.getByLabel('Rights').selectOption('COMMERCIAL_ALLOWED')
      await page.getByLabel('Cost (US dollars)').fill('0,04')
      await page.getByLabel('Generated in (seconds)').fill('12.5')
      await page.getByLabel('Waited (seconds)').fill('3')
      await page.getByLabel('Job or generation id').fill('job-7')
      await page.getByLabel('Page where it was generated').fill('http://127.0.0.1:8188/')
      await page.getByLabel('Address of a small picture').fill(`${media.address}1.svg`)
      await page.getByRole('button', { name: 'Choose from the scene' }).click()
      await page.getByRole('option', { name: 'the parent' }).click()
      await page.getByLabel('Prompt package').selectOption('Make one from this capture')
      await page.getByLabel('Name of the package').fill('Night style')
      await page.getByLabel('Metadata', { exact: true }).fill('{ "seed": 7, }')
      await page.getByText('This is no JSON').waitFor()
      await page.getByRole('button', { name: 'Line 1, column 14' }).click()
      await becomes(() => hasFocus(page.getByLabel('Metadata', { exact: true })), true)
      await page.getByLabel('Metadata', { exact: true }).fill('{ "seed": 12345678901234567890 }')
      assert.deepEqual(await violations(page), [])
      await screenshot(page, 'extension-form')
      await page.getByRole('button', { name: 'Send', exact: true }).click()

      await page.getByText('Filed as My own box storyboard v1 in scene 012A').waitFor()
      await page.getByRole('heading', { name: 'Latest of scene 012A' }).waitFor()
      const [{ id }] = await versionsOf()
      const filed = (await user.get(`/api/assets/${id}`)).body.data
      const { provenance, promptPackage } = filed
      assert.deepEqual(pick(filed, expected), expected)
      assert.equal(filed.parentVersionId, parent.id)
      assert.equal(promptPackage.name, 'Night style')
      assert.equal(provenance.source, 'extension')
      assert.equal(provenance.captureId, (await readCaptures(page))[0]?.id)
      await page.getByRole('link', { name: 'New take' }).click()
      await becomes(() => page.getByLabel('Prompt', { exact: true }).inputValue(), '')
      await extension.closePage(page)
    })

    const expected = {
      prompt: 'a lighthouse\nat night',
      platformKey: 'my-own-box',
      platformLabel: 'My own box',
      assetType: 'STORYBOARD',
      status: 'SELECTED',
      selected: true,
      compareGroup: 'Night',
      title: 'Tower',
      modelName: 'flux-1',
      negativePrompt: 'people',
      tags: ['night', 'storm'],
      notes: 'The best light.',
      rightsState: 'COMMERCIAL_ALLOWED',
      costEstimateUsd: 0.04,
      generationSeconds: 12.5,
      queueWaitSeconds: 3,
      externalAssetId: 'job-7',
      sourceUrl: 'http://127.0.0.1:8188/',
      metadata: { seed: '12345678901234567890' },
    }

    test('shows what was captured, with the prompt ready to be written, the model below it, and what was guessed', async () => {
      const page = await open({ hash: '#/queue' })
      const body = take({
        prompt: 'a lighthouse?',
        modelName: 'kling-2',
        outputUrl: elsewhere('1.svg'),
      }) as Body
      await putCaptures(page, [
        queued('1', {
          body,
          guessed: ['prompt'],
          readings: [{ kind: 'answer', platform: 'kling', isGuess: true }],
        }),
      ])
      await page.getByRole('button', { name: 'Edit: a lighthouse?' }).click()
      const prompt = page.getByLabel('Prompt', { exact: true })
      await becomes(() => hasFocus(prompt), true)
      await becomes(
        () => page.locator('main img').evaluate((image: HTMLImageElement) => image.naturalWidth),
        1600,
      )
      assert.equal(await page.getByText('Guessed: look at it').count(), 1)
      assert.match((await prompt.getAttribute('aria-describedby')) ?? '', /hint/)
      await page.keyboard.press('Tab')
      await becomes(() => hasFocus(page.getByLabel('Model', { exact: true })), true)
      assert.deepEqual(await violations(page), [])
      await prompt.fill('a lighthouse')
      await becomes(() => page.getByText('Guessed: look at it').count(), 0)
      await extension.closePage(page)
    })

    test('is opened from elsewhere; what is filed is filed anew when it is changed, and the former is taken back', async () => {
      const page = await open()
      await putCaptures(page, [queued('1', { state: 'pending', body: take({ prompt: 'wrong' }) as Body })])
      await tellBackground(page, 'sendNow')
      await becomes(async () => (await readCaptures(page))[0]?.state, 'synced')
      const [former] = await versionsOf()

      await putSettings(page, { openCapture: '1' })
      await page.getByText('It is filed as MJ v1 in scene 012A.').waitFor()
      await becomes(() => readSetting(page, 'openCapture'), undefined)
      assert.deepEqual(await violations(page), [])
      await page.getByLabel('Prompt', { exact: true }).fill('right')
      await page.getByRole('main').getByRole('button', { name: /^Shot/ }).click()
      await page.getByRole('option', { name: '012A-A' }).click()
      await page.getByRole('button', { name: 'File anew' }).click()
      await page.getByText('Filed as MJ v2 in scene 012A').waitFor()
      const prompts = async () => (await versionsOf()).map(({ prompt }: { prompt: string }) => prompt)
      await becomes(prompts, ['right'])
      assert.equal((await user.get(`/api/assets/${former.id}`)).status, 404)
      assert.deepEqual((await versionsOf())[0].shotId, film.shotIds[0])
      // The service has let the former go before the extension hears of it.
      const kept = async () => (await readCaptures(page)).map(({ body, replaces }) => [body.prompt, replaces])
      await becomes(kept, [['right', undefined]])
      const [only] = await readCaptures(page)

      // The panel was closed when it was wanted.
      await extension.closePage(page)
      await putSettings(await extension.worker(), { openCapture: only!.id })
      const again = await extension.panel()
      await again.getByText('It is filed as MJ v2 in scene 012A.').waitFor()
      await extension.closePage(again)
    })

    test('says so where the former version was chosen meanwhile, and leaves it', async () => {
      const page = await open()
      await putCaptures(page, [queued('1', { state: 'pending', body: take({ prompt: 'wrong' }) as Body })])
      await tellBackground(page, 'sendNow')
      await becomes(async () => (await readCaptures(page))[0]?.state, 'synced')
      const [former] = await versionsOf()
      await user.send('POST', `/api/assets/${former.id}/selection`, { selected: true })
      await page.goto(page.url().replace(/#.*|$/, '#/form/1'))
      await page.getByLabel('Prompt', { exact: true }).fill('right')
      await page.getByRole('button', { name: 'File anew' }).click()
      await page.getByText('Filed as MJ v2 in scene 012A').waitFor()
      await page.getByRole('link', { name: 'Queue' }).click()
      const row = page.getByRole('listitem', { name: 'right' })
      await row.getByText('The former version stays in the workspace. It was selected meanwhile').waitFor()
      assert.equal((await versionsOf()).length, 2)
      await extension.closePage(page)
    })

    test('says what is missing where it is, and goes there', async () => {
      const page = await open({ hash: '#/form/new' })
      await page.getByLabel('Media address').fill('media.example')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('Some fields need another look.').waitFor()
      const prompt = page.getByLabel('Prompt', { exact: true })
      await becomes(() => hasFocus(prompt), true)
      await becomes(() => page.locator('[aria-invalid="true"]').count(), 3)
      await page.getByText('This is no address of the web').waitFor()
      await prompt.fill('a lighthouse')
      await becomes(() => page.locator('[aria-invalid="true"]').count(), 2)
      assert.deepEqual(await violations(page), [])
      assert.deepEqual(await readCaptures(page), [])
      await extension.closePage(page)
    })

    test('keeps what is typed when the panel closes, until it is sent or started over', async () => {
      const page = await open({ hash: '#/form/new' })
      await page.getByLabel('Prompt', { exact: true }).fill('half a thought')
      await becomes(async () => (await readSetting(page, 'drafts'))?.new?.prompt, 'half a thought')
      await extension.closePage(page)

      const again = await extension.panel({ hash: '#/form/new' })
      await becomes(() => again.getByLabel('Prompt', { exact: true }).inputValue(), 'half a thought')
      await again.getByRole('button', { name: 'Start over' }).click()
      await becomes(() => again.getByLabel('Prompt', { exact: true }).inputValue(), '')
      await becomes(async () => (await readSetting(again, 'drafts'))?.new, undefined)
      await extension.closePage(again)
    })

    test('of a capture that the service refused shows its errors, and sends it again', async () => {
      const page = await open({ hash: '#/queue' })
      const refused = queued('1', {
        body: {
          ...take({ prompt: 'refused', costEstimateUsd: -1, shotId: 'gone' }),
        } as QueuedCapture['body'],
        problem: {
          status: 400,
          message: 'Invalid payload',
          fieldErrors: { costEstimateUsd: ['Must be 0 or more'], seed: ['Unheard of'] },
        },
        readings: [{ kind: 'media', format: 'png:parameters', tool: 'ComfyUI' }, { kind: 'page' }],
      })
      await putCaptures(page, [refused])
      const row = page.getByRole('listitem', { name: 'refused' })
      await row.getByText('Cost (US dollars): Must be 0 or more').waitFor()
      await row.getByRole('button', { name: 'Edit: refused' }).click()
      await page.getByRole('heading', { name: 'Edit the capture' }).waitFor()
      await page.getByRole('alert').getByText('seed: Unheard of').waitFor()
      // It opens by itself, for there is something wrong in it.
      const cost = page.getByLabel('Cost (US dollars)')
      await page.getByText('Must be 0 or more').waitFor()
      await becomes(() => cost.getAttribute('aria-invalid'), 'true')
      await page.getByText('the file itself (png:parameters, ComfyUI)').waitFor()
      assert.deepEqual(await violations(page), [])

      await cost.fill('0.5')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      // The service knows of no such shot.
      await page.getByText('Shot not found').waitFor()
      await page.getByRole('main').getByRole('button', { name: /^Shot/ }).click()
      await page.getByRole('option', { name: 'No shot' }).click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('Filed as MJ v1 in scene 012A').waitFor()
      const [filed] = await versionsOf()
      assert.deepEqual([filed.prompt, filed.costEstimateUsd], ['refused', 0.5])
      await extension.closePage(page)
    })
  })

  describe('the queue', () => {
    test('counts what is in it, and says of each what became of it', async () => {
      const page = await open({ hash: '#/queue', width: 320, height: 900 })
      await page.getByText('Nothing was captured yet').waitFor()
      const asset = {
        id: 'v9',
        versionNumber: 9,
        platformKey: 'flux',
        platformLabel: 'FLUX',
        assetType: 'IMAGE',
        status: 'DRAFT',
        rightsState: 'UNKNOWN',
        shotId: null,
        createdAt: new Date().toISOString(),
      } as const
      await putCaptures(page, [
        queued('1', { problem: { status: 404, message: 'Scene not found', fieldErrors: {} } }),
        queued('2', {
          changedAdapter: 'midjourney',
          problem: { status: 404, message: 'Shot not found', fieldErrors: {} },
        }),
        queued('3', { state: 'synced', asset }),
      ])
      await becomes(() => countsIn(page), { Drafts: 0, Pending: 0, Syncing: 0, Failed: 2, Synced: 1 })
      await page.getByRole('listitem', { name: 'take 1' }).getByText('Scene not found').waitFor()
      const changed = page.getByRole('listitem', { name: 'take 2' })
      await changed
        .getByText('The page of Midjourney has changed; what it tells could not be read.')
        .waitFor()
      const synced = page
        .getByRole('listitem', { name: 'take 3' })
        .getByRole('link', { name: 'Scene 012A · FLUX v9' })
      assert.equal(await synced.getAttribute('href'), `${service.address}/assets/v9`)
      await page.getByRole('link', { name: /Queue 2 Failed/ }).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, 'extension-queue')
      await extension.closePage(page)
    })

    test('a discarded capture can be brought back', async () => {
      const page = await open({ hash: '#/queue' })
      await putCaptures(page, [queued('1'), queued('2')])
      const row = page.getByRole('listitem', { name: 'take 2' })
      await row.getByRole('button', { name: 'Discard: take 2' }).click()
      await becomes(() => row.count(), 0)
      assert.equal((await readCaptures(page)).length, 1)
      await becomes(() => hasFocus(page.getByRole('button', { name: 'Discard: take 1' })), true)
      await page.getByRole('button', { name: 'Undo' }).click()
      await row.waitFor()
      assert.deepEqual(
        (await readCaptures(page)).map(({ id }) => id),
        ['1', '2'],
      )
      // For this one nobody waits: it may be gone before all is looked at.
      await row.getByRole('button', { name: 'Discard: take 2' }).click()
      await becomes(() => row.count(), 0)
      assert.deepEqual(await violations(page), [])
      await extension.closePage(page)
    })

    test('of several that were discarded each can be brought back, for as long as one is at it', async () => {
      const page = await open({ hash: '#/queue' })
      await page.clock.install()
      await putCaptures(page, [queued('1'), queued('2'), queued('3')])
      // Until the mouse is there: a busy machine may take longer than a notice stands.
      await page.clock.pauseAt(Date.now() + 60_000)
      const discardOf = (id: string) => page.getByRole('button', { name: `Discard: take ${id}` })
      const undo = page.getByRole('status').getByRole('button', { name: 'Undo' })
      await discardOf('3').click()
      await undo.waitFor()
      await discardOf('2').click()
      await becomes(() => undo.count(), 2)
      await undo.first().hover()
      await page.clock.resume()
      // Step by step, so that the page has heard of the mouse before the time of the notices is over.
      const wait = async () => {
        for (let second = 0; second < 30; second += 1) await page.clock.runFor(1000)
      }
      await wait()
      assert.equal(await undo.count(), 2)
      await undo.first().click()
      await becomes(() => undo.count(), 1)
      await discardOf('3').waitFor()
      await becomes(() => hasFocus(discardOf('1')), true)
      await page.mouse.move(0, 0)
      await wait()
      await becomes(() => undo.count(), 0)
      assert.equal(await discardOf('2').count(), 0)
      await extension.closePage(page)
    })

    test('what was captured before there was a place goes to the place at hand, all at once', async () => {
      const page = await open({ hash: '#/queue' })
      const { projectId: _, sceneId: __, ...placeless } = take()
      await putCaptures(
        page,
        ['1', '2', '3'].map((id) =>
          queued(id, {
            body: {
              ...placeless,
              prompt: id === '3' ? '' : `take ${id}`,
              provenance: { captureId: id },
            } as QueuedCapture['body'],
          }),
        ),
      )
      await page.getByRole('button', { name: 'Send all again' }).click()
      await page.getByText('Sent: 2. Still in need of you: 1').waitFor()
      await becomes(
        async () => (await versionsOf()).map(({ prompt }: { prompt: string }) => prompt).toSorted(),
        ['take 1', 'take 2'],
      )
      await becomes(() => countsIn(page), { Drafts: 1, Pending: 0, Syncing: 0, Failed: 0, Synced: 2 })
      await extension.closePage(page)
    })

    test('of an older extension: what lacked something is a draft, and what was refused is not', async () => {
      const older = await extension.context.newPage()
      await older.goto(`chrome-extension://${extension.id}/manifest.json`)
      for (const other of extension.context.pages()) if (other !== older) await other.close()
      await stopBackground(older)
      const problem = { message: 'Its prompt was not found: write it', fieldErrors: { prompt: ['Required'] } }
      await older.evaluate(storeAsBefore, [
        draft('1', { state: 'failed', problem: { status: 0, ...problem } }),
        queued('2', { problem: { status: 400, ...problem } }),
        queued('3', { state: 'synced' }),
      ])
      await older.close()
      const page = await open({ hash: '#/queue' })
      await becomes(() => countsIn(page), { Drafts: 1, Pending: 0, Syncing: 0, Failed: 1, Synced: 1 })
      await page.getByRole('region', { name: 'Needs you' }).getByRole('listitem').waitFor()
      const states = (await readCaptures(page)).map(({ id, state }) => [id, state])
      assert.deepEqual(states, [
        ['1', 'draft'],
        ['2', 'failed'],
        ['3', 'synced'],
      ])
      await extension.closePage(page)
    })

    test('tells takes of one page apart: by prompt or file, where their title is the one of the page', async () => {
      const page = await open({ hash: '#/queue' })
      const alike = { title: 'Studio', provenance: { pageTitle: 'Studio' } }
      const { body } = draft('3')
      await putCaptures(page, [
        queued('1', { body: { ...queued('1').body, ...alike } }),
        queued('2', { body: { ...queued('2').body, ...alike, title: 'The storm' } }),
        draft('3', { body: { ...body, ...alike } }),
      ])
      for (const name of ['take 1', 'The storm', 'No prompt yet: 3.png']) {
        await page.getByRole('listitem', { name, exact: true }).waitFor()
      }
      await extension.closePage(page)
    })

    test('asks for the one thing that a draft lacks, files it by Enter and goes on to the next', async () => {
      const page = await open({ hash: '#/scene' })
      await putCaptures(
        page,
        ['1', '2', '3'].map((id) => draft(id)),
      )
      await page.getByRole('link', { name: 'Queue 3 Drafts' }).click()
      const needsYou = page.getByRole('region', { name: 'Needs you' })
      const promptOf = (id: string) =>
        needsYou.getByRole('textbox', { name: `Prompt of: No prompt yet: ${id}.png` })
      await becomes(() => hasFocus(promptOf('1')), true)
      await becomes(() => needsYou.getByRole('textbox').count(), 3)
      assert.deepEqual(await violations(page), [])
      await page.keyboard.press('Enter')
      await needsYou.getByText('Required').waitFor()
      await becomes(() => hasFocus(promptOf('1')), true)

      // The Enter that ends the composing of a word files nothing.
      const client = await page.context().newCDPSession(page)
      await client.send('Input.imeSetComposition', { text: '灯台', selectionStart: 2, selectionEnd: 2 })
      await page.keyboard.press('Enter')
      await client.send('Input.insertText', { text: '灯台' })
      await becomes(async () => (await readSetting(page, 'drafts'))?.['1']?.prompt.trim(), '灯台')
      assert.equal((await readCaptures(page))[0]?.state, 'draft')
      await promptOf('1').fill('灯台')
      await page.keyboard.press('Shift+Enter')
      await page.keyboard.type('at dusk')
      // It is there when the panel is opened again.
      await becomes(async () => (await readSetting(page, 'drafts'))?.['1']?.prompt, '灯台\nat dusk')
      await page.keyboard.press('Enter')
      await becomes(() => hasFocus(promptOf('2')), true)
      await page.keyboard.type('the second')
      await page.keyboard.press('Control+Enter')
      await becomes(() => hasFocus(promptOf('3')), true)
      await becomes(() => countsIn(page), { Drafts: 1, Pending: 0, Syncing: 0, Failed: 0, Synced: 2 })
      const filed = async () => (await versionsOf()).map(({ prompt }: { prompt: string }) => prompt)
      await becomes(async () => (await filed()).toSorted(), ['the second', '灯台\nat dusk'])
      await page.keyboard.type('the last')
      await page.keyboard.press('Enter')
      await becomes(() => hasFocus(page.getByRole('heading', { name: 'Queue' })), true)
      await becomes(() => countsIn(page), { Drafts: 0, Pending: 0, Syncing: 0, Failed: 0, Synced: 3 })
      await extension.closePage(page)
    })

    test('what can be done with those that are chosen overlaps nowhere, and no form asks for what it has', async () => {
      const page = await open({ hash: '#/queue', width: 260 })
      const fieldErrors = { projectId: ['Required'], sceneId: ['Required'], prompt: ['Required'] }
      await putCaptures(page, [
        draft('1', {
          body: { projectId: undefined, sceneId: undefined },
          problem: { status: 0, message: 'Choose a project and a scene for it', fieldErrors },
        }),
      ])
      await page.getByRole('checkbox', { name: /^Choose: / }).click()
      const bar = page.getByRole('toolbar', { name: 'Chosen: 1' })
      const words = bar.getByText('Chosen: 1')
      await words.waitFor()
      assert.equal(await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), true)
      await bar.getByRole('button', { name: 'Choose none' }).click()
      await page.getByRole('button', { name: /^Edit: / }).click()
      await page.getByRole('heading', { name: 'Edit the capture' }).waitFor()
      // The place is the one at hand.
      await page.getByText('Its prompt was not found: write it').waitFor()
      assert.equal(await page.getByText('Project: Required').count(), 0)
      assert.equal(await page.getByText('Required', { exact: true }).count(), 1)
      await extension.closePage(page)
    })

    test('takes one prompt, model, place and tags for all drafts that are chosen', async () => {
      const page = await open({ hash: '#/queue' })
      await putCaptures(page, [draft('1'), draft('2'), draft('3', { body: { prompt: 'its own' } })])
      await page.getByRole('button', { name: 'Choose all' }).click()
      await page.getByRole('toolbar', { name: 'Chosen: 3' }).getByRole('button', { name: 'Change' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change the chosen: 3' })
      await becomes(() => hasFocus(dialog.getByLabel('Prompt', { exact: true })), true)
      await page.keyboard.type('a lighthouse')
      await dialog.getByLabel('Model', { exact: true }).fill('flux-1')
      await dialog.getByRole('button', { name: 'Project As it is' }).click()
      await page.getByRole('option', { name: 'The Long Tide' }).click()
      await page.getByRole('option', { name: '10A' }).click()
      await dialog.getByRole('button', { name: 'Scene 10A' }).waitFor()
      const tags = dialog.getByLabel('Further tags')
      await tags.focus()
      const client = await page.context().newCDPSession(page)
      await client.send('Input.imeSetComposition', { text: 'あらし', selectionStart: 3, selectionEnd: 3 })
      await page.keyboard.press('Enter')
      assert.equal(await dialog.getByRole('button', { name: /^Remove tag/ }).count(), 0)
      await client.send('Input.insertText', { text: '嵐' })
      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name: 'Remove tag 嵐' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await dialog.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Sent: 3').waitFor()
      await becomes(() => countsIn(page), { Drafts: 0, Pending: 0, Syncing: 0, Failed: 0, Synced: 3 })
      const { body } = await user.get(`/api/extension/scenes?projectId=${film.projectId}`)
      const scene = body.scenes.find(({ sceneId }: { sceneId: string }) => sceneId === '10A')
      const filed = await Promise.all(
        (await versionsOf(scene.id)).map(async ({ id }: { id: string }) => {
          const { prompt, modelName, tags } = (await user.get(`/api/assets/${id}`)).body.data
          return [prompt, modelName, tags]
        }),
      )
      assert.deepEqual(filed.toSorted(), [
        ['a lighthouse', 'flux-1', ['嵐']],
        ['a lighthouse', 'flux-1', ['嵐']],
        ['its own', 'flux-1', ['嵐']],
      ])
      await extension.closePage(page)
    })

    test('of 600 captures draws a page; a click, Shift, Space and Ctrl+A choose, and undo brings all back', async () => {
      const page = await open({ hash: '#/queue' })
      const number = (place: number) => String(place + 1).padStart(3, '0')
      await putCaptures(
        page,
        Array.from({ length: 600 }, (_, place) => queued(number(place))),
      )
      const part = page.getByRole('region', { name: 'Set aside' })
      await part.getByText('1 to 30 of 600').waitFor()
      const rows = part.getByRole('list').first().locator('> li')
      const chosen = (count: number) => page.getByRole('toolbar', { name: `Chosen: ${count}`, exact: true })
      await becomes(() => rows.count(), 30)
      await part.getByText('take 599', { exact: true }).click()
      await chosen(1).waitFor()
      await part.getByText('take 595', { exact: true }).click({ modifiers: ['Shift'] })
      await chosen(5).waitFor()
      await part.getByRole('checkbox', { name: 'Choose: take 597' }).focus()
      await page.keyboard.press('Space')
      await chosen(4).waitFor()
      await part.getByRole('button', { name: 'Next page' }).click()
      await part.getByText('31 to 60 of 600').waitFor()
      await rows.filter({ hasText: 'take 570' }).waitFor()
      await part.getByRole('checkbox', { name: 'Choose: take 570' }).focus()
      await page.keyboard.press('Shift+Space')
      await chosen(30).waitFor()
      await page.keyboard.press('Escape')
      await becomes(() => page.getByRole('toolbar').count(), 0)
      await page.keyboard.press('Control+a')
      await chosen(600).waitFor()
      assert.deepEqual(await violations(page), [])
      await page.getByRole('button', { name: 'Discard the chosen' }).click()
      await page.getByText('Nothing was captured yet').waitFor()
      assert.deepEqual(await readCaptures(page), [])
      await page.getByRole('button', { name: 'Undo' }).click()
      await part.getByText('1 to 30 of 600').waitFor()
      assert.equal((await readCaptures(page)).length, 600)
      await extension.closePage(page)
    })

    test('says why it waits, until when, and tries at once when asked', async () => {
      const other = await testService('sqlite')
      const owner = await testUser(other)
      const away = other.address
      await other.close()
      const page = await extension.panel({ hash: '#/queue' })
      await putSettings(page, { connection: { address: away, token: owner.token, state: 'connected' } })
      await page.getByRole('navigation', { name: 'Views' }).waitFor()
      await putCaptures(page, [queued('1', { state: 'pending' })])
      await page.getByRole('listitem', { name: 'take 1' }).getByText('Pending').waitFor()
      await putSession(page, {
        queueStatus: {
          state: 'waiting',
          // By the page's clock, which may have been put forward.
          until: (await page.evaluate(() => Date.now())) + 60_000,
          reason: 'The service cannot be reached',
        },
      })
      await page.getByText('The service cannot be reached. Tried again').waitFor()
      assert.deepEqual(await violations(page), [])
      const told = page.evaluate(
        () =>
          new Promise((resolve) => {
            const { chrome } = globalThis as unknown as { chrome: { runtime: { sendMessage: unknown } } }
            chrome.runtime.sendMessage = async (message: unknown) => resolve(message)
          }),
      )
      await page.getByRole('button', { name: 'Try now' }).click()
      assert.deepEqual(await told, { name: 'sendNow', request: {} })
      await extension.closePage(page)
    })
  })

  describe('the settings', () => {
    test('are the preferences of the console', async () => {
      const page = await open({ hash: '#/settings' })
      await page.getByLabel('Type by default').selectOption('VIDEO')
      await page.getByLabel('Status at first').selectOption('GENERATED')
      await page.getByRole('switch', { name: 'Fill in what a page tells' }).click()
      await becomes(
        async () => {
          const { defaultAssetType, defaultStatus, autoFillEnabled } = await preferences()
          return { defaultAssetType, defaultStatus, autoFillEnabled }
        },
        { defaultAssetType: 'VIDEO', defaultStatus: 'GENERATED', autoFillEnabled: false },
      )
      await becomes(async () => (await readSetting(page, 'preferences'))?.autoFillEnabled, false)
      await extension.closePage(page)
    })

    test('switch platforms on and off, and say which the browser does not let in', async () => {
      const page = await open({ hash: '#/settings', height: 1000 })
      const midjourney = page.getByRole('checkbox', { name: 'Midjourney' })
      await midjourney.click()
      await becomes(async () => (await preferences()).enabledPlatforms.includes('midjourney'), false)
      await becomes(() => page.getByRole('button', { name: 'Allow access to Midjourney' }).count(), 0)
      await answerAccess(page, false)
      await midjourney.click()
      await page.getByText('The browser does not let the extension see Midjourney').waitFor()
      await becomes(async () => (await preferences()).enabledPlatforms.includes('midjourney'), true)
      await page.getByRole('button', { name: 'Allow access to Midjourney' }).waitFor()
      await page.getByText('Some platforms are switched on').waitFor()
      // On the loopback, which the user has allowed.
      await becomes(() => page.getByRole('button', { name: 'Allow access to ComfyUI' }).count(), 0)

      await page.getByPlaceholder('Find a platform').fill('upscayl')
      await becomes(() => page.getByRole('list', { name: 'Platforms' }).getByRole('listitem').count(), 1)
      await page.getByText('By menu and keys').waitFor()
      assert.deepEqual(await violations(page), [])
      await extension.closePage(page)
    })

    test('show the keys, each of which is set by default, and open where they are changed', async () => {
      const page = await open({ hash: '#/settings' })
      const keys = page.getByRole('region', { name: 'Keys', exact: true })
      await becomes(
        () =>
          keys
            .locator('dl > div')
            .evaluateAll((rows) =>
              rows.map(({ children }) => [...children].map(({ textContent }) => textContent)),
            ),
        [
          ['Open Dailies beside the page', 'Alt+Shift+O'],
          ['Capture what the pointer or the keyboard is at', 'Alt+Shift+D'],
          ['Go to what Dailies shows on the page: its last message, else its button', 'Alt+Shift+M'],
          ['Capture many from the page', 'Alt+Shift+G'],
        ],
      )
      const documented = await readFile(join(import.meta.dirname, '../docs/extension.md'), 'utf8')
      assert.deepEqual(
        new Set(documented.match(/Alt\+Shift\+[A-Z]/g)),
        new Set(await keys.locator('kbd').allTextContents()),
      )
      const opened = extension.context.waitForEvent('page')
      await keys.getByRole('button', { name: 'Change the keys' }).click()
      const browsers = await opened
      await browsers.waitForURL('chrome://extensions/shortcuts')
      await browsers.close()
      await extension.closePage(page)
    })

    test('know where a local interface runs, and ask for that host', async () => {
      const page = await open({ hash: '#/settings' })
      const row = page.getByRole('listitem').filter({ hasText: 'ComfyUI' })
      await row.getByText('Runs on another machine').click()
      await row.getByLabel('Address of ComfyUI').fill('not an address')
      await row.getByRole('button', { name: 'Save' }).click()
      await row.getByText('This is no address of the web').waitFor()
      await row.getByLabel('Address of ComfyUI').fill('render-box:8188/?x=1')
      await answerAccess(page, true)
      await row.getByRole('button', { name: 'Save' }).click()
      await becomes(() => readSetting(page, 'localInterfaces'), { comfyui: 'http://render-box:8188' })
      await row.getByText('render-box', { exact: true }).waitFor()
      await extension.closePage(page)
    })
  })

  test('tells when a page cannot be captured from', async () => {
    const page = await open()
    await page.bringToFront()
    await page.getByRole('button', { name: 'Capture page' }).click()
    await page.getByText('This page cannot be captured from').waitFor()
    await extension.closePage(page)
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`has no barriers in ${theme}, and fits from 240 to 600 pixels`, async () => {
      await user.ingest(
        take({ prompt: 'A lighthouse at dusk, waves over black rocks, anamorphic', status: 'GENERATED' }),
      )
      await user.ingest(take({ prompt: 'x'.repeat(200), selected: true, compareGroup: 'y'.repeat(80) }))
      await user.ingest(
        take({ platformKey: 'z'.repeat(60), assetType: 'AUDIO', outputUrl: `${media.address}gone` }),
      )
      const page = await open({ theme })
      await page.getByRole('list', { name: 'Versions' }).waitFor()
      await putCaptures(page, [
        queued('1', {
          problem: { status: 400, message: 'Invalid payload', fieldErrors: { prompt: ['x'.repeat(90)] } },
        }),
        queued('2', {
          body: { ...take({ title: 'w'.repeat(120) }) } as QueuedCapture['body'],
          state: 'synced',
          asset: (await versionsOf())[0],
        }),
        draft('3', { changedAdapter: 'midjourney' }),
        draft('4', { body: { outputUrl: `${media.address}${'u'.repeat(90)}.png` } }),
        queued('5', {
          state: 'pending',
          body: take({ prompt: 'on its way', shotId: film.shotIds[0] }) as Body,
        }),
      ])
      for (const hash of [
        '#/scene',
        '#/queue',
        '#/form/1',
        '#/form/2',
        '#/form/3',
        '#/form/new',
        '#/settings',
        '#/connect',
      ]) {
        await page.goto(page.url().replace(/#.*/, '') + hash)
        await page.getByRole('heading', { level: 2 }).first().waitFor()
        for (const width of [240, 280, 320, 420, 600]) {
          await page.setViewportSize({ width, height: 720 })
          const overflow = () =>
            page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
          await becomes(async () => `${hash} at ${width}: ${await overflow()}`, `${hash} at ${width}: 0`)
          if (width === 240 || width === 320 || width === 420)
            await screenshot(page, `extension-${hash.replace(/\W+/g, '-')}-${theme}-${width}`)
          if (width !== 600) assert.deepEqual(await violations(page), [], `${hash} at ${width}`)
        }
      }
      await extension.closePage(page)
    })
  }
})

/** Runs in the browser: a queue as version 2 of the database had it. */
async function storeAsBefore(captures: unknown[]): Promise<void> {
  const done = (request: IDBRequest | IDBTransaction) =>
    new Promise((resolve, reject) => {
      Object.assign(request, {
        onsuccess: resolve,
        oncomplete: resolve,
        onerror: () => reject(request.error),
      })
    })
  await done(indexedDB.deleteDatabase('dailies'))
  const opening = indexedDB.open('dailies', 2)
  opening.onupgradeneeded = () => {
    const db = opening.result
    db.createObjectStore('settings')
    db.createObjectStore('captures', { keyPath: 'id' }).createIndex('state', ['state', 'id'])
    const media = db.createObjectStore('media', { keyPath: 'id' })
    media.createIndex('state', ['state', 'id'])
    media.createIndex('stored', 'stored')
    db.createObjectStore('pieces')
  }
  await done(opening)
  const transaction = opening.result.transaction('captures', 'readwrite')
  for (const capture of captures) transaction.objectStore('captures').put(capture)
  await done(transaction)
  opening.result.close()
}

async function countsIn(page: Page): Promise<Record<string, number>> {
  const cells = await page.locator('dl').first().locator('div').allInnerTexts()
  return Object.fromEntries(
    cells.map((cell) => {
      const [label, count] = cell.split('\n').filter(Boolean)
      return [label, Number(count)]
    }),
  )
}

function pick(all: Record<string, unknown>, like: object): Record<string, unknown> {
  return Object.fromEntries(Object.keys(like).map((key) => [key, all[key]]))
}
