import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs, { readlinkSync, renameSync } from 'node:fs'
import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { lockFile } from '../db/file-lock.ts'
import { bucketAt } from '../media/open-store.ts'
import { S3Requests } from '../media/s3-requests.ts'
import { engines } from '../test/engines.ts'
import { credentialsRead, settledExport, unpackExport, unpackZip } from '../test/exports.ts'
import { put, sha256, take } from '../test/media.ts'
import { onService, runCommand, runProcess, type Serving } from '../test/process.ts'
import { s3Server } from '../test/s3-server.ts'

const run = promisify(execFile)
const date = '2026-11-27T12:00:00.000Z'

for (const engine of engines) {
  describe(`an export by the command, on ${engine}`, () => {
    test('into a folder has the bytes that the ZIP has, and brings only what is missing the next time', () =>
      onFilm(engine, async ({ serving, folder, exported, files }) => {
        const target = join(folder, 'edit')
        const first = await exported(target, '--date', date)
        assert.deepEqual([first.code, first.stderr], [0, ''])
        assert.match(first.stdout, /^Copied 1\d files of .*; 0 were there already\.\n1 take has no file here/)
        await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: target })
        assert.deepEqual(await treeOf(target), await treeOf(await unpackedZip(serving, folder)))

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
      onFilm(engine, async ({ serving, folder, exported, args }) => {
        const server = await s3Server(join(folder, 's3'))
        try {
          const environment = { ...serving.place.environment, ...server.environment }
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
          const sums = server.fileOf('films/edit/SHA256SUMS')
          const names = Object.keys(expected).filter((one) => one !== 'SHA256SUMS')
          let killed = 0
          for (let round = 0; round < names.length; round += 3) {
            for (const one of [...names, 'SHA256SUMS'])
              await rm(server.fileOf(`films/edit/${one}`), { force: true })
            const isSent = () => isFile(server.fileOf(`films/edit/${names[round]}`))
            const code = await killedOnce(args('s3://media/films/edit', ...given), { environment }, isSent)
            assert.ok(code === 0 || (code === null && (await isSent())))
            assert.ok(code === null || (await isFile(sums)))
            killed += Number(code === null)
            if (await isFile(sums)) assert.deepEqual(await sent(), expected)
          }
          assert.ok(killed > 0, 'each had ended before')
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
      onFilm(engine, async ({ serving, folder, exported, args }) => {
        const target = join(folder, 'killed')
        const { environment } = serving.place
        const whole = join(folder, 'whole')
        assert.equal((await exported(whole)).code, 0)
        const names = Object.keys(await treeOf(whole)).filter((name) => name !== 'SHA256SUMS')
        let killed = 0
        for (let round = 0; round < names.length; round += 2) {
          await rm(target, { recursive: true, force: true })
          const isCopied = () => isFile(join(target, names[round]!))
          const code = await killedOnce(args(target), { environment }, isCopied)
          assert.ok(await isCopied())
          if (code === null) killed += 1
          else assert.equal(code, 0)
          const isWhole = await isFile(join(target, 'SHA256SUMS'))
          assert.ok(isWhole || code === null)
          if (isWhole) await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: target })
          assert.equal((await exported(target)).code, 0)
          await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: target })
          assert.deepEqual(Object.keys(await treeOf(target)), Object.keys(await treeOf(whole)))
          assert.deepEqual(
            (await readdir(target)).filter((name) => name.startsWith('.dailies-export-')),
            [],
          )
        }
        assert.ok(killed > 0, 'each had ended before')
      }))

    test('says what is wrong, writes to no link, and leaves what it does not know', () =>
      onFilm(engine, async ({ serving, folder, exported, args }) => {
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
        const stranger = args(folder).map((one) => (one === serving.user.email ? 'nobody@x.example' : one))
        assert.match((await runCommand(stranger, serving.place)).stderr, /not found/i)

        await writeFile(join(folder, 'mine.txt'), 'mine')
        assert.equal((await exported(folder)).code, 0)
        assert.equal(await readFile(join(folder, 'mine.txt'), 'utf8'), 'mine')
        const left = JSON.parse((await exported(folder, '--no-sidecars', '--json')).stdout)
        assert.equal(left.left.length, 2)
        for (const name of left.left) await stat(join(folder, name))
      }))

    test('writes over nothing that no export has put there, in a folder and in a bucket', () =>
      onFilm(engine, async ({ serving, folder, args }) => {
        const server = await s3Server(join(folder, 's3'))
        const environment = { ...serving.place.environment, ...server.environment }
        const send = (target: string, ...more: string[]) =>
          runCommand(args(target, '--date', date, ...more), { environment })
        try {
          const whole = join(folder, 'whole')
          assert.equal((await send(whole)).code, 0)
          const places = {
            folder: { target: join(folder, 'mine'), pathOf: (name: string) => join(folder, 'mine', name) },
            bucket: {
              target: 's3://media/mine',
              pathOf: (name: string) => server.fileOf(`mine/${name}`),
            },
          }
          await mkdir(places.folder.target)
          for (const { target, pathOf } of Object.values(places)) {
            const mine = (name: string, text: string) =>
              target.startsWith('s3:')
                ? sendObject(environment, `mine/${name}`, text)
                : writeFile(pathOf(name), text)
            for (const name of ['manifest.json', 'takes.csv']) await mine(name, 'mine')
            const refused = await send(target)
            assert.equal(refused.code, 1)
            assert.match(
              refused.stderr,
              /mine\/takes\.csv \(and 1 more\): Is there, and no export has put it there: move it away/,
            )
            assert.equal(await readFile(pathOf('takes.csv'), 'utf8'), 'mine')
            for (const name of ['SHA256SUMS', '.dailies-export-former', 'media'])
              await assert.rejects(stat(pathOf(name)), /ENOENT/)
            await mine('SHA256SUMS', `${sha256(Buffer.from('mine'))}  film.iso\n`)
            assert.match((await send(target)).stderr, /mine\/SHA256SUMS: Is there, and no export has put it/)
            for (const name of ['SHA256SUMS', 'takes.csv']) await rm(pathOf(name))
            // The same file, byte for byte, is as good as one that it has copied.
            await mine('manifest.json', await readFile(join(whole, 'manifest.json'), 'utf8'))
            const { code, stdout } = await send(target, '--json')
            assert.deepEqual([code, JSON.parse(stdout).there], [0, 1])
          }
          await rm(join(folder, 'mine'), { recursive: true })
          await mkdir(join(folder, 'mine'))
          await symlink(join(whole, 'manifest.json'), places.folder.pathOf('manifest.json'))
          assert.match(
            (await send(places.folder.target)).stderr,
            /mine\/manifest\.json: Is there, and no export/,
          )
        } finally {
          await server.stop()
        }
      }))

    test('remembers what it has put there, also of an export that was ended and of those before', () =>
      onFilm(engine, async ({ serving, folder, files, args }) => {
        const server = await s3Server(join(folder, 's3'))
        const environment = { ...serving.place.environment, ...server.environment }
        try {
          const whole = join(folder, 'of-all')
          const places = [
            { target: whole, pathOf: (name: string) => join(whole, name) },
            { target: 's3://media/all', pathOf: (name: string) => server.fileOf(`all/${name}`) },
          ]
          for (const { target, pathOf } of places) {
            const send = async (...more: string[]) => {
              const { code, stdout } = await runCommand(args(target, '--json', ...more), { environment })
              return { code, ...JSON.parse(stdout) }
            }
            const blob = blobIn(serving, files[0]!)
            assert.equal((await send('--date', date)).code, 0)
            const [name, other] = [await nameIn(whole, files[0]!), await nameIn(whole, files[1]!)]
            // One that was ended, and has written other lists than the one before.
            await rm(blob)
            const ended = await send('--no-sidecars')
            assert.deepEqual([ended.code, ended.left.length], [1, 2])
            await writeFile(blob, files[0]!)
            await writeFile(pathOf(other), randomBytes(files[1]!.length))
            const gone = await send('--no-sidecars')
            assert.deepEqual([gone.code, gone.left], [0, ended.left])
            assert.notEqual(sha256(await readFile(pathOf(other))), sha256(files[1]!), 'all was read anew')
            // What stays there is its own all the same, whatever has become of it.
            const again = await send('--no-sidecars')
            assert.deepEqual([again.code, again.left], [0, ended.left])
            await writeFile(pathOf(`${name}.json`), '{}')
            const back = await send('--check')
            assert.deepEqual([back.code, back.left], [0, []])
            assert.ok((await stat(pathOf(`${name}.json`))).size > 2)
            assert.equal(sha256(await readFile(pathOf(other))), sha256(files[1]!))
            await assert.rejects(stat(pathOf('.dailies-export-former')), /ENOENT/)
          }
        } finally {
          await server.stop()
        }
      }))

    test('makes folders that survive the loss of power, and keeps two exports apart', () =>
      onFilm(engine, async ({ folder, exported }) => {
        const target = join(folder, 'made', 'edit')
        const synced = await syncedFolders(folder, async () => {
          assert.equal((await exported(target, '--template', '{scene}/{shot}/{version}.{ext}')).code, 0)
        })
        const media = join(target, 'media')
        const parents = [folder, dirname(target), target, media, join(media, '012A')]
        assert.deepEqual(
          parents.filter((one) => !synced.has(one)),
          [],
        )

        const locked = join(target, '.dailies-export.lock')
        // A link in the place of the lock is not followed, and what is no file is not waited for.
        const elsewhere = join(folder, 'elsewhere')
        for (const put of [() => symlink(elsewhere, locked), () => execFile('mkfifo', [locked])] as const) {
          await rm(locked, { force: true })
          await put()
          while (!(await readdir(target)).includes('.dailies-export.lock')) await sleep(20)
          assert.match(
            (await exported(target)).stderr,
            /Another export into it is under way, or it cannot be/,
          )
        }
        await rm(locked)
        await assert.rejects(stat(elsewhere))

        // Whoever has opened the lock of one that ends, and gets it, holds up the next all the same.
        const lock = lockFile(locked)
        assert.ok(lock)
        assert.match((await exported(target)).stderr, /edit: Another export into it is under way/)
        lock.close()
        const { ino } = await stat(join(target, '.dailies-export.lock'))
        const again = JSON.parse(
          (await exported(target, '--template', '{scene}/{shot}/{version}.{ext}', '--json')).stdout,
        )
        assert.deepEqual(again.left, [])
        assert.equal((await stat(join(target, '.dailies-export.lock'))).ino, ino)
      }))

    test('tells a file that cannot be read from a store that is away, and from what is wrong with the target', () =>
      onFilm(engine, async ({ serving, folder, files, args }) => {
        const server = await s3Server(join(folder, 's3'))
        const environment = { ...serving.place.environment, ...server.environment }
        const { dataFolder } = serving.place.settings
        const blob = blobIn(serving, files[0]!)
        const send = (target: string) => runCommand(args(target, '--json'), { environment })
        const inFolder = join(folder, 'bad')
        const bad = [inFolder, 's3://media/bad', join(folder, 'bad.zip')]
        try {
          await withoutReading(blob, async () => {
            for (const target of bad) {
              const { code, stderr } = await send(target)
              assert.equal(code, 1)
              assert.match(stderr, /^dailies: gone or damaged in the store: media\/\S+\n$/, target)
            }
          })
          const others = Object.keys(await treeOf(inFolder))
          assert.equal((await mediaIn(inFolder)).length, files.length - 1)
          for (const name of others) await stat(server.fileOf(`bad/${name}`))

          const [blobs, away] = ['blobs', 'away'].map((name) => join(dataFolder, 'media', name)) as [
            string,
            string,
          ]
          for (const target of bad) {
            const { code, stderr } = await withoutReading(
              blob,
              () => send(target),
              () => renameSync(blobs, away),
            )
            assert.equal(code, 1)
            assert.match(stderr, /^dailies: The folder \S+media for media cannot be written to/, target)
            await rename(away, blobs)
          }
        } finally {
          await server.stop()
        }
      }))

    test('says of a bucket by its name what is wrong with it', () =>
      onFilm(engine, async ({ serving, args }) => {
        const none = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>'
        const answers: [RegExp, (request: IncomingMessage, response: ServerResponse) => void][] = [
          [
            /s3:\/\/media\/edit: There is no room left$/,
            ({ method, url }, response) => {
              if (method === 'PUT') response.statusCode = 507
              else if (url!.includes('/edit/')) response.statusCode = 404
              response.end(method === 'GET' && response.statusCode === 200 ? none : '')
            },
          ],
          [
            /s3:\/\/media\/edit cannot be reached \(PUT edit\/.+: it is not there as it was sent\)$/,
            ({ method, url }, response) => {
              if (method === 'GET' && url!.includes('/edit/')) response.statusCode = 404
              response.end(method === 'GET' && response.statusCode === 200 ? none : '')
            },
          ],
          [
            /s3:\/\/media\/edit cannot be reached \(GET edit\/SHA256SUMS: /,
            (_request, response) => {
              response.setHeader('content-length', 1000)
              response.write('0123456789', () => response.destroy())
            },
          ],
        ]
        for (const [expected, answer] of answers) {
          const server = createServer((request, response) => {
            request.resume().on('end', () => answer(request, response))
          }).listen(0, '127.0.0.1')
          await once(server, 'listening')
          const { port } = server.address() as AddressInfo
          const environment = {
            ...serving.place.environment,
            ...{ AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`, AWS_REGION: 'us-east-1' },
            ...{ AWS_ACCESS_KEY_ID: 'of-a-test', AWS_SECRET_ACCESS_KEY: 'of-a-test' },
          }
          try {
            const { code, stderr } = await runCommand(args('s3://media/edit'), { environment })
            assert.equal(code, 1)
            assert.match(stderr.trim(), expected)
          } finally {
            server.closeAllConnections()
            server.close()
          }
        }
      }))

    test('of a ZIP that is there says so before it reads, and removes what one that was killed has left', () =>
      onFilm(engine, async ({ serving, folder, files, exported, args }) => {
        const { user, film } = serving
        const id = await take(user, film, { selected: true, assetType: 'AUDIO', sceneId: '2' })
        assert.ok((await put(serving, user, id, randomBytes(120_000_000))).status < 300)
        await credentialsRead(user, id)
        const there = join(folder, 'zips')
        await mkdir(there)
        const zip = join(there, 'edit.zip')
        const isBegun = async () =>
          (await readdir(there)).some((name) => /^\.dailies-export-.*[0-9a-f]$/.test(name))
        assert.equal(await killedOnce(args(zip), serving.place, isBegun), null)
        assert.ok(await isBegun(), 'it was killed while it was written')

        // Not of one that is still under way.
        const alive = join(there, `.dailies-export-zip-${randomUUID()}`)
        const lock = lockFile(`${alive}.lock`)
        await writeFile(alive, 'half of it')
        assert.equal((await exported(zip)).code, 0)
        assert.deepEqual(
          (await readdir(there)).sort(),
          [alive, `${alive}.lock`, zip].map((path) => basename(path)),
        )
        lock?.close()

        // Whether anything was lost is known only once it has looked at all of them.
        await rm(blobIn(serving, files[0]!))
        const { code, stderr } = await exported(zip)
        assert.deepEqual([code, stderr], [1, `dailies: ${zip}: Is there already\n`])
        assert.match(
          (await exported(join(folder, 'none', 'edit.zip'))).stderr,
          /Cannot be written to \(ENOENT\)/,
        )
      }))

    test('speaks of its own options, says where an id stands, and counts one as one', () =>
      onFilm(engine, async ({ serving: { place, film }, folder, exported, args }) => {
        const target = join(folder, 'words')
        const said = async (...more: string[]) => {
          const { code, stdout, stderr } = await exported(target, ...more)
          assert.deepEqual([code, stdout], [1, ''])
          return stderr
        }
        const named = args(target).map((one) => (one === film.projectId ? 'The Long Tide' : one))
        const wanted = /^dailies: --project: Project not found\. Its id is wanted, .*\/projects\/ID\n$/
        assert.match((await runCommand(named, place)).stderr, wanted)
        assert.match((await runCommand([...named, '--scene', '12'], place)).stderr, wanted)
        assert.match(await said('--scene', '012A'), /^dailies: --scene: Scene not found\. .*\/scenes\/ID\n$/)
        assert.match(
          await said('--playlist', 'x'),
          /^dailies: --playlist: Playlist not found\. .*playlists\/ID\n$/,
        )
        assert.match(
          await said('--versions', 'x,y'),
          /^dailies: --versions: Must be asset versions of the project\n$/,
        )
        assert.match(
          await said('--formats', 'pdf,doc'),
          /^dailies: --formats: Must be one of otio, edl, [^\n]*\n$/,
        )
        assert.match(await said('--act', 'two'), /^dailies: --act: Must be a number\n$/)
        const bundle = await exported(`${target}.otioz`, '--since', date)
        assert.equal(bundle.stderr, 'dailies: .otioz: A bundle is whole: leave `since` out\n')

        const few = ['--formats', 'none', '--date', date]
        assert.equal((await exported(target, ...few)).code, 0)
        const again = (await exported(target, ...few)).stdout
        assert.match(again, /^Copied 1 file of [^;]+; [2-9] were there already\.\n/)
        await rm(join(target, `${(await mediaIn(target))[0]!}.json`))
        const left = (await exported(target, ...few, '--no-sidecars')).stdout
        assert.match(left, /\n1 file of exports before belongs to it no more, and stays: media\/\S+\.json\n/)
      }))

    test('takes changes alone into a ZIP alone', () =>
      onFilm(engine, async ({ serving, folder, exported, args }) => {
        const whole = join(folder, 'since')
        assert.equal((await exported(whole)).code, 0)
        const before = await treeOf(whole)
        for (const target of [whole, 's3://media/since']) {
          const { code, stderr } = await runCommand(args(target, '--since', date), serving.place)
          assert.equal(code, 1)
          assert.match(stderr, /--since: Of a ZIP alone; a folder or a bucket gets only what is missing/)
        }
        assert.deepEqual(await treeOf(whole), before)
        assert.equal((await exported(join(folder, 'since.zip'), '--since', date)).code, 0)
      }))

    test('of takes whose files are gone from the store, cut off or damaged there names them, and ends with 1', () =>
      onFilm(engine, async (parts) => {
        const { serving, folder, files, exported, args } = parts
        const server = await s3Server(join(folder, 's3'))
        const environment = { ...serving.place.environment, ...server.environment }
        const sent = (target: string) => runCommand(args(target, '--json'), { environment })
        const blob = blobIn(serving, files[0]!)
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
  serving: Serving
  folder: string
  files: Buffer[]
  args(target: string, ...more: string[]): string[]
  exported(target: string, ...more: string[]): ReturnType<typeof runCommand>
}

/** Two takes with files, and a winner that is only a link. */
function onFilm(engine: (typeof engines)[number], work: (parts: OnFilm) => Promise<void>): Promise<void> {
  return onService(engine, {}, async (serving) => {
    const { user, film, place } = serving
    const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-export-'))
    const files = [randomBytes(300_000), randomBytes(70_000)]
    try {
      for (const [index, file] of files.entries()) {
        const id = await take(user, film, { selected: true, assetType: 'VIDEO', shotId: film.shotIds[index] })
        assert.ok((await put(serving, user, id, file)).status < 300)
        await credentialsRead(user, id)
      }
      await take(user, film, { selected: true, sceneId: '2', outputUrl: 'http://127.0.0.1:9/gone.mp4' })
      const args = (target: string, ...more: string[]) => [
        ...['export', target, '--user', user.email, '--project', film.projectId, ...more],
      ]
      const exported = (target: string, ...more: string[]) => runCommand(args(target, ...more), place)
      await work({ serving, folder, files, args, exported })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

async function unpackedZip(serving: Serving, folder: string): Promise<string> {
  const { user, film } = serving
  const asked = await user.send('POST', `/api/projects/${film.projectId}/exports`, { date })
  const { id } = asked.body.data
  assert.equal((await settledExport(user, id)).body.data.state, 'ready')
  const there = join(folder, 'served')
  await unpackExport(serving, user, { id, into: there })
  return there
}

/** SHA-256 of each file that is not the program's own, by its path. */
async function treeOf(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.dailies-export')) continue
    const path = join(entry.parentPath, entry.name)
    found[path.slice(folder.length + 1)] = sha256(await readFile(path))
  }
  return Object.fromEntries(Object.entries(found).sort())
}

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

/** Starts it as a process, and kills it once something is so. Returns its code: null where that came before its end. */
async function killedOnce(
  args: string[],
  { environment }: { environment: Record<string, string> },
  isSo: () => Promise<boolean>,
): Promise<number | null> {
  const killing = new AbortController()
  const ended = runProcess(args, { environment, signal: killing.signal })
  const isOver = ended.then(() => true)
  while (!(await Promise.race([isOver, sleep(1, false)]))) {
    if (await isSo()) killing.abort()
  }
  return (await ended).code
}

/** Folders that are flushed to the disk while it works. */
async function syncedFolders(folder: string, work: () => Promise<void>): Promise<Set<string>> {
  await using probe = await open(folder)
  const synced = new Set<string>()
  const sync = mock.method(Object.getPrototypeOf(probe), 'sync', async function (this: FileHandle) {
    synced.add(await readlink(`/proc/self/fd/${this.fd}`))
    await this.datasync()
  })
  try {
    await work()
  } finally {
    sync.mock.restore()
  }
  return synced
}

/** Where the disk has a bad block in this file, in whatever way it is read. */
async function withoutReading<T>(path: string, work: () => Promise<T>, onRead?: () => void): Promise<T> {
  const isBad = (fd: number) => readlinkSync(`/proc/self/fd/${fd}`) === path
  const failure = () => {
    onRead?.()
    return Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
  }
  await using probe = await open(path)
  const handles: FileHandle = Object.getPrototypeOf(probe)
  const { read } = handles
  const ofHandles = mock.method(handles, 'read', function (this: FileHandle, ...parts: []) {
    return isBad(this.fd) ? Promise.reject(failure()) : read.apply(this, parts)
  })
  const readAny = fs.read
  const ofNumbers = mock.method(fs, 'read', (...parts: Parameters<typeof fs.read>) => {
    if (isBad(parts[0])) (parts.at(-1) as (error: Error) => void)(failure())
    else readAny(...parts)
  })
  try {
    return await work()
  } finally {
    ofHandles.mock.restore()
    ofNumbers.mock.restore()
  }
}

async function sendObject(environment: Record<string, string>, key: string, text: string): Promise<void> {
  const requests = new S3Requests(bucketAt('s3://media', { environment }))
  await requests.ask({ method: 'PUT', key, body: new Blob([text]) })
}

/** Where the store has it. */
function blobIn({ place }: Serving, file: Buffer): string {
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
