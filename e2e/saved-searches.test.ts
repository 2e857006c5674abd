import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { holdRequests } from './hold-requests.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'

describe('saved searches', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
    await capture('A heron over the harbour')
  })
  after(() => stage?.end())

  const capture = async (prompt: string) => {
    const { status } = await stage.user.ingest({ ...stage.film.capture, prompt })
    assert.equal(status, 200)
  }
  const pinned = (page: Page) => page.getByRole('region', { name: 'Saved searches' }).first()

  test('one is saved, pinned, says what is new, is opened, renamed and deleted', async () => {
    const page = await stage.open('/search')
    await page.getByText('No search is saved yet').waitFor()
    await page.goto(`${stage.service.address}/search?q=heron`)
    const save = page.getByRole('button', { name: 'Save this search' })
    await save.waitFor()
    await tabTo(save)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await becomes(() => hasFocus(page.getByLabel('Name')), true)
    await page.keyboard.type('Herons')
    assert.equal(await page.getByLabel('Pin to the sidebar').isChecked(), true)
    await page.keyboard.press('Enter')
    await page.getByText('“Herons” is saved, and pinned to the sidebar').waitFor()
    await page.getByText('Saved as').waitFor()
    const link = pinned(page).getByRole('link', { name: /Herons/ })
    await becomes(() => link.textContent(), 'Herons')
    await page.goto(`${stage.service.address}/projects`)
    await link.waitFor()
    await capture('Another heron, asleep')
    await becomes(() => link.textContent(), 'Herons1, 1 new')
    assert.deepEqual(await violations(page), [])
    await link.click()
    await page.waitForURL('**/search?q=heron')
    await becomes(() => link.textContent(), 'Herons')
    await becomes(() => page.getByRole('feed').getByRole('article').count(), 2)

    await pinned(page).getByRole('button', { name: 'More for Herons' }).click()
    await page.getByRole('menuitem', { name: 'Rename or change' }).click()
    await page.getByLabel('Name').fill('Wading birds')
    await page.keyboard.press('Enter')
    await pinned(page).getByRole('link', { name: 'Wading birds' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('wading')
    await page
      .getByRole('option', { name: /Wading birds/ })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await pinned(page).getByRole('button', { name: 'More for Wading birds' }).click()
    await page.getByRole('menuitem', { name: 'Unpin' }).click()
    await page.getByRole('banner').getByText('Wading birds').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More for Wading birds' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Save this search' }).waitFor()
    await stage.close(page)
  })

  test('one is saved without being pinned, by the keyboard, where somebody wants that', async () => {
    const page = await stage.open('/search?q=tern')
    await page.getByRole('button', { name: 'Save this search' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Save this search' })
    await becomes(() => hasFocus(dialog.getByLabel('Name')), true)
    await page.keyboard.type('Terns')
    await tabTo(dialog.getByLabel('Pin to the sidebar'))
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByText('“Terns” is saved', { exact: true }).waitFor()
    const { body } = await stage.user.get('/api/saved-searches')
    const [{ id, pin }] = body.data.filter(({ name }: { name: string }) => name === 'Terns')
    assert.equal(pin, null)
    await stage.user.send('DELETE', `/api/saved-searches/${id}`, undefined)
    await stage.close(page)
  })

  test('one that finds no room among those that are pinned is saved, which is said', async () => {
    const page = await stage.open('/search?q=gull')
    await page.route('**/api/saved-searches/*/pin', (route) =>
      route.fulfill({ status: 400, json: { error: 'Unpin one first' } }),
    )
    await page.getByRole('button', { name: 'Save this search' }).click()
    await page.getByLabel('Name').fill('Gulls of the sea')
    await page.keyboard.press('Enter')
    await page.getByText('“Gulls of the sea” is saved, but not pinned. Unpin one first').first().waitFor()
    const { body } = await stage.user.get('/api/saved-searches')
    const { id } = body.data.find(({ name }: { name: string }) => name === 'Gulls of the sea')
    await stage.user.send('DELETE', `/api/saved-searches/${id}`, undefined)
    await stage.close(page)
  })

  test('on a phone, which has no sidebar, nobody is told of one', async () => {
    const somebody = await stage.person('Phil')
    const page = await stage.open('/search', { size: 'phone', cookie: somebody.cookie })
    const word = page.getByText('sidebar')
    await page.getByText('No search is saved yet').waitFor()
    assert.equal(await word.count(), 0)
    await page.goto(`${stage.service.address}/search?q=heron`)
    await page.getByRole('button', { name: 'Save this search' }).tap()
    await page.getByLabel('Name').fill('Herons')
    assert.equal(await page.getByLabel('Pin', { exact: true }).isChecked(), true)
    assert.deepEqual(await violations(page), [])
    assert.equal(await word.count(), 0)
    await page.getByRole('button', { name: 'Save', exact: true }).tap()
    await page.getByText('“Herons” is saved, and pinned', { exact: true }).waitFor()
    await stage.close(page)
  })

  test('where one is unpinned or deleted the keyboard stays in the sidebar', async () => {
    const somebody = await stage.person('Kim')
    for (const name of ['Oars', 'Nets', 'Keels']) {
      const { body } = await somebody.send('POST', '/api/saved-searches', { name, q: name })
      await somebody.send('PUT', `/api/saved-searches/${body.data.id}/pin`, {})
    }
    const page = await stage.open('/tokens', { cookie: somebody.cookie })
    const more = (name: string) => pinned(page).getByRole('button', { name: `More for ${name}` })
    await tabTo(more('Oars'))
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Unpin' }).press('Enter')
    await more('Oars').waitFor({ state: 'detached' })
    await becomes(() => hasFocus(more('Nets')), true)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await more('Nets').waitFor({ state: 'detached' })
    await becomes(() => hasFocus(more('Keels')), true)
    await stage.close(page)
  })

  test('one that is saved, changed and deleted waits for nothing to be counted', async () => {
    const page = await stage.open('/search?q=gull')
    const letThrough = await holdRequests(page, '**/api/saved-searches/new*')
    const [saving, changing, deleting] = ['Save this search', 'Change “Gulls”', 'Delete “Gulls”?'].map(
      (name) => page.getByRole('dialog', { name }),
    ) as [Locator, Locator, Locator]
    const isGone = { state: 'detached', timeout: 20_000 } as const
    await page.getByRole('button', { name: 'Save this search' }).click()
    await saving.getByLabel('Name').fill('Gulls')
    await page.keyboard.press('Enter')
    await saving.waitFor(isGone)
    const more = page.getByRole('main').getByRole('button', { name: 'More for Gulls' })
    await more.click()
    await page.getByRole('menuitem', { name: 'Rename or change' }).click()
    await page.getByLabel('Who sees it').selectOption({ label: 'All members of The Long Tide' })
    await changing.getByRole('button', { name: 'Save', exact: true }).click()
    await changing.waitFor(isGone)
    await more.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await deleting.getByRole('button', { name: 'Delete' }).click()
    await deleting.waitFor(isGone)
    letThrough()
    await stage.close(page)
  })

  test('one that is shared is there for another member, who may pin it and not change it', async () => {
    const viewer = await stage.person('Vera')
    const { projectId } = stage.film
    await stage.user.send('POST', `/api/projects/${projectId}/members`, { userId: viewer.id, role: 'viewer' })
    const page = await stage.open('/search', { cookie: viewer.cookie })
    await page.getByText('No search is saved yet').waitFor()
    // It comes while the page is open.
    const shared = { name: 'Rain', q: 'rain rights:unknown', projectId }
    await stage.user.send('POST', '/api/saved-searches', shared)
    await page.getByRole('button', { name: 'More for Rain' }).click()
    await page.getByRole('menuitem', { name: 'Pin to the sidebar' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Rain' }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'More for Rain' }).click()
    await page.getByRole('menuitem', { name: 'Unpin' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Delete' }).count(), 0)
    await page.keyboard.press('Escape')
    await stage.close(page)
  })

  test('one of one’s own is shared with a film later, and taken back', async () => {
    const reviewer = await stage.person('Rosa')
    const { projectId } = stage.film
    const member = { userId: reviewer.id, role: 'reviewer' }
    await stage.user.send('POST', `/api/projects/${projectId}/members`, member)
    await stage.user.send('POST', '/api/saved-searches', { name: 'Fog', q: 'fog' })
    const [page, there] = [
      await stage.open('/search'),
      await stage.open('/search', { cookie: reviewer.cookie }),
    ]
    const change = async (label: string) => {
      await page.getByRole('button', { name: 'More for Fog' }).click()
      await page.getByRole('menuitem', { name: 'Rename or change' }).click()
      await page.getByLabel('Who sees it').selectOption({ label })
      assert.deepEqual(await violations(page), [])
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    const listed = there.getByRole('link', { name: /Fog/ })
    await change('All members of The Long Tide')
    await listed.waitFor()
    await change('Only you')
    await listed.waitFor({ state: 'detached' })
    await Promise.all([page, there].map((each) => stage.close(each)))
  })

  test('it has room on a phone and beside, in light and dark', async () => {
    for (const name of ['Everything that nobody has the rights to as yet, of last week', 'Herons']) {
      const { body } = await stage.user.send('POST', '/api/saved-searches', { name, q: 'heron -neon' })
      await stage.user.send('PUT', `/api/saved-searches/${body.data.id}/pin`, {})
    }
    await capture('A third heron')
    for (const look of looks) {
      for (const [what, address] of [
        ['none', '/search'],
        ['found', '/search?q=heron'],
      ] as const) {
        const page = await stage.open(address, look)
        await page.getByText('Saved searches').last().waitFor()
        await settled(page)
        assert.deepEqual(await violations(page), [])
        await screenshot(page, `saved-searches-${what}-${look.theme}-${look.size}`)
        await stage.close(page)
      }
    }
  })
})
