import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Deprecation, deprecatedField } from '@dailies/contract/deprecation.ts'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readSettings } from '../config.ts'
import { DailiesError, notFound } from '../error.ts'
import { type Answer, request, silentLog } from '../test/service.ts'
import { fullAccess } from '../tokens/access.ts'
import { deprecationHooks } from './deprecation.ts'
import { Metrics } from './metrics.ts'
import { type Caller, type Route, route } from './route.ts'
import { buildHttpServer } from './server.ts'

const january: Deprecation = { since: '2026-01-01', link: 'https://docs.example/january' }
const march: Deprecation = {
  since: '2026-03-01',
  sunset: '2026-10-01',
  link: 'https://docs.example/march#how',
}
const may: Deprecation = { since: '2026-05-01', sunset: '2026-09-01', link: 'https://docs.example/may' }

const linkOf = ({ link }: Deprecation) => `<${link}>; rel="deprecation"; type="text/html"`

/** What the answers say. */
const saysNothing = { deprecation: null, sunset: null, link: null }
const saysJanuary = { deprecation: '@1767225600', sunset: null, link: linkOf(january) }
const saysMarch = {
  deprecation: '@1772323200',
  sunset: 'Thu, 01 Oct 2026 00:00:00 GMT',
  link: linkOf(march),
}
const saysMay = { deprecation: '@1777593600', sunset: 'Tue, 01 Sep 2026 00:00:00 GMT', link: linkOf(may) }

const shared = {
  tag: 'Webhooks',
  permission: 'read',
  summary: 'A fake',
  reply: z.unknown(),
  errors: [],
} as const

const query = z.object({
  fails: z.enum(['missing', 'unexpected']).optional(),
  old: deprecatedField(z.string().optional(), january),
})
/** It holds itself. */
const comment = z.object({
  old: deprecatedField(z.string().optional(), may),
  get answers() {
    return z.array(comment).optional()
  },
})
const body = z.object({
  name: z.string(),
  plain: deprecatedField(z.string(), january).optional(),
  withDefault: deprecatedField(z.int().default(3), january),
  described: deprecatedField(z.string().optional(), january).meta({ description: 'Said afterwards' }),
  nested: z
    .preprocess((value) => value, z.object({ inner: deprecatedField(z.string(), january) }).partial())
    .optional(),
  items: z
    .array(
      z.object({
        old: deprecatedField(z.string().nullable().optional(), march),
        kept: z.string().optional(),
      }),
    )
    .transform((items) => items.length)
    .optional(),
  choice: z.union([z.string(), z.object({ old: deprecatedField(z.string(), may) })]).optional(),
  comment: comment.optional(),
  whole: deprecatedField(z.object({}), may).optional(),
})

const plain = { ...shared, method: 'POST', path: '/api/plain', body: z.object({ name: z.string() }) } as const
const fields = {
  ...shared,
  method: 'POST',
  path: '/api/fields',
  query,
  body: body.prefault({ name: 'none' }),
} as const
const oldQuery = { ...shared, method: 'GET', path: '/api/query', query } as const
const oldEndpoint = { ...shared, method: 'POST', path: '/api/old', query, body, deprecated: march } as const
const oldRead = {
  ...shared,
  method: 'GET',
  path: '/api/old/{id}',
  params: z.object({ id: z.string().max(3) }),
  deprecated: january,
} as const
const oddLink = {
  ...shared,
  method: 'GET',
  path: '/api/odd-link',
  deprecated: { ...january, link: 'https://docs.example/a>; rel="next",<b?c>d "e#f>g' },
} as const

const routes: Route[] = [
  ...[plain, fields, oldQuery, oldRead, oddLink].map((endpoint: Endpoint) =>
    route(endpoint, async () => ({})),
  ),
  route(oldEndpoint, async ({ query }) => {
    if (query.fails === 'missing') throw notFound('Thing')
    if (query.fails === 'unexpected') throw new Error('secret')
    return {}
  }),
]

const entrance = {
  admit: async ({ authorization }: { authorization: string | undefined }) => {
    if (authorization === 'Bearer narrow') throw new DailiesError('forbidden', 'Insufficient permissions')
    if (authorization !== 'Bearer good') throw new DailiesError('unauthorized', 'Unauthorized')
    const caller = { ...fullAccess, userId: 'user', tokenId: 'token', countedAs: 'token', expiresAt: '' }
    return { caller, headers: { 'x-service-token-expires': 'soon' } }
  },
  admitSession: () => Promise.reject(new DailiesError('unauthorized', 'Unauthorized')),
  confirm: async (caller: Caller) => caller,
  count: async () => ({ ratelimit: 'some' }),
}

function build(routes: Route[]): Promise<FastifyInstance> {
  return buildHttpServer({
    settings: readSettings({}, {}),
    log: silentLog,
    metrics: new Metrics(),
    routes,
    entrance,
    isReady: async () => {},
  })
}

describe('what is deprecated', () => {
  let app: FastifyInstance
  let address: string

  before(async () => {
    app = await build(routes)
    address = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => app.close())

  function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return request(address + path, {
      method,
      headers: {
        authorization: 'Bearer good',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  function said({ headers }: Answer) {
    return {
      deprecation: headers.get('deprecation'),
      sunset: headers.get('sunset'),
      link: headers.get('link'),
    }
  }

  test('every answer of a deprecated endpoint tells since when, until when and where to read on', async () => {
    const name = { name: 'n' }
    for (const [expected, path, body, headers] of [
      [200, '/api/old', name, {}],
      [400, '/api/old', {}, {}],
      [400, '/api/old', '{"broken', {}],
      [400, '/api/old?fails=oddly', name, {}],
      [401, '/api/old', name, { authorization: 'Bearer bad' }],
      [403, '/api/old', name, { authorization: 'Bearer narrow' }],
      [404, '/api/old?fails=missing', name, {}],
      [413, '/api/old', ' '.repeat(1024 ** 2 + 1), {}],
      [415, '/api/old', 'text', { 'content-type': 'text/plain' }],
      [500, '/api/old?fails=unexpected', name, {}],
    ] as [number, string, unknown, Record<string, string>][]) {
      const answer = await send('POST', path, body, headers)
      assert.equal(answer.status, expected)
      assert.deepEqual(said(answer), saysMarch, String(expected))
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    }
  })

  test('the other headers of the answer stay, and without a sunset none is told', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await send(method, '/api/old/abc')
      assert.equal(answer.status, 200)
      assert.deepEqual(said(answer), saysJanuary)
      assert.equal(answer.headers.get('x-service-token-expires'), 'soon')
      assert.equal(answer.headers.get('ratelimit'), 'some')
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    }
    const refused = await send('GET', '/api/old/abcd')
    assert.equal(refused.status, 400)
    assert.deepEqual(said(refused), saysJanuary)
  })

  test('a field of the query is told of where it is used, refused requests included', async () => {
    assert.deepEqual(said(await send('GET', '/api/query')), saysNothing)
    assert.deepEqual(said(await send('GET', '/api/query?new=1')), saysNothing)
    for (const [expected, path, headers] of [
      [200, '/api/query?old=1', {}],
      [200, '/api/query?old=', {}],
      [400, '/api/query?old=1&old=2', {}],
      [401, '/api/query?old=1', { authorization: '' }],
    ] as [number, string, Record<string, string>][]) {
      const answer = await send('GET', path, undefined, headers)
      assert.equal(answer.status, expected, path)
      assert.deepEqual(said(answer), saysJanuary, path)
    }
  })

  test('a field of the body is told of wherever it stands, when it is used', async () => {
    for (const [sent, expected] of [
      [{}, saysNothing],
      [{ unknown: 1, nested: {}, items: [], choice: 'old' }, saysNothing],
      [{ items: [{ kept: 'k' }], nested: { other: 1 } }, saysNothing],
      [{ plain: 'p' }, saysJanuary],
      [{ withDefault: 3 }, saysJanuary],
      [{ described: '' }, saysJanuary],
      [{ nested: { inner: 'i' } }, saysJanuary],
      [{ items: [{ kept: 'k' }, { old: null }] }, saysMarch],
      [{ choice: { old: 'o' } }, saysMay],
      [{ comment: { answers: [] } }, saysNothing],
      [{ comment: { old: 'o' } }, saysMay],
      [{ whole: {} }, saysMay],
    ] as const) {
      const answer = await send('POST', '/api/fields', { name: 'n', ...sent })
      assert.equal(answer.status, 200)
      assert.deepEqual(said(answer), expected, JSON.stringify(sent))
    }
  })

  test('a body that is refused is told of its deprecated fields too, where it can be read', async () => {
    for (const [sent, expected] of [
      [{ plain: 1 }, saysJanuary],
      [{ nested: 'inner', items: { old: 1 }, name: 1 }, saysNothing],
      [{ nested: null, items: [null, 'old', { old: 1 }] }, saysMarch],
      ['[]', saysNothing],
      ['"plain"', saysNothing],
      ['{"plain":', saysNothing],
    ] as const) {
      const answer = await send('POST', '/api/fields', sent)
      assert.equal(answer.status, 400)
      assert.deepEqual(said(answer), expected, JSON.stringify(sent))
    }
    const empty = await send('POST', '/api/fields')
    assert.equal(empty.status, 200, 'nothing sent is nothing used')
    assert.deepEqual(said(empty), saysNothing)
  })

  test('of several the earliest days count, and every link is there once', async () => {
    const all = await send('POST', '/api/old?old=1', { name: 'n', plain: 'p', choice: { old: 'o' } })
    assert.deepEqual(said(all), {
      deprecation: saysJanuary.deprecation,
      sunset: saysMay.sunset,
      link: [march, january, may].map(linkOf).join(', '),
    })
    const two = await send('POST', '/api/fields?old=1', { name: 'n', items: [{ old: 'o' }, { old: 'o' }] })
    assert.deepEqual(said(two), {
      deprecation: saysJanuary.deprecation,
      sunset: saysMarch.sunset,
      link: [january, march].map(linkOf).join(', '),
    })
  })

  test('a link is encoded, so that it cannot pass for two', async () => {
    const { link } = said(await send('GET', '/api/odd-link'))
    assert.match(
      link ?? '',
      /^<https:\/\/docs\.example\/a%3E;[^<>" ]+>; rel="deprecation"; type="text\/html"$/,
    )
  })

  test('what is not deprecated says nothing, and has nothing done for it', async () => {
    assert.deepEqual(said(await send('POST', '/api/plain?old=1', { name: 'n', plain: 'p' })), saysNothing)
    assert.deepEqual(said(await send('PUT', '/api/old', {})), saysNothing, 'no such route')
    assert.deepEqual(deprecationHooks(plain), { onRequest: [], preHandler: [] })
    const count = (endpoint: Endpoint) =>
      Object.values(deprecationHooks(endpoint)).map((hooks) => hooks.length)
    assert.deepEqual(count(oldQuery), [1, 0])
    assert.deepEqual(count({ ...plain, body }), [0, 1])
  })

  test('a deprecation that is none, or gives less than 90 days, ends the start', async () => {
    for (const [wrong, message] of [
      [{ since: '2026-01-01', sunset: '2026-03-31' }, /Must be 90 days after since/],
      [{ since: '2026-01-01', sunset: '2025-12-31' }, /Must be 90 days after since/],
      [{ since: '2026-02-30' }, /Must be a day/],
      [{ since: '2026-01-01T00:00:00Z' }, /Must be a day/],
      [{ since: '2026-01-01', sunset: 'soon' }, /Must be a day/],
      [{ link: 'docs/api-changelog.md' }, /Must be an http/],
      [{ link: 'javascript:alert(1)' }, /Must be an http/],
    ] as const) {
      const deprecated = { ...january, ...wrong }
      await assert.rejects(build([route({ ...oldRead, deprecated }, async () => ({}))]), message)
      assert.throws(() => deprecatedField(z.string(), deprecated), message)
    }
    assert.ok(deprecatedField(z.string(), { ...january, sunset: '2026-04-01' }), 'the 90th day will do')
  })
})
