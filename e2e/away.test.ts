import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { type FaultyService, faultyService } from './faulty-service.ts'
import { onTheirWay } from './on-their-way.ts'
import { openStage, type Stage, settled, violations } from './stage.ts'

describe('while the service is away, or refuses', () => {
  let stage: Stage
  let faulty: FaultyService
  let scenes = 0

  before(async () => {
    // Of its own: where other tests write beside the service, pages are told to fetch again now and then.
    stage = await openStage({ alone: {} })
    faulty = await faultyService(stage.service.address)
  })
  afterEach(() => faulty.fail('none'))
  after(async () => {
    faulty?.close()
    await stage?.end()
  })

  /** A scene of its own with takes of these titles. */
  async function newScene(...titles: string[]) {
    scenes += 1
    const sceneId = `A${String(scenes).padStart(3, '0')}`
    const path = `/api/projects/${stage.film.projectId}/scenes`
    const { body } = await stage.user.send('POST', path, { sceneId })
    const ids: string[] = []
    for (const title of titles) {
      const capture = { ...stage.film.capture, sceneId, title, status: 'GENERATED' }
      const answer = await stage.user.ingest({ ...capture, rightsState: 'COMMERCIAL_ALLOWED' })
      ids.push(answer.body.asset.id)
    }
    return { path: `/scenes/${body.data.id}`, changes: `/api/scenes/${body.data.id}`, ids }
  }

  /** A page by way of the faulty service. */
  async function openFaulty(path: string): Promise<Page> {
    const page = await stage.open('/projects')
    await page.goto(faulty.address + path)
    return page
  }

  /** Above every screen; what could not be loaded says so in its place, too. */
  const banner = (page: Page) =>
    page.getByText('The service cannot be reached. What you see may be old', { exact: false })

  test('two selections that are held up and then refused leave the winner that was', async () => {
    const scene = await newScene('First', 'Second', 'Third')
    await stage.user.send('POST', `/api/assets/${scene.ids[0]}/selection`, { selected: true })
    const page = await stage.open(scene.path)
    await take(page, 'First').getByText('Winner').waitFor()
    const refuse = Promise.withResolvers<void>()
    await page.route('**/selection', async (route) => {
      await refuse.promise
      await route.fulfill({ status: 500, json: { error: 'Out of film' } })
    })
    await select(page, 'Second')
    await take(page, 'Second').getByText('Winner').waitFor()
    await select(page, 'Third')
    await take(page, 'Third').getByText('Winner').waitFor()
    assert.equal(await page.getByRole('article').getByText('Winner').count(), 1)
    refuse.resolve()
    await page.getByText('Out of film').nth(1).waitFor()
    await take(page, 'First').getByText('Winner').waitFor()
    await becomes(() => page.getByRole('article').getByText('Winner').count(), 1)
    await take(page, 'Second').getByText('Generated').waitFor()
    await take(page, 'Third').getByText('Generated').waitFor()
    await stage.close(page)
  })

  test('of two selections the first of which is refused, the second stays', async () => {
    const scene = await newScene('First', 'Second', 'Third')
    await stage.user.send('POST', `/api/assets/${scene.ids[0]}/selection`, { selected: true })
    const page = await stage.open(scene.path)
    await take(page, 'First').getByText('Winner').waitFor()
    const refuse = Promise.withResolvers<void>()
    await page.route(`**/assets/${scene.ids[1]}/selection`, async (route) => {
      await refuse.promise
      await route.fulfill({ status: 500, json: { error: 'Out of film' } })
    })
    await select(page, 'Second')
    await select(page, 'Third')
    refuse.resolve()
    await page.getByText('Out of film').first().waitFor()
    await take(page, 'Third').getByText('Winner').waitFor()
    await take(page, 'First').getByText('Generated').waitFor()
    await becomes(() => page.getByRole('article').getByText('Winner').count(), 1)
    await stage.close(page)
  })

  test('the first notice takes nothing with it when its list cannot be loaded, and Undo works', async () => {
    const scene = await newScene('Keeper', 'Mistake')
    const page = await stage.open('/projects')
    await page.route('**/static/toast-list*', (route) => route.abort())
    await page.goto(stage.service.address + scene.path)
    const remove = async () => {
      await take(page, 'Mistake').hover()
      await take(page, 'Mistake').getByRole('button', { name: 'More for' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByText('was deleted').waitFor()
      await take(page, 'Keeper').waitFor()
    }
    await remove()
    await page.getByRole('button', { name: 'Undo' }).click()
    await take(page, 'Mistake').waitFor()
    // For this one nobody waits: it may be gone before all is looked at.
    await remove()
    assert.deepEqual(await violations(page), [])
    await stage.close(page)
  })

  test('a menu that cannot be loaded says so, and opens once it can', async () => {
    const scene = await newScene('Only')
    const page = await stage.open('/projects')
    await page.route('**/static/menu-at*', (route) => route.abort())
    await page.goto(stage.service.address + scene.path)
    await take(page, 'Only').hover()
    await take(page, 'Only').getByRole('button', { name: 'More for' }).click()
    await page.getByText('A part of the console could not be loaded').first().waitFor()
    await take(page, 'Only').waitFor()
    await page.unroute('**/static/menu-at*')
    await take(page, 'Only').getByRole('button', { name: 'More for' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    await stage.close(page)
  })

  test('an order of scenes that cannot be loaded says so in its place, and comes with another try', async () => {
    await newScene('One')
    await newScene('Two')
    const page = await stage.open('/projects')
    await page.route('**/static/scene-order*', (route) => route.abort())
    await page.goto(`${stage.service.address}/projects/${stage.film.projectId}`)
    await page.getByRole('button', { name: /order/i }).first().click()
    await page.getByText('A part of the console could not be loaded').waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.unroute('**/static/scene-order*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Save the order' }).waitFor()
    await stage.close(page)
  })

  test('a screen that is not loaded yet says in words that the service is away, and comes when it is back', async () => {
    const page = await openFaulty('/projects')
    await page.route('**/static/webhooks-*', (route) => route.abort())
    await page.getByRole('link', { name: 'Tokens' }).first().waitFor()
    faulty.fail('gone')
    await page.getByRole('link', { name: 'Webhooks' }).first().click()
    await page.getByRole('alert').getByText('The service cannot be reached').waitFor()
    assert.equal(new URL(page.url()).pathname, '/webhooks')
    assert.deepEqual(await violations(page), [])
    await page.unroute('**/static/webhooks-*')
    faulty.fail('none')
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await page.getByText('The service cannot be reached').first().waitFor({ state: 'detached' })
    await stage.close(page)
  })

  test('a service that dies is noticed on a board, and that it is back', async () => {
    const scene = await newScene('Calm')
    const page = await openFaulty(scene.path)
    await take(page, 'Calm').waitFor()
    faulty.fail('gone')
    await banner(page).waitFor()
    await take(page, 'Calm').waitFor()
    assert.deepEqual(await violations(page), [])
    await stage.user.send('POST', `/api/assets/${scene.ids[0]}/selection`, { selected: true })
    faulty.fail('none')
    await banner(page).waitFor({ state: 'detached' })
    await take(page, 'Calm').getByText('Winner').waitFor()
    await stage.close(page)
  })

  test('a service that hangs is noticed on a board, too', async () => {
    const scene = await newScene('Calm')
    const page = await openFaulty(scene.path)
    await take(page, 'Calm').waitFor()
    const { release } = faulty.hold('/')
    await banner(page).waitFor()
    release()
    await banner(page).waitFor({ state: 'detached' })
    await stage.close(page)
  })

  for (const { screen, path, headers, pauses } of [
    { screen: 'a screen', path: '/webhooks', headers: {}, pauses: [4000, 8000] },
    { screen: 'a list', path: '/projects', headers: { 'retry-after': '6' }, pauses: [6000, 8000] },
  ])
    test(`what alone is refused for now says so in place of ${screen}, and is asked for again ever more seldom`, async () => {
      const page = await stage.open('/tokens', { alone: true })
      const asked = new RegExp(`^GET /api${path}\\b`)
      const times: number[] = []
      page.on('response', (response) => {
        const request = response.request()
        if (asked.test(`${request.method()} ${new URL(request.url()).pathname}`))
          times.push(request.timing().startTime)
      })
      faulty.fail(503, headers, asked)
      await page.goto(faulty.address + path)
      await page.getByRole('alert').getByText('Out of order. It is tried again by itself.').waitFor()
      const atFirst = times.length
      const wrong = await watchForFlicker(page)
      await becomes(async () => times.length, atFirst + 1)
      await settled(page)
      assert.deepEqual(await violations(page), [])
      assert.deepEqual(await wrong(), [])
      faulty.fail('none')
      await page.getByRole('alert').waitFor({ state: 'detached' })
      const waited = times.slice(atFirst).map((time, at) => time - times[atFirst + at - 1]!)
      assert.equal(waited.length, pauses.length)
      // By the clock of the browser: how late it is heard of here is nothing to it.
      assert.ok(
        waited.every((pause, at) => pause > pauses[at]! - 100),
        `asked again after ${waited} ms`,
      )
      await stage.close(page)
    })

  test('what is changed while something else is refused is saved', async () => {
    const page = await stage.open('/tokens', { alone: true })
    faulty.fail(503, {}, /^GET \/api\/projects\?/)
    await page.goto(`${faulty.address}/projects`)
    await page.getByRole('alert').getByText('Out of order').waitFor()
    await page.getByRole('button', { name: 'New project' }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill('Lighthouse')
    await page.getByRole('dialog').getByRole('button', { name: 'Make the project' }).click()
    await page.getByRole('heading', { level: 1, name: 'Lighthouse' }).waitFor()
    await becomes(() => banner(page).count(), 0)
    await stage.close(page)
  })

  test('an arrow key is not lost that is pressed before a board is there which could not be loaded at first', async () => {
    const scene = await newScene('Calm')
    const page = await openFaulty('/projects')
    await page.getByRole('link', { name: 'Tokens' }).first().waitFor()
    const board = new RegExp(`^GET ${scene.changes}/assets\\?`)
    faulty.fail(500, {}, board)
    await page.goto(faulty.address + scene.path)
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    faulty.fail('none')
    const { held, release } = faulty.hold(`${scene.changes}/assets?`)
    await again.click()
    await held
    await page.keyboard.press('ArrowRight')
    release()
    await becomes(
      () => page.evaluate(() => document.activeElement?.getAttribute('data-asset-id')),
      scene.ids[0],
    )
    await stage.close(page)
  })

  test('the rest of a board that was refused for long is there once the service is back', async () => {
    const scene = await newScene('Last')
    const sceneId = `A${String(scenes).padStart(3, '0')}`
    const captures = Array.from({ length: 100 }, () => ({ ...stage.film.capture, sceneId }))
    assert.equal((await stage.user.send('POST', '/api/extension/ingest/batch', { captures })).status, 200)
    faulty.fail(503, { 'retry-after': '3600' }, new RegExp(`^GET ${scene.changes}/assets\\?.*cursor=`))
    const page = await openFaulty(scene.path)
    await page.getByRole('article').first().waitFor()
    await page.keyboard.press('End')
    await page.getByText('Some takes could not be loaded. It is tried again by itself.').waitFor()
    faulty.fail('gone')
    await banner(page).waitFor()
    faulty.fail('none')
    await becomes(() => page.getByText('Some takes could not be loaded').count(), 0)
    await page.keyboard.press('End')
    await take(page, 'Last').waitFor()
    await stage.close(page)
  })

  test('a board asks nothing while nothing changes, and seldom where no stream comes through', async () => {
    const scene = await newScene('Calm')
    const calm = await openByClock(scene)
    // Until its stream is open it looks now and then, and once more when it is.
    let looksOfCalm = await calm.looksIn(120)
    for (let more = 0; looksOfCalm > 0 && more < 10; more += 1) looksOfCalm = await calm.looksIn(120)
    assert.equal(looksOfCalm, 0)
    await stage.close(calm.page)

    const { release } = faulty.hold('/api/live')
    const other = await openByClock(scene)
    const looks = await other.looksIn(120)
    assert.ok(looks >= 3 && looks <= 6, `asked ${looks} times in two minutes`)

    await other.page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
    await other.looksIn(4)
    assert.equal(await other.looksIn(120), 0)
    release()
    await stage.close(other.page)
  })

  /** A page of the board whose clock goes on when it is told to, and only while nothing that it asked is on its way. */
  async function openByClock({ path, changes }: { path: string; changes: string }) {
    const page = await stage.open('/projects', { alone: true })
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const onTheWay = onTheirWay(page)
    let looks = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === `${changes}/assets/changes`) looks += 1
    })
    /** How often it looked what changed in so many seconds of its clock. */
    const looksIn = async (seconds: number) => {
      const before = looks
      for (let second = 0; second < seconds; second += 1) {
        await page.clock.runFor(1000)
        await page.evaluate(() => Promise.resolve())
        // By its own clock it would have waited too long for them.
        await becomes(async () => onTheWay(), [])
      }
      return looks - before
    }
    await page.goto(faulty.address + path)
    const isThere = async () => {
      await looksIn(1)
      return take(page, 'Calm').isVisible()
    }
    await becomes(isThere, true, 100)
    await looksIn(5)
    return { page, looksIn }
  }
})

/** From now on, until the function that it returns is called: whatever is shown for a moment that does not say what failed. */
async function watchForFlicker(page: Page): Promise<() => Promise<string[]>> {
  const wrong = await page.evaluateHandle(() => {
    const found: string[] = []
    const look = () => {
      const text = document.body.innerText
      if (text.includes('cannot be reached')) found.push('the service is called away')
      if (!text.includes('Out of order')) found.push('its place does not say so')
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    return found
  })
  return () => wrong.jsonValue()
}

function take(page: Page, title: string): Locator {
  return page.getByRole('article').filter({ hasText: title })
}

async function select(page: Page, title: string): Promise<void> {
  await take(page, title).hover()
  await take(page, title)
    .getByRole('button', { name: /^Select / })
    .click()
}
