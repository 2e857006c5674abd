import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { freePort } from '../scripts/free-port.ts'
import { statement } from '../server/db/statement.ts'
import { TestAuthenticator } from '../server/test/authenticator.ts'
import { codeOf, secondFactorFor } from '../server/test/second-factor.ts'
import { sessionCaller, testPassword, testUser } from '../server/test/service.ts'
import { tabTo } from './keyboard.ts'
import type { Look } from './pages.ts'
import { looks, openStage, type Stage, screenshot, signIn, violations } from './stage.ts'

describe('where a second factor is required', () => {
  let stage: Stage
  let origin: string

  before(async () => {
    const port = await freePort()
    origin = `http://localhost:${port}`
    stage = await openStage({
      alone: {
        ...{ DAILIES_PORT: String(port), DAILIES_PUBLIC_URL: origin },
        DAILIES_SECOND_FACTOR: 'required',
      },
    })
  })
  after(() => stage.end())

  /** A page at the address of which passkeys are, with an authenticator at hand. */
  async function open(path: string, look: Partial<Look>, cookie?: string) {
    const page = await stage.open('/sign-in', { ...look, signedOut: true, alone: true })
    if (cookie) {
      const [name, value] = cookie.split('=')
      const it = { name: name!, value: value!, url: origin, httpOnly: true, sameSite: 'Strict' as const }
      await page.context().addCookies([it])
    }
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
    await page.goto(origin + path)
    return page
  }

  const somebody = () => testUser(stage.service)
  const setUp = { name: 'Set up a second factor' }

  for (const { theme, size } of [...looks, { theme: 'light', size: 'phone' } as const]) {
    test(`whoever has none is led to setting one up by the keyboard, and then to where they wanted to, in ${theme} on a ${size}`, async () => {
      const user = await somebody()
      const page = await open('/tokens', { theme, size })
      await page.getByLabel('Email').fill(user.email)
      await page.getByLabel('Password').fill(testPassword)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', setUp).waitFor()
      await page.getByText('A password alone is not enough here').waitFor()
      await page.getByText(user.email).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `required-second-factor-${theme}-${size}`)
      // No other address leads past it.
      await page.goto(`${origin}/users`)
      await page.getByRole('heading', setUp).waitFor()
      await page.goto(`${origin}/second-factor?to=/tokens`)

      const app = page.getByRole('button', { name: 'Use an app on your phone' })
      await app.waitFor()
      await tabTo(app)
      await page.keyboard.press('Enter')
      await page.getByLabel('Your password').fill(testPassword)
      await page.keyboard.press('Enter')
      const scan = page.getByRole('dialog', { name: 'Scan this with your app' })
      const secret = (await scan.locator('.font-mono').innerText()).replaceAll(' ', '')
      assert.deepEqual(await violations(page), [])
      await page.keyboard.type(codeOf(secret))
      await page.keyboard.press('Enter')
      const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
      await codes.waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `required-second-factor-codes-${theme}-${size}`)
      await codes.getByRole('button', { name: 'Copy' }).click()
      await codes.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('heading', { name: 'Tokens', exact: true }).waitFor()
      assert.equal(new URL(page.url()).pathname, '/tokens')

      await page.goto(`${origin}/account`)
      const part = page.getByRole('region', { name: 'Second factor' })
      await part.getByText('the last of these stays').waitFor()
      assert.equal(await part.getByRole('button', { name: 'Turn off' }).count(), 0)
      assert.deepEqual(await violations(page), [])
      await part.scrollIntoViewIfNeeded()
      await screenshot(page, `required-second-factor-on-${theme}-${size}`)
      await stage.close(page)
    })
  }

  test('a passkey does as well, and the password alone lets in no more', async () => {
    const user = await somebody()
    const page = await open('/tokens', {}, await signIn(stage.service.address, user.email))
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill('Laptop')
    await dialog.getByLabel('Your password').fill(testPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Tokens', exact: true }).waitFor()

    await page.context().clearCookies()
    await page.goto(`${origin}/account`)
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password').fill(testPassword)
    await page.keyboard.press('Enter')
    await page.getByText('a passkey is your second factor: sign in with it').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'required-second-factor-passkey')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('region', { name: 'Passkeys' }).getByText('Laptop').waitFor()
    await page.getByRole('button', { name: 'Remove Laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('this is your last: add another one first').waitFor()
    await stage.close(page)
  })

  test('a session begun without the one that there is can only be ended', async () => {
    const user = await somebody()
    const [own, other] = [
      await signIn(stage.service.address, user.email),
      await signIn(stage.service.address, user.email),
    ]
    const session = sessionCaller(stage.service.address, own)
    const begun = await session.send('POST', endpoints.beginPasskey.path, { currentPassword: testPassword })
    const response = new TestAuthenticator(origin).create(begun.body.data)
    const made = await session.send('POST', endpoints.createPasskey.path, { name: 'Key', response })
    assert.equal(made.status, 201)
    const page = await open('/projects', { size: 'phone', theme: 'light' }, other)
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Use' }).count(), 0)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'required-second-factor-again')
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await page.getByLabel('Password').waitFor()
    assert.equal(
      (await sessionCaller(stage.service.address, other).get(endpoints.readAccount.path)).status,
      401,
    )
    await stage.close(page)
  })

  test('a page that is open when it becomes required leads there with the next that it asks', async () => {
    const user = await somebody()
    const cookie = await signIn(stage.service.address, user.email)
    await secondFactorFor(sessionCaller(stage.service.address, cookie))
    const page = await open('/projects', {}, cookie)
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
    await stage.service.db.transaction((transaction) => transaction.run(asBefore, { userId: user.id }))
    const again = page.getByRole('heading', { name: 'Sign in again' })
    // What the page asks by itself may come before.
    const webhooks = page.getByRole('link', { name: 'Webhooks' }).or(again).first()
    await webhooks.click()
    await again.waitFor()
    assert.match(new URL(page.url()).searchParams.get('to') ?? '', /^\/(projects|webhooks)$/)
    await stage.close(page)
  })
})

/** As if the sessions of the user had begun by their password, before it was required. */
const asBefore = statement((db, { userId }: { userId: string }) =>
  db.updateTable('sessions').set({ second_factor: null }).where('user_id', '=', userId),
)
