import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { hasFocus } from './keyboard.ts'
import { openStage, type Stage, screenshot, settled, violations } from './stage.ts'

describe('many takes at once on the board', () => {
  let stage: Stage
  let scenes = 0

  before(async () => {
    stage = await openStage()
  })
  after(() => stage?.end())

  /** A scene of its own with so many takes, the first of which is the last on the board. */
  async function newScene(takes: number, more: object = {}) {
    scenes += 1
    const sceneId = `M${scenes}`
    const { body } = await stage.user.send('POST', `/api/projects/${stage.film.projectId}/scenes`, {
      sceneId,
    })
    const id: string = body.data.id
    const ids: string[] = []
    for (let number = 1; number <= takes; number += 1) {
      const { body } = await stage.user.ingest({
        ...stage.film.capture,
        ...{ sceneId, title: `Take ${number}`, status: 'GENERATED', rightsState: 'COMMERCIAL_ALLOWED' },
        ...more,
      })
      ids.push(body.asset.id)
    }
    return { id, ids, path: `/scenes/${id}` }
  }

  async function read(id: string) {
    return (await stage.user.get(`/api/assets/${id}`)).body.data
  }

  test('a range that is chosen gets tags, and all of it is undone by one press', async () => {
    const scene = await newScene(6)
    const page = await stage.open(scene.path)
    await choose(page, scene.ids[5]!)
    await card(page, scene.ids[2]!).hover()
    const box = card(page, scene.ids[2]!).getByRole('checkbox')
    await box.click({ modifiers: ['Shift'] })
    await becomes(() => chosen(page), 4)
    // One that is chosen by its picture is chosen, and not opened.
    await card(page, scene.ids[0]!)
      .getByRole('link')
      .first()
      .click({ modifiers: ['Control'] })
    await becomes(() => chosen(page), 5)
    await page.getByText('5 chosen').waitFor()
    await change(page, 'Tags …')
    const dialog = page.getByRole('dialog', { name: 'Tags of 5 takes' })
    await dialog.getByLabel('Add', { exact: true }).fill('night, rain')
    await dialog.getByRole('button', { name: 'Change tags' }).click()
    await page.getByText('5 changed').waitFor()
    // Where it was, for the next change.
    const again = page.getByRole('button', { name: 'Change 5' })
    await becomes(() => hasFocus(again), true)
    assert.deepEqual((await read(scene.ids[0]!)).tags, ['night', 'rain'])
    assert.deepEqual((await read(scene.ids[1]!)).tags, [])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone: tagged 5 takes with “night”, “rain”').waitFor()
    await becomes(() => hasFocus(again), true)
    // What the film has is offered, as in every field for tags.
    await stage.user.send('PATCH', `/api/assets/${scene.ids[1]}`, { addTags: ['nightfall'] })
    await change(page, 'Tags …')
    const remove = dialog.getByLabel('Remove', { exact: true })
    await remove.fill('nightf')
    const offered = page.getByRole('listbox', { name: 'Tags of the film' })
    await becomes(() => offered.getByRole('option').allTextContents(), ['nightfall'])
    // The first Escape is the list's.
    await remove.press('Escape')
    await offered.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.deepEqual((await read(scene.ids[0]!)).tags, [])
    await stage.close(page)
  })

  test('what may not be changed so is told with its reason, and the rights are asked about once', async () => {
    const scene = await newScene(3, { rightsState: 'UNKNOWN' })
    await stage.user.send('POST', `/api/assets/${scene.ids[0]}/selection`, { selected: true })
    const page = await stage.open(scene.path)
    await card(page, scene.ids[0]!).waitFor()
    await page.keyboard.press('Control+a')
    await becomes(() => chosen(page), 3)
    await change(page, 'Status …')
    const dialog = page.getByRole('dialog', { name: 'Status of 3 takes' })
    await dialog.getByLabel('Status').selectOption('Approved')
    await dialog.getByText('The rights of 3 of them are not settled').waitFor()
    await dialog.getByRole('button', { name: 'Set it anyway' }).click()
    await page.getByText(/^1 now approved, 2 not: /).waitFor()
    assert.equal((await read(scene.ids[0]!)).status, 'APPROVED')
    await page.getByRole('button', { name: /^2 not/ }).click()
    await page.getByRole('dialog', { name: 'What was not changed' }).getByText('2', { exact: true }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    // It can be read again, until something else is chosen.
    await becomes(() => hasFocus(page.getByRole('button', { name: /^2 not/ })), true)
    await trayOf(page).getByRole('button', { name: 'Empty the tray' }).click()
    await choose(page, scene.ids[1]!)
    await trayOf(page).getByRole('button', { name: 'Change 1' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^2 not/ }).count(), 0)
    await stage.close(page)
  })

  test('what becomes of winners is said before they are moved, and what is missing where nothing is typed', async () => {
    const { sceneDbId, shotIds, capture } = stage.film
    const ids: string[] = []
    for (const shotId of [...shotIds.slice(0, 1), undefined]) {
      const { body } = await stage.user.ingest({ ...capture, shotId, status: 'SELECTED' })
      ids.push(body.asset.id)
    }
    const page = await stage.open(`/scenes/${sceneDbId}`)
    for (const id of ids) await choose(page, id)
    await change(page, 'Tags …')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Change tags' }).click()
    await dialog.getByText('Name a tag to add, or one to remove').waitFor()
    await page.keyboard.press('Escape')
    await change(page, 'Move to shot …')
    const shot = dialog.getByLabel('Shot', { exact: true })
    await dialog.getByText('1 of them is a winner').waitFor()
    await shot.selectOption({ index: 1 })
    await dialog.getByText('1 of them is a winner').waitFor()
    await shot.selectOption({ index: 2 })
    await dialog.getByText('2 of them are winners').waitFor()
    await screenshot(page, 'many-winners')
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Move' }).click()
    await page.getByText('2 moved').waitFor()
    for (const id of ids) assert.equal((await read(id)).selected, false)
    await stage.close(page)
  })

  test('takes go to another scene and to a shot of it, and come back by one press', async () => {
    const scene = await newScene(3)
    const other = await newScene(1)
    const shots = `/api/scenes/${other.id}/shots`
    const shotId = (await stage.user.send('POST', shots, { shotCode: 'Wide' })).body.data.id
    await stage.user.send('POST', `/api/assets/${scene.ids[0]}/selection`, { selected: true })
    const page = await stage.open(scene.path)
    const there = await stage.open(other.path)
    for (const id of scene.ids.slice(0, 2)) await choose(page, id)
    await change(page, 'Move to scene …')
    const dialog = page.getByRole('dialog', { name: 'Move 2 takes to another scene' })
    // Nothing is chosen for anybody: whoever is hasty moves nothing.
    await dialog.getByRole('button', { name: 'Move' }).click()
    await dialog.getByRole('alert').getByText('Choose a scene').waitFor()
    assert.equal((await read(scene.ids[0]!)).scene.id, scene.id)
    await dialog.getByLabel('Scene', { exact: true }).selectOption(other.id)
    await dialog.getByLabel('Shot', { exact: true }).selectOption('Wide')
    await dialog.getByText('1 of them is a winner. In another scene it is none any more').waitFor()
    await settled(page)
    await screenshot(page, 'many-to-scene')
    await page.setViewportSize({ width: 390, height: 844 })
    await settled(page)
    await screenshot(page, 'many-to-scene-phone')
    assert.deepEqual(await violations(page), [])
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Move' }).click()
    await page.getByText(/^2 moved to scene M\d+$/).waitFor()
    await becomes(() => card(page, scene.ids[0]!).count(), 0)
    await card(page, scene.ids[2]!).waitFor()
    const moved = await read(scene.ids[0]!)
    assert.deepEqual([moved.scene.id, moved.shotId, moved.versionNumber], [other.id, shotId, 2])
    // Whoever has the other one open sees them come, and go again.
    await becomes(async () => (await read(scene.ids[1]!)).scene.id, other.id)
    await becomes(() => card(there, scene.ids[1]!).count(), 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone: moved 2 takes to another scene').waitFor()
    await card(page, scene.ids[0]!).waitFor()
    await becomes(() => card(there, scene.ids[1]!).count(), 0)
    assert.equal((await read(scene.ids[0]!)).selected, true)
    await stage.close(there)
    await stage.close(page)
  })

  test('scenes to go to that are on their way, or cannot be had, are not told to be none', async () => {
    const scene = await newScene(1)
    const page = await stage.open(scene.path)
    const scenesOf = /\/projects\/[^/]+\/scenes(\?|$)/
    const held = Promise.withResolvers<void>()
    await page.route(scenesOf, async (route) => {
      await held.promise
      await route.fulfill({ status: 403, json: { error: 'Not now' } })
    })
    await choose(page, scene.ids[0]!)
    await change(page, 'Move to scene …')
    const dialog = page.getByRole('dialog', { name: 'Move 1 take to another scene' })
    await dialog.getByRole('status').first().waitFor()
    assert.equal(await dialog.getByText('The film has no other scene').count(), 0)
    held.resolve()
    await dialog.getByRole('alert').waitFor()
    assert.equal(await dialog.getByText('The film has no other scene').count(), 0)
    await page.unroute(scenesOf)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByLabel('Scene', { exact: true }).waitFor()
    await stage.close(page)
  })

  test('media are asked to be kept at once, and it says of how many there are none', async () => {
    const scene = await newScene(2)
    const page = await stage.open(scene.path)
    for (const id of scene.ids) await choose(page, id)
    await change(page, 'Keep media')
    const notice = page.locator('[data-notice]')
    await notice.getByText('2 not: Nothing was captured that could be kept').waitFor()
    // There is nothing to undo.
    assert.equal(await notice.getByRole('button', { name: 'Undo' }).count(), 0)
    await stage.close(page)
  })

  test('more than a playlist or an export has are not put there, and it says why', async () => {
    const scene = await newScene(1)
    const page = await stage.open(scene.path)
    await choose(page, scene.ids[0]!)
    await page.evaluate((key) => {
      const [take] = JSON.parse(sessionStorage.getItem(key)!)
      const takes = Array.from({ length: 1001 }, (_, place) => ({ ...take, id: `take ${place}` }))
      sessionStorage.setItem(key, JSON.stringify(takes))
    }, `dailies.tray.${scene.id}`)
    await page.reload()
    await page.getByText('1,001 chosen').waitFor()
    for (const name of ['Add to playlist', 'Export']) {
      await trayOf(page).getByRole('button', { name }).press('Enter')
      await page.getByText(`${name}: 1,000 at most, and 1,001 are chosen`).first().waitFor()
    }
    assert.equal(await page.getByRole('dialog', { name: 'Export', exact: true }).count(), 0)
    assert.deepEqual(await violations(page), [])
    await page.evaluate(() => sessionStorage.clear())
    await stage.close(page)
  })

  test('all that match are chosen, deleted, and come back by Ctrl Z', async () => {
    const scene = await newScene(130)
    const page = await stage.open(scene.path)
    await card(page, scene.ids[129]!).waitFor()
    await choose(page, scene.ids[129]!)
    await becomes(() => chosen(page), 1)
    await change(page, 'Choose all 130')
    await page.getByText('130 chosen').waitFor()
    await change(page, 'Delete …')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('130 deleted').waitFor()
    await becomes(() => page.locator('article[data-asset-id]').count(), 0)
    // What was chosen is gone, and the keyboard is on the board.
    await becomes(() => hasFocus(page.locator('#content')), true)
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: deleted 130 takes').waitFor()
    // What offered to undo it has nothing to undo any more.
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
    await becomes(async () => (await page.locator('article[data-asset-id]').count()) > 0, true)
    await page.keyboard.press('ArrowDown')
    await becomes(() => page.evaluate(() => document.activeElement?.hasAttribute('data-asset-id')), true)
    await stage.close(page)
  })

  test('all that match are changed by their filter, without being loaded, and stay chosen', async () => {
    const scene = await newScene(260)
    const page = await stage.open(`${scene.path}?status=GENERATED`)
    const asked: { of: { ids?: string[]; sceneDbId?: string; filter?: object } }[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/asset-changes')) asked.push(request.postDataJSON())
    })
    await choose(page, scene.ids[259]!)
    await change(page, 'Choose all 260')
    await page.getByText('260 chosen').waitFor()
    await settled(page)
    await screenshot(page, 'many-all')
    assert.deepEqual(await violations(page), [])
    await change(page, 'Status …')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Status').selectOption('Draft')
    await dialog.getByRole('button', { name: 'Set status' }).click()
    await page.getByText('260 now draft').waitFor()
    // What was meant, though none of it answers to the filter any more.
    await change(page, 'Tags …')
    await dialog.getByLabel('Add', { exact: true }).fill('rain')
    await dialog.getByRole('button', { name: 'Change tags' }).click()
    await page.getByText('260 changed').waitFor()
    assert.deepEqual(
      asked.map(({ of }) => [of.ids?.length, of.sceneDbId, of.filter]),
      [
        [undefined, scene.id, { status: 'GENERATED' }],
        [260, undefined, undefined],
      ],
    )
    assert.deepEqual((await read(scene.ids[0]!)).tags, ['rain'])
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: tagged 260 takes with “rain”').waitFor()
    await page.keyboard.press('Control+z')
    await becomes(async () => (await read(scene.ids[0]!)).status, 'GENERATED')

    // One that is taken out leaves the others that are loaded.
    await trayOf(page)
      .getByRole('button', { name: /^Take .* out/ })
      .first()
      .click()
    const left = page.getByText(/^\d+ chosen$/)
    await becomes(async () => Number.parseInt((await left.textContent()) ?? '', 10) < 260, true)
    await stage.close(page)

    const phone = await stage.open(scene.path, { size: 'phone' })
    await choose(phone, scene.ids[259]!)
    await change(phone, 'Choose all 260')
    await trayOf(phone).getByRole('button', { name: 'Change 260' }).waitFor()
    await settled(phone)
    await screenshot(phone, 'many-all-phone')
    await stage.close(phone)
  })

  test('a rectangle over all that are loaded chooses those, and no more all that match', async () => {
    const scene = await newScene(260)
    const page = await stage.open(scene.path)
    await choose(page, scene.ids[259]!)
    await change(page, 'Choose all 260')
    await page.getByText('260 chosen').waitFor()
    // As far as is loaded: what is behind it is not asked for.
    await page.route('**/assets?**cursor=**', (route) => route.abort())
    const first = (await card(page, scene.ids[259]!).boundingBox())!
    await page.mouse.move(first.x - 8, first.y - 6)
    await page.mouse.down()
    await page.mouse.move(first.x + 40, first.y + 40, { steps: 3 })
    await page.getByRole('main').evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }))
    await page.mouse.move(first.x + 1000, first.y + 400, { steps: 3 })
    await page.mouse.up()
    await becomes(
      async () => Number.parseInt(await page.getByText(/^\d+ chosen$/).innerText(), 10) < 260,
      true,
    )
    await stage.close(page)
  })

  test('a viewer lets go of all that are chosen on a phone, too', async () => {
    const scene = await newScene(3)
    const viewer = await stage.person('Vera')
    const members = `/api/projects/${stage.film.projectId}/members`
    await stage.user.send('POST', members, { userId: viewer.id, role: 'viewer' })
    const page = await stage.open(scene.path, { size: 'phone', cookie: viewer.cookie })
    for (const id of scene.ids) await choose(page, id)
    const sticksOut = await wider(page)
    assert.ok(sticksOut <= 0, `${sticksOut} pixels stick out`)
    await trayOf(page).getByRole('button', { name: 'Empty the tray' }).click()
    await trayOf(page).waitFor({ state: 'detached' })
    await stage.close(page)
  })

  test('what is deleted asks on what is safe, and comes back by itself among what stayed', async () => {
    const scene = await newScene(4)
    const page = await stage.open(scene.path)
    for (const id of scene.ids.slice(1, 3)) await choose(page, id)
    await change(page, 'Delete …')
    await becomes(() => hasFocus(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })), true)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('2 deleted').waitFor()
    await becomes(() => page.locator('article[data-asset-id]').count(), 2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await becomes(() => page.locator('article[data-asset-id]').count(), 4)
    await stage.close(page)
  })

  test('Ctrl Z takes back the last change of one, too', async () => {
    const scene = await newScene(2)
    const page = await stage.open(`${scene.path}?at=${scene.ids[1]}`)
    await card(page, scene.ids[1]!).waitFor()
    await becomes(() => card(page, scene.ids[1]!).evaluate((one) => one === document.activeElement), true)
    await page.keyboard.press('s')
    await card(page, scene.ids[1]!).getByText('Winner').waitFor()
    // At once: what the service has not answered yet is undone, too.
    await page.keyboard.press('Control+z')
    await page.getByText(/^Undone: picked \S+ v2 as the winner$/).waitFor()
    assert.equal((await read(scene.ids[1]!)).selected, false)
    await card(page, scene.ids[1]!).getByText('Winner').waitFor({ state: 'hidden' })
    await stage.close(page)
  })

  test('a change whose answer is lost is sent again, and is done once; over plain HTTP, too', async () => {
    const scene = await newScene(2)
    const page = await stage.open(scene.path, { alone: true })
    // As where a page came by plain HTTP.
    await page.evaluate(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }))
    const requests: string[] = []
    await page.route('**/asset-changes', async (route) => {
      requests.push(route.request().postDataJSON().requestId)
      if (requests.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await card(page, scene.ids[0]!).waitFor()
    await page.keyboard.press('Control+a')
    await change(page, 'Compare group …')
    await page.getByRole('dialog').getByLabel('Compare group').fill('oars')
    await page.getByRole('dialog').getByRole('button', { name: 'Set group' }).click()
    await page.getByText('2 grouped anew').waitFor()
    assert.equal(requests.length, 2)
    assert.match(requests[0]!, /^[\da-f]{32}$/)
    assert.equal(requests[0], requests[1])
    await stage.close(page)
  })

  for (const size of ['desktop', 'phone'] as const) {
    test(`the notice lies above what is chosen on a ${size}: both can be read and pressed`, async () => {
      const scene = await newScene(2)
      const page = await stage.open(scene.path, { size })
      for (const id of scene.ids) await choose(page, id)
      const sticksOut = await wider(page)
      assert.ok(sticksOut <= 0, `${sticksOut} pixels stick out`)
      // As tall as it gets: what was not changed is told there, too.
      await change(page, 'Status …')
      await page.getByRole('dialog').getByRole('button', { name: 'Set status' }).click()
      await trayOf(page).getByRole('button', { name: '2 not' }).waitFor()
      await settled(page)
      await screenshot(page, `many-refused-${size}`)
      const refusal = page.locator('[data-notice]').filter({ hasText: '2 not: Comes later' })
      await isAbove(refusal, trayOf(page))
      await refusal.getByLabel('Dismiss').click()
      await change(page, 'Compare group …')
      await page.getByRole('dialog').getByLabel('Compare group').fill('oars')
      await page.getByRole('dialog').getByRole('button', { name: 'Set group' }).click()
      const notice = page.getByRole('dialog').filter({ hasText: '2 grouped anew' })
      await notice.waitFor()
      await settled(page)
      await screenshot(page, `many-notice-${size}`)
      await isAbove(notice, trayOf(page))
      // By Ctrl Z from there, too.
      await page.keyboard.press('Control+z')
      await page.getByText('Undone: put 2 takes into the compare group “oars”').waitFor()
      await stage.close(page)
    })
  }

  for (const theme of ['light', 'dark'] as const) {
    for (const size of ['desktop', 'phone'] as const) {
      test(`nothing is wrong with the bar on a ${size}, in ${theme}, and nothing sticks out`, async () => {
        const scene = await newScene(6)
        const page = await stage.open(scene.path, { theme, size })
        for (const id of scene.ids) await choose(page, id)
        await settled(page)
        await screenshot(page, `many-bar-${size}-${theme}`)
        assert.deepEqual(await violations(page), [])
        const sticksOut = await wider(page)
        assert.ok(sticksOut <= 0, `${sticksOut} pixels stick out`)
        await change(page, 'Status …')
        await page.getByRole('dialog').getByLabel('Status').waitFor()
        await screenshot(page, `many-status-${size}-${theme}`)
        assert.deepEqual(await violations(page), [])
        await stage.close(page)
      })
    }
  }
})

function card(page: Page, id: string) {
  return page.locator(`article[data-asset-id="${id}"]`)
}

/** By its box, which is there once one comes near. */
async function choose(page: Page, id: string): Promise<void> {
  await card(page, id).hover()
  await card(page, id).getByRole('checkbox').check()
}

function trayOf(page: Page) {
  return page.getByRole('region', { name: 'Comparison tray' })
}

function chosen(page: Page): Promise<number> {
  return trayOf(page)
    .getByRole('button', { name: /^Take .* out/ })
    .count()
}

async function change(page: Page, what: string): Promise<void> {
  await trayOf(page)
    .getByRole('button', { name: /^Change/ })
    .click()
  await page.getByRole('menuitem', { name: what }).click()
}

async function isAbove(one: Locator, other: Locator): Promise<void> {
  const [above, below] = [await one.boundingBox(), await other.boundingBox()]
  assert.ok(above!.y + above!.height <= below!.y, `${JSON.stringify(above)} over ${JSON.stringify(below)}`)
}

/** By how many pixels something sticks out: the window of a phone grows with it. */
async function wider(page: Page): Promise<number> {
  return (await page.evaluate(() => document.documentElement.scrollWidth)) - page.viewportSize()!.width
}
