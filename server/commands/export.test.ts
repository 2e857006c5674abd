import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { engines } from '../test/engines.ts'
import { credentialsRead, settledExport, unpackExport, unpackZip } from '../test/exports.ts'
import { put, sha256, take } from '../test/media.ts'
import { onRunning, type Running, runCommand, runProcess } from '../test/process.ts'
import { s3Server } from '../test/s3-server.ts'

const run = promisify(execFile)
const date = '2026-11-27T12:00:00.000Z'

for (const engine of engines) {
  describe(`an export by the command, on ${engine}`, () => {
    test('into a folder has the bytes that the ZIP has, and brings only what is missing the next time', () =>
      onFilm(engine, async ({ running, folder, exported, files }) => {
        const target = join(folder, 'edit')
        const first = await exported(target, '--date', date)
        assert.deepEqual([first.code, first.stderr], [0, ''])
        assert.match(first.stdout, /^Copied 1\d files of .*; 0 were there already\.\n1 take has no file here/)
        await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: target })
        assert.deepEqual(await treeOf(target), await treeOf(await unpackedZip(running, folder)))

        const zip = join(folder, 'edit.zip')
        assert.equal((await exported(zip, '--date', date)).code, 0)
        await unpackZip(zip, join(folder, 'of-zip'))
        assert.deepEqual(await treeOf(join(folder, 'of-zip')), await treeOf(target))
        assert.match((await exported(zip)).stderr, /Is there already/)
        const bundle = join(folder, 'edit.otioz')
        assert.equal((await exported(bundle, '--date', date, '--alternates', 'all')).code, 0)
        await unpackZip(bundle, join(folder, 'of-bundle'))
        const inBundle = await treeOf(join(folder, 'of-bundle'))
        assert.ok(['content.otio', 'version.txt'].every((name) => JSON.stringify(inBundle).includes(name)))
        assert.match((await exported(zip, '--alternates', 'some')).stderr, /alternates: Must be one of/)

        const again = JSON.parse((await exported(target, '--date', date, '--json')).stdout)
        assert.deepEqual(
          [again.copied, again.there, again.left],
          [1, Object.keys(await treeOf(target)).length - 1, []],
        )

        // What somebody changed there without changing its length is found where it is asked for.
        const [name] = await mediaIn(target)
        await writeFile(join(target, name!), randomBytes(files[0]!.length))
        assert.equal(
          JSON.parse((await exported(target, '--date', date, '--check', '--json')).stdout).copied,
          2,
        )
        await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: target })
      }))

    test('into a bucket has what a folder has, whatever files are called, and sends only what is missing', () =>
      onFilm(engine, async ({ running, folder, exported, args }) => {
        const server = await s3Server(join(folder, 's3'))
        try {
          const environment = { ...running.place.environment, ...server.environment }
          const given = ['--date', date, '--template', 'Лампа #{shot}! (100% + é)/{scene} {version} 灯.{ext}']
          const target = join(folder, 'edit')
          assert.equal((await exported(target, ...given)).code, 0)
          const expected = await treeOf(target)
          const send = async (...more: string[]) => {
            const { code, stdout, stderr } = await runCommand(
              args('s3://media/films/edit', ...given, '--json', ...more),
              { environment },
            )
            assert.deepEqual([code, stderr], [0, ''])
            return JSON.parse(stdout)
          }
          const sent = async () =>
            Object.fromEntries(
              await Promise.all(
                Object.keys(expected).map(async (name) => [
                  name,
                  sha256(await readFile(server.fileOf(`films/edit/${name}`))),
                ]),
              ),
            )
          const first = await send()
          assert.deepEqual([first.copied, first.there], [Object.keys(expected).length, 0])
          assert.deepEqual(await sent(), expected)
          const again = await send()
          assert.deepEqual([again.copied, again.there], [1, Object.keys(expected).length - 1])

          const name = Object.keys(expected).find((one) => one.endsWith('.bin'))!
          const object = server.fileOf(`films/edit/${name}`)
          await writeFile(object, randomBytes((await stat(object)).size))
          assert.equal((await send()).copied, 1, 'nobody looked')
          assert.equal((await send('--check')).copied, 2)
          assert.deepEqual(await sent(), expected)

          const long = await runCommand(
            args(
              `s3://media/${'long/'.repeat(99)}`,
              '--template',
              `${`${'灯'.repeat(60)}/`.repeat(3)}{version}`,
            ),
            { environment },
          )
          assert.equal(long.code, 1)
          assert.match(long.stderr, /No bucket takes a name of more than 1024 bytes, such as media\/灯/)

          // Ended anywhere, it is not taken for whole before it is.
          for (let killed = 0; killed < 4; ) {
            await rm(server.fileOf('films/edit/manifest.json'), { force: true })
            const signal = AbortSignal.timeout(Math.round(300 + Math.random() * 900))
            const { code } = await runProcess(args('s3://media/films/edit', ...given), {
              environment,
              signal,
            })
            if (code === null) killed += 1
            const isWhole = await stat(server.fileOf('films/edit/SHA256SUMS')).catch(() => undefined)
            if (isWhole && code === 0) assert.deepEqual(await sent(), expected)
          }
          await send()
          assert.deepEqual(await sent(), expected)

          await server.stop()
          const away = await runCommand(args('s3://media/films/edit', ...given), { environment })
          assert.equal(away.code, 1)
          assert.match(
            away.stderr,
            /^dailies: s3:\/\/media\/films\/edit cannot be reached \(GET films\/edit\/SHA256SUMS: ECONNREFUSED\)\n$/,
          )
        } finally {
          await server.stop()
        }
      }))

    test('goes on where it was killed, and nobody takes it for whole before', () =>
      onFilm(engine, async ({ running, folder, args }) => {
        const target = join(folder, 'killed')
        const { environment } = running.place
        for (let killed = 0; ; ) {
          const signal = killed < 5 ? AbortSignal.timeout(Math.round(150 + Math.random() * 1200)) : undefined
          const { code } = await runProcess(args(target), { environment, ...(signal && { signal }) })
          if (await stat(join(target, 'SHA256SUMS')).catch(() => undefined))
            await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: target })
          if (code !== null) assert.equal(code, 0)
          if (code !== null && killed === 5) break
          killed += Number(code === null)
        }
        assert.deepEqual(
          (await readdir(target)).filter((name) => name.startsWith('.dailies-export-')),
          [],
        )
      }))

    test('says what is wrong, writes to no link, and leaves what it does not know', () =>
      onFilm(engine, async ({ running, folder, exported, args }) => {
        const elsewhere = join(folder, 'elsewhere')
        const target = join(folder, 'linked')
        await mkdir(elsewhere)
        await mkdir(target)
        await symlink(elsewhere, join(target, 'media'))
        const linked = await exported(target)
        assert.equal(linked.code, 1)
        assert.match(linked.stderr, /media: Must be a folder/)
        assert.deepEqual(await readdir(elsewhere), [])

        const file = join(folder, 'file')
        await writeFile(file, 'mine')
        assert.match((await exported(join(file, 'below'))).stderr, /Cannot be written to \(ENOTDIR\)/)
        assert.match((await exported(file)).stderr, /Cannot be written to \(EEXIST\)/)
        assert.equal(await readFile(file, 'utf8'), 'mine')
        assert.match((await exported(folder, '--template', '{nonsense}')).stderr, /template/)
        assert.match(
          (await exported(folder, '--playlist', 'a', '--versions', 'b')).stderr,
          /One of them alone/,
        )
        assert.match((await exported(folder, '--playlist', 'nothing')).stderr, /Playlist not found/)
        const stranger = args(folder).map((one) => (one === running.user.email ? 'nobody@x.example' : one))
        assert.match((await runCommand(stranger, running.place)).stderr, /not found/i)

        await writeFile(join(folder, 'mine.txt'), 'mine')
        assert.equal((await exported(folder)).code, 0)
        assert.equal(await readFile(join(folder, 'mine.txt'), 'utf8'), 'mine')
        const left = JSON.parse((await exported(folder, '--no-sidecars', '--json')).stdout)
        assert.equal(left.left.length, 2)
        for (const name of left.left) await stat(join(folder, name))
      }))

    test('of takes whose files are gone from the store, cut off or damaged there names them, and ends with 1', () =>
      onFilm(engine, async (parts) => {
        const { running, folder, files, exported, args } = parts
        const server = await s3Server(join(folder, 's3'))
        const environment = { ...running.place.environment, ...server.environment }
        const sent = (target: string) => runCommand(args(target, '--json'), { environment })
        const blob = blobIn(running, files[0]!)
        try {
          const [whole, zip] = [join(folder, 'whole'), join(folder, 'whole.zip')]
          for (const target of [whole, zip, 's3://media/whole'])
            assert.equal((await sent(target)).code, 0, target)
          const name = await nameIn(whole, files[0]!)
          for (const [what, damage] of Object.entries(damages)) {
            await damage(blob, files[0]!)
            for (const target of [join(folder, what), `s3://media/${what}`]) {
              const { code, stdout, stderr } = await sent(target)
              assert.deepEqual(
                [code, stderr],
                [1, `dailies: gone or damaged in the store: ${name}\n`],
                target,
              )
              const { missing, damaged } = JSON.parse(stdout)
              assert.deepEqual([missing, damaged], [1, [name]])
            }
            const others = Object.keys(await treeOf(whole)).filter(
              (one) => ![name, 'SHA256SUMS'].includes(one),
            )
            assert.deepEqual(Object.keys(await treeOf(join(folder, what))), others)
            for (const one of others) await stat(server.fileOf(`${what}/${one}`))
            await assert.rejects(stat(server.fileOf(`${what}/${name}`)), /ENOENT/)
            await assert.rejects(stat(server.fileOf(`${what}/SHA256SUMS`)), /ENOENT/)

            const ofZip = await exported(join(folder, `${what}.zip`))
            assert.deepEqual([ofZip.code, ofZip.stdout], [1, ''], what)
            assert.equal(ofZip.stderr, `dailies: gone or damaged in the store: ${name}\n`)
            assert.ok(!(await readdir(folder)).some((one) => one.startsWith(`${what}.zip`)))
            await writeFile(blob, files[0]!)
          }
          assert.equal((await exported(join(folder, 'gone'))).code, 0)

          // The list of the export before would say that it is whole, and its file belongs to the film all the same.
          await rm(blob)
          for (const target of [whole, 's3://media/whole']) {
            const { code, stdout } = await sent(target)
            const { left, damaged } = JSON.parse(stdout)
            assert.deepEqual([code, left, damaged], [1, [], [name]])
          }
          await stat(join(whole, name))
          await assert.rejects(stat(join(whole, 'SHA256SUMS')), /ENOENT/)
          await assert.rejects(stat(server.fileOf('whole/SHA256SUMS')), /ENOENT/)
        } finally {
          await server.stop()
        }
      }))
  })
}

interface OnFilm {
  running: Running
  folder: string
  files: Buffer[]
  args(target: string, ...more: string[]): string[]
  exported(target: string, ...more: string[]): ReturnType<typeof runCommand>
}

/** Two takes with files, and a winner that is only a link. */
function onFilm(engine: (typeof engines)[number], work: (parts: OnFilm) => Promise<void>): Promise<void> {
  return onRunning(engine, { DAILIES_MEDIA_FETCH: 'false' }, async (running) => {
    const { serve, user, film, place } = running
    const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-export-'))
    const files = [randomBytes(300_000), randomBytes(70_000)]
    try {
      for (const [index, file] of files.entries()) {
        const id = await take(user, film, { selected: true, assetType: 'VIDEO', shotId: film.shotIds[index] })
        assert.ok((await put(serve, user, id, file)).status < 300)
        await credentialsRead(user, id)
      }
      await take(user, film, { selected: true, sceneId: '2', outputUrl: 'http://127.0.0.1:9/gone.mp4' })
      const args = (target: string, ...more: string[]) => [
        ...['export', target, '--user', user.email, '--project', film.projectId, ...more],
      ]
      const exported = (target: string, ...more: string[]) => runCommand(args(target, ...more), place)
      await work({ running, folder, files, args, exported })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

async function unpackedZip({ serve, user, film }: Running, folder: string): Promise<string> {
  const asked = await user.send('POST', `/api/projects/${film.projectId}/exports`, { date })
  const { id } = asked.body.data
  assert.equal((await settledExport(user, id)).body.data.state, 'ready')
  const there = join(folder, 'served')
  await unpackExport(serve, user, { id, into: there })
  return there
}

/** SHA-256 of each file, by its path. */
async function treeOf(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    found[path.slice(folder.length + 1)] = sha256(await readFile(path))
  }
  return Object.fromEntries(Object.entries(found).sort())
}

/** Where the store has it. */
function blobIn({ place }: Running, file: Buffer): string {
  const hash = sha256(file)
  const path = ['media', 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash]
  return join(place.settings.dataFolder, ...path)
}

/** What can become of a file in the store. */
const damages = {
  gone: (blob: string) => rm(blob),
  short: (blob: string) => truncate(blob, 1000),
  other: (blob: string, file: Buffer) => writeFile(blob, randomBytes(file.length)),
}

async function nameIn(target: string, file: Buffer): Promise<string> {
  const [name] = Object.entries(await treeOf(target)).find(([, hash]) => hash === sha256(file))!
  return name
}

async function mediaIn(target: string): Promise<string[]> {
  return Object.keys(await treeOf(target)).filter((name) => /^media\/.*\.bin$/.test(name))
}
