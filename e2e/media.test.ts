import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { makeFilm } from './film.ts'
import { holdRequests } from './hold-requests.ts'
import { type MediaFile, makeSound } from './media-server.ts'
import { type MediaStage, openMediaStage, still } from './media-stage.ts'
import { looks, screenshot, settled, violations } from './stage.ts'

const day = 24 * 60 * 60

/** An address that says when it ends, in seconds from now. */
function endingIn(address: string, seconds: number): string {
  return `${address}?Expires=${Math.floor(Date.now() / 1000) + seconds}`
}

describe('media of takes', () => {
  const files: Record<string, MediaFile> = {}
  let stage: MediaStage
  let board: string
  let picture: string
  let sameAgain: string
  let film: string
  let sound: string

  before(async () => {
    stage = await openMediaStage({}, files)
    board = `/scenes/${stage.film.sceneDbId}`
    const elsewhere = (name: string) => ({
      outputUrl: `${stage.media.address}${name}`,
      thumbnailUrl: `${stage.media.address}small-${name}`,
    })
    const blank = await stage.open('/icon.svg')
    const bytes = await makeFilm(blank, { seconds: 2, rate: 24, colour: '#345' })
    await stage.close(blank)
    picture = await stage.kept({ title: 'Dusk', ...elsewhere('dusk.png') }, still(1))
    sameAgain = await stage.kept({ title: 'Dusk again', ...elsewhere('again.png') }, still(1))
    film = await stage.capture({
      assetType: 'VIDEO',
      platformKey: 'runway',
      title: 'Wave',
      ...elsewhere('w.webm'),
    })
    await stage.put(film, bytes)
    await stage.put(film, still(2), 'poster')
    // As wide as four frames.
    await stage.put(film, still(3), 'filmstrip')
    await stage.ready(film)
    sound = await stage.kept(
      { assetType: 'MUSIC', platformKey: 'suno', title: 'Tide', ...elsewhere('tide.wav') },
      makeSound(),
    )
    await stage.put(sound, Buffer.from([0, 128, 255, 128]), 'waveform')
    await stage.user.send('POST', `/api/assets/${picture}/selection`, { selected: true })
  })
  after(() => stage?.end())

  /** What a page asks of any host but the service from now on. */
  function watchForeign(page: Page): string[] {
    const asked: string[] = []
    page.on('request', (request) => {
      const url = request.url()
      if (/^https?:/.test(url) && !url.startsWith(`${stage.service.address}/`)) asked.push(url)
    })
    return asked
  }

  const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

  test('what is kept is shown from here on every screen, and nothing is asked of other hosts', async () => {
    const project = `/projects/${stage.film.projectId}`
    await stage.user.send('POST', `/api/assets/${picture}/comments`, { text: 'Warmer' })
    const list = { name: 'Monday', from: 'versions', versionIds: [picture] }
    const made = await stage.user.send('POST', `/api${project}/playlists`, list)
    const page = await stage.open('/projects')
    const asked = watchForeign(page)
    const pictured = page.locator('img[src^="/api/media/"]')
    const paths = ['/projects', project, `/assets/${picture}`, `${project}/notes`]
    for (const path of [...paths, `${project}/playlists`, `${project}/playlists/${made.body.data.id}`]) {
      await page.goto(stage.service.address + path)
      await pictured.first().waitFor()
      await becomes(
        () => pictured.first().evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
        true,
      )
    }
    await page.goto(`${stage.service.address}${board}`)
    for (const title of ['Dusk again', 'Wave']) {
      const image = card(page, title).locator('img')
      await becomes(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true)
      const shown = await image.evaluate((image: HTMLImageElement) => image.currentSrc)
      assert.match(shown, /\/api\/media\/[^/]+\/thumb-\d+\?v=/)
    }
    await page.goto(`${stage.service.address}/compare?ids=${picture},${film},${sound}`)
    await page.locator('video[src*="/api/media/"]').waitFor()
    await settled(page)
    assert.deepEqual(asked, [])
    await stage.close(page)
  })

  test('a placeholder is there before the picture is, and gone after it', async () => {
    const page = await stage.open('/projects')
    const letThrough = await holdRequests(page, '**/api/media/**')
    await page.goto(`${stage.service.address}${board}`)
    const image = card(page, 'Dusk again').locator('img')
    const background = () => image.evaluate((image) => image.style.backgroundImage.slice(0, 15))
    await becomes(background, 'url("data:image')
    letThrough()
    await becomes(background, '')
    await stage.close(page)
  })

  test('the pointer goes through the frames of a film, by one picture', async () => {
    const page = await stage.open(board)
    const wave = card(page, 'Wave')
    await wave.locator('img').waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const box = (await wave.boundingBox())!
    const strip = wave.locator('[data-filmstrip]')
    const place = () => strip.evaluate((element) => element.style.backgroundPositionX)
    await page.mouse.move(box.x + 5, box.y + 20)
    await becomes(place, '0%')
    await page.mouse.move(box.x + box.width - 5, box.y + 20)
    await becomes(place, '100%')
    await page.mouse.move(box.x + box.width * 0.4, box.y + 20)
    await becomes(async () => (await place()).slice(0, 4), '33.3')
    assert.deepEqual(
      asked.filter((path) => path.startsWith('/api/media/')),
      [`/api/media/${film}/filmstrip`],
    )
    await page.mouse.move(0, 0)
    await becomes(() => strip.count(), 0)
    await stage.close(page)
  })

  test('the keyboard goes through the frames, too', async () => {
    const page = await stage.open(board)
    await card(page, 'Wave').locator('img').waitFor()
    await card(page, 'Wave').focus()
    const strip = card(page, 'Wave').locator('[data-filmstrip]')
    const place = async () =>
      Number.parseInt(await strip.evaluate(({ style }) => style.backgroundPositionX), 10)
    // Whoever wants less motion sees it stand still until then.
    await becomes(place, 0)
    await page.keyboard.press('.')
    await becomes(place, 33)
    await page.keyboard.press(',')
    await page.keyboard.press(',')
    await becomes(place, 100)
    await stage.close(page)
  })

  test('a film stands still as its poster until somebody plays it', async () => {
    const page = await stage.open('/projects')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${stage.service.address}/assets/${film}`)
    const video = page.locator('video')
    await becomes(() => video.getAttribute('poster').then((poster) => poster?.includes('/poster?v=')), true)
    await settled(page)
    assert.ok(!asked.includes(`/api/media/${film}/original`))
    await video.evaluate((video: HTMLVideoElement) => {
      video.muted = true
      return video.play()
    })
    assert.ok(asked.includes(`/api/media/${film}/original`))
    await stage.close(page)
  })

  test('a sound is drawn as its waveform, which fills as it is heard', async () => {
    const page = await stage.open(board)
    const tide = card(page, 'Tide')
    await tide.locator('svg path[d^="M1.5"]').first().waitFor()
    await tide.getByRole('button', { name: 'Play Suno v1' }).click()
    await tide.getByRole('progressbar', { name: 'Heard of Suno v1' }).waitFor()
    await becomes(() => tide.locator('svg path[d^="M1.5"]').count(), 2)
    await page.goto(`${stage.service.address}/assets/${sound}`)
    const place = page.getByRole('slider', { name: 'Place in Tide' })
    await becomes(() => place.isEnabled(), true)
    await place.focus()
    await page.keyboard.press('End')
    await becomes(() => place.getAttribute('aria-valuetext'), '0:01 of 0:01')
    await stage.close(page)
  })

  test('the page of a version tells what is known of its file, and saves it', async () => {
    const page = await stage.open(`/assets/${sameAgain}`)
    const media = page.getByRole('region', { name: 'Media', exact: true })
    await media.getByText('Kept', { exact: true }).waitFor()
    for (const text of ['image/png', '640 × 360']) await media.getByText(text).waitFor()
    const { body } = await stage.user.get(`/api/assets/${sameAgain}/media`)
    await media.getByRole('button', { name: 'Copy the SHA-256' }).click()
    await becomes(() => page.evaluate(() => navigator.clipboard.readText()), body.data.sha256)
    await media.getByText('Same file as MJ v1').waitFor()
    const saving = page.waitForEvent('download')
    await media.getByRole('link', { name: 'Download' }).click()
    assert.match((await saving).suggestedFilename(), /^012A.*image_midjourney_v2\.png$/)
    await media.getByRole('link', { name: 'MJ v1', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Dusk', exact: true }).waitFor()
    await stage.close(page)
  })

  describe('that are not kept', () => {
    let waiting: string
    let lost: string

    before(async () => {
      // Not to be had until it is asked for by hand: by itself the service tries after a minute.
      files['late.png'] = { type: 'image/png', body: still(7, 'hills'), status: 503 }
      waiting = await stage.capture({
        title: 'At risk',
        outputUrl: endingIn(`${stage.media.address}late.png`, 3 * day + 100),
      })
      // Its link has ended, so it is fetched at once, and for the last time.
      lost = await stage.capture({
        title: 'Too late',
        outputUrl: endingIn(`${stage.media.address}gone.png`, -60),
      })
      await becomes(async () => (await stage.stateOf(lost)).state, 'lost')
    })

    test('are told from the others on the board, and found by the filter', async () => {
      const page = await stage.open(board)
      await card(page, 'At risk').getByText('Only a link · 3 d').waitFor()
      const reason = (await stage.stateOf(lost)).reason!
      const told = card(page, 'Too late').getByTitle(`Lost: ${reason}`)
      await becomes(() => told.textContent(), 'Lost')
      await becomes(
        () =>
          card(page, 'At risk')
            .getAttribute('aria-label')
            .then((label) => label?.includes('which ends in 3 days')),
        true,
      )
      for (const text of ['Only a link', 'Lost'])
        assert.equal(await card(page, 'Dusk again').getByText(text).count(), 0)
      const filter = page.getByLabel('Media', { exact: true })
      await filter.selectOption('lost')
      await becomes(() => page.getByRole('article').count(), 1)
      await becomes(async () => new URL(page.url()).search, '?media=lost')
      await filter.selectOption({ label: 'Kept (4)' })
      await becomes(() => page.getByRole('article').count(), 4)
      await page.reload()
      await becomes(() => page.getByRole('article').count(), 4)
      await becomes(() => filter.inputValue(), 'kept')
      await stage.close(page)
    })

    test('are a neutral tile where nothing may be loaded from other hosts', async () => {
      const page = await stage.open('/projects')
      await page.route(`${stage.service.address}/scenes/**`, async (route) => {
        const response = await route.fetch()
        const text = await response.text()
        await route.fulfill({
          response,
          body: text.replace(
            'name="dailies-remote-previews" content="on"',
            'name="dailies-remote-previews" content="off"',
          ),
        })
      })
      const asked = watchForeign(page)
      await page.goto(`${stage.service.address}${board}`)
      await card(page, 'At risk').getByRole('img', { name: 'Image', exact: true }).waitFor()
      assert.equal(await card(page, 'At risk').locator('img').count(), 0)
      await card(page, 'Dusk again').locator('img').waitFor()
      await settled(page)
      assert.deepEqual(asked, [])
      await stage.close(page)
    })

    test('whoever only looks is offered nothing that would be refused', async () => {
      const vera = await stage.person('Vera')
      await stage.user.send('POST', `/api/projects/${stage.film.projectId}/members`, {
        userId: vera.id,
        role: 'viewer',
      })
      const page = await stage.open(`/assets/${waiting}`, { cookie: vera.cookie })
      const media = page.getByRole('region', { name: 'Media', exact: true })
      await media.getByText('Only a link · 3 d').waitFor()
      assert.equal(await media.getByRole('button').count(), 0)
      await page.goto(`${stage.service.address}${board}`)
      await card(page, 'At risk').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Add files' }).count(), 0)
      await stage.close(page)
    })

    for (const look of looks) {
      test(`axe-core finds nothing wrong in ${look.theme} on a ${look.size}`, async () => {
        const page = await stage.open(board, look)
        for (const [name, path] of Object.entries({
          board,
          waiting: `/assets/${waiting}`,
          lost: `/assets/${lost}`,
          kept: `/assets/${sameAgain}`,
          film: `/assets/${film}`,
          sound: `/assets/${sound}`,
          compare: `/compare?ids=${picture},${film},${sound}`,
        })) {
          await page.goto(stage.service.address + path)
          await page.getByRole('heading', { level: 1 }).waitFor()
          await settled(page)
          assert.deepEqual(await violations(page), [], name)
          await screenshot(page, `media-${name}-${look.size}`)
        }
        await stage.close(page)
      })
    }

    test('are kept at the press of a button, and the page follows by itself', async () => {
      const page = await stage.open(`/assets/${waiting}`)
      const media = page.getByRole('region', { name: 'Media', exact: true })
      const keep = media.getByRole('button', { name: 'Keep now' })
      await keep.waitFor()
      files['late.png'] = { type: 'image/png', body: still(7, 'hills') }
      await keep.click()
      await media.getByText('Kept', { exact: true }).waitFor()
      await page.locator('img[src^="/api/media/"]').first().waitFor()
      await media.getByText('640 × 360').waitFor()
      assert.equal(await keep.count(), 0)
      await stage.close(page)
    })

    test('and what was lost is tried again from its card', async () => {
      const page = await stage.open(board)
      const late = card(page, 'Too late')
      await late.getByText('Lost', { exact: true }).waitFor()
      files['gone.png'] = { type: 'image/png', body: still(8, 'city') }
      await late.hover()
      await late.getByRole('button', { name: /^More for/ }).click()
      await page.getByRole('menuitem', { name: 'Try again to keep it' }).click()
      await late.locator('img[src^="/api/media/"]').waitFor()
      await becomes(() => late.getByText('Lost', { exact: true }).count(), 0)
      await stage.close(page)
    })
  })
})
