import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sessionCaller } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { tabTo } from './keyboard.ts'
import { type MediaStage, openMediaStage, still } from './media-stage.ts'
import { looks, screenshot, settled, signIn, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('what media take', () => {
  let stage: MediaStage

  before(async () => {
    stage = await openMediaStage({ DAILIES_MEDIA_QUOTA: '10mb', DAILIES_MEDIA_FETCH: 'false' })
  })
  after(() => stage?.end())

  const total = async (page: Page, name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .first()
      .textContent()

  test('before anything is kept, it says so, and what the service lacks', async () => {
    const page = await stage.open('/storage')
    await page.getByText('Nothing is kept yet').waitFor()
    await page.getByText('install ffmpeg on its machine').waitFor()
    await page.getByText('It fetches nothing').waitFor()
    assert.equal(await total(page, 'Kept'), '0 bytes')
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'storage-empty')
    await stage.close(page)
  })

  test('it tells how much is kept, saved, waited for and lost, of which project and kind', async () => {
    const [first] = [
      await stage.kept({ title: 'One' }, still(1)),
      await stage.kept({ title: 'Same' }, still(1)),
    ]
    await stage.capture({ outputUrl: 'https://media.example/a.png' })
    // What waits is written down once the capture is answered.
    const administrator = sessionCaller(
      stage.service.address,
      await signIn(stage.service.address, stage.user.email),
    )
    await becomes(async () => (await administrator.get('/api/storage')).body.data.waiting, 1)
    const page = await stage.open('/storage')
    await page.getByText('Originals', { exact: true }).first().waitFor()
    const { body } = await stage.user.get(`/api/assets/${first}/media`)
    const kilobytes = `${Number((body.data.bytes / 1000).toPrecision(3))} kB`
    assert.equal(await total(page, 'Saved'), kilobytes)
    assert.equal(await total(page, 'Only a link'), '1')
    await page.getByText('of 10.5 MB').first().waitFor()
    const project = page.getByRole('list', { name: 'Projects' }).getByRole('listitem')
    await project.getByText('2 files · 1 only a link').waitFor()
    await page.getByRole('link', { name: 'One', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'One' }).waitFor()
    await stage.close(page)
  })

  test('the keyboard alone sets the quota of a project, and takes it back', async () => {
    const page = await stage.open('/storage')
    const button = page.getByRole('button', { name: /^Quota of/ })
    await button.waitFor()
    await tabTo(button)
    await page.keyboard.press('Enter')
    const field = page.getByLabel('It may take')
    await field.waitFor()
    await tabTo(field)
    await page.keyboard.type('0.001')
    await page.getByText('It takes more than that already').waitFor()
    await tabTo(page.getByLabel('Unit'))
    // Gigabytes.
    await page.keyboard.press('g')
    await field.fill('2.5')
    await tabTo(field)
    await becomes(() => page.getByText('It takes more than that already').count(), 0)
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Projects' }).getByText('of 2.5 GB').waitFor()
    await page.keyboard.press('Enter')
    await becomes(() => field.inputValue(), '2.5')
    await field.fill('')
    await page.keyboard.press('Enter')
    await becomes(() => page.getByText('of 2.5 GB').count(), 0)
    await stage.close(page)
  })

  test('an administrator comes to it by the menu; a member is told that it is not for them', async () => {
    const page = await stage.open('/projects')
    await page.getByRole('button', { name: stage.user.email }).click()
    await page.getByRole('menuitem', { name: 'Storage' }).click()
    await page.getByRole('heading', { level: 1, name: 'Storage' }).waitFor()
    await stage.close(page)
    const mia = await stage.person('Mia')
    const theirs = await stage.open('/storage', { cookie: mia.cookie })
    await theirs.getByText('This is for administrators').waitFor()
    await theirs.getByRole('button', { name: mia.email }).click()
    await theirs.getByRole('menuitem', { name: 'Account' }).waitFor()
    assert.equal(await theirs.getByRole('menuitem', { name: 'Storage' }).count(), 0)
    await stage.close(theirs)
  })

  test('what cannot be loaded says so, and is tried again', async () => {
    const page = await stage.open('/projects')
    await page.route('**/api/storage', (route) =>
      route.fulfill({ status: 400, json: { error: 'The disk is asleep' } }),
    )
    await page.goto(`${stage.service.address}/storage`)
    await page.getByText('The disk is asleep').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'storage-failed')
    await page.unroute('**/api/storage')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('By project').waitFor()
    await stage.close(page)
  })

  for (const look of looks) {
    test(`axe-core finds nothing wrong in ${look.theme} on a ${look.size}`, async () => {
      const page = await stage.open('/storage', look)
      await page.getByText('By project').waitFor()
      await settled(page)
      assert.deepEqual(await violations(page), [])
      assert.equal(await sticksOut(page), 0)
      await screenshot(page, `storage-${look.size}`)
      await stage.close(page)
    })
  }
})
