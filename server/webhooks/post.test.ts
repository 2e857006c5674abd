import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import http, { createServer } from 'node:http'
import { createServer as createSecureServer, type ServerOptions } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freePort } from '../../scripts/free-port.ts'
import { AllowedAddresses } from '../outside/allowed-addresses.ts'
import { hostResolver } from '../outside/resolve.ts'
import { certificate, privateKey } from '../test/certificate.ts'
import { nameServer, type Records } from '../test/name-server.ts'
import { rawServer } from '../test/raw-server.ts'
import { post } from './post.ts'

const addresses = new AllowedAddresses(['127.0.0.0/8', '::1/128'])

/** Far more than an answer takes, on a busy machine, too. */
const patience = 60_000

const send = (url: string, { timeout = patience, resolver = hostResolver() } = {}) =>
  post({ url, headers: { 'webhook-id': '1' }, body: '{"é":1}' }, { addresses, resolver, timeout })

/** POSTs to a server that answers so, and checks that the connection is closed afterwards. */
async function sendTo(t: TestContext, answer: (socket: Socket) => void, timeout?: number) {
  const server = await rawServer(answer)
  t.after(() => server.close())
  const sent = await send(`http://127.0.0.1:${server.port}/hook?a=b`, { timeout })
  await server.allClosed()
  assert.equal(server.received.length, 1)
  assert.ok(Number.isInteger(sent.durationMs) && sent.durationMs >= 0)
  assert.ok(sent.error === null || (sent.error.length <= 300 && !sent.error.includes('\n')))
  return { ...sent, request: server.received[0]! }
}

/** Answers with these bytes and closes. */
const saying = (text: string) => (socket: Socket) => void socket.end(text, 'latin1')

const answering = (status: number, body: string | Buffer) => (socket: Socket) => {
  socket.write(`HTTP/1.1 ${status} X\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`)
  socket.end(body)
}

const repeatedly = (milliseconds: number, socket: Socket, text: string) => {
  const timer = setInterval(() => socket.write(text), milliseconds)
  socket.on('close', () => clearInterval(timer))
}

afterEach(async () => {
  const open = () =>
    process.getActiveResourcesInfo().filter((name) => /^(TCPSocket|TLS|TCPCONNECT)/.test(name))
  const deadline = performance.now() + patience
  while (open().length > 0 && performance.now() < deadline) await new Promise(setImmediate)
  assert.deepEqual(open(), [])
})

describe('what is sent', () => {
  test('is a POST with the headers and the body in a connection of its own', async (t) => {
    const { request, outcome } = await sendTo(t, answering(200, 'ok'))
    assert.equal(outcome, 'delivered')
    assert.match(request, /^POST \/hook\?a=b HTTP\/1\.1\r\n/)
    assert.match(request, /\r\nhost: 127\.0\.0\.1:\d+\r\n/i)
    assert.match(request, /\r\nwebhook-id: 1\r\n/)
    assert.match(request, /\r\ncontent-length: 8\r\n/)
    assert.match(request, /\r\nconnection: close\r\n/i)
    assert.match(request, /\r\n\r\n\{"é":1\}$/)
  })

  test('does not take the proxy of the environment', async (t) => {
    const proxy = await rawServer(answering(200, 'proxy'))
    t.after(() => proxy.close())
    t.after(http.setGlobalProxyFromEnv({ http_proxy: `http://127.0.0.1:${proxy.port}` }))
    const { answer } = await sendTo(t, answering(200, 'receiver'))
    assert.equal(answer, 'receiver')
    assert.equal(proxy.received.length, 0)
  })

  test('is nothing to a URL with a user name or a password, or of another protocol', async (t) => {
    const server = await rawServer(answering(200, 'ok'))
    t.after(() => server.close())
    for (const before of ['http://user@', 'http://:password@', 'ftp://', 'ws://', '']) {
      assert.equal((await send(`${before}127.0.0.1:${server.port}/`)).outcome, 'address_not_allowed')
    }
    assert.equal(server.received.length, 0)
  })

  test('is nothing when a header cannot be sent', async () => {
    const request = { url: 'http://127.0.0.1:1/', headers: { a: 'line\nbreak' }, body: '' }
    const sent = await post(request, { addresses, resolver: hostResolver() })
    assert.equal(sent.outcome, 'not_sendable')
  })
})

describe('the status of the answer', () => {
  for (const status of [200, 201, 202, 204, 226, 299]) {
    test(`${status} is a delivery`, async (t) => {
      const sent = await sendTo(t, saying(`HTTP/1.1 ${status} X\r\n\r\n`))
      assert.deepEqual([sent.outcome, sent.responseCode, sent.error], ['delivered', status, null])
    })
  }

  for (const status of [400, 401, 404, 410, 429, 500, 503, 600, 999]) {
    test(`${status} is a refusal`, async (t) => {
      const sent = await sendTo(t, answering(status, 'no'))
      assert.deepEqual([sent.outcome, sent.responseCode, sent.answer], ['refused', status, 'no'])
      assert.equal(sent.error, `Answered ${status}`)
    })
  }

  test('a redirect without a location is a redirect', async (t) => {
    const sent = await sendTo(t, answering(304, ''))
    assert.deepEqual([sent.outcome, sent.responseCode], ['redirect', 304])
  })

  test('a switch of protocols is no answer', async (t) => {
    for (const headers of ['upgrade: websocket\r\nconnection: upgrade\r\n', '']) {
      const sent = await sendTo(t, (socket) => socket.write(`HTTP/1.1 101 X\r\n${headers}\r\n`), 300)
      assert.deepEqual([sent.outcome, sent.responseCode], ['invalid_answer', 101])
      assert.equal(sent.error, 'Answered 101, which nobody asked for')
    }
  })
})

describe('informational answers', () => {
  const early = 'HTTP/1.1 103 Early Hints\r\n\r\n'

  test('20 of them before the answer do no harm', async (t) => {
    const sent = await sendTo(t, saying(`${early.repeat(20)}HTTP/1.1 204 X\r\n\r\n`))
    assert.deepEqual([sent.outcome, sent.responseCode], ['delivered', 204])
  })

  test('the 21st is the end, and nothing more is read', async (t) => {
    for (const one of [early, 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 102 X\r\n\r\n']) {
      const sent = await sendTo(t, (socket) => {
        const more = () => {
          while (!socket.destroyed && socket.write(one.repeat(1000)));
        }
        socket.on('drain', more)
        more()
      })
      assert.deepEqual([sent.outcome, sent.responseCode, sent.answer], ['invalid_answer', null, null])
      assert.match(sent.error!, /informational/)
    }
  })

  test('with more than 64 KiB before the answer they are the end, too', async (t) => {
    const large = `HTTP/1.1 103 X\r\nlink: ${'x'.repeat(15_000)}\r\n\r\n`
    const sent = await sendTo(t, saying(`${large.repeat(6)}HTTP/1.1 204 X\r\n\r\n`))
    assert.deepEqual([sent.outcome, sent.responseCode], ['invalid_answer', null])
  })
})

describe('the body of the answer', () => {
  test('is kept', async (t) => {
    assert.equal((await sendTo(t, answering(200, 'Danke schön 🎬'))).answer, 'Danke schön 🎬')
  })

  test('is null when it is empty', async (t) => {
    assert.equal((await sendTo(t, answering(200, ''))).answer, null)
  })

  test('is cut after its first kilobyte, not inside of a character', async (t) => {
    assert.equal((await sendTo(t, answering(200, 'x'.repeat(5000)))).answer, 'x'.repeat(1024))
    assert.equal((await sendTo(t, answering(200, `${'x'.repeat(1022)}🎬y`))).answer, 'x'.repeat(1022))
    assert.equal((await sendTo(t, answering(200, `${'x'.repeat(1020)}🎬`))).answer, `${'x'.repeat(1020)}🎬`)
  })

  test('is text that the database can store, whatever it was', async (t) => {
    const bytes = Buffer.from([0x61, 0, 0xff, 0xed, 0xa0, 0x80, 0x62, 0xe2])
    const { answer } = await sendTo(t, answering(200, bytes))
    assert.ok(answer!.isWellFormed())
    assert.match(answer!, /^a\ufffd+b\ufffd$/)
  })

  test('without an end is read for 64 kB', async (t) => {
    const endless = (socket: Socket) => {
      socket.write('HTTP/1.1 200 X\r\n\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write('x'.repeat(16_384)));
      }
      socket.on('drain', more)
      more()
    }
    const { outcome, answer, durationMs } = await sendTo(t, endless)
    assert.deepEqual([outcome, answer], ['delivered', 'x'.repeat(1024)])
    assert.ok(durationMs < 500, `${durationMs} ms`)
  })

  test('that drips is read for a second', async (t) => {
    const sent = await sendTo(t, (socket) => {
      socket.write('HTTP/1.1 200 X\r\n\r\n')
      repeatedly(50, socket, '.')
    })
    assert.equal(sent.outcome, 'delivered')
    assert.match(sent.answer!, /^\.{5,20}$/)
    assert.ok(sent.durationMs >= 950 && sent.durationMs < 1500, `${sent.durationMs} ms`)
  })

  test('is not read past the time for the whole', async (t) => {
    const sent = await sendTo(t, (socket) => socket.write('HTTP/1.1 500 X\r\n\r\nwait'), 200)
    assert.deepEqual([sent.outcome, sent.answer], ['refused', 'wait'])
    assert.ok(sent.durationMs < 600, `${sent.durationMs} ms`)
  })

  const brokenBodies = {
    'is cut off': 'content-length: 100\r\n\r\nhalf',
    'has a broken chunk': 'transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\nzzz\r\n',
    'is longer than it said': 'content-length: 4\r\n\r\nhalf and more',
    'is followed by another answer': 'content-length: 4\r\n\r\nhalfHTTP/1.1 500 X\r\n\r\n',
  }
  for (const [what, rest] of Object.entries(brokenBodies)) {
    test(`that ${what} changes nothing about the status`, async (t) => {
      const delivered = await sendTo(t, saying(`HTTP/1.1 200 X\r\n${rest}`))
      assert.deepEqual([delivered.outcome, delivered.answer, delivered.error], ['delivered', 'half', null])
      const refused = await sendTo(t, saying(`HTTP/1.1 500 X\r\n${rest}`))
      assert.deepEqual([refused.outcome, refused.answer], ['refused', 'half'])
    })
  }

  test('that is reset changes nothing about the status', async (t) => {
    const sent = await sendTo(t, (socket) => {
      socket.write('HTTP/1.1 200 X\r\ncontent-length: 100\r\n\r\nhalf', () => socket.resetAndDestroy())
    })
    assert.equal(sent.outcome, 'delivered')
  })
})

describe('an answer in time', () => {
  const slow: Record<string, (socket: Socket) => void> = {
    'never comes': () => {},
    'comes byte by byte': (socket) => {
      socket.write('HTTP/1.1 200 X\r\n')
      repeatedly(20, socket, 'a: b\r\n')
    },
    'stops in its first line': (socket) => socket.write('HTTP/1.1 2'),
    'is told to wait for, again and again': (socket) => repeatedly(30, socket, 'HTTP/1.1 102 X\r\n\r\n'),
    'is told to go on, again and again': (socket) => repeatedly(30, socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
  }
  for (const [what, answer] of Object.entries(slow)) {
    test(`is missed when it ${what}`, async (t) => {
      const sent = await sendTo(t, answer, 300)
      assert.deepEqual([sent.outcome, sent.responseCode, sent.answer], ['timeout', null, null])
      assert.equal(sent.error, 'No answer in time')
      assert.ok(sent.durationMs >= 290 && sent.durationMs < patience, `${sent.durationMs} ms`)
    })
  }

  test('is missed when TLS never begins', async (t) => {
    const server = await rawServer(() => {})
    t.after(() => server.close())
    assert.equal((await send(`https://127.0.0.1:${server.port}/`, { timeout: 300 })).outcome, 'timeout')
    await server.allClosed()
  })

  test('is missed when the name server never answers', async (t) => {
    const names = await nameServer(() => 'silent')
    t.after(() => names.close())
    const resolver = hostResolver()
    resolver.setServers([names.address])
    const sent = await send('http://hooks.test/', { timeout: 300, resolver })
    assert.equal(sent.outcome, 'timeout')
    assert.ok(sent.durationMs >= 290 && sent.durationMs < patience, `${sent.durationMs} ms`)
    resolver.cancel()
  })
})

describe('an answer that is not HTTP', () => {
  const heads: Record<string, string> = {
    'another protocol': 'SSH-2.0-OpenSSH_9.2\r\n',
    'no version': 'HTTP/x 200 X\r\n\r\n',
    'no status': 'HTTP/1.1 abc X\r\n\r\n',
    'a length that is no number': 'HTTP/1.1 200 X\r\ncontent-length: many\r\n\r\n',
    'two lengths': 'HTTP/1.1 200 X\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    'a length and chunks': 'HTTP/1.1 200 X\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
    'a zero byte in a header': 'HTTP/1.1 200 X\r\na: b\0c\r\n\r\n',
    'a head without an end': `HTTP/1.1 200 X\r\na: ${'b'.repeat(20_000)}`,
    'thousands of headers': `HTTP/1.1 200 X\r\n${'name: value\r\n'.repeat(5000)}\r\n`,
  }
  for (const [what, text] of Object.entries(heads)) {
    test(`is told as such: ${what}`, async (t) => {
      const sent = await sendTo(t, saying(text))
      assert.deepEqual([sent.outcome, sent.responseCode, sent.answer], ['invalid_answer', null, null])
      assert.match(sent.error!, /^The (answer is not valid HTTP|head of the answer is too large)/)
    })
  }
})

describe('a connection', () => {
  test('that is refused is told as such', async () => {
    const port = await freePort()
    const sent = await send(`http://127.0.0.1:${port}/`)
    assert.deepEqual([sent.outcome, sent.error], ['connection_failed', 'The connection was refused'])
    assert.equal((await send(`http://localhost:${port}/`)).outcome, 'connection_failed')
  })

  test('that is closed or reset before an answer is told as such', async (t) => {
    const closed = 'The connection was closed before an answer'
    for (const answer of [
      (socket: Socket) => void socket.end(),
      (socket: Socket) => void socket.resetAndDestroy(),
      (socket: Socket) => void socket.write('HTTP/1.1 200 X\r\na: ', () => socket.resetAndDestroy()),
    ]) {
      const sent = await sendTo(t, answer)
      assert.deepEqual([sent.outcome, sent.responseCode, sent.error], ['connection_failed', null, closed])
    }
  })

  test('finds a receiver that listens on one of the addresses of its name', async (t) => {
    const server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const sent = await send(`http://localhost:${(server.address() as AddressInfo).port}/`)
    assert.deepEqual([sent.outcome, sent.answer], ['delivered', 'here'])
  })
})

describe('the address of a name', () => {
  const failures: Record<string, [Records, RegExp]> = {
    'that its name server cannot tell': [
      'broken',
      /^The address of hooks\.test cannot be found \(ESERVFAIL\)$/,
    ],
    'that its name server does not tell in time': [
      'silent',
      /^The name server did not answer about hooks\.test$/,
    ],
  }
  for (const [what, [records, error]] of Object.entries(failures)) {
    test(`${what} is a failure of DNS`, async (t) => {
      const names = await nameServer(() => records)
      t.after(() => names.close())
      const resolver = new Resolver({
        timeout: records === 'silent' ? 100 : patience,
        tries: 1,
      })
      resolver.setServers([names.address])
      const sent = await send('http://hooks.test/', { resolver })
      assert.equal(sent.outcome, 'dns_failed')
      assert.match(sent.error!, error)
    })
  }

  test('that is no name is a failure of DNS', async () => {
    assert.equal((await send(`http://${'x'.repeat(70)}.test/`)).outcome, 'dns_failed')
    const sent = await send(`http://${'x'.repeat(5000)}.test/`)
    assert.equal(sent.outcome, 'dns_failed')
    assert.ok(sent.error!.length <= 300)
  })
})

describe('TLS', () => {
  async function secureServer(t: TestContext, options: ServerOptions = {}) {
    const server = createSecureServer(
      { key: privateKey, cert: certificate, ...options },
      (_request, response) => response.end('secure'),
    )
    server.on('tlsClientError', () => {})
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const names = await nameServer(() => ['127.0.0.1'])
    t.after(() => Promise.all([server.close(), names.close()]))
    const resolver = hostResolver()
    resolver.setServers([names.address])
    const { port } = server.address() as AddressInfo
    return (host: string) => send(`https://${host}:${port}/`, { resolver })
  }

  function trust(t: TestContext) {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, certificate])
    t.after(() => setDefaultCACertificates(before))
  }

  test('with a certificate that is trusted for the name is a delivery', async (t) => {
    trust(t)
    const sendSecurely = await secureServer(t)
    const sent = await sendSecurely('hooks.test')
    assert.deepEqual([sent.outcome, sent.answer], ['delivered', 'secure'])
  })

  test('with a certificate for another name, or an address, fails', async (t) => {
    trust(t)
    const sendSecurely = await secureServer(t)
    for (const host of ['other.test', '127.0.0.1']) {
      const sent = await sendSecurely(host)
      assert.deepEqual([sent.outcome, sent.error], ['tls_failed', 'The certificate is for another name'])
    }
  })

  test('with a self-signed certificate fails, whatever the environment says', async (t) => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    t.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
    const sendSecurely = await secureServer(t)
    const sent = await sendSecurely('hooks.test')
    assert.deepEqual([sent.outcome, sent.error], ['tls_failed', 'The certificate is self-signed'])
  })

  test('of another version fails', async (t) => {
    const sendSecurely = await secureServer(t, {
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers: 'ALL@SECLEVEL=0',
    })
    assert.equal((await sendSecurely('hooks.test')).outcome, 'tls_failed')
  })

  test('with a server that does not speak it fails', async (t) => {
    const server = await rawServer(saying('HTTP/1.1 400 Bad Request\r\n\r\n'))
    t.after(() => server.close())
    const sent = await send(`https://127.0.0.1:${server.port}/`)
    assert.equal(sent.outcome, 'tls_failed')
    assert.match(sent.error!, /^No secure connection could be made/)
    await server.allClosed()
  })
})
