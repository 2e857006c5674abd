import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { provideEndpoints } from '../../test/provide-endpoints.ts'

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"Unauthorized"}')
    return
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
  response.write('{"data":[', () => {
    if (isCut) response.destroy()
  })
})
let isCut = true
let call: typeof import('./call.ts').call
let whenSignedOut: typeof import('./call.ts').whenSignedOut
let reach: typeof import('./reach.ts')

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  provideEndpoints({
    listProjects: ['GET', address],
    signIn: ['POST', address, 'in'],
    signOut: ['POST', address],
  })
  // Hidden, so that nobody asks whether it is back.
  Object.assign(globalThis, { document: { visibilityState: 'hidden' } })
  ;({ call, whenSignedOut } = await import('./call.ts'))
  reach = await import('./reach.ts')
})
after(() => {
  reach.heard()
  server.closeAllConnections()
  server.close()
})

test('an answer that is cut off is none, and one that does not end took too long', async () => {
  await assert.rejects(call('listProjects', {}), { status: 0, message: /^The service cannot be reached/ })
  // It is asked first whether it is there.
  while (!reach.isAway()) await turn()
  isCut = false
  await assert.rejects(call('listProjects', {}, { patience: 200 }), { status: 408 })
})

test('one that nobody waits for any more is no failure of the service', async () => {
  const controller = new AbortController()
  const calling = call('listProjects', {}, { signal: controller.signal })
  setTimeout(() => controller.abort(), 100)
  await assert.rejects(calling, { name: 'AbortError' })
})

test('401 says that nobody is signed in any more, but to somebody who signs in', async () => {
  let signedOut = 0
  whenSignedOut(() => {
    signedOut += 1
  })
  const body = { email: 'ada@studio.example', password: 'wrong' }
  await assert.rejects(call('signIn', { body }), { status: 401 })
  assert.equal(signedOut, 0)
  await assert.rejects(call('signOut', {}), { status: 401 })
  assert.equal(signedOut, 1)
})
