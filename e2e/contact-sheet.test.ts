import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makePicture, serveMedia } from './media-server.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('the contact sheet', () => {
  let stage: Stage
  let media: Awaited<ReturnType<typeof serveMedia>>
  let board: string

  before(async () => {
    media = await serveMedia({
      'dusk.svg': { type: 'image/svg+xml', body: makePicture('Dusk', '#31465f') },
      'dawn.svg': { type: 'image/svg+xml', body: makePicture('Dawn', '#a4644a') },
    })
    stage = await openStage()
    board = `/scenes/${stage.film.sceneDbId}`
    const captures = Array.from({ length: 30 }, (_, number) => ({
      ...stage.film.capture,
      title: `Take ${number}`,
      shotId: stage.film.shotIds[number % 2],
      status: number % 3 === 0 ? 'DRAFT' : 'GENERATED',
      prompt: `The wave comes over the breakwater, ${'storm light, '.repeat(number)}`,
      outputUrl: `${media.address}${number % 2 ? 'dusk' : 'dawn'}.svg`,
    }))
    const { body } = await stage.user.send('POST', '/api/extension/ingest/batch', { captures })
    assert.ok(body.results.every(({ ok }: { ok: boolean }) => ok))
  })
  after(async () => {
    await stage?.end()
    media?.close()
  })

  test('has what the board shows, in its order, with where each take stands', async () => {
    const page = await stage.open(`${board}?status=DRAFT&sort=oldest`)
    await page.getByRole('button', { name: 'Layout', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Contact sheet' }).click()
    await page.getByRole('heading', { name: 'Contact sheet of scene 012A' }).waitFor()
    await page.getByText(/10 takes · Status: Draft/).waitFor()
    const items = page.getByRole('main').getByRole('list').last().getByRole('listitem')
    assert.equal(await items.count(), 10)
    const first = await items.first().innerText()
    for (const said of ['v1', '012A-A', 'Draft', 'Take 0', 'The wave comes over']) {
      assert.ok(first.includes(said), `${said} in ${first}`)
    }
    assert.match(await items.last().innerText(), /Take 27/)
    await stage.close(page)
  })

  test('opens from the palette, and remembers how many stand in a row', async () => {
    const page = await stage.open(board)
    await page.getByRole('article').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('print')
    await page.keyboard.press('Enter')
    await page.getByLabel('In a row').selectOption('6')
    await page.reload()
    await page.getByText('Take 29').waitFor()
    assert.equal(await inFirstRow(page), 6)
    await stage.close(page)
  })

  test('without takes it says so, in the words of the board, and leads back to it', async () => {
    const page = await stage.open(`${board}/contact-sheet?status=FINAL`, { size: 'phone' })
    await page.getByText('0 takes · Status: Final').waitFor()
    await page.getByText('No takes to print').waitFor()
    assert.equal(await page.getByLabel('In a row').isVisible(), false)
    await page.getByRole('link', { name: 'To the board' }).click()
    await page.waitForURL(`**${board}?status=FINAL`)
    await stage.close(page)
  })

  test('of more takes than it has room for it says so', async () => {
    const page = await stage.open('/projects')
    await page.route(/\/api\/scenes\/[^/]+\/assets\?/, async (route) => {
      const url = new URL(route.request().url())
      const round = Number(url.searchParams.get('cursor') ?? 0)
      url.searchParams.delete('cursor')
      const answer = await route.fetch({ url: String(url) })
      const body = await answer.json()
      const data = Array.from({ length: 100 }, (_, number) => ({ ...body.data[0], id: `${round}-${number}` }))
      const metadata = { ...body.metadata, nextCursor: String(round + 1), total: round === 0 ? 5000 : null }
      await route.fulfill({ response: answer, json: { data, metadata } })
    })
    await page.goto(`${stage.service.address}${board}/contact-sheet`)
    await page.getByText('1,000 takes at most: these are the first of 5,000').waitFor()
    assert.equal(await page.getByText('Take 29').count(), 1000)
    await stage.close(page)
  })

  test('on paper it is light, as wide as a sheet, and without anything to press', async () => {
    const page = await stage.open(`${board}/contact-sheet`, { theme: 'dark', alone: true })
    await page.getByText('Take 29').waitFor()
    await settled(page)
    const options = { preferCSSPageSize: true }
    const pdf = (await page.pdf(options)).toString('latin1')
    assert.equal(pdf.match(/\/MediaBox ?\[0 0 59[45][.\d]* 84[12]/g)?.length, 2)
    assert.equal(pdf.match(/\/Type ?\/Page\b/g)?.length, 2)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 703, height: 1030 })
    const seen = await page.evaluate(() => ({
      paper: getComputedStyle(document.documentElement).backgroundColor,
      widest: document.documentElement.scrollWidth,
      clickable: [...document.querySelectorAll('nav, button, select')].filter(
        (element) => element.getClientRects().length > 0,
      ).length,
    }))
    assert.deepEqual(seen, { paper: 'rgb(255, 255, 255)', widest: 703, clickable: 0 })
    await screenshot(page, 'contact-sheet-print')
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`nothing is wrong with it in ${theme} on a ${size}`, async () => {
      const page = await stage.open(`${board}/contact-sheet`, { theme, size })
      await page.getByText('Take 29').waitFor()
      await settled(page)
      assert.deepEqual(await violations(page), [])
      assert.equal(await sticksOut(page), 0)
      const cut = await page.evaluate(
        () =>
          [...document.querySelectorAll('main li')].filter((one) => one.scrollWidth > one.clientWidth).length,
      )
      assert.equal(cut, 0, 'Something reaches into the take beside it')
      await screenshot(page, `contact-sheet-${theme}-${size}`)
      await stage.close(page)
    })
  }
})

/** How many takes stand beside each other at the top. */
function inFirstRow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const takes = [...document.querySelectorAll('main ol:last-of-type > li')].filter((one) =>
      one.textContent?.includes('Take'),
    )
    const top = takes[0]!.getBoundingClientRect().top
    return takes.filter((one) => one.getBoundingClientRect().top === top).length
  })
}
