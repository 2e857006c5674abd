import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from './becomes.ts'
import { openExtension, readSetting } from './extension-stage.ts'
import { looks, openStage, type Stage, screenshot, signIn, violations } from './stage.ts'

type Chrome = { chrome: typeof import('wxt/browser').browser }

describe('getting the extension', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
  })
  after(() => stage.end())

  test('the console hands over its address and a new token, and the extension connects', async (t) => {
    const { address } = stage.service
    const extension = await openExtension()
    t.after(() => extension.end())
    const [name, value] = (await signIn(address, stage.user.email)).split(/=(.*)/s) as [string, string]
    await extension.context.addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Strict' }])
    const page = await extension.context.newPage()
    await page.goto(`${address}/extension`)
    await page.bringToFront()
    await page.getByRole('button', { name: 'Connect the extension' }).click()
    await page.getByText('Now click the icon of Dailies').waitFor()

    const worker = await extension.worker()
    await worker.evaluate(async () => {
      const { chrome } = globalThis as never as Chrome
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true })
      const event = chrome.action.onClicked as never as { dispatch(...given: unknown[]): void }
      event.dispatch(tab)
    })
    await page.getByText('The extension has the address and the token').waitFor()

    const panel = await extension.panel()
    await panel.getByText(address).first().waitFor()
    assert.deepEqual(await violations(panel), [])
    await panel
      .getByRole('region', { name: `Connect to ${address}?` })
      .getByRole('button', { name: 'Connect' })
      .click()
    await becomes(async () => (await readSetting(panel, 'connection'))?.address, address)
    const { body } = await stage.user.get('/api/tokens')
    assert.deepEqual(body.data[0].permissions, ['read', 'capture', 'selection', 'preferences'])
    assert.ok(body.data[0].lastUsedAt, 'the new token is in use')
    await extension.closePage(panel)
  })

  // What is served and shown is the same, whichever database is behind it.
  test('the packages can be downloaded, by whoever has the address', async () => {
    for (const browser of ['chrome', 'firefox']) {
      const response = await fetch(`${stage.service.address}/extension/dailies-${browser}.zip`)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'application/zip')
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.equal(bytes.toString('latin1', 0, 4), 'PK\x03\x04')
      assert.equal(Number(response.headers.get('content-length')), bytes.length)
      assert.ok(bytes.includes('manifest.json'))
    }
    const nowhere = await fetch(`${stage.service.address}/extension/dailies-safari.zip`)
    assert.equal(nowhere.status, 404)
  })

  test('a token that the extension does not take can be pasted', async () => {
    const page = await stage.open('/extension')
    await page.getByRole('button', { name: 'Connect the extension' }).press('Enter')
    await page.getByText('Or paste them yourself').press('Enter')
    const token = await page.getByText(/^svc_\w+$/).innerText()
    const answer = await fetch(`${stage.service.address}/api/extension/projects`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(answer.status, 200)
    await stage.close(page)
  })

  test('a page of another service cannot offer that of this one', async (t) => {
    const extension = await openExtension()
    t.after(() => extension.end())
    const panel = await extension.panel()
    const taken = await panel.evaluate(async (address) => {
      const { chrome } = globalThis as never as Chrome
      const request = { address, token: `svc_${'x'.repeat(49)}` }
      return (await chrome.runtime.sendMessage({ name: 'offer', request })).taken
    }, stage.service.address)
    assert.equal(taken, false)
  })

  for (const { theme, size } of looks) {
    test(`the page has no barriers in ${theme} on a ${size}`, async () => {
      const page = await stage.open('/extension', { theme, size })
      await page.getByRole('button', { name: 'Connect the extension' }).waitFor()
      await page.getByText('For Firefox 142 and later').click()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `get-extension-${theme}-${size}`)
      await stage.close(page)
    })
  }
})
