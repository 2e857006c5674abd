import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { type Endpoint, takesSession, takesToken } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import {
  type SessionTestCaller,
  signIn,
  type TestService,
  type TestUser,
  testPassword,
  testService,
  testUser,
} from '../test/service.ts'

const publicUrl = 'http://dailies.studio.example:8443/'
const forged = { status: 403, error: 'Only a page of this service may ask for that' }

describe('requests that a page of another site makes', () => {
  let service: TestService
  let user: TestUser
  let session: SessionTestCaller
  let host: string

  before(async () => {
    service = await testService('sqlite', { DAILIES_PUBLIC_URL: publicUrl })
    user = await testUser(service)
    session = await signIn(service, user)
    host = new URL(service.address).host
  })
  after(() => service.close())

  /** Not by `fetch`, which has its own mind about some of these headers. */
  async function send(method: string, path: string, headers: Record<string, string>, body?: string) {
    const request = httpRequest(service.address + path, { method, headers })
    request.end(body)
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject)
    })
    const answer = await text(response)
    return { status: response.statusCode, error: JSON.parse(answer).error }
  }

  const json = { 'content-type': 'application/json' }
  const name = JSON.stringify({ name: 'Ada' })
  const rename = (headers: Record<string, string>) =>
    send('PATCH', endpoints.updateAccount.path, { cookie: session.cookie, ...json, ...headers }, name)

  const own = (): Record<string, string>[] => [
    {},
    { origin: `http://${host}` },
    { origin: `https://${host}` },
    { origin: 'http://dailies.studio.example:8443' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    // Behind a proxy that changes Host, the browser still knows.
    { 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' },
  ]
  const foreign = (): Record<string, string>[] => [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: `http://${host}.evil.example` },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'https://dailies.studio.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': '' },
    { 'sec-fetch-site': 'same-origin, cross-site' },
    { 'sec-fetch-site': 'cross-site', origin: `http://${host}` },
  ]

  test('are refused by what the browser says of where they come from', async () => {
    for (const headers of own()) {
      assert.equal((await rename(headers)).status, 200, JSON.stringify(headers))
    }
    for (const headers of foreign()) {
      assert.deepEqual(await rename(headers), forged, JSON.stringify(headers))
    }
  })

  test('are refused on every endpoint that changes something, before who asks is looked at', async () => {
    for (const [label, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const { method, path, open } = endpoint
      if (method === 'GET' || !(open || takesSession(endpoint))) continue
      for (const cookie of [session.cookie, 'dailies_session=nobody']) {
        const headers = { cookie, ...json, 'sec-fetch-site': 'cross-site' }
        const body = method === 'DELETE' ? undefined : '{"broken'
        const answer = await send(method, path.replaceAll(/\{\w+\}/g, 'x'), headers, body)
        assert.deepEqual(answer, forged, label)
      }
    }
  })

  test('and read nothing: what changes nothing is answered, for the browser to keep from them', async () => {
    const headers = { cookie: session.cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    assert.equal((await send('GET', endpoints.readAccount.path, headers)).status, 200)
  })

  test('cannot carry a body that a form can send', async () => {
    const body = JSON.stringify({ email: user.email, password: testPassword })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const headers = { 'content-type': type }
      assert.equal((await send('POST', endpoints.signIn.path, headers, body)).status, 415, type)
    }
    assert.equal((await send('POST', endpoints.signIn.path, {}, body)).status, 415, 'none')
    assert.equal((await send('POST', endpoints.signIn.path, json, body)).status, 200)
  })

  test('may carry a token: that no browser adds by itself', async () => {
    const headers = { authorization: `Bearer ${user.token}`, ...json, 'sec-fetch-site': 'cross-site' }
    const { status } = await send('POST', endpoints.createToken.path, headers, JSON.stringify({ name: 'x' }))
    assert.equal(status, 201)
  })
})

describe('a session and a token', () => {
  let service: TestService
  let user: TestUser
  let other: TestUser
  let cookie: string

  before(async () => {
    service = await testService('sqlite')
    user = await testUser(service)
    other = await testUser(service)
    cookie = (await signIn(service, user)).cookie
  })
  after(() => service.close())

  const ask = (path: string, headers: Record<string, string>) =>
    fetch(service.address + path, { headers }).then(({ status }) => status)
  const bearer = () => ({ authorization: `Bearer ${other.token}` })

  test('the cookie means nothing to the interface of the extension', async () => {
    for (const { method, path } of Object.values<Endpoint>(endpoints)) {
      if (!path.startsWith('/api/extension/')) continue
      const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
      const init = { method, headers, ...(method !== 'GET' && { body: '{"broken' }) }
      const answer = await fetch(service.address + path, init)
      assert.equal(answer.status, 401, path)
      assert.deepEqual(await answer.json(), { error: 'Unauthorized' })
    }
  })

  test('a token means nothing where only a session lets in', async () => {
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      const { method, path, open } = endpoint
      if (open || takesToken(endpoint)) continue
      const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
      const init = { method, headers, ...(method !== 'GET' && { body: '{"broken' }) }
      const answer = await fetch(service.address + path.replaceAll(/\{\w+\}/g, 'x'), init)
      assert.equal(answer.status, 401, path)
    }
  })

  test('where both let in, of both the token alone counts', async () => {
    const tokens = endpoints.listTokens.path
    assert.equal(await ask(tokens, { cookie }), 200)
    assert.equal(await ask(tokens, { cookie, ...bearer() }), 200)
    const answer = await fetch(service.address + tokens, { headers: { cookie, ...bearer() } })
    const { data } = (await answer.json()) as { data: { id: string }[] }
    const { data: theirs } = (await other.get(tokens)).body
    assert.deepEqual(
      data.map(({ id }) => id),
      theirs.map(({ id }: { id: string }) => id),
    )
    for (const authorization of ['', 'Bearer junk', 'Basic YTpi']) {
      assert.equal(await ask(tokens, { cookie, authorization }), 401, authorization)
    }
  })

  test('the cookies of others do no harm, and none lets in', async () => {
    const tokens = endpoints.listTokens.path
    assert.equal(await ask(tokens, { cookie: `a=b; ${cookie}; c="d"` }), 200)
    for (const junk of ['a=b', 'dailies_session', 'dailies_session=%zz', `x${cookie}`, ';;;=']) {
      assert.equal(await ask(tokens, { cookie: junk }), 401, junk)
      assert.equal(await ask(tokens, { cookie: junk, ...bearer() }), 200, junk)
    }
  })
})
