import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Locator, Page, Request } from 'playwright-core'
import { becomes } from './becomes.ts'
import { type FaultyService, faultyService } from './faulty-service.ts'
import { openStage, type Stage, violations } from './stage.ts'

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
    await banner(page).waitFor({ timeout: 40_000 })
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
    await banner(page).waitFor({ timeout: 40_000 })
    release()
    await banner(page).waitFor({ state: 'detached' })
    await stage.close(page)
  })

  test('a board asks nothing while nothing changes, and seldom where no stream comes through', async () => {
    const scene = await newScene('Calm')
    const isAsked = ([path]: [string, number]) => path.startsWith(`${scene.changes}/assets/changes`)
    const count = () => [...faulty.passed].filter(isAsked).reduce((sum, [, times]) => sum + times, 0)
    const page = await openFaulty(scene.path)
    await take(page, 'Calm').waitFor()
    // When it comes to the board, and when its stream is open.
    await becomes(async () => count() >= 2, true)
    await setTimeout(5000)
    const asked = count()
    await setTimeout(8000)
    assert.equal(count(), asked)
    await stage.close(page)

    const { release } = faulty.hold('/api/live')
    const other = await stage.open('/projects', { alone: true })
    // As the page asks, not as it arrives: what is on its way would count with what comes next.
    let looks = 0
    other.on('request', (request) => {
      if (new URL(request.url()).pathname === `${scene.changes}/assets/changes`) looks += 1
    })
    await other.clock.install()
    await other.goto(faulty.address + scene.path)
    await take(other, 'Calm').waitFor()
    // It goes on with that of the machine otherwise, by as long as this takes: held at a moment that is not over by then.
    await other.clock.pauseAt(Date.now() + 60_000)
    await ticks(other, 5)
    looks = 0
    await ticks(other, 120)
    assert.ok(looks >= 3 && looks <= 6, `asked ${looks} times in two minutes`)

    await other.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
    await ticks(other, 4)
    looks = 0
    await ticks(other, 120)
    assert.equal(looks, 0)
    release()
    await stage.close(other)
  })
})

function take(page: Page, title: string): Locator {
  return page.getByRole('article').filter({ hasText: title })
}

async function select(page: Page, title: string): Promise<void> {
  await take(page, title).hover()
  await take(page, title)
    .getByRole('button', { name: /^Select / })
    .click()
}

/** Lets the clock of the page go on, and what it asks be answered: it would have waited too long by its own clock. */
async function ticks(page: Page, seconds: number): Promise<void> {
  const asked = new Set<Request>()
  const ask = (request: Request) => new URL(request.url()).pathname !== '/api/live' && asked.add(request)
  const end = (request: Request) => asked.delete(request)
  page.on('request', ask).on('requestfinished', end).on('requestfailed', end)
  for (let second = 0; second < seconds; second += 1) {
    await page.clock.runFor(1000)
    await page.evaluate(() => Promise.resolve())
    await becomes(async () => asked.size, 0)
  }
  page.off('request', ask).off('requestfinished', end).off('requestfailed', end)
}
