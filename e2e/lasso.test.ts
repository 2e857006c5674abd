import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { openStage, type Stage, screenshot, settled, violations } from './stage.ts'

describe('a rectangle drawn on the board', () => {
  let stage: Stage
  let path: string
  const ids: string[] = []

  before(async () => {
    stage = await openStage()
    const scenes = `/api/projects/${stage.film.projectId}/scenes`
    const { body } = await stage.user.send('POST', scenes, { sceneId: 'LASSO' })
    path = `/scenes/${body.data.id}`
    for (let number = 1; number <= 40; number += 1) {
      const capture = { ...stage.film.capture, sceneId: 'LASSO', title: `Take ${number}` }
      ids.unshift((await stage.user.ingest(capture)).body.asset.id)
    }
  })
  after(() => stage?.end())

  /** The board, with the card or row of a place on it, and what is chosen. */
  async function board(view: 'grid' | 'list', size: 'desktop' | 'phone' = 'desktop') {
    const page = await stage.open(path, { size })
    const card = (place: number) => page.locator(`[data-asset-id="${ids[place]}"]`)
    await card(0).waitFor()
    if (view === 'list') {
      await page.keyboard.press('v')
      await page.getByRole('grid', { name: 'Takes' }).waitFor()
    }
    const box = async (place: number) => (await card(place).boundingBox())!
    const chosen = () =>
      page
        .getByRole('region', { name: 'Comparison tray' })
        .getByRole('button', { name: /^Take .* out/ })
        .count()
    return { page, card, box, chosen }
  }

  const isDrawn = (page: Page) => page.locator('[data-lasso]').isVisible()

  test('chooses what it touches, and nothing else; with Shift or Ctrl it adds, and Escape lets go of it', async () => {
    const { page, box, chosen } = await board('grid')
    const [first, second] = [await box(0), await box(1)]
    await page.mouse.move(first.x - 8, first.y - 6)
    await page.mouse.down()
    await page.mouse.move(first.x + 60, first.y + 60, { steps: 4 })
    await page.mouse.move(second.x + 60, second.y + 80, { steps: 4 })
    assert.equal(await isDrawn(page), true)
    await settled(page)
    await screenshot(page, 'lasso-grid')
    assert.equal(await chosen(), 0)
    await page.mouse.up()
    await becomes(chosen, 2)
    assert.equal(await isDrawn(page), false)
    assert.equal(await page.evaluate(() => String(getSelection())), '')

    const third = await box(2)
    const draw = async (key?: string) => {
      if (key) await page.keyboard.down(key)
      await page.mouse.move(third.x + third.width + 5, third.y - 6)
      await page.mouse.down()
      await page.mouse.move(third.x + third.width - 20, third.y + 50, { steps: 4 })
    }
    await draw('Shift')
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await becomes(chosen, 3)
    await draw()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    assert.equal(await isDrawn(page), false)
    assert.equal(await chosen(), 3)
    await draw()
    await page.mouse.up()
    await becomes(chosen, 1)
    // A press that is none chooses nothing, and drops nothing.
    await page.mouse.click(first.x - 8, first.y + 20)
    assert.equal(await chosen(), 1)
    assert.deepEqual(await violations(page), [])
    await stage.close(page)
  })

  test('never begins on a card, on its text or its buttons', async () => {
    const { page, card, box, chosen } = await board('grid')
    const { x, y, width, height } = await box(1)
    const text = (await card(1)
      .getByText(/^Take \d+$/)
      .boundingBox())!
    for (const [fromX, fromY] of [
      [x + width / 2, y + 20],
      [text.x + 4, text.y + 4],
      [x + 20, y + height - 4],
    ] as const) {
      await page.mouse.move(fromX, fromY)
      await page.mouse.down()
      await page.mouse.move(fromX + 40, fromY + 300, { steps: 4 })
      assert.equal(await isDrawn(page), false)
      // Where it began: no link is followed.
      await page.keyboard.press('Escape')
      await page.mouse.up()
    }
    assert.equal(await chosen(), 0)
    await stage.close(page)
  })

  test('goes over rows from beside them, and on where the page scrolls at its edge', async () => {
    const { page, box, chosen } = await board('list')
    const [first, third] = [await box(0), await box(2)]
    await page.mouse.move(first.x + first.width + 12, first.y + 6)
    await page.mouse.down()
    await page.mouse.move(third.x + third.width - 60, third.y + 20, { steps: 6 })
    await settled(page)
    await screenshot(page, 'lasso-list')
    await page.mouse.up()
    await becomes(chosen, 3)

    const height = page.viewportSize()!.height
    await page.mouse.move(first.x + first.width + 12, first.y + 6)
    await page.mouse.down()
    await page.mouse.move(first.x + first.width - 60, height - 20, { steps: 6 })
    await becomes(
      () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2),
      true,
    )
    await page.mouse.up()
    await page.getByText(/^(39|40) chosen$/).waitFor()
    await stage.close(page)
  })

  test('by touch there is none: the page scrolls', async () => {
    const { page, box, chosen } = await board('grid', 'phone')
    const { x, y } = await box(0)
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    await touch('touchStart', { x: x - 4, y: y + 200 })
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', { x: x + 20, y: y + 200 - step * 30 })
    assert.equal(await isDrawn(page), false)
    await touch('touchEnd')
    assert.equal(await chosen(), 0)
    await becomes(() => page.evaluate(() => scrollY > 0), true)
    await screenshot(page, 'lasso-phone')
    await stage.close(page)
  })
})
