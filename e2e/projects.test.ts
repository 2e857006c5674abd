import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { testUser } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { looks, openStage, type Stage, screenshot, signIn, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('the projects', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
  })
  after(() => stage.end())

  const make = async (project: object) => (await stage.user.send('POST', '/api/projects', project)).body.data
  const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
  const choose = async (page: Page, name: string, item: string) => {
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  /** Where nothing is yet. */
  const openEmpty = async (options: Parameters<Stage['open']>[1] = {}) => {
    const { email } = await testUser(stage.service)
    return stage.open('/projects', { ...options, cookie: await signIn(stage.service.address, email) })
  }

  test('somebody new is told what Dailies is and what to do, and makes a project', async () => {
    const page = await openEmpty()
    await page.getByRole('heading', { name: 'Every take of your film' }).waitFor()
    for (const step of ['Make a project', 'Get the extension', 'Capture the first take']) {
      await page.getByRole('heading', { name: step }).waitFor()
    }
    const way = page.getByRole('main').getByRole('link', { name: 'Get the extension' })
    await becomes(() => way.getAttribute('href'), '/extension')
    await page.getByText('Or try it from a terminal').click()
    await page.getByRole('button', { name: 'Copy: Line for the terminal' }).click()
    assert.match(
      await page.evaluate(() => navigator.clipboard.readText()),
      /^curl 'http.*\/api\/extension\/ingest'/,
    )
    await becomes(() => page.getByRole('link', { name: 'a token' }).getAttribute('href'), '/tokens')
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByLabel('Name', { exact: true }).fill('The First Reel')
    await page.getByLabel('Genre').fill('Noir')
    await page.getByRole('button', { name: 'Make the project' }).click()
    await page.getByRole('heading', { level: 1, name: 'The First Reel' }).waitFor()
    await page.getByRole('heading', { name: 'No scenes yet' }).waitFor()
    await stage.close(page)
  })

  test('a project is made and found with the keyboard alone', async () => {
    const page = await stage.open('/projects')
    const button = page.getByRole('button', { name: 'New project' })
    await button.waitFor()
    for (let step = 0; step < 30 && !(await isFocused(page, 'New project')); step += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent?.trim() === 'New project')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.matches('[role="dialog"] input'))
    await page.keyboard.type('Keys Only')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Keys Only' }).waitFor()
    await stage.close(page)
  })

  test('a name that is taken is told at the field, and what was typed stays, over a reload too', async () => {
    const page = await stage.open('/projects')
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByLabel('Name', { exact: true }).fill('The Long Tide')
    await page.getByLabel('Genre').fill('Mystery')
    await page.getByRole('button', { name: 'Make the project' }).click()
    await page.getByText('There is a project of that name already').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'New project' }).click()
    await becomes(() => page.getByLabel('Name', { exact: true }).inputValue(), 'The Long Tide')
    await page.getByRole('button', { name: 'Start over' }).click()
    await becomes(() => page.getByLabel('Genre').inputValue(), '')
    await stage.close(page)
  })

  test('the list is narrowed by name and status, and the address says how', async () => {
    await make({ name: 'Glass Harbour', status: 'COMPLETED' })
    const page = await stage.open('/projects')
    await card(page, 'The Long Tide').waitFor()
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('glass')
    await card(page, 'The Long Tide').waitFor({ state: 'detached' })
    await page.waitForURL('**/projects?q=glass')
    await page.getByLabel('Status').selectOption('PRODUCTION')
    await page.getByRole('heading', { name: 'No project fits' }).waitFor()
    await page.waitForURL('**/projects?q=glass&status=PRODUCTION')
    await page.getByLabel('Status').selectOption('COMPLETED')
    await card(page, 'Glass Harbour').waitFor()
    await page.reload()
    await card(page, 'Glass Harbour').waitFor()
    await becomes(() => page.getByRole('searchbox', { name: 'Search by name' }).inputValue(), 'glass')
    await stage.close(page)
  })

  test('a project is edited, archived, brought back by undo, and found in the archive', async () => {
    await make({ name: 'Sleeper', status: 'PRE_PRODUCTION' })
    const page = await stage.open('/projects')
    await choose(page, 'Sleeper', 'Edit')
    await page.getByLabel('Genre').fill('Thriller')
    await page.getByRole('button', { name: 'Save' }).click()
    await card(page, 'Sleeper').getByText('Thriller').waitFor()
    await choose(page, 'Sleeper', 'Archive')
    await card(page, 'Sleeper').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await card(page, 'Sleeper').getByText('Pre-production').waitFor()
    await choose(page, 'Sleeper', 'Archive')
    await card(page, 'Sleeper').waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Search by name' }).waitFor()
    await page.getByLabel('Status').selectOption('ARCHIVED')
    await choose(page, 'Sleeper', 'Bring back')
    await card(page, 'Sleeper').waitFor({ state: 'detached' })
    await stage.close(page)
  })

  test('a project is deleted only by its name, and comes back by Undo, or from the trash', async () => {
    await make({ name: 'Doomed Reel' })
    const page = await stage.open('/projects')
    await choose(page, 'Doomed Reel', 'Delete')
    const sure = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
    await becomes(() => sure.isDisabled(), true)
    await page.getByLabel('Type its name').fill('Doomed Reel')
    await sure.click()
    await card(page, 'Doomed Reel').waitFor({ state: 'detached' })
    await page.getByText('“Doomed Reel” is in the trash').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await card(page, 'Doomed Reel').waitFor()
    await choose(page, 'Doomed Reel', 'Delete')
    await page.getByLabel('Type its name').fill('Doomed Reel')
    await sure.click()
    await card(page, 'Doomed Reel').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Trash' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Doomed Reel with 0 scenes' })
    await row.getByRole('button', { name: 'Restore Doomed Reel' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByText('The trash is empty').waitFor()
    await page.getByRole('link', { name: 'Projects' }).first().click()
    await card(page, 'Doomed Reel').waitFor()
    await stage.close(page)
  })

  for (const look of looks) {
    test(`a project goes for good from the trash, once that was confirmed: ${look.theme}, ${look.size}`, async () => {
      const name = `Lost Reel, ${look.theme}, ${look.size}`
      await make({ name })
      const { body } = await stage.user.get('/api/projects?limit=100')
      const { id } = body.data.find((project: { name: string }) => project.name === name)
      await stage.user.send('DELETE', `/api/projects/${id}?name=${encodeURIComponent(name)}`, undefined)
      const page = await stage.open('/trash', look)
      await page.getByText(`${name} with 0 scenes`).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `deleted-projects-${look.theme}-${look.size}`)
      await page.getByRole('button', { name: `Delete for good: ${name}` }).click()
      await page.getByText('It goes with everything in it. Nothing brings it back.').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
      await page.getByText('The trash is empty').waitFor()
      await stage.close(page)
    })
  }

  test('a list that cannot be loaded says so, and comes with another try', async () => {
    const page = await stage.open('/tokens')
    await page.route('**/api/projects?*', (route) =>
      route.fulfill({ status: 400, json: { error: 'The reel is torn' } }),
    )
    await page.getByRole('link', { name: 'Projects' }).first().click()
    await page.getByText('The reel is torn').waitFor()
    await page.unroute('**/api/projects?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await card(page, 'The Long Tide').waitFor()
    await stage.close(page)
  })

  test('a long list goes on while one scrolls', async () => {
    for (let number = 1; number <= 30; number += 1) await make({ name: `Reel ${number}.` })
    const page = await stage.open('/projects?q=reel')
    await card(page, 'Reel 30.').waitFor()
    await page.mouse.wheel(0, 20_000)
    await card(page, 'Reel 1.').waitFor()
    await stage.close(page)
  })

  test('names of every kind stay in their place', async () => {
    const hostile = `<img src=x onerror=alert(1)>${'W'.repeat(150)}`
    await make({ name: hostile, genre: 'שלום 🎬'.repeat(20) })
    for (const size of ['desktop', 'phone'] as const) {
      const page = await stage.open('/projects?q=onerror', { size })
      await page.getByText(hostile).waitFor()
      assert.equal(await sticksOut(page), 0, size)
      await stage.close(page)
    }
  })

  for (const { theme, size } of looks) {
    test(`the pages have no barriers in ${theme} on a ${size}`, async () => {
      const page = await stage.open('/projects?q=tide', { theme, size })
      await card(page, 'The Long Tide').waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `projects-${theme}-${size}`)
      await page.getByRole('button', { name: 'New project' }).click()
      await page.getByLabel('Genre').waitFor()
      assert.deepEqual(await violations(page), [])
      await stage.close(page)
      const empty = await openEmpty({ theme, size })
      await empty.getByRole('heading', { name: 'Every take of your film' }).waitFor()
      assert.deepEqual(await violations(empty), [])
      await screenshot(empty, `projects-empty-${theme}-${size}`)
      await stage.close(empty)
    })
  }
})

/** Whether the keyboard is on something of that name. */
function isFocused(page: Page, name: string): Promise<boolean> {
  return page.evaluate((text) => document.activeElement?.textContent?.trim() === text, name)
}
