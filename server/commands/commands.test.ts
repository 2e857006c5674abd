import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { everyPermission } from '@dailies/contract/permission.ts'
import { becomes } from '../../e2e/becomes.ts'
import '../test/cheap-hashing.ts'
import { engines, type Place } from '../test/engines.ts'
import {
  type Finished,
  onEmptyPlace,
  onPlace,
  onRunning,
  onService,
  runCommand,
  runProcess,
  runSql,
} from '../test/process.ts'
import { request } from '../test/service.ts'

const email = 'ada@studio.example'
const tablesThere = "select table_name from information_schema.tables where table_schema = 'public'"
const rawToken = /^svc_[0-9A-Za-z]{49}\n$/
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

for (const engine of engines) {
  const onStudio = (work: (studio: Studio) => Promise<void>) => () =>
    onPlace(engine, async (place) => work(await studio(place)))

  describe(`commands on ${engine}`, { concurrency: 2 }, () => {
    test('what reads says that there is no database, and makes none', () =>
      onEmptyPlace(engine, async (place) => {
        const { environment, settings } = place
        const { pathname, host } = new URL(settings.databaseUrl ?? 'postgres://host')
        const [file, how] =
          engine === 'sqlite'
            ? [join(settings.dataFolder, 'dailies.db'), '--data or DAILIES_DATA']
            : [`${host}${pathname}`, '--database-url or DAILIES_DATABASE_URL']
        const none = engine === 'sqlite' ? 'There is no database at' : 'There is no Dailies in the database'
        for (const [words, input] of [
          [['user', 'list']],
          [['platform', 'list', '--json']],
          [['token', 'list', '--user', email]],
          [['member', 'list', '--project', 'x']],
          [['sums', 'check']],
          [['media', 'verify']],
          [['user', 'password', email, '--password-stdin'], 'correct horse'],
        ] as [string[], string?][]) {
          const { code, stdout, stderr } = await runCommand(words, { environment, ...(input && { input }) })
          assert.deepEqual([code, stdout], [1, ''], words.join(' '))
          assert.ok(stderr.startsWith(`dailies: ${none} ${file}. Name `), stderr)
          assert.ok(stderr.includes(how), stderr)
        }
        if (engine === 'sqlite') assert.deepEqual(await readdir(settings.dataFolder).catch(() => []), [])
        else assert.deepEqual(await runSql(place, tablesThere), [])
      }))

    test('user list says where there is nobody, which may be another folder than is meant', () =>
      onPlace(engine, async ({ environment, settings }) => {
        const { stdout } = await runCommand(['user', 'list'], { environment })
        const where = engine === 'sqlite' ? join(settings.dataFolder, 'dailies.db') : 'this database'
        assert.equal(stdout, `There is no user in ${where} yet.\n`)
        const json = await runCommand(['user', 'list', '--json'], { environment })
        assert.equal(json.stdout, '[]\n')
      }))

    test(
      'user create adds a user, whose address is taken in any case; user list shows them without passwords',
      onStudio(async ({ place, run }) => {
        const { stdout } = await run(['user', 'list', '--json'])
        const [{ createdAt, id, ...user }] = JSON.parse(stdout)
        assert.match(createdAt, timestamp)
        assert.equal(typeof id, 'string')
        assert.deepEqual(user, {
          email,
          name: 'Ada',
          role: 'administrator',
          disabledAt: null,
          secondFactorAt: null,
          passkeys: 0,
        })
        assert.match(
          (await run(['user', 'list'])).stdout,
          /^EMAIL +NAME +ROLE +CREATED +DISABLED +SECOND FACTOR +PASSKEYS\nada@studio\.example +Ada +administrator +2\S+ +– +– +–\n/,
        )

        const create = (address: string) => ['user', 'create', address, '--name', 'X', '--password-stdin']
        const password = 'correct horse\n'
        fails(
          await run(create('ADA@Studio.example'), password),
          /There is a user ada@studio\.example already/,
        )
        fails(
          await run(create('ada.studio.example'), password),
          /^dailies: email: Must be an email address$/m,
        )
        fails(await run(create('eve@studio.example'), '1234567\n'), /^dailies: password: .*8 characters$/m)
        fails(await run(create('eve@studio.example')), /^dailies: password: /m)
        assert.deepEqual(await runSql(place, 'select email from users'), [{ email }])
      }),
    )

    test(
      'nothing that others wrote moves the cursor, ends a line or turns letters round in the terminal',
      onStudio(async ({ place, run, importFile, write }) => {
        const hostile = '\u001b[2J\u009b31m\u202egnp\u2066\u2028\u2029\ndailies: Added\r\u007f\u0000'
        const said: string[] = []
        const wrong = await importFile({
          projects: [{ name: 'X', scenes: [{ sceneId: hostile }], [hostile]: 1 }],
        })
        said.push(wrong.stderr)
        said.push((await importFile({ projects: [] }, `${hostile.replaceAll('\0', '')}@x`)).stderr)
        const platforms = [{ slug: hostile, name: 5, supportedOutput: { [hostile]: 1 } }]
        said.push((await run(['platform', 'add', await write(JSON.stringify(platforms))])).stderr)
        await runSql(place, `update users set name = '${hostile.replaceAll('\0', '')}'`)
        said.push((await run(['user', 'list'])).stdout)
        const { stdout: json } = await run(['user', 'list', '--json'])
        said.push(json)
        for (const text of said) {
          assert.ok(text.length > 0)
          assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)
          assert.doesNotMatch(text, /^dailies: Added/m)
        }
        assert.equal(JSON.parse(json)[0].name, hostile.replaceAll('\0', ''), 'as JSON it is what it was')
      }),
    )

    test('rights set says which rights the output of a platform has, earlier takes too where asked; rights list shows it', () =>
      onService(engine, {}, async ({ place, user, film: { projectId, capture } }) => {
        const run = runner(place)
        const of = ['--user', user.email, '--project', projectId]
        const set = (...said: string[]) => run(['rights', 'set', ...said, ...of])
        const rightsOf = async (platformKey: string) =>
          (await user.ingest({ ...capture, platformKey })).body.asset.rightsState
        assert.deepEqual(
          await set('Midjourney', 'COMMERCIAL_ALLOWED'),
          ok('midjourney: COMMERCIAL_ALLOWED, 0 versions changed.\n'),
        )
        assert.equal(await rightsOf('midjourney'), 'COMMERCIAL_ALLOWED')
        assert.equal(await rightsOf('suno'), 'UNKNOWN')
        assert.deepEqual(
          await set('suno', 'NON_COMMERCIAL', '--unknown-too'),
          ok('suno: NON_COMMERCIAL, 1 versions changed.\n'),
        )
        assert.equal((await set('midjourney', 'UNKNOWN')).code, 0)
        const shown = ok('PLATFORM  RIGHTS\nsuno      NON_COMMERCIAL\n')
        assert.deepEqual(await run(['rights', 'list', ...of]), shown)
        const { stdout } = await run(['rights', 'list', '--json', ...of])
        assert.deepEqual(JSON.parse(stdout), [{ platformKey: 'suno', rightsState: 'NON_COMMERCIAL' }])
        fails(await set('suno', 'FREE'), /^dailies: rightsState: Must be one of/m)
        fails(await run(['rights', 'list', '--user', user.email, '--project', 'x']), /Project not found/)
      }))

    test(
      'import brings a production in; the same file again adds nothing, a changed one updates what it names',
      onStudio(async ({ place, importFile }) => {
        const first = await importFile(film)
        assert.deepEqual(first, ok('1 project read: 6 rows added, 0 updated, 0 unchanged.\n'))
        assert.deepEqual(
          await importFile(film),
          ok('1 project read: 0 rows added, 0 updated, 6 unchanged.\n'),
        )

        const changed = await importFile({
          projects: [
            {
              name: 'The Long Tide',
              characters: [{ name: 'Mara', role: 'Captain' }],
              scenes: [
                {
                  sceneId: '012a',
                  storyBeat: 'The lamp is lit.',
                  shots: [{ shotCode: '012A-A', required: false }],
                },
              ],
            },
          ],
        })
        assert.deepEqual(changed, ok('1 project read: 0 rows added, 3 updated, 1 unchanged.\n'))
        const rows = async (sql: string) => (await runSql(place, sql))[0]
        assert.deepEqual(await rows('select name, status, genre from projects'), {
          name: 'The Long Tide',
          status: 'PRODUCTION',
          genre: 'Drama',
        })
        assert.deepEqual(await rows('select name, role, description from characters'), {
          name: 'Mara',
          role: 'Captain',
          description: 'Keeps the light.',
        })
        assert.deepEqual(await rows('select scene_number, story_beat, act, macro_scene from scenes'), {
          scene_number: '012A',
          story_beat: 'The lamp is lit.',
          act: 2,
          macro_scene: 'Storm',
        })
        assert.deepEqual(
          await runSql(place, 'select shot_code, description, sort_order, required from shots order by id'),
          [
            { shot_code: '012A-A', description: 'Wide, the tower.', sort_order: 1, required: 0 },
            { shot_code: '012A-B', description: null, sort_order: 2, required: 1 },
          ],
        )
      }),
    )

    test(
      'import says where a file is wrong, and writes nothing of it',
      onStudio(async ({ place, run, importFile, write }) => {
        const notJson: [text: string, position: string][] = [
          ['{\n  "projects": [\n    @\n  ]\n}\n', '3:5'],
          ['{\n  "projects": [\n    { "name": "A" },\n  ]\n}\n', '4:3'],
          ['{\n  "projects": [\n    { "name" "A" }\n  ]\n}\n', '3:14'],
          ['{\n  "projects": [', '2:16'],
        ]
        for (const [text, position] of notJson) {
          const path = await write(text)
          fails(
            await run(['import', path, '--user', email]),
            `dailies: ${path}:${position}: not valid JSON\n`,
          )
        }
        const good = film.projects[0]
        const wrong: [file: object, path: RegExp][] = [
          [{ projects: [good, { scenes: [{}] }] }, /: projects\[1\]\.name: Required$/m],
          [{ projects: [good, { scenes: [{}] }] }, /: projects\[1\]\.scenes\[0\]\.sceneId: Required$/m],
          [{ projects: [{ ...good, status: 'DONE' }] }, /: projects\[0\]\.status: /],
          [
            { projects: [{ ...good, scenes: [{ sceneId: '2', beat: '' }] }] },
            /projects\[0\]\.scenes\[0\]: .*beat/,
          ],
          [
            { projects: [{ ...good, scenes: [{ sceneId: '2a' }, { sceneId: '2A' }] }] },
            /scenes\[1\]\.sceneId: 2A .*twice/,
          ],
          [[good], /: Invalid input/],
        ]
        for (const [file, path] of wrong) fails(await importFile(file), path)
        fails(
          await importFile(film, 'nobody@studio.example'),
          'dailies: User nobody@studio.example not found\n',
        )
        fails(
          await run(['import', 'not/there.json', '--user', email]),
          /^dailies: not\/there\.json: no such file/,
        )
        assert.deepEqual(await runSql(place, 'select name from projects'), [])
      }),
    )

    test(
      'platform list shows the platforms, platform add brings ones of your own and replaces by slug',
      onStudio(async ({ run, write }) => {
        const own = { slug: 'our-farm', name: 'Our farm', supportedOutput: ['VIDEO'] }
        const path = await write(JSON.stringify([own, { slug: 'midjourney', name: 'Midjourney, ours' }]))
        assert.deepEqual(await run(['platform', 'add', path]), ok('2 platforms read, 2 new or changed.\n'))
        assert.deepEqual(await run(['platform', 'add', path]), ok('2 platforms read, 0 new or changed.\n'))
        const platforms = JSON.parse((await run(['platform', 'list', '--json'])).stdout)
        const found = (slug: string) => platforms.find((one: { slug: string }) => one.slug === slug)
        assert.deepEqual(found('our-farm').supportedOutput, ['VIDEO'])
        assert.equal(found('midjourney').name, 'Midjourney, ours')
        assert.match((await run(['platform', 'list'])).stdout, /^our-farm +Our farm/m)

        const wrong = await write(JSON.stringify([{ slug: 'Upper', name: 'x' }]))
        fails(await run(['platform', 'add', wrong]), /: \[0\]\.slug: Must be lower-case/)
      }),
    )

    test('token create prints a token that works at once; revoke ends it with the very next request', () =>
      onService(engine, {}, async ({ place, address }) => {
        const { run } = await studio(place)
        const created = await run(['token', 'create', '--user', email, '--name', 'Mac mini'])
        assert.equal(created.code, 0)
        assert.match(created.stdout, rawToken)
        const headers = { authorization: `Bearer ${created.stdout.trim()}` }
        const status = async () => (await request(`${address}/api/extension/projects`, { headers })).status
        assert.equal(await status(), 200)

        const list = async () => JSON.parse((await run(['token', 'list', '--user', email, '--json'])).stdout)
        const [{ id, createdAt, expiresAt, lastUsedAt: _, ...rest }, ...others] = await list()
        const access = { permissions: everyPermission, projectIds: [], rateLimit: null }
        const shown = { name: 'Mac mini', state: 'active', revokedAt: null, ...access }
        assert.deepEqual([rest, others], [shown, []])
        assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 90 * 24 * 60 * 60 * 1000)
        assert.equal(await status(), 200)

        fails(await run(['token', 'revoke', 'unknown']), 'dailies: Token not found\n')
        assert.deepEqual(await run(['token', 'revoke', id]), ok(`Revoked ${id}.\n`))
        assert.equal(await status(), 401)
        const [{ revokedAt }] = await list()
        assert.match(revokedAt, timestamp)
        // The service writes it within a second.
        await becomes(async () => timestamp.test((await list())[0].lastUsedAt), true)
        assert.match(
          (await run(['token', 'list', '--user', email])).stdout,
          /^ID +NAME +STATE +CREATED +EXPIRES/,
        )

        fails(await run(['token', 'create', '--user', email, '--name', '']), 'dailies: name: Required\n')
        fails(
          await run(['token', 'create', '--user', 'x@y.example', '--name', 'x']),
          /User x@y\.example not found/,
        )
      }))

    test('all of them work while the service takes captures, which are all answered', () =>
      onRunning(engine, {}, async ({ place, user, film: { capture } }) => {
        const statuses = new Map<number, number>()
        let busy = true
        const load = Array.from({ length: 16 }, async () => {
          while (busy) {
            const { status } = await user.ingest(capture)
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
          }
        })
        try {
          const { run, importFile, write } = await studio(place)
          const platforms = await write('[{ "slug": "our-farm", "name": "Our farm" }]')
          const created = await run(['token', 'create', '--user', email, '--name', 'x'])
          assert.match(created.stdout, rawToken)
          const [{ id }] = JSON.parse((await run(['token', 'list', '--user', email, '--json'])).stdout)
          const all = await Promise.all([
            importFile(bigFilm),
            run(['token', 'revoke', id]),
            run(['platform', 'add', platforms]),
            run(['user', 'list']),
            run(['user', 'create', 'eve@studio.example', '--name', 'E', '--password-stdin'], 'correct horse'),
          ])
          for (const { code, stderr } of all) assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
          assert.equal(all[0].stdout, '1 project read: 2021 rows added, 0 updated, 0 unchanged.\n')
          const again = await importFile(bigFilm)
          assert.equal(again.stdout, '1 project read: 0 rows added, 0 updated, 2021 unchanged.\n')
        } finally {
          busy = false
          await Promise.all(load)
        }
        assert.deepEqual([...statuses.keys()], [200])
      }))
  })
}

describe('the command line', { concurrency: 2 }, () => {
  const onEmpty = (work: (run: Studio['run'], place: Place) => Promise<void>) => () =>
    onPlace('sqlite', (place) => work(runner(place), place))

  test(
    'every command explains itself with --help',
    onEmpty(async (run) => {
      const explained: string[] = []
      const explain = async (command: string[]): Promise<void> => {
        const { code, stdout, stderr } = await run([...command, '--help'])
        assert.deepEqual([code, stderr], [0, ''], command.join(' '))
        assert.ok(stdout.startsWith(`Usage: ${['dailies', ...command].join(' ')} `), stdout)
        explained.push(command.join(' '))
        const listed = stdout.split('\nCommands:\n')[1] ?? ''
        const names = [...listed.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name)
        await Promise.all(names.filter((name) => name !== 'help').map((name) => explain([...command, name])))
      }
      await explain([])
      const expected = [
        'serve',
        'demo',
        'user create',
        'user password',
        'user list',
        'import',
        'platform list',
        'platform add',
        'change undo',
        'mark set',
        'trash purge',
        'tag rename',
        'saved-search save',
      ]
      const tokens = ['create', 'list', 'update', 'rotate', 'revoke', 'audit'].map((name) => `token ${name}`)
      const webhooks = ['list', 'create', 'test', 'deliveries', 'replay'].map((name) => `webhook ${name}`)
      for (const command of [...expected, ...tokens, 'worker', ...webhooks])
        assert.ok(explained.includes(command), command)
    }),
  )

  const misused: [args: string[], says: RegExp][] = [
    [['bogus'], /^error: unknown command 'bogus'$/m],
    [['--bogus'], /^error: unknown option '--bogus'$/m],
    [['user', 'bogus'], /^error: unknown command 'bogus'$/m],
    [['user', 'list', '--bogus'], /^error: unknown option '--bogus'$/m],
    [['user', 'create', email, '--password-stdin'], /^error: required option '--name <name>' not/m],
    [['user', 'create', email, '--name', 'x'], /^error: required option '--password-stdin' not/m],
    [['user', 'create', '--name', 'x', '--password-stdin'], /^error: missing required argument 'email'/m],
    [['user', 'password', email], /^error: required option '--password-stdin' not/m],
    [['token', 'create', '--user', email], /^error: required option '--name <name>' not/m],
    [['token', 'revoke'], /^error: missing required argument 'id'/m],
    [['import', 'film.json'], /^error: required option '--user <email>' not/m],
    [['serve', 'extra'], /^error: too many arguments for 'serve'/m],
    [['worker', '--once', '--port', '0'], /^error: option '--once' cannot be used with option '--port/m],
    [['worker', '--host', '127.0.0.1'], /^dailies: --host: it listens only with --port$/m],
    [['webhook', 'test', '--user', email], /^error: missing required argument 'id'/m],
    [
      ['webhook', 'replay', 'x', '--user', email],
      /^dailies: say what to replay: --delivery <id>, or --from/m,
    ],
  ]
  test(
    'what cannot be meant is refused in one clear line',
    onEmpty(async (run) => {
      for (const [args, says] of misused) fails(await run(args), says)
    }),
  )

  const database = (url: string) => ({ DAILIES_DATABASE_URL: url })
  const badSettings: [environment: Record<string, string>, flags: string[], says: RegExp][] = [
    [{ DAILIES_PORT: 'abc' }, [], /DAILIES_PORT: Must be a whole number/],
    [{}, ['--port', '99999'], /--port: Must be 65535 or less/],
    [{ DAILIES_LOG_LEVEL: 'loud' }, [], /DAILIES_LOG_LEVEL: /],
    [{ DAILIES_HOST: 'no.such.host.invalid' }, [], /DAILIES_HOST/],
    [{}, ['--host', 'no.such.host.invalid'], /--host/],
    [database('mysql://ada:hunter2@x/y'), [], /DAILIES_DATABASE_URL: Must begin with postgres:/],
    [database('postgres://ada:hunter2@[x/y'), [], /DAILIES_DATABASE_URL: Must be a valid address/],
    [database('postgres://ada:hunter2@127.0.0.1:1/y'), [], /DAILIES_DATABASE_URL.*ECONNREFUSED/],
    [database(wrongPassword()), [], /DAILIES_DATABASE_URL.*password authentication failed/],
    [
      database(wrongPassword().replace('@', '@127.0.0.1:1,')),
      [],
      /DAILIES_DATABASE_URL.*127\.0\.0\.1:1: .*ECONNREFUSED.*; .*password authentication failed/,
    ],
    [{}, ['--database-url', 'postgres://ada:hunter2@127.0.0.1:1/y'], /--database-url.*ECONNREFUSED/],
    [{}, ['--data', '/dev/null/data'], /\/dev\/null\/data/],
  ]
  for (const [environment, flags, says] of badSettings) {
    test(
      `serve with ${[...Object.keys(environment), ...flags.slice(0, 1)]} wrong ends with one line that names it`,
      onEmpty(async (_, place) => {
        const all = { environment: { ...place.environment, ...environment } }
        const finished = await runProcess(['serve', ...flags], all)
        fails(finished, says)
        assert.equal(finished.stderr.trim().split('\n').length, 1, finished.stderr)
        assert.ok(!(finished.stdout + finished.stderr).includes('hunter2'))
      }),
    )
  }
})

/** The address of the tests' PostgreSQL with another password. */
function wrongPassword(): string {
  const url = new URL(process.env.DAILIES_TEST_POSTGRES as string)
  url.password = 'hunter2'
  return url.href
}

interface Studio {
  place: Place
  run(args: string[], input?: string): Promise<Finished>
  importFile(workspace: object, user?: string): Promise<Finished>
  /** Writes a file and returns its path. */
  write(text: string): Promise<string>
}

/** A place where Ada has an account, made by the command. */
async function studio(place: Place): Promise<Studio> {
  const run = runner(place)
  const created = await run(['user', 'create', email, '--name', 'Ada', '--password-stdin'], 'correct horse\n')
  assert.deepEqual(created, ok(`Added ${email}.\n`))
  let files = 0
  const write = async (text: string) => {
    const folder = join(place.settings.dataFolder, 'files')
    await mkdir(folder, { recursive: true })
    files += 1
    const path = join(folder, `${files}.json`)
    await writeFile(path, text)
    return path
  }
  const importFile = async (workspace: object, user = email) =>
    run(['import', await write(JSON.stringify(workspace)), '--user', user])
  return { place, run, write, importFile }
}

function runner({ environment }: Place): Studio['run'] {
  return (args, input) => runCommand(args, { environment, ...(input !== undefined && { input }) })
}

function ok(stdout: string): Finished {
  return { code: 0, stdout, stderr: '' }
}

/** It says what is wrong in lines of its own, on standard error alone, and without a stack trace. */
function fails({ code, stdout, stderr }: Finished, says: RegExp | string): void {
  assert.ok(code !== null && code > 0, `ended with ${code}`)
  assert.equal(stdout, '')
  if (typeof says === 'string') assert.equal(stderr, says)
  else assert.match(stderr, says)
  for (const line of stderr.trim().split('\n')) assert.match(line, /^(dailies: |error: |\(.*\)$)/, stderr)
  assert.doesNotMatch(stderr, /\n\s+at |node:internal/)
}

const film = {
  projects: [
    {
      name: 'The Long Tide',
      status: 'PRODUCTION',
      genre: 'Drama',
      characters: [{ name: 'Mara', role: 'Keeper', description: 'Keeps the light.' }],
      promptPackages: [{ name: 'House style', prompt: 'anamorphic, overcast, 35mm' }],
      scenes: [
        {
          sceneId: '012A',
          storyBeat: 'The lamp goes out.',
          act: 2,
          macroScene: 'Storm',
          shots: [
            { shotCode: '012A-A', description: 'Wide, the tower.', sortOrder: 1, required: true },
            { shotCode: '012A-B' },
          ],
        },
      ],
    },
  ],
}

/** A project of 20 scenes with 100 shots each. */
const bigFilm = {
  projects: [
    {
      name: 'Epic',
      scenes: Array.from({ length: 20 }, (_, scene) => ({
        sceneId: String(scene + 1),
        shots: Array.from({ length: 100 }, (_, shot) => ({ shotCode: `${scene + 1}-${shot + 1}` })),
      })),
    },
  ],
}
