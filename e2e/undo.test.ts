import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { testFilm } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { hasFocus } from './keyboard.ts'
import { openStage, type Stage } from './stage.ts'

describe('what was changed on the board is taken back', () => {
  let stage: Stage
  let film: Stage['film']
  let ids: string[]
  let films = 0

  before(async () => {
    stage = await openStage()
  })
  after(() => stage?.end())
  beforeEach(async () => {
    films += 1
    film = await testFilm(stage.service.db, stage.user, `Undo ${films}`)
    ids = []
    for (const title of ['Oars', 'Nets']) {
      const more = { title, status: 'GENERATED', rightsState: 'COMMERCIAL_ALLOWED' }
      ids.push((await stage.user.ingest({ ...film.capture, ...more })).body.asset.id)
    }
  })

  async function open({ alone = false } = {}) {
    const page = await stage.open(`/scenes/${film.sceneDbId}?at=${ids[1]}`, { alone })
    await becomes(() => card(page, ids[1]!).evaluate((one) => one === document.activeElement), true)
    return page
  }

  async function standing(id: string) {
    const { status, selected } = (await stage.user.get(`/api/assets/${id}`)).body.data
    return `${status} ${selected}`
  }

  test('an approval by one press, though it was selected first', async () => {
    const page = await open()
    await page.keyboard.press('a')
    await becomes(() => standing(ids[1]!), 'APPROVED true')
    await page.keyboard.press('Control+z')
    await page.getByText(/^Undone: set \S+ v2 to Approved$/).waitFor()
    assert.equal(await standing(ids[1]!), 'GENERATED false')
    await page.keyboard.press('Control+z')
    await nothing(page)
    await stage.close(page)
  })

  test('a deletion by its notice, and not once more by Ctrl Z', async () => {
    const page = await open()
    await remove(page, ids[1]!)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/^\S+ v\d+ is back$/).waitFor()
    await page.locator('#content').press('Control+z')
    await nothing(page)
    assert.equal(await standing(ids[1]!), 'GENERATED false')
    await stage.close(page)
  })

  for (const view of ['grid', 'list'])
    test(`after a deletion by its menu the keyboard is on the next one, in a ${view}, while a notice is there, too`, async () => {
      for (const title of ['Rope', 'Keel'])
        ids.push((await stage.user.ingest({ ...film.capture, title })).body.asset.id)
      const page = await open()
      const take = (place: number) => page.locator(`[data-asset-id="${ids[place]}"]`)
      if (view === 'list') await page.keyboard.press('v')
      for (const place of [3, 2]) {
        await take(place).hover()
        await take(place).getByRole('button', { name: /^More/ }).click()
        await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
        await page
          .getByText(/ was deleted$/)
          .nth(3 - place)
          .waitFor()
        await becomes(() => hasFocus(take(place - 1)), true)
      }
      await stage.close(page)
    })

  test('a deletion by Ctrl Z, and its notice has nothing to undo any more', async () => {
    const page = await open()
    await remove(page, ids[1]!)
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.locator('#content').press('Control+z')
    await page.getByText(/^Undone: deleted \S+ v2$/).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
    assert.equal(await standing(ids[1]!), 'GENERATED false')
    await stage.close(page)
  })

  test('its notice stays for whoever is at it, by mouse or keyboard', async () => {
    const page = await stage.open('/projects', { alone: true })
    await page.clock.install()
    await page.goto(`${stage.service.address}/scenes/${film.sceneDbId}`)
    await remove(page, ids[1]!)
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.hover()
    await page.clock.runFor(60_000)
    await page.keyboard.press('F6')
    await page.mouse.move(0, 0)
    await page.clock.runFor(60_000)
    assert.equal(await undo.count(), 1)
    await undo.click()
    await page.getByText(/^\S+ v\d+ is back$/).waitFor()
    await stage.close(page)
  })

  test('once the service is there again, where it was not: by the notice, and by Ctrl Z', async () => {
    const page = await open({ alone: true })
    let isAway = true
    const away = { status: 503, json: { error: 'Service unavailable' } }
    for (const path of ['**/undo', '**/restore'])
      await page.route(path, (route) => (isAway ? route.fulfill(away) : route.continue()))
    for (const way of ['notice', 'key']) {
      isAway = true
      await page.keyboard.press('s')
      await becomes(() => standing(ids[1]!), 'SELECTED true')
      await page.keyboard.press('Control+z')
      const again = page.getByRole('button', { name: 'Try again' }).first()
      await again.waitFor()
      isAway = false
      if (way === 'notice') await again.click()
      else await page.keyboard.press('Control+z')
      await becomes(async () => again.count(), 0)
      await becomes(() => standing(ids[1]!), 'GENERATED false')
      await card(page, ids[1]!).getByText('Generated').waitFor()
    }
    isAway = true
    await remove(page, ids[1]!)
    await page.getByRole('button', { name: 'Undo' }).click()
    const again = page.getByRole('dialog').filter({ hasText: 'Service unavailable' }).getByRole('button')
    await again.first().waitFor()
    isAway = false
    await again.first().click()
    await card(page, ids[1]!).waitFor()
    await stage.close(page)
  })

  test('on that board, and nothing of another screen', async () => {
    const page = await open()
    await page.keyboard.press('s')
    await becomes(() => standing(ids[1]!), 'SELECTED true')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/assets/${ids[1]}`)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await becomes(() => standing(ids[1]!), 'APPROVED true')
    await page.goBack()
    await card(page, ids[1]!).getByText('Approved').waitFor()
    await page.locator('#content').press('Control+z')
    await nothing(page)
    assert.equal(await standing(ids[1]!), 'APPROVED true')
    await stage.close(page)
  })

  test('on that board, and nothing of another screen that is answered once the board is open', async () => {
    const page = await open({ alone: true })
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/assets/${ids[1]}`)
    const answered = Promise.withResolvers<void>()
    await page.route('**/status', async (route) => {
      const response = await route.fetch()
      await answered.promise
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await becomes(() => standing(ids[1]!), 'APPROVED true')
    await page.goBack()
    await card(page, ids[1]!).waitFor()
    answered.resolve()
    await card(page, ids[1]!).getByText('Approved').waitFor()
    await page.locator('#content').press('Control+z')
    await nothing(page)
    assert.equal(await standing(ids[1]!), 'APPROVED true')
    await stage.close(page)
  })
})

function card(page: Page, id: string) {
  return page.locator(`article[data-asset-id="${id}"]`)
}

async function nothing(page: Page): Promise<void> {
  await page.getByText('Nothing was changed on this board since it was opened').waitFor()
}

async function remove(page: Page, id: string): Promise<void> {
  await card(page, id).hover()
  await card(page, id).getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText(/ was deleted$/).waitFor()
}
