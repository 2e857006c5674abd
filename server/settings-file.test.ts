import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { completeEnvironment } from './settings-file.ts'
import { runCommand } from './test/process.ts'

const key = 'a key of thirty-two characters, or more'

describe('settings in a file', () => {
  test('count where the environment says nothing, and an empty variable says nothing', () =>
    inFolder(async (folder) => {
      const named = await put(
        folder,
        'DAILIES_PORT=1\nDAILIES_HOST=::1\nDAILIES_DATA=/srv\nAWS_REGION=eu\nPATH=/x\n',
      )
      const environment: Environment = { DAILIES_PORT: '2', DAILIES_DATA: '' }
      assert.deepEqual(completeEnvironment(environment, { named }), [])
      assert.deepEqual(environment, {
        DAILIES_PORT: '2',
        DAILIES_HOST: '::1',
        DAILIES_DATA: '/srv',
        AWS_REGION: 'eu',
      })
    }))

  test('are those of the flag, else of DAILIES_SETTINGS, else of the usual place', () =>
    inFolder(async (folder) => {
      const [flag, variable, usual] = await Promise.all(
        ['flag', 'variable', 'usual'].map((name) => put(folder, `DAILIES_HOST=${name}\n`, name)),
      )
      const host = (environment: Environment, named?: string) => {
        completeEnvironment(environment, { named, usual: usual! })
        return environment.DAILIES_HOST
      }
      assert.equal(host({ DAILIES_SETTINGS: variable }, flag), 'flag')
      assert.equal(host({ DAILIES_SETTINGS: variable }), 'variable')
      assert.equal(host({ DAILIES_SETTINGS: '' }), 'usual')
      assert.deepEqual(completeEnvironment({}, { usual: join(folder, 'none') }), [])
      assert.deepEqual(completeEnvironment({}, { usual: join(usual!, 'none') }), [])
    }))

  test('a usual file that cannot be read is told of, and nothing of it counts', () =>
    inFolder(async (folder) => {
      const told = completeEnvironment({}, { usual: folder })
      assert.deepEqual(told, [`${folder}: Is a folder: name a file in it. Nothing of it counts`])
    }))

  test('all that is wrong is told at once, by file and line, and no value with it', () =>
    inFolder(async (folder) => {
      const named = await put(
        folder,
        'DAILIES_PROT=1\r\nDAILIES_PORT=secret\r\nsecret\r\nDAILIES_HOST=a\r\nDAILIES_HOST=secret\r\nDAILIES_TOKEN=secret\r\nDAILIES_SETTINGS=/x',
      )
      assert.deepEqual(problemsOf({}, named), [
        `${named}, line 3: Must be NAME=value`,
        `${named}, line 1: DAILIES_PROT: Is no setting. Is DAILIES_PORT meant?`,
        `${named}, line 2: DAILIES_PORT: Must be a whole number`,
        `${named}, line 5: DAILIES_HOST: Is in line 4, too: take one of them out`,
        `${named}, line 6: DAILIES_TOKEN: Is no setting. They are in docs/settings.md`,
        `${named}, line 7: DAILIES_SETTINGS: Is no setting. They are in docs/settings.md`,
      ])
    }))

  test('of a mark before the text nothing is seen', () =>
    inFolder(async (folder) => {
      const environment: Environment = {}
      completeEnvironment(environment, { named: await put(folder, '\uFEFFDAILIES_HOST=::1') })
      assert.equal(environment.DAILIES_HOST, '::1')
    }))

  const hostile: [says: string, make: (path: string) => Promise<unknown>, problem: RegExp][] = [
    ['is not there', async () => {}, /There is no such file/],
    ['is a folder', (path) => mkdir(path), /Is a folder/],
    [
      'is a pipe that nobody writes to',
      async (path) => execFileSync('mkfifo', [path]),
      /Is no ordinary file/,
    ],
    ['is a socket', (path) => listenAt(path), /Cannot be read|Is no ordinary file/],
    ['is a link to itself', (path) => symlink(path, path), /Cannot be read \(ELOOP\)/],
    ['is a device without an end', (path) => symlink('/dev/zero', path), /Is no ordinary file/],
    ['has a NUL', (path) => writeFile(path, 'DAILIES_HOST=a\0b'), /there is a NUL in it/],
    ['is no UTF-8', (path) => writeFile(path, Buffer.from([0x41, 0x3d, 0xff])), /save it as UTF-8/],
    ['is longer than 64 kB', (path) => writeFile(path, '#'.repeat(65_537)), /Is longer than 64 kB/],
  ]
  for (const [says, make, problem] of hostile) {
    test(`a file that ${says} is refused, by what names it`, () =>
      inFolder(async (folder) => {
        const path = join(folder, 'hostile')
        await make(path)
        assert.throws(() => completeEnvironment({}, { named: path }), problem)
        assert.throws(() => completeEnvironment({ DAILIES_SETTINGS: path }), /DAILIES_SETTINGS: /)
        assert.throws(
          () => completeEnvironment({ DAILIES_SECRET_KEY_FILE: path }, { usual: '/nowhere' }),
          problem,
        )
      }))
  }

  test('a file of 64 kB is taken', () =>
    inFolder(async (folder) => {
      const named = await put(folder, `DAILIES_HOST=::1\n${'#'.repeat(65_536 - 17)}`)
      assert.deepEqual(completeEnvironment({}, { named }), [])
    }))

  test(
    'one that this user may not read is refused, with what to do',
    { skip: process.getuid?.() === 0 && 'root reads all' },
    () =>
      inFolder(async (folder) => {
        const named = await put(folder, 'DAILIES_HOST=::1')
        await chmod(named, 0)
        assert.match(problemsOf({}, named)[0]!, /May not be read by the user that this runs as: change/)
      }),
  )
})

describe('secrets in files', () => {
  test('count like the variable, without the end of their last line', () =>
    inFolder(async (folder) => {
      const url = 'postgres://ada:secret@db/dailies'
      const environment: Environment = {
        DAILIES_DATABASE_URL_FILE: await put(folder, `${url}\n`, 'url'),
        DAILIES_SECRET_KEY_FILE: await put(folder, `${key}\r\n`, 'key'),
        DAILIES_SMTP_URL_FILE: await put(folder, 'smtp://mail', 'smtp'),
        AWS_SECRET_ACCESS_KEY_FILE: await put(folder, 'secret\n', 's3'),
      }
      completeEnvironment(environment, { usual: '/nowhere' })
      assert.deepEqual(environment, {
        DAILIES_DATABASE_URL: url,
        DAILIES_SECRET_KEY: key,
        DAILIES_SMTP_URL: 'smtp://mail',
        AWS_SECRET_ACCESS_KEY: 'secret',
      })
    }))

  test('both are refused, in the environment and in a file', () =>
    inFolder(async (folder) => {
      const file = await put(folder, key, 'key')
      const named = await put(folder, `DAILIES_SECRET_KEY=${key}\nDAILIES_SECRET_KEY_FILE=${file}`)
      const both = { DAILIES_SECRET_KEY: key, DAILIES_SECRET_KEY_FILE: file }
      assert.deepEqual(problemsOf({ ...both, DAILIES_SETTINGS: '' }, await put(folder, '', 'empty')), [
        'DAILIES_SECRET_KEY_FILE: DAILIES_SECRET_KEY is set, too: set one of them',
      ])
      assert.deepEqual(problemsOf({}, named), [
        `${named}, line 2: DAILIES_SECRET_KEY_FILE: DAILIES_SECRET_KEY is set, too: set one of them`,
      ])
    }))

  test('the environment wins over the file of settings, in whichever of the two ways each says it', () =>
    inFolder(async (folder) => {
      const other = `another ${key}`
      const [one, two] = [await put(folder, key, 'one'), await put(folder, other, 'two')]
      for (const own of [{ DAILIES_SECRET_KEY: key }, { DAILIES_SECRET_KEY_FILE: one }]) {
        for (const said of [`DAILIES_SECRET_KEY=${other}`, `DAILIES_SECRET_KEY_FILE=${two}`]) {
          const environment: Environment = { ...own }
          completeEnvironment(environment, { named: await put(folder, said) })
          assert.deepEqual(environment, { DAILIES_SECRET_KEY: key })
        }
      }
    }))

  test('one that is empty, or no value for it, is refused by file and line, without what it is', () =>
    inFolder(async (folder) => {
      const [empty, wrong] = [
        await put(folder, '\n', 'empty'),
        await put(folder, 'mysql://ada:secret@db', 'wrong'),
      ]
      const named = await put(folder, `DAILIES_SECRET_KEY_FILE=${empty}\nDAILIES_DATABASE_URL_FILE=${wrong}`)
      assert.deepEqual(problemsOf({}, named), [
        `${named}, line 2: DAILIES_DATABASE_URL_FILE: ${wrong}: Must begin with postgres://`,
        `${named}, line 1: DAILIES_SECRET_KEY_FILE: ${empty}: Is empty`,
      ])
    }))

  test('only secrets are taken from files', () =>
    inFolder(async (folder) => {
      const named = await put(folder, 'DAILIES_PORT_FILE=/run/secrets/port')
      assert.match(problemsOf({}, named)[0]!, /line 1: DAILIES_PORT_FILE: Is no setting/)
    }))
})

test('of the environment a name that is nearly a setting is told of, and those of other commands are not', () => {
  const others = [
    'URL',
    'TOKEN',
    'TOKEN_FILE',
    'STATE',
    'SPOOL',
    'SPOOL_LIMIT',
    'SETTINGS',
    'SERVICE_HOST',
    'TEST_FOLDER',
  ]
  const environment = Object.fromEntries(others.map((name) => [`DAILIES_${name}`, '']))
  for (const name of Object.keys(environment)) if (name !== 'DAILIES_SETTINGS') environment[name] = 'x'
  const told = completeEnvironment(
    { ...environment, DAILIES_MEDIA_QOUTA: '1tb', DAILIES_SECRET_KEY_FIEL: '/x' },
    { usual: '/nowhere' },
  )
  assert.deepEqual(told, [
    'DAILIES_MEDIA_QOUTA: Is no setting. Is DAILIES_MEDIA_QUOTA meant?',
    'DAILIES_SECRET_KEY_FIEL: Is no setting. Is DAILIES_SECRET_KEY_FILE meant?',
  ])
})

test('commands go by the file: a flag wins over it, and what is wrong in it ends them', () =>
  inFolder(async (folder) => {
    const [data, other] = [join(folder, 'data'), join(folder, 'other')]
    const settings = await put(folder, `DAILIES_DATA=${data}\n`)
    const create = [
      'user',
      'create',
      'ada@studio.example',
      '--name',
      'Ada',
      '--password-stdin',
      '--settings',
      settings,
    ]
    const run = (args: string[], environment: Record<string, string> = {}) =>
      runCommand(args, { environment, input: 'correct horse battery\n' })
    assert.deepEqual((await run(create)).stderr, '')
    const list = async (...args: string[]) => (await run(['user', 'list', ...args])).stdout
    assert.match(await list('--data', data), /ada@studio\.example/)
    assert.match(await list('--settings', settings), /ada@studio\.example/)
    assert.doesNotMatch(await list('--settings', settings, '--data', other), /ada@studio\.example/)
    const wrong = await put(folder, 'DAILIES_DATE=/srv\n', 'wrong')
    for (const args of [
      ['user', 'list'],
      ['mail', 'test', 'ada@studio.example'],
      ['backup', 'list', folder],
      ['serve'],
    ]) {
      const { code, stderr } = await run([...args, '--settings', wrong])
      assert.deepEqual(
        [code, stderr],
        [1, `dailies: ${wrong}, line 1: DAILIES_DATE: Is no setting. Is DAILIES_DATA meant?\n`],
      )
    }
  }))

type Environment = Record<string, string | undefined>

function problemsOf(environment: Environment, named: string): string[] {
  try {
    completeEnvironment({ ...environment }, { named })
  } catch (error) {
    const { message } = error as Error
    assert.doesNotMatch(message, /secret(?!s)|a key of/)
    return message.split('\n')
  }
  assert.fail('nothing is wrong with it')
}

async function put(folder: string, text: string, name = 'dailies.env'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

const listening = new Map<string, ReturnType<typeof createServer>>()

async function listenAt(path: string): Promise<void> {
  const server = createServer().listen(path).unref()
  listening.set(path, server)
  await new Promise((resolve) => server.once('listening', resolve))
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-settings-'))
  try {
    await work(folder)
  } finally {
    for (const server of listening.values()) server.close()
    listening.clear()
    await rm(folder, { recursive: true, force: true })
  }
}
