import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, violations } from './stage.ts'

describe('the trash of a film', () => {
  let stage: Stage
  let address: string
  const ids: string[] = []
  const scene = 'Scene 2 with 0 shots and 0 takes'

  before(async () => {
    stage = await openStage()
    address = `/projects/${stage.film.projectId}/trash`
    for (const title of ['Dusk', 'Dawn', 'Noon', 'Night']) {
      const { body } = await stage.user.ingest({ ...stage.film.capture, title })
      ids.push(body.asset.id)
      await stage.user.send('DELETE', `/api/assets/${body.asset.id}`, undefined)
    }
    await stage.user.send('DELETE', `/api/scenes/${stage.film.otherSceneDbId}?sceneId=2`, undefined)
  })
  after(() => stage?.end())

  const shown = (page: Page) =>
    page
      .getByRole('list', { name: 'What was deleted' })
      .getByRole('listitem')
      .locator('p:first-child')
      .allTextContents()

  for (const look of looks) {
    test(`tells what was deleted, by whom, and until when it stays: ${look.theme}, ${look.size}`, async () => {
      const page = await stage.open(address, look)
      await becomes(() => shown(page), [scene, 'MJ v4 Night', 'MJ v3 Noon', 'MJ v2 Dawn', 'MJ v1 Dusk'])
      const first = page.getByRole('listitem').filter({ hasText: 'Night' })
      await first.getByText(/Deleted .* by .*\. Goes for good in (30 days|29 days)\./).waitFor()
      assert.deepEqual(await violations(page), [])
      assert.ok((await roomBelow(page)) < 40)
      await screenshot(page, `trash-${look.theme}-${look.size}`)
      await stage.close(page)
    })
  }

  test('a take is restored, by the keyboard alone, and stands on the board again', async () => {
    const page = await stage.open(address)
    await tabTo(page.getByRole('button', { name: 'Restore MJ v3' }))
    await page.keyboard.press('Enter')
    await page.getByText('MJ v3 is back in scene').waitFor()
    await becomes(() => shown(page), [scene, 'MJ v4 Night', 'MJ v2 Dawn', 'MJ v1 Dusk'])
    // The next one is restored by Enter alone.
    await becomes(() => hasFocus(page.getByRole('button', { name: 'Restore MJ v2' })), true)
    assert.equal((await stage.user.get(`/api/assets/${ids[2]}`)).status, 200)
    await stage.close(page)
  })

  test('on a phone the last of them can be restored while a notice is there', async () => {
    const { body } = await stage.user.ingest({ ...stage.film.capture, title: 'Fog' })
    await stage.user.send('DELETE', `/api/assets/${body.asset.id}`, undefined)
    const page = await stage.open(address, { size: 'phone' })
    await page
      .getByRole('button', { name: /^Restore MJ/ })
      .first()
      .click()
    const notice = page.locator('[data-notice]').first()
    await notice.waitFor()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const buttons = page.getByRole('main').getByRole('listitem').last().getByRole('button')
    const top = async () => (await notice.boundingBox())!.y
    const end = async () => {
      const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()))
      return Math.max(...boxes.map((box) => box!.y + box!.height))
    }
    await becomes(async () => (await end()) <= (await top()), true, 10)
    await stage.close(page)
  })

  test('on a phone a window can be read while a notice is there', async () => {
    const { body } = await stage.user.ingest({ ...stage.film.capture, title: 'Rain' })
    await stage.user.send('DELETE', `/api/assets/${body.asset.id}`, undefined)
    const page = await stage.open(address, { size: 'phone' })
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Rain' })
      .getByRole('button', { name: /^Restore/ })
      .tap()
    const notice = page.locator('[data-notice]')
    await notice.waitFor()
    await page.getByRole('button', { name: 'Empty the trash' }).tap()
    const window = page.getByRole('dialog', { name: 'Empty the trash?' })
    await window.waitFor()
    await becomes(async () => {
      const [above, below] = [await notice.boundingBox(), await window.boundingBox()]
      return above!.y + above!.height <= below!.y
    }, true)
    await screenshot(page, 'trash-window-and-notice')
    await stage.close(page)
  })

  test('a scene is restored, unless another has its number, and stands in the film again', async () => {
    const page = await stage.open(address)
    const other = await stage.user.send('POST', `/api/projects/${stage.film.projectId}/scenes`, {
      sceneId: '2',
    })
    await page.getByRole('button', { name: 'Restore Scene 2' }).click()
    await page
      .getByRole('alert')
      .getByText('Another scene has the number 2 by now: renumber that one first')
      .waitFor()
    await stage.user.send('PATCH', `/api/scenes/${other.body.data.id}`, { sceneId: '3' })
    await page.getByRole('button', { name: 'Restore Scene 2' }).click()
    await page.getByText('Scene 2 is back').waitFor()
    await becomes(() => shown(page), ['MJ v4 Night', 'MJ v2 Dawn', 'MJ v1 Dusk'])
    await page.getByRole('link', { name: 'Scenes' }).click()
    await page.getByRole('link', { name: 'Scene 2', exact: true }).waitFor()
    await stage.close(page)
  })

  test('one is deleted for good once that was confirmed, then all of them', async () => {
    const page = await stage.open(address)
    await page.getByRole('button', { name: 'Delete for good: MJ v4' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nothing brings it back').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await becomes(() => shown(page), ['MJ v4 Night', 'MJ v2 Dawn', 'MJ v1 Dusk'])
    await page.getByRole('button', { name: 'Delete for good: MJ v4' }).click()
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await becomes(() => shown(page), ['MJ v2 Dawn', 'MJ v1 Dusk'])
    await becomes(() => hasFocus(page.getByRole('button', { name: 'Delete for good: MJ v2' })), true)
    const restored = await stage.user.send('POST', `/api/assets/${ids[3]}/restore`, undefined)
    assert.equal(restored.status, 404)
    await page.getByRole('button', { name: 'Empty the trash' }).click()
    await dialog.getByRole('button', { name: 'Empty it' }).press('Enter')
    await page.getByText('The trash is empty').waitFor()
    const heading = page.getByRole('heading', { name: 'Trash' })
    await becomes(() => hasFocus(heading), true)
    const left = await fromRingToText(heading)
    assert.ok(left >= 0, `the ring lies ${-left} pixels on the text below it`)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'trash-empty')
    await stage.close(page)
  })
})

/** Pixels between the last of what was deleted and the edge that is around all of it. */
function roomBelow(page: Page): Promise<number> {
  return page.getByRole('list', { name: 'What was deleted' }).evaluate((list) => {
    const [last, edge] = [list, list.closest('section')!].map((part) => part.getBoundingClientRect().bottom)
    return edge! - last!
  })
}

/** Pixels between what shows that a heading has the keyboard and what is said below it. */
function fromRingToText(heading: Locator): Promise<number> {
  return heading.evaluate((one) => {
    const { outlineOffset, outlineStyle, outlineWidth } = getComputedStyle(one)
    if (outlineStyle === 'none') throw new Error('No ring is there')
    const text = document.createRange()
    text.selectNodeContents(one.nextElementSibling!)
    const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
    return text.getBoundingClientRect().top - (one.getBoundingClientRect().bottom + ring)
  })
}
