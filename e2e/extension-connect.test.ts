import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Permission } from '../contract/permission.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../server/test/service.ts'
import { issueToken } from '../server/tokens/issue.ts'
import { commandLine } from '../server/tokens/token-manager.ts'
import { becomes } from './becomes.ts'
import {
  answerAccess,
  type ExtensionStage,
  forgetAll,
  openExtension,
  putCaptures,
  putSession,
  readCaptures,
  readSession,
  readSetting,
} from './extension-stage.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { screenshot, violations } from './stage.ts'

describe('connecting the extension', () => {
  let service: TestService
  let user: TestUser
  let film: Film
  let extension: ExtensionStage

  before(async () => {
    service = await testService('sqlite')
    user = await testUser(service)
    film = await testFilm(service.db, user)
    extension = await openExtension()
  })
  after(async () => {
    await extension.end()
    await service.close()
  })
  afterEach(async () => {
    const page = await extension.panel()
    await forgetAll(page)
    await extension.closePage(page)
  })

  const tokenWith = (...permissions: Permission[]) =>
    issueToken(service.db, commandLine(user.id), { name: 'test', permissions })

  test('any address of the console and a token connect it, and the token is shown nowhere', async () => {
    const page = await extension.panel()
    await page.getByLabel('Address of Dailies').fill(`${service.address}/scenes/${film.sceneDbId}?take=3`)
    await page.getByLabel('Token', { exact: true }).fill(` Bearer ${user.token}\n`)
    assert.equal(await page.getByLabel('Token', { exact: true }).getAttribute('type'), 'password')
    assert.equal(await page.getByLabel('Token', { exact: true }).getAttribute('autocomplete'), 'off')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText(`Connected to ${service.address}`).waitFor()
    await page.getByText('Where do your takes go?').waitFor()

    assert.deepEqual(await readSetting(page, 'connection'), {
      address: service.address,
      token: user.token,
      state: 'connected',
    })
    for (const view of ['Queue', 'New take', 'Settings']) {
      await page.getByRole('link', { name: view }).click()
      await page.getByRole('heading', { level: 2, name: view }).waitFor()
      assert.ok(!(await page.content()).includes(user.token))
    }
    assert.deepEqual(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })), {})
    await extension.closePage(page)
  })

  test('what is wrong is said where it is, with the keyboard alone', async () => {
    const other = createServer((_, response) => response.end('<h1>It works!</h1>'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const page = await extension.panel()
    const address = page.getByLabel('Address of Dailies')
    const token = page.getByLabel('Token', { exact: true })
    const problemOf = async (typed: { address?: string; token?: string }, message: string | RegExp) => {
      if (typed.address !== undefined) await address.fill(typed.address)
      if (typed.token !== undefined) await token.fill(typed.token)
      await tabTo(page.getByRole('button', { name: 'Connect' }))
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText(message).waitFor()
    }

    await problemOf({ address: 'the big one', token: user.token }, 'This is no address')
    await becomes(() => hasFocus(address), true)
    await problemOf({ address: 'http://127.0.0.1:1' }, 'Nothing answers at http://127.0.0.1:1')
    await problemOf({ address: elsewhere }, 'but it is not Dailies')
    await problemOf({ address: service.address, token: '' }, 'Paste the token here')
    await becomes(() => hasFocus(token), true)
    await problemOf({ token: user.token.slice(0, -1) }, 'here are 52')
    await problemOf({ token: `svc_${'0'.repeat(49)}` }, 'The service refused this token')
    const revoked = await tokenWith('read', 'capture')
    await user.send('DELETE', `/api/tokens/${revoked.id}`, {})
    await problemOf({ token: revoked.token }, 'The service refused this token')
    await problemOf({ token: (await tokenWith('read')).token }, 'This token may not: file captures')
    await problemOf({ token: (await tokenWith('capture')).token }, 'This token may not: read')
    assert.equal(await readSetting(page, 'connection'), undefined)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'extension-connect-wrong')
    await extension.closePage(page)
    other.closeAllConnections()
    other.close()
  })

  test('an address that leads elsewhere is offered as what it leads to', async () => {
    const old = createServer((request, response) =>
      response
        .writeHead(308, { location: service.address + request.url, 'access-control-allow-origin': '*' })
        .end(),
    )
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
    const page = await extension.panel()
    await page
      .getByLabel('Address of Dailies')
      .fill(`http://127.0.0.1:${(old.address() as AddressInfo).port}`)
    await page.getByLabel('Token', { exact: true }).fill(user.token)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText(`leads to ${service.address}`).waitFor()
    await becomes(() => page.getByLabel('Address of Dailies').inputValue(), service.address)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText(`Connected to ${service.address}`).waitFor()
    await extension.closePage(page)
    old.closeAllConnections()
    old.close()
  })

  test('when the browser is not allowed to reach the host that is said, and nothing is sent', async () => {
    const page = await extension.panel()
    await answerAccess(page, false)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByLabel('Address of Dailies').fill(service.address)
    await page.getByLabel('Token', { exact: true }).fill(user.token)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('The browser was not allowed to reach 127.0.0.1').waitFor()
    assert.deepEqual(
      asked.filter((url) => url.startsWith(service.address)),
      [],
    )
    await extension.closePage(page)
  })

  test('without HTTPS others could read along, and that is said before the token goes out', async () => {
    const page = await extension.panel()
    const warning = page.getByText('Without https:// others on the way can read the token')
    await page.getByLabel('Address of Dailies').fill('http://127.0.0.1:8787')
    await becomes(() => warning.count(), 0)
    await page.getByLabel('Address of Dailies').fill('http://dailies.studio.example')
    await warning.waitFor()
    await extension.closePage(page)
  })

  test('a token is shown to who wants to see it', async () => {
    const page = await extension.panel()
    const token = page.getByLabel('Token', { exact: true })
    await token.fill('svc_secret')
    await page.getByRole('button', { name: 'Show the token' }).click()
    await becomes(() => token.getAttribute('type'), 'text')
    await page.getByRole('button', { name: 'Hide the token' }).click()
    await becomes(() => token.getAttribute('type'), 'password')
    await extension.closePage(page)
  })

  test('what a token may not do is told, and not offered', async () => {
    await user.ingest(film.capture)
    const { token } = await tokenWith('read', 'capture')
    const page = await extension.panel()
    await connect(page, service.address, token)
    await page
      .getByText('This token may not: pick winners and set compare groups, change preferences')
      .waitFor()
    await choosePlace(page)
    await page.getByRole('list', { name: 'Versions' }).getByRole('listitem').first().waitFor()
    await becomes(() => page.getByRole('button', { name: 'Winner' }).count(), 0)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByText('The token may not change preferences.').waitFor()
    await becomes(() => page.getByLabel('Type by default').isDisabled(), true)
    await extension.closePage(page)
  })

  test('a token that is revoked in between pauses it; another one goes on at the same address', async () => {
    const first = await tokenWith('read', 'capture', 'selection', 'preferences')
    const page = await extension.panel()
    await connect(page, service.address, first.token)
    await choosePlace(page)
    await user.send('DELETE', `/api/tokens/${first.id}`, {})
    await page.reload()
    await page.getByText('The token has expired or was revoked.').waitFor()
    assert.equal((await readSetting(page, 'connection'))?.state, 'paused')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Connection' }).waitFor()
    await page.getByRole('link', { name: 'Scene' }).click()
    assert.deepEqual(
      asked.filter((url) => url.startsWith(service.address)),
      [],
    )
    await screenshot(page, 'extension-paused')
    assert.deepEqual(await violations(page), [])

    await page.getByRole('button', { name: 'Connect again' }).click()
    await becomes(() => page.getByLabel('Address of Dailies').inputValue(), service.address)
    await page.getByLabel('Token', { exact: true }).fill(user.token)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('heading', { name: 'Latest of scene 012A' }).waitFor()
    await becomes(() => page.getByText('The token has expired').count(), 0)
    await extension.closePage(page)
  })

  test('what the console hands over is taken by one click, and then forgotten', async () => {
    const page = await extension.panel()
    await putSession(page, { offer: { address: service.address, token: user.token } })
    const card = page.getByRole('region', { name: `Connect to ${service.address}?` })
    await card.waitFor()
    assert.ok(!(await page.content()).includes(user.token))
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'extension-offer')
    await card.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('navigation', { name: 'Views' }).waitFor()
    await becomes(() => card.count(), 0)
    assert.equal((await readSetting(page, 'connection'))?.token, user.token)
    assert.deepEqual(await readSession(page, 'offer'), undefined)

    await putSession(page, { offer: { address: 'https://other.example', token: user.token } })
    const other = page.getByRole('region', { name: 'Connect to https://other.example?' })
    await other.getByText(`In place of ${service.address}`).waitFor()
    await other.getByRole('button', { name: 'Not now' }).click()
    await becomes(() => other.count(), 0)
    assert.equal((await readSetting(page, 'connection'))?.address, service.address)
    assert.deepEqual(await readSession(page, 'offer'), undefined)
    await extension.closePage(page)
  })

  test('disconnecting says what was not sent yet; that stays, and the token goes', async () => {
    const page = await extension.panel()
    await connect(page, service.address, user.token)
    await putCaptures(page, [
      {
        id: '019',
        state: 'failed',
        body: { ...film.capture, assetType: 'IMAGE', prompt: '' },
        readings: [],
        createdAt: new Date().toISOString(),
        problem: { status: 0, message: 'Its prompt was not found', fieldErrors: {} },
      },
    ])
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect from Dailies?' })
    await dialog.getByText('Captures that were not sent yet: 1.').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await becomes(() => hasFocus(page.getByRole('button', { name: 'Disconnect' })), true)

    await page.getByRole('button', { name: 'Disconnect' }).click()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('heading', { name: 'Connect', exact: true }).waitFor()
    assert.equal(await readSetting(page, 'connection'), undefined)
    assert.equal(await readSetting(page, 'known.projects'), undefined)
    assert.equal((await readCaptures(page)).length, 1)
    await extension.closePage(page)
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`the first thing that one sees has no barriers in ${theme}`, async () => {
      const page = await extension.panel({ theme, width: 320 })
      await page.getByRole('heading', { name: 'Connect', exact: true }).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `extension-welcome-${theme}`)
      await extension.closePage(page)
    })
  }
})

async function connect(page: Page, address: string, token: string): Promise<void> {
  await page.getByLabel('Address of Dailies').fill(address)
  await page.getByLabel('Token', { exact: true }).fill(token)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
}

/** Scene 012A of the only project. */
async function choosePlace(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Project/ }).click()
  await page.getByRole('option', { name: 'The Long Tide' }).click()
  await page.getByRole('option', { name: '012A' }).click()
  await page.getByRole('heading', { name: 'Latest of scene 012A' }).waitFor()
}
