import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { hasFocus } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('a project', () => {
  let stage: Stage
  let film: string

  before(async () => {
    stage = await openStage()
    film = `/projects/${stage.film.projectId}`
    await stage.user.ingest({
      ...stage.film.capture,
      outputUrl: `${stage.service.address}/icon.svg`,
      selected: true,
    })
  })
  after(() => stage.end())

  /** A project with scenes 1 to `count`. */
  const make = async (name: string, count = 3) => {
    const scenes = Array.from({ length: count }, (_, index) => ({
      sceneId: `${index + 1}`,
      storyBeat: `Beat ${index + 1}`,
    }))
    const { body } = await stage.user.send('POST', '/api/import', {
      workspace: { projects: [{ name, scenes }] },
    })
    assert.equal(body.data.added, count + 1)
    const found = await stage.user.get(`/api/projects?q=${encodeURIComponent(name)}`)
    return `/projects/${found.body.data[0].id}`
  }

  test('scenes stand under their act and macro scene, with what is made for them, and open', async () => {
    const page = await stage.open(film)
    const group = page.getByRole('region', { name: 'Act 2 · Storm' })
    const scene = group.getByRole('listitem')
    await scene.getByText('The lamp goes out.').waitFor()
    await scene.getByText('1 take').waitFor()
    await scene.getByText('0 of 1 approved').waitFor()
    await scene.getByRole('img', { name: 'Winner of scene 012A' }).waitFor()
    await becomes(() => numbers(page), ['2', '10', '10A', '012A'])
    await scene.getByRole('link', { name: 'Scene 012A' }).click()
    await page.waitForURL(`**/scenes/${stage.film.sceneDbId}`)
    await stage.close(page)
  })

  test('all parts of a film are seen where there is room; on a phone the one that is open is', async () => {
    const outOfSight = (page: Page) =>
      page.getByRole('navigation', { name: 'Project', exact: true }).evaluate((nav) => {
        const { left, right } = nav.getBoundingClientRect()
        const isSeen = (link: Element) => {
          const at = link.getBoundingClientRect()
          return at.left >= left - 1 && at.right <= right + 1
        }
        const links = [...nav.querySelectorAll('a')].filter((link) => !isSeen(link))
        return {
          count: links.length,
          open: links.some((link) => link.ariaCurrent === 'page'),
        }
      })
    const page = await stage.open(`${film}/import`)
    for (const width of [1440, 1024, 768]) {
      await page.setViewportSize({ width, height: 900 })
      await becomes(() => outOfSight(page), { count: 0, open: false })
    }
    await screenshot(page, 'film-tabs-narrow')
    await stage.close(page)
    const phone = await stage.open(`${film}/import`, { size: 'phone' })
    await becomes(async () => (await outOfSight(phone)).open, false)
    assert.ok((await outOfSight(phone)).count > 0)
    await stage.close(phone)
  })

  test('a story beat that the list has only the beginning of is edited as a whole', async () => {
    const path = await make('Long Beats', 1)
    const [scene] = (await stage.user.get(`/api${path}/scenes`)).body.data
    const beat = `${'The tide comes in. '.repeat(200)}And goes.`
    await stage.user.send('PATCH', `/api/scenes/${scene.id}`, { storyBeat: beat })
    const page = await stage.open(path)
    await page.getByRole('button', { name: 'More for scene 1', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const field = page.getByLabel('Story beat')
    await becomes(() => field.inputValue(), beat)
    await field.fill(`${beat} Twice.`)
    await page.getByRole('button', { name: 'Save' }).click()
    await field.waitFor({ state: 'detached' })
    const { storyBeat } = (await stage.user.get(`/api/scenes/${scene.id}`)).body.data
    assert.equal(storyBeat, `${beat} Twice.`)
    await stage.close(page)
  })

  test('an empty project says how scenes come into it; the first one is added', async () => {
    const { body } = await stage.user.send('POST', '/api/projects', { name: 'Empty Reel' })
    const page = await stage.open(`/projects/${body.data.id}`)
    await page.getByRole('heading', { name: 'No scenes yet' }).waitFor()
    await page.getByRole('link', { name: 'Import a screenplay' }).waitFor()
    await page.getByRole('button', { name: 'Add a scene' }).click()
    await page.getByLabel('Number').fill('1a')
    await page.getByLabel('Act').fill('1')
    await page.getByLabel('Story beat').fill('The reel begins.')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('link', { name: 'Scene 1A' }).waitFor()
    await page.getByRole('heading', { name: 'Next: capture the first take' }).waitFor()
    await page.getByText('Or try it from a terminal').click()
    await page.getByText(`"projectId": "${body.data.id}"`).waitFor()
    await stage.close(page)
  })

  test('scenes are added one after another with the keyboard alone; a number that is taken is told', async () => {
    const page = await stage.open(await make('Keyboard Reel', 2))
    await press(page, 'Tab', 'Add a scene')
    await page.keyboard.press('Enter')
    await inDialog(page)
    await page.keyboard.type('2')
    await press(page, 'Tab', 'Add, then another')
    await page.keyboard.press('Enter')
    await page.getByText('There is a scene of that number already').waitFor()
    await page.getByLabel('Number').focus()
    await page.keyboard.press('End')
    await page.keyboard.type('B')
    await press(page, 'Tab', 'Add, then another')
    await page.keyboard.press('Enter')
    await page.getByText('Scene 2B is added').waitFor()
    await inDialog(page)
    await becomes(() => page.getByLabel('Number').inputValue(), '')
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New scene' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Scene 3' }).waitFor()
    await becomes(() => numbers(page), ['1', '2', '2B', '3'])
    await stage.close(page)
  })

  test('scenes are moved with the keyboard, and each step is said; nothing changes until it is saved', async () => {
    const address = await make('Moved Reel', 4)
    const page = await stage.open(address)
    await page.getByRole('button', { name: 'Reorder' }).click()
    const up = page.getByRole('button', { name: 'Move scene 4 up' })
    await up.press('Enter')
    await page.getByText('scene 4 is at place 3 of 4.').waitFor()
    await up.press('Enter')
    await page.getByText('scene 4 is at place 2 of 4.').waitFor()
    const handle = page.getByRole('button', { name: 'Drag scene 1' })
    await handle.focus()
    await page.keyboard.press('Space')
    await page.getByText('scene 1 is lifted, at place 1 of 4.').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByText('scene 1 is at place 2 of 4.').waitFor()
    await page.keyboard.press('Space')
    await page.getByText('scene 1 is put down at place 2 of 4.').waitFor()
    assert.ok(await handle.evaluate((one) => one === document.activeElement))
    await page.getByRole('button', { name: 'Save the order' }).press('Enter')
    await page.getByText('The new order is saved').waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent?.trim() === 'Reorder')
    await page.reload()
    await page.getByRole('link', { name: 'Scene 4' }).waitFor()
    await becomes(() => numbers(page), ['4', '1', '2', '3'])
    await page.getByRole('button', { name: 'Reorder' }).click()
    await page.getByRole('button', { name: 'Sort by number' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await becomes(() => numbers(page), ['4', '1', '2', '3'])
    await stage.close(page)
  })

  test('scenes are dragged by the mouse', async () => {
    const page = await stage.open(await make('Dragged Reel', 3))
    await page.getByRole('button', { name: 'Reorder' }).click()
    const from = (await page.getByRole('button', { name: 'Drag scene 3' }).boundingBox())!
    const to = (await page.getByRole('button', { name: 'Drag scene 1' }).boundingBox())!
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 10, from.y - 10, { steps: 4 })
    await page.mouse.move(to.x + 10, to.y + 5, { steps: 8 })
    await page.getByText('scene 3 is at place 1 of 3.').waitFor()
    await page.mouse.up()
    await page.getByRole('button', { name: 'Save the order' }).click()
    await page.getByText('The new order is saved').waitFor()
    await becomes(() => numbers(page), ['3', '1', '2'])
    await stage.close(page)
  })

  test('an order that is refused is told, and is not lost', async () => {
    const page = await stage.open(await make('Refused Reel', 2))
    await page.getByRole('button', { name: 'Reorder' }).click()
    await page.getByRole('button', { name: 'Move scene 2 up' }).click()
    await page.route('**/scenes/order', (route) => route.abort())
    await page.getByRole('button', { name: 'Save the order' }).click()
    await page.getByRole('alert').getByText('The service cannot be reached').waitFor()
    await page.unroute('**/scenes/order')
    await page.getByRole('button', { name: 'Save the order' }).click()
    await page.getByText('The new order is saved').waitFor()
    await becomes(() => numbers(page), ['2', '1'])
    await stage.close(page)
  })

  test('a scene goes into the trash with its takes, once that was confirmed, and comes back by Undo', async () => {
    const page = await stage.open(film)
    await more(page, 'scene 012A', 'Delete')
    await page.getByText('and 1 take.').waitFor()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await more(page, 'scene 012A', 'Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Scene 012A is in the trash').waitFor()
    await page.getByRole('link', { name: 'Scene 012A' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Scene 012A is back').waitFor()
    await page.getByRole('link', { name: 'Scene 012A' }).waitFor()
    await more(page, 'scene 10A', 'Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Scene 10A is in the trash').waitFor()
    await page.getByRole('link', { name: 'Scene 10A' }).waitFor({ state: 'detached' })
    await stage.close(page)
  })

  test('where a scene is deleted by keyboard it comes to the next, to the one before, and to Add', async () => {
    const page = await stage.open(await make('Deleted Reel', 3))
    const places = [
      ['2', page.getByRole('link', { name: 'Scene 3' })],
      ['3', page.getByRole('link', { name: 'Scene 1' })],
      ['1', page.getByRole('button', { name: 'Add a scene' })],
    ] as const
    for (const [number, next] of places) {
      await page.getByRole('button', { name: `More for scene ${number}` }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Delete' }).focus()
      await page.keyboard.press('Enter')
      const action = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
      await action.focus()
      await page.keyboard.press('Enter')
      await becomes(() => hasFocus(next), true, 20)
    }
    await stage.close(page)
  })

  test('a scene is deleted from its board too, and Undo says where it was restored already', async () => {
    const path = await make('Left Reel', 1)
    const page = await stage.open(path)
    await page.getByRole('link', { name: 'Scene 1' }).click()
    await page.waitForURL('**/scenes/*')
    const id = page.url().split('/').at(-1)!
    await page.getByRole('button', { name: 'More for scene 1' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('delete scene')
    await page.getByRole('option', { name: /^Delete scene/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(`**${path}`)
    await page.getByText('Scene 1 is in the trash').waitFor()
    assert.equal((await stage.user.send('POST', `/api/scenes/${id}/restore`, undefined)).status, 200)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Scene 1 was restored already').waitFor()
    await page.getByRole('link', { name: 'Scene 1' }).waitFor()
    await stage.close(page)
  })

  test('the shots of a scene unfold, and are added, edited, ordered and deleted', async () => {
    const page = await stage.open(await make('Shot Reel', 1))
    await page.getByRole('button', { name: '0 shots of scene 1' }).click()
    await page.getByText('No shots yet').waitFor()
    await page.getByRole('button', { name: 'Add a shot' }).click()
    await page.getByLabel('Code').fill('1-A')
    await page.getByLabel('Description').fill('Wide, the pier.')
    await page.getByRole('button', { name: 'Add, then another' }).click()
    await page.getByText('Shot 1-A is added').waitFor()
    await page.getByLabel('Code').fill('1-B')
    await page.getByLabel('Required').uncheck()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const shots = page.getByRole('list', { name: 'Shots of scene 1' })
    await shots.getByText('Optional').waitFor()
    await page.getByText('0 of 1 approved').waitFor()
    await more(page, 'shot 1-A', 'Edit')
    await page.getByLabel('Description').fill('Close, her hand.')
    await page.getByRole('button', { name: 'Save' }).click()
    await shots.getByText('Close, her hand.').waitFor()
    await page.getByRole('button', { name: 'Reorder the shots' }).click()
    await page.getByRole('button', { name: 'Move shot 1-B up' }).click()
    await page.getByRole('button', { name: 'Save the order' }).click()
    await shots.waitFor()
    await becomes(() => shots.getByRole('link').allInnerTexts(), ['Shot\n1-B', 'Shot\n1-A'])
    await more(page, 'shot 1-B', 'Delete')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Shot 1-B is deleted').waitFor()
    await page.getByRole('button', { name: '1 shot of scene 1' }).waitFor()
    await stage.close(page)
  })

  test('characters are added, edited, ordered and deleted', async () => {
    const { body } = await stage.user.send('POST', '/api/projects', { name: 'Cast Reel' })
    const page = await stage.open(`/projects/${body.data.id}/characters`)
    await page.getByRole('heading', { name: 'No characters yet' }).waitFor()
    for (const name of ['Ada', 'Bo']) {
      await page.getByRole('button', { name: 'Add a character' }).click()
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Role').fill('Lead')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name, exact: true }).waitFor()
    }
    await more(page, 'Ada', 'Edit')
    await page.getByLabel('Description').fill('34, a scar.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('34, a scar.').waitFor()
    await page.getByRole('button', { name: 'Reorder' }).click()
    await page.getByRole('button', { name: 'Move Bo up' }).click()
    await page.getByRole('button', { name: 'Save the order' }).click()
    await page.getByRole('button', { name: 'Add a character' }).waitFor()
    await becomes(() => page.getByRole('listitem').getByRole('heading').allInnerTexts(), ['Bo', 'Ada'])
    await more(page, 'Bo', 'Delete')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Bo is deleted').waitFor()
    await page.getByRole('heading', { name: 'Bo', exact: true }).waitFor({ state: 'detached' })
    await stage.close(page)
  })

  test('the project is edited from its header; deleted, it leads back to the projects', async () => {
    const page = await stage.open(await make('Header Reel', 1))
    await more(page, 'Header Reel', 'Edit')
    await page.getByLabel('Name').fill('Header Reel, Recut')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Header Reel, Recut' }).waitFor()
    await more(page, 'Header Reel, Recut', 'Delete')
    await page.getByLabel('Type its name').fill('Header Reel, Recut')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/projects')
    await page.getByText('“Header Reel, Recut” is in the trash').waitFor()
    await page.getByRole('link', { name: 'The Long Tide' }).waitFor()
    await stage.close(page)
  })

  test('all of 250 scenes come', async () => {
    const page = await stage.open(await make('Long Reel', 250))
    await page.getByText('250 scenes · 0 takes').waitFor()
    await becomes(async () => (await numbers(page)).length, 250)
    await stage.close(page)
  })

  test('scenes and shots that cannot be loaded say so, and come with another try', async () => {
    const page = await stage.open('/projects')
    await page.route('**/scenes?*', (route) =>
      route.fulfill({ status: 400, json: { error: 'The reel is torn' } }),
    )
    await page.getByRole('link', { name: 'The Long Tide' }).click()
    await page.getByText('The reel is torn').waitFor()
    await page.unroute('**/scenes?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Scene 012A' }).waitFor()
    await page.route('**/shots', (route) =>
      route.fulfill({ status: 400, json: { error: 'The shot is lost' } }),
    )
    await page.getByRole('button', { name: '2 shots of scene 012A' }).click()
    await page.getByText('The shot is lost').waitFor()
    await page.unroute('**/shots')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Shot 012A-A' }).waitFor()
    await stage.close(page)
  })

  test("a project that is not there, or is somebody else's, says so", async () => {
    const page = await stage.open('/projects/01a1fed4-6f9b-7000-997c-2c71f7ea024b')
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`the pages have no barriers in ${theme} on a ${size}`, async () => {
      const page = await stage.open(film, { theme, size })
      await page.getByRole('button', { name: '2 shots of scene 012A' }).click()
      await page.getByRole('link', { name: 'Shot 012A-A' }).waitFor()
      assert.deepEqual(await violations(page), [])
      assert.equal(await sticksOut(page), 0)
      await screenshot(page, `project-${theme}-${size}`)
      await page.getByRole('button', { name: 'Reorder', exact: true }).click()
      await page.getByRole('button', { name: 'Drag scene 012A' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Add a scene' }).click()
      await page.getByLabel('Story beat').waitFor()
      assert.deepEqual(await violations(page), [])
      await page.goto(`${stage.service.address}${film}/characters`)
      await page.getByRole('heading', { name: 'Élias' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `characters-${theme}-${size}`)
      await stage.close(page)
    })
  }
})

/** The scenes that are shown, in their order. */
async function numbers(page: Page): Promise<string[]> {
  const names = await page.getByRole('link', { name: /^Scene / }).allTextContents()
  return names.map((name) => name.replace('Scene ', ''))
}

async function more(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Presses a key until the keyboard is on a button of that name. */
async function press(page: Page, key: string, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).waitFor()
  for (let step = 0; step < 60; step += 1) {
    const at = await page.evaluate(() => document.activeElement?.textContent?.trim())
    if (at === name) return
    await page.keyboard.press(key)
  }
  assert.fail(`${name} cannot be reached by ${key}`)
}

/** Until the first field of a window has the keyboard. */
async function inDialog(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.matches('[role="dialog"] input'))
}
