import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { type ExtensionStage, forgetAll, openExtension, putSettings } from './extension-stage.ts'
import { hasFocus } from './keyboard.ts'
import { screenshot, violations } from './stage.ts'

describe('the search of the side panel', () => {
  let service: TestService
  let extension: ExtensionStage
  let user: TestUser
  let film: Film
  let page: Page
  const ids: Record<string, string> = {}

  before(async () => {
    service = await testService('sqlite')
    extension = await openExtension()
  })
  beforeEach(async () => {
    user = await testUser(service)
    film = await testFilm(service.db, user)
    for (const more of [
      { title: 'Lamp one', prompt: 'A paper lamp over the harbour' },
      { title: 'Lamp two', prompt: 'A brass lamp, close', modelName: 'lumen-3', shotId: film.shotIds[0] },
      { title: 'Umbrella', prompt: 'A red coat' },
    ]) {
      const { body } = await user.ingest({ ...film.capture, ...more })
      ids[more.title] = body.asset.id
    }
    page = await extension.panel()
    await page.getByRole('heading', { name: 'Connect', exact: true }).waitFor()
    await connect()
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await becomes(() => hasFocus(field()), true)
  })
  afterEach(async () => {
    await forgetAll(page)
    await extension.closePage(page)
  })
  after(async () => {
    await extension?.end()
    await service?.close()
  })

  const connect = (token = user.token) =>
    putSettings(page, { connection: { address: service.address, token, state: 'connected' } })
  const field = () => page.getByRole('searchbox', { name: 'Search the takes of all films' })
  const take = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
  const titles = async () => {
    const found = await page
      .getByRole('list', { name: 'Takes that were found' })
      .getByRole('link')
      .allInnerTexts()
    return found
      .map((text) =>
        text
          .split('\n')[0]!
          .replace(/ \(?opens.*$/i, '')
          .trim(),
      )
      .sort()
  }
  const status = () => page.locator('main [role="status"]', { hasText: /./ }).allInnerTexts()

  test('finds takes as one writes, says where each stands, and leads to it in the console', async () => {
    await field().fill('lam')
    await becomes(titles, ['Lamp one', 'Lamp two'])
    await becomes(status, ['Takes found: 2'])
    const two = page.getByRole('listitem').filter({ hasText: 'Lamp two' })
    await two.getByText('The Long Tide › Scene 012A › 012A-A').waitFor()
    await two.getByText(/lumen-3/).waitFor()
    assert.equal(await take('Lamp two').getAttribute('href'), `${service.address}/assets/${ids['Lamp two']}`)
    assert.equal(
      await page.getByRole('link', { name: /^In the console/ }).getAttribute('href'),
      `${service.address}/search?q=lam`,
    )
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'extension-search')
    await field().fill('umbr')
    await becomes(titles, ['Umbrella'])
    const opened = extension.context.waitForEvent('page')
    await page.keyboard.press('Enter')
    const tab = await opened
    await becomes(async () => tab.url().split('?')[0], `${service.address}/assets/${ids.Umbrella}`)
    await tab.close()
    await field().fill('quixotic')
    await page.getByText('A take has to have all of the words').waitFor()
    await field().fill('')
    await page.getByText(/^Words of prompt, title/).waitFor()
    await becomes(titles, [])
  })

  test('is gone through by the arrows, and the prompt goes onto the clipboard', async () => {
    await extension.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await field().fill('lamp')
    await becomes(titles, ['Lamp one', 'Lamp two'])
    const links = page.locator('[data-found]')
    await page.keyboard.press('ArrowDown')
    await becomes(() => hasFocus(links.nth(0)), true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await becomes(() => hasFocus(links.nth(1)), true)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await becomes(() => hasFocus(field()), true)
    await page.getByRole('button', { name: 'Copy the prompt of Lamp two' }).click()
    await page.getByText('The prompt is copied').waitFor()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'A brass lamp, close')
  })

  test('shows the answer to what is written, also where an earlier one comes after it', async () => {
    const held: Route[] = []
    await page.route('**/api/search?*', async (route) => {
      if (new URL(route.request().url()).searchParams.get('q') === 'umbrella') held.push(route)
      else await route.continue()
    })
    await field().fill('umbrella')
    await becomes(async () => held.length, 1)
    await page.getByText('Looking …').waitFor({ state: 'attached' })
    await field().fill('lamp')
    await becomes(titles, ['Lamp one', 'Lamp two'])
    await held[0]!.continue().catch(() => undefined)
    // What is asked after it is answered after it.
    await field().fill('lamp brass')
    await becomes(titles, ['Lamp two'])
    await field().fill('lamp')
    await becomes(titles, ['Lamp one', 'Lamp two'])
  })

  test('says that the service is away, that a filter is none, and tries again', async () => {
    await page.route('**/api/search?*', (route) => route.abort())
    await field().fill('lamp')
    const alert = page.getByRole('alert')
    await alert.getByText(/cannot be reached|offline|away/i).waitFor()
    await page.unroute('**/api/search?*')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await becomes(titles, ['Lamp one', 'Lamp two'])
    await field().fill('status:great')
    await alert.getByText(/^"status:great" is no filter/).waitFor()
    // It would be none once more.
    assert.equal(await alert.getByRole('button').count(), 0)
    await field().fill('lamp')
    await becomes(titles, ['Lamp one', 'Lamp two'])
    await becomes(() => page.getByText(/is no filter/).count(), 0)
  })

  test('says what the token lacks, and that it is refused', async () => {
    await page.route('**/api/search?*', (route) =>
      route.fulfill({
        status: 403,
        json: { error: 'Forbidden' },
        headers: { 'access-control-allow-origin': '*' },
      }),
    )
    await field().fill('lamp')
    await page
      .getByRole('alert')
      .getByText(/lacks the permission to read/)
      .waitFor()
    await page.unroute('**/api/search?*')
    await connect('svc_nobodys')
    await field().fill('lamp b')
    await page.getByRole('button', { name: /^Connect/ }).waitFor()
    await becomes(titles, [])
  })
})
