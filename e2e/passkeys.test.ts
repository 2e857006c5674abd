import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { freePort } from '../scripts/free-port.ts'
import { sessionCaller, testPassword, testUser } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, signIn, violations } from './stage.ts'

/** As a laptop with a fingerprint reader has one. */
const builtIn = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

describe('passkeys', () => {
  let stage: Stage
  let origin: string

  before(async () => {
    const port = await freePort()
    origin = `http://localhost:${port}`
    stage = await openStage({ alone: { DAILIES_PORT: String(port), DAILIES_PUBLIC_URL: origin } })
  })
  after(() => stage.end())

  /** A page at the address of which passkeys are, with an authenticator at hand. */
  async function open(
    path: string,
    look: { theme?: 'light' | 'dark'; size?: 'desktop' | 'phone' } = {},
    cookie?: string,
  ) {
    const page = await stage.open('/sign-in', { ...look, signedOut: true, alone: true })
    if (cookie) {
      const [name, value] = cookie.split('=')
      await page
        .context()
        .addCookies([{ name: name!, value: value!, url: origin, httpOnly: true, sameSite: 'Strict' }])
    }
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options: builtIn })
    await page.goto(origin + path)
    return { page, devtools, authenticatorId }
  }
  async function credentialsIn(devtools: CDPSession, authenticatorId: string) {
    return (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  }
  async function somebody() {
    const user = await testUser(stage.service)
    return { user, cookie: await signIn(stage.service.address, user.email) }
  }
  async function add(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Your password').fill(testPassword)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
  }

  for (const { theme, size } of looks) {
    test(`one is added by the keyboard alone, and signs in without an address, in ${theme} on a ${size}`, async () => {
      const { user, cookie } = await somebody()
      const { page, devtools, authenticatorId } = await open('/account', { theme, size }, cookie)
      const part = page.getByRole('region', { name: 'Passkeys' })
      const button = part.getByRole('button', { name: 'Add a passkey' })
      await button.waitFor()
      await tabTo(button)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByLabel('Name').waitFor()
      await page.keyboard.type('Laptop')
      await page.keyboard.press('Tab')
      await page.keyboard.type('another horse')
      await page.keyboard.press('Enter')
      await page.getByText('Is not your password').waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `passkey-add-${theme}-${size}`)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(testPassword)
      await page.keyboard.press('Enter')
      await part.getByText('Laptop').waitFor()
      await part.getByText('Never used').waitFor()
      assert.deepEqual(await violations(page), [])
      await part.scrollIntoViewIfNeeded()
      await screenshot(page, `passkeys-${theme}-${size}`)
      const [made] = await credentialsIn(devtools, authenticatorId)
      assert.deepEqual([made!.rpId, made!.isResidentCredential], ['localhost', true])

      await page.context().clearCookies()
      await page.goto(`${origin}/tokens`)
      const enter = page.getByRole('button', { name: 'Sign in with a passkey' })
      await enter.waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `sign-in-with-passkey-${theme}-${size}`)
      await tabTo(enter)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/tokens')
      await page.getByRole('heading', { name: 'Tokens' }).waitFor()
      const [session] = await page.context().cookies()
      const own = sessionCaller(stage.service.address, `${session!.name}=${session!.value}`)
      assert.equal((await own.get('/api/account')).body.data.email, user.email)
      await stage.close(page)
    })
  }

  test('two are told apart by their names, and one that is removed lets nobody in', async () => {
    const { cookie } = await somebody()
    const { page, devtools, authenticatorId } = await open('/account', {}, cookie)
    await add(page, 'Laptop')
    const list = page.getByRole('list', { name: 'Passkeys' })
    await list.getByRole('button', { name: 'Rename Laptop' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Old laptop')
    await page.keyboard.press('Enter')
    await list.getByText('Old laptop').waitFor()

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill('The same')
    await dialog.getByLabel('Your password').fill(testPassword)
    await page.keyboard.press('Enter')
    await dialog.getByText('There is a passkey of yours on it already.').waitFor()
    await page.keyboard.press('Escape')

    await list.getByRole('button', { name: 'Remove Old laptop' }).click()
    const sure = page.getByRole('dialog', { name: 'Remove the passkey?' })
    assert.deepEqual(await violations(page), [])
    await sure.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('You have none.').waitFor()
    assert.equal((await credentialsIn(devtools, authenticatorId)).length, 1, 'the device knows nothing of it')

    await page.context().clearCookies()
    await page.goto(`${origin}/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('This passkey was not taken').waitFor()
    await stage.close(page)
  })

  test('who does not show that it is theirs is not let in, and is told so', async () => {
    const { cookie } = await somebody()
    const { page, devtools, authenticatorId } = await open('/account', {}, cookie)
    await add(page, 'Laptop')
    await page.getByText('The passkey is added.').waitFor()
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.context().clearCookies()
    await page.goto(`${origin}/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('No passkey was chosen').waitFor()
    assert.deepEqual(await violations(page), [])
    await becomes(() => page.evaluate(() => location.pathname), '/sign-in')
    await stage.close(page)
  })

  test('signs in again where a session ends in the middle of work', async () => {
    const { cookie } = await somebody()
    const { page } = await open('/account', {}, cookie)
    await add(page, 'Laptop')
    await page.getByRole('link', { name: 'Tokens' }).click()
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('kept all along')
    await sessionCaller(stage.service.address, cookie).send('POST', '/api/account/sign-out', {})
    await page.locator('button', { hasText: 'Make the token' }).dispatchEvent('click')
    const again = page.getByRole('dialog', { name: 'You were signed out' })
    await again.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await again.waitFor({ state: 'hidden' })
    await becomes(() => page.getByRole('textbox', { name: 'Name' }).inputValue(), 'kept all along')
    await stage.close(page)
  })

  test('at another address it says where they work, and offers none', async () => {
    const { cookie } = await somebody()
    const page = await stage.open('/account', { cookie })
    const part = page.getByRole('region', { name: 'Passkeys' })
    await part.getByText('They work, and are added, at').waitFor()
    assert.equal(await part.getByRole('link').getAttribute('href'), `${origin}/account`)
    assert.equal(await part.getByRole('button', { name: 'Add a passkey' }).count(), 0)
    assert.deepEqual(await violations(page), [])
    await stage.close(page)
  })
})
