import assert from 'node:assert/strict'
import { request as httpRequest, METHODS } from 'node:http'
import { after, before, describe, test } from 'node:test'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { id } from '@dailies/contract/text.ts'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readSettings } from '../config.ts'
import { DailiesError, notFound, tooManyRequests } from '../error.ts'
import { silentLog } from '../test/service.ts'
import { fullAccess } from '../tokens/access.ts'
import { Metrics } from './metrics.ts'
import { type Input, type Route, route } from './route.ts'
import { buildHttpServer } from './server.ts'
import '../test/seed.ts'

const shared = {
  tag: 'Webhooks',
  permission: 'read',
  summary: 'A fake',
  reply: z.unknown(),
  errors: [],
} as const
const params = z.object({ id })
const bothParams = params.extend({ deliveryId: id })
const body = z.object({ name: z.string() })

const list = { ...shared, method: 'GET', path: '/api/things' } as const
const create = { ...shared, method: 'POST', path: '/api/things', body, status: 201 } as const
const read = { ...shared, method: 'GET', path: '/api/things/{id}', params } as const
const change = { ...shared, method: 'PATCH', path: '/api/things/{id}', params, body } as const
const remove = { ...shared, method: 'DELETE', path: '/api/things/{id}', params } as const
const repeat = { ...shared, method: 'POST', path: '/api/things/{id}/repeat', params } as const
const readInner = {
  ...shared,
  method: 'GET',
  path: '/api/things/{id}/deliveries/{deliveryId}',
  params: bothParams,
  query: z.object({ status: z.string().optional() }),
} as const
const noThing = { ...shared, method: 'GET', path: '/api/missing/{id}', params } as const
const limited = { ...shared, method: 'POST', path: '/api/limited/{id}', params } as const
const unlucky = { ...shared, method: 'GET', path: '/api/unlucky/{id}', params } as const

/** Answers with what it was given. */
const echo = <E extends Endpoint>(endpoint: E) =>
  route(endpoint, async ({ caller: _, ...given }: Input<E>) => given as never)

const routes: Route[] = [
  ...[list, create, read, change, remove, repeat, readInner].map(echo),
  route(noThing, async () => {
    throw notFound('Thing')
  }),
  route(limited, async ({ params }) => {
    throw tooManyRequests('Too many tests, try again later', Number(params.id))
  }),
  route(unlucky, async () => {
    throw new Error('secret')
  }),
]

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
}

describe('endpoints with parameters in their path', () => {
  let app: FastifyInstance
  let port: number

  before(async () => {
    app = await buildHttpServer({
      settings: readSettings({}, {}),
      log: silentLog,
      metrics: new Metrics(),
      routes,
      entrance: {
        admit: async ({ authorization }) => {
          if (authorization !== 'Bearer good') throw new DailiesError('unauthorized', 'Unauthorized')
          return {
            caller: { ...fullAccess, userId: 'user', tokenId: 'token', countedAs: 'token', expiresAt: '' },
            headers: {},
          }
        },
        admitSession: () => Promise.reject(new DailiesError('unauthorized', 'Unauthorized')),
        confirm: async (caller) => caller,
        count: async () => ({}),
      },
      isReady: async () => {},
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as { port: number }).port
  })
  after(() => app.close())

  /** Not `fetch`: that tidies the path before it sends it. */
  function send(
    method: string,
    path: string,
    { headers = {}, text }: { headers?: Record<string, string>; text?: string } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest({
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          authorization: 'Bearer good',
          ...(text !== undefined && { 'content-length': Buffer.byteLength(text) }),
          ...headers,
        },
      })
      sent.once('error', reject)
      sent.once('response', async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        const text = Buffer.concat(chunks).toString()
        const isJson = response.headers['content-type']?.startsWith('application/json')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          body: isJson && text ? JSON.parse(text) : undefined,
        })
      })
      sent.end(text)
    })
  }
  const json = { 'content-type': 'application/json' }
  const preflight = (path: string, method: string) =>
    send('OPTIONS', path, { headers: { authorization: '', 'access-control-request-method': method } })

  function assertCors({ headers }: Answer, methods = 'GET,POST,PUT,OPTIONS') {
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['access-control-allow-methods'], methods)
    assert.equal(headers['access-control-allow-headers'], 'Authorization, Content-Type')
  }

  test('a parameter arrives decoded, one or several, beside query and body', async () => {
    for (const [segment, expected] of [
      ['abc', 'abc'],
      ['%61bc', 'abc'],
      ['a%20b', 'a b'],
      ['a+b', 'a+b'],
      ['a%2Fb', 'a/b'],
      ['a%2fb%3Fc%23d', 'a/b?c#d'],
      ['%25', '%'],
      ['%252F', '%2F'],
      ['a;b=c', 'a;b=c'],
      ['%F0%9F%8E%AC', '🎬'],
      [':id', ':id'],
      ['*', '*'],
      ['%7Bid%7D', '{id}'],
      ['__proto__', '__proto__'],
      ['..', '..'],
      ['%2e%2E', '..'],
      ['x'.repeat(200), 'x'.repeat(200)],
      [encodeURIComponent('場'.repeat(200)), '場'.repeat(200)],
    ] as const) {
      const answer = await send('GET', `/api/things/${segment}`)
      assert.equal(answer.status, 200, segment)
      assert.deepEqual(answer.body, { params: { id: expected } })
      assertCors(answer)
    }
    const inner = await send('GET', '/api/things/a/deliveries/b%2Fc/?status=Failed')
    assert.deepEqual(inner.body, { params: { id: 'a', deliveryId: 'b/c' }, query: { status: 'Failed' } })
    const changed = await send('PATCH', '/api/things/a', { headers: json, text: '{"name":"n"}' })
    assert.deepEqual(changed.body, { params: { id: 'a' }, body: { name: 'n' } })
  })

  test('a parameter that breaks its schema gives 400 with its name, however long it is', async () => {
    for (const [path, fieldErrors] of [
      ['/api/things/%00', { id: ['Must not contain the character U+0000'] }],
      ['/api/things/a%00b', { id: ['Must not contain the character U+0000'] }],
      [`/api/things/${'x'.repeat(201)}`, { id: ['Must be at most 200 characters'] }],
      [`/api/things/${'x'.repeat(5000)}`, { id: ['Must be at most 200 characters'] }],
      [`/api/things/${'%2F'.repeat(5000)}`, { id: ['Must be at most 200 characters'] }],
      [`/api/things/${'%25'.repeat(5000)}/`, { id: ['Must be at most 200 characters'] }],
      ['/api/things//deliveries/%00', { id: ['Required'], deliveryId: [/U\+0000/] }],
      ['/api/things//', { id: ['Required'] }],
    ] as const) {
      const answer = await send('GET', path)
      assert.equal(answer.status, 400, path.slice(0, 50))
      assert.equal(answer.body.error, 'Invalid payload')
      assert.deepEqual(Object.keys(answer.body.details.fieldErrors), Object.keys(fieldErrors))
      for (const [name, [message]] of Object.entries(fieldErrors)) {
        assert.match(
          answer.body.details.fieldErrors[name][0],
          message instanceof RegExp ? message : new RegExp(`^${RegExp.escape(message as string)}$`),
        )
      }
      assertCors(answer)
    }
  })

  test('a parameter that is no text at all gives 400 too, for every method', async () => {
    for (const segment of ['%', '%zz', '%E0%A4%A', '%FF', '%ED%A0%80', '%C0%AF']) {
      for (const method of ['GET', 'HEAD', 'PATCH', 'DELETE', 'PUT', 'OPTIONS']) {
        const answer = await send(method, `/api/things/${segment}`)
        assert.equal(answer.status, 400, `${method} ${segment}`)
        if (method !== 'HEAD') assert.deepEqual(answer.body, { error: 'The address is not a valid one' })
        assertCors(answer)
      }
    }
  })

  test('a slash in a parameter must be encoded, and dots lead nowhere', async () => {
    for (const path of [
      '/api/things/a/b',
      '/api/things///',
      '/api%2Fthings',
      '/api/things/../missing/a',
      '/api/things/./a',
      '/api/things/a/..%2Frepeat',
      '/api/things/a/deliveries',
      '/api/things/a/deliveries/b/c',
    ]) {
      const answer = await send('GET', path)
      assert.equal(answer.status, 404, path)
      assert.deepEqual(answer.body, { error: 'Not found' })
      assertCors(answer)
    }
  })

  test('the token is asked for before the parameters are looked at', async () => {
    for (const [method, path] of [
      ['GET', '/api/things/%00'],
      ['DELETE', `/api/things/${'x'.repeat(201)}`],
      ['POST', '/api/things/a/repeat'],
    ] as const) {
      const answer = await send(method, path, { headers: { authorization: 'Bearer bad' } })
      assert.equal(answer.status, 401)
      assert.deepEqual(answer.body, { error: 'Unauthorized' })
    }
  })

  test('success has the status that the contract names: 201 where it does, else 200', async () => {
    const created = await send('POST', '/api/things', { headers: json, text: '{"name":"n"}' })
    assert.equal(created.status, 201)
    assert.deepEqual(created.body, { body: { name: 'n' } })
    assert.equal(created.headers['content-type'], 'application/json; charset=utf-8')
    assertCors(created)
    assert.equal((await send('POST', '/api/things', { headers: json, text: '{}' })).status, 400)
    assert.equal((await send('POST', '/api/things/a/repeat')).status, 200)
    assert.equal((await send('DELETE', '/api/things/a')).status, 200)
  })

  test('where the contract has no body none is read, whatever a client sends', async () => {
    for (const [method, path] of [
      ['DELETE', '/api/things/a'],
      ['POST', '/api/things/a/repeat'],
      ['GET', '/api/things/a'],
    ] as const) {
      for (const [type, text] of [
        ['application/json', ''],
        ['application/json', '{"broken'],
        ['text/plain', 'hello'],
        ['application/json', ' '.repeat(2 * 1024 ** 2)],
      ] as const) {
        const answer = await send(method, path, { headers: { 'content-type': type }, text })
        assert.equal(answer.status, 200, `${method} ${type} ${text.length}`)
        assert.deepEqual(answer.body, { params: { id: 'a' } })
      }
    }
  })

  test('where it has one, no other is taken on account of the parameters', async () => {
    const patch = (type: string, text: string) =>
      send('PATCH', '/api/things/a', { headers: { 'content-type': type }, text })
    assert.equal((await patch('text/plain', '{"name":"n"}')).status, 415)
    assert.equal((await patch('application/json', '{"broken')).status, 400)
    assert.equal((await patch('application/json', ' '.repeat(1024 ** 2 + 1))).status, 413)
  })

  test('HEAD is GET without a body', async () => {
    const plain = await send('GET', '/api/things/a')
    const head = await send('HEAD', '/api/things/a/')
    assert.equal(head.status, 200)
    assert.equal(head.text, '')
    assert.equal(head.headers['content-length'], plain.headers['content-length'])
  })

  test('a wrong method gets 405 and the right ones in Allow, and OPTIONS tells the same', async () => {
    for (const [path, allow] of [
      ['/api/things', 'GET, HEAD, POST, OPTIONS'],
      ['/api/things/', 'GET, HEAD, POST, OPTIONS'],
      ['/api/things/a', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['/api/things/a/', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['/api/things/a?x=/y/z', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['/api/things/a%2Fb', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['/api/%74hings/%61', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['/api/things//', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['/api/things/repeat', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['/api/things/..', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      [`/api/things/${'x'.repeat(5000)}`, 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['/api/things/a/repeat', 'POST, OPTIONS'],
      ['/api/things//repeat', 'POST, OPTIONS'],
      ['/api/things/a/repeat/?', 'POST, OPTIONS'],
      ['/api/things/a/deliveries/b', 'GET, HEAD, OPTIONS'],
      [`http://127.0.0.1/api/things/a/repeat`, 'POST, OPTIONS'],
      ['/docs/some/file.js', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const wrong = await send('PROPFIND', path)
      assert.equal(wrong.status, 405, path)
      assert.deepEqual(wrong.body, { error: 'Method not allowed' })
      assert.equal(wrong.headers.allow, allow, path)
      assertCors(wrong)
      const options = await send('OPTIONS', path, { headers: { authorization: '' } })
      assert.equal(options.status, 204, path)
      assert.equal(options.headers.allow, allow)
      assertCors(options)
    }
    for (const path of ['/api/things/a/b', '/api/thing/a', '/api/things/a/repeat/b', '/API/things/a', '/']) {
      assert.equal((await send('PROPFIND', path)).status, 404, path)
      assert.equal((await send('OPTIONS', path)).status, 404, path)
    }
  })

  test('OPTIONS and the router agree about every address', async () => {
    const segment = fc.oneof(
      fc.constantFrom('api', 'things', 'a', 'repeat', 'deliveries', '', '..', '%2F', '%61', '%25', '%'),
      fc.string({ unit: 'binary', maxLength: 3 }).map(encodeURIComponent),
    )
    const tail = fc.array(segment, { maxLength: 4 }).map((segments) => segments.join('/'))
    const start = fc.constantFrom('/', '/api/things/', '/api/things/a/', 'http://host/api/things/')
    const address = fc
      .tuple(start, tail, fc.constantFrom('', '/', '?', '?a/b', '//'))
      .map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(address, async (path) => {
        const { status, headers } = await send('OPTIONS', path)
        assert.ok([204, 400, 404].includes(status), path)
        const allowed = String(headers.allow ?? '').split(', ')
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const found = await send(method, path, { headers: { authorization: '' } })
          const expected = status === 204 ? (allowed.includes(method) ? 401 : 405) : status
          assert.equal(found.status, expected, `${method} ${path}`)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('a preflight for DELETE allows it where it is taken, one for PATCH wherever something is', async () => {
    const spec = 'GET,POST,PUT,OPTIONS'
    for (const [path, asked, methods] of [
      ['/api/things/a', 'DELETE', `${spec},DELETE`],
      ['/api/things/a%2Fb/?x', 'DELETE', `${spec},DELETE`],
      ['/api/things/a', 'PATCH', `${spec},PATCH`],
      ['/api/things', 'PATCH', `${spec},PATCH`],
      ['/api/things', 'DELETE', spec],
      ['/api/things/a/repeat', 'DELETE', spec],
      ['/api/things/a', 'GET', spec],
      ['/api/things/a', 'delete', spec],
      ['/api/things/a', 'DELETE, PATCH', spec],
      ['/api/things/a', 'TRACE', spec],
    ] as const) {
      const answer = await preflight(path, asked)
      assert.equal(answer.status, 204, path)
      assert.equal(answer.text, '')
      assertCors(answer, methods)
    }
    const unknown = await preflight('/api/nothing/a', 'DELETE')
    assert.equal(unknown.status, 404)
    assertCors(unknown)
    assertCors(await send('DELETE', '/api/things/a', { headers: { origin: 'https://page.example' } }))
  })

  test('too many requests give 429, and Retry-After in whole seconds', async () => {
    for (const [seconds, header] of [
      ['7', '7'],
      ['0.2', '1'],
      ['29.01', '30'],
      ['0', '1'],
    ] as const) {
      const answer = await send('POST', `/api/limited/${seconds}`)
      assert.equal(answer.status, 429)
      assert.deepEqual(answer.body, { error: 'Too many tests, try again later' })
      assert.equal(answer.headers['retry-after'], header)
      assertCors(answer)
    }
    const missing = await send('GET', '/api/missing/a')
    assert.equal(missing.status, 404)
    assert.deepEqual(missing.body, { error: 'Thing not found' })
    assert.equal(missing.headers['retry-after'], undefined)
  })

  test('an unexpected error tells nothing of itself, nor of the parameter', async () => {
    const answer = await send('GET', '/api/unlucky/%3Cscript%3E')
    assert.equal(answer.status, 500)
    assert.deepEqual(answer.body, { error: 'Internal server error' })
    assertCors(answer)
  })

  test('/metrics counts by route, so that ids make no new series', async () => {
    await send('DELETE', '/api/things/some-id')
    const { text } = await send('GET', '/metrics')
    assert.match(text, /route="\/api\/things\/:id"/)
    assert.ok(!text.includes('some-id'))
  })

  test('the longest address that Node takes is answered, by every method', async () => {
    const longest = 15_000
    const fillings = ['/', '%2F', 'a/', '//a', '?', '/%25', '#', '/repeat', '..%2F']
    for (const filling of fillings) {
      const path = `/api/things/${filling.repeat(longest).slice(0, longest).replace(/%.?$/, '')}`
      for (const method of ['GET', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        const { status } = await send(method, path)
        assert.ok(status < 500, `${method} ${filling}: ${status}`)
      }
    }
  })

  test('no method that Node knows breaks it', async () => {
    const expected: Record<string, number> = { GET: 200, HEAD: 200, DELETE: 200, PATCH: 400, OPTIONS: 204 }
    for (const method of METHODS.filter((one) => one !== 'CONNECT')) {
      assert.equal((await send(method, '/api/things/a')).status, expected[method] ?? 405, method)
    }
  })
})
