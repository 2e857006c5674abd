import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { callerWith, testUser } from '../server/test/service.ts'
import { setExpiry } from '../server/tokens/queries.ts'
import { becomes } from './becomes.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, signIn, violations } from './stage.ts'

describe('tokens', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
  })
  after(() => stage.end())

  test('a token is made, shown once with a line to try it, and opens what it may', async () => {
    const page = await stage.open('/tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill("Ada's browser")
    await page.getByRole('button', { name: 'Capture only' }).click()
    await becomes(() => page.getByLabel('Selection').isChecked(), false)
    await page.getByRole('button', { name: 'Make the token' }).click()

    const shown = page.getByRole('dialog', { name: 'Your new token' })
    const token = await tokenIn(page)
    const line = await shown.getByRole('region', { name: 'Line to try the token' }).innerText()
    assert.equal(
      line,
      `curl '${stage.service.address}/api/extension/projects' \\\n  -H 'Authorization: Bearer ${token}'`,
    )
    assert.equal((await callerWith(stage.service.address, token).get('/api/extension/projects')).status, 200)

    await page.keyboard.press('Escape')
    await shown.getByText('You have not copied it').waitFor()
    await shown.getByRole('button', { name: 'Copy the token' }).click()
    await becomes(() => page.evaluate(() => navigator.clipboard.readText()), token)
    await shown.getByRole('button', { name: 'Done' }).click()
    await shown.waitFor({ state: 'hidden' })
    await row(page, "Ada's browser").getByText('Read, Capture · in all projects').waitFor()
    await page.getByText('was made in the console').first().waitFor()
    await stage.close(page)
  })

  test('the keyboard alone makes one, and the focus comes back to where it was', async () => {
    const page = await stage.open('/tokens')
    const make = page.getByRole('button', { name: 'New token' })
    await make.waitFor()
    await tabTo(make)
    await page.keyboard.press('Enter')
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.waitFor()
    assert.equal(await hasFocus(name), true)
    await page.keyboard.type('by hand')
    await page.keyboard.press('Enter')
    const copy = page.getByRole('button', { name: 'Copy the token' })
    await copy.waitFor()
    await tabTo(copy)
    await page.keyboard.press('Enter')
    await page.getByText('Copied').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await row(page, 'by hand').waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent === 'New token')
    await stage.close(page)
  })

  test('one for some projects only needs at least one of them', async () => {
    const page = await stage.open('/tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('render farm')
    await page.getByLabel('Only some').check()
    await page.getByRole('button', { name: 'Make the token' }).click()
    await page.getByText('Tick at least one project').waitFor()
    await page.getByLabel('The Long Tide').check()
    await page.getByLabel('Limit how often').check()
    await page.getByLabel('Requests a minute').fill('30')
    await page.getByRole('button', { name: 'Make the token' }).click()
    await page.getByRole('button', { name: 'Copy the token' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await row(page, 'render farm')
      .getByText('in The Long Tide · at most 30 requests a minute, 3000 an hour')
      .waitFor()
    await stage.close(page)
  })

  test('what is typed outlives a reload, and what the service says stands at its field', async () => {
    const page = await stage.open('/tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('  ')
    await page.getByRole('button', { name: 'Make the token' }).click()
    await page.getByRole('dialog').getByText('Required').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('half typed')
    await page.reload()
    await page.getByRole('button', { name: 'New token' }).click()
    await becomes(() => page.getByRole('textbox', { name: 'Name' }).inputValue(), 'half typed')
    await stage.close(page)
  })

  test('one is renamed and may less, is rotated, and revoked: refused at once', async () => {
    const made = await stage.user.send('POST', '/api/tokens', { name: 'old name' })
    const page = await stage.open('/tokens')
    await deed(page, 'old name', 'Rename or change')
    await page.getByRole('textbox', { name: 'Name' }).fill('new name')
    await page.getByRole('button', { name: 'Read only' }).click()
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.getByRole('button', { name: 'Save' }).click()
    assert.deepEqual((await sent).postDataJSON(), { name: 'new name', permissions: ['read'] })
    await row(page, 'new name').getByText('Read · in all projects').waitFor()
    await page.getByText('may do less since it was changed').waitFor()

    await deed(page, 'new name', 'Rotate')
    await page.getByLabel('At once').check()
    await page.getByRole('button', { name: 'Rotate' }).click()
    const token = await tokenIn(page)
    const old = callerWith(stage.service.address, made.body.data.token)
    assert.equal((await old.get('/api/extension/projects')).status, 401)
    const successor = callerWith(stage.service.address, token)
    assert.equal((await successor.get('/api/extension/projects')).status, 200)
    await page.getByRole('button', { name: 'Copy the token' }).click()
    await page.getByRole('button', { name: 'Done' }).click()

    await deed(page, 'new name', 'Revoke')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The token is revoked').waitFor()
    assert.equal((await successor.get('/api/extension/projects')).status, 401)

    await page.getByRole('switch', { name: 'Show expired and revoked ones' }).click()
    await page.waitForURL('**/tokens?show=ended')
    await row(page, 'new name').getByText('Revoked').first().waitFor()
    await row(page, 'new name').getByText('Expired').first().waitFor()
    await stage.close(page)
  })

  test('one in its last two weeks says so', async () => {
    const { body } = await stage.user.send('POST', '/api/tokens', { name: 'soon over' })
    const expiresAt = new Date(Date.now() + 9 * 24 * 3_600_000 + 60_000).toISOString()
    await stage.service.db.transaction((transaction) =>
      transaction.run(setExpiry, { id: body.data.id, expiresAt }),
    )
    const page = await stage.open('/tokens')
    await row(page, 'soon over').getByText('Ends soon').waitFor()
    await row(page, 'soon over').getByText('in 9').waitFor()
    await stage.close(page)
  })

  test('the audit trail comes page by page', async () => {
    for (let made = 0; made < 11; made++) {
      const { body } = await stage.user.send('POST', '/api/tokens', { name: `short ${made}` })
      await stage.user.send('DELETE', `/api/tokens/${body.data.id}`, undefined)
    }
    const page = await stage.open('/tokens')
    const entries = page.getByRole('region', { name: 'Audit trail' }).getByRole('listitem')
    await entries.nth(19).waitFor()
    await becomes(() => entries.count(), 20)
    await page.getByRole('button', { name: 'Show older entries' }).click()
    await entries.nth(21).waitFor()
    await stage.close(page)
  })

  test('whoever has none reads what they are for, and how to capture with one', async () => {
    const { email } = await testUser(stage.service)
    const cookie = await signIn(stage.service.address, email)
    const page = await stage.open('/tokens', { cookie })
    await deed(page, 'test', 'Revoke')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No token is valid any more').waitFor()
    await page.getByText('/api/extension/ingest').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Make a new one' }).click()
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await stage.close(page)
  })

  test('when the list cannot be loaded it says why, and tries again', async () => {
    const page = await stage.open('/projects')
    await page.route('**/api/tokens?*', (route) =>
      route.fulfill({ status: 403, json: { error: 'Not today' } }),
    )
    await page.getByRole('link', { name: 'Tokens' }).click()
    await page.getByText('Not today').waitFor()
    await page.unroute('**/api/tokens?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('list', { name: 'Tokens' }).waitFor()
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`the list, the form and the token have no barriers in ${theme} on a ${size}`, async () => {
      const page = await stage.open('/tokens?show=ended', { theme, size })
      await page.getByText('was made').first().waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `tokens-${theme}-${size}`)
      await page.getByRole('button', { name: 'New token' }).click()
      await page.getByLabel('Only some').check()
      await page.getByLabel('The Long Tide').check()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `tokens-new-${theme}-${size}`)
      await page.getByRole('textbox', { name: 'Name' }).fill(`${theme} ${size}`)
      await page.getByRole('button', { name: 'Make the token' }).click()
      await page.getByRole('button', { name: 'Copy the token' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `tokens-shown-${theme}-${size}`)
      await stage.close(page)
    })
  }
})

function row(page: Page, name: string) {
  return page.getByRole('list', { name: 'Tokens' }).getByRole('listitem').filter({ hasText: name })
}

async function deed(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function tokenIn(page: Page): Promise<string> {
  const shown = page.getByRole('dialog', { name: 'Your new token' })
  return shown.getByText(/^svc_\w+$/).innerText()
}
