import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../server/test/browser.ts'
import { type Place, preparedPlace } from '../server/test/engines.ts'
import { type Serve, startServe } from '../server/test/process.ts'
import { becomes } from './becomes.ts'
import { sizes } from './pages.ts'
import { looks, screenshot, violations } from './stage.ts'

describe('setting up', () => {
  let place: Place
  let serve: Serve
  let browser: Browser
  /** What the terminal says to open. */
  let address: string

  before(async () => {
    place = await preparedPlace('sqlite')
    serve = await startServe(place.environment)
    browser = await openBrowser()
    const said = () => /http:\S+\/setup#\S+/.exec(serve.output())?.[0]
    // It is said behind where the service listens.
    await becomes(async () => said() !== undefined, true)
    const found = said() as string
    address = serve.address + found.slice(found.indexOf('/setup#'))
  })
  after(async () => {
    await browser?.close()
    await serve?.kill('SIGTERM')
    await place?.remove()
  })

  test('before it, whoever comes reads where the address is', async () => {
    const page = await browser.newPage()
    await page.goto(serve.address)
    await page.getByText('Nobody has an account here yet').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.goto(`${serve.address}/setup`)
    await page.getByText('This address is not whole').waitFor()
    await page.close()
  })

  test('an address that is not the one offered is told to be used up, and nothing typed is lost', async () => {
    const page = await browser.newPage()
    await page.goto(`${serve.address}/setup#%E0%A4%A`)
    await page.getByLabel('Your name').fill('Mallory')
    await page.getByLabel('Email').fill('mallory@studio.example')
    await page.getByLabel('Password').fill('correct horse')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText('This address is used up or too old').waitFor()
    await becomes(() => page.getByLabel('Your name').inputValue(), 'Mallory')
    await page.close()
  })

  test('an address that is corrected in the same tab counts at once, and nothing typed is lost', async () => {
    const page = await browser.newPage()
    await page.goto(`${serve.address}/setup`)
    await page.getByText('This address is not whole').waitFor()
    await page.goto(`${serve.address}/setup#wrong`)
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Email').fill('ada@studio.example')
    await page.getByLabel('Password').fill('short')
    await page.getByLabel('Password').fill('analytical engine')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText('This address is used up or too old').waitFor()
    await page.goto(address)
    await page.getByText('This address is used up or too old').waitFor({ state: 'hidden' })
    await becomes(() => page.getByLabel('Your name').inputValue(), 'Ada')
    const [sent] = await Promise.all([
      page.waitForRequest('**/api/account/setup'),
      page
        .route('**/api/account/setup', (route) =>
          route.fulfill({ status: 403, json: { error: 'Not today' } }),
        )
        .then(() => page.getByRole('button', { name: 'Set up' }).click()),
    ])
    assert.equal(sent.postDataJSON().secret, new URL(address).hash.slice(1))
    await page.getByText('Not today').waitFor()
    await page.close()
  })

  for (const { theme, size } of looks) {
    test(`the page has no barriers in ${theme} on a ${size}`, async () => {
      const page = await browser.newPage({ viewport: sizes[size], colorScheme: theme })
      await page.goto(address)
      await page.getByLabel('Your name').waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `set-up-${theme}-${size}`)
      await page.close()
    })
  }

  test('the address of the terminal makes the first user by the keyboard alone, an administrator', async () => {
    const page = await browser.newPage()
    await page.goto(address)
    await page.getByLabel('Your name').waitFor()
    await page.keyboard.type('Ada')
    await page.keyboard.press('Tab')
    await page.keyboard.type('ada@studio.example')
    await page.keyboard.press('Tab')
    await page.keyboard.type('analytical engine')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/projects')
    await becomes(async () => new URL(page.url()).hash, '')
    await page.getByRole('button', { name: 'ada@studio.example' }).click()
    await page.getByRole('menuitem', { name: 'Users' }).waitFor()
    await page.close()
  })

  test('afterwards the address leads to signing in', async () => {
    const page = await browser.newPage()
    await page.goto(address)
    await page.getByRole('heading', { name: 'Set up already' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Password').waitFor()
    await page.close()
  })
})
