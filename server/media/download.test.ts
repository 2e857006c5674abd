import assert from 'node:assert/strict'
import { once } from 'node:events'
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, Socket as NetSocket, type Socket } from 'node:net'
import { after, afterEach, before, describe, type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freePort } from '../../scripts/free-port.ts'
import { AllowedAddresses } from '../outside/allowed-addresses.ts'
import { hostResolver } from '../outside/resolve.ts'
import { certificate, privateKey } from '../test/certificate.ts'
import { hostileNames, hostileUrls } from '../test/hostile-urls.ts'
import { nameServer, type Records } from '../test/name-server.ts'
import { rawServer } from '../test/raw-server.ts'
import { type DownloadHead, type DownloadOptions, download } from './download.ts'

const none = new AllowedAddresses([])
const loopback = new AllowedAddresses(['127.0.0.0/8', '::1/128'])
const onlyOne = new AllowedAddresses(['127.0.0.1/32'])

const defaults = {
  addresses: loopback,
  resolver: hostResolver(),
  limit: 1_000_000,
  // Far more than an answer takes, on a busy machine, too.
  timeout: 60_000,
  stallTimeout: 60_000,
}

/** Every address to which any socket of this process began to connect. */
let attempts: string[] = []
const connect = NetSocket.prototype.connect
before(() => {
  NetSocket.prototype.connect = function (this: NetSocket, ...to: unknown[]) {
    this.on('connectionAttempt', (address) => attempts.push(address))
    return Reflect.apply(connect, this, to)
  }
})
after(() => {
  NetSocket.prototype.connect = connect
})

afterEach(async () => {
  attempts = []
  const open = () =>
    process.getActiveResourcesInfo().filter((name) => /^(TCPSocket|TLS|TCPCONNECT)/.test(name))
  const deadline = performance.now() + 60_000
  while (open().length > 0 && performance.now() < deadline) await new Promise(setImmediate)
  assert.deepEqual(open(), [])
})

/** Downloads and says what came. */
async function fetched(url: string, options: Partial<DownloadOptions> = {}) {
  let head: DownloadHead | undefined
  const result = await download(url, { ...defaults, ...options }, async (body, given) => {
    head = given
    return Buffer.concat(await Array.fromAsync(body)).toString()
  })
  if (!result.ok) assert.doesNotMatch(result.reason, /secret|\n/)
  if (!result.ok) assert.ok(result.reason.length <= 300)
  return { ...result, head, text: result.ok ? result.value : undefined }
}

/** The same from a server that answers with these bytes. */
async function fromRaw(
  t: TestContext,
  answer: (socket: Socket) => void,
  options: Partial<DownloadOptions> = {},
) {
  const server = await rawServer(answer)
  t.after(() => server.close())
  const result = await fetched(`http://127.0.0.1:${server.port}/a.mp4?sig=secret`, options)
  return { ...result, request: server.received[0] }
}

const saying = (text: string) => (socket: Socket) => void socket.end(text, 'latin1')

async function serving(t: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function resolving(t: TestContext, recordsOf: (name: string, count: number) => Records) {
  const names = await nameServer((name, count) => recordsOf(name, count))
  t.after(() => names.close())
  const resolver = hostResolver()
  resolver.setServers([names.address])
  return resolver
}

describe('what is asked', () => {
  test('is a GET in a connection of its own, that wants the bytes as they are', async (t) => {
    const answer = saying('HTTP/1.1 200 X\r\ncontent-type: video/mp4\r\ncontent-length: 4\r\n\r\nfilm')
    const { request, text, head } = await fromRaw(t, answer, { userAgent: 'Dailies/1.2' })
    assert.equal(text, 'film')
    assert.deepEqual(head, { type: 'video/mp4', length: 4 })
    assert.match(request!, /^GET \/a\.mp4\?sig=secret HTTP\/1\.1\r\n/)
    assert.match(request!, /\r\naccept-encoding: identity\r\n/i)
    assert.match(request!, /\r\nuser-agent: Dailies\/1\.2\r\n/i)
    assert.match(request!, /\r\nconnection: close\r\n/i)
    assert.doesNotMatch(request!, /\r\n(cookie|referer|authorization):/i)
  })

  test('does not take the proxy of the environment', async (t) => {
    const proxy = await rawServer(saying('HTTP/1.1 200 X\r\n\r\nproxy'))
    t.after(() => proxy.close())
    t.after(http.setGlobalProxyFromEnv({ http_proxy: `http://127.0.0.1:${proxy.port}` }))
    const { text } = await fromRaw(t, saying('HTTP/1.1 200 X\r\n\r\nplatform'))
    assert.equal(text, 'platform')
    assert.equal(proxy.received.length, 0)
  })

  test('is nothing of an address with a user name, or of another protocol', async () => {
    for (const url of [
      'http://user:secret@127.0.0.1/',
      'ftp://127.0.0.1/',
      'data:text/plain,a',
      'file:///etc/passwd',
      'a',
      '',
    ]) {
      const { ok, isTemporary } = (await fetched(url)) as { ok: boolean; isTemporary: boolean }
      assert.deepEqual([ok, isTemporary], [false, false])
    }
    assert.deepEqual(attempts, [])
  })
})

describe('a hostile URL', () => {
  test('is never connected to', async (t) => {
    const resolver = await resolving(t, () => ['127.0.0.1', '::1'])
    const results = await Promise.all(
      hostileUrls.map((url) => fetched(url.replace('PORT', '8080'), { addresses: none, resolver })),
    )
    assert.ok(results.length > 200)
    assert.ok(results.every((result) => !result.ok && !result.isTemporary))
    assert.deepEqual(attempts, [])
  })

  test('of a name is never connected to when the name stands for addresses that are not public', async (t) => {
    const records = new Map(Object.entries(hostileNames).map(([name, to]) => [name.replace(/\.$/, ''), to]))
    const resolver = await resolving(t, (name) => records.get(name) ?? 'unknown')
    const urls = Object.keys(hostileNames).flatMap((name) => [`http://${name}/`, `https://${name}/`])
    const results = await Promise.all(urls.map((url) => fetched(url, { addresses: none, resolver })))
    assert.ok(results.every((result) => !result.ok && !result.isTemporary))
    assert.deepEqual(attempts, [])
  })

  test('whose name changes its mind is connected to where the check found it', async (t) => {
    const port = await serving(t, (_request, response) => response.end('film'))
    const resolver = await resolving(t, (_name, count) =>
      count === 0 ? ['127.0.0.1', '10.0.0.1'] : ['127.0.0.2'],
    )
    const url = `http://rebinding.test:${port}/`
    assert.equal((await fetched(url, { addresses: onlyOne, resolver })).text, 'film')
    assert.equal((await fetched(url, { addresses: onlyOne, resolver })).ok, false)
    assert.deepEqual(attempts, ['127.0.0.1'])
  })
})

describe('a redirect', () => {
  test('is followed, each in a connection of its own', async (t) => {
    const asked: string[] = []
    const port = await serving(t, ({ url }, response) => {
      asked.push(url!)
      const left = Number(url!.slice(1))
      if (left === 0) response.end('film')
      else response.writeHead([301, 302, 303, 307, 308][left - 1]!, { location: `/${left - 1}` }).end('moved')
    })
    assert.equal((await fetched(`http://127.0.0.1:${port}/5`)).text, 'film')
    assert.deepEqual(asked, ['/5', '/4', '/3', '/2', '/1', '/0'])
    assert.equal(attempts.length, 6)
  })

  test('for the sixth time is the end', async (t) => {
    const port = await serving(t, (_request, response) => response.writeHead(302, { location: '/' }).end())
    const result = await fetched(`http://127.0.0.1:${port}/`)
    assert.deepEqual(result.ok || [result.isTemporary, result.reason], [
      false,
      'It is redirected more than 5 times',
    ])
    assert.equal(attempts.length, 6)
  })

  test('to an address that is not allowed is not followed', async (t) => {
    const targets = [
      'http://127.0.0.2:PORT/?a=secret',
      '//127.0.0.2:PORT/',
      'http://localhost.:PORT/',
      'http://[::1]:PORT/',
      'http://10.0.0.1/',
      'http://[::ffff:127.0.0.2]:PORT/',
      'http://169.254.169.254/latest/meta-data/',
      'http://2852039166/',
      'http://metadata.test/',
      'http://user:secret@127.0.0.1:PORT/',
      'file:///etc/passwd',
      'gopher://127.0.0.1:PORT/',
      'http://%',
    ]
    const port = await serving(t, ({ url }, response) => {
      const location = targets[Number(url!.slice(1))]
      if (location) response.writeHead(302, { location: location.replace('PORT', String(port)) }).end()
      else response.writeHead(302).end()
    })
    const resolver = await resolving(t, () => ['169.254.169.254', '10.0.0.1'])
    for (const at of [...targets.keys(), targets.length]) {
      attempts = []
      const result = await fetched(`http://127.0.0.1:${port}/${at}`, { addresses: onlyOne, resolver })
      if (targets[at] !== 'http://localhost.:PORT/') {
        assert.deepEqual([result.ok, !result.ok && result.isTemporary], [false, false], targets[at] ?? '')
        assert.deepEqual(attempts, ['127.0.0.1'], targets[at] ?? '')
      }
      assert.ok(attempts.every((address) => address === '127.0.0.1'))
    }
  })

  test('from https to http is not followed', async (t) => {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, certificate])
    t.after(() => setDefaultCACertificates(before))
    const port = await serving(t, (_request, response) => response.end('film'))
    const secure = createSecureServer({ key: privateKey, cert: certificate }, ({ url }, response) => {
      if (url === '/film') response.end('film')
      else response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end()
    }).listen(0, '127.0.0.1')
    await once(secure, 'listening')
    t.after(() => secure.close())
    const resolver = await resolving(t, () => ['127.0.0.1'])
    const base = `https://hooks.test:${(secure.address() as AddressInfo).port}`
    assert.equal((await fetched(`${base}/film`, { resolver })).text, 'film')
    const result = await fetched(`${base}/`, { resolver })
    assert.ok(!result.ok && !result.isTemporary)
    assert.match(result.reason, /from https:\/\/ to http:\/\//)
    assert.equal((await fetched(`https://127.0.0.1:${(secure.address() as AddressInfo).port}/`)).ok, false)
  })
})

describe('an answer', () => {
  const lasting: Record<string, RegExp> = {
    400: /answered 400/,
    401: /link has ended or wants a sign-in/,
    403: /\(403\)/,
    404: /no longer has it/,
    410: /no longer/,
    204: /204/,
    206: /206/,
    304: /304/,
    418: /418/,
  }
  for (const [status, reason] of Object.entries(lasting)) {
    test(`of ${status} is for good`, async (t) => {
      const result = await fromRaw(t, saying(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`))
      assert.ok(!result.ok && !result.isTemporary)
      assert.match(result.reason, reason)
    })
  }

  for (const status of [202, 408, 425, 429, 500, 502, 503, 504, 520]) {
    test(`of ${status} is worth another try`, async (t) => {
      const result = await fromRaw(
        t,
        saying(`HTTP/1.1 ${status} X\r\nretry-after: 120\r\ncontent-length: 0\r\n\r\n`),
      )
      assert.ok(!result.ok && result.isTemporary)
      assert.equal(result.retryAfterSeconds, 120)
    })
  }

  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
  for (const [text, least, most] of [
    ['0', 0, 0],
    ['999999999', 86_400, 86_400],
    [inAnHour, 3590, 3601],
    ['Fri, 24 May 2013 00:00:00 GMT', 0, 0],
  ] as const) {
    test(`that wants to be asked again after "${text}" is heard, within bounds`, async (t) => {
      const result = await fromRaw(t, saying(`HTTP/1.1 503 X\r\nretry-after: ${text}\r\n\r\n`))
      const { retryAfterSeconds = -1 } = result.ok ? {} : result
      assert.ok(retryAfterSeconds >= least && retryAfterSeconds <= most, String(retryAfterSeconds))
    })
  }

  test('that says no sensible time is asked as usual', async (t) => {
    const result = await fromRaw(t, saying('HTTP/1.1 503 X\r\nretry-after: soon\r\n\r\n'))
    assert.equal(result.ok || result.retryAfterSeconds, undefined)
  })

  test('with a web page is no file', async (t) => {
    for (const type of ['text/html', 'Text/HTML; charset=utf-8']) {
      const result = await fromRaw(t, saying(`HTTP/1.1 200 X\r\ncontent-type: ${type}\r\n\r\n<html>`))
      assert.ok(!result.ok && !result.isTemporary)
      assert.match(result.reason, /answered with a web page/)
    }
    assert.equal(
      (await fromRaw(t, saying('HTTP/1.1 200 X\r\ncontent-type: text/plain\r\n\r\n<html>'))).text,
      '<html>',
    )
  })

  test('that is compressed is not unpacked', async (t) => {
    for (const encoding of ['gzip', 'br', 'deflate, identity']) {
      const result = await fromRaw(t, saying(`HTTP/1.1 200 X\r\ncontent-encoding: ${encoding}\r\n\r\nabc`))
      assert.ok(!result.ok && !result.isTemporary)
    }
    assert.equal(
      (await fromRaw(t, saying('HTTP/1.1 200 X\r\ncontent-encoding: identity\r\n\r\nabc'))).text,
      'abc',
    )
  })

  test('that comes in single bytes, or packed on its way, is for good', async (t) => {
    const crumbs = await fromRaw(
      t,
      saying(`HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(5000)}0\r\n\r\n`),
    )
    assert.deepEqual(crumbs.ok || [crumbs.isTemporary, crumbs.reason], [
      false,
      'The platform sends it in pieces of a few bytes',
    ])
    const packed = await fromRaw(
      t,
      saying('HTTP/1.1 200 X\r\ntransfer-encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'),
    )
    assert.ok(!packed.ok && !packed.isTemporary)
  })

  test('that is not HTTP, or has no end of its head, is worth another try', async (t) => {
    for (const text of [
      'SSH-2.0-OpenSSH_9.2\r\n',
      `HTTP/1.1 200 X\r\na: ${'b'.repeat(20_000)}`,
      'HTTP/1.1 200 X\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      'HTTP/1.1 200 X\r\ncontent-length: many\r\n\r\nab',
      'HTTP/1.1 101 X\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
      'HTTP/1.1 103 X\r\n\r\n'.repeat(30),
      '',
    ]) {
      const result = await fromRaw(t, saying(text), { stallTimeout: 500 })
      assert.ok(!result.ok && result.isTemporary, text.slice(0, 30))
    }
  })

  test('from nobody is worth another try', async (t) => {
    const refused = await fetched(`http://127.0.0.1:${await freePort()}/`)
    assert.deepEqual(refused.ok || [refused.isTemporary, refused.reason], [
      true,
      'The connection was refused',
    ])
    for (const records of ['broken', 'silent'] as const) {
      const resolver = await resolving(t, () => records)
      const result = await fetched('http://platform.test/', { resolver, stallTimeout: 300 })
      assert.ok(!result.ok && result.isTemporary)
      resolver.cancel()
    }
  })
})

describe('a body', () => {
  test('that is announced as too long is not begun', async (t) => {
    let taken = false
    const server = await rawServer(saying('HTTP/1.1 200 X\r\ncontent-length: 1000001\r\n\r\nabc'))
    t.after(() => server.close())
    const result = await download(`http://127.0.0.1:${server.port}/`, defaults, async () => {
      taken = true
    })
    assert.ok(!result.ok && !result.isTemporary && !taken)
    assert.equal(result.reason, 'The file is larger than the 1 MB that are taken')
  })

  test('without an end is read up to the limit', async (t) => {
    for (const head of ['', 'transfer-encoding: chunked\r\n']) {
      const chunk = head ? `10000\r\n${'x'.repeat(65_536)}\r\n` : 'x'.repeat(65_536)
      const result = await fromRaw(t, (socket) => {
        socket.write(`HTTP/1.1 200 X\r\n${head}\r\n`)
        const more = () => {
          while (!socket.destroyed && socket.write(chunk));
        }
        socket.on('drain', more)
        more()
      })
      assert.ok(!result.ok && !result.isTemporary)
      assert.match(result.reason, /larger than the .* that are taken/)
    }
  })

  test('of just the limit is taken', async (t) => {
    const { text } = await fromRaw(t, saying(`HTTP/1.1 200 X\r\n\r\n${'x'.repeat(1_000_000)}`))
    assert.equal(text?.length, 1_000_000)
  })

  const broken: Record<string, (socket: Socket) => void> = {
    'is cut off': saying('HTTP/1.1 200 X\r\ncontent-length: 100\r\n\r\nhalf'),
    'is reset': (socket) =>
      socket.write('HTTP/1.1 200 X\r\ncontent-length: 100\r\n\r\nhalf', () => socket.resetAndDestroy()),
    'has no last chunk': saying('HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'),
    'has a broken chunk': saying('HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\nzzz\r\n'),
  }
  for (const [what, answer] of Object.entries(broken)) {
    test(`that ${what} is worth another try, and not a file`, async (t) => {
      const result = await fromRaw(t, answer)
      assert.ok(!result.ok && result.isTemporary)
      assert.match(result.reason, /broke off/)
    })
  }

  test('that stops is waited for so long', async (t) => {
    const result = await fromRaw(t, (socket) => socket.write('HTTP/1.1 200 X\r\n\r\nhalf'), {
      stallTimeout: 200,
    })
    assert.deepEqual(result.ok || [result.isTemporary, result.reason], [
      true,
      'The platform stopped sending it',
    ])
  })

  test('that never begins is waited for so long', async (t) => {
    const result = await fromRaw(t, () => {}, { stallTimeout: 200 })
    assert.deepEqual(result.ok || [result.isTemporary, result.reason], [true, 'No answer in time'])
  })

  test('that drips is read until it took too long', async (t) => {
    const drip = (socket: Socket) => {
      socket.write('HTTP/1.1 200 X\r\n\r\n')
      const timer = setInterval(() => socket.write('.'), 20)
      socket.on('close', () => clearInterval(timer))
    }
    const result = await fromRaw(t, drip, { timeout: 400 })
    assert.deepEqual(result.ok || [result.isTemporary, result.reason], [true, 'It took too long'])
  })

  test('that is slow is given up where others may be waiting', async (t) => {
    // Ten bytes a millisecond, however late a busy machine is.
    const slow = (socket: Socket) => {
      socket.write('HTTP/1.1 200 X\r\n\r\n')
      const began = performance.now()
      let sent = 0
      const timer = setInterval(() => {
        const due = Math.floor((performance.now() - began) * 10)
        socket.write('x'.repeat(due - sent))
        sent = due
      }, 20)
      socket.on('close', () => clearInterval(timer))
    }
    const alone = await fromRaw(t, slow, { stallTimeout: 1500, timeout: 4000 })
    assert.equal(!alone.ok && alone.reason, 'It took too long')
    const crowded = await fromRaw(t, slow, { stallTimeout: 1500, isCrowded: () => true })
    assert.deepEqual(crowded.ok || [crowded.isTemporary, crowded.reason], [
      true,
      'The platform sends it too slowly',
    ])
  })

  test('is not called stopped while whoever takes it is slow', async (t) => {
    const port = await serving(t, (_request, response) => response.end('x'.repeat(500_000)))
    const options = { ...defaults, stallTimeout: 2000 }
    const result = await download(`http://127.0.0.1:${port}/`, options, async (body) => {
      let bytes = 0
      for await (const piece of body) {
        if (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 4000))
        bytes += piece.length
      }
      return bytes
    })
    assert.deepEqual(result, { ok: true, value: 500_000 })
  })

  test('that the service breaks off is worth another try', async (t) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 100)
    const result = await fromRaw(t, (socket) => socket.write('HTTP/1.1 200 X\r\n\r\nhalf'), {
      signal: controller.signal,
    })
    assert.ok(!result.ok && result.isTemporary)
    const again = await fetched('http://127.0.0.1:9/', { signal: controller.signal })
    assert.ok(!again.ok && again.isTemporary)
  })

  test('whose taker fails, or is content with less, closes the connection', async (t) => {
    const port = await serving(t, (_request, response) => response.write('x'.repeat(100_000)))
    const url = `http://127.0.0.1:${port}/`
    const failing = download(url, defaults, async () => {
      throw new Error('no room')
    })
    await assert.rejects(failing, /no room/)
    const within = download(url, defaults, async (body) => {
      for await (const _ of body) throw new Error('no room')
    })
    await assert.rejects(within, /no room/)
    assert.deepEqual(await download(url, defaults, async () => 'enough'), { ok: true, value: 'enough' })
  })
})
