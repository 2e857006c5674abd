import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sessionCaller, type TestUser, testPassword, testUser } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, signIn, violations } from './stage.ts'

const agents: [userAgent: string, name: string][] = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.9.1', 'curl/8.9.1'],
]

describe('the account', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage({ alone: {} })
  })
  after(() => stage.end())

  async function somebody(): Promise<{ user: TestUser; cookie: string }> {
    const user = await testUser(stage.service)
    return { user, cookie: await signIn(stage.service.address, user.email) }
  }

  test('the name is changed by the keyboard alone, and stands in the menu at once', async () => {
    const { cookie, user } = await somebody()
    const page = await stage.open('/account', { cookie })
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.waitFor()
    await becomes(() => page.getByLabel('Email').inputValue(), user.email)
    await tabTo(name)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Ada Lovelace')
    await page.keyboard.press('Enter')
    await page.getByText('Saved.').waitFor()
    await page.getByRole('button', { name: 'Ada Lovelace' }).waitFor()
    await stage.close(page)
  })

  test('the password is changed, and the other sessions end', async () => {
    const { cookie, user } = await somebody()
    const other = sessionCaller(stage.service.address, await signIn(stage.service.address, user.email))
    const page = await stage.open('/account', { cookie })
    await page.getByLabel('Current password').fill('wrong horse')
    await page.getByLabel('New password').fill('battery staple')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('Is not your password').waitFor()
    await becomes(() => page.getByLabel('New password').inputValue(), 'battery staple')
    await page.getByLabel('Current password').fill(testPassword)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('Your other session ended').waitFor()
    assert.equal((await other.get('/api/account')).status, 401)
    await signIn(stage.service.address, user.email, 'battery staple')
    await stage.close(page)
  })

  test('sessions are named by browser and system, and one is ended', async () => {
    const { cookie, user } = await somebody()
    for (const [userAgent] of agents) await signInAs(stage, user, userAgent)
    const page = await stage.open('/account', { cookie })
    const sessions = page.getByRole('list', { name: 'Sessions' })
    for (const [, name] of agents) await sessions.getByText(name).waitFor()
    await sessions.getByText('This one').waitFor()
    await becomes(() => sessions.getByRole('listitem').count(), agents.length + 1)
    await page.getByRole('button', { name: 'End the session of Firefox on Linux' }).click()
    await sessions.getByText('Firefox on Linux').waitFor({ state: 'detached' })
    await stage.close(page)
  })

  test('signing out everywhere ends all of them, and asks before', async () => {
    const { cookie, user } = await somebody()
    const other = sessionCaller(stage.service.address, await signIn(stage.service.address, user.email))
    const page = await stage.open('/account', { cookie })
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal((await other.get('/api/account')).status, 401)
    await stage.close(page)
  })

  test('signing out by the menu leaves nothing behind', async () => {
    const { cookie, user } = await somebody()
    const page = await stage.open('/tokens', { cookie })
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('a secret plan')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: user.email }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(await page.evaluate(() => JSON.stringify(sessionStorage).includes('secret plan')), false)
    await page.goto(`${stage.service.address}/tokens`)
    await page.waitForURL('**/sign-in?to=*')
    await stage.close(page)
  })

  test('whoever signs out can sign in again, however late the service says who may', async () => {
    const { cookie, user } = await somebody()
    const page = await stage.open('/tokens', { cookie })
    await page.getByRole('button', { name: user.email }).waitFor()
    let answer = () => {}
    const isToAnswer = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/account/state', async (route) => {
      await isToAnswer
      await route.continue()
    })
    const asked = page.waitForRequest('**/api/account/state')
    await page.getByRole('button', { name: user.email }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await asked
    // All that was known of the user is forgotten by then.
    await becomes(() => page.evaluate(() => location.pathname), '/sign-in')
    await page.waitForTimeout(200)
    answer()
    await page.getByLabel('Password').waitFor()
    await stage.close(page)
  })

  test('a session that ends in the middle of a form costs nothing that was typed', async () => {
    const { cookie, user } = await somebody()
    const page = await stage.open('/tokens', { cookie })
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('kept all along')
    await page.getByRole('button', { name: 'Everything' }).click()
    await sessionCaller(stage.service.address, cookie).send('POST', '/api/account/sign-out', {})
    // Not as one clicks: the page may know by itself by now, and ask at once.
    await page.locator('button', { hasText: 'Make the token' }).dispatchEvent('click')

    const again = page.getByRole('dialog', { name: 'You were signed out' })
    await again.getByLabel('Password').fill('wrong horse')
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.getByText('Wrong email or password').waitFor()
    assert.deepEqual(await violations(page), [])
    await again.getByLabel('Password').fill(testPassword)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.waitFor({ state: 'hidden' })

    await becomes(() => page.getByRole('textbox', { name: 'Name' }).inputValue(), 'kept all along')
    await becomes(() => page.getByLabel('Webhooks').isChecked(), true)
    await page.getByRole('button', { name: 'Make the token' }).click()
    await page.getByRole('button', { name: 'Copy the token' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('kept all along').first().waitFor()
    assert.equal((await user.get('/api/tokens')).body.data[0].name, 'kept all along')
    await stage.close(page)
  })

  test('whoever opened the page signed out is asked again, too, when that session ends', async () => {
    const { user } = await somebody()
    const page = await stage.open('/account', { signedOut: true })
    await signInOn(page, user.email)
    await page.getByRole('list', { name: 'Sessions' }).waitFor()
    const [cookie] = await page.context().cookies()
    await sessionCaller(stage.service.address, `${cookie!.name}=${cookie!.value}`).send(
      'POST',
      '/api/account/sign-out',
      {},
    )
    const again = page.getByRole('dialog', { name: 'You were signed out' })
    await again.getByLabel('Password').fill(testPassword)
    await page.keyboard.press('Enter')
    await again.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText('No webhooks yet').waitFor()
    await stage.close(page)
  })

  test('whoever does not want to sign in again yet is left alone until they change something', async () => {
    const { cookie } = await somebody()
    const page = await stage.open('/tokens', { cookie })
    await page.getByRole('button', { name: 'New token' }).waitFor()
    await sessionCaller(stage.service.address, cookie).send('POST', '/api/account/sign-out', {})
    const again = page.getByRole('dialog', { name: 'You were signed out' })
    await again.waitFor()
    await page.keyboard.press('Escape')
    await again.waitFor({ state: 'hidden' })
    const notice = page.getByRole('region', { name: 'Signed out' })
    await notice.waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'signed-out-notice')

    const refused = page.waitForResponse((response) => response.status() === 401)
    await page.getByRole('link', { name: 'Preferences' }).click()
    await refused
    await notice.waitFor()
    assert.equal(await again.count(), 0)
    await notice.getByRole('button', { name: 'Sign in' }).click()
    await again.getByLabel('Password').fill(testPassword)
    await page.keyboard.press('Enter')
    await again.waitFor({ state: 'hidden' })
    assert.equal(await notice.count(), 0)
    await stage.close(page)
  })

  test('signing out takes along what was picked to be compared, and later answers ask for nothing', async () => {
    const { user, cookie } = await somebody()
    const page = await stage.open('/account', { cookie })
    await page.evaluate(() => sessionStorage.setItem('dailies.tray.scene', '[{"id":"a secret pick"}]'))
    await page.getByRole('button', { name: user.email }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    await becomes(() => page.evaluate(() => JSON.stringify(sessionStorage).includes('secret pick')), false)
    assert.equal(await page.getByRole('dialog').count(), 0)
    await stage.close(page)
  })

  test('too many wrong passwords are told, with how long to wait', async () => {
    const { user } = await somebody()
    const wrong = { email: user.email, password: 'wrong horse' }
    for (let tries = 0; tries < 10; tries++) {
      await user.send('POST', '/api/account/sign-in', wrong, { authorization: '' })
    }
    const page = await stage.open('/sign-in', { signedOut: true })
    await signInOn(page, user.email)
    await page.getByText(/Too many wrong passwords\. Try again in 1[45] minutes\./).waitFor()
    assert.deepEqual(await violations(page), [])
    await stage.close(page)
  })

  test('when the sessions cannot be loaded it says why, and tries again', async () => {
    const { cookie } = await somebody()
    const page = await stage.open('/tokens', { cookie })
    await page.route('**/api/account/sessions', (route) =>
      route.fulfill({ status: 403, json: { error: 'Not today' } }),
    )
    await page.goto(`${stage.service.address}/account`)
    await page.getByText('Not today').waitFor()
    await page.unroute('**/api/account/sessions')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('list', { name: 'Sessions' }).waitFor()
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`the page has no barriers in ${theme} on a ${size}`, async () => {
      const page = await stage.open('/account', { theme, size })
      await page.getByRole('list', { name: 'Sessions' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `account-${theme}-${size}`)
      await stage.close(page)
    })
  }
})

async function signInOn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(testPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signInAs(stage: Stage, { email }: TestUser, userAgent: string): Promise<void> {
  await fetch(`${stage.service.address}/api/account/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email, password: testPassword }),
  })
}
