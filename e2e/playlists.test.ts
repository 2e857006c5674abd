import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { makePicture, serveMedia } from './media-server.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('playlists', () => {
  let stage: Stage
  let media: Awaited<ReturnType<typeof serveMedia>>
  let address: string
  const ids: string[] = []

  before(async () => {
    const colours = { One: '#46608a', Two: '#8a4646', Three: '#468a60', Four: '#8a7a46' }
    const files = Object.entries(colours).map(([name, colour]) => [
      `${name}.svg`,
      { type: 'image/svg+xml', body: makePicture(name, colour) },
    ])
    media = await serveMedia(Object.fromEntries(files))
    stage = await openStage()
    address = `/projects/${stage.film.projectId}/playlists`
    for (const title of Object.keys(colours)) {
      const outputUrl = `${media.address}${title}.svg`
      const further = { title, outputUrl, rightsState: 'COMMERCIAL_ALLOWED', selected: title === 'Four' }
      const { body } = await stage.user.ingest({ ...stage.film.capture, ...further })
      ids.push(body.asset.id)
    }
  })
  after(async () => {
    await stage?.end()
    media?.close()
  })

  async function make(name: string, versionIds: string[] = [], more: object = {}): Promise<string> {
    const answer = await stage.user.send('POST', `/api${address}`, { name, versionIds, ...more })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data.id
  }
  const listed = async (id: string): Promise<string[]> =>
    (await stage.user.get(`/api/playlists/${id}/items`)).body.data.map(
      ({ asset }: { asset: { title: string } }) => asset.title,
    )
  const shown = (page: Page) =>
    page.getByRole('list', { name: 'Takes' }).getByRole('listitem').locator('[dir=auto]').allTextContents()

  test('one of the winners is made by the keyboard alone', async () => {
    const page = await stage.open(address)
    await tabTo(page.getByRole('button', { name: 'New playlist' }))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('Winners of Monday')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Winners of Monday' }).waitFor()
    await becomes(() => shown(page), ['Four'])
    await page.getByRole('list', { name: 'Takes' }).getByText('Winner', { exact: true }).waitFor()
    await stage.close(page)
  })

  test('one of what is new is made, and of a scene', async () => {
    const page = await stage.open(address)
    await page.getByRole('button', { name: 'New playlist' }).click()
    await page.getByLabel('Name').fill('New ones')
    await page.getByLabel('Made from').selectOption('New takes since a day')
    await page.getByRole('button', { name: 'Make it' }).click()
    await page.getByRole('heading', { name: 'New ones' }).waitFor()
    await becomes(() => shown(page), ['One', 'Two', 'Three', 'Four'])
    await page.getByRole('link', { name: 'Playlists' }).click()
    await page.getByRole('button', { name: 'New playlist' }).click()
    await page.getByLabel('Name').fill('Of the scene')
    await page.getByLabel('Made from').selectOption('Winners of a scene')
    await page.getByLabel('Scene', { exact: true }).selectOption({ value: stage.film.sceneDbId })
    await page.getByRole('button', { name: 'Make it' }).click()
    await page.getByRole('heading', { name: 'Of the scene' }).waitFor()
    await becomes(() => shown(page), ['Four'])
    await stage.close(page)
  })

  test('one is made of what the board shows, filtered and in its order, by the keyboard, and shared by a link', async () => {
    const page = await stage.open(`/scenes/${stage.film.sceneDbId}?selected=false&sort=oldest`)
    await page.getByText('3 of 4 takes').waitFor()
    await tabTo(page.getByRole('button', { name: 'New playlist from these' }))
    await page.keyboard.press('Enter')
    await page.getByText('Of the 3 takes that the board shows, in this order.').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'playlist-of-these')
    await page.keyboard.type('All but the winner')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'All but the winner' }).waitFor()
    await becomes(() => shown(page), ['One', 'Two', 'Three'])
    await tabTo(page.getByRole('link', { name: 'Review link' }))
    await screenshot(page, 'playlist-with-link')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New review link' })
    const chosen = dialog.getByLabel('Shows')
    await becomes(
      () => chosen.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
      'Playlist All but the winner',
    )
    await dialog.getByLabel('For whom').fill('For Ada')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    await page.getByRole('dialog', { name: 'Your new link' }).waitFor()
    const { data } = (await stage.user.get(`/api/projects/${stage.film.projectId}/links`)).body
    assert.deepEqual(
      [data[0].name, data[0].shows, data[0].title],
      ['For Ada', 'playlist', 'All but the winner'],
    )
    await stage.close(page)
  })

  test('what the board shows is more than a playlist takes: it is said before and after, and none is made', async () => {
    const page = await stage.open(`/scenes/${stage.film.sceneDbId}`, { alone: true })
    await page.route('**/assets?*', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      await route.fulfill({
        response: answer,
        json: { ...body, metadata: { ...body.metadata, total: 1001 } },
      })
    })
    await page.route('**/playlists', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 400,
            json: {
              error: 'Invalid payload',
              details: { fieldErrors: {}, formErrors: ['A playlist has at most 1000 versions'] },
            },
          })
        : route.continue(),
    )
    await page.reload()
    await page.getByRole('button', { name: 'New playlist from these' }).click()
    await page
      .getByText('1,001 takes are shown, and a playlist has 1,000 at most: narrow the board')
      .waitFor()
    await page.getByLabel('Name').fill('Too many')
    await page.getByRole('button', { name: 'Make it' }).click()
    await page.getByText('A playlist has at most 1000 versions').waitFor()
    await stage.close(page)
  })

  test('takes are added from the menu of one on the board, from the tray, and from the page of one', async () => {
    const id = await make('Collected')
    const page = await stage.open(`/scenes/${stage.film.sceneDbId}`)
    const card = (place: number) => page.locator(`[data-asset-id="${ids[place]}"]`)
    const choose = () =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^Collected/ })
        .click()
    await card(0).hover()
    await card(0).getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Add to playlist' }).click()
    await choose()
    await page.getByText('1 take added to “Collected”').waitFor()
    for (const place of [0, 1]) {
      await card(place).hover()
      await card(place).getByRole('checkbox').click()
    }
    const tray = page.getByRole('region', { name: 'Comparison tray' })
    await tray.getByRole('button', { name: 'Add to playlist' }).click()
    await choose()
    await page.getByText('1 take added to “Collected”, and had 1 already').waitFor()
    await page.goto(`${stage.service.address}/assets/${ids[2]}`)
    await page.getByRole('button', { name: 'Add to playlist' }).click()
    await choose()
    await becomes(() => listed(id), ['One', 'Two', 'Three'])
    await page.getByRole('button', { name: 'Add to playlist' }).click()
    await page.getByRole('button', { name: /^Collected in it/ }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('Find a playlist, or name a new one').fill('A new one')
    await page.keyboard.press('Enter')
    await page.getByText('“A new one” is made, with 1 take').waitFor()
    await stage.close(page)
  })

  test('the order is changed by keys and by the mouse, and saved', async () => {
    const id = await make('To order', ids)
    const page = await stage.open(`${address}/${id}`)
    await becomes(() => shown(page), ['One', 'Two', 'Three', 'Four'])
    await tabTo(page.getByRole('button', { name: 'Reorder' }))
    await page.keyboard.press('Enter')
    const handles = page.getByRole('button', { name: /^Drag / })
    await handles.nth(3).waitFor()
    await page
      .getByRole('button', { name: /^Move .* down$/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save the order' }).focus()
    await page.keyboard.press('Enter')
    await becomes(() => listed(id), ['Two', 'One', 'Three', 'Four'])
    await becomes(() => shown(page), ['Two', 'One', 'Three', 'Four'])
    await page.getByRole('button', { name: 'Reorder' }).click()
    await handles.nth(3).waitFor()
    const [from, to] = [await handles.nth(3).boundingBox(), await handles.nth(0).boundingBox()]
    await page.mouse.move(from!.x + 10, from!.y + 10)
    await page.mouse.down()
    await page.mouse.move(from!.x + 10, from!.y - 20, { steps: 4 })
    await page.mouse.move(to!.x + 10, to!.y + 4, { steps: 8 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Save the order' }).click()
    await becomes(() => listed(id), ['Four', 'Two', 'One', 'Three'])
    await stage.close(page)
  })

  test('a take is taken out, and comes back to its place by Undo', async () => {
    const id = await make('To thin out', ids.slice(0, 3))
    const page = await stage.open(`${address}/${id}`)
    await page.getByRole('button', { name: /place 2, out of the list/ }).press('Enter')
    await becomes(() => shown(page), ['One', 'Three'])
    await becomes(() => hasFocus(page.getByRole('button', { name: /place 2, out of the list/ })), true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await becomes(() => shown(page), ['One', 'Two', 'Three'])
    assert.deepEqual(await listed(id), ['One', 'Two', 'Three'])
    await stage.close(page)
  })

  test('a list is played one take after another, by keys', async () => {
    const id = await make('To play', ids)
    const page = await stage.open(`${address}/${id}`)
    await tabTo(page.getByRole('button', { name: 'Play', exact: true }))
    await page.keyboard.press('Enter')
    const player = page.getByRole('dialog')
    await player.getByText('1 of 4').waitFor()
    await page.keyboard.press('k')
    await player.getByRole('button', { name: 'Play (space)' }).waitFor()
    await page.keyboard.press('.')
    await player.getByText('2 of 4').waitFor()
    await page.keyboard.press(',')
    await player.getByText('1 of 4').waitFor()
    assert.deepEqual(await violations(page), [])
    // On the whole screen by the same keys.
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
    await page.keyboard.press('f')
    await becomes(isFull, true)
    await page.keyboard.press('.')
    await becomes(() => player.getByText('2 of 4').count(), 1)
    await page.keyboard.press(',')
    await page.keyboard.press('f')
    await becomes(isFull, false)
    await player.getByText('1 of 4').waitFor()
    // A picture is seen for a while, and then the next one.
    await page.keyboard.press('l')
    await page.keyboard.press('l')
    await player.getByText('2 of 4').waitFor()
    await page.keyboard.press('Escape')
    await player.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Play from .* place 4/ }).click()
    await player.getByText('4 of 4').waitFor()
    assert.equal(await player.getByRole('link', { name: /^Compare with the winner/ }).count(), 0)
    const take = player.getByRole('link', { name: 'Say something of it' })
    assert.equal(await take.getAttribute('href'), `/assets/${ids[3]}`)
    await page.keyboard.press('Home')
    await player.getByRole('link', { name: /^Compare with the winner: .* place 1/ }).click()
    await page.waitForURL('**/compare?*')
    assert.equal(new URL(page.url()).searchParams.get('ids'), `${ids[0]},${ids[3]}`)
    await stage.close(page)
  })

  test('a take is compared with the winner of its place', async () => {
    const id = await make('To compare', ids)
    const page = await stage.open(`${address}/${id}`)
    await page.getByRole('link', { name: /^Compare with the winner: .* place 1/ }).click()
    await page.waitForURL('**/compare?*')
    assert.equal(new URL(page.url()).searchParams.get('ids'), `${ids[0]},${ids[3]}`)
    await stage.close(page)
  })

  test('name and note are changed, and a list is deleted while its takes stay', async () => {
    const id = await make('To change', ids)
    const page = await stage.open(`${address}/${id}`)
    const more = page.getByRole('button', { name: 'More for this playlist' })
    await more.click()
    await page.getByRole('menuitem', { name: 'Edit name and note' }).click()
    await page.getByLabel('Name').fill('Changed')
    await page.getByLabel('Note').fill('Look at the light.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Changed' }).waitFor()
    await page.getByText('Look at the light.').waitFor()
    await more.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.waitForURL(`**${address}`)
    assert.equal((await stage.user.get(`/api/playlists/${id}`)).status, 404)
    assert.equal((await stage.user.get(`/api/assets/${ids[0]}`)).status, 200)
    await stage.close(page)
  })

  test('what somebody else adds is seen at once', async () => {
    const id = await make('Shared')
    const page = await stage.open(`${address}/${id}`)
    await page.getByText('No takes yet').waitFor()
    await stage.user.send('POST', `/api/playlists/${id}/items`, { versionIds: ids.slice(0, 2) })
    await becomes(() => shown(page), ['One', 'Two'])
    await stage.close(page)
  })

  test('a viewer looks and plays, and is offered nothing else', async () => {
    const id = await make('To look at', ids)
    const viewer = await stage.person('Vera')
    await stage.user.send('POST', `/api/projects/${stage.film.projectId}/members`, {
      userId: viewer.id,
      role: 'viewer',
    })
    const page = await stage.open(`${address}/${id}`, { cookie: viewer.cookie })
    await becomes(() => shown(page), ['One', 'Two', 'Three', 'Four'])
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    for (const name of ['Reorder', 'More for this playlist', /out of the list/]) {
      assert.equal(await page.getByRole('button', { name }).count(), 0)
    }
    await page.goto(stage.service.address + address)
    await page.getByRole('link', { name: 'To look at' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'New playlist' }).count(), 0)
    await stage.close(page)
  })

  test('without any it says what they are for, and a failure can be tried again', async () => {
    const page = await stage.open('/projects')
    let fails = true
    await page.route(`**/api${address}?*`, (route) =>
      fails
        ? route.fulfill({ status: 403, json: { error: 'Out of film' } })
        : route.fulfill({ json: { data: [], metadata: { nextCursor: null } } }),
    )
    await page.goto(stage.service.address + address)
    await page.getByText('Out of film').waitFor()
    fails = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No playlists yet').waitFor()
    assert.deepEqual(await violations(page), [])
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`it has no faults on a ${size}, ${theme}`, async () => {
      const id = await make('Dailies of Monday', ids, { note: 'Look at the light in the second one.' })
      const page = await stage.open(address, { theme, size })
      await page.getByRole('link', { name: 'Dailies of Monday' }).first().waitFor()
      await settled(page)
      await screenshot(page, `playlists-${size}-${theme}`)
      assert.deepEqual(await violations(page), [])
      assert.equal(await sticksOut(page), 0)
      await page.goto(`${stage.service.address}${address}/${id}`)
      await becomes(async () => (await shown(page)).length, 4)
      await settled(page)
      await screenshot(page, `playlist-${size}-${theme}`)
      assert.deepEqual(await violations(page), [])
      assert.equal(await sticksOut(page), 0)
      const press = (name: string) => {
        const button = page.getByRole('button', { name, exact: true })
        return size === 'phone' ? button.tap() : button.click()
      }
      await press('Play')
      await press('Pause (space)')
      await settled(page)
      await screenshot(page, `playlist-played-${size}-${theme}`)
      assert.deepEqual(await violations(page), [])
      await press('Close')
      await press('Reorder')
      await page.getByRole('button', { name: 'Save the order' }).waitFor()
      await screenshot(page, `playlist-order-${size}-${theme}`)
      assert.deepEqual(await violations(page), [])
      await stage.close(page)
    })
  }
})
