import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from './becomes.ts'
import { looks, openStage, type Stage, screenshot, violations } from './stage.ts'

describe('signing in', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage({ alone: {} })
  })
  after(() => stage.end())

  test('whoever is not signed in is asked to, and gets to where they wanted', async () => {
    const page = await stage.open('/tokens', { signedOut: true })
    await page.getByLabel('Email').fill(stage.user.email)
    await page.getByLabel('Password').fill('correct horse')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tokens')
    await stage.close(page)
  })

  test('a wrong password is told, and what was typed stays', async () => {
    const page = await stage.open('/sign-in', { signedOut: true })
    await page.getByLabel('Email').fill(stage.user.email)
    await page.getByLabel('Password').fill('wrong horse')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Wrong email or password').waitFor()
    await becomes(() => page.getByLabel('Email').inputValue(), stage.user.email)
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`the page has no barriers in ${theme} on a ${size}`, async () => {
      const page = await stage.open('/sign-in', { signedOut: true, theme, size })
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `sign-in-${theme}-${size}`)
      await stage.close(page)
    })
  }
})
