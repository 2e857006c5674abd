import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sessionCaller, testUser } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, signIn, violations } from './stage.ts'

describe('users', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage({ alone: {} })
  })
  after(() => stage.end())

  test('an invitation is made, accepted in another browser, and then used up', async () => {
    const page = await stage.open('/users')
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    await page.getByLabel('Email').fill('ada@studio.example')
    await page.getByLabel('Administrator').check()
    await page.getByRole('button', { name: 'Make the link' }).click()
    const link = await linkIn(page)
    assert.ok(link.startsWith(`${stage.service.address}/invitation#`))
    const made = page.getByRole('dialog', { name: 'The invitation' })
    await made.getByText('send it to whom you invite').waitFor()
    assert.equal(await made.getByText('keep it').count(), 0)
    await made.getByText('Nobody else can open it: to everybody, 127.0.0.1').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'invitation-made')
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    const open = page.getByRole('list', { name: 'Invitations' })
    await open.getByText('ada@studio.example').waitFor()
    await open.getByText('Administrator').waitFor()

    const path = link.slice(stage.service.address.length)
    const theirs = await stage.open(path, { signedOut: true })
    await becomes(() => theirs.getByLabel('Email').inputValue(), 'ada@studio.example')
    await theirs.getByLabel('Your name').fill('Ada')
    await theirs.getByLabel('Password').fill('analytical engine')
    assert.deepEqual(await violations(theirs), [])
    await theirs.getByRole('button', { name: 'Join' }).click()
    await theirs.waitForURL('**/projects')
    await theirs.getByRole('button', { name: 'ada@studio.example' }).waitFor()
    await stage.close(theirs)

    const late = await stage.open(path, { signedOut: true })
    await late.getByText('used up, too old or not whole').waitFor()
    assert.deepEqual(await violations(late), [])
    await stage.close(late)

    await page.reload()
    await userRow(page, 'ada@studio.example').getByText('Administrator').waitFor()
    await page.getByText('Nobody is invited at the moment').waitFor()
    await stage.close(page)
  })

  test('the keyboard alone makes an invitation for anybody, and revokes it', async () => {
    const page = await stage.open('/users')
    const invite = page.getByRole('button', { name: 'Invite somebody' })
    await invite.waitFor()
    await tabTo(invite)
    await page.keyboard.press('Enter')
    await page.getByLabel('Email').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'The invitation' }).waitFor()
    const path = (await linkIn(page)).slice(stage.service.address.length)
    await page.keyboard.press('Escape')
    await tabTo(page.getByRole('button', { name: 'Close without it' }))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const revoke = page.getByRole('button', { name: 'Revoke the invitation of Anybody with the link' })
    await revoke.waitFor()
    await tabTo(revoke)
    await page.keyboard.press('Enter')
    const sure = page.getByRole('dialog').getByRole('button', { name: 'Revoke' })
    await sure.waitFor()
    await tabTo(sure)
    await page.keyboard.press('Enter')
    await page.getByText('Nobody is invited at the moment').waitFor()
    const late = await stage.open(path, { signedOut: true })
    await late.getByText('used up').waitFor()
    await stage.close(late)
    await stage.close(page)
  })

  test('a member becomes an administrator and a member again', async () => {
    const { email } = await testUser(stage.service)
    const page = await stage.open('/users')
    await deed(page, email, 'Make an administrator')
    await page.getByRole('button', { name: 'Make an administrator' }).click()
    await page.getByText('Now an administrator').waitFor()
    await userRow(page, email).getByText('Administrator').waitFor()
    await deed(page, email, 'Make a member')
    await page.getByRole('button', { name: 'Make a member' }).click()
    await page.getByText('Now a member').waitFor()
    await userRow(page, email).getByText('Member').waitFor()
    await stage.close(page)
  })

  test('a user is signed out everywhere', async () => {
    const { email } = await testUser(stage.service)
    const theirs = sessionCaller(stage.service.address, await signIn(stage.service.address, email))
    const page = await stage.open('/users')
    await deed(page, email, 'End all sessions')
    await page.getByRole('button', { name: 'End all sessions' }).click()
    await page.getByText('One session ended').waitFor()
    assert.equal((await theirs.get('/api/account')).status, 401)
    await stage.close(page)
  })

  test('a user is disabled, reads so at the door, and is enabled again', async () => {
    const { email } = await testUser(stage.service)
    const page = await stage.open('/users')
    await deed(page, email, 'Disable')
    await page.getByText('What they made stays').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await userRow(page, email).getByText('Disabled').waitFor()
    await screenshot(page, 'user-disabled')
    const door = await stage.open('/sign-in', { signedOut: true })
    await door.getByLabel('Email').fill(email)
    await door.getByLabel('Password').fill('correct horse')
    await door.keyboard.press('Enter')
    await door.getByText('This account is disabled').waitFor()
    await stage.close(door)
    await deed(page, email, 'Enable')
    await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
    await userRow(page, email).getByText('Disabled').waitFor({ state: 'hidden' })
    await signIn(stage.service.address, email)
    await stage.close(page)
  })

  test('a member reads kindly whose place it is', async () => {
    const { email } = await testUser(stage.service)
    const cookie = await signIn(stage.service.address, email)
    const page = await stage.open('/users', { cookie })
    await page.getByText('This is for administrators').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: email }).click()
    await page.getByRole('menuitem', { name: 'Account' }).waitFor()
    await becomes(() => page.getByRole('menuitem', { name: 'Users' }).count(), 0)
    await stage.close(page)
  })

  test('what is wrong with an invitation stands at its field', async () => {
    const page = await stage.open('/users')
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    await page.getByLabel('Email').fill(stage.user.email)
    await page.getByRole('button', { name: 'Make the link' }).click()
    await page.getByText(`There is a user ${stage.user.email} already`).waitFor()
    await becomes(() => page.getByLabel('Email').inputValue(), stage.user.email)
    await stage.close(page)
  })

  test('when the list cannot be loaded it says why, and tries again', async () => {
    const page = await stage.open('/account')
    await page.route('**/api/users?*', (route) =>
      route.fulfill({ status: 403, json: { error: 'Not today' } }),
    )
    await page.getByRole('button', { name: stage.user.email }).click()
    await page.getByRole('menuitem', { name: 'Users' }).click()
    await page.getByText('Not today').waitFor()
    await page.unroute('**/api/users?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('list', { name: 'Users' }).waitFor()
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`the page has no barriers in ${theme} on a ${size}`, async () => {
      const page = await stage.open('/users', { theme, size })
      await page.getByRole('list', { name: 'Users' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `users-${theme}-${size}`)
      await stage.close(page)
    })
  }
})

describe('the only administrator', () => {
  test('cannot be made a member, and reads why', async () => {
    const stage = await openStage({ alone: {} })
    const page = await stage.open('/users')
    await deed(page, stage.user.email, 'Make a member')
    await page.getByRole('button', { name: 'Make a member' }).click()
    await page.getByText('The last administrator has to stay one').waitFor()
    await stage.close(page)
    await stage.end()
  })
})

function userRow(page: Page, email: string) {
  return page.getByRole('list', { name: 'Users' }).getByRole('listitem').filter({ hasText: email })
}

async function deed(page: Page, email: string, action: string): Promise<void> {
  await userRow(page, email).getByRole('button').click()
  await page.getByRole('menuitem', { name: action }).click()
}

function linkIn(page: Page): Promise<string> {
  return page.getByRole('dialog', { name: 'The invitation' }).getByText('/invitation#').innerText()
}
