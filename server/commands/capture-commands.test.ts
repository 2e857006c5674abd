import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { png } from '@dailies/reading/sample/png.ts'
import { becomes } from '../../e2e/becomes.ts'
import { forwarding } from '../test/forwarding.ts'
import { picture } from '../test/generated-picture.ts'
import { longFilm } from '../test/long-film.ts'
import { runCommand, startCommand } from '../test/process.ts'
import {
  type Film,
  sharedService,
  type TestService,
  type TestUser,
  testFilm,
  testUser,
} from '../test/service.ts'
import { newRawToken } from '../tokens/format.ts'

describe('dailies capture', () => {
  let service: TestService
  let user: TestUser
  let film: Film
  let folder: string

  before(async () => {
    service = await sharedService('sqlite')
  })
  after(() => service.close())
  beforeEach(async (context) => {
    user = await testUser(service)
    film = await testFilm(service.db, user)
    folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-capture-'))
    ;(context as { after?: (work: () => Promise<void>) => void }).after?.(() =>
      rm(folder, { recursive: true }),
    )
  })

  const environment = () => ({ DAILIES_URL: service.address, DAILIES_TOKEN: user.token })
  const place = ['--project', 'The Long Tide', '--scene', '012a']
  const capture = (args: string[], more: Record<string, string> = {}, input = '') =>
    runCommand(['capture', ...place, ...args], { environment: { ...environment(), ...more }, input })
  const write = async (name: string, bytes: Uint8Array | string) => {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), bytes)
    return join(folder, name)
  }
  const takes = async () => {
    const { body } = await user.get(`/api/scenes/${film.sceneDbId}/assets?limit=100&sort=oldest`)
    return body.data as {
      id: string
      versionNumber: number
      title: string
      media: { state: string } | null
    }[]
  }
  const detailsOf = async (id: string) => (await user.get(`/api/assets/${id}`)).body.data

  test('files pictures of a folder with what each tells, and their bytes', async () => {
    const bytes = picture('a lighthouse at dusk', 7)
    await write('takes/deep/dusk_2.png', bytes)
    await write('takes/dusk_10.png', picture('a storm', 8))
    await write('takes/notes.txt', 'no picture')
    await write('takes/.hidden.png', picture('hidden', 9))
    await write('takes/half.png.part', 'half')
    const { code, stdout, stderr } = await capture([
      join(folder, 'takes'),
      '--shot',
      'b',
      '--tag',
      'rain',
      'night',
    ])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^filed {2}\S+dusk_2\.png {2}v\d$/m)
    assert.match(stderr, /^2 filed in The Long Tide, scene 012A, shot 012A-B\.$/m)
    const made = await takes()
    assert.deepEqual(made.map(({ title }) => title).sort(), ['dusk 10', 'dusk 2'])
    const details = await detailsOf(made.find(({ title }) => title === 'dusk 2')!.id)
    assert.deepEqual(
      [
        details.prompt,
        details.modelName,
        details.platformKey,
        details.assetType,
        details.status,
        details.shotId,
      ],
      ['a lighthouse at dusk', 'base', 'automatic1111', 'IMAGE', 'GENERATED', film.shotIds[1]],
    )
    assert.equal(details.metadata.seed, 7)
    assert.deepEqual(details.tags, ['rain', 'night'])
    assert.deepEqual([details.provenance.source, details.provenance.sha256], ['command-line', sha256(bytes)])
    const media = await user.get(`/api/assets/${details.id}/media`)
    assert.deepEqual([media.body.data.state, media.body.data.sha256], ['kept', sha256(bytes)])
  })

  test('files the same content at a place once: again, under another name, with another prompt, twice in a folder', async () => {
    const bytes = picture('a lighthouse', 1)
    const path = await write('a.png', bytes)
    assert.equal((await capture([path])).code, 0)
    await write('copies/b.png', bytes)
    await write('copies/c.png', bytes)
    for (const args of [[path], [path, '--prompt', 'other'], [join(folder, 'copies')]]) {
      const { code, stdout, stderr } = await capture(args)
      assert.equal(code, 0, stderr)
      assert.doesNotMatch(stdout, /^filed/m)
    }
    assert.equal((await takes()).length, 1)
    assert.equal((await capture([path, '--shot', '012A-A'])).code, 0)
    assert.equal((await takes()).length, 2, 'in a shot it is another take')
  })

  test('files anew what was deleted, and once again', async () => {
    const path = await write('a.png', picture('a lighthouse', 1))
    for (let round = 1; round <= 3; round += 1) {
      assert.equal((await capture([path])).code, 0)
      assert.equal((await capture([path, '--prompt', `other ${round}`])).code, 0)
      const [one, ...others] = await takes()
      assert.deepEqual([one?.versionNumber, others.length], [round, 0])
      assert.equal((await user.send('DELETE', `/api/assets/${one?.id}`, undefined)).status, 200)
    }
  })

  test('sends the bytes of a take whose bytes were not sent before', async () => {
    const bytes = picture('a lighthouse', 1)
    const path = await write('a.png', bytes)
    await capture([path])
    const [one] = await takes()
    const { provenance } = await detailsOf(one!.id)
    const second = randomBytes(10).toString('hex')
    const other = await write('b.png', picture('of another', 2))
    // As a capture that was killed between the two leaves it: there, by the key of its content, without bytes.
    const captureId = provenance.captureId.replace(sha256(bytes), sha256(await readFile(other)))
    const left = await user.ingest({ ...film.capture, prompt: second, provenance: { captureId } })
    assert.equal(left.status, 200)
    const { code, stdout } = await capture([other])
    assert.equal(code, 0)
    assert.match(stdout, /^there /m)
    const media = await user.get(`/api/assets/${left.body.asset.id}/media`)
    assert.equal(media.body.data.state, 'kept')
    assert.equal((await takes()).length, 2)
  })

  test('sends nothing while a file lacks a prompt or cannot be read, and says which and what to do', async () => {
    await write('t/a.png', picture('a lighthouse', 1))
    await write('t/plain_take.png', png([]))
    const before = await capture([join(folder, 't'), join(folder, 'none.png')])
    assert.equal(before.code, 2)
    assert.match(before.stderr, /plain_take\.png: it tells no prompt$/m)
    assert.match(before.stderr, /none\.png: there is no such file/)
    assert.match(before.stderr, /nothing was sent.*--default-prompt.*--prompt-from-name.*--skip/)
    assert.deepEqual(await takes(), [])

    const named = await capture([join(folder, 't'), '--prompt-from-name'])
    assert.equal(named.code, 0, named.stderr)
    const prompts = await Promise.all((await takes()).map(async ({ id }) => (await detailsOf(id)).prompt))
    assert.deepEqual(prompts.sort(), ['a lighthouse', 'plain take'])
  })

  test('leaves out with --skip what is wrong, and files the rest', async () => {
    await write('t/a.png', picture('a lighthouse', 1))
    await write('t/plain.png', png([]))
    await symlink(join(folder, 'nowhere'), join(folder, 't/broken.png'))
    const { code, stderr } = await capture([join(folder, 't'), '--skip'])
    assert.equal(code, 0)
    assert.match(stderr, /broken\.png: there is no such file/)
    assert.equal((await takes()).length, 1)
  })

  test('shows with --dry-run what would be filed, and sends nothing', async () => {
    const path = await write('a.png', picture('a lighthouse', 1))
    const { code, stdout } = await capture([path, '--dry-run'])
    assert.equal(code, 0)
    assert.match(stdout, /FILE +STATE.*\n\S+a\.png +new +IMAGE .* automatic1111 +base +a lighthouse\n/)
    assert.deepEqual(await takes(), [])
    await capture([path])
    const [plan] = JSON.parse((await capture([path, '--dry-run', '--json'])).stdout)
    assert.deepEqual([plan.state, plan.assetVersionId], ['there', (await takes())[0]?.id])
  })

  test('files what names say to no terminal and no pattern, and leaves out what is no file', async () => {
    const names = ['a\nb.png', '\u202egnp.png', '\u001b[2J\u0007.png', '{scene}_*.png', '-rf.png', ' .png']
    for (const [index, name] of names.entries()) await write(name, picture('a lighthouse', index))
    await symlink('loop.png', join(folder, 'loop.png'))
    await symlink('.', join(folder, 'folder'))
    execFileSync('mkfifo', [join(folder, 'pipe.png')])
    const all = [folder, join(folder, 'pipe.png'), join(folder, 'folder')]
    const refused = await capture(all)
    assert.equal(refused.code, 2, refused.stderr)
    assert.match(refused.stderr, /loop\.png: its links go round in a circle\n/)
    assert.match(refused.stderr, /pipe\.png: it is no file\n/)
    const plan = await capture([...all, '--skip', '--dry-run'])
    const { code, stdout, stderr } = await capture([...all, '--skip'])
    assert.equal(code, 0, stderr)
    for (const said of [plan.stdout, stdout, stderr, refused.stderr])
      assert.ok(!/(?!\n)[\p{Cc}\p{Bidi_Control}]/u.test(said), JSON.stringify(said))
    assert.equal(stdout.trim().split('\n').length, names.length)
    assert.equal((await takes()).length, names.length)
    assert.deepEqual(
      JSON.parse((await capture([folder, '--skip', '--json'])).stdout)
        .map(({ file }: { file: string }) => file)
        .sort(),
      names.map((name) => join(folder, name)).sort(),
    )
  })

  test('obeys no name of a shot', async () => {
    const shotCode = 'A\u001b[2J'
    await user.send('POST', `/api/scenes/${film.sceneDbId}/shots`, { shotCode })
    const path = await write('a.png', picture('a lighthouse', 1))
    for (const more of [['--dry-run'], []]) {
      const { code, stdout, stderr } = await capture([path, '--shot', shotCode, ...more])
      assert.equal(code, 0, stderr)
      assert.ok(!`${stdout}${stderr}`.includes('\u001b'), JSON.stringify([stdout, stderr]))
    }
  })

  test('tells as JSON what became of each file, and nothing else on standard output', async () => {
    const path = await write('a.png', picture('a lighthouse', 1))
    const outcomes = JSON.parse((await capture([path, '--json'])).stdout)
    const id = (await takes())[0]?.id
    assert.deepEqual(outcomes, [{ file: path, state: 'filed', assetVersionId: id, versionNumber: 1 }])
  })

  test('tells the same of a file that was found under another name', async () => {
    const bytes = picture('a lighthouse', 1)
    await capture([await write('a.png', bytes)])
    const path = await write('other.png', bytes)
    const outcomes = JSON.parse((await capture([path, '--json'])).stdout)
    const id = (await takes())[0]?.id
    assert.deepEqual(outcomes, [{ file: path, state: 'there', assetVersionId: id, versionNumber: 1 }])
  })

  test('says which of its files are the same, before and after', async () => {
    for (const name of ['a', 'b']) await write(`t/${name}.png`, picture('a lighthouse', 1))
    await write('t/c.png', picture('a storm', 2))
    const [a, b] = [join(folder, 't/a.png'), join(folder, 't/b.png')]
    const shown = await capture([join(folder, 't'), '--dry-run'])
    assert.match(shown.stdout, /t\/b\.png +same as \S+t\/a\.png /)
    assert.match(
      shown.stdout,
      /^Nothing was sent\. 2 would be filed in .*, 1 the same as another of them, 0 /m,
    )
    const plan = JSON.parse((await capture([join(folder, 't'), '--dry-run', '--json'])).stdout)
    assert.deepEqual(
      plan.map(({ state, sameAs }: { state: string; sameAs?: string }) => [state, sameAs]),
      [
        ['new', undefined],
        ['same', a],
        ['new', undefined],
      ],
    )
    const { code, stdout, stderr } = await capture([join(folder, 't'), '--json'])
    assert.equal(code, 0, stderr)
    assert.match(stderr, /^2 filed in .*, 1 the same as another of them\.$/m)
    // Either of the two may have been the first.
    const outcomes = JSON.parse(stdout) as { file: string; state: string; sameAs?: string }[]
    const same = outcomes.find(({ state }) => state === 'same')
    assert.deepEqual([same?.file, same?.sameAs].sort(), [a, b])
    assert.equal((await takes()).length, 2)
    assert.equal((await capture([join(folder, 't')])).stdout.match(/^there /gm)?.length, 3)
  })

  test('ends with 2 where it is not understood', async () => {
    for (const args of [
      ['capture', 'a.png', '--scene', '1'],
      ['capture', ...place],
      ['watch', folder],
      ['watch', '--nope'],
    ]) {
      const { code, stderr } = await runCommand(args, { environment: environment() })
      assert.deepEqual([code, /^error: /m.test(stderr)], [2, true], stderr)
    }
    const help = await runCommand(['capture', '--help'], { environment: {} })
    assert.equal(help.code, 0)
  })

  test('says what there is where the place is not', async () => {
    const path = await write('a.png', picture('a', 1))
    const said = async (...args: string[]) => {
      const { code, stderr } = await runCommand(['capture', path, ...args], { environment: environment() })
      assert.equal(code, 2)
      return stderr
    }
    assert.match(
      await said('--project', 'Nope', '--scene', '1'),
      /no project "Nope".*there are The Long Tide/,
    )
    assert.match(
      await said('--project', film.projectId, '--scene', '77'),
      /no scene "77" .*there are 2, .*012A/,
    )
    assert.match(await said(...place, '--shot', 'Z'), /no shot "Z" in scene 012A; there are 012A-A, 012A-B/)
    assert.match(await said(...place, '--status', 'FINAL'), /status: /)
    assert.match(await said(...place, '--prompt', ''), /prompt: Required/)
  })

  test('takes the token from a file or standard input, and tells whom it would be shown to', async () => {
    const path = await write('a.png', picture('a', 1))
    const file = await write('token', `${user.token}\n`)
    const without = { DAILIES_TOKEN: '' }
    assert.equal((await capture([path, '--token-file', file], without)).code, 0)
    assert.equal((await capture([path, '--token-file', '-'], without, `${user.token}\n`)).code, 0)
    assert.equal((await capture([path], { ...without, DAILIES_TOKEN_FILE: file })).code, 0)
    const none = await capture([path], without)
    assert.deepEqual([none.code, /there is no token/.test(none.stderr)], [2, true])
    for (const url of ['http://dailies.example', 'ftp://127.0.0.1', 'http://u:p@127.0.0.1', 'x']) {
      const { code, stderr } = await capture([path, '--url', url])
      assert.equal(code, 2, url)
      assert.doesNotMatch(stderr, /svc_|u:p/)
    }
    const long = await write('long', `${user.token}${'x'.repeat(5000)}`)
    for (const given of [
      ['--token-file', join(folder, 'none')],
      ['--token-file', folder],
      ['--token-file', long],
    ]) {
      const { code, stderr } = await capture([path, ...given])
      assert.deepEqual([code, stderr.includes(user.token)], [2, false], stderr)
    }
    const malformed = await capture([path], { DAILIES_TOKEN: 'secret-of-something-else' })
    assert.deepEqual([malformed.code, /begins with svc_/.test(malformed.stderr)], [2, true])
    assert.doesNotMatch(malformed.stderr, /secret-of/)
    const refused = await capture([path], { DAILIES_TOKEN: newRawToken() })
    assert.deepEqual([refused.code, /token is refused/.test(refused.stderr)], [3, true])
  })

  test('says that the service is away once it was waited long enough', async () => {
    const path = await write('a.png', picture('a', 1))
    const { code, stderr } = await capture([path, '--url', 'http://127.0.0.1:9', '--wait', '0'])
    assert.deepEqual([code, /cannot be reached/.test(stderr)], [3, true], stderr)
  })

  test('tries again what the service is too busy for, when it says so, and what is lost on the way', async () => {
    const path = await write('a.png', picture('a lighthouse', 1))
    const faulty = await faultyWayTo(service.address)
    try {
      const { code, stderr } = await capture([path, '--url', faulty.address])
      assert.equal(code, 0, stderr)
      assert.ok(faulty.faults() >= 6, `${faulty.faults()}`)
    } finally {
      faulty.close()
    }
    const [one, ...others] = await takes()
    assert.deepEqual([one?.media?.state, others], ['kept', []])
  })

  test('files the others where the service refuses one', async () => {
    await write('t/a.png', picture('a lighthouse', 1))
    await write('t/b.png', picture('b', 2))
    const { code, stdout, stderr } = await capture([join(folder, 't'), '--json'], {
      DAILIES_URL: (await refusing(service.address, 'b.png')).address,
    })
    assert.equal(code, 1)
    assert.deepEqual(
      JSON.parse(stdout).map(({ state }: { state: string }) => state),
      ['filed', 'failed'],
    )
    assert.match(stderr, /failed {2}\S+b\.png: .*not this one/)
  })

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 130],
    ['SIGKILL', null],
  ] as const) {
    test(`goes on after ${signal} in its middle with what was not sent`, async () => {
      const all = ['1', '2', '3', '4', '5', '6']
      for (const name of all) await write(`t/${name}.png`, picture(`take ${name}`, Number(name)))
      // The first file gets through, those after it are in the middle of being sent for ever.
      let parts = 0
      const way = await serving((method, _path, forward, _response, body) => {
        if (method !== 'PUT' || body.length === 0) return forward(service.address)
        parts += 1
        return parts === 1 ? forward(service.address) : undefined
      })
      const capturing = await startCommand(['capture', ...place, join(folder, 't')], {
        environment: { ...environment(), DAILIES_URL: way.address },
        ready: /^filed /,
      })
      await becomes(async () => parts > 2, true)
      const ended = await capturing.kill(signal)
      assert.deepEqual([ended.code, ended.signal], [code, code === null ? signal : null], capturing.output())
      if (code !== null) assert.match(capturing.output(), /1 filed in .*, 5 left: the same command goes on/)
      assert.doesNotMatch(capturing.output(), /^\s+at /m)

      const again = await capture([join(folder, 't')])
      assert.equal(again.code, 0, again.stderr)
      const made = (await takes()).map(({ title, media }) => `${title} ${media?.state}`)
      assert.deepEqual(
        made.sort(),
        all.map((name) => `${name} kept`),
      )
    })
  }

  test('files a long film with what it tells at its end', async () => {
    const path = join(folder, 'long.mp4')
    const hash = await longFilm(path, 'a storm at sea')
    const { code, stderr } = await capture([path])
    assert.equal(code, 0, stderr)
    const [one] = await takes()
    const { prompt, assetType, provenance } = await detailsOf(one!.id)
    assert.deepEqual([prompt, assetType, provenance.sha256], ['a storm at sea', 'VIDEO', hash])
    const media = await user.get(`/api/assets/${one!.id}/media`)
    assert.deepEqual([media.body.data.state, media.body.data.sha256], ['kept', hash])
  })

  for (const bytes of [0, 1_000_000]) {
    test(`says which take stays without its film when that is written over while it is sent, by ${bytes} bytes more`, async () => {
      const path = join(folder, 'long.mp4')
      await longFilm(path, 'before')
      let after = ''
      const way = await serving(async (_method, _path, forward, response) => {
        const isSecondPart = String(response.req.headers['content-range']).startsWith('bytes 8388608-')
        if (isSecondPart && !after) after = await longFilm(path, 'after!', bytes)
        return forward(service.address)
      })
      const { code, stdout, stderr } = await capture([path, '--json', '--url', way.address])
      assert.equal(code, 1, stderr)
      assert.match(stderr, /long\.mp4: it was written over .*: v1, .* stays without its file/)
      assert.equal(JSON.parse(stdout)[0].state, 'failed')
      assert.equal((await capture([path])).code, 0)
      const [first, second] = await takes()
      assert.deepEqual([first?.media?.state, second?.media?.state], [undefined, 'kept'])
      const media = await user.get(`/api/assets/${second!.id}/media`)
      assert.equal(media.body.data.sha256, after)
    })
  }

  test('says of answers that are none of Dailies that they are, with the code for a service that cannot be used', async () => {
    const path = await write('a.png', picture('a lighthouse', 1))
    const answers: [path: string, answer: unknown][] = [
      ['/api/extension/projects', {}],
      ['/api/extension/projects', { projects: [null] }],
      ['/api/extension/projects', { projects: [{ id: film.projectId, name: 1 }] }],
      ['/api/extension/scenes', { scenes: 'x' }],
      ['/api/extension/shots', { shots: [{ id: 'x' }] }],
      ['/api/extension/captured', { captured: {} }],
      ['/api/assets', { data: null }],
      ['/api/assets', { data: { id: 5, versionNumber: 1 } }],
    ]
    for (const [from, answer] of answers) {
      const way = await serving((_method, asked, forward, response) =>
        asked.split('?')[0] === from ? response.end(JSON.stringify(answer)) : forward(service.address),
      )
      const { code, stderr } = await capture([path, '--shot', 'b', '--url', way.address])
      assert.match(stderr, /^dailies: The answer is none of Dailies: is this its address\?$/m, from)
      assert.equal(code, 3, from)
    }
    assert.equal((await capture([path, '--shot', 'b'])).code, 0)
    assert.equal((await takes()).length, 1)
  })

  const ways: { close(): void }[] = []
  after(() => {
    for (const way of ways) way.close()
  })
  const serving = async (answer: Parameters<typeof forwarding>[0]) => {
    const way = await forwarding(answer)
    ways.push(way)
    return way
  }

  /** On the way there each kind of request fails in each way once, before it is let through; answers are lost, too. */
  async function faultyWayTo(target: string) {
    let faults = 0
    const seen = new Map<string, number>()
    return serving(async (method, path, forward, response) => {
      const kind = `${method} ${path.split('?')[0]?.replace(/[0-9a-f-]{36}/g, ':id')}`
      const count = (seen.get(kind) ?? 0) + 1
      seen.set(kind, count)
      if (count > 2) return forward(target)
      faults += 1
      if (count === 1) return response.writeHead(503, { 'retry-after': '0' }).end()
      // It arrives, and its answer does not.
      await fetchFrom(target)
      response.destroy()
      async function fetchFrom(base: string) {
        await forward(base, true)
      }
    }).then((way) => ({ ...way, faults: () => faults }))
  }

  async function refusing(target: string, fileName: string) {
    return serving(async (_method, _path, forward, response, body) => {
      if (!body.includes(`"fileName":"${fileName}"`)) return forward(target)
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(
        '{"error":"Invalid payload","details":{"fieldErrors":{"title":["not this one"]},"formErrors":[]}}',
      )
    })
  }
})

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
