import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../test/browser.ts'
import { type TestService, testService } from '../test/service.ts'

describe('the page of the interface', () => {
  let service: TestService
  let browser: Browser | undefined

  before(async () => {
    service = await testService('sqlite')
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.close()
  })

  test('shows every endpoint in a real browser, and asks nobody but the service for anything', async () => {
    const page = await browser!.newPage({ viewport: { width: 1440, height: 900 } })
    const elsewhere: string[] = []
    await page.route('**/*', (route) => {
      const url = route.request().url()
      if (url.startsWith(service.address) || /^(data|blob):/.test(url)) return route.continue()
      elsewhere.push(url)
      return route.abort()
    })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) errors.push(message.text())
    })
    const answer = await page.goto(`${service.address}/docs/`)
    assert.match(
      answer!.headers()['content-security-policy']!,
      /script-src 'self' 'sha256-[^']+'( 'sha256-[^']+')*;/,
    )
    assert.doesNotMatch(answer!.headers()['content-security-policy']!, /unsafe-eval/)
    await page.getByText('Create an asset version from a capture').first().waitFor()
    await page.getByText("Change an asset version's selection or compare group").first().waitFor()
    await page.waitForLoadState('networkidle')
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/docs.png` })
    assert.deepEqual(elsewhere, [])
    assert.deepEqual(errors, [])
  })
})
