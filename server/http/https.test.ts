import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { Agent, request } from 'node:https'
import { connect as connectPlainly } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { open, quick, stopsUnderLoad, until, withServer } from '../test/fake-server.ts'
import { listening } from '../test/listening.ts'
import { runCommand } from '../test/process.ts'
import { request as ask, signIn, testFilm, testService, testUser } from '../test/service.ts'
import { trusting, withTlsFiles } from '../test/tls.ts'
import { route } from './route.ts'

const path = '/api/quick'
const megabyte = 1024 ** 2

describe('HTTPS', () => {
  test('is spoken by TLS 1.3 and 1.2, and by nothing before', () =>
    withTlsFiles((files, { certificate: ca }) =>
      withServer([quick], files.environment, async ({ port }) => {
        for (const version of ['TLSv1.3', 'TLSv1.2'] as const) {
          const socket = await greeted({ port, ca, maxVersion: version })
          assert.equal(socket.getProtocol(), version)
          socket.destroy()
        }
        const before = {
          port,
          ca,
          minVersion: 'TLSv1',
          maxVersion: 'TLSv1.1',
          ciphers: 'DEFAULT@SECLEVEL=0',
        } as const
        await assert.rejects(greeted(before), /alert protocol version|wrong version|unsupported protocol/)
      }),
    ))

  test('HTTP sent there is answered that it is HTTPS, and whatever else is sent leaves it running', () =>
    withTlsFiles((files, { certificate: ca }) =>
      withServer([quick], files.environment, async ({ port, sockets }) => {
        for (const method of ['GET', 'POST', 'DELETE']) {
          const answer = await plainly(port, `${method} /api/quick HTTP/1.1\r\nHost: x\r\n\r\n`)
          assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
          assert.match(
            answer,
            /\r\n\r\n\{"error":"HTTPS is spoken here: the address begins with https:\/\/"\}$/,
          )
        }
        for (const bytes of [
          '\0'.repeat(100),
          '\x16\x03\x01\xff\xff'.repeat(20),
          `\x16\x03\x01\x40\x00${'x'.repeat(20_000)}`,
          '',
        ]) {
          await plainly(port, bytes)
        }
        await until('all of them are closed', () => sockets.size === 0)
        assert.equal(await fetched({ port, ca }), '"done"')
      }),
    ))

  test('a client that connects and does not greet is cut after DAILIES_HEADERS_TIMEOUT', () =>
    withTlsFiles((files) =>
      withServer(
        [quick],
        { ...files.environment, DAILIES_HEADERS_TIMEOUT: '1' },
        async ({ port, sockets }) => {
          const silent = connectPlainly(port, '127.0.0.1')
          const halfway = connectPlainly(port, '127.0.0.1')
          // A record of handshake that does not end.
          halfway.write('\x16\x03\x01\x02\x00\x01')
          for (const socket of [silent, halfway]) socket.on('error', () => {}).resume()
          await until('they are connected', () => sockets.size === 2)
          await until('they are cut', () => sockets.size === 0)
        },
      ),
    ))

  test('a client that greeted and does not read its answer is closed after DAILIES_WRITE_TIMEOUT', () => {
    const large = route({ ...open, method: 'GET', path }, async () => 'x'.repeat(24 * megabyte))
    return withTlsFiles((files, { certificate: ca }) =>
      withServer([large], { ...files.environment, DAILIES_WRITE_TIMEOUT: '1' }, async ({ port, sockets }) => {
        const socket = await greeted({ port, ca })
        socket.on('error', () => {}).pause()
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
        await until('it is closed', () => sockets.size === 0)
        socket.destroy()
      }),
    )
  })

  test('while the service stops, who greeted is answered, and who does not greet is closed as the silent are', () =>
    withTlsFiles((files, { certificate: ca }) =>
      withServer([quick], files.environment, async ({ app, port, sockets }) => {
        const silent = connectPlainly(port, '127.0.0.1').on('error', () => {})
        const idle = await greeted({ port, ca })
        await until('both are connected', () => sockets.size === 2)
        const closed = app.close()
        idle.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
        assert.match(await text(idle), /^HTTP\/1\.1 200 OK\r\n/)
        await closed
        assert.equal(sockets.size, 0)
        silent.destroy()
      }),
    ))
})

test('no request is lost when a service that speaks HTTPS stops under load', () =>
  withTlsFiles(async ({ environment }, { certificate: ca }) =>
    assert.deepEqual(await stopsUnderLoad(5, { environment, ca }), ['ECONNREFUSED']),
  ))

describe('a certificate that is renewed while clients ask', () => {
  test('no request is lost, on connections that are open and on new ones, and new ones see it', () =>
    withTlsFiles((files, first) =>
      withServer([quick], files.environment, async ({ port }) => {
        const renewals = [await files.makePair(), await files.makePair(), await files.makePair()]
        // A client may have begun to ask before a renewal, and meet with the certificate after it.
        const ca = [first, ...renewals].map(({ certificate }) => certificate)
        const agent = new Agent({ keepAlive: true, maxSockets: 8, ca })
        const kept = await greeted({ port, ca: first.certificate })
        const [failures, seen] = [[] as string[], new Set<string>()]
        let [answered, isOver] = [0, false]
        const clients = Array.from({ length: 12 }, async (_, n) => {
          while (!isOver) {
            const asked = n < 8 ? fetched({ port, agent }) : fetched({ port, ca }, (name) => seen.add(name))
            await asked.then(
              () => {
                answered += 1
              },
              (error) => failures.push(String(error)),
            )
          }
        })
        for (const next of renewals) {
          await files.put({ certificate: next.certificate })
          await files.put({ key: next.key })
          const { fingerprint256 } = new X509Certificate(next.certificate)
          await until('new connections see it', () => seen.has(fingerprint256))
          const before = answered
          await until('requests go on', () => answered > before + 50)
        }
        isOver = true
        await Promise.all(clients)
        agent.destroy()
        assert.deepEqual(failures, [])
        kept.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
        assert.match(await text(kept), /"done"$/)
      }),
    ))

  test('one whose key is not there yet is not shown to anybody', () =>
    withTlsFiles((files, { certificate: ca }) =>
      withServer([quick], files.environment, async ({ port }) => {
        const next = await files.makePair()
        await files.put({ certificate: next.certificate })
        const seen = new Set<string>()
        for (let round = 0; round < 20; round += 1) await fetched({ port, ca }, (name) => seen.add(name))
        assert.equal(seen.size, 1)
        await files.put({ key: next.key })
        // One after the other: what is still asked when the server ends would be lost.
        await until('it is shown', async () => {
          await fetched({ port, ca: [ca, next.certificate] }, (name) => seen.add(name))
          return seen.size === 2
        })
      }),
    ))
})

test('a service that speaks HTTPS itself: cookies, captures, live streams, and when its certificate ends', () =>
  withTlsFiles((files, pair) =>
    trusting(pair, async () => {
      const service = await testService('sqlite', files.environment)
      try {
        const { address, db } = service
        assert.match(address, /^https:\/\/127\.0\.0\.1:\d+$/)
        const user = await testUser(service)
        const film = await testFilm(db, user)
        const { cookie } = await signIn(service, user)
        assert.match(cookie, /^__Host-dailies_session=/)
        const stream = await listening(address, { cookie })
        const { status, body } = await user.ingest(film.capture)
        assert.equal(status, 200, JSON.stringify(body))
        await stream.hears({ kind: 'asset', projectId: film.projectId })
        stream.leave()
        const { body: metrics } = await ask(`${address}/metrics`)
        const [, end] = /^dailies_tls_certificate_end_timestamp_seconds (\d+)$/m.exec(metrics) ?? []
        const left = (Number(end) * 1000 - Date.now()) / 86_400_000
        assert.ok(left > 89 && left <= 90, `${left} days`)
      } finally {
        await service.close()
      }
    }),
  ))

test('serve refuses files that cannot be used before it takes a request', () =>
  withTlsFiles(async (files) => {
    await files.put({ key: 'none' })
    const environment = {
      ...files.environment,
      DAILIES_DATA: files.folder,
      DAILIES_LOG_LEVEL: 'silent',
      DAILIES_PORT: '0',
    }
    const { code, stderr } = await runCommand(['serve'], { environment })
    assert.equal(code, 1)
    assert.match(stderr, /^dailies: DAILIES_TLS_KEY: .*Is no private key in PEM/)
  }))

interface Asking {
  port: number
  ca?: string | string[]
  agent?: Agent
}

/** What a request is answered; `sees` is told which certificate it met. Throws where it is lost. */
function fetched(
  { port, ca, agent = new Agent({ ca }) }: Asking,
  sees?: (name: string) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ agent, host: '127.0.0.1', port, path }, (response) => {
      sees?.((response.socket as TLSSocket).getPeerCertificate().fingerprint256)
      text(response).then(resolve, reject)
    })
      .once('error', reject)
      .end()
  })
}

type Greeting = ConnectionOptions & { port: number }

function greeted(options: Greeting): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', ...options }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** What is answered to bytes that are sent without TLS, until the connection is closed. */
async function plainly(port: number, bytes: string): Promise<string> {
  const socket = connectPlainly(port, '127.0.0.1')
  socket.end(Buffer.from(bytes, 'latin1'))
  return text(socket).catch(() => '')
}
