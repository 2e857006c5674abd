import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { makePicture, serveMedia } from './media-server.ts'
import { openStage, type Stage } from './stage.ts'

describe('where the keyboard is after a window that a key opened', () => {
  let stage: Stage
  let media: Awaited<ReturnType<typeof serveMedia>>
  const ids: string[] = []

  before(async () => {
    media = await serveMedia({
      'dusk.svg': { type: 'image/svg+xml', body: makePicture('Dusk', '#46608a') },
    })
    stage = await openStage()
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      const outputUrl = `${media.address}dusk.svg`
      const { body } = await stage.user.ingest({ ...stage.film.capture, title, outputUrl })
      ids.push(body.asset.id)
    }
  })
  after(async () => {
    await stage?.end()
    media?.close()
  })

  /** A key that opens a window, and the ways out of it. */
  async function opensAndGivesBack(page: Page, key: string, to: Locator, ways = ['Escape', 'Close']) {
    for (const way of ways) {
      await page.keyboard.press(key)
      await page.getByRole('dialog').waitFor()
      if (way === 'Escape') await page.keyboard.press('Escape')
      else await page.getByRole('dialog').getByRole('button', { name: way }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await becomes(() => hasFocus(to), true)
    }
  }

  /** By Tab past all that is above, and an arrow. */
  async function openBoard(query = '') {
    const page = await stage.open(`/scenes/${stage.film.sceneDbId}${query}`)
    const takes = page.getByRole('article')
    await takes.first().waitFor()
    await tabTo(takes.first())
    await page.keyboard.press('ArrowRight')
    const second = page.locator('article[aria-posinset="2"]')
    await becomes(() => hasFocus(second), true)
    return { page, second }
  }

  test('on the board it is on the same take, whichever way the window was left', async () => {
    const { page, second } = await openBoard()
    await opensAndGivesBack(page, 's', second, ['Escape', 'Cancel', 'Close'])
    await opensAndGivesBack(page, 'a', second)
    await opensAndGivesBack(page, 'g', second, ['Escape'])
    await opensAndGivesBack(page, '?', second)

    await page.keyboard.press('s')
    await tabTo(page.getByRole('button', { name: 'Select anyway' }))
    await page.keyboard.press('Enter')
    await second.getByText('Winner').waitFor()
    await becomes(() => hasFocus(second), true)
    // The next decision is one about the take.
    await page.keyboard.press('s')
    await second.getByText('Generated').waitFor()
    await becomes(() => page.getByLabel('Order', { exact: true }).inputValue(), 'newest')
    await stage.close(page)
  })

  test('on the board it is on the take that came in the place of one that left meanwhile', async () => {
    const { page, second } = await openBoard('?rightsState=UNKNOWN')
    const gone = ids[2]!
    await page.keyboard.press('s')
    await page.getByRole('dialog').waitFor()
    await stage.user.send('DELETE', `/api/assets/${gone}`, undefined)
    await page.locator(`[data-asset-id="${gone}"]`).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await becomes(() => hasFocus(second), true)
    await stage.user.send('POST', `/api/assets/${gone}/restore`, undefined)
    await stage.close(page)
  })

  test('on the board it is nowhere when it was nowhere, not on what had it before', async () => {
    const page = await stage.open(`/scenes/${stage.film.sceneDbId}`)
    await page.getByRole('article').first().waitFor()
    const order = page.getByLabel('Order', { exact: true })
    await order.focus()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('s')
    await becomes(() => hasFocus(order), false)
    await becomes(() => order.inputValue(), 'newest')
    await page.keyboard.press('ArrowDown')
    await becomes(() => hasFocus(page.locator('article[aria-posinset="1"]')), true)
    await stage.close(page)
  })

  test('on the page of a version it is on the picture', async () => {
    const page = await stage.open(`/assets/${ids[0]}`)
    const picture = page.getByRole('group', { name: /^Picture/ })
    await picture.waitFor()
    await tabTo(picture)
    await opensAndGivesBack(page, 's', picture)
    await opensAndGivesBack(page, 'a', picture)
    await stage.close(page)
  })

  test('where versions are compared it is on the picture', async () => {
    const page = await stage.open(`/compare?ids=${ids.slice(0, 2)}`)
    const picture = page.getByRole('group', { name: /Plus, minus, 0, Z and arrows/ }).first()
    await picture.waitFor()
    await tabTo(picture)
    await opensAndGivesBack(page, 's', picture)
    await opensAndGivesBack(page, 'a', picture)
    await stage.close(page)
  })
})
