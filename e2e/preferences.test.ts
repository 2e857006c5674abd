import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type SessionTestCaller, sessionCaller, testUser } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, settled, signIn, violations } from './stage.ts'

describe('preferences', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage({ alone: {} })
  })
  after(() => stage.end())

  async function stored() {
    return (await stage.user.get('/api/preferences')).body.data
  }

  test('each change is saved at once, as the extension reads it', async () => {
    const page = await stage.open('/preferences')
    await page.getByLabel('by default of the type').selectOption('VIDEO')
    await page.getByLabel('Its status is at first').selectOption('GENERATED')
    await page.getByLabel('Fill in by itself').uncheck()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { preferences } = (await stage.user.get('/api/extension/profile')).body
    assert.equal(preferences.defaultAssetType, 'VIDEO')
    assert.equal(preferences.defaultStatus, 'GENERATED')
    assert.equal(preferences.autoFillEnabled, false)
    await stage.close(page)
  })

  test('the last project and scene are named, and cleared', async () => {
    await stage.user.send('PATCH', '/api/preferences', {
      lastActiveProjectId: stage.film.projectId,
      lastActiveSceneId: '012A',
    })
    const page = await stage.open('/preferences')
    await page.getByRole('link', { name: 'The Long Tide' }).waitFor()
    await page.getByRole('link', { name: 'Scene 012A' }).waitFor()
    await page.getByRole('button', { name: 'Clear: Last scene' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { lastActiveProjectId, lastActiveSceneId } = await stored()
    assert.deepEqual([lastActiveProjectId, lastActiveSceneId], [stage.film.projectId, null])
    await stage.close(page)
  })

  test('platforms are sought and ticked by the keyboard alone', async () => {
    const page = await stage.open('/preferences')
    const all = (await stored()).enabledPlatforms.length
    const search = page.getByRole('searchbox', { name: 'Find a platform' })
    await search.waitFor()
    await tabTo(search)
    await page.keyboard.type('midj')
    const box = page.getByRole('checkbox', { name: 'Midjourney' })
    await tabTo(box)
    await page.keyboard.press('Space')
    await page.getByText(`ticked: ${all - 1} of ${all}`).waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.ok(!(await stored()).enabledPlatforms.includes('midjourney'))
    await page.getByRole('button', { name: 'None' }).click()
    await page.getByText(`ticked: 0 of ${all}`).waitFor()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByText(`ticked: ${all} of ${all}`).waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.equal((await stored()).enabledPlatforms.length, all)
    await stage.close(page)
  })

  test('many quick ticks all count', async () => {
    const page = await stage.open('/preferences')
    const boxes = page.getByRole('list', { name: 'Platforms' }).getByRole('checkbox')
    await boxes.first().waitFor()
    const all = await boxes.count()
    for (let place = 0; place < 6; place++) await boxes.nth(place).uncheck()
    await page.getByText(`ticked: ${all - 6} of ${all}`).waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    assert.equal((await stored()).enabledPlatforms.length, all - 6)
    await stage.user.send('PATCH', '/api/preferences', { enabledPlatforms: null })
    await stage.close(page)
  })

  test('what is refused goes back to what it was, and says why', async () => {
    const page = await stage.open('/preferences')
    await page.route('**/api/preferences', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 403, json: { error: 'Not today' } })
        : route.continue(),
    )
    const box = page.getByRole('checkbox', { name: 'Midjourney' })
    await box.click()
    await page.getByText('Not today').first().waitFor()
    await box.and(page.locator(':checked')).waitFor()
    await stage.close(page)
  })

  test('a platform is added, with a key out of its name, and removed by an administrator', async () => {
    const page = await stage.open('/preferences')
    await page.getByRole('button', { name: 'Add a platform' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a platform' })
    await dialog.getByLabel('Name').fill('Studio Élan 9')
    await dialog.getByLabel('Website').fill('https://elan.example')
    await dialog.getByLabel('Specialties').fill('slow motion, lip sync')
    await dialog.getByLabel('Video').check()
    await dialog.getByRole('button', { name: 'Add' }).click()
    const added = page.getByRole('listitem').filter({ hasText: 'Studio Élan 9' })
    await added.getByText('studio-elan-9').waitFor()
    await added.getByText('slow motion, lip sync').waitFor()
    await becomes(() => added.getByRole('checkbox').isChecked(), true)
    await becomes(
      () => added.getByRole('link', { name: 'Website' }).getAttribute('referrerpolicy'),
      'no-referrer',
    )

    const member = await memberOf(stage)
    const theirs = await stage.open('/preferences', { cookie: member.cookie })
    await theirs.getByText('Added here').waitFor()
    await becomes(() => theirs.getByRole('button', { name: 'Remove Studio Élan 9' }).count(), 0)
    await stage.close(theirs)

    await page.getByRole('button', { name: 'Remove Studio Élan 9' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await added.waitFor({ state: 'detached' })
    await stage.close(page)
  })

  test('who captures from all platforms goes on to after one is added, from those to come as well', async () => {
    await stage.user.send('PATCH', '/api/preferences', { enabledPlatforms: null })
    const page = await stage.open('/preferences')
    await page.getByRole('button', { name: 'Add a platform' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a platform' })
    await dialog.getByLabel('Name').fill('First light')
    await dialog.getByLabel('Video').check()
    await dialog.getByRole('button', { name: 'Add' }).click()
    const added = page.getByRole('listitem').filter({ hasText: 'First light' })
    await becomes(() => added.getByRole('checkbox').isChecked(), true)
    await settled(page)
    const { status } = await stage.user.send('POST', '/api/platforms', {
      slug: 'yet-to-come',
      name: 'Yet to come',
      provider: '',
      supportedOutput: ['VIDEO'],
      specialties: [],
    })
    assert.equal(status, 201)
    const { enabledPlatforms } = await stored()
    for (const slug of ['first-light', 'yet-to-come']) assert.ok(enabledPlatforms.includes(slug), slug)
    await stage.close(page)
  })

  test('the theme is kept, and is there before anything else of a page', async () => {
    const page = await stage.open('/preferences', { theme: 'light' })
    await page.getByLabel('Dark', { exact: true }).check()
    await becomes(() => background(page), dark)
    // Nothing of the console runs: what is seen now is what is seen first.
    await page.route('**/static/*.js', (route) => route.abort())
    await page.reload()
    await becomes(() => background(page), dark)
    await page.unroute('**/static/*.js')
    await page.reload()
    await page.getByLabel('System', { exact: true }).check()
    assert.notEqual(await background(page), dark)
    await stage.close(page)
  })

  test('when they cannot be loaded it says why, and tries again', async () => {
    const page = await stage.open('/tokens')
    await page.route('**/api/platforms', (route) =>
      route.fulfill({ status: 403, json: { error: 'Not today' } }),
    )
    await page.getByRole('link', { name: 'Preferences' }).click()
    await page.getByText('Not today').waitFor()
    await page.unroute('**/api/platforms')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('list', { name: 'Platforms' }).waitFor()
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`the page has no barriers in ${theme} on a ${size}`, async () => {
      const page = await stage.open('/preferences', { theme, size })
      await page.getByRole('list', { name: 'Platforms' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `preferences-${theme}-${size}`)
      await page.getByRole('button', { name: 'Add a platform' }).click()
      await page.getByRole('dialog').waitFor()
      assert.deepEqual(await violations(page), [])
      await stage.close(page)
    })
  }
})

const dark = 'rgb(15, 16, 18)'

function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
}

async function memberOf(stage: Stage): Promise<SessionTestCaller> {
  const { email } = await testUser(stage.service)
  return sessionCaller(stage.service.address, await signIn(stage.service.address, email))
}
