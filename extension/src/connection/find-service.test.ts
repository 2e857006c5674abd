import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type TestService, testService } from '../../../server/test/service.ts'
import { findService } from './find-service.ts'

describe('what is behind an address', () => {
  let service: TestService
  const ends: (() => void)[] = []

  before(async () => {
    service = await testService('sqlite')
  })
  after(async () => {
    for (const end of ends) end()
    await service.close()
  })

  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ends.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('is the service, known without showing it a token', async () => {
    assert.deepEqual(await findService([service.address]), { address: service.address })
  })

  test('is the service below a path, where a proxy has it there', async () => {
    const proxy = await serve(async (request, response) => {
      if (!request.url?.startsWith('/dailies/')) return response.writeHead(200).end('<h1>Studio</h1>')
      const answer = await fetch(service.address + request.url.slice('/dailies'.length))
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
    const addresses = [proxy, `${proxy}/dailies`, `${proxy}/dailies/projects`]
    assert.deepEqual(await findService(addresses), { address: `${proxy}/dailies` })
  })

  test('is something else, whatever that says', async () => {
    const answers: [number, string][] = [
      [200, '<h1>It works!</h1>'],
      [200, '{"error":"Unauthorized"}'],
      [401, 'Who are you?'],
      [401, 'null'],
      [404, '{"error":"Not found"}'],
    ]
    for (const [status, body] of answers) {
      const address = await serve((_, response) => response.writeHead(status).end(body))
      assert.deepEqual(await findService([address]), { problem: 'other' }, `${status} ${body}`)
    }
  })

  test('is nothing', async () => {
    const address = await serve((request) => request.socket.destroy())
    assert.deepEqual(await findService([address]), { problem: 'unreachable' })
  })

  test('is a service that cannot answer now', async () => {
    const address = await serve((_, response) => response.writeHead(502).end('Bad gateway'))
    assert.deepEqual(await findService([address]), { problem: 'unwell', status: 502 })
  })

  test('leads to the service at another address', async () => {
    const address = await serve((request, response) =>
      response.writeHead(308, { location: service.address + request.url }).end(),
    )
    assert.deepEqual(await findService([address]), { problem: 'moved', to: service.address })
  })
})
