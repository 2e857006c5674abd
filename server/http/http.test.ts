import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import {
  type Film,
  request,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const paths = Object.values(endpoints).map(({ path }) => path)

describe('the HTTP layer', () => {
  let service: TestService
  let user: TestUser
  let film: Film

  before(async () => {
    service = await testService('sqlite')
    user = await testUser(service)
    film = await testFilm(service.db, user)
  })
  after(() => service.close())

  const raw = (
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
  ) =>
    request(service.address + path, {
      method,
      headers: { authorization: `Bearer ${user.token}`, ...headers },
      ...(body !== undefined && { body }),
    })
  const json = { 'content-type': 'application/json' }

  function assertCors(headers: Headers, methods = 'GET,POST,PUT,OPTIONS') {
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('access-control-allow-methods'), methods)
    assert.equal(headers.get('access-control-allow-headers'), 'Authorization, Content-Type')
  }

  test('every answer carries the CORS headers, errors and unknown routes included, and may be kept only if it says so', async () => {
    for (const [method, path, expected] of [
      ['GET', '/api/extension/projects', 200],
      ['GET', '/api/extension/scenes', 400],
      ['GET', '/api/extension/scenes?projectId=x', 404],
      ['POST', '/api/extension/ingest', 400],
      ['GET', '/api/extension/nothing', 404],
      ['GET', '/nothing/at/all', 404],
      ['DELETE', '/api/extension/projects', 405],
      ['GET', '/%zz', 400],
      ['GET', '/openapi.json', 200],
      ['GET', '/docs/', 200],
      ['GET', '/docs', 301],
    ] as const) {
      const { status, headers } = await raw(method, path)
      assert.equal(status, expected, `${method} ${path}`)
      assertCors(headers)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
      const open = /^\/(docs\/|openapi)/.test(path)
      assert.equal(headers.get('cache-control'), open ? 'no-cache' : 'no-store', path)
    }
    const unauthorized = await request(`${service.address}/api/extension/projects`)
    assert.equal(unauthorized.status, 401)
    assertCors(unauthorized.headers)
  })

  test('a preflight is answered without a token on every endpoint, and PATCH is allowed where it is asked for', async () => {
    for (const path of paths) {
      const preflight = await request(service.address + path, {
        method: 'OPTIONS',
        headers: { origin: 'https://page.example', 'access-control-request-method': 'POST' },
      })
      assert.equal(preflight.status, 204)
      assertCors(preflight.headers)
      const patch = await request(service.address + path, {
        method: 'OPTIONS',
        headers: { origin: 'https://page.example', 'access-control-request-method': 'PATCH' },
      })
      assertCors(patch.headers, 'GET,POST,PUT,OPTIONS,PATCH')
    }
    const unknown = await request(`${service.address}/api/nothing`, { method: 'OPTIONS' })
    assert.equal(unknown.status, 404)
    assertCors(unknown.headers)
  })

  test('a wrong method gets 405 and the right ones in Allow', async () => {
    for (const [method, path, allow] of [
      ['POST', '/api/extension/projects', 'GET, HEAD, OPTIONS'],
      ['GET', '/api/extension/ingest', 'POST, OPTIONS'],
      ['DELETE', '/api/extension/profile/', 'GET, HEAD, PUT, OPTIONS'],
      ['PROPFIND', '/api/extension/projects?x=1', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const { status, headers, body } = await raw(method, path, { headers: { 'content-type': 'text/plain' } })
      assert.equal(status, 405)
      assert.deepEqual(body, { error: 'Method not allowed' })
      assert.equal(headers.get('allow'), allow)
    }
  })

  test('an unknown route gets 404 in the error shape, whatever is sent to it', async () => {
    for (const [method, options] of [
      ['GET', {}],
      ['POST', { headers: json, body: '{"broken' }],
      ['POST', { headers: { 'content-type': 'text/xml' }, body: '<a/>' }],
    ] as const) {
      const { status, body } = await raw(method, '/api/extension/nothing', options)
      assert.equal(status, 404)
      assert.deepEqual(body, { error: 'Not found' })
    }
  })

  test('a trailing slash serves the same route, and HEAD is GET without a body', async () => {
    const plain = await raw('GET', '/api/extension/projects')
    assert.deepEqual((await raw('GET', '/api/extension/projects/')).body, plain.body)
    const head = await raw('HEAD', '/api/extension/projects')
    assert.equal(head.status, 200)
    assert.equal(head.body, '')
    assert.equal(head.headers.get('content-length'), plain.headers.get('content-length'))
    assert.equal((await request(`${service.address}/api/extension/projects`, { method: 'HEAD' })).status, 401)
  })

  test('a body that is not a JSON object is Invalid payload', async () => {
    for (const body of [
      '',
      '{',
      '{"a":1}}',
      'null',
      '[]',
      '"text"',
      '7',
      '\u0000',
      '{"a":undefined}',
      "{'a':1}",
    ]) {
      for (const [method, path] of [
        ['POST', endpoints.ingest.path],
        ['PUT', endpoints.updateProfile.path],
        ['PATCH', endpoints.updateAsset.path],
      ] as const) {
        const answer = await raw(method, path, { headers: json, body })
        assert.equal(answer.status, 400, `${method} ${body}`)
        assert.equal(answer.body.error, 'Invalid payload')
        assert.ok(answer.body.details.fieldErrors)
      }
    }
  })

  test('a byte order mark before the JSON does no harm, nor does a charset', async () => {
    const body = `\uFEFF${JSON.stringify(film.capture)}`
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    assert.equal((await raw('POST', endpoints.ingest.path, { headers, body })).status, 200)
  })

  test('another content type gets 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'json',
      'application/jsonp',
    ]) {
      const { status, body } = await raw('POST', endpoints.ingest.path, {
        headers: { 'content-type': type },
        body: JSON.stringify(film.capture),
      })
      assert.equal(status, 415, type)
      assert.match(body.error, /application\/json/)
    }
  })

  test('JSON may be 64 levels deep, and no deeper', async () => {
    // The body itself is the first level, metadata the second.
    const nested = (levels: number) => '{"a":'.repeat(levels - 1).concat('1', '}'.repeat(levels - 1))
    const capture = (levels: number) =>
      JSON.stringify(film.capture).replace(/}$/, `,"metadata":${nested(levels)}}`)
    for (const [levels, expected] of [
      [63, 200],
      [64, 200],
      [65, 400],
      [100_000, 400],
    ] as const) {
      const { status, body } = await raw('POST', endpoints.ingest.path, {
        headers: json,
        body: capture(levels),
      })
      assert.equal(status, expected, `${levels}: ${JSON.stringify(body)}`)
    }
    const arrays = await raw('POST', endpoints.ingest.path, { headers: json, body: '['.repeat(500_000) })
    assert.equal(arrays.status, 400)
  })

  test('what is for operators is at its address to the letter, and no page of another site can read it', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const { status, headers } = await raw(method, `${path}?x=1`, {
          headers: { origin: 'https://page.example' },
        })
        assert.equal(status, { GET: 200, OPTIONS: 204, POST: 405 }[method], `${method} ${path}`)
        for (const name of headers.keys()) assert.doesNotMatch(name, /^access-control/)
        assert.equal(headers.get('x-content-type-options'), 'nosniff')
        assert.equal(headers.get('cache-control'), 'no-store')
      }
      // What the router takes for the same, but a proxy's rule for the address may not.
      for (const other of [`${path}/`, path.replace(path[1]!, `%${path.charCodeAt(1).toString(16)}`)]) {
        const { status, headers } = await raw('GET', other)
        assert.equal(status, 404, other)
        for (const name of headers.keys()) assert.doesNotMatch(name, /^access-control/)
      }
    }
  })

  test('two Host headers are refused, the same one twice included', async () => {
    const { port } = new URL(service.address)
    for (const [first, second] of [
      ['x', 'y'],
      ['x', 'x'],
    ]) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(`GET / HTTP/1.1\r\nHost: ${first}\r\nhost: ${second}\r\nConnection: close\r\n\r\n`)
      const answer = await text(socket)
      assert.match(answer, /^HTTP\/1\.1 400 /)
      assert.match(answer, /more than one header Host/)
    }
  })

  test('an answer of more than 1 kB is compressed for who reads gzip, and a write never', async () => {
    const url = `/api/extension/platforms`
    const encoded = async (path: string, accepted: string) => {
      const { headers } = await raw('GET', path, { headers: { 'accept-encoding': accepted } })
      return [headers.get('content-encoding'), headers.get('vary')]
    }
    const vary = 'accept-encoding, authorization, cookie'
    assert.deepEqual(await encoded(url, 'gzip, br'), ['gzip', vary])
    assert.deepEqual(await encoded(url, '*'), ['gzip', vary])
    assert.deepEqual(await encoded(url, 'br'), [null, 'accept-encoding'])
    assert.deepEqual(await encoded(url, 'gzip;q=0, *;q=1'), [null, 'accept-encoding'])
    assert.deepEqual(await encoded('/api/extension/projects', 'gzip'), [null, null])
    const { body } = await raw('GET', url, { headers: { 'accept-encoding': 'gzip' } })
    assert.deepEqual(body, (await raw('GET', url, { headers: { 'accept-encoding': 'identity' } })).body)
    const enabledPlatforms = Array.from({ length: 900 }, (_, n) => `p${n}`)
    const written = await raw('PUT', endpoints.updateProfile.path, {
      headers: { ...json, 'accept-encoding': 'gzip' },
      body: JSON.stringify({ preferences: { enabledPlatforms } }),
    })
    assert.equal(written.status, 200)
    assert.equal(written.headers.get('content-encoding'), null)
  })

  test('what a browser kept it shows again only once the service said that it is still so, and to nobody else', async () => {
    const url = '/api/extension/platforms'
    const asked = (path: string, headers: Record<string, string> = {}) =>
      raw('GET', path, { headers: { 'accept-encoding': 'gzip', ...headers } })
    const first = await asked(url)
    const tag = first.headers.get('etag')!
    assert.match(tag, /^W\/"[\w-]{22}"$/)
    assert.equal(first.headers.get('cache-control'), 'private, no-cache')
    assert.equal(first.headers.get('vary'), 'accept-encoding, authorization, cookie')

    for (const known of [tag, tag.slice(2), `"other", ${tag}`]) {
      const { status, headers, body } = await asked(url, { 'if-none-match': known })
      assert.deepEqual([status, body, headers.get('etag')], [304, '', tag], known)
      assert.equal(headers.get('cache-control'), 'private, no-cache')
      assert.equal(headers.get('vary'), 'accept-encoding, authorization, cookie')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assertCors(headers)
    }
    assert.equal((await asked(url, { 'if-none-match': '"other"' })).status, 200)
    const signedOut = { 'if-none-match': tag, authorization: 'Bearer svc_none' }
    assert.equal((await asked(url, signedOut)).status, 401)

    // Who takes nothing compressed pays for no tag, and is told to keep nothing; nor may a secret be kept.
    const plain = await asked(url, { 'accept-encoding': 'identity', 'if-none-match': tag })
    assert.deepEqual([plain.status, plain.headers.get('etag')], [200, null])
    assert.equal(plain.headers.get('cache-control'), 'no-store')
    const secrets = ['/api/tokens', '/api/webhooks', '/api/tokens/changes']
    for (let n = 0; n < 12; n += 1) await user.send('POST', '/api/tokens', { name: `token ${n}` })
    for (const path of secrets) {
      const { headers } = await asked(path)
      assert.deepEqual([headers.get('etag'), headers.get('cache-control')], [null, 'no-store'], path)
    }
  })

  test('an answer that changed has another tag, and so has that of another user', async () => {
    const film = await testFilm(service.db, user, 'Kept')
    for (let n = 0; n < 12; n += 1)
      await user.ingest({ ...film.capture, prompt: `${n} ${'fog '.repeat(40)}` })
    const path = `/api/extension/scene-assets?projectId=${film.projectId}&sceneId=012A`
    const list = (token = user.token) =>
      raw('GET', path, {
        headers: {
          'accept-encoding': 'gzip',
          authorization: `Bearer ${token}`,
          'if-none-match': tag ?? '',
        },
      })
    let tag: string | null = null
    tag = (await list()).headers.get('etag')
    assert.equal((await list()).status, 304)
    await user.ingest({ ...film.capture, prompt: 'another' })
    const after = await list()
    assert.deepEqual([after.status, after.body.assets.length], [200, 13])
    assert.notEqual(after.headers.get('etag'), tag)
    const stranger = await testUser(service)
    assert.equal((await list(stranger.token)).status, 404)
  })

  test('the OpenAPI document is served', async () => {
    const { status, body } = await request(`${service.address}/openapi.json`)
    assert.equal(status, 200)
    assert.equal(body.openapi, '3.1.0')
    assert.deepEqual(Object.keys(body.paths).toSorted(), [...new Set(paths)].toSorted())
  })
})
