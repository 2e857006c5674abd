import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { freePort } from '../scripts/free-port.ts'
import { type MailServer, startMailServer } from '../server/test/mail-server.ts'
import { testUser } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { openStage, type Stage, screenshot, signIn, violations } from './stage.ts'

describe('what is mailed', () => {
  let mails: MailServer
  let stage: Stage

  before(async () => {
    mails = await startMailServer()
    const port = await freePort()
    stage = await openStage({
      alone: {
        DAILIES_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
        DAILIES_MAIL_FROM: 'Dailies <dailies@studio.example>',
        DAILIES_PORT: String(port),
        DAILIES_PUBLIC_URL: `http://127.0.0.1:${port}`,
      },
    })
  })
  after(async () => {
    await stage.end()
    await mails.close()
  })

  async function linkTo(email: string): Promise<string> {
    const found = () => mails.received.find(({ to }) => to.includes(email))
    await becomes(async () => found() !== undefined, true)
    return /http:\S+#\S+/.exec(found()!.text)![0]
  }
  const pathOf = (link: string) => link.slice(new URL(link).origin.length)

  test('whoever forgot a password gets a link, chooses a new one and signs in; the link works once', async () => {
    const user = await testUser(stage.service)
    const page = await stage.open('/sign-in', { signedOut: true })
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // The screen before has a field of that name, too.
    await page.getByRole('button', { name: 'Send the link' }).waitFor()
    await page.getByLabel('Email').fill(user.email)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'forgotten-password')
    await page.keyboard.press('Enter')
    await page.getByText(`If there is an account for ${user.email}`).waitFor()
    assert.deepEqual(await violations(page), [])

    const path = pathOf(await linkTo(user.email))
    await page.goto(stage.service.address + path)
    const password = page.getByLabel('New password')
    await password.waitFor()
    assert.equal(await page.getByLabel('Email').inputValue(), user.email)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'new-password')
    await password.fill('a brand new horse')
    await page.keyboard.press('Enter')
    await page.getByText('Your password is changed').waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password').fill('a brand new horse')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    await stage.close(page)

    const again = await stage.open(path, { signedOut: true, size: 'phone', theme: 'light' })
    await again.getByText('This link is used up').waitFor()
    await screenshot(again, 'new-password-used')
    await stage.close(again)
  })

  test('an invitation for an address is mailed, and its link makes an account', async () => {
    const email = 'june@studio.example'
    const page = await stage.open('/users')
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Make the link' }).click()
    await page.getByText(`Another one is on its way to ${email}`).waitFor()
    await screenshot(page, 'invitation-mailed')
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.keyboard.press('Escape')
    await stage.close(page)
    const guest = await stage.open(pathOf(await linkTo(email)), { signedOut: true })
    await guest.getByLabel('Your name').fill('June')
    assert.equal(await guest.getByLabel('Email').inputValue(), email)
    await guest.getByLabel('Password').fill('correct horse')
    await guest.getByRole('button', { name: 'Join' }).click()
    await guest.getByRole('heading', { name: 'Projects' }).waitFor()
    await stage.close(guest)
  })

  for (const [size, theme] of [
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const) {
    test(`by kind one chooses what is mailed, on a ${size}`, async () => {
      const user = await testUser(stage.service)
      const cookie = await signIn(stage.service.address, user.email)
      const page = await stage.open('/preferences', { cookie, size, theme })
      const mail = page.getByLabel('Mail: Somebody selects a take of yours')
      await mail.waitFor()
      assert.equal(await mail.inputValue(), 'daily')
      const saved = page.waitForResponse((response) => response.url().endsWith('/api/inbox/settings'))
      await mail.selectOption('soon')
      await saved
      await page.reload()
      await becomes(() => mail.inputValue(), 'soon')
      assert.deepEqual(await violations(page), [])
      await mail.scrollIntoViewIfNeeded()
      await screenshot(page, `notices-by-mail-${size}`)
      await stage.close(page)
    })
  }
})
