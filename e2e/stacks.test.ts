import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { makePicture, serveMedia } from './media-server.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'

describe('takes of one shot in a stack', () => {
  let stage: Stage
  let media: Awaited<ReturnType<typeof serveMedia>>
  let path: string
  const ids: Record<string, string> = {}

  async function capture(title: string, fields: object = {}): Promise<void> {
    const { body } = await stage.user.ingest({
      ...stage.film.capture,
      title,
      rightsState: 'COMMERCIAL_ALLOWED',
      status: 'GENERATED',
      outputUrl: `${media.address}dusk.svg`,
      ...fields,
    })
    ids[title] = body.asset.id
  }

  before(async () => {
    media = await serveMedia({
      'dusk.svg': { type: 'image/svg+xml', body: makePicture('Dusk', '#31465f') },
    })
    stage = await openStage()
    path = `/scenes/${stage.film.sceneDbId}`
    const [one, other] = stage.film.shotIds
    await capture('Tower 1', { shotId: one })
    await capture('Tower 2', { shotId: one, selected: true, status: undefined })
    await capture('Tower 3', { shotId: one })
    await capture('Alone 1')
    await capture('Boat 1', { shotId: other })
    await capture('Boat 2', { shotId: other })
    await capture('Alone 2')
  })
  after(async () => {
    await stage?.end()
    media?.close()
  })

  const stacked = ['Alone 2', 'Boat 2', 'Alone 1', 'Tower 2']
  const withTower = ['Alone 2', 'Boat 2', 'Alone 1', 'Tower 2', 'Tower 3', 'Tower 1']
  const ofShot = /\/assets\?.*shotId=/
  const plain = ['Alone 2', 'Boat 2', 'Boat 1', 'Alone 1', 'Tower 3', 'Tower 2', 'Tower 1']

  for (const view of ['grid', 'list']) {
    test(`a ${view} shows one of each shot, opens it in place by a click, and does so after a reload`, async () => {
      const page = await stage.open(path)
      await becomes(() => titles(page), plain)
      if (view === 'list') await page.getByRole('button', { name: 'List', exact: true }).click()
      await page.getByRole('button', { name: 'Stacks', exact: true }).click()
      await becomes(() => titles(page), stacked)
      await page.getByText('7 takes, stacked to 4').waitFor()
      const pile = page.getByRole('button', { name: /^Stack of 3 takes of shot/ })
      assert.equal(await pile.getAttribute('aria-expanded'), 'false')
      await pile.click()
      await becomes(() => titles(page), withTower)
      assert.equal(await pile.getAttribute('aria-expanded'), 'true')
      await page.getByText('7 takes, stacked to 4').waitFor()
      await pile.click()
      await becomes(() => titles(page), stacked)
      await page.reload()
      await becomes(() => titles(page), stacked)
      await page.getByRole('button', { name: 'Stacks', exact: true, pressed: true }).click()
      await becomes(() => titles(page), plain)
      await stage.close(page)
    })
  }

  test('the keyboard stacks them, walks into an open stack, and comes back to the face when it closes', async () => {
    const page = await stage.open(path)
    await becomes(() => titles(page), plain)
    await page.locator(`[data-asset-id="${ids['Tower 3']}"]`).focus()
    await page.keyboard.press('k')
    await becomes(() => titles(page), stacked)
    await marked(page, 'Tower 2')
    await page.keyboard.press('e')
    await becomes(() => titles(page), withTower)
    await marked(page, 'Tower 2')
    await page.keyboard.press('ArrowRight')
    await marked(page, 'Tower 3')
    await page.keyboard.press('End')
    await marked(page, 'Tower 1')
    await page.keyboard.press('e')
    await becomes(() => titles(page), stacked)
    await marked(page, 'Tower 2')
    await page.keyboard.press('e')
    await becomes(() => titles(page), withTower)
    await page.keyboard.press('End')
    // Out of the stacks, the keyboard is on the same take.
    await page.keyboard.press('k')
    await becomes(() => titles(page), plain)
    await marked(page, 'Tower 1')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('stacks of')
    await page.keyboard.press('Enter')
    await becomes(async () => (await titles(page)).slice(0, 4), stacked)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByText('Open the stack in place, or close it').waitFor()
    await stage.close(page)
  })

  test('while one shot is shown nothing is stacked, and the key says so', async () => {
    const page = await stage.open(`${path}?shotId=${stage.film.shotIds[0]}`)
    const ofTower = ['Tower 3', 'Tower 2', 'Tower 1']
    await becomes(() => titles(page), ofTower)
    await page.keyboard.press('k')
    await page.getByText('The takes of one shot are not stacked').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Stacks', exact: true }).isDisabled())
    await page.keyboard.press('Control+k')
    await page.keyboard.type('contact sheet')
    await page.getByRole('option', { name: 'Contact sheet' }).first().waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('stacks of takes')
    await page.getByRole('option', { name: 'Takes with “stacks of takes”' }).waitFor()
    assert.equal(await page.getByRole('option', { name: /^Stacks of takes/ }).count(), 0)
    await page.keyboard.press('Escape')
    // What was pressed in vain did nothing.
    await page.goto(stage.service.address + path)
    await becomes(() => titles(page), plain)
    await stage.close(page)
  })

  for (const view of ['grid', 'list']) {
    test(`the status of a draft stands out in an open stack of a ${view}`, async () => {
      const { user, film } = stage
      const { body: scene } = await user.send('POST', `/api/projects/${film.projectId}/scenes`, {
        sceneId: `DRAFT ${view}`,
      })
      const { body: shot } = await user.send('POST', `/api/scenes/${scene.data.id}/shots`, { shotCode: 'A' })
      const draft = { ...film.capture, sceneId: `DRAFT ${view}`, shotId: shot.data.id, status: 'DRAFT' }
      for (const title of ['One', 'Two']) await user.ingest({ ...draft, title })
      const page = await stage.open(`/scenes/${scene.data.id}`)
      await page.locator('[data-asset-id]').nth(1).waitFor()
      if (view === 'list') await page.getByRole('button', { name: 'List', exact: true }).click()
      await page.getByRole('button', { name: 'Stacks', exact: true }).click()
      await page.getByRole('button', { name: 'Stack of 2 takes' }).click()
      const badge = page.locator('[data-asset-id]').nth(1).getByText('Draft', { exact: true })
      const grounds = await badge.evaluate((element) =>
        [element, element.closest('[data-asset-id]')!].map((one) => getComputedStyle(one).backgroundColor),
      )
      assert.notEqual(grounds[0], grounds[1])
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `stacks-draft-${view}`)
      await stage.close(page)
    })
  }

  test('whoever comes back from a take of an open stack finds it open, and the keyboard on the take', async () => {
    const page = await stage.open(path)
    await page.getByRole('button', { name: 'Stacks', exact: true }).click()
    await becomes(() => titles(page), stacked)
    await page.locator(`[data-asset-id="${ids['Tower 2']}"]`).focus()
    await page.keyboard.press('e')
    await becomes(() => titles(page), withTower)
    await page.keyboard.press('End')
    await marked(page, 'Tower 1')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/assets/${ids['Tower 1']}`)
    await page.goBack()
    await becomes(() => titles(page), withTower)
    await marked(page, 'Tower 1')
    await page.reload()
    await becomes(() => titles(page), withTower)
    await marked(page, 'Tower 1')
    // Closed, it stays so.
    await page.keyboard.press('e')
    await becomes(() => titles(page), stacked)
    await marked(page, 'Tower 2')
    await stage.close(page)
  })

  test('choosing a closed stack chooses its face, and says how many it has besides', async () => {
    const page = await stage.open(path)
    await page.getByRole('button', { name: 'Stacks', exact: true }).click()
    await becomes(() => titles(page), stacked)
    await page.locator(`[data-asset-id="${ids['Tower 2']}"]`).focus()
    await page.keyboard.press('c')
    await page.getByText('Not chosen: 2 more in closed stacks').waitFor()
    await page.keyboard.press('e')
    await becomes(() => titles(page), withTower)
    await becomes(() => page.getByText('Not chosen').count(), 0)
    await page.keyboard.press('c')
    await stage.close(page)
  })

  test('what others capture counts at once, and the face stays until it is asked for; a winner is shown', async () => {
    const page = await stage.open(path)
    await page.getByRole('button', { name: 'Stacks', exact: true }).click()
    await becomes(() => titles(page), stacked)
    await page.locator(`[data-asset-id="${ids['Boat 2']}"]`).focus()
    await capture('Boat 3', { shotId: stage.film.shotIds[1] })
    await page
      .getByRole('button', { name: /^Stack of 3 takes of shot .*/ })
      .nth(1)
      .waitFor()
    await becomes(() => titles(page), stacked)
    await marked(page, 'Boat 2')
    await page.getByText('8 takes, stacked to 4').waitFor()
    await page.keyboard.press('n')
    await becomes(() => titles(page), ['Boat 3', 'Alone 2', 'Alone 1', 'Tower 2'])
    await marked(page, 'Boat 3')
    // Somebody selects what lies in it.
    await stage.user.send('POST', `/api/assets/${ids['Boat 1']}/selection`, { selected: true })
    await becomes(() => titles(page), ['Boat 1', 'Alone 2', 'Alone 1', 'Tower 2'])
    await marked(page, 'Boat 1')
    await page.keyboard.press('e')
    await becomes(() => titles(page), ['Boat 1', 'Boat 3', 'Boat 2', 'Alone 2', 'Alone 1', 'Tower 2'])
    // One that is deleted from an open stack is gone, and the count is less.
    await stage.user.send('DELETE', `/api/assets/${ids['Boat 3']}`, undefined)
    await becomes(() => titles(page), ['Boat 1', 'Boat 2', 'Alone 2', 'Alone 1', 'Tower 2'])
    await page.getByRole('button', { name: /^Stack of 2 takes/ }).waitFor()
    await marked(page, 'Boat 1')
    await stage.user.send('POST', `/api/assets/${ids['Boat 1']}/selection`, { selected: false })
    await stage.close(page)
  })

  test('what comes into an open stack waits, so that nothing moves, and is counted at once', async () => {
    const page = await stage.open(path)
    await page.getByRole('button', { name: 'Stacks', exact: true }).click()
    await becomes(async () => (await titles(page)).length, 4)
    await page.getByRole('button', { name: /^Stack of 3 takes of shot/ }).click()
    await becomes(async () => (await titles(page)).length, 6)
    const before = await titles(page)
    await capture('Tower 4', { shotId: stage.film.shotIds[0] })
    await page.getByRole('button', { name: /^Stack of 4 takes of shot/ }).waitFor()
    await page.getByRole('button', { name: '1 new' }).waitFor()
    assert.deepEqual(await titles(page), before)
    await page.keyboard.press('n')
    await becomes(() => titles(page), before.toSpliced(before.indexOf('Tower 2') + 1, 0, 'Tower 4'))
    await marked(page, 'Tower 4')
    await becomes(() => page.getByRole('button', { name: '1 new' }).count(), 0)
    await stage.user.send('DELETE', `/api/assets/${ids['Tower 4']}`, undefined)
    await becomes(() => titles(page), before)
    await stage.close(page)
  })

  test('where more than a hundred things change at once new takes wait, too, and nothing moves', async () => {
    const { user, film } = stage
    const { body: scene } = await user.send('POST', `/api/projects/${film.projectId}/scenes`, {
      sceneId: 'RUSH',
    })
    const shots: string[] = []
    for (const shotCode of ['A', 'B', 'C', 'D']) {
      const { body } = await user.send('POST', `/api/scenes/${scene.data.id}/shots`, { shotCode })
      shots.push(body.data.id)
    }
    const [a, b, c, d] = shots
    const inRush = { ...film.capture, sceneId: 'RUSH', status: 'GENERATED' }
    const add = async (title: string, shotId: string | undefined) =>
      (await user.ingest({ ...inRush, title, shotId })).body.asset.id
    for (const title of ['A 1', 'A 2']) await add(title, a)
    const gone = []
    for (const title of ['B 1', 'B 2']) gone.push(await add(title, b))
    for (const title of ['C 1', 'C 2']) await add(title, c)
    const page = await stage.open(`/scenes/${scene.data.id}`)
    await page.getByRole('button', { name: 'Stacks', exact: true }).click()
    const before = ['C 2', 'B 2', 'A 2']
    await becomes(() => titles(page), before)
    await page.getByRole('button', { name: /^Stack of 2 takes of shot C/ }).click()
    await becomes(() => titles(page), ['C 2', 'C 1', 'B 2', 'A 2'])
    await page.locator('[data-asset-id]').filter({ hasText: 'A 2' }).focus()
    // All in one answer: the page asks for it once it is back on the line.
    await page.context().setOffline(true)
    for (const shotId of [a, c, d]) {
      const captures = Array.from({ length: 40 }, (_, at) => ({ ...inRush, title: `Rush ${at}`, shotId }))
      assert.equal((await user.send('POST', '/api/extension/ingest/batch', { captures })).status, 200)
    }
    await user.send('DELETE', `/api/assets/${gone[1]}`, undefined)
    await page.context().setOffline(false)
    // The new faces of A and C, the other 39 of the open stack, and the stack D.
    await page.getByRole('button', { name: '42 new' }).waitFor()
    await page.getByRole('button', { name: /^Stack of 42 takes of shot C/ }).waitFor()
    await becomes(() => titles(page), ['C 2', 'C 1', 'B 1', 'A 2'])
    await marked(page, 'A 2')
    await page.keyboard.press('n')
    await becomes(async () => (await titles(page))[0], 'Rush 39')
    await stage.close(page)
  })

  test('of one shot all takes are shown', async () => {
    const page = await stage.open(path)
    await page.getByRole('button', { name: 'Stacks', exact: true }).click()
    await becomes(() => titles(page), stacked)
    await page.getByRole('button', { name: /^Stack of 3 takes/ }).waitFor()
    await page.goto(`${page.url()}?shotId=${stage.film.shotIds[0]}`)
    await becomes(() => titles(page), ['Tower 3', 'Tower 2', 'Tower 1'])
    await stage.close(page)
  })

  test('a stack that cannot be loaded keeps its places, says so, and is tried again', async () => {
    const page = await stage.open(path)
    await page.getByRole('button', { name: 'Stacks', exact: true }).click()
    await becomes(() => titles(page), stacked)
    // By 503 it would be asked for again by itself.
    await page.route(ofShot, (route) => route.fulfill({ status: 500, json: { error: 'Out of film' } }))
    await page.getByRole('button', { name: /^Stack of 3 takes/ }).click()
    await page.getByText('Some takes could not be loaded').waitFor()
    await becomes(() => page.locator('[data-takes] > [aria-hidden]:not([data-lasso])').count(), 2)
    await page.unroute(ofShot)
    await page.getByRole('button', { name: 'Try again' }).click()
    await becomes(() => titles(page), withTower)
    await becomes(() => page.getByText('Some takes could not be loaded').count(), 0)
    await stage.close(page)
  })

  test('a stack whose takes cannot be had for now says so, and is there by itself', async () => {
    const page = await stage.open(path, { alone: true })
    await page.getByRole('button', { name: 'Stacks', exact: true }).click()
    await becomes(() => titles(page), stacked)
    await page.route(ofShot, (route) => route.fulfill({ status: 503, json: { error: 'Busy' } }))
    await page.getByRole('button', { name: /^Stack of 3 takes/ }).click()
    await page.getByText('Some takes could not be loaded. It is tried again by itself.').waitFor()
    await page.unroute(ofShot)
    await becomes(() => titles(page), withTower)
    await becomes(() => page.getByText('Some takes could not be loaded').count(), 0)
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    for (const view of ['grid', 'list'] as const) {
      test(`nothing is wrong with stacks in a ${view} in ${theme} on a ${size}`, async () => {
        const page = await stage.open(path, { theme, size })
        await page.evaluate((view) => {
          localStorage.setItem('dailies.board', JSON.stringify({ view, size: 'medium', stacked: true }))
        }, view)
        await page.reload()
        await becomes(async () => (await titles(page)).length, 4)
        await page.getByRole('button', { name: /^Stack of 3 takes/ }).click()
        await becomes(async () => (await titles(page)).length, 6)
        await settled(page)
        assert.deepEqual(await violations(page), [])
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
          'The page scrolls sideways',
        )
        await screenshot(page, `stacks-${view}-${theme}-${size}`)
        await stage.close(page)
      })
    }
  }
})

/** Of cards or rows in their order. */
function titles(page: Page): Promise<string[]> {
  return page.locator('[data-asset-id]').evaluateAll((takes) =>
    takes
      .map((take) => ({ take, at: take.getBoundingClientRect() }))
      .toSorted((one, other) => one.at.top - other.at.top || one.at.left - other.at.left)
      .map(({ take }) => take.querySelector('a[data-do="open"]')?.textContent ?? ''),
  )
}

async function marked(page: Page, title: string): Promise<void> {
  await becomes(
    () => page.evaluate(() => document.activeElement?.querySelector('[data-do="open"]')?.textContent),
    title,
  )
}
