import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { becomes } from '../../e2e/becomes.ts'
import { agentOverStdio } from '../test/mcp.ts'
import { mediaOnce, picture } from '../test/media.ts'
import { runCommand, runProcess } from '../test/process.ts'
import {
  type Film,
  sharedService,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { newRawToken } from '../tokens/format.ts'

const program = fileURLToPath(new URL('../bin/dailies.js', import.meta.url))

describe('dailies mcp', () => {
  let service: TestService
  let user: TestUser
  let film: Film
  let folder: string

  before(async () => {
    service = await sharedService('sqlite')
    user = await testUser(service)
    film = await testFilm(service.db, user)
    folder = await mkdtemp(join(tmpdir(), 'dailies-mcp-'))
  })
  after(async () => {
    await service.close()
    await rm(folder, { recursive: true })
  })

  test('says what is missing to begin with, and nothing on standard output', async () => {
    for (const [args, environment, told] of [
      [[], {}, /there is no token: set DAILIES_TOKEN/],
      [[], { DAILIES_TOKEN: 'secret-of-something-else' }, /begins with svc_/],
      [['--url', 'ftp://x'], { DAILIES_TOKEN: newRawToken() }, /must be http:\/\/ or https:\/\//],
      [['--url', 'http://a:b@x'], { DAILIES_TOKEN: newRawToken() }, /without a password/],
      [['--url', 'http://dailies.example'], { DAILIES_TOKEN: newRawToken() }, /is not https/],
      [['--token-file', join(folder, 'none')], {}, /none: no such file/],
      [['--token-file', folder], {}, /the token cannot be read/],
      [['--token-file', '-'], {}, /standard input is not for the token here/],
      [[], { DAILIES_TOKEN_FILE: '-' }, /standard input is not for the token here/],
      [['--files', join(folder, 'none')], { DAILIES_TOKEN: newRawToken() }, /none: no such file/],
      [['--files', program], { DAILIES_TOKEN: newRawToken() }, /is no folder/],
    ] as [string[], Record<string, string>, RegExp][]) {
      const { code, stdout, stderr } = await runCommand(['mcp', ...args], { environment })
      assert.deepEqual([code, stdout], [1, ''], stderr)
      assert.match(stderr, told)
      assert.doesNotMatch(stderr, /secret-of|a:b@|svc_\w{9}/)
    }
  })

  test('there is no argument for the token', async () => {
    const { code, stderr } = await runCommand(['mcp', '--token', newRawToken()], { environment: {} })
    assert.equal(code, 1)
    assert.match(stderr, /unknown option/)
  })

  test('takes the token from a file, and a new one in its place without a start', async () => {
    const file = join(folder, 'token')
    await writeFile(file, `${user.token}\n`)
    const { body } = await user.send('POST', '/api/tokens', { name: 'next' })
    const agent = await agentOverStdio(service, '', { args: ['--token-file', file] })
    try {
      assert.equal((await agent.call('list_projects')).isError, false)
      await writeFile(file, newRawToken())
      const refused = await agent.call('list_projects')
      assert.match(refused.text, /^Unauthorized\. .*ask the user for a new one/)
      await writeFile(file, body.data.token)
      assert.equal((await agent.call('list_projects')).isError, false)
    } finally {
      await agent.close()
    }
  })

  test('sends files of the folders that the user named, and tells nothing of others', async () => {
    const shots = join(folder, 'shots')
    await mkdir(join(shots, 'deep'), { recursive: true })
    await mkdir(join(folder, 'shots-other'))
    await writeFile(join(folder, 'secret.png'), await picture())
    await writeFile(join(folder, 'shots-other/b.png'), await picture())
    await writeFile(join(shots, 'deep/a.png'), await picture())
    await writeFile(join(shots, 'empty.png'), '')
    await symlink(join(folder, 'secret.png'), join(shots, 'link.png'))
    await symlink(folder, join(shots, 'up'))
    const agent = await agentOverStdio(service, user.token, { args: ['--files', shots] })
    try {
      const capture = (file: string) => agent.call('capture_take', { ...film.capture, file })
      for (const file of ['deep/a.png', join(shots, 'deep/a.png'), 'deep/../deep/a.png']) {
        const { data, text } = await capture(file)
        assert.equal(data?.media, 'kept', text)
        await mediaOnce(user, data.take.id, 'kept', ({ state }) => state === 'kept')
      }
      const missing = (await capture('none.png')).text
      assert.match(missing, /There is no such file in /)
      for (const file of [
        '../secret.png',
        join(folder, 'secret.png'),
        '../shots-other/b.png',
        'link.png',
        'up/secret.png',
        'deep',
        '.',
        '/etc/passwd',
        'a.png/b',
        `${'x'.repeat(4000)}`,
      ]) {
        const { isError, text } = await capture(file)
        assert.deepEqual([isError, text], [true, missing], file)
      }
      assert.match((await capture('empty.png')).text, /empty/)
      const both = await agent.call('capture_take', {
        ...film.capture,
        file: 'deep/a.png',
        fileBase64: 'AAAA',
      })
      assert.match(both.text, /not both/)
    } finally {
      await agent.close()
    }
  })

  test('a file that was not taken is told with the take that is filed, which a repeat makes no second one of', async () => {
    const small = await testService('sqlite', { DAILIES_MEDIA_LIMIT: '1kb' })
    const somebody = await testUser(small)
    const { capture, sceneDbId } = await testFilm(small.db, somebody)
    const shots = await mkdtemp(join(folder, 'again-'))
    await writeFile(join(shots, 'a.png'), await picture())
    const agent = await agentOverStdio(small, somebody.token, { args: ['--files', shots] })
    try {
      const given = { ...capture, file: 'a.png', captureId: 'once' }
      for (let time = 0; time < 2; time += 1) {
        const { isError, text } = await agent.call('capture_take', given)
        assert.equal(isError, true)
        assert.match(text, /^The take is filed as \S+, but its file is not kept: .+ captureId "once"/)
      }
      const { data } = await agent.call('list_takes', { sceneDbId })
      assert.equal(data.total, 1)
    } finally {
      await agent.close()
      await small.close()
    }
  })

  test('goes on after what is no message, and never says the token', async () => {
    const environment = { DAILIES_URL: service.address, DAILIES_TOKEN: user.token }
    const input = [
      'no JSON',
      '{}',
      '[]',
      `${'['.repeat(100_000)}`,
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      JSON.stringify({
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: {
          name: 'capture_take',
          arguments: JSON.parse(`${'{"metadata":'.repeat(70)}1${'}'.repeat(70)}`),
        },
      }),
      '',
    ].join('\n')
    const { code, stdout, stderr } = await talk(input, environment, 2)
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      answers.map(({ jsonrpc, id }) => [jsonrpc, id]),
      [
        ['2.0', 1],
        ['2.0', 2],
      ],
    )
    assert.match(answers[1].result.content[0].text, /nested deeper than 64/)
    assert.ok(!`${stdout}${stderr}`.includes(user.token.slice(4, 20)))
    assert.doesNotMatch(stderr, /\n +at /)
    assert.equal(code, 0)
  })

  test('a service that is away is told of, in words', async () => {
    const agent = await agentOverStdio({ address: 'http://127.0.0.1:1' }, newRawToken())
    try {
      const { isError, text } = await agent.call('list_projects')
      assert.equal(isError, true)
      assert.match(text, /cannot be reached\. Try again/)
    } finally {
      await agent.close()
    }
  })

  test('ends when its client is killed', async () => {
    const parent = spawn(process.execPath, [
      '-e',
      `const child = require('node:child_process').spawn(process.execPath, [${JSON.stringify(program)}, 'mcp'], { env: { ...process.env, DAILIES_URL: '${service.address}', DAILIES_TOKEN: '${user.token}' }, stdio: ['pipe', 'pipe', 'ignore'] })
       child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\\n')
       child.stdout.once('data', () => console.log(child.pid))
       setInterval(() => {}, 1000)`,
    ])
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
    const pid = Number(line)
    assert.doesNotThrow(() => process.kill(pid, 0))
    parent.kill('SIGKILL')
    await becomes(async () => isGone(pid), true)
  })

  test('its help tells nothing of a token but how to give one', async () => {
    const { stdout } = await runProcess(['mcp', '--help'], { environment: { DAILIES_TOKEN: user.token } })
    assert.match(stdout, /--token-file/)
    assert.ok(!stdout.includes(user.token))
  })
})

/** Writes lines, waits for so many answers, and closes. */
async function talk(input: string, environment: Record<string, string>, answers: number) {
  const child = spawn(process.execPath, [program, 'mcp'], { env: { ...process.env, ...environment } })
  let [stdout, stderr] = ['', '']
  child.stderr.on('data', (piece) => {
    stderr += piece
  })
  child.stdout.on('data', (piece) => {
    stdout += piece
    if (stdout.split('\n').length > answers) child.stdin.end()
  })
  child.stdin.write(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}
