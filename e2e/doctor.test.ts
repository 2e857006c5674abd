import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Checkup } from '@dailies/contract/doctor.ts'
import { checkNames } from '@dailies/contract/doctor.ts'
import type { Page } from 'playwright-core'
import { tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('the doctor in the console', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage({ alone: {} })
  })
  after(() => stage?.end())

  const rows = (page: Page) => page.getByRole('list', { name: 'Checks' }).getByRole('listitem')

  /** As the service answers from now on. */
  async function answering(page: Page, change: (checkup: Checkup) => Checkup): Promise<void> {
    await page.route('**/api/doctor', async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = await response.json()
      await route.fulfill({ response, json: { ...rest, data: change(data) } })
    })
  }

  test('says in words how it is with each thing, and what to do', async () => {
    const page = await stage.open('/doctor')
    await rows(page).first().waitFor()
    assert.equal(await rows(page).count(), checkNames.length)
    const database = rows(page).filter({ has: page.getByRole('heading', { name: 'Database' }) })
    await database.getByText('Well', { exact: true }).waitFor()
    await database.getByText(/^SQLite .* answers at/).waitFor()
    const backup = rows(page).filter({ has: page.getByRole('heading', { name: 'Backup' }) })
    await backup.getByText('Warning', { exact: true }).waitFor()
    await backup.getByText('What to do: Set it to a folder on another disk').waitFor()
    await stage.close(page)
  })

  test('looks again when it is asked to, by the keyboard too', async () => {
    const page = await stage.open('/doctor')
    await rows(page).first().waitFor()
    await answering(page, (checkup) => ({
      ...checkup,
      checks: checkup.checks.map((check) =>
        check.name === 'mail'
          ? { name: 'mail', state: 'failed', found: 'The mail server hangs.', todo: 'Wake it.' }
          : check,
      ),
    }))
    const again = page.getByRole('button', { name: 'Check again' })
    await tabTo(again)
    await page.keyboard.press('Enter')
    const mail = rows(page).filter({ hasText: 'The mail server hangs.' })
    await mail.getByText('Failed', { exact: true }).waitFor()
    await page.getByRole('status').getByText('1 failed').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'doctor-failed')
    await stage.close(page)
  })

  test('says so where it cannot be asked, and is tried again', async () => {
    const page = await stage.open('/projects')
    await page.route('**/api/doctor', (route) =>
      route.fulfill({ status: 400, json: { error: 'The doctor is out' } }),
    )
    await page.goto(`${stage.service.address}/doctor`)
    await page.getByText('The doctor is out').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.unroute('**/api/doctor')
    await page.getByRole('button', { name: 'Try again' }).click()
    await rows(page).first().waitFor()
    assert.equal(await page.getByText('The doctor is out').count(), 0)
    await stage.close(page)
  })

  test('is found by administrators in the menu and the palette, and is not for others', async () => {
    const page = await stage.open('/projects')
    await page.getByRole('button', { name: stage.user.email }).click()
    await page.getByRole('menuitem', { name: 'Doctor' }).click()
    await page.getByRole('heading', { level: 1, name: 'Doctor' }).waitFor()
    await page.goto(`${stage.service.address}/tokens`)
    await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('doctor')
    await page.getByRole('option', { name: /^Doctor/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Doctor' }).waitFor()
    await stage.close(page)
    const mia = await stage.person('Mia')
    const theirs = await stage.open('/doctor', { cookie: mia.cookie })
    await theirs.getByText('This is for administrators').waitFor()
    assert.equal(await theirs.getByRole('button', { name: 'Check again' }).count(), 0)
    await theirs.getByRole('button', { name: mia.email }).click()
    await theirs.getByRole('menuitem', { name: 'Account' }).waitFor()
    assert.equal(await theirs.getByRole('menuitem', { name: 'Doctor' }).count(), 0)
    await stage.close(theirs)
  })

  for (const look of looks) {
    test(`axe-core finds nothing wrong in ${look.theme} on a ${look.size}`, async () => {
      const page = await stage.open('/doctor', look)
      await rows(page).first().waitFor()
      await settled(page)
      assert.deepEqual(await violations(page), [])
      assert.equal(await sticksOut(page), 0)
      await screenshot(page, `doctor-${look.size}`)
      await stage.close(page)
    })
  }
})
