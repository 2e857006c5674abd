import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { freePort } from '../scripts/free-port.ts'
import { askAgain } from '../server/accounts/provider/ask-again.ts'
import { openProvider } from '../server/accounts/provider/open-provider.ts'
import { runSql } from '../server/test/process.ts'
import { environmentOf, type RealProvider, startRealProvider } from '../server/test/real-provider.ts'
import { silentLog } from '../server/test/service.ts'
import { openStage, type Stage, screenshot, violations } from './stage.ts'

describe('single sign-on', () => {
  let provider: RealProvider
  let stage: Stage

  const unverified = {
    sub: 'unverified',
    name: 'Somebody',
    email: 'somebody@provider.example',
    email_verified: false,
  }

  before(async () => {
    const port = await freePort()
    const home = `http://127.0.0.1:${port}`
    provider = await startRealProvider(home)
    stage = await openStage({ alone: { DAILIES_PORT: String(port), ...environmentOf(provider, home) } })
    for (const name of ['ada', 'grace', 'gone']) {
      const email = `${name}@provider.example`
      await provider.put({ sub: name, name: `${name} of the studio`, email, email_verified: true })
    }
    await provider.put(unverified)
  })
  after(async () => {
    await stage.end()
    await provider.close()
  })

  /** What somebody does on the pages of the provider. */
  async function signInThere(page: Page, login: string): Promise<void> {
    await page.getByPlaceholder('Enter any login').fill(login)
    await page.getByPlaceholder('and password').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  const button = (page: Page) => page.getByRole('button', { name: 'Sign in with Studio Login' })

  test('somebody signs in by the provider, goes on where they wanted to, sees how, and signs out there as well', async () => {
    const page = await stage.open('/preferences', { signedOut: true, alone: true })
    await button(page).waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'sign-in-by-provider')
    await button(page).click()
    await signInThere(page, 'ada')
    await page.getByRole('heading', { name: 'Preferences' }).waitFor()
    assert.ok(!page.url().includes('code='), 'nothing of the answer stays in the address')

    await page.goto(`${stage.service.address}/account`)
    await page.getByRole('list', { name: 'How you sign in' }).getByText('With Studio Login').waitFor()
    await page.getByText('You have no password here').waitFor()
    assert.equal(await page.getByLabel('Current password').count(), 0)
    assert.deepEqual(await violations(page), [])

    await page.getByRole('button', { name: 'ada of the studio' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out there' }).click()
    await button(page).waitFor()
    assert.equal(new URL(page.url()).pathname, '/sign-in')
    assert.equal((await page.request.get(`${stage.service.address}/api/account`)).status(), 401)
    await stage.close(page)
  })

  test('what the provider does not allow is told in words, and can be tried again', async () => {
    const page = await stage.open(
      '/sign-in/provider?error=access_denied&error_description=<b>x</b>&state=x',
      {
        signedOut: true,
        alone: true,
      },
    )
    await page.getByText('was not begun in this browser').waitFor()
    assert.equal(new URL(page.url()).search, '')
    assert.deepEqual(await violations(page), [])
    await button(page).click()
    await signInThere(page, 'grace')
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    await page
      .context()
      .close()
      .catch(() => {})
  })

  test('who is refused and tries again still goes on where they wanted to; a page that is loaded again leads back', async () => {
    const page = await stage.open('/preferences', { signedOut: true, alone: true })
    await button(page).click()
    await signInThere(page, 'unverified')
    await page.getByText('there is no account here').waitFor()
    await page.reload()
    await page.waitForURL('**/sign-in')
    await button(page).waitFor()
    await page.goto(`${stage.service.address}/sign-in?to=%2Fpreferences`)
    // Who is signed in there already is not asked again.
    await button(page).click()
    await page.getByText('there is no account here').waitFor()
    await provider.put({ ...unverified, email_verified: true })
    await button(page).click()
    await page.getByRole('heading', { name: 'Preferences' }).waitFor()
    await page.context().close()
  })

  test('whom the provider has removed is signed out in the middle of work, and comes back by no password', async () => {
    const page = await stage.open('/projects', { signedOut: true, alone: true })
    await button(page).click()
    await signInThere(page, 'gone')
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    await provider.remove('gone')
    await runSql(stage.service.place, "update provider_sessions set due_at = '2020-01-01T00:00:00.000Z'")
    const signal = new AbortController().signal
    const { settings } = stage.service.place
    const parts = openProvider(stage.service.db, { settings, secure: false, log: silentLog, signal })!
    await askAgain({ ...parts, db: stage.service.db }, () => false)
    await page.getByRole('dialog', { name: 'You were signed out' }).waitFor()
    await page.getByRole('dialog').getByRole('link', { name: 'Sign in in another tab' }).waitFor()
    assert.equal(await page.getByRole('dialog').getByLabel('Password').count(), 0)
    await page.getByRole('button', { name: 'I have signed in: go on' }).click()
    await page.getByRole('alert').getByText('You are not signed in yet').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.context().close()
  })
})
