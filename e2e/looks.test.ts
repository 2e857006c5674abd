import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { chromium, type Locator, type Page } from 'playwright-core'
import { browserArguments, browserPath } from '../server/test/browser.ts'
import { becomes } from './becomes.ts'
import { makePicture, serveMedia } from './media-server.ts'
import { sizes } from './pages.ts'
import { openStage, type Stage, screenshot, settled, signIn, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

/** Of a board and what leads to it: where things lie, and what they say. */
describe('as the console looks', () => {
  let stage: Stage
  let media: Awaited<ReturnType<typeof serveMedia>>
  let scene: string
  const ids: string[] = []

  before(async () => {
    media = await serveMedia({
      'dusk.svg': { type: 'image/svg+xml', body: makePicture('Dusk', '#46608a') },
    })
    stage = await openStage()
    scene = `/scenes/${stage.film.sceneDbId}`
    for (const number of [1, 2, 3, 4]) {
      const { body } = await stage.user.ingest({
        ...stage.film.capture,
        title: `Take ${number}`,
        outputUrl: `${media.address}dusk.svg`,
        rightsState: 'COMMERCIAL_ALLOWED',
        compareGroup: '012A-A boulevard',
      })
      ids.push(body.asset.id)
    }
  })
  after(async () => {
    await stage?.end()
    media?.close()
  })

  for (const size of ['desktop', 'phone'] as const) {
    test(`the tray lies at the edge below a short board on a ${size}`, async () => {
      const page = await stage.open(`${scene}?q=Take+1`, { size })
      const takes = page.getByRole('article')
      await takes.getByText('Take 1').waitFor()
      await takes.hover()
      await takes.getByRole('checkbox').click()
      const tray = page.getByRole('region', { name: 'Comparison tray' })
      await tray.waitFor()
      const places = page.getByRole('navigation', { name: 'Main' })
      const edge = async () => (size === 'phone' ? (await box(places)).y : sizes.desktop.height)
      await becomes(async () => Math.abs((await box(tray)).bottom - (await edge())) < 2, true)
      await stage.close(page)
    })
  }

  test('the tray is one row on a phone, in which the names of takes can be read', async () => {
    const page = await stage.open(scene, { size: 'phone' })
    for (const place of [0, 1])
      await page
        .getByRole('checkbox', { name: /^Choose/ })
        .nth(place)
        .click()
    const tray = page.getByRole('region', { name: 'Comparison tray' })
    await tray.getByRole('link', { name: 'Compare 2' }).waitFor()
    const [list, change, compare] = await Promise.all(
      [
        tray.getByRole('list'),
        tray.getByRole('button', { name: 'Change 2' }),
        tray.getByRole('link', { name: 'Compare 2' }),
      ].map(box),
    )
    assert.ok(
      list!.right <= change!.x && change!.right <= compare!.x,
      JSON.stringify([list, change, compare]),
    )
    assert.ok(list!.width >= 130, `${list!.width}`)
    const take = tray.getByRole('listitem').first()
    const [name, sign] = await Promise.all([
      box(take.locator('span').first()),
      box(take.locator('svg').last()),
    ])
    assert.ok(sign.bottom <= name.y, JSON.stringify([name, sign]))
    const isRead = (one: HTMLElement) => one.scrollWidth <= one.clientWidth
    assert.equal(await take.locator('span').first().evaluate(isRead), true)
    await tray.getByRole('button', { name: 'Change 2' }).click()
    await page.getByRole('menuitem', { name: 'Export …' }).click()
    await page.getByRole('dialog', { name: 'Export' }).waitFor()
    await screenshot(page, 'tray-phone')
    await stage.close(page)
  })

  test('all takes are pictured by takes', async () => {
    const page = await stage.open(scene)
    await page
      .getByRole('navigation', { name: 'Shots' })
      .getByRole('link', { name: 'All takes' })
      .locator('img')
      .waitFor()
    await stage.close(page)
  })

  test('the name of a compare group is read in full on a card', async () => {
    const page = await stage.open(scene)
    const name = page.getByRole('article').first().getByText('012A-A boulevard')
    await name.waitFor()
    assert.equal(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), true)
    await stage.close(page)
  })

  test('four versions are compared, and decided about, without scrolling', async () => {
    const page = await stage.open(`/compare?ids=${ids}`)
    const panes = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
    await panes.nth(3).getByRole('img').waitFor()
    const lowest = async () =>
      Math.max(...(await Promise.all((await panes.all()).map(box))).map(({ bottom }) => bottom))
    await becomes(async () => (await lowest()) <= sizes.desktop.height, true)
    await becomes(async () => (await box(panes.first().getByRole('group'))).height > 180, true)
    await stage.close(page)
  })

  test('the media of a version has the most of the width', async () => {
    const page = await stage.open(`/assets/${ids[0]}`)
    const picture = page.getByRole('group', { name: /^Picture/ })
    await picture.waitFor()
    for (const width of [1440, 1920]) {
      await page.setViewportSize({ width, height: 1000 })
      const share = async () => (await box(picture)).width / (await box(page.getByRole('main'))).width
      await becomes(async () => (await share()) > 0.65, true)
    }
    await stage.close(page)
  })

  test('no strip of the page is left bright beside a window', async () => {
    // With scroll bars that take room, as most desktops have.
    const browser = await chromium.launch({
      executablePath: browserPath(),
      args: browserArguments,
      ignoreDefaultArgs: ['--hide-scrollbars'],
    })
    const page = await browser.newPage({
      viewport: sizes.desktop,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    await page.context().addCookies(await cookiesOf(stage))
    await page.goto(stage.service.address + scene)
    await page.getByRole('article').first().waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    const edge = () => brightness(page, { x: sizes.desktop.width - 4, y: 450, width: 1, height: 1 })
    const beside = () => brightness(page, { x: sizes.desktop.width - 40, y: 450, width: 1, height: 1 })
    await becomes(async () => Math.abs((await edge()) - (await beside())) < 12, true)
    await browser.close()
  })

  test('a trail ends with the last place, not with a sign that there is more', async () => {
    for (const path of [
      scene,
      `/assets/${ids[0]}`,
      `/projects/${stage.film.projectId}`,
      `/compare?ids=${ids}`,
    ]) {
      const page = await stage.open(path)
      const trail = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
      await trail.last().waitFor()
      const signs = await trail.evaluateAll((places) =>
        places.map((place) => place.lastElementChild?.tagName),
      )
      assert.equal(signs.at(-1), 'A', path)
      await stage.close(page)
    }
  })

  test('each part of a project has a title of its own', async () => {
    const page = await stage.open(`/projects/${stage.film.projectId}`)
    const name = await page.getByRole('heading', { level: 1 }).textContent()
    for (const part of [
      'Characters',
      'Prompt packages',
      'Members',
      'Activity',
      'Report',
      'Import',
      'Scenes',
    ]) {
      await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: part }).click()
      await becomes(() => page.title(), `${part} · ${name} · Dailies`)
    }
    await stage.close(page)
  })

  test('it says what people would say', async () => {
    const page = await stage.open('/tokens')
    await page.getByRole('button', { name: stage.user.email }).click()
    for (const name of ['API reference', /^System theme/])
      await page.getByRole('menuitem', { name }).waitFor()
    await stage.close(page)
  })

  test('a heading stays where it is from one screen to the next', async () => {
    const page = await stage.open(`/projects/${stage.film.projectId}`)
    const heading = page.getByRole('heading', { level: 1 })
    for (const width of [1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const places: { x: number; y: number }[] = []
      for (const path of [
        `/projects/${stage.film.projectId}`,
        scene,
        `/assets/${ids[0]}`,
        `/compare?ids=${ids}`,
      ]) {
        await page.goto(stage.service.address + path)
        await heading.waitFor()
        await settled(page)
        const { x, y } = await box(heading)
        places.push({ x, y })
      }
      for (const { x, y } of places) {
        assert.ok(Math.abs(x - places[0]!.x) < 1, JSON.stringify(places))
        assert.ok(Math.abs(y - places[0]!.y) < 1, JSON.stringify(places))
      }
    }
    await stage.close(page)
  })

  test('the parts of a project stay where they are, whichever is open', async () => {
    const page = await stage.open(`/projects/${stage.film.projectId}`)
    const parts = page.getByRole('navigation', { name: 'Project' }).getByRole('link')
    await parts.first().waitFor()
    const lefts = async () => (await Promise.all((await parts.all()).map(box))).map(({ x }) => Math.round(x))
    const before = await lefts()
    await parts.getByText('Report').click()
    await page.locator('a[aria-current="page"]', { hasText: 'Report' }).waitFor()
    assert.deepEqual(await lefts(), before)
    await stage.close(page)
  })

  test('no word of what is decided about a version is cut, whatever its status', async () => {
    const page = await stage.open(`/assets/${ids[3]}`)
    const decide = page.getByRole('region', { name: 'Decide' })
    const cut = () =>
      decide
        .locator('li > span:not([aria-hidden]), button')
        .evaluateAll((all) =>
          all
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        )
    for (const [button, next] of [
      ['Select', 'Winner'],
      ['Approve', 'Approved'],
      ['On to Final', 'Approved'],
    ] as const) {
      await becomes(cut, [])
      await decide.getByRole('button', { name: button }).click()
      await decide.getByRole('button', { name: next }).waitFor()
    }
    await becomes(cut, [])
    await stage.close(page)
  })

  test('light or dark, what is filled with amber is the same amber, and reads well', async () => {
    const fills: string[] = []
    for (const theme of ['light', 'dark'] as const) {
      const page = await stage.open('/webhooks', { theme })
      const button = page.getByRole('button', { name: 'New webhook' })
      await button.waitFor()
      fills.push(await button.evaluate((element) => getComputedStyle(element).backgroundColor))
      assert.deepEqual(await violations(page), [])
      await stage.close(page)
    }
    assert.equal(fills[0], fills[1])
  })

  describe('with text of twice the size', () => {
    const twice = (page: Page) =>
      page.evaluate(() => document.documentElement.style.setProperty('font-size', '187.5%'))

    for (const size of ['desktop', 'phone'] as const) {
      test(`media stay as large as there is room on a ${size}`, async () => {
        const page = await stage.open(`/assets/${ids[0]}`, { size })
        const picture = page.getByRole('group', { name: /^Picture/ })
        await picture.waitFor()
        await twice(page)
        await becomes(
          async () => (await box(picture)).width > 0.8 * (await box(page.getByRole('main'))).width,
          true,
        )
        await becomes(async () => (await box(picture)).height > 200, true)
        await stage.close(page)
      })

      test(`the report fits, and no figure is broken, on a ${size}`, async () => {
        const page = await stage.open(`/projects/${stage.film.projectId}/report`, { size })
        await page.getByRole('table').first().waitFor()
        await twice(page)
        await becomes(() => sticksOut(page), 0)
        for (const figure of await page
          .locator('td, dd')
          .getByText(/^[$\d][\d.,]*$/)
          .all()) {
          assert.equal(await linesOf(figure), 1, (await figure.textContent()) ?? '')
        }
        await stage.close(page)
      })
    }

    test('the number of a scene is read in one line, and no name of a character in pieces', async () => {
      const page = await stage.open(`/projects/${stage.film.projectId}`)
      const number = page.getByRole('link', { name: /^Scene 012A/ })
      await number.waitFor()
      await twice(page)
      await becomes(async () => linesOf(number.getByText('012A')), 1)
      await page.goto(`${stage.service.address}/projects/${stage.film.projectId}/characters`)
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      await twice(page)
      const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
      await becomes(async () => (await box(card.first())).width > 600, true)
      await stage.close(page)
    })

    test('cards of the board grow with it', async () => {
      const page = await stage.open(scene, { size: 'phone' })
      await page.getByRole('article').first().waitFor()
      await twice(page)
      await page.setViewportSize({ width: 391, height: 844 })
      await becomes(async () => (await box(page.getByRole('article').first())).width > 300, true)
      await stage.close(page)
    })
  })

  test('on a phone the part of a project that is open is in sight', async () => {
    const page = await stage.open(`/projects/${stage.film.projectId}/report`, { size: 'phone' })
    const open = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Report' })
    await open.waitFor()
    await becomes(async () => (await box(open)).x >= 0 && (await box(open)).right <= sizes.phone.width, true)
    await stage.close(page)
  })
})

/** How many lines its text takes. */
function linesOf(locator: Locator): Promise<number> {
  return locator.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
}

async function box(locator: Locator) {
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x, y, width, height, right: x + width, bottom: y + height }
}

async function cookiesOf({ service, user }: Stage) {
  const [name, value] = (await signIn(service.address, user.email)).split(/=(.*)/s) as [string, string]
  return [{ name, value, url: service.address }]
}

/** 0 to 255, of what is seen there. */
async function brightness(
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
): Promise<number> {
  const picture = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async (source) => {
    const bytes = Uint8Array.from(atob(source), (byte) => byte.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const paint = new OffscreenCanvas(1, 1).getContext('2d')!
    paint.drawImage(bitmap, 0, 0)
    const [red, green, blue] = paint.getImageData(0, 0, 1, 1).data
    return (red! + green! + blue!) / 3
  }, picture)
}
