import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../test/browser.ts'
import { type TestService, testService } from '../test/service.ts'
import { mountDocs } from './docs.ts'
import type { LoopTurns } from './loop-turns.ts'

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

test('what the page is made of waits for its turn of the event loop, by who asks', async () => {
  const app = fastify()
  const asked: string[] = []
  let begin = () => {}
  const take = (who: string) => {
    asked.push(who)
    return new Promise<void>((resolve) => {
      begin = resolve
    })
  }
  mountDocs(app, { take } as LoopTurns)
  let isAnswered = false
  const answer = app.inject({ url: '/docs/js/scalar.js', remoteAddress: '192.0.2.7' }).then((given) => {
    isAnswered = true
    return given
  })
  while (asked.length === 0 && !isAnswered) await sleep(10)
  await sleep(50)
  assert.equal(isAnswered, false)
  begin()
  assert.equal((await answer).statusCode, 200)
  assert.deepEqual(asked, ['192.0.2.7'])
  await app.close()
})
