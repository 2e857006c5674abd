import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, Socket } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import { AllowedAddresses } from '../outside/allowed-addresses.ts'
import { hostResolver } from '../outside/resolve.ts'
import { hostileNames, hostileUrls } from '../test/hostile-urls.ts'
import { type NameServer, nameServer, type Records } from '../test/name-server.ts'
import { post } from './post.ts'
import { urlProblem } from './webhook-url.ts'

const none = new AllowedAddresses([])
const onlyLoopback = new AllowedAddresses(['127.0.0.1/32'])

/** Every address to which any socket of this process began to connect. */
let attempts: string[] = []
const connect = Socket.prototype.connect
/** What falls into the trap: connections to it on 127.0.0.1 and, where there is IPv6, on ::1. */
let trapped = 0
let traps: Server[] = []
let port: number

before(async () => {
  Socket.prototype.connect = function (this: Socket, ...to: unknown[]) {
    this.on('connectionAttempt', (address) => attempts.push(address))
    return Reflect.apply(connect, this, to)
  }
  traps = [await trap('127.0.0.1', 0)]
  port = (traps[0]!.address() as AddressInfo).port
  traps.push(
    ...(await trap('::1', port).then(
      (server) => [server],
      () => [],
    )),
  )
})
after(() => {
  Socket.prototype.connect = connect
  for (const server of traps) server.close()
})
afterEach(() => {
  attempts = []
  trapped = 0
})

async function trap(host: string, port: number): Promise<Server> {
  const server = createServer((socket) => {
    trapped++
    socket.destroy()
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

let names: NameServer | undefined
afterEach(async () => {
  await names?.close()
  names = undefined
})

async function resolverOf(recordsOf: (name: string, count: number, type: 'A' | 'AAAA') => Records) {
  names = await nameServer(recordsOf)
  const resolver = hostResolver()
  resolver.setServers([names.address])
  return resolver
}

const send = (url: string, options: Omit<Parameters<typeof post>[1], 'timeout'>) =>
  post({ url, headers: {}, body: '{}' }, { ...options, timeout: 60_000 })

const atPort = (url: string) => url.replace('PORT', String(port))

test('the trap and the record of attempts notice a connection', async () => {
  const resolver = await resolverOf(() => ['127.0.0.1'])
  await send(atPort('http://127.0.0.1:PORT/'), { addresses: onlyLoopback, resolver })
  await send(atPort('https://hooks.test:PORT/'), { addresses: onlyLoopback, resolver })
  assert.deepEqual(attempts, ['127.0.0.1', '127.0.0.1'])
  assert.equal(trapped, 2)
})

describe('a hostile URL', () => {
  test('of which there are hundreds', () => {
    assert.ok(new Set(hostileUrls).size + Object.keys(hostileNames).length >= 250)
  })

  test('is refused when it is registered', () => {
    const accepted = hostileUrls.filter(
      (url) => !urlProblem(atPort(url), { development: true, addresses: none }),
    )
    assert.deepEqual(accepted, [])
  })

  test('is never connected to, even if it was registered', async () => {
    const resolver = await resolverOf(() => ['127.0.0.1', '::1'])
    const sent = await Promise.all(
      hostileUrls.map(async (url) => ({ url, ...(await send(atPort(url), { addresses: none, resolver })) })),
    )
    const others = sent.filter(({ outcome }) => outcome !== 'address_not_allowed')
    assert.deepEqual(others, [])
    assert.deepEqual(attempts, [])
    assert.equal(trapped, 0)
  })

  test('of a name is never connected to when the name stands for addresses that are not public', async () => {
    const records = Object.entries(hostileNames).map(([name, to]) => [name.replace(/\.$/, ''), to] as const)
    const resolver = await resolverOf((name) => new Map(records).get(name) ?? 'unknown')
    const urls = Object.keys(hostileNames).flatMap((name) => [
      `http://${name}:PORT/`,
      `https://${name}:PORT/`,
    ])
    const sent = await Promise.all(
      urls.map(async (url) => ({ url, ...(await send(atPort(url), { addresses: none, resolver })) })),
    )
    assert.deepEqual(
      sent.filter(({ outcome }) => outcome !== 'address_not_allowed'),
      [],
    )
    assert.deepEqual(attempts, [])
    assert.equal(trapped, 0)
  })
})

/** 127.0.0.1 plays the public address, so that nothing leaves this machine; every other address is not allowed. */
describe('a name that changes its mind', () => {
  async function receiver() {
    const server = createHttpServer((_request, response) => response.end('received'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { port: (server.address() as AddressInfo).port, close: () => server.close() }
  }

  test('is connected to where the check found it, and not where it is a moment later', async (t) => {
    const { port, close } = await receiver()
    t.after(close)
    const hidden = ['127.0.0.2', '::1', '10.0.0.1']
    const resolver = await resolverOf((_name, count) => (count === 0 ? ['127.0.0.1'] : hidden))
    const first = await send(`http://rebinding.test:${port}/`, { addresses: onlyLoopback, resolver })
    assert.equal(first.outcome, 'delivered')
    assert.deepEqual(names!.questions.toSorted(), ['A rebinding.test', 'AAAA rebinding.test'])
    assert.deepEqual(attempts, ['127.0.0.1'])
    const second = await send(`http://rebinding.test:${port}/`, { addresses: onlyLoopback, resolver })
    assert.equal(second.outcome, 'address_not_allowed')
    assert.equal(names!.questions.length, 4)
    assert.deepEqual(attempts, ['127.0.0.1'])
  })

  test('is asked for again at every attempt', async (t) => {
    const { port, close } = await receiver()
    t.after(close)
    const resolver = await resolverOf((_name, count) => (count === 0 ? ['10.0.0.1'] : ['127.0.0.1']))
    const url = `http://rebinding.test:${port}/`
    assert.equal((await send(url, { addresses: onlyLoopback, resolver })).outcome, 'address_not_allowed')
    assert.equal((await send(url, { addresses: onlyLoopback, resolver })).outcome, 'delivered')
  })

  test('and has allowed and other addresses at once is connected to at the allowed ones only', async (t) => {
    const { port, close } = await receiver()
    t.after(close)
    const mixed = ['127.0.0.2', '10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', 'fd00::2']
    const resolver = await resolverOf(() => mixed)
    const sent = await send(`http://mixed.test:${port}/`, { addresses: onlyLoopback, resolver })
    assert.equal(sent.outcome, 'delivered')
    assert.deepEqual(attempts, ['127.0.0.1'])
    close()
  })

  test('keeps to the allowed addresses when they refuse the connection', async () => {
    const resolver = await resolverOf(() => ['127.0.0.1', '127.0.0.2', '::1'])
    const { port, close } = await receiver()
    close()
    const sent = await send(`http://mixed.test:${port}/`, { addresses: onlyLoopback, resolver })
    assert.equal(sent.outcome, 'connection_failed')
    assert.deepEqual(attempts, ['127.0.0.1'])
  })

  test('and has hundreds of addresses is tried at eight of them', async () => {
    const every = Array.from({ length: 60 }, (_, index) => `127.0.1.${index + 1}`)
    const resolver = await resolverOf(() => every)
    const { port, close } = await receiver()
    close()
    const addresses = new AllowedAddresses(['127.0.1.0/24'])
    await send(`http://many.test:${port}/`, { addresses, resolver })
    assert.equal(attempts.length, 8)
  })
})

describe('a redirect', () => {
  const targets = [
    'http://127.0.0.1:PORT/',
    '//127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://[::1]:PORT/',
    'http://2130706433:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://user:password@127.0.0.1:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'http://%',
    '/elsewhere',
    '',
    `http://127.0.0.1:PORT/${'x'.repeat(5000)}`,
    `http://${'x'.repeat(5000)}:PORT/`,
  ]

  test('is not followed, wherever it leads and not even to an allowed address', async (t) => {
    const server = createHttpServer(({ url }, response) => {
      const [, status, target] = url!.split('/')
      response.writeHead(Number(status), { location: atPort(targets[Number(target)]!) }).end('moved')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const resolver = await resolverOf(() => ['127.0.0.1'])
    const addresses = new AllowedAddresses(['127.0.0.0/8', '::1/128'])
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (const status of [300, 301, 302, 303, 305, 307, 308]) {
      for (const target of targets.keys()) {
        const sent = await send(`${base}/${status}/${target}`, { addresses, resolver })
        assert.equal(sent.outcome, 'redirect')
        assert.equal(sent.responseCode, status)
        assert.match(sent.error!, /are not followed, so enter the final URL$/)
        assert.doesNotMatch(sent.error!, /password/)
        assert.ok(sent.error!.length <= 300)
      }
    }
    assert.equal(trapped, 0)
    assert.equal(attempts.length, 7 * targets.length)
  })
})
