import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { request as requestPlainly } from 'node:http'
import { Agent, type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { freePort } from '../../scripts/free-port.ts'
import { listening, until } from './listening.ts'
import { take } from './media.ts'
import { type FrontProxy, isThere, proxies } from './proxies.ts'
import {
  request as ask,
  callerWith,
  type Film,
  sessionCaller,
  type TestService,
  type TestUser,
  testFilm,
  testPassword,
  testService,
  testUser,
} from './service.ts'
import { trusting, withTlsFiles } from './tls.ts'

const megabyte = 1024 ** 2

for (const proxy of proxies) {
  const there = isThere(proxy)
    ? ''
    : `, which is not on this machine: its configuration of docs/proxies/ is not tried`
  describe(`Dailies behind ${proxy.program}${there}`, () => {
    if (there) return

    test('captures, live streams, uploads, and who asks', () =>
      behind(proxy, async ({ address, service, user, film }) => {
        const stream = await listening(address, { authorization: `Bearer ${user.token}` })
        const { status, body } = await user.ingest(film.capture)
        assert.equal(status, 200, JSON.stringify(body))
        // While the stream is open: what is held back would come with its end.
        await stream.hears({ kind: 'asset', assetVersionId: body.asset.id })
        stream.leave()

        for (const path of ['/metrics', '/healthz', '/readyz']) {
          assert.equal((await ask(address + path)).status, 404, `${path} is not for the outside`)
          assert.equal((await ask(service.address + path)).status, 200)
        }

        const said = { 'x-forwarded-for': '203.0.113.9' }
        await signInFrom('127.0.0.2', `${address}/`, user, said)
        await signInFrom('127.0.0.3', `${service.address}/`, user, said)
        const { set, cookie } = await signInFrom('127.0.0.4', `${address}/`, user, {})
        assert.match(set, /^__Host-dailies_session=.*; Secure/)
        const { body: sessions } = await sessionCaller(address, cookie).get(endpoints.listSessions.path)
        assert.deepEqual(sessions.data.map((one: { address: string }) => one.address).toSorted(), [
          '127.0.0.2',
          '127.0.0.3',
          '127.0.0.4',
        ])
      }))

    test('an upload goes through as it comes, and is not gathered first', () =>
      behind(proxy, async ({ address, service, user, film }) => {
        const id = await take(user, film)
        const { send, end } = beginUpload(address, user, id, 50 * megabyte)
        await send(4 * megabyte)
        await until('Dailies has begun to write it', async () => (await arrived(service)) > megabyte)
        await send(46 * megabyte)
        const { status, body } = await end()
        assert.equal(status, 200, body)
      }))

    test('no request on a new connection, and no upload that is under way, is lost when it reads its configuration again', () =>
      behind(proxy, async ({ address, user, film, running }) => {
        const id = await take(user, film)
        const { send, end } = beginUpload(address, user, id, 2 * megabyte)
        await send(megabyte)
        const failures: string[] = []
        let [answered, isOver] = [0, false]
        const clients = Array.from({ length: 4 }, async () => {
          while (!isOver) {
            const { status } = await answerTo(`${address}/api/extension/projects`, {
              agent: new Agent(),
              headers: { authorization: `Bearer ${user.token}` },
            }).catch((error) => ({ status: hadNoRequest(error) ? 0 : String(error) }))
            if (status === 0 && proxy.listensAnew) continue
            answered += 1
            if (status !== 200) failures.push(String(status))
          }
        })
        for (let round = 0; round < 2; round += 1) {
          const before = answered
          await until('clients are answered', () => answered > before + 40)
          await running.reload()
        }
        const before = answered
        await until('clients are answered after it', () => answered > before + 40)
        isOver = true
        await Promise.all(clients)
        assert.deepEqual(failures, [])
        await send(megabyte)
        const { status, body } = await end()
        assert.equal(status, 200, body)
      }))

    test('what is behind /r/, and what is in a query, is in none of its logs, also while Dailies is away', () =>
      behind(proxy, async ({ address, service, running }) => {
        const secret = randomBytes(24).toString('hex')
        const paths = [
          `/r/${secret}`,
          `/r/x?${secret}`,
          `//r/${secret}`,
          `/api/extension/projects?x=${secret}`,
        ]
        const logs = async () => {
          const texts = await Promise.all(running.logs.map((path) => readFile(path, 'utf8').catch(() => '')))
          return texts.join('') + running.output()
        }
        const referer = { referer: `${address}/r/${secret}` }
        for (const path of paths) await ask(address + path, { headers: referer })
        await service.stop()
        for (const path of paths) {
          const { status } = await ask(address + path, { headers: referer })
          assert.ok(status === 502 || status === 504, `${status}`)
        }
        await until('it has written of them', async () => /\b502\b/.test(await logs()))
        assert.ok(!(await logs()).includes(secret), 'the secret is in a log')
      }))
  })
}

interface Behind {
  /** Of the proxy. */
  address: string
  service: TestService & { stop(): Promise<void> }
  /** Who asks by the proxy. */
  user: TestUser
  film: Film
  running: Awaited<ReturnType<FrontProxy['start']>>
}

/** Does work beside a service and the proxy in front of it. */
async function behind(proxy: FrontProxy, work: (parts: Behind) => Promise<void>): Promise<void> {
  await withTlsFiles((files, pair) =>
    trusting(pair, async () => {
      const port = await freePort()
      const address = `https://localhost:${port}`
      const service = await testService('sqlite', {
        DAILIES_PUBLIC_URL: address,
        DAILIES_TRUST_PROXY: '127.0.0.1',
        DAILIES_MEDIA_FETCH: 'false',
      })
      let stopped: Promise<void> | undefined
      const stop = () => {
        stopped ??= service.close()
        return stopped
      }
      const folder = await mkdtemp(join(tmpdir(), `dailies-${proxy.program}-`))
      try {
        const user = await testUser(service)
        const film = await testFilm(service.db, user)
        const { certificate, key } = files
        const running = await proxy.start({
          ...{ folder, port, certificate, key },
          service: Number(new URL(service.address).port),
        })
        try {
          await until(`${proxy.program} answers: ${running.output()}`, () =>
            ask(`${address}/`).then(
              ({ status }) => status === 200,
              () => false,
            ),
          )
          const asking = { ...user, ...callerWith(address, user.token) }
          await work({ address, service: { ...service, stop }, user: asking, film, running })
        } finally {
          await running.stop()
        }
      } finally {
        await stop()
        await rm(folder, { recursive: true, force: true })
      }
    }),
  )
}

/** A sign-in from an address of the loopback. */
async function signInFrom(
  localAddress: string,
  address: string,
  { email }: TestUser,
  headers: Record<string, string>,
): Promise<{ set: string; cookie: string }> {
  const { origin } = new URL(address)
  const answer = await answerTo(
    origin + endpoints.signIn.path,
    { method: 'POST', localAddress, headers: { ...headers, 'content-type': 'application/json' } },
    JSON.stringify({ email, password: testPassword }),
  )
  assert.equal(answer.status, 200, answer.body)
  const [set = ''] = answer.cookies
  return { set, cookie: set.split(';', 1)[0]! }
}

async function answerTo(url: string, options: RequestOptions, body?: string) {
  const sent = (url.startsWith('https:') ? request : requestPlainly)(url, { family: 4, ...options })
  let isSecure = false
  sent.once('socket', (socket) => socket.once('secureConnect', () => (isSecure = true)))
  const answered = once(sent, 'response')
  sent.end(body)
  const [response] = await answered.catch((error) => {
    throw Object.assign(error, { isSecure })
  })
  return {
    status: response.statusCode as number,
    cookies: (response.headers['set-cookie'] ?? []) as string[],
    body: await text(response),
  }
}

/** Whether a connection was reset before there was one that a request could be sent on. */
function hadNoRequest({ code, isSecure }: { code?: string; isSecure?: boolean }): boolean {
  return code === 'ECONNRESET' && isSecure === false
}

/** An upload of so many bytes that is sent piece by piece. */
function beginUpload(address: string, { token }: TestUser, id: string, length: number) {
  const sent = request(`${address}/api/assets/${id}/media`, {
    method: 'PUT',
    agent: new Agent(),
    headers: { authorization: `Bearer ${token}`, 'content-length': length },
  })
  const answered = once(sent, 'response')
  answered.catch(() => {})
  return {
    send: async (bytes: number) => {
      for (let left = bytes; left > 0; left -= megabyte) {
        if (!sent.write(randomBytes(Math.min(left, megabyte))))
          await Promise.race([once(sent, 'drain'), answered])
      }
    },
    end: async () => {
      sent.end()
      const [response] = await answered
      return { status: response.statusCode as number, body: await text(response) }
    },
  }
}

/** Bytes of media that the service has written of what is still coming. */
async function arrived({ place }: TestService): Promise<number> {
  const incoming = join(place.settings.dataFolder, 'media/incoming')
  const files = await readdir(incoming, { recursive: true }).catch(() => [])
  const sizes = files.map((file) =>
    stat(join(incoming, file)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return Math.max(0, ...(await Promise.all(sizes)))
}
