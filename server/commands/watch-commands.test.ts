import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { becomes } from '../../e2e/becomes.ts'
import { forwarding } from '../test/forwarding.ts'
import { picture } from '../test/generated-picture.ts'
import { killedAgainAndAgain } from '../test/kill-watch.ts'
import { runCommand, type Started, startCommand } from '../test/process.ts'
import {
  type Film,
  sharedService,
  type TestService,
  type TestUser,
  testFilm,
  testUser,
} from '../test/service.ts'

describe('dailies watch', () => {
  let service: TestService
  let user: TestUser
  let film: Film
  let root: string
  let folder: string
  const started: Started[] = []
  const roots: string[] = []

  before(async () => {
    service = await sharedService('sqlite')
  })
  after(async () => {
    for (const one of started) await one.kill('SIGKILL')
    for (const one of roots) await rm(one, { recursive: true, force: true })
    await service.close()
  })
  beforeEach(async () => {
    user = await testUser(service)
    film = await testFilm(service.db, user)
    root = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-watch-'))
    roots.push(root)
    folder = join(root, 'output')
    await mkdir(folder)
  })

  const environment = () => ({
    DAILIES_URL: service.address,
    DAILIES_TOKEN: user.token,
    DAILIES_STATE: join(root, 'state'),
  })
  const watch = async (...args: string[]) => {
    const command = ['watch', folder, '--project', film.projectId, '--settle', '0.5', ...args]
    const one = await startCommand(command, { environment: environment(), ready: /^Watching / })
    started.push(one)
    return one
  }
  const titles = async (sceneDbId = film.sceneDbId) => {
    const { body } = await user.get(`/api/scenes/${sceneDbId}/assets?limit=100&sort=oldest`)
    return (body.data as { title: string; media: { state: string } | null }[])
      .map(({ title, media }) => `${title} ${media?.state}`)
      .sort()
  }
  const write = (name: string, prompt: string, seed = 1) =>
    writeFile(join(folder, name), picture(prompt, seed))

  test('files what is finished to the scene and shot that its name says, and nothing that was there before', async () => {
    await write('012A_B_old.png', 'old')
    // Times of files are kept less exactly than the clock's.
    await sleep(50)
    const watching = await watch('--pattern', '{scene}_{shot}_*', '{scene} *', '--scene', '2')
    await becomes(async () => /^One file was there before .*--existing/m.test(watching.output()), true)
    await write('012A_B_1.png', 'one')
    await write('12a_A_2.png', 'two', 2)
    await write('012A take.png', 'three', 3)
    await write('other.png', 'four', 4)
    await write('.hidden.png', 'hidden', 5)
    await write('012A_B_3.png.part', 'part', 6)
    await mkdir(join(folder, 'deep'))
    await write('deep/012A_B_4.png', 'five', 7)
    await becomes(() => titles(), ['012A B 1 kept', '012A B 4 kept', '012A take kept', '12a A 2 kept'])
    await becomes(() => titles(film.otherSceneDbId), ['other kept'])
    await rename(join(folder, '012A_B_3.png.part'), join(folder, '012A_B_3.png'))
    await becomes(async () => (await titles()).includes('012A B 3 kept'), true)
    const { code } = await watching.kill('SIGINT')
    assert.equal(code, 0)
  })

  test('files what names say to no terminal, and nothing that is no file, through a folder that goes and comes', async () => {
    const watching = await watch('--scene', '012A')
    execFileSync('mkfifo', [join(folder, 'pipe.png')])
    await symlink('loop.png', join(folder, 'loop.png'))
    await symlink('.', join(folder, 'folder'))
    await write('..hidden.png', 'hidden', 9)
    await write('a\nb.png', 'one', 1)
    await write('\u202e{scene}\u001b[2J.png', 'two', 2)
    await becomes(async () => (await titles()).length, 2)
    await rm(folder, { recursive: true })
    await becomes(async () => / is gone: it is waited for/.test(watching.output()), true)
    await mkdir(folder)
    await becomes(async () => / is there again/.test(watching.output()), true)
    await write('third.png', 'three', 3)
    await becomes(async () => (await titles()).length, 3)
    const { code } = await watching.kill('SIGINT')
    assert.equal(code, 0)
    assert.ok(!/(?!\n)[\p{Cc}\p{Bidi_Control}]/u.test(watching.output()), JSON.stringify(watching.output()))
  })

  test('files nothing that was there before from a folder that comes back', async () => {
    await write('old.png', 'old')
    // Times of files are kept less exactly than the clock's.
    await sleep(50)
    const watching = await watch('--scene', '012A')
    // As a drive that is unplugged: renaming would be a change of each file.
    const away = join(root, 'away')
    await rename(folder, away)
    await becomes(async () => / is gone: it is waited for/.test(watching.output()), true)
    await writeFile(join(away, 'new.png'), picture('new', 2))
    await rename(away, folder)
    await becomes(async () => / is there again/.test(watching.output()), true)
    await becomes(() => titles(), ['new kept'])
    await write('after.png', 'after', 3)
    await becomes(() => titles(), ['after kept', 'new kept'])
  })

  test('files nothing again that was deleted since, from a folder that comes back', async () => {
    const watching = await watch('--scene', '012A')
    await write('a.png', 'a')
    await becomes(() => titles(), ['a kept'])
    const { data } = (await user.get(`/api/scenes/${film.sceneDbId}/assets`)).body
    const deleted = await user.send('DELETE', `/api/assets/${data[0].id}`, undefined)
    assert.equal(deleted.status, 200)
    await rename(folder, join(root, 'away'))
    await becomes(async () => / is gone: it is waited for/.test(watching.output()), true)
    await rename(join(root, 'away'), folder)
    await becomes(async () => / is there again/.test(watching.output()), true)
    await write('b.png', 'b', 2)
    await becomes(async () => (await titles()).includes('b kept'), true)
    assert.deepEqual(await titles(), ['b kept'])
  })

  test('goes on with a new token that takes the place of the one in its file', async () => {
    const make = async (name: string) => (await user.send('POST', '/api/tokens', { name })).body.data
    const [first, second] = [await make('first'), await make('second')]
    const file = join(root, 'token')
    await writeFile(file, `${first.token}\n`)
    await watch('--scene', '012A', '--token-file', file)
    // As while it is written anew.
    await writeFile(file, '')
    await write('one.png', 'one')
    await becomes(() => titles(), ['one kept'])
    await writeFile(file, `${second.token}\n`)
    const revoked = await user.send('DELETE', `/api/tokens/${first.id}`, undefined)
    assert.equal(revoked.status, 200)
    await write('two.png', 'two', 2)
    await becomes(() => titles(), ['one kept', 'two kept'])
  })

  test('waits for the end of a file that is written slowly', async () => {
    // Longer in all than the file is left alone for, and each pause far shorter: on a busy machine it takes longer.
    await watch('--scene', '012A', '--settle', '3')
    const whole = picture('slow', 1)
    const path = join(folder, 'slow.png')
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 8)) {
      await appendFile(path, whole.subarray(at, at + Math.ceil(whole.length / 8)))
      await sleep(450)
    }
    await becomes(() => titles(), ['slow kept'])
    const { data } = (await user.get(`/api/scenes/${film.sceneDbId}/assets`)).body
    assert.equal((await user.get(`/api/assets/${data[0].id}`)).body.data.prompt, 'slow')
  })

  test('files again what is written over, and neither what is moved nor what is deleted', async () => {
    await watch('--scene', '012A')
    await write('a.png', 'a')
    await becomes(() => titles(), ['a kept'])
    await rename(join(folder, 'a.png'), join(folder, 'b.png'))
    await write('a.png', 'another', 2)
    await becomes(() => titles(), ['a kept', 'a kept'])
    await unlink(join(folder, 'b.png'))
    await symlink(join(folder, 'a.png'), join(folder, 'link.png'))
    await symlink(folder, join(folder, 'circle'))
    await write('c.png', 'c', 3)
    await becomes(() => titles(), ['a kept', 'a kept', 'c kept'])
  })

  test('says what it leaves, and files it once its scene is there or its prompt told', async () => {
    const watching = await watch('--pattern', '{scene}_*')
    await write('777_x.png', 'x')
    await writeFile(join(folder, '2_y.png'), picture(undefined, 2))
    await write('nowhere.png', 'z', 3)
    const said = (text: RegExp) => becomes(async () => text.test(watching.output()), true)
    await said(/777_x\.png: there is no scene "777"/)
    await said(/2_y\.png: it tells no prompt/)
    await said(/nowhere\.png: its name fits no pattern/)
    await watching.kill('SIGTERM')
    await watch('--pattern', '{scene}_*', '--prompt-from-name', '--scene', '012A')
    await becomes(() => titles(film.otherSceneDbId), ['2 y kept'])
    await becomes(() => titles(), ['nowhere kept'])
  })

  test('goes on after its journal is damaged, says so, and files nothing twice', async () => {
    const first = await watch('--scene', '012A')
    for (const seed of [1, 2, 3]) await write(`${seed}.png`, 'x', seed)
    await becomes(() => titles(), ['1 kept', '2 kept', '3 kept'])
    await becomes(async () => (await journal()).split('\n').length, 4)
    await first.kill('SIGKILL')
    await writeFile((await journalPath())!, `{"not a line\n${(await journal()).slice(0, -20)}`)
    await write('4.png', 'x', 4)
    const second = await watch('--scene', '012A')
    await becomes(() => titles(), ['1 kept', '2 kept', '3 kept', '4 kept'])
    assert.match(second.output(), /journal .* is damaged in 2 places/)
    await becomes(async () => (await journal()).split('\n').length, 5)

    async function journalPath() {
      const [found] = (await readdir(join(root, 'state'))).filter((one) => one.endsWith('.journal'))
      return found && join(root, 'state', found)
    }
    /** Empty until the answer to the first file has come, which is after that file is there. */
    async function journal() {
      const path = await journalPath()
      return path ? readFile(path, 'utf8') : ''
    }
  })

  test('with --existing files what was there before', async () => {
    await write('a.png', 'a')
    await write('b.png', 'b', 2)
    // Times of files are kept less exactly than the clock's.
    await sleep(50)
    const first = await watch('--scene', '012A')
    await becomes(async () => /^2 files were there before .*--existing/m.test(first.output()), true)
    await first.kill('SIGTERM')
    const second = await watch('--scene', '012A', '--existing')
    await becomes(() => titles(), ['a kept', 'b kept'])
    await becomes(async () => second.output().match(/^filed /gm)?.length, 2)
    assert.doesNotMatch(second.output(), /were there before/)
    await second.kill('SIGTERM')
    await write('c.png', 'c', 3)
    const third = await watch('--scene', '012A')
    await becomes(() => titles(), ['a kept', 'b kept', 'c kept'])
    // What is filed is not among what is left.
    assert.doesNotMatch(third.output(), /were? there before/)
  })

  test('says at its start what is wrong', async () => {
    const run = async (...args: string[]) => {
      const command = ['watch', ...(args[0]?.startsWith('/') ? [] : [folder]), ...args]
      command.push('--project', film.projectId)
      return runCommand(command, { environment: environment() })
    }
    const fails = async (args: string[], code: number, text: RegExp) => {
      const { code: ended, stderr } = await run(...args)
      assert.match(stderr, text)
      assert.equal(ended, code)
    }
    await fails([], 2, /say where files go/)
    await write('a.png', 'a')
    await fails([join(folder, 'a.png'), '--scene', '012A'], 2, /a\.png: it is no folder/)
    await fails([join(folder, 'none'), '--scene', '012A'], 2, /none: there is no such file or folder/)
    await fails(['--scene', '99'], 2, /there is no scene "99"/)
    await fails(['--pattern', '*'], 2, /neither \{scene\} nor \{shot\}/)
    await fails(['--scene', '2', '--settle', 'soon'], 2, /settle: Must be seconds/)
    await fails(['--scene', '2', '--wait', '0', '--url', 'http://127.0.0.1:9'], 3, /cannot be reached/)
    const other = await forwarding((_method, _path, _forward, response) => response.end('{"projects":[1]}'))
    await fails(['--scene', '2', '--url', other.address], 3, /The answer is none of Dailies/)
    other.close()
  })

  test('files each once through kills of itself and of the service', { timeout: 240_000 }, async () => {
    await killedAgainAndAgain({ kills: 4, files: 12, root })
  })
})
