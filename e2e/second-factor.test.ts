import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { codeOf, giveCode, halfSignedIn, secondFactorFor, timePasses } from '../server/test/second-factor.ts'
import { sessionCaller, testPassword, testUser } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, signIn, violations } from './stage.ts'

describe('a second factor', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage({ alone: {} })
  })
  after(() => stage.end())

  async function somebody() {
    const user = await testUser(stage.service)
    return { user, cookie: await signIn(stage.service.address, user.email) }
  }

  /** Who is asked for a code from now on. */
  async function withFactor() {
    const { user, cookie } = await somebody()
    const factor = await secondFactorFor(sessionCaller(stage.service.address, cookie))
    await timePasses(stage.service.db, user.id)
    return { user, cookie, ...factor }
  }

  async function givePassword(page: Page, email: string): Promise<void> {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(testPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your second factor' }).waitFor()
  }

  for (const { theme, size } of looks) {
    test(`is set up by the keyboard alone, moved and turned off, in ${theme} on a ${size}`, async () => {
      const { user, cookie } = await somebody()
      const page = await stage.open('/account', { cookie, theme, size })
      const setUp = page.getByRole('button', { name: 'Set up' })
      await setUp.waitFor()
      await tabTo(setUp)
      await page.keyboard.press('Enter')
      await page.getByLabel('Your password').waitFor()
      await page.keyboard.type('another horse')
      await page.keyboard.press('Enter')
      await page.getByText('Is not your password').waitFor()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(testPassword)
      assert.deepEqual(await violations(page), [])
      await page.keyboard.press('Enter')

      const scan = page.getByRole('dialog', { name: 'Scan this with your app' })
      await scan.getByRole('img', { name: 'QR code' }).waitFor()
      const secret = (await scan.locator('.font-mono').innerText()).replaceAll(' ', '')
      const link = await scan.getByRole('link').getAttribute('href')
      assert.ok(link?.includes(`secret=${secret}`))
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `second-factor-scan-${theme}-${size}`)
      await page.keyboard.type('000000')
      await page.keyboard.press('Enter')
      await page.getByText('Is not what the app shows now').waitFor()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(codeOf(secret))
      await page.keyboard.press('Enter')

      const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
      await codes.waitFor()
      // They are to be kept before anything else is done with them.
      await becomes(() => hasFocus(codes.getByRole('button', { name: 'Copy the recovery codes' })), true)
      const shown = (await codes.locator('.font-mono').innerText()).split('\n')
      assert.equal(shown.length, 10)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `second-factor-recovery-${theme}-${size}`)
      await page.keyboard.press('Escape')
      await codes.getByText('You have neither copied nor saved them').waitFor()
      const saving = page.waitForEvent('download')
      const save = codes.getByRole('link', { name: 'Save as a file' })
      await tabTo(save)
      await page.keyboard.press('Enter')
      const saved = await saving
      assert.equal(saved.suggestedFilename(), 'dailies-recovery-codes.txt')
      assert.equal(await text(await saved.createReadStream()), `${shown.join('\n')}\n`)
      await codes.getByRole('button', { name: 'Done' }).click()

      const part = page.getByRole('region', { name: 'Second factor' })
      await part.getByText('10 recovery codes left').waitFor()
      assert.deepEqual(await violations(page), [])
      await part.scrollIntoViewIfNeeded()
      await screenshot(page, `second-factor-on-${theme}-${size}`)
      const half = await halfSignedIn(stage.service, user)
      assert.equal((await giveCode(stage.service, half, shown[0]!)).status, 200)

      await part.getByRole('button', { name: 'Move to another phone' }).click()
      const move = page.getByRole('dialog', { name: 'Move to another phone' })
      await move.getByText('nor do the recovery codes').waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `second-factor-move-${theme}-${size}`)
      await page.keyboard.press('Escape')
      await move.waitFor({ state: 'detached' })

      await part.getByRole('button', { name: 'Turn off' }).click()
      await page.getByLabel('Your password').fill(testPassword)
      await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
      await setUp.waitFor()
      await signIn(stage.service.address, user.email)
      await stage.close(page)
    })

    test(`is asked for on the sign-in page, in ${theme} on a ${size}`, async () => {
      const { user, secret, recoveryCodes } = await withFactor()
      const page = await stage.open('/tokens', { signedOut: true, theme, size })
      await givePassword(page, user.email)
      await becomes(
        () => page.evaluate(() => document.activeElement?.getAttribute('autocomplete')),
        'one-time-code',
      )
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `second-factor-code-${theme}-${size}`)
      await page.keyboard.type('000000')
      await page.keyboard.press('Enter')
      await page.getByText('Wrong code, or one that was used already').waitFor()
      await page.getByLabel('Code').fill(codeOf(secret))
      await page.keyboard.press('Enter')
      await page.waitForURL('**/tokens')
      await page.getByRole('heading', { name: 'Tokens' }).waitFor()
      await stage.close(page)

      const other = await stage.open('/account', { signedOut: true, theme, size })
      await givePassword(other, user.email)
      await other.getByRole('button', { name: 'Back to the password' }).click()
      await givePassword(other, user.email)
      await other.getByRole('button', { name: 'Use a recovery code' }).click()
      assert.deepEqual(await violations(other), [])
      await screenshot(other, `second-factor-recovery-code-${theme}-${size}`)
      await other.keyboard.type(recoveryCodes[0]!)
      await other.keyboard.press('Enter')
      await other.getByText('9 recovery codes left').waitFor()
      await other.getByRole('button', { name: 'New recovery codes' }).click()
      await other.getByLabel('Your password').fill(testPassword)
      await other.keyboard.press('Enter')
      const made = other.getByRole('dialog', { name: 'Your recovery codes' })
      await made.getByRole('button', { name: 'Copy the recovery codes' }).click()
      await made.getByRole('button', { name: 'Done' }).click()
      await other.getByText('10 recovery codes left').waitFor()
      await stage.close(other)
    })
  }

  test('is asked for as well where a session ends in the middle of work', async () => {
    const { cookie, secret } = await withFactor()
    const page = await stage.open('/tokens', { cookie })
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('kept all along')
    await sessionCaller(stage.service.address, cookie).send('POST', '/api/account/sign-out', {})
    await page.locator('button', { hasText: 'Make the token' }).dispatchEvent('click')
    const again = page.getByRole('dialog', { name: 'You were signed out' })
    await again.getByLabel('Password').fill(testPassword)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.getByLabel('Code').fill(codeOf(secret))
    assert.deepEqual(await violations(page), [])
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.waitFor({ state: 'hidden' })
    await becomes(() => page.getByRole('textbox', { name: 'Name' }).inputValue(), 'kept all along')
    await stage.close(page)
  })

  test('of somebody who lost it is reset by an administrator, who is asked before', async () => {
    const { user } = await withFactor()
    const page = await stage.open('/users')
    const row = page
      .getByRole('list', { name: 'Users' })
      .getByRole('listitem')
      .filter({ hasText: user.email })
    await row.getByText('Second factor').waitFor()
    await row.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Reset second factor and passkeys' }).click()
    const sure = page.getByRole('dialog', { name: 'Reset second factor and passkeys?' })
    await sure.waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'second-factor-reset')
    await sure.getByRole('button', { name: 'Reset' }).click()
    await row.getByText('Second factor').waitFor({ state: 'detached' })
    await signIn(stage.service.address, user.email)
    await stage.close(page)
  })
})
