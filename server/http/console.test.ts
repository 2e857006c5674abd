import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestService, testService } from '../test/service.ts'

describe('the console, as it is served', () => {
  let service: TestService
  let page: string
  /** Names of its script and style. */
  let files: string[]

  before(async () => {
    service = await testService('sqlite')
    page = await (await fetch(service.address)).text()
    files = [...page.matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)].map(([, path]) => path!)
  })
  after(() => service.close())

  test('its one page answers at each of its places, and nowhere else', async () => {
    for (const place of [
      '/',
      '/sign-in',
      '/projects',
      '/projects/x/report',
      '/reviews/x',
      '/scenes/x',
      '/webhooks/x',
      '/users',
    ]) {
      const response = await fetch(service.address + place)
      assert.equal(response.status, 200, place)
      assert.equal(await response.text(), page, place)
    }
    for (const nowhere of [
      '/nowhere',
      '/sign-in/x',
      '/api',
      '/static',
      '/static/nowhere.js',
      '/static/%00',
      '/static/a%00.js',
      '/static/../index.html',
    ]) {
      const response = await fetch(service.address + nowhere)
      assert.equal(response.status, 404, nowhere)
      assert.deepEqual(await response.json(), { error: 'Not found' }, nowhere)
    }
  })

  test('an address that somebody mistyped is the page, too, and the interface answers as ever', async () => {
    const open = (path: string, init: RequestInit = {}) =>
      fetch(service.address + path, {
        headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
        ...init,
      })
    for (const path of ['/scenes', '/login', '/project/x', '/sign-in/x', '/apis', '/scenes?q=a']) {
      const response = await open(path)
      assert.equal(response.status, 404, path)
      assert.equal(await response.text(), page, path)
      assert.match(response.headers.get('content-security-policy')!, /default-src 'none'/)
    }
    assert.equal(
      (await open('/login', { method: 'HEAD' })).headers.get('content-type'),
      'text/html; charset=utf-8',
    )

    for (const path of ['/api', '/api/nowhere', '/api?x', '/static/nowhere.js', '/media/nowhere.png']) {
      const response = await open(path)
      assert.equal(response.status, 404, path)
      assert.deepEqual(await response.json(), { error: 'Not found' }, path)
    }
    const posted = await open('/login', { method: 'POST' })
    assert.deepEqual([posted.status, await posted.json()], [404, { error: 'Not found' }])
    const wrongMethod = await open('/api/account/sign-in')
    assert.deepEqual([wrongMethod.status, await wrongMethod.json()], [405, { error: 'Method not allowed' }])
  })

  test('the page lets nothing run that is not its own, and tells nobody where it is', async () => {
    const { headers } = await fetch(service.address)
    const policy = headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /script-src 'self'(;|$)/)
    assert.match(policy, /style-src 'self'(;|$)/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cache-control'), 'no-cache')
  })

  test('addresses of review links are told to no search engine, and to no page that a guest goes on to', async () => {
    const open = (method: string) =>
      fetch(`${service.address}/r/${'x'.repeat(43)}`, { method, headers: { accept: 'text/html' } })
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await open(method)
      assert.equal(status, 200)
      assert.equal(headers.get('x-robots-tag'), 'noindex')
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
    }
    assert.match(await (await open('GET')).text(), /<meta name="referrer" content="no-referrer"/)
  })

  test('its files come compressed, and are kept by browsers for as long as they like', async () => {
    assert.ok(files.length >= 2)
    for (const file of files) {
      for (const encoding of ['br', 'gzip']) {
        const response = await fetch(service.address + file, { headers: { 'accept-encoding': encoding } })
        assert.equal(response.status, 200)
        assert.equal(response.headers.get('content-encoding'), encoding)
        assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
        await response.arrayBuffer()
      }
    }
  })

  test('captured media load from anywhere, unless the operator switched that off', async () => {
    const without = await testService('sqlite', { DAILIES_REMOTE_PREVIEWS: 'false' })
    try {
      const response = await fetch(without.address)
      const policy = response.headers.get('content-security-policy')!
      assert.match(policy, /img-src 'self' data: blob:;/)
      assert.match(policy, /media-src 'self' data: blob:;/)
      assert.match(await response.text(), /name="dailies-remote-previews" content="off"/)
      assert.match(page, /name="dailies-remote-previews" content="on"/)
    } finally {
      await without.close()
    }
  })
})
