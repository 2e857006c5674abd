import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { freePort } from '../../scripts/free-port.ts'
import type { Connection, Engine } from '../db/database.ts'
import { corsHeaders } from '../http/cors.ts'
import { listTokensOfUser } from '../tokens/queries.ts'
import { engines } from './engines.ts'
import { listening, until } from './listening.ts'
import {
  administer,
  onPlace,
  onRunning,
  type Running,
  running,
  runProcess,
  runSql,
  type Serve,
  startCommand,
  startServe,
  takeAwayDatabase,
} from './process.ts'
import { type Answer, type Film, request, type TestUser } from './service.ts'

for (const engine of engines) {
  describe(`stopping on ${engine}`, { concurrency: 3 }, () => {
    test('SIGTERM: the upload in flight is answered, idle connections are closed, the use of the token is written', () =>
      onRunning(engine, {}, async ({ serve, db, user, film }) => {
        const idle = openConnection(serve.address)
        idle.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
        assert.equal((await idle.answer).status, 200)
        const uploadedFrom = new Date().toISOString()
        const { uploading, rest } = await beginUpload(serve, user, film)

        const ended = serve.kill('SIGTERM')
        await idle.closed
        await assert.rejects(request(`${serve.address}/healthz`), 'no new connections')
        uploading.write(rest)
        assert.equal((await uploading.answer).status, 200)

        const { code } = await ended
        assert.equal(code, 0, serve.output())
        const token = await tokenOf(db, user)
        assert.ok(token?.lastUsedAt && token.lastUsedAt >= uploadedFrom)
      }))

    test('with DAILIES_DRAIN /readyz is 503 first, while everything else is answered, each as the last of its connection', () =>
      onRunning(engine, { DAILIES_DRAIN: '3' }, async ({ serve, user, film }) => {
        const stream = await listening(serve.address, { authorization: `Bearer ${user.token}` })
        const stoppedAt = performance.now()
        const ended = serve.kill('SIGTERM')
        const ready = async () => (await request(`${serve.address}/readyz`)).status
        await until('/readyz says that it is about to stop', async () => (await ready()) === 503)
        const { status, headers } = await user.ingest(film.capture)
        assert.deepEqual([status, headers.get('connection')], [200, 'close'])
        assert.equal((await request(`${serve.address}/healthz`)).status, 200)
        assert.equal(stream.hasEnded(), false)

        const { code, at } = await ended
        assert.equal(code, 0, serve.output())
        assert.ok(at - stoppedAt >= 2990, `took ${at - stoppedAt} ms`)
        await stream.ends()
      }))

    test('with DAILIES_DRAIN a worker says at /readyz that it is about to stop, and goes on for so long', () =>
      onPlace(engine, async ({ environment: place }) => {
        const port = await freePort()
        const environment = { ...place, DAILIES_DRAIN: '3', DAILIES_LOG_LEVEL: 'info' }
        const worker = await startCommand(['worker', '--port', String(port)], {
          environment,
          ready: /sending webhooks/,
        })
        const answered = async (path: string) => (await request(`http://127.0.0.1:${port}${path}`)).status
        assert.equal(await answered('/readyz'), 200)
        const stoppedAt = performance.now()
        const ended = worker.kill('SIGTERM')
        await until('/readyz says that it is about to stop', async () => (await answered('/readyz')) === 503)
        assert.equal(await answered('/healthz'), 200)
        const { code, at } = await ended
        assert.equal(code, 0, worker.output())
        assert.ok(at - stoppedAt >= 2990, `took ${at - stoppedAt} ms`)
      }))

    test('a request that never ends does not hold the service up longer than DAILIES_SHUTDOWN_TIMEOUT', () =>
      onRunning(engine, { DAILIES_SHUTDOWN_TIMEOUT: '1' }, async ({ serve, user, film }) => {
        await beginUpload(serve, user, film)
        const stoppedAt = performance.now()
        const { code, at } = await serve.kill('SIGTERM')
        assert.equal(code, 1)
        assert.ok(at - stoppedAt >= 990, `took ${at - stoppedAt} ms`)
        assert.match(serve.output(), /stopped before everything in flight was answered/)
      }))

    for (const [command, ready] of [
      ['serve', /listening at/],
      ['worker', /sending webhooks/],
    ] as const) {
      test(`${command} hears signals, and stops by itself, while it still looks for an ffmpeg that does not answer`, () =>
        onPlace(engine, async ({ environment: place, settings }) => {
          const ffmpeg = join(settings.dataFolder, 'ffmpeg')
          await writeFile(ffmpeg, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
          const environment = {
            ...place,
            DAILIES_FFMPEG: ffmpeg,
            DAILIES_PORT: '0',
            DAILIES_LOG_LEVEL: 'info',
          }
          const started = await startCommand([command], { environment, ready })
          const { code } = await started.kill('SIGTERM')
          assert.equal(code, 0, started.output())
          assert.match(started.output(), /"msg":"stopped"/)
        }))
    }
  })

  describe(`the log on ${engine}`, { concurrency: 3 }, () => {
    test('every request leaves one JSON line that says who asked for what, and how it went', () =>
      onRunning(engine, {}, async ({ serve, user, film, db }) => {
        await user.ingest(film.capture)
        await user.get(`/api/extension/scenes?projectId=${film.projectId}`)
        await request(`${serve.address}/api/extension/projects`)
        await request(`${serve.address}/somewhere?secret=query`)
        await serve.kill('SIGTERM')

        const lines = logged(serve).filter(({ msg, route }) => msg === 'request' && route !== '/healthz')
        const token = await tokenOf(db, user)
        const caller = { user: user.id, token: token?.id }
        assert.deepEqual(
          // The film was read with three requests when it was made.
          lines.slice(3).map(({ level, time: _, id: __, ms: ___, ...rest }) => rest),
          [
            { method: 'POST', route: '/api/extension/ingest', status: 200, ...caller, msg: 'request' },
            { method: 'GET', route: '/api/extension/scenes', status: 200, ...caller, msg: 'request' },
            { method: 'GET', route: '/api/extension/projects', status: 401, msg: 'request' },
            { method: 'GET', route: 'none', status: 404, msg: 'request' },
          ],
        )
        for (const { ms, id } of lines) assert.ok(typeof ms === 'number' && ms >= 0 && ms < 60_000 && id)
        assert.equal(new Set(lines.map(({ id }) => id)).size, lines.length)
        assert.ok(!serve.output().includes('secret=query'))
      }))

    test('a client that goes away in the middle leaves its line too, and is no error of the service', () =>
      onRunning(engine, {}, async ({ serve, db, user, film }) => {
        const uploadedFrom = new Date().toISOString()
        const { uploading } = await beginUpload(serve, user, film)
        await until('it is known whose upload it is', async () => {
          const token = await tokenOf(db, user)
          return (token?.lastUsedAt ?? '') >= uploadedFrom
        })
        uploading.close()
        const isIngest = ({ route }: { route?: string }) => route === endpoints.ingest.path
        await until('its line is there', () => logged(serve).some(isIngest))
        await serve.kill('SIGTERM')
        const lines = logged(serve)
        assert.deepEqual(
          lines.filter(({ level }) => level >= 50),
          [],
        )
        const ingests = lines.filter(isIngest)
        assert.equal(ingests.length, 1)
        assert.equal(ingests[0]?.user, user.id)
      }))

    test('no token, password, prompt or database password is in the log or in an error, at any level', () =>
      onRunning(engine, { DAILIES_LOG_LEVEL: 'trace' }, async ({ serve, place, user, film }) => {
        const password = 'unguessable-password'
        const { environment } = place
        const args = ['user', 'create', 'x@studio.example', '--name', 'X', '--password-stdin']
        const made = await runProcess(args, { environment, input: password })
        const again = await runProcess(args, { environment, input: password })
        const prompt = 'a-very-secret-prompt'
        const capture = { ...film.capture, prompt }
        const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
        const url = serve.address + endpoints.ingest.path
        const answers = [
          await user.ingest(capture),
          await user.ingest({ ...capture, provenance: { captureId: '1' } }),
          await user.ingest({ ...capture, provenance: { captureId: '1' }, title: 'another' }),
          await user.ingest({ ...capture, assetType: prompt, tags: prompt }),
          await user.ingest({ ...capture, shotId: 'none' }),
          await request(url, { method: 'POST', headers, body: `{"prompt":"${prompt}",` }),
          await request(url, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'a/b' },
            body: prompt,
          }),
          await request(url, {
            method: 'POST',
            headers: { ...headers, authorization: `Bearer ${user.token}x` },
          }),
          await request(`${url}/${prompt}?token=${user.token}`),
        ]
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200, 400, 400, 404, 400, 415, 401, 404],
        )
        // An error that nobody foresaw, and that quotes the row.
        await runSql(place, rowsAreRefused[engine])
        const failed = await user.ingest(capture)
        assert.deepEqual([failed.status, failed.body], [500, { error: 'Internal server error' }])
        await serve.kill('SIGTERM')
        assert.match(serve.output(), /"msg":"request failed"/)

        const answered = JSON.stringify([...answers, failed].map(({ body }) => body))
        const all = serve.output() + answered + JSON.stringify([made, again])
        for (const secret of [user.token, user.token.slice(4, 40), password, prompt]) {
          assert.ok(!all.includes(secret), `${secret} in ${all}`)
        }
      }))
  })
}

const rowsAreRefused: Record<Engine, string> = {
  postgres: 'alter table asset_versions add constraint refused check (version_number < 3)',
  sqlite: `create trigger refused before insert on asset_versions
    begin select raise(abort, 'refused'); end`,
}

describe('limits on what arrives', { concurrency: 3 }, () => {
  const limit = 2048
  let service: Running
  /** Waits for no slow client; on a busy machine, that is anybody who sends much. */
  let impatient: Running
  before(async () => {
    ;[service, impatient] = await Promise.all([
      running('sqlite', { DAILIES_BODY_LIMIT: String(limit) }),
      running('sqlite', { DAILIES_HEADERS_TIMEOUT: '1', DAILIES_REQUEST_TIMEOUT: '2' }),
    ])
  })
  after(() => Promise.all([service.stop(), impatient.stop()]))

  const heads: [what: string, text: string, status: number][] = [
    [
      'a head of more than 16 kB',
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ['what is not HTTP', 'hello there\r\n\r\n', 400],
    ['a request without Host', 'GET /api/extension/projects HTTP/1.1\r\n\r\n', 400],
    ['an unknown expectation', 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: thanks\r\n\r\n', 417],
  ]
  for (const [what, text, status] of heads) {
    test(`${what} gives ${status}, in the shape of an error and with CORS`, async () => {
      const connection = openConnection(service.serve.address)
      connection.write(text)
      checkError(await connection.answer, status)
      connection.close()
    })
  }

  const late: [what: string, text: () => string, milliseconds: number][] = [
    ['a head', () => 'GET /healthz HTTP/1.1\r\nHost:', 1000],
    ['a body', () => upload(impatient.user, impatient.film).slice(0, 2).join(''), 2000],
  ]
  for (const [what, text, milliseconds] of late) {
    test(`${what} that does not arrive in ${milliseconds / 1000} s gives 408, with CORS too`, async () => {
      const startedAt = performance.now()
      const connection = openConnection(impatient.serve.address)
      connection.write(text())
      checkError(await connection.answer, 408)
      await connection.closed
      // Without the settings it were 60 and 300 s. A timer counts from the start of the turn it is set in: a long one's is early.
      const took = performance.now() - startedAt
      assert.ok(took > milliseconds / 2 && took < 60_000, `took ${took} ms`)
    })
  }

  for (const [name, duplex] of [['with a Content-Length'], ['in chunks', 'half']] as const) {
    test(`a body ${name} of exactly DAILIES_BODY_LIMIT is taken, one byte more gives 413`, async () => {
      const sized = (bytes: number) => {
        const body = JSON.stringify({ ...service.film.capture, notes: '' })
        return body.replace('"notes":"', `"notes":"${'x'.repeat(bytes - Buffer.byteLength(body))}`)
      }
      assert.equal((await post(sized(limit), duplex)).status, 200)
      checkError(await post(sized(limit + 1), duplex), 413)
    })

    test(`a client that sends megabytes ${name} reads the 413 all the same`, async () => {
      const many = Array.from({ length: 20 }, () => post('x'.repeat(8 * 1024 * 1024), duplex))
      for (const answer of await Promise.all(many)) checkError(answer, 413)
    })
  }

  function post(body: string, duplex?: 'half') {
    return request(service.serve.address + endpoints.ingest.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.user.token}`, 'content-type': 'application/json' },
      body: duplex ? new Blob([body]).stream() : body,
      ...(duplex && { duplex }),
    })
  }
})

describe('what an operator asks', { concurrency: 3 }, () => {
  for (const engine of engines) {
    test(`/metrics counts requests by route for Prometheus, on ${engine}`, () =>
      onRunning(engine, {}, async ({ serve, user, film }) => {
        await user.ingest(film.capture)
        await user.ingest({ ...film.capture, projectId: 'none' })
        const { status, headers, body } = await request(`${serve.address}/metrics`)
        assert.equal(status, 200)
        assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
        assert.match(body, /^# TYPE dailies_http_request_duration_seconds histogram$/m)
        for (const code of [200, 404]) {
          const labels = `method="POST",route="/api/extension/ingest",status="${code}"`
          assert.ok(body.includes(`dailies_http_request_duration_seconds_count{${labels}} 1\n`), body)
        }
        assert.match(body, /^dailies_process_cpu_seconds_total/m)
      }))

    test(`/healthz and /readyz are 200 while all is well, on ${engine}`, () =>
      onRunning(engine, {}, async ({ serve }) => {
        for (const path of ['/healthz', '/readyz']) {
          const { status, headers } = await request(serve.address + path)
          assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, null])
        }
      }))
  }

  test('while PostgreSQL is away /readyz and captures are 503, and all is well again when it is back', () =>
    onRunning('postgres', {}, async ({ serve, place, user, film }) => {
      const name = new URL(place.environment.DAILIES_DATABASE_URL!).pathname.slice(1)
      await takeAwayDatabase(name)
      try {
        assert.equal((await request(`${serve.address}/readyz`)).status, 503)
        const refused = await user.ingest(film.capture)
        checkError(refused, 503)
        assert.equal(refused.headers.get('retry-after'), '2')
        assert.equal((await request(`${serve.address}/healthz`)).status, 200)
      } finally {
        await administer(`alter database ${name}_away rename to ${name}`)
      }
      assert.equal((await request(`${serve.address}/readyz`)).status, 200)
      const { status, body } = await user.ingest(film.capture)
      assert.deepEqual([status, body.asset.versionNumber], [200, 1])
    }))

  for (const [host, publicUrl, warns] of [
    ['0.0.0.0', undefined, true],
    ['0.0.0.0', 'http://dailies.example', true],
    ['0.0.0.0', 'https://dailies.example', false],
    ['127.0.0.1', undefined, false],
    ['localhost', undefined, false],
  ] as const) {
    test(`bound to ${host} with ${publicUrl ?? 'no address'} for the outside it ${warns ? 'warns' : 'is silent'}`, () =>
      onPlace('sqlite', async ({ environment }) => {
        const address = publicUrl && { DAILIES_PUBLIC_URL: publicUrl }
        const serve = await startServe({ ...environment, ...address }, { args: ['--host', host] })
        await serve.kill('SIGTERM')
        const warnings = logged(serve).filter(({ level }) => level >= 40)
        assert.equal(warnings.length, warns ? 1 : 0, serve.output())
        if (warns) assert.match(warnings[0]?.msg, /0\.0\.0\.0.*DAILIES_PUBLIC_URL/)
      }))
  }

  test('a service whose log nobody reads any more answers all the same, and ends at SIGTERM', () =>
    onRunning('sqlite', { DAILIES_LOG_LEVEL: 'info' }, async ({ serve }) => {
      serve.closeOutput()
      // More lines than it gathers before it writes.
      for (let count = 0; count < 100; count += 1) {
        assert.equal((await request(`${serve.address}/readyz`)).status, 200)
      }
      assert.equal((await serve.kill('SIGTERM')).code, 0)
    }))

  test('a second service on the same port says so in one line and ends with code 1', () =>
    onRunning('sqlite', {}, async ({ serve, place }) => {
      const { port } = new URL(serve.address)
      const second = await runProcess(['serve', '--port', port], { environment: place.environment })
      assert.deepEqual(second, {
        code: 1,
        stdout: '',
        stderr: `dailies: port ${port} is in use; choose another with --port\n`,
      })
      assert.equal((await request(`${serve.address}/readyz`)).status, 200)
    }))

  test('started by npx, a SIGTERM to npx ends the service and leaves no process', () =>
    onPlace('sqlite', async ({ environment }) => {
      const serve = await startServe(environment, { command: ['npx', 'dailies'] })
      const family = descendants(serve.pid, await processes())
      assert.ok(family.length > 0, 'npx starts the service as a process of its own')
      await serve.kill('SIGTERM')
      const alive = new Set((await processes()).map(({ pid }) => pid))
      assert.deepEqual(
        family.filter((pid) => alive.has(pid)),
        [],
      )
      assert.equal(logged(serve).at(-1)?.msg, 'stopped')
    }))
})

/** A capture as it goes over the wire: its head, half of its body, and the rest. */
function upload(
  user: TestUser,
  film: Film,
  further: string[] = [],
): [head: string, half: string, rest: string] {
  const body = JSON.stringify(film.capture)
  const head = [
    `POST ${endpoints.ingest.path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${user.token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...further,
  ]
  return [`${head.join('\r\n')}\r\n\r\n`, body.slice(0, 40), body.slice(40)]
}

/** As the database has the one that the user has. */
async function tokenOf(db: Connection, { id: userId }: TestUser) {
  const [token] = await db.all(listTokensOfUser, { userId, before: '~', limit: 1 })
  return token
}

/** Sends half of a capture, once the service has taken the request in and waits for its body. */
async function beginUpload({ address }: Serve, user: TestUser, film: Film) {
  const [head, half, rest] = upload(user, film, ['Expect: 100-continue'])
  const uploading = openConnection(address)
  uploading.write(head)
  await uploading.isWanted
  uploading.write(half)
  return { uploading, rest }
}

const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'

/** A connection whose bytes the test writes itself; it stays open after its one answer. */
function openConnection(address: string) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const { promise: isWanted, resolve: want } = Promise.withResolvers<void>()
  const answer = new Promise<Answer>((resolve, reject) => {
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
      if (received.startsWith(goOn)) {
        received = received.slice(goOn.length)
        want()
      }
      const [head = '', body = ''] = received.split('\r\n\r\n')
      const [first = '', ...lines] = head.split('\r\n')
      const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]))
      if (Buffer.byteLength(body) < Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)) return
      resolve({ status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) })
    })
    closed.then(() => reject(new Error(`closed after: ${received}`)))
    sleep(60_000, undefined, { ref: false }).then(() => reject(new Error(`only got: ${received}`)))
  })
  answer.catch(() => {})
  socket.on('error', () => {})
  const write = (text: string) => socket.write(text)
  return { answer, isWanted, closed, write, close: () => socket.destroy() }
}

function checkError({ status, headers, body }: Answer, expected: number): void {
  assert.equal(status, expected, JSON.stringify(body))
  assert.deepEqual(Object.keys(body), ['error'])
  assert.equal(typeof body.error, 'string')
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  for (const [name, value] of Object.entries(corsHeaders)) assert.equal(headers.get(name), value)
}

// biome-ignore lint/suspicious/noExplicitAny: each kind of line has its own fields
function logged({ lines }: Serve): any[] {
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
}

interface Process {
  pid: number
  parent: number
}

async function processes(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,stat='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/ +/))
    .filter(([, , state = 'Z']) => !state.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
}

function descendants(pid: number, all: Process[]): number[] {
  const children = all.filter(({ parent }) => parent === pid).map((child) => child.pid)
  return [...children, ...children.flatMap((child) => descendants(child, all))]
}
