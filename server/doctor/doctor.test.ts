import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type Check, checkNames } from '@dailies/contract/doctor.ts'
import { copyingVersion, migrations } from '../db/migrate.ts'
import { emptyPlace, engines, type Place } from '../test/engines.ts'
import { client, IdentityProvider } from '../test/identity-provider.ts'
import { startMailServer } from '../test/mail-server.ts'
import { onEmptyPlace, onPlace, onService, runCommand, runSql } from '../test/process.ts'
import { rawServer } from '../test/raw-server.ts'
import { signIn, testUser } from '../test/service.ts'
import { onSmallDisk } from '../test/small-disk.ts'
import { checkProxy } from './address.ts'
import { runChecks } from './check.ts'
import { examine } from './examine.ts'
import { withoutSecrets } from './without-secrets.ts'

type Checks = Record<Check['name'], Omit<Check, 'name'>>

interface Looked {
  code: number | null
  checks: Checks
  /** All that it says, in either form. */
  said: string
}

/** As an operator looks. */
async function look(environment: Record<string, string>): Promise<Looked> {
  const { code, stdout, stderr } = await runCommand(['doctor', '--json'], { environment })
  assert.equal(stderr, '')
  const checks: Check[] = JSON.parse(stdout)
  assert.deepEqual(
    checks.map(({ name }) => name),
    checkNames,
  )
  assert.equal(code, checks.some(({ state }) => state === 'failed') ? 1 : 0)
  return {
    code,
    checks: Object.fromEntries(checks.map(({ name, ...one }) => [name, one])) as Checks,
    said: stdout,
  }
}

function is(check: Omit<Check, 'name'>, state: Check['state'], found: RegExp, todo?: RegExp): void {
  assert.equal(check.state, state, check.found)
  assert.match(check.found, found)
  if (todo) assert.match(check.todo ?? '', todo)
}

/** Of all files below the folder, their names. */
async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).sort()
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const known = migrations.at(-1)!.version

/** A key as the program makes one, for a place where it did not. */
const key = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'

async function withKey({ settings }: Place): Promise<void> {
  await writeFile(join(settings.dataFolder, 'secret.key'), `${key}\n`, { mode: 0o600 })
}

for (const engine of engines) {
  describe(`the doctor on ${engine}`, () => {
    test('finds an installation well that is, while its service runs, and changes nothing of it', () =>
      onService(engine, {}, async ({ address, place }) => {
        const { port } = new URL(address)
        const environment = {
          ...place.environment,
          DAILIES_PORT: port,
          DAILIES_PUBLIC_URL: address,
          DAILIES_BACKUP: join(place.settings.dataFolder, 'backups'),
        }
        const before = await filesIn(place.settings.dataFolder)
        const { checks, code } = await look(environment)
        assert.deepEqual(await filesIn(place.settings.dataFolder), before)
        is(
          checks.database,
          'ok',
          engine === 'sqlite' ? /^SQLite 3\..* answers at/ : /^PostgreSQL 1[5-8].* answers at/,
        )
        is(checks.version, 'ok', new RegExp(`at version ${known}`))
        is(checks.replica, 'skipped', /No replica is set/)
        is(checks.clock, 'ok', /clock/)
        is(checks['secret key'], 'ok', /secret\.key, and all secrets of webhooks are sealed by it/)
        is(checks['public address'], 'ok', /^Dailies .* answers at http/)
        is(checks.proxy, 'skipped', /No proxy/)
        is(checks.mail, 'skipped', /DAILIES_SMTP_URL/)
        is(checks['media store'], 'ok', /which takes files/)
        is(checks.ffmpeg, 'skipped', /DAILIES_FFMPEG is false/)
        is(checks.worker, 'ok', /^A service answers at .*, and nothing is overdue\.$/)
        // The backups of this place were never begun, for the service knows nothing of them.
        is(checks.backup, 'warning', /No backup was made/, /Start dailies serve/)
        assert.match(checks.disk.found, /are free/)
        // A machine may be short of room; nothing else is wrong.
        const isFull = checks.disk.state === 'failed'
        assert.equal(code, isFull ? 1 : 0)

        const { stdout } = await runCommand(['doctor'], { environment })
        assert.match(stdout, /^database +ok +\S.* answers at .*\n/)
        assert.match(stdout, /\nbackup +warning +No backup was made.*\n +→ Start dailies serve/)
      }))

    test('where there is no database says so, and makes none, and no key', () =>
      onEmptyPlace(engine, async ({ environment, settings }) => {
        const folder = join(settings.dataFolder, 'not-yet')
        for (const data of [folder, settings.dataFolder]) {
          const { checks } = await look({ ...environment, DAILIES_DATA: data })
          if (engine === 'sqlite') is(checks.database, 'failed', /There is no database at/, /--data/)
          else is(checks.version, 'warning', /is empty/, /dailies serve/)
          is(checks['secret key'], 'skipped', /There is no key yet/)
          is(checks['media store'], 'skipped', /There are no media in .* yet/)
          is(checks.worker, 'skipped', /cannot be asked/)
        }
        assert.deepEqual(await filesIn(settings.dataFolder), [])
      }))

    test('tells of a database of a later version, of an earlier one and of an unfinished copy', () =>
      onPlace(engine, async (place) => {
        const become = (version: number) =>
          runSql(place, `insert into migrations (version, name, applied_at) values (${version}, 'later', '')`)
        await become(known + 3)
        const { checks, code } = await look(place.environment)
        is(
          checks.version,
          'failed',
          new RegExp(`at version ${known + 3}.*knows those up to ${known}`),
          /later one/,
        )
        is(checks.worker, 'skipped', /cannot be asked/)
        is(checks.database, 'ok', /answers/)
        assert.equal(code, 1)
        await become(copyingVersion)
        is((await look(place.environment)).checks.version, 'failed', /copy/, /dailies copy/)
        await runSql(place, `delete from migrations where version >= ${known}`)
        is((await look(place.environment)).checks.version, 'warning', /at its next start/, /backup/)
        const [{ version }] = (await runSql(place, 'select max(version) as version from migrations')) as [
          { version: number },
        ]
        assert.equal(version, migrations.at(-2)!.version, 'it is not upgraded')
      }))

    test('leaves nothing beside a database that nobody has open, and no byte of it another', () =>
      onPlace(engine, async ({ environment, settings }) => {
        const before = await filesIn(settings.dataFolder)
        const bytes = () =>
          engine === 'sqlite' ? readFile(join(settings.dataFolder, 'dailies.db')) : undefined
        const were = await bytes()
        is((await look(environment)).checks.version, 'ok', /at version/)
        assert.deepEqual(await filesIn(settings.dataFolder), before)
        assert.deepEqual(await bytes(), were)
      }))

    test('tells of a key that is missing, cut off, readable by others or another, and never the key', () =>
      onService(
        engine,
        { DAILIES_DEVELOPMENT: 'true', DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8' },
        async ({ place, user }) => {
          const hook = { url: 'http://127.0.0.1:9/', events: ['asset.created'] }
          const made = await user.send('POST', '/api/webhooks', hook)
          assert.ok(made.status < 300, JSON.stringify(made.body))
          const path = join(place.settings.dataFolder, 'secret.key')
          const ofKey = async (more = {}) => {
            const { checks, said } = await look({ ...place.environment, ...more })
            assert.ok(!said.includes(key))
            return checks['secret key']
          }
          is(await ofKey(), 'ok', /sealed by it/)
          await chmod(path, 0o644)
          is(await ofKey(), 'failed', /Others on this machine may read .*0644/, /^chmod 600 /)
          await rm(path)
          is(await ofKey(), 'failed', /There is no .*secret\.key/, /Bring the key back/)
          assert.ok(!(await readdir(place.settings.dataFolder)).includes('secret.key'))
          await writeFile(path, '\n', { mode: 0o600 })
          is(await ofKey(), 'failed', /empty or cut off/)
          await withKey(place)
          is(await ofKey(), 'failed', /secrets of a webhook are sealed by another key/, /former key/)
          is(
            await ofKey({ DAILIES_SECRET_KEY: key }),
            'failed',
            /another key than that in DAILIES_SECRET_KEY/,
          )
        },
      ))

    test('tells how old the last backup is, what the last try said, and nothing secret of that', () =>
      onPlace(engine, async (place) => {
        const target = join(place.settings.dataFolder, 'backups')
        const environment = { ...place.environment, DAILIES_BACKUP: target }
        const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000
        const known = async (
          hours: number,
          { failures = 0, problem = 'null', dueAt = Date.now() + 3_600_000 } = {},
        ) => {
          await runSql(place, 'delete from backups')
          await runSql(
            place,
            `insert into backups (id, target, started_at, made_at, made_name, bytes, files, missing, failures, problem, work_due_at, work_attempts)
             values ('scheduled', '${target}', null, '${new Date(hoursAgo(hours)).toISOString()}', 'one', 1, 1, 0, ${failures}, ${problem}, ${dueAt}, 0)`,
          )
          return look(environment)
        }
        const well = await known(3)
        is(well.checks.backup, 'ok', /is 3 hours old\.$/)
        is((await known(72)).checks.backup, 'failed', /is 3 days old\.$/, /dailies backup/)
        const problem = "'postgres://ada:xyzzy@db.example/x cannot be reached'"
        const failing = await known(3, { failures: 2, problem })
        is(failing.checks.backup, 'warning', /The last try failed: postgres:\/\/db\.example\/x/)
        assert.ok(!failing.said.includes('xyzzy'))
        is((await known(3, { failures: 1, problem: "'gone'" })).checks.backup, 'failed', /are gone/)
        // Whoever makes it looks twice a minute.
        const overdue = await known(25, { dueAt: hoursAgo(1) })
        is(
          overdue.checks.worker,
          'failed',
          /Nobody is seen at work, and a backup has been due for 60 minutes/,
        )
        await runSql(place, 'delete from backups')
        is((await look(environment)).checks.backup, 'warning', /No backup was made into .* yet/)
        const without = await look(place.environment)
        is(without.checks.backup, 'warning', /DAILIES_BACKUP is not set/)
        const inMedia = await look({
          ...environment,
          DAILIES_BACKUP: join(place.settings.dataFolder, 'media'),
        })
        is(inMedia.checks.backup, 'failed', /Media are in/)
      }))

    test('looks for administrators alone, once at a time, and tells the same for a while', () =>
      onService(engine, { DAILIES_TRUST_PROXY: '127.0.0.1' }, async ({ address, place, db, user }) => {
        const administrator = await signIn(
          { address },
          await testUser({ address, db }, { role: 'administrator' }),
        )
        const forwarded = { 'x-forwarded-for': '203.0.113.7' }
        const [one, other] = await Promise.all([
          administrator.send('GET', '/api/doctor', undefined, forwarded),
          administrator.send('GET', '/api/doctor', undefined, forwarded),
        ])
        assert.equal(one.status, 200, JSON.stringify(one.body))
        assert.deepEqual(other.body, one.body)
        assert.deepEqual((await administrator.get('/api/doctor')).body, one.body)
        const { checks } = one.body.data as { checks: Check[] }
        assert.deepEqual(
          checks.map(({ name }) => name),
          checkNames,
        )
        const by = (name: string) => checks.find((check) => check.name === name)!
        is(by('proxy'), 'ok', /by a proxy at 127\.0\.0\.1, which is believed/)
        is(by('worker'), 'ok', /This service works itself, and nothing is overdue/)
        is(by('media store'), 'ok', /takes files/)
        const member = await signIn({ address }, await testUser({ address, db }))
        assert.equal((await member.get('/api/doctor')).status, 403)
        assert.equal((await user.get('/api/doctor')).status, 401)
        assert.ok(place)
      }))
  })
}

describe('the doctor', () => {
  test('says of a PostgreSQL that is away, refuses or hangs why, and nothing of its password', async () => {
    const hanging = await rawServer(() => {})
    const place = await emptyPlace('sqlite')
    try {
      for (const [port, found] of [
        ['9', /ECONNREFUSED/],
        [`${hanging.port}`, /timeout/],
      ] as const) {
        const databaseUrl = `postgres://ada:xyz%2Fzy@127.0.0.1:${port}/dailies`
        const { checks, said } = await look({ ...place.environment, DAILIES_DATABASE_URL: databaseUrl })
        is(checks.database, 'failed', found, /DAILIES_DATABASE_URL/)
        is(checks.version, 'skipped', /cannot be asked/)
        assert.doesNotMatch(said, /xyz(%2F|\/)zy/)
      }
    } finally {
      hanging.close()
      await place.remove()
    }
  })

  test('says where it looked for a service that does not answer', () =>
    onPlace('sqlite', async ({ environment }) => {
      const { checks } = await look({ ...environment, DAILIES_PORT: '9' })
      is(checks.worker, 'warning', /no service answers at http:\/\/127\.0\.0\.1:9\.$/, /DAILIES_PORT/)
    }))

  test('says of a file that is no database that it cannot be read', () =>
    onEmptyPlace('sqlite', async ({ environment, settings }) => {
      await writeFile(
        join(settings.dataFolder, 'dailies.db'),
        'no database at all, and longer than a head of one'.repeat(9),
      )
      is((await look(environment)).checks.database, 'failed', /file is not a database/, /dailies restore/)
    }))

  test('tells of the clock of a PostgreSQL that is another’s', () =>
    onPlace('postgres', async (place) => {
      const name = new URL(place.settings.databaseUrl!).pathname.slice(1)
      await runSql(place, 'create schema stub')
      await runSql(
        place,
        `create function stub.clock_timestamp() returns timestamptz language sql volatile
         as $$ select pg_catalog.clock_timestamp() + interval '90 seconds' $$`,
      )
      await runSql(place, `alter database ${name} set search_path = stub, public, pg_catalog`)
      is(
        (await look(place.environment)).checks.clock,
        'warning',
        /is 90 seconds ahead of that of this machine/,
        /NTP/,
      )
      await runSql(
        place,
        `create or replace function stub.clock_timestamp() returns timestamptz language sql volatile
         as $$ select pg_catalog.clock_timestamp() - interval '1 hour' $$`,
      )
      is((await look(place.environment)).checks.clock, 'failed', /is 60 minutes behind/)
    }))

  test('tells of a disk that is full', (t) =>
    onSmallDisk(t, 4, (disk) =>
      onEmptyPlace('sqlite', async ({ environment }) => {
        const data = { ...environment, DAILIES_DATA: disk }
        is((await look(data)).checks.disk, 'failed', /MB for .* are free/, /Make room/)
        await writeFile(join(disk, 'large'), Buffer.alloc(8 * 1024 ** 2)).catch(() => {})
        const { checks } = await look(data)
        is(checks.disk, 'failed', /^0 bytes for/)
        is(checks['disk speed'], 'failed', /is full/)
        assert.deepEqual(await filesIn(disk), ['large'])
      }),
    ))

  test('tells of media whose disk is away, and puts no folder in its place', () =>
    onPlace('sqlite', async ({ environment, settings }) => {
      const media = join(settings.dataFolder, 'mounted')
      await mkdir(media)
      const { checks } = await look({ ...environment, DAILIES_MEDIA: media })
      is(checks['media store'], 'failed', /There are no media in/, /DAILIES_MEDIA/)
      assert.deepEqual(await filesIn(media), [])
      const bucket = { DAILIES_MEDIA: 's3://takes', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' }
      const keys = { AWS_ACCESS_KEY_ID: 'ada', AWS_SECRET_ACCESS_KEY: 'xyzzy-secret' }
      const away = await look({ ...environment, ...bucket, ...keys })
      is(
        away.checks['media store'],
        'failed',
        /The bucket s3:\/\/takes cannot be used/,
        /AWS_ENDPOINT_URL_S3/,
      )
      assert.ok(!away.said.includes('xyzzy'))
      const without = await look({ ...environment, ...bucket })
      is(without.checks['media store'], 'failed', /AWS_ACCESS_KEY_ID: Required/)
    }))

  test('greets the mail server, sends nothing, and says what that says, without the password', async () => {
    const server = await startMailServer()
    const hanging = await rawServer(() => {})
    try {
      await onEmptyPlace('sqlite', async ({ environment }) => {
        const mail = { DAILIES_MAIL_FROM: 'dailies@d.example', DAILIES_PUBLIC_URL: 'http://127.0.0.1:9' }
        const by = (url: string) => look({ ...environment, ...mail, DAILIES_SMTP_URL: url })
        const taken = await by(`smtp://ada:open%20sesame@127.0.0.1:${server.port}?tls=off`)
        is(taken.checks.mail, 'ok', /lets Dailies in/)
        assert.deepEqual(server.received, [])
        const refused = await by(`smtp://ada:xyzzy@127.0.0.1:${server.port}?tls=off`)
        is(refused.checks.mail, 'failed', /cannot be used: EAUTH/, /dailies mail test/)
        assert.ok(!refused.said.includes('xyzzy'))
        is((await by('smtp://127.0.0.1:9')).checks.mail, 'failed', /ECONNREFUSED/)
        is(
          (await by(`smtp://127.0.0.1:${hanging.port}`)).checks.mail,
          'failed',
          /[Gg]reeting|too long|timeout/,
        )
      })
    } finally {
      hanging.close()
      await server.close()
    }
  })

  test('tells of a public address at which nobody, something else or another version answers', async () => {
    const answers: Record<string, [status: number, body: string]> = {
      away: [502, 'Bad gateway'],
      else: [200, '<html>Welcome to nginx</html>'],
      led: [301, ''],
      other: [200, JSON.stringify({ data: { version: '0.0.1-other', setUp: true } })],
      endless: [200, 'x'.repeat(200_000)],
    }
    let as = ''
    const server = createServer((request, response) => {
      assert.equal(request.url, '/api/account/state')
      const [status, body] = answers[as]!
      response.writeHead(status).end(body)
    })
    const address = await listening(server)
    try {
      await onEmptyPlace('sqlite', async ({ environment }) => {
        const at = async (url: string) =>
          (await look({ ...environment, DAILIES_PUBLIC_URL: url })).checks['public address']
        for (const [name, state, found] of [
          ['away', 'failed', /the answer has status 502/],
          ['else', 'failed', /something else than Dailies answers/],
          ['led', 'failed', /leads elsewhere, with status 301/],
          ['other', 'warning', /Dailies 0\.0\.1-other answers, and this is/],
          ['endless', 'failed', /something else than Dailies/],
        ] as const) {
          as = name
          is(await at(address), state, found)
        }
        is(await at(address.replace('http:', 'https:')), 'failed', /secure connection/)
        server.close()
        is(await at(address), 'failed', /the connection was refused/)
        const open = await look({ ...environment, DAILIES_HOST: '0.0.0.0' })
        is(open.checks['public address'], 'warning', /tokens can be read on the way/)
      })
    } finally {
      server.close()
    }
  })

  test('tells by a request whether proxies are believed', () => {
    const settings = { publicUrl: 'https://d.example', trustProxy: [] }
    const trusting = { ...settings, trustProxy: ['127.0.0.1'] }
    is({ ...checkProxy(settings, undefined) }, 'warning', /DAILIES_TRUST_PROXY is not set/)
    is(checkProxy(trusting, undefined), 'ok', /names 127\.0\.0\.1/)
    const peer = '127.0.0.1'
    is(
      checkProxy(settings, { isForwarded: true, peer: `::ffff:${peer}` }),
      'warning',
      /it is not in DAILIES_TRUST_PROXY/,
      /DAILIES_TRUST_PROXY=127\.0\.0\.1/,
    )
    is(checkProxy(trusting, { isForwarded: true, peer }), 'ok', /believed/)
    const ranges = { ...settings, trustProxy: ['10.1.0.0/16', 'fd00::/8'] }
    is(checkProxy(ranges, { isForwarded: true, peer: '10.1.2.3' }), 'ok', /believed/)
    is(checkProxy(ranges, { isForwarded: true, peer: 'fd00::7' }), 'ok', /believed/)
    is(checkProxy(ranges, { isForwarded: true, peer: '10.2.0.1' }), 'warning', /not in DAILIES_TRUST_PROXY/)
    is(checkProxy(trusting, { isForwarded: false, peer }), 'warning', /without X-Forwarded-For/)
  })

  test('waits for no check for ever, and tells of one that breaks', async () => {
    const aborted: string[] = []
    const checks = await runChecks(
      [
        {
          name: 'mail',
          run: (signal) =>
            new Promise(() => signal.addEventListener('abort', () => aborted.push('mail'), { once: true })),
          otherwise: 'Wait.',
        },
        { name: 'disk', run: () => Promise.reject(new Error('The disk\nis odd.')), otherwise: 'Look.' },
        { name: 'clock', run: async () => ({ state: 'ok', found: 'Fine.' }), otherwise: '' },
      ],
      { patience: 50 },
    )
    assert.deepEqual(checks, [
      { name: 'mail', state: 'failed', found: 'It takes longer than 0.05 seconds.', todo: 'Wait.' },
      { name: 'disk', state: 'failed', found: 'It cannot be found out: The disk is odd.', todo: 'Look.' },
      { name: 'clock', state: 'ok', found: 'Fine.' },
    ])
    assert.deepEqual(aborted, ['mail'])
  })

  test('takes what is secret in the settings out of what anybody says', () =>
    onEmptyPlace('sqlite', async ({ settings }) => {
      const tell = withoutSecrets(
        {
          ...settings,
          databaseUrl: 'postgres://ada:p%40ss-word@db.example/x',
          smtpUrl: 'smtp://m:mail-pass@mail.example',
          secretKey: key,
        },
        { AWS_SECRET_ACCESS_KEY: 'aws-secret' },
      )
      const said = `p@ss-word p%40ss-word mail-pass ${key} aws-secret https://u:other@h.example \u001b[2J`
      assert.equal(tell(said), '… … … … … https://h.example \ufffd[2J')
      const checks = await examine({ settings, environment: {}, patience: 10_000 })
      assert.equal(checks.length, checkNames.length)
    }))
})

test('tells how it is with the identity provider, and nothing secret of it', async () => {
  const provider = await new IdentityProvider().listen()
  const place = await emptyPlace('sqlite', provider.environment)
  const looked = async () => (await examine(place)).find(({ name }) => name === 'single sign-on')!
  const look = async (lies: IdentityProvider['lies']) => {
    provider.lies = lies
    return looked()
  }
  const dated = (seconds: number) => ({
    at: {
      discovery: (_: unknown, response: ServerResponse) =>
        void response
          .writeHead(200, {
            'content-type': 'application/json',
            date: new Date(Date.now() + seconds * 1000).toUTCString(),
          })
          .end(JSON.stringify(provider.discovery())),
    },
  })
  try {
    is(await look({}), 'ok', /answers, and its clock and that of this machine agree/)
    is(await look(dated(-3)), 'ok', /agree/)
    is(await look(dated(30)), 'warning', /ahead of/, /NTP/)
    is(await look(dated(-600)), 'failed', /10 minutes behind/, /NTP/)
    const another = { discovery: (honest: object) => ({ ...honest, issuer: 'https://evil.example' }) }
    is(await look(another), 'failed', /does not match the expected issuer/, /DAILIES_OIDC_ISSUER/)
    const plain = { discovery: (honest: object) => ({ ...honest, scopes_supported: ['openid'] }) }
    is(await look(plain), 'warning', /offline_access/, /refresh tokens/)
    const secret = {
      at: {
        discovery: (_: unknown, response: ServerResponse) => void response.writeHead(502).end(client.secret),
      },
    }
    const away = await look(secret)
    is(away, 'failed', /answered with status 502/, /See that it runs/)
    assert.ok(!JSON.stringify(away).includes(client.secret))
    const gone = await emptyPlace('sqlite', {
      ...provider.environment,
      DAILIES_OIDC_ISSUER: 'http://127.0.0.1:1',
    })
    const found = (await examine(gone)).find(({ name }) => name === 'single sign-on')!
    await gone.remove()
    is(found, 'failed', /could not be reached/, /See that it runs/)
  } finally {
    await provider.close()
    await place.remove()
  }
})
