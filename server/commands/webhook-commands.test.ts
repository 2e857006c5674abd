import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { eventName } from '@dailies/contract/event.ts'
import { newWebhook } from '@dailies/contract/webhook.ts'
import { userByEmail } from '../accounts/create-user.ts'
import { openDatabase } from '../db/open.ts'
import { sendDueWebhooks } from '../main.ts'
import { allOf } from '../production/membership.ts'
import { openSecretBox } from '../secret-box.ts'
import '../test/cheap-hashing.ts'
import { AllowedAddresses } from '../outside/allowed-addresses.ts'
import { engines, type Place } from '../test/engines.ts'
import {
  type Finished,
  onPlace,
  onService,
  runCommand,
  runProcess,
  runSql,
  startCommand,
} from '../test/process.ts'
import { rawServer } from '../test/raw-server.ts'
import { type Receiver, startReceiver } from '../test/receiver.ts'
import { request, silentLog } from '../test/service.ts'
import { createWebhook } from '../webhooks/create.ts'

const email = 'ada@studio.example'
const local = { DAILIES_DEVELOPMENT: 'true', DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8' }
const onlyServes = { ...local, DAILIES_WEBHOOK_WORKER: 'false' }
const sendsNow = /sending webhooks/

for (const engine of engines) {
  const onStudio = (work: (studio: Studio) => Promise<void>) => () =>
    onPlace(engine, async (place) => {
      Object.assign(place.environment, local)
      const receiver = await startReceiver()
      try {
        await work(await studio(place, receiver))
      } finally {
        await receiver.close()
      }
    })
  const beside = (work: (studio: Working) => Promise<void>) => () =>
    onService(engine, onlyServes, async (serving) => {
      const receiver = await startReceiver()
      try {
        const { place, user: artist, film } = serving
        const [{ email: user } = {}] = await runSql(place, 'select email from users')
        const capture = async () => assert.equal((await artist.ingest(film.capture)).status, 200)
        await work({ ...studioOf({ place, user: String(user), receiver }), capture })
      } finally {
        await receiver.close()
      }
    })

  describe(`webhook commands on ${engine}`, { concurrency: 2 }, () => {
    test(
      'create shows the secret once; no other command, and nothing that is stored, shows it again',
      onStudio(async ({ place, run, runApart, create, receiver, user }) => {
        const { id, secret } = await create(['--description', 'For the editors'])
        assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)

        const outputs = [
          await run(['webhook', 'list', '--user', user]),
          await run(['webhook', 'list', '--user', user, '--json']),
          await run(['webhook', 'test', id, '--user', user]),
          await run(['webhook', 'deliveries', id, '--user', user, '--json']),
          await run(['webhook', 'replay', id, '--user', user, '--from', '2020-01-01T00:00:00Z']),
          await runApart(['worker', '--once'], { DAILIES_LOG_LEVEL: 'trace' }),
        ]
        for (const { code, stdout, stderr } of outputs) {
          assert.deepEqual([code, stderr], [0, ''])
          assert.notEqual(stdout, '')
        }
        assert.match(outputs[0]!.stdout, /^ID +URL +EVENTS +ACTIVE +FAILING SINCE +DESCRIPTION\n/)
        const [{ createdAt: _, updatedAt: __, ...listed }] = JSON.parse(outputs[1]!.stdout)
        assert.deepEqual(listed, {
          id,
          url: receiver.url,
          description: 'For the editors',
          events: eventName.options,
          active: true,
          projectIds: [],
          sceneDbIds: [],
          template: null,
          batching: null,
          failingSince: null,
          pausedAt: null,
          pausedReason: null,
          previousSecretExpiresAt: null,
        })

        const stored = await everythingStored(place)
        assert.ok(stored.includes('For the editors'), 'it looks where things are stored')
        const raw = secret.slice('whsec_'.length)
        const bytes = Buffer.from(raw, 'base64')
        const forms = [raw, bytes.toString('hex'), bytes.toString('latin1'), base64Of(secret), hexOf(secret)]
        for (const form of forms) {
          assert.ok(!outputs.some(({ stdout }) => stdout.includes(form)))
          assert.ok(!stored.includes(form))
        }
      }),
    )

    test(
      'create takes every setting, with a secret of the user from standard input, which is not shown',
      onStudio(async ({ run, create, write, receiver, user }) => {
        const body = '{ "text": "{{event}} {{timestamp}}" }'
        const template = await write('body.mustache', body)
        const more = ['--events', 'asset.created, asset.selected', '--template', template]
        const batching = ['--batch-events', '5', '--batch-seconds', '60']
        const created = await run(
          [
            'webhook',
            'create',
            '--user',
            user,
            '--url',
            receiver.url,
            ...more,
            ...batching,
            '--secret-stdin',
          ],
          { input: 'a-secret-of-our-own\n' },
        )
        assert.deepEqual([created.code, created.stderr], [0, ''])
        assert.match(created.stdout, /^Webhook {2}[-0-9a-f]{36}\n$/)
        await create(['--slack'])
        await create(['--discord'])
        const [discord, slack, own] = JSON.parse(
          (await run(['webhook', 'list', '--user', user, '--json'])).stdout,
        )
        assert.deepEqual([slack.template, discord.template], [{ type: 'slack' }, { type: 'discord' }])
        assert.deepEqual(own.template, { type: 'custom', body })
        assert.deepEqual(own.batching, { maxEvents: 5, maxSeconds: 60 })
        assert.deepEqual(own.events, ['asset.created', 'asset.selected'])

        assert.equal((await run(['webhook', 'test', own.id, '--user', user])).code, 0)
        const [{ headers, body: sent } = assert.fail()] = receiver.received
        const signed = `${headers['x-service-timestamp']}.${sent}`
        const hmac = createHmac('sha256', 'a-secret-of-our-own').update(signed).digest('hex')
        assert.equal(headers['x-service-signature'], `sha256=${hmac}`)
      }),
    )

    test(
      'what is wrong with a webhook is said in one line each, by field',
      onStudio(async ({ place, run, receiver, user }) => {
        const args = (...more: string[]) => ['webhook', 'create', '--user', user, ...more]
        const here = ['--url', receiver.url]
        const production = { environment: { DAILIES_DEVELOPMENT: 'false' } }
        fails(
          await run(args(...here), production),
          'dailies: url: Must begin with https:// (http:// is for development mode)\n',
        )
        fails(
          await run(args(...here), { environment: { DAILIES_WEBHOOK_ALLOW: '' } }),
          'dailies: url: Must be a public address, or one that the operator of this service has allowed\n',
        )
        const wrong: [flags: string[], says: RegExp][] = [
          [['--url', 'nonsense'], /^dailies: url: Invalid URL\n$/],
          [[...here, '--events', 'asset.gone'], /^dailies: events: 0: Must be one of asset\.created, .*\n$/],
          [[...here, '--batch-events', '5'], /^dailies: batching: maxSeconds: Required\n$/],
          [
            [...here, '--batch-events', 'x', '--batch-seconds', '5'],
            /^dailies: batching: maxEvents: Must be/,
          ],
          [[...here, '--project', 'none'], /^dailies: projectIds: Not a project of yours: none\n$/],
          [[...here, '--template', '/not/there'], /^dailies: \/not\/there: no such file or folder\n$/],
          [
            [...here, '--slack', '--discord'],
            /^error: option '--slack' cannot be used with option '--discord'/,
          ],
          [['--url', 'nonsense', '--events', ''], /^dailies: url: .*\ndailies: events: .*\n$/],
        ]
        for (const [flags, says] of wrong) fails(await run(args(...flags)), says)
        fails(
          await run(args(...here, '--secret-stdin'), { input: 'short' }),
          /^dailies: secret: Must be 16 to/,
        )
        assert.deepEqual(await runSql(place, 'select id from webhooks'), [])
      }),
    )

    test(
      'the 201st webhook of a user is refused in words',
      onStudio(async ({ place, run, receiver, user }) => {
        const db = await openDatabase(place.settings, () => {})
        const { id } = await userByEmail(db, user)
        const rules = { development: true, addresses: new AllowedAddresses(['127.0.0.0/8']) }
        const parts = { rules, secretBox: openSecretBox(place.settings) }
        const settings = newWebhook.parse({ url: receiver.url, events: ['asset.created'] })
        for (let made = 0; made < 200; made += 1) await createWebhook(db, allOf(id), settings, parts)
        await db.close()
        fails(
          await run(['webhook', 'create', '--user', user, '--url', receiver.url]),
          'dailies: A user has at most 200 webhooks: delete one first\n',
        )
        const listed = await run(['webhook', 'list', '--user', user, '--json'])
        assert.equal(JSON.parse(listed.stdout).length, 200)
      }),
    )

    test(
      'a user, webhook or delivery that is not there is said in one line',
      onStudio(async ({ place, run, create, user }) => {
        await addUser(place, 'eve@studio.example')
        const { id } = await create()
        const all = [
          ['test', id],
          ['deliveries', id],
          ['replay', id, '--from', '2020-01-01T00:00:00Z'],
          ['replay', id, '--delivery', 'none'],
        ]
        for (const args of all) {
          const as = (address: string) => run(['webhook', ...args, '--user', address])
          fails(await as('nobody@studio.example'), 'dailies: User nobody@studio.example not found\n')
          fails(await as('eve@studio.example'), 'dailies: Webhook not found\n')
        }
        fails(
          await run(['webhook', 'replay', id, '--user', user, '--delivery', 'none']),
          'dailies: Delivery not found\n',
        )
        fails(
          await run(['webhook', 'test', id, '--user', user, '--event', 'asset.gone']),
          /^dailies: event: Must be one of asset\.created/,
        )
        fails(
          await run(['webhook', 'replay', id, '--user', user, '--from', 'yesterday']),
          /^dailies: from: Must be an ISO 8601 time/,
        )
        fails(
          await run(['webhook', 'deliveries', id, '--user', user, '--status', 'Lost']),
          /^dailies: status: Must be one of Pending, Retrying, Success, Failed\n$/,
        )
      }),
    )

    test(
      'test tells how it went, and ends with 1 when it did not arrive; deliveries lists both, the newest first',
      onStudio(async ({ run, create, receiver, user }) => {
        const { id } = await create()
        const arrived = await run(['webhook', 'test', id, '--user', user])
        assert.deepEqual([arrived.code, arrived.stderr], [0, ''])
        assert.match(
          arrived.stdout,
          /^Delivery {2}\S{36}\nStatus {4}Success, delivered in \d+ ms\nResponse {2}204\nError {5}–\nAnswer {4}–\n$/,
        )
        assert.equal(receiver.received[0]?.headers['x-service-event'], 'webhook.test')

        receiver.answer = () => 500
        const refused = await run(['webhook', 'test', id, '--user', user, '--event', 'scene.completed'])
        assert.deepEqual([refused.code, refused.stderr], [1, ''])
        assert.match(
          refused.stdout,
          /^Status {4}Failed, refused in \d+ ms\nResponse {2}500\nError {5}Answered 500$/m,
        )
        assert.equal(receiver.received[1]?.headers['x-service-event'], 'scene.completed')

        const list = async (...more: string[]) => {
          const { stdout } = await run(['webhook', 'deliveries', id, '--user', user, '--json', ...more])
          return JSON.parse(stdout).map((one: Record<string, unknown>) => [
            one.event,
            one.status,
            one.responseCode,
          ])
        }
        const failed = ['scene.completed', 'Failed', 500]
        assert.deepEqual(await list(), [failed, ['webhook.test', 'Success', 204]])
        assert.deepEqual(await list('--status', 'Failed'), [failed])
        assert.deepEqual(await list('--limit', '1'), [failed])
        const { stdout } = await run(['webhook', 'deliveries', id, '--user', user])
        assert.match(
          stdout,
          /^ID +EVENT +TIME +STATUS +RESPONSE +RETRIES +NEXT ATTEMPT\n\S+ +scene\.completed +2/,
        )
      }),
    )

    test(
      'a test over the rate limit says when to try again',
      onStudio(async ({ place, run, create, user }) => {
        const { id } = await create()
        const recent = JSON.stringify(Array.from({ length: 20 }, () => Date.now()))
        await runSql(place, `update webhooks set recent_attempts = '${recent}' returning id`)
        fails(
          await run(['webhook', 'test', id, '--user', user]),
          /^dailies: Too many requests, try again in \d+ seconds\n$/,
        )
      }),
    )

    test(
      'worker --once sends what is due and ends; replay queues what arrived, or only what did not',
      beside(async ({ place, run, runApart, create, capture, receiver, user }) => {
        const { id } = await create()
        const replay = async (...more: string[]) =>
          (await run(['webhook', 'replay', id, '--user', user, ...more])).stdout
        const statuses = async () => {
          const { stdout } = await run(['webhook', 'deliveries', id, '--user', user, '--json'])
          return JSON.parse(stdout).map(({ status }: { status: string }) => status)
        }
        for (let made = 0; made < 3; made += 1) await capture()
        assert.deepEqual(await statuses(), ['Pending', 'Pending', 'Pending'])
        assert.equal(receiver.received.length, 0, 'the service itself sends nothing')

        const once = await runApart(['worker', '--once'], { DAILIES_LOG_LEVEL: 'info' })
        assert.equal(once.code, 0, once.stderr)
        assert.match(once.stdout, /"reason":"nothing is due, after 3 attempts"/)
        assert.deepEqual(await statuses(), ['Success', 'Success', 'Success'])
        assert.equal(receiver.received.length, 3)

        const [from, to] = ['2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z']
        assert.equal(await replay('--from', from), '0 deliveries queued.\n')
        assert.equal(await replay('--from', from, '--to', to, '--all'), '0 deliveries queued.\n')
        assert.equal(await replay('--from', from, '--all'), '3 deliveries queued.\n')
        await sendDue(place)
        const sent = ids(receiver)
        assert.deepEqual(sent.slice(3), sent.slice(0, 3))

        const [first = ''] = sent
        assert.equal(await replay('--delivery', first), '1 delivery queued.\n')
        await sendDue(place)
        assert.deepEqual(ids(receiver).slice(6), [first])
      }),
    )

    test(
      'replay goes on until the whole range is queued, however long it is',
      beside(async ({ place, run, create, capture, user }) => {
        await capture()
        const [event] = await runSql(place, 'select id from events')
        // Older than the webhook, one each second: as many as take three calls.
        const copies = Array.from({ length: 2100 }, (_, index) => {
          const time = (Date.parse('2026-01-01T00:00:00Z') + index * 1000).toString(16).padStart(12, '0')
          return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
        })
        const columns = 'user_id, event, project_id, scene_db_id, created_at, data'
        const values = copies.map((id) => `('${id}')`).join(', ')
        await runSql(
          place,
          `insert into events (id, ${columns}) select copies.id, ${columns} from events,
           (select column1 as id from (values ${values}) as listed) as copies
           where events.id = '${event?.id}' returning id`,
        )
        const { id } = await create()
        const args = ['webhook', 'replay', id, '--user', user, '--from', '2026-01-01T00:00:00Z']
        assert.deepEqual(await run(args), { code: 0, stdout: '2101 deliveries queued.\n', stderr: '' })
      }),
    )

    test(
      'two workers beside a service that sends nothing deliver every event exactly once',
      beside(async ({ place, create, capture, receiver }) => {
        const { environment } = place
        const other = await startReceiver()
        const options = { environment: { ...environment, DAILIES_LOG_LEVEL: 'info' }, ready: sendsNow }
        const workers = await Promise.all([
          startCommand(['worker'], options),
          startCommand(['worker'], options),
        ])
        try {
          await create()
          await create([], other.url)
          await Promise.all(Array.from({ length: 12 }, capture))
          await until(() => receiver.received.length >= 12 && other.received.length >= 12)
          await sleep(500)
          const events = (await runSql(place, 'select id from events order by id')).map(({ id }) => id)
          assert.equal(events.length, 12)
          for (const one of [receiver, other]) assert.deepEqual(ids(one).toSorted(), events)
        } finally {
          const ends = await Promise.all(workers.map((worker) => worker.kill('SIGTERM')))
          await other.close()
          assert.deepEqual(
            ends.map(({ code }) => code),
            [0, 0],
          )
        }
      }),
    )

    for (const args of [['worker'], ['worker', '--once']]) {
      test(
        `SIGTERM while a receiver takes a second to answer: ${args.join(' ')} waits for it, records it, begins no other`,
        beside(async ({ place, create, capture, receiver }) => {
          receiver.hold = (respond) => setTimeout(() => respond(204), 1000)
          await create()
          await capture()
          await capture()
          const environment = { ...place.environment, DAILIES_LOG_LEVEL: 'info' }
          const worker = await startCommand(args, { environment, ready: sendsNow })
          await until(() => receiver.received.length === 1)
          const stoppedAt = performance.now()
          const { code, at } = await worker.kill('SIGTERM')
          assert.equal(code, 0, worker.output())
          assert.ok(at - stoppedAt > 600, `took ${at - stoppedAt} ms`)
          assert.equal(receiver.received.length, 1)
          assert.deepEqual(
            await runSql(
              place,
              'select status, sending_since, due_at is null as done from deliveries order by event_id',
            ),
            [
              { status: 'Success', sending_since: null, done: engine === 'sqlite' ? 1 : true },
              { status: 'Pending', sending_since: null, done: engine === 'sqlite' ? 0 : false },
            ],
          )
          const [webhook] = await runSql(place, 'select leased_until from webhooks')
          assert.equal(Number(webhook?.leased_until), 0, 'another worker may take over at once')
        }),
      )
    }

    test(
      'with a port a worker answers the operator there, and nobody else; without one it listens to nothing',
      onStudio(async ({ place, create, run, receiver, user }) => {
        const { id } = await create()
        const environment = { ...place.environment, DAILIES_LOG_LEVEL: 'info' }
        const ready = sendsNow
        const [listening, silent] = await Promise.all([
          startCommand(['worker', '--port', '0'], { environment, ready }),
          startCommand(['worker'], { environment, ready }),
        ])
        try {
          await run(['webhook', 'test', id, '--user', user])
          await run(['webhook', 'replay', id, '--user', user, '--delivery', ids(receiver)[0] ?? ''])
          await until(() => receiver.received.length === 2)
          const address = /listening at (http:[^"]+)"/.exec(listening.output())?.[1]
          for (const path of ['/healthz', '/readyz']) {
            assert.equal((await request(address + path)).status, 200)
          }
          // The receiver has it before the worker has written that down.
          const isIdle = async () =>
            /^dailies_webhook_queue_length 0$/m.test((await request(`${address}/metrics`)).body)
          await until(isIdle)
          assert.equal((await request(`${address}/api/webhooks`)).status, 404)
          assert.doesNotMatch(silent.output(), /listening/)
        } finally {
          await Promise.all([listening.kill('SIGTERM'), silent.kill('SIGTERM')])
        }
      }),
    )

    test(
      'secrets sealed by another key are warned about at the start; they wait for a worker with the right one',
      beside(async ({ place, run, runApart, create, capture, receiver, user }) => {
        const otherKey = { DAILIES_SECRET_KEY: 'x'.repeat(32), DAILIES_LOG_LEVEL: 'warn' }
        await create()
        await capture()
        const foreign = await runApart(['worker', '--once'], otherKey)
        const [line = ''] = foreign.stdout.split('\n')
        const { level, webhooks, msg } = JSON.parse(line)
        assert.deepEqual([foreign.code, level, webhooks], [0, 40, 1])
        assert.match(msg, /sealed by another key.*DAILIES_SECRET_KEY/)
        const worker = await startCommand(['worker'], {
          environment: { ...place.environment, ...otherKey },
          ready: /sealed by another key/,
        })
        await worker.kill('SIGTERM')
        assert.equal(receiver.received.length, 0)

        const created = await run(['webhook', 'create', '--user', user, '--url', receiver.url], {
          environment: otherKey,
        })
        assert.equal(created.code, 0)
        assert.match(created.stderr, /^dailies: other webhooks are sealed by another key .*\n$/)

        const own = await runApart(['worker', '--once'], { DAILIES_LOG_LEVEL: 'warn' })
        assert.equal(JSON.parse(own.stdout).webhooks, 1, 'the one that was made with the other key')
        assert.equal(receiver.received.length, 1)
      }),
    )
  })
}

test('what keeps a worker from starting ends it with one line', () =>
  onService('sqlite', local, async ({ place, address }) => {
    const { port } = new URL(address)
    const { environment } = place
    const inUse = `dailies: port ${port} is in use; choose another with --port\n`
    fails(await runProcess(['worker', '--port', port], { environment }), inUse)
    fails(await runProcess(['serve', '--port', port], { environment }), inUse)
    fails(
      await runCommand(['worker', '--port', 'x'], { environment }),
      /^dailies: --port: Must be a whole number\n$/,
    )
  }))

test('neither what a receiver answers nor what is in the list takes hold of the terminal', () =>
  onPlace('sqlite', async (place) => {
    Object.assign(place.environment, local)
    const clears = '\u001b[2J\u009b1mcleared'
    const body = Buffer.from(clears)
    const server = await rawServer((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${clears}`)
    })
    try {
      const receiver = { url: `http://127.0.0.1:${server.port}/` } as Receiver
      const { run, create, user } = await studio(place, receiver)
      const { id } = await create(['--description', clears])
      const shown = await run(['webhook', 'test', id, '--user', user])
      assert.match(shown.stdout, /^Answer {4}\ufffd\[2J\ufffd1mcleared$/m)
      const { stdout } = await run(['webhook', 'list', '--user', user])
      assert.match(stdout, /\ufffd\[2J\ufffd1mcleared\n$/)
    } finally {
      server.close()
    }
  }))

test('the curl lines of the demo work as they stand, the one for a webhook too', () =>
  onPlace('sqlite', async (place) => {
    const folder = place.settings.dataFolder
    const environment = { TMPDIR: folder, DAILIES_DATABASE_URL: 'postgres://127.0.0.1:1/none' }
    const demo = await startCommand(['demo', '--port', '0'], { environment, ready: /^Ctrl-C stops it/ })
    const receiver = await startReceiver()
    try {
      const lines = demo.lines.filter((line) => line.startsWith('curl '))
      assert.equal(lines.length, 4)
      const [capture = '', list = '', select = '', register = ''] = lines
      const curl = async (line: string) => JSON.parse((await promisify(execFile)('sh', ['-c', line])).stdout)
      assert.ok(register.includes('http://127.0.0.1:9000'))
      const { data } = await curl(register.replace('http://127.0.0.1:9000', receiver.url))
      assert.match(data.secret, /^whsec_/)
      assert.equal((await curl(capture)).ok, true)
      assert.ok((await curl(list)).assets.length > 1)
      assert.equal((await curl(select)).ok, true)
      await until(() => receiver.received.length >= 2)
      const events = receiver.received.map(({ headers }) => headers['x-service-event'])
      assert.deepEqual(events, ['asset.created', 'asset.selected'])
    } finally {
      await demo.kill('SIGTERM')
      await receiver.close()
    }
  }))

interface Studio {
  place: Place
  /** The address of the user. */
  user: string
  receiver: Receiver
  run(args: string[], options?: { input?: string; environment?: Record<string, string> }): Promise<Finished>
  /** As a process of its own. */
  runApart(args: string[], environment?: Record<string, string>): Promise<Finished>
  /** Registers a webhook by the command, of the receiver if not of another address. */
  create(flags?: string[], url?: string): Promise<{ id: string; secret: string }>
  write(name: string, text: string): Promise<string>
}

/** With a service that sends no webhooks by itself. */
interface Working extends Studio {
  capture(): Promise<void>
}

/** A place where Ada has an account. */
async function studio(place: Place, receiver: Receiver): Promise<Studio> {
  await addUser(place, email)
  return studioOf({ place, user: email, receiver })
}

async function addUser({ environment }: Place, address: string): Promise<void> {
  const args = ['user', 'create', address, '--name', 'A', '--password-stdin']
  const { code, stderr } = await runCommand(args, { environment, input: 'correct horse' })
  assert.equal(code, 0, stderr)
}

function studioOf({ place, user, receiver }: Pick<Studio, 'place' | 'user' | 'receiver'>): Studio {
  const run: Studio['run'] = (args, { input, environment } = {}) =>
    runCommand(args, {
      environment: { ...place.environment, ...environment },
      ...(input !== undefined && { input }),
    })
  return {
    place,
    user,
    receiver,
    run,
    runApart: (args, environment) =>
      runProcess(args, { environment: { ...place.environment, ...environment } }),
    create: async (flags = [], url = receiver.url) => {
      const created = await run(['webhook', 'create', '--user', user, '--url', url, ...flags])
      assert.deepEqual([created.code, created.stderr], [0, ''])
      const [, id = '', secret = ''] = /^Webhook {2}(\S+)\nSecret {3}(\S+)\n$/.exec(created.stdout) ?? []
      assert.ok(id && secret, created.stdout)
      return { id, secret }
    },
    write: async (name, text) => {
      const path = join(place.settings.dataFolder, name)
      await writeFile(path, text)
      return path
    },
  }
}

/** As `worker --once` does. */
async function sendDue({ settings }: Place): Promise<void> {
  const { finished, close } = await sendDueWebhooks(settings, silentLog)
  await finished
  await close()
}

/** The ids of the events that arrived, in that order. */
function ids({ received }: Receiver): string[] {
  return received.map(({ headers }) => String(headers['webhook-id']))
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, 'in time')
    await sleep(20)
  }
}

/** The rows of every webhook as text, and the files of the data folder but for the key as they are. */
async function everythingStored(place: Place): Promise<string> {
  const tables = ['webhooks', 'events', 'deliveries', 'attempts']
  const rows = await Promise.all(tables.map((table) => runSql(place, `select * from ${table}`)))
  const folder = place.settings.dataFolder
  const files = globSync('*', { cwd: folder }).filter((name) => name !== 'secret.key')
  return JSON.stringify(rows) + files.map((name) => readFileSync(join(folder, name), 'latin1')).join('')
}

const base64Of = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '')
const hexOf = (text: string) => Buffer.from(text).toString('hex')

/** It says what is wrong on standard error alone, and without a stack trace. */
function fails({ code, stdout, stderr }: Finished, says: RegExp | string): void {
  assert.equal(code, 1, stderr)
  assert.equal(stdout, '')
  if (typeof says === 'string') assert.equal(stderr, says)
  else assert.match(stderr, says)
  assert.doesNotMatch(stderr, /\n\s+at |node:internal/)
}
