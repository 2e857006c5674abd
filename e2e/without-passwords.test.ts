import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../scripts/free-port.ts'
import { openBrowser } from '../server/test/browser.ts'
import { environmentOf, startRealProvider } from '../server/test/real-provider.ts'
import { type TestService, testService } from '../server/test/service.ts'
import { type Look, openPages } from './pages.ts'
import { screenshot, violations } from './stage.ts'

/** A service that nobody is at yet, whose provider has an administrator. */
async function fresh(
  passwords: 'administrators' | 'nobody',
  use: (parts: {
    service: TestService
    open: (path: string, look?: Partial<Look>) => Promise<Page>
  }) => Promise<void>,
): Promise<void> {
  const port = await freePort()
  const home = `http://127.0.0.1:${port}`
  const provider = await startRealProvider(home)
  let service: TestService | undefined
  let browser: Browser | undefined
  try {
    service = await testService('sqlite', {
      ...{ ...environmentOf(provider, home), DAILIES_PORT: String(port), DAILIES_PASSWORDS: passwords },
      DAILIES_OIDC_ADMINISTRATORS: 'administrators',
    })
    const email = 'ada@provider.example'
    await provider.put({
      sub: 'ada',
      name: 'Ada',
      email,
      email_verified: true,
      groups: ['administrators'],
    })
    browser = await openBrowser()
    const pages = openPages(browser, service.address)
    await use({
      service,
      open: async (path, look = {}) => {
        const page = await pages.make({ size: 'desktop', theme: 'dark', ...look }, { loadsAhead: false })
        await page.goto(home + path)
        return page
      },
    })
  } finally {
    await browser?.close()
    await service?.close()
    await provider.close()
  }
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Studio Login' }).click()
  await page.getByPlaceholder('Enter any login').fill('ada')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
}

const asks = (page: Page) => page.locator('input[type=password], input[type=email]:not([readonly])').count()

test('where nobody has a password no screen asks for one, and nobody is invited', () =>
  fresh('nobody', async ({ service, open }) => {
    const page = await open('/sign-in', { size: 'phone', theme: 'light' })
    await page.getByText('whoever Studio Login says is an administrator').waitFor()
    assert.equal(await page.getByText('dailies serve').count(), 0, 'which shows no address')
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'first-by-provider')
    for (const [path, words] of [
      ['/setup#x', 'Nobody has a password here'],
      ['/forgotten-password', 'Nobody has one here'],
    ] as const) {
      await page.goto(service.address + path)
      await page.getByText(words).waitFor()
      assert.equal(await asks(page), 0, path)
      assert.deepEqual(await violations(page), [])
    }
    await page.goto(`${service.address}/sign-in`)
    await signIn(page)

    await page.goto(`${service.address}/users?invite=0199a3c0-5f7e-7d30-9c55-1f0e2a7b4c11`)
    await page.getByText('people get their accounts by signing in with Studio Login').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Invite somebody' }).count(), 0)
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'users-without-invitations')

    await page.goto(`${service.address}/account`)
    await page.getByRole('list', { name: 'How you sign in' }).getByText('With Studio Login').waitFor()
    assert.equal(await page.getByText('dailies user password').count(), 0, 'it would count for nothing')
    await page.getByText('It cannot be changed here.', { exact: true }).waitFor()

    const { data } = await (
      await page.request.post(`${service.address}/api/projects`, { data: { name: 'The Long Tide' } })
    ).json()
    await page.goto(`${service.address}/projects/${data.id}/members`)
    await page.getByText('whoever has none gets one by signing in with Studio Login').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Invite by link' }).count(), 0)
    await page.context().close()
  }))

test('where administrators alone have passwords, they alone are invited', () =>
  fresh('administrators', async ({ service, open }) => {
    const page = await open('/sign-in')
    await signIn(page)
    await page.goto(`${service.address}/users`)
    await page.getByText('For administrators alone').waitFor()
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
    await dialog.getByRole('radio', { name: 'Administrator' }).waitFor()
    assert.equal(await dialog.getByRole('radio').count(), 1)
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    const link = await page.getByText('/invitation#').textContent()
    await page.context().clearCookies()
    await page.goto(link!)
    await page.getByRole('button', { name: 'Join' }).waitFor()
    await page.context().close()
  }))
