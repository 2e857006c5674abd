import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { timecode } from '@dailies/contract/frame.ts'
import { statement } from '../db/statement.ts'
import { Coming } from '../media/coming.ts'
import { openStore } from '../media/open-store.ts'
import { removeBlob } from '../media/prune.ts'
import { engines } from '../test/engines.ts'
import { credentialsRead, settledExport } from '../test/exports.ts'
import { mediaOnce, picture, put, sha256, take } from '../test/media.ts'
import {
  callerWith,
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { endExports } from './end-exports.ts'
import { prepareExport } from './prepare.ts'
import { leaseExports } from './queries.ts'

const run = promisify(execFile)

/** Bytes that begin as no file does: of those that are all random one in some hundreds is taken for an MP3. */
const noFormat = (length: number) => Buffer.concat([Buffer.alloc(1), randomBytes(length - 1)])

/** In Python: checks all of a ZIP, and tells its texts, and of its other files how long they are. */
const read = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as file:
    assert file.testzip() is None
    texts = ('.json', '.csv', '.otio', '.edl', '.fcpxml', '.xml', 'SHA256SUMS')
    print(json.dumps({one.filename: file.read(one).decode() if one.filename.endswith(texts) else one.file_size for one in file.infolist()}))
`

/**
 * In Python, by the description of bundles (docs/tutorials/otio-filebundles.md of OpenTimelineIO): `content.otio`, `version.txt` with
 * the version and no other text, and in one folder, uncompressed, each file that the cut refers to.
 */
const readBundle = `
import json, sys, zipfile
def references(of):
    if isinstance(of, list):
        return [one for each in of for one in references(each)]
    if not isinstance(of, dict):
        return []
    own = [of['target_url']] if of.get('OTIO_SCHEMA', '').startswith('ExternalReference') else []
    return own + [one for each in of.values() for one in references(each)]
with zipfile.ZipFile(sys.argv[1]) as file:
    assert file.testzip() is None
    wanted = references(json.loads(file.read('content.otio')))
    assert len({one.lower() for one in wanted}) == len(wanted)
    for one in wanted:
        assert one.startswith('media/') and one.count('/') == 1, one
        assert file.getinfo(one).compress_type == zipfile.ZIP_STORED
    print(json.dumps({'version': file.read('version.txt').decode(), 'media': len(wanted)}))
`

const setRequest = statement((db, row: { id: string; request: string }) =>
  db.updateTable('exports').set({ request: row.request }).where('id', '=', row.id),
)

for (const engine of engines) {
  describe(`exports on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let film: Film
    let folder: string
    let files: { a: Buffer; b: Buffer; music: Buffer }
    let ids: { a: string; b: string; music: string; lost: string }

    before(async () => {
      service = await testService(engine)
      folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-exports-'))
    })
    after(async () => {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    })

    const winner = { selected: true, assetType: 'VIDEO', platformKey: 'runway', platformLabel: 'Runway' }

    /** Two shots with films, music under them, and a winner elsewhere that is only a link. */
    async function newFilm(): Promise<void> {
      owner = await testUser(service)
      film = await testFilm(service.db, owner)
      // Those of some pieces are read into the same memory.
      files = { a: noFormat(1_500_000), b: noFormat(700_001), music: noFormat(5000) }
      const a = await take(owner, film, { ...winner, shotId: film.shotIds[0], prompt: '=a lamp, "dusk"' })
      const b = await take(owner, film, { ...winner, shotId: film.shotIds[1] })
      const music = await take(owner, film, { ...winner, assetType: 'MUSIC' })
      const outputUrl = 'http://127.0.0.1:9/gone.mp4'
      const lost = await take(owner, film, { ...winner, sceneId: '2', outputUrl })
      ids = { a, b, music, lost }
      for (const one of ['a', 'b', 'music'] as const) {
        assert.ok((await put(service, owner, ids[one], files[one])).status < 300)
      }
    }

    /** Until nothing more becomes known of its files. */
    async function settled(): Promise<void> {
      for (const id of [ids.a, ids.b, ids.music]) {
        await mediaOnce(owner, id, 'it was looked into', (media) => !media.isWorkedOn)
        await credentialsRead(owner, id)
      }
    }

    const ask = (body: object = {}, caller: Pick<TestUser, 'send'> = owner) =>
      caller.send('POST', `/api/projects/${film.projectId}/exports`, body)

    async function ready(body: object = {}) {
      const asked = await ask(body)
      assert.equal(asked.status, 201, JSON.stringify(asked.body))
      return (await settledExport(owner, asked.body.data.id)).body.data
    }

    const download = (id: string, headers: Record<string, string> = {}) =>
      fetch(`${service.address}/api/exports/${id}/zip`, {
        headers: { authorization: `Bearer ${owner.token}`, ...headers },
      })

    async function bytesOf(id: string): Promise<Buffer> {
      const answer = await download(id)
      assert.equal(answer.status, 200)
      return Buffer.from(await answer.arrayBuffer())
    }

    async function filesOf(body: object = {}): Promise<Record<string, string | number>> {
      const { id, state, reason } = await ready(body)
      assert.equal(state, 'ready', reason)
      const path = join(folder, `${id}.zip`)
      await writeFile(path, await bytesOf(id))
      return JSON.parse((await run('python3', ['-c', read, path], { maxBuffer: 2 ** 26 })).stdout)
    }

    const mediaIn = (found: Record<string, unknown>) =>
      Object.keys(found).filter((name) => name.startsWith('media/') && !name.endsWith('.json'))

    test('of a film has its media by name, its cut in four formats, where they come from, and the sums of all', async () => {
      await newFilm()
      const found = await filesOf()
      const media = mediaIn(found)
      assert.equal(media.length, 3)
      assert.ok(
        media.every((name) => /^media\/012A_(.+_)?(video|music)_runway_v\d\.bin$/.test(name)),
        `${media}`,
      )
      const texts = ['The Long Tide.otio', 'The Long Tide.edl', 'The Long Tide.fcpxml', 'The Long Tide.xml']
      for (const name of [...texts, 'takes.csv', 'manifest.json', 'SHA256SUMS'])
        assert.ok(String(found[name]).length > 0, name)
      const manifest = JSON.parse(String(found['manifest.json']))
      const ofA = manifest.files.find((one: { assetVersionId: string }) => one.assetVersionId === ids.a)
      assert.equal(ofA.sha256, sha256(files.a))
      assert.equal(found[ofA.path], files.a.length)
      assert.deepEqual(
        manifest.missing.map((one: { assetVersionId: string }) => one.assetVersionId),
        [ids.lost],
      )
      const sums = new Map(
        String(found.SHA256SUMS)
          .trimEnd()
          .split('\n')
          .map((line) => line.split('  ').reverse() as [string, string]),
      )
      assert.deepEqual(
        [...sums.keys()].sort(),
        Object.keys(found)
          .filter((name) => name !== 'SHA256SUMS')
          .sort(),
      )
      assert.equal(sums.get(ofA.path), sha256(files.a))
      assert.equal(sums.get('takes.csv'), sha256(Buffer.from(String(found['takes.csv']))))
      const sidecar = JSON.parse(String(found[`${ofA.path}.json`]))
      assert.deepEqual([sidecar.id, sidecar.prompt], [ids.a, '=a lamp, "dusk"'])
      const otio = JSON.parse(String(found['The Long Tide.otio']))
      assert.match(JSON.stringify(otio), new RegExp(`\\./${ofA.path.replaceAll('/', '\\/')}`))
    })

    test('names files by what they are, also those that came a moment ago', async () => {
      await newFilm()
      const id = await take(owner, film, { ...winner, assetType: 'IMAGE', platformKey: 'stills' })
      const bytes = await picture()
      assert.ok((await put(service, owner, id, bytes)).status < 300)
      const found = await filesOf({ of: 'versions', versionIds: [id], formats: ['otio'] })
      const [name] = mediaIn(found)
      assert.match(name!, /\.png$/)
      assert.equal(found[name!], bytes.length)
    })

    test('of the same film and date is the same bytes, and a part of it is what it is of the whole', async () => {
      await newFilm()
      await settled()
      const date = '2026-11-26T12:00:00Z'
      const [one, other] = [await ready({ date }), await ready({ date })]
      const bytes = await bytesOf(one.id)
      assert.equal(bytes.length, one.bytes)
      assert.ok(bytes.equals(await bytesOf(other.id)))
      for (const [from, to] of [
        [0, 0],
        [10, 5000],
        [60_000, 1_900_000],
        [bytes.length - 30, bytes.length - 1],
      ] as const) {
        const part = await download(one.id, { range: `bytes=${from}-${to}`, 'if-range': `"${one.id}"` })
        assert.equal(part.status, 206)
        assert.ok(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to + 1)), `${from}`)
      }
      assert.equal((await download(one.id, { range: `bytes=${bytes.length}-` })).status, 416)
    })

    test('is the same to a client that reads slowly, while more of it is read from the disk', async () => {
      await newFilm()
      const large = randomBytes(32 * 1024 ** 2)
      const id = await take(owner, film, { ...winner, platformKey: 'large' })
      assert.ok((await put(service, owner, id, large)).status < 300)
      const { id: exportId } = await ready({ of: 'versions', versionIds: [id], formats: [] })
      const reader = (await download(exportId)).body!.getReader()
      const pieces: Uint8Array[] = []
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        pieces.push(piece.value)
        // As long as the buffers of both ends take to be full, now and then.
        if (pieces.length % 50 === 1) await sleep(20)
      }
      const zip = Buffer.concat(pieces)
      const at = zip.indexOf(large.subarray(0, 64))
      assert.ok(at > 0 && zip.subarray(at, at + large.length).equals(large))
    })

    test('of versions and of a playlist has them in their order, each once', async () => {
      await newFilm()
      const versionIds = [ids.b, ids.music, ids.a]
      const inOrder = (found: Record<string, string | number>) =>
        JSON.parse(String(found['manifest.json'])).files.map(
          (one: { assetVersionId: string }) => one.assetVersionId,
        )
      assert.deepEqual(inOrder(await filesOf({ of: 'versions', versionIds })), versionIds)
      const { body } = await owner.send('POST', `/api/projects/${film.projectId}/playlists`, {
        name: 'Some',
        versionIds,
      })
      const found = await filesOf({
        of: 'playlist',
        playlistId: body.data.id,
        formats: ['edl'],
        sidecars: false,
      })
      assert.deepEqual(inOrder(found), versionIds)
      assert.deepEqual(
        Object.keys(found).filter((name) => !name.startsWith('media/')),
        ['The Long Tide.edl', 'takes.csv', 'manifest.json', 'SHA256SUMS'],
      )
      assert.equal(Object.keys(found).length, 7)
    })

    test('has what was said as markers: of frames, of whole takes, and of sounds', async () => {
      await newFilm()
      const say = (id: string, text: string, range?: object) =>
        owner.send('POST', `/api/assets/${id}/comments`, { text, ...(range && { range }) })
      const rate = { numerator: 24, denominator: 1 }
      const ofSound = { from: 500, to: 999, rate: { numerator: 1000, denominator: 1 } }
      for (const { status, body } of [
        await say(ids.a, 'Here', { from: 12, to: 23, rate }),
        await say(ids.a, 'Too dark'),
        await say(ids.music, 'A click', ofSound),
        await say(ids.music, 'Too loud'),
        // Nobody sees what was said of a take that is not here.
        await say(ids.lost, 'Where is it?'),
      ])
        assert.equal(status, 201, JSON.stringify(body))
      const { tracks } = JSON.parse(String((await filesOf())['The Long Tide.otio']))
      const clips: OtioClip[] = tracks.children.flatMap(({ children }: { children: OtioClip[] }) => children)
      const saidOf = (id: string) =>
        clips
          .find(({ metadata }) => metadata.dailies?.version === id)!
          .markers.map(({ comment, marked_range: { start_time, duration } }) => [
            comment.replace(/^.*: /, ''),
            ...[start_time.value, duration.value],
          ])
      assert.deepEqual(saidOf(ids.a), [
        ['Too dark', 0, 1],
        ['Here', 12, 12],
      ])
      assert.deepEqual(saidOf(ids.music), [
        ['Too loud', 0, 1],
        ['A click', 12, 12],
      ])
      const plain = String((await filesOf({ markers: false }))['The Long Tide.otio'])
      assert.doesNotMatch(plain, /Too dark|Too loud/)
    })

    test('gives no name twice, whatever takes and their sidecars are called', async () => {
      await newFilm()
      const template = '{title}_{version}'
      for (const [id, title] of [
        [ids.a, 'x'],
        [ids.b, 'x_1.bin.json'],
      ] as const)
        await owner.send('PATCH', `/api/assets/${id}`, { title })
      const found = await filesOf({ template })
      const names = Object.keys(found)
      assert.equal(names.length, 6 + 7)
    })

    test('with alternates brings other approved takes of each shot, which an editor may change to', async () => {
      await newFilm()
      const shotId = film.shotIds[0]
      const of = { ...winner, selected: false, shotId, status: 'GENERATED' }
      const others: string[] = []
      for (let count = 0; count < 13; count += 1) others.push(await take(owner, film, of))
      // One of another type.
      await put(service, owner, await take(owner, film, { ...of, assetType: 'IMAGE' }), randomBytes(10))
      for (const [index, id] of others.entries()) await put(service, owner, id, randomBytes(100 + index))
      const liked = others.filter((_, index) => index % 6 === 0)
      for (const id of liked) {
        const verdict = await owner.send('POST', `/api/assets/${id}/verdicts`, { verdict: 'approve' })
        assert.equal(verdict.status, 201, JSON.stringify(verdict.body))
      }
      const found = await filesOf({ alternates: 'all', bundle: true })
      const manifest = JSON.parse(String(found['manifest.json']))
      const brought = manifest.files.filter((one: { alternateOf?: string }) => one.alternateOf === ids.a)
      const newestFirst = others.toReversed().slice(0, 10)
      const idsOf = (some: { assetVersionId: string }[]) => some.map((one) => one.assetVersionId)
      assert.deepEqual(idsOf(brought), newestFirst)
      assert.equal(mediaIn(found).length, 3 + 10)
      for (const [name, start] of [
        ['The Long Tide.otio', './'],
        ['content.otio', ''],
      ] as const) {
        const [picture] = JSON.parse(String(found[name])).tracks.children
        const clip = picture.children.find(
          ({ metadata }: { metadata: { dailies: { version?: string } } }) =>
            metadata.dailies.version === ids.a,
        )
        const references = clip.media_references
        const [first, ...rest] = Object.values(references) as { target_url: string }[]
        assert.equal(Object.keys(references)[0], 'DEFAULT_MEDIA')
        assert.deepEqual(
          rest.map(({ target_url }) => target_url),
          brought.map(({ path }: { path: string }) => start + path),
        )
        const ofA = manifest.files.find((one: { assetVersionId: string }) => one.assetVersionId === ids.a)
        assert.equal(first!.target_url, start + ofA.path)
      }
      const approved = JSON.parse(String((await filesOf({ alternates: 'approved' }))['manifest.json']))
      assert.deepEqual(
        idsOf(approved.files.filter((one: { alternateOf?: string }) => one.alternateOf)),
        liked.toReversed(),
      )
      const plain = await filesOf()
      assert.equal(mediaIn(plain).length, 3)
      assert.ok(
        mediaIn(plain).every((name) => found[name] === plain[name]),
        'winners have the names that they have',
      )
      assert.deepEqual([plain['content.otio'], plain['version.txt']], [undefined, undefined])
    })

    test('with alternates of a take that is only a link has them at its place in the cut', async () => {
      await newFilm()
      const shotId = film.shotIds[1]
      const outputUrl = 'http://127.0.0.1:9/gone.mp4'
      const link = await take(owner, film, { ...winner, shotId, outputUrl })
      // The one that was selected there before.
      const found = await filesOf({ alternates: 'all' })
      const manifest = JSON.parse(String(found['manifest.json']))
      const other = manifest.files.find((one: { alternateOf?: string }) => one.alternateOf === link)
      assert.equal(other.assetVersionId, ids.b)
      const [picture] = JSON.parse(String(found['The Long Tide.otio'])).tracks.children
      const clip = picture.children.find(
        ({ metadata }: { metadata: { dailies: { id: string } } }) => metadata.dailies.id === shotId,
      )
      const { [clip.active_media_reference_key]: active, ...others } = clip.media_references
      assert.equal(active.OTIO_SCHEMA, 'MissingReference.1')
      assert.equal(active.name, 'Runway v3: its file is not here')
      assert.deepEqual(
        Object.values(others).map((one) => (one as { target_url: string }).target_url),
        [`./${other.path}`],
      )
      // The other formats have black there, as long.
      const { duration } = clip.source_range
      const black = timecode(duration.value, { numerator: duration.rate, denominator: 1 })
      assert.match(String(found['The Long Tide.edl']), new RegExp(`^005  BL .* 00:00:00:00 ${black} `, 'm'))
    })

    test('as a bundle is one of OpenTimelineIO, with names in every script, and the same bytes each time', async () => {
      await newFilm()
      const names = {
        template: 'Лампа? #{shot}; 100%25 灯 {version} {type}.{ext}',
        date: '2026-11-01T00:00:00.000Z',
      }
      await settled()
      const made = await ready({ ...names, bundle: true, formats: [] })
      assert.deepEqual([made.state, made.bundle], ['ready', true])
      const answer = await download(made.id)
      assert.match(
        answer.headers.get('content-disposition')!,
        /filename="The Long Tide, 2026-11-01 00\.00 UTC\.otioz"$/,
      )
      const path = join(folder, `${made.id}.otioz`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      await writeFile(path, bytes)
      assert.deepEqual(JSON.parse((await run('python3', ['-c', readBundle, path])).stdout), {
        version: '1.0.0',
        // A gap is no media; the sound is on a track of its own.
        media: 3,
      })
      assert.deepEqual(await bytesOf((await ready({ ...names, bundle: true, formats: [] })).id), bytes)
      const found = await filesOf({ ...names, bundle: true })
      assert.ok(
        mediaIn(found).every((name) => /^media\/Лампа- -(.+-)?.* 100-25 灯 \d/.test(name)),
        `${mediaIn(found)}`,
      )
      const half = await download(made.id, { range: `bytes=${bytes.length >> 1}-` })
      assert.deepEqual(Buffer.from(await half.arrayBuffer()), bytes.subarray(bytes.length >> 1))
    })

    test('is called by what it is of, what kind it is and when, in lists and as a file', async () => {
      await newFilm()
      const versionIds = [ids.a, ids.b]
      const { body } = await owner.send('POST', `/api/projects/${film.projectId}/playlists`, {
        name: `For "Monday" ${'x'.repeat(100)}`,
        versionIds,
      })
      const date = '2026-11-27T14:59:31.000Z'
      for (const [request, name] of [
        [{}, ''],
        [{ act: 2 }, ', act 2'],
        [{ sceneDbId: film.sceneDbId }, ', scene 012A'],
        [{ of: 'versions', versionIds }, ', 2 takes'],
        [{ of: 'versions', versionIds: [ids.a] }, ', 1 take'],
        [{ of: 'playlist', playlistId: body.data.id }, `, playlist For "Monday" ${'x'.repeat(47)}…`],
        [{ since: '2026-11-26T08:00:00.000Z' }, ', changes since 2026-11-26 08.00 UTC'],
        [{ alternates: 'approved', formats: [] }, ', approved takes too, without the cut'],
        [{ alternates: 'all', formats: [], bundle: true }, ', all takes'],
      ] as const) {
        const asked = await ask({ ...request, date })
        assert.equal(asked.body.data.name, `The Long Tide${name}, 2026-11-27 14.59 UTC`)
      }
      const now = (await ask()).body.data
      const minute = now.createdAt.slice(0, 16).replace('T', ' ').replace(':', '.')
      assert.equal(now.name, `The Long Tide, ${minute} UTC`)
    })

    test('as a bundle has a cut, also of a film in which there is nothing', async () => {
      owner = await testUser(service)
      const { body } = await owner.send('POST', '/api/projects', { name: 'Nothing' })
      film = { ...film, projectId: body.data.id }
      const found = await filesOf({ bundle: true })
      assert.deepEqual(JSON.parse(String(found['content.otio'])).tracks.children[0].children, [])
      assert.equal(found['Nothing.otio'], undefined)
    })

    test('after changes brings only what is new, under the names that the others have', async () => {
      await newFilm()
      const all = await filesOf()
      const since = new Date().toISOString()
      const newer = await take(owner, film, { ...winner, shotId: film.shotIds[0] })
      assert.ok((await put(service, owner, newer, noFormat(9000))).status < 300)
      const found = await filesOf({ since })
      assert.equal(mediaIn(found).length, 1)
      const manifest = JSON.parse(String(found['manifest.json']))
      assert.deepEqual(
        manifest.changes.map((one: { kind: string; after: { assetVersionId: string } }) => [
          one.kind,
          one.after.assetVersionId,
        ]),
        [['replaced', newer]],
      )
      const ofB = manifest.files.find((one: { assetVersionId: string }) => one.assetVersionId === ids.b)
      assert.deepEqual([ofB.isIncluded, all[ofB.path]], [false, files.b.length])
      assert.match(String(found['changes.csv']), /replaced/)
      assert.match(String(found['The Long Tide.edl']), new RegExp(ofB.path.slice('media/'.length)))
    })

    test('after changes brings a new winner of another platform under a name of its own, and tells of both', async () => {
      await newFilm()
      const all = await filesOf()
      const since = new Date().toISOString()
      const of = { ...winner, platformKey: 'veo', platformLabel: 'Veo' }
      const newer = await take(owner, film, { ...of, shotId: film.shotIds[0] })
      assert.ok((await put(service, owner, newer, noFormat(9000))).status < 300)
      const found = await filesOf({ since })
      const [name] = mediaIn(found)
      assert.match(name!, /_video_veo_v1\.bin$/)
      assert.ok(!(name! in all))
      const { changes } = JSON.parse(String(found['manifest.json']))
      const { versionNumber } = JSON.parse(String(all['manifest.json'])).files.find(
        (one: { assetVersionId: string }) => one.assetVersionId === ids.a,
      )
      assert.deepEqual(
        changes.map(({ before, after }: { before: object; after: object }) => [before, after]),
        [
          [
            { assetVersionId: ids.a, platformLabel: 'Runway', versionNumber },
            { assetVersionId: newer, platformLabel: 'Veo', versionNumber: 1 },
          ],
        ],
      )
      assert.match(String(found['changes.csv']), new RegExp(`,Runway v${versionNumber},Veo v1,`))
    })

    test('after changes brings what has another name than before, where takes share one', async () => {
      await newFilm()
      const template = '{scene}_{version}'
      const all = await filesOf({ template })
      const fileOf = (found: Record<string, string | number>, id: string) =>
        JSON.parse(String(found['manifest.json'])).files.find(
          (one: { assetVersionId: string }) => one.assetVersionId === id,
        )
      const [plain, numbered] = [fileOf(all, ids.a).path, fileOf(all, ids.music).path]
      assert.notEqual(plain, numbered)
      const since = new Date().toISOString()
      await take(owner, film, { ...winner, shotId: film.shotIds[0] })
      const found = await filesOf({ template, since })
      const music = fileOf(found, ids.music)
      assert.deepEqual([music.path, music.isIncluded, found[plain]], [plain, true, files.music.length])
    })

    test('after changes brings a file that came later than its take was selected, and what is called otherwise by now', async () => {
      await newFilm()
      const late = ids.lost
      await settled()
      const full = await ready()
      await owner.send('PATCH', `/api/scenes/${film.sceneDbId}`, { sceneId: '12B' })
      assert.ok((await put(service, owner, late, await picture())).status < 300)
      await mediaOnce(owner, late, 'it was looked into', (media) => !media.isWorkedOn)
      const found = await filesOf({ since: new Date().toISOString() })
      const all = JSON.parse(String((await filesOf())['manifest.json'])).files
      const paths = all.flatMap(({ path }: { path: string | null }) => path ?? []).sort()
      assert.equal(paths.length, 4)
      assert.deepEqual(mediaIn(found).sort(), paths)
      // What those have brought need not come again.
      assert.deepEqual(mediaIn(await filesOf({ since: new Date().toISOString() })), [])

      // Where nobody knows any more what was brought, a file that came since is.
      const since = full.createdAt
      await service.db.transaction((transaction) => transaction.run(forgetExports, { since: '9' }))
      const again = mediaIn(await filesOf({ since }))
      assert.deepEqual(
        again,
        all.flatMap((one: { assetVersionId: string; path: string }) =>
          one.assetVersionId === late ? [one.path] : [],
        ),
      )
    })

    test('of a scene tells of its own changes alone', async () => {
      await newFilm()
      const since = new Date().toISOString()
      const newer = await take(owner, film, { ...winner, shotId: film.shotIds[0] })
      await take(owner, film, { ...winner, sceneId: '2' })
      const changesOf = (found: Record<string, string | number>) =>
        JSON.parse(String(found['manifest.json'])).changes.map(
          (one: { after: { assetVersionId: string } }) => one.after.assetVersionId,
        )
      assert.deepEqual(changesOf(await filesOf({ since, sceneDbId: film.sceneDbId })), [newer])
      assert.equal(changesOf(await filesOf({ since })).length, 2)
    })

    test('is for members: who only looks gets it and asks for none, and nobody else knows of it', async () => {
      await newFilm()
      const { id } = await ready()
      const viewer = await testUser(service)
      const stranger = await testUser(service)
      await owner.send('POST', `/api/projects/${film.projectId}/members`, {
        userId: viewer.id,
        role: 'viewer',
      })
      const zip = (user: TestUser) => download(id, { authorization: `Bearer ${user.token}` })
      assert.equal((await zip(viewer)).status, 200)
      assert.equal((await ask({}, viewer)).status, 403)
      assert.equal((await viewer.send('DELETE', `/api/exports/${id}`, undefined)).status, 403)
      for (const { status } of [
        await zip(stranger),
        await ask({}, stranger),
        await stranger.get(`/api/exports/${id}`),
        await stranger.get(`/api/projects/${film.projectId}/exports`),
        await stranger.send('DELETE', `/api/exports/${id}`, undefined),
      ])
        assert.equal(status, 404)
      const listed = await viewer.get(`/api/projects/${film.projectId}/exports`)
      assert.deepEqual(
        listed.body.data.map((one: { id: string }) => one.id),
        [id],
      )
      assert.equal((await owner.send('DELETE', `/api/exports/${id}`, undefined)).status, 200)
      assert.equal((await download(id)).status, 404)
    })

    test('says what is wrong with what it is asked for', async () => {
      await newFilm()
      const elsewhere = await testFilm(service.db, owner, 'Another')
      for (const [body, field] of [
        [{ template: '{scene}' }, 'template'],
        [{ template: '{nothing}_v{version}' }, 'template'],
        [{ of: 'playlist' }, 'playlistId'],
        [{ of: 'versions' }, 'versionIds'],
        [{ of: 'versions', versionIds: ['x'] }, 'versionIds'],
        [{ of: 'versions', versionIds: [ids.a], since: '2026-01-01T00:00:00Z' }, 'since'],
        [{ formats: ['aaf'] }, 'formats'],
        [{ of: 'versions', versionIds: [ids.a], alternates: 'all' }, 'alternates'],
        [{ alternates: 'approved', since: '2026-01-01T00:00:00Z' }, 'alternates'],
        [{ bundle: true, since: '2026-01-01T00:00:00Z' }, 'bundle'],
        [{ bundle: true, template: '{scene}/v{version}' }, 'bundle'],
      ] as const) {
        const answer = await ask(body)
        assert.equal(answer.status, 400, JSON.stringify(body))
        assert.ok(field in answer.body.details.fieldErrors, JSON.stringify(answer.body))
      }
      assert.equal((await ask({ sceneDbId: elsewhere.sceneDbId })).status, 404)
      assert.equal((await ask({ of: 'playlist', playlistId: 'x' })).status, 404)
    })

    test('keeps its media until it ends, also those that nobody else has any more', async () => {
      await newFilm()
      const { id } = await ready()
      const before = Number.MAX_SAFE_INTEGER
      const blob = { hash: sha256(files.a), bytes: files.a.length, keptAt: 'then' }
      const store = openStore({ ...service.place.settings, environment: {} })
      await service.db.transaction((transaction) => transaction.run(forget, { versionId: ids.a }))
      assert.equal(await removeBlob({ db: service.db, store }, blob, before), false)
      assert.ok((await bytesOf(id)).includes(files.a.subarray(0, 1000)))
      await service.db.transaction((transaction) => transaction.run(end, { id }))
      // Nobody has removed it yet.
      assert.equal((await download(id)).status, 404)
      assert.equal((await owner.get(`/api/exports/${id}`)).status, 404)
      assert.deepEqual((await owner.get(`/api/projects/${film.projectId}/exports`)).body.data, [])
      await endExports(service.db)
      assert.equal((await download(id)).status, 404)
      assert.deepEqual(await service.db.all(filesLeft, { id }), [])
    })

    test('tells what was asked for, as it can be asked for again, and no more', async () => {
      await newFilm()
      const given = {
        of: 'film',
        sceneDbId: film.sceneDbId,
        template: '{id}',
        sidecars: false,
        other: 'more',
      }
      const { of, sceneDbId, template, sidecars } = given
      const request = {
        ...{ of, sceneDbId, versionIds: [], template, formats: ['otio', 'edl', 'fcpxml', 'fcp7xml'] },
        ...{ sidecars, signed: false, alternates: 'none', bundle: false, markers: true },
      }
      const asked = (await ask(given)).body.data
      assert.deepEqual(asked.request, request)
      const read = (await owner.get(`/api/exports/${asked.id}`)).body.data
      const [listed] = (await owner.get(`/api/projects/${film.projectId}/exports`)).body.data
      assert.deepEqual(read.request, request)
      const { request: _, ...rest } = read
      // In a list it would be as long as the takes that were asked for are many.
      assert.deepEqual([Object.keys(listed), listed.signing], [Object.keys(rest), false])
      const again = await ask(read.request)
      assert.deepEqual([again.status, again.body.data.request], [201, request])
      const moments = { since: '2026-01-01T00:00:00.000Z', date: '2026-02-03T04:05:06.000Z' }
      const full = { of: 'film', act: -0.5, ...moments }
      const first = (await ask(full)).body.data.request
      assert.deepEqual({ ...first, ...full }, first)
      assert.deepEqual((await ask(first)).body.data.request, first)
    })

    test('of a version before says no less: what it could not be asked is as it was', async () => {
      await newFilm()
      const { id } = (await ask({ of: 'versions', versionIds: [ids.a] })).body.data
      const request = JSON.stringify({ of: 'versions', versionIds: [ids.a], template: '{id}' })
      await service.db.transaction((transaction) => transaction.run(setRequest, { id, request }))
      const { bundle, request: told } = (await owner.get(`/api/exports/${id}`)).body.data
      assert.deepEqual([bundle, told.bundle, told.signed, told.alternates], [false, false, false, 'none'])
      assert.deepEqual([told.versionIds, told.template], [[ids.a], '{id}'])
      assert.equal((await ask(told)).status, 201)
    })

    test('breaks off where bytes are missing in the store, and is not taken for whole', async () => {
      await newFilm()
      const { id } = await ready()
      const blobs = join(service.place.settings.dataFolder, 'media', 'blobs')
      const name = (await readdir(blobs, { recursive: true })).find((path) => path.endsWith(sha256(files.b)))
      await rm(join(blobs, name!))
      await assert.rejects(download(id).then((answer) => answer.arrayBuffer()))
      const again = await ready()
      assert.deepEqual([again.state, again.missing], ['ready', 2])
    })

    test('has no file of which other bytes are in the store', async () => {
      await newFilm()
      const blobs = join(service.place.settings.dataFolder, 'media', 'blobs')
      const name = (await readdir(blobs, { recursive: true })).find((path) => path.endsWith(sha256(files.b)))
      await rm(join(blobs, name!))
      await writeFile(join(blobs, name!), randomBytes(files.b.length))
      const found = await filesOf()
      assert.equal(mediaIn(found).length, 2)
      const { missing } = JSON.parse(String(found['manifest.json']))
      assert.ok(missing.some((one: { assetVersionId: string }) => one.assetVersionId === ids.b))
    })

    test('that is deleted while it is prepared is prepared no further, and one that is stopped goes on as if nothing was', async () => {
      const quiet = await testService(engine, { DAILIES_WEBHOOK_WORKER: 'false' })
      try {
        const user = await testUser(quiet)
        const own = await testFilm(quiet.db, user)
        await put(quiet, user, await take(user, own, { ...winner, shotId: own.shotIds[0] }), await picture())
        await quiet.db.transaction((transaction) => transaction.run(lookedInto, {}))
        const asked = await user.send('POST', `/api/projects/${own.projectId}/exports`, {})
        const { id } = asked.body.data
        const store = openStore({ ...quiet.place.settings, environment: {} })
        const quotas = { installation: undefined, project: undefined }
        const kept: string[] = []
        const { keep, size } = store
        store.keep = (hash, path) => {
          kept.push(hash)
          return keep.call(store, hash, path)
        }
        const keeping = { db: quiet.db, store, quotas, coming: new Coming() }
        const prepared = async (isStopping: () => boolean) => {
          const now = Number.MAX_SAFE_INTEGER
          const lease = { now, limit: 1, leaseId: 'ours', until: Date.now() + 60_000 }
          const [leased] = await quiet.db.transaction((transaction) => transaction.all(leaseExports, lease))
          const errors: unknown[] = []
          const options = { onError: (error: unknown) => errors.push(error), isStopping }
          await prepareExport(keeping, undefined, { leaseId: 'ours', leased: leased! }, options)
          return errors
        }
        await prepared(() => true)
        const rows = await quiet.db.all(workOf, { id })
        assert.deepEqual({ ...rows[0] }, { state: 'preparing', attempts: 0, leasedBy: null })

        // Its checksum is known by now.
        store.size = async (...given) => {
          await user.send('DELETE', `/api/exports/${id}`, undefined)
          return size.apply(store, given)
        }
        assert.deepEqual(await prepared(() => false), [])
        assert.deepEqual(kept, [])
      } finally {
        await quiet.close()
      }
    })

    test('is answered with what its store says where that is away, and comes when it is back', async () => {
      await newFilm()
      const { id, bytes } = await ready()
      const media = join(service.place.settings.dataFolder, 'media')
      await rename(media, `${media}-away`)
      try {
        const answer = await download(id)
        const error = 'The media store cannot be used at the moment, try again'
        assert.deepEqual([answer.status, await answer.json()], [503, { error }])
        assert.equal((await download(id, { range: `bytes=${bytes - 1}-` })).status, 206, 'which needs none')
      } finally {
        await rename(`${media}-away`, media)
      }
      assert.equal((await bytesOf(id)).length, bytes)
    })

    test('that cannot be prepared however often it is tried says so, and why', async () => {
      await newFilm()
      const { id } = await ready({ formats: [] })
      for (const [request, reason] of [
        [{ of: 'film', template: '{scene}', formats: [] }, /must have \{version\}/],
        [{ of: 'film', formats: null }, /^It could not be prepared$/],
      ] as const) {
        const again = { id, request: JSON.stringify(request) }
        await service.db.transaction((transaction) => transaction.run(askAgain, again))
        const { data } = (await settledExport(owner, id)).body
        assert.equal(data.state, 'failed')
        assert.match(data.reason, reason)
        assert.equal((await download(id)).status, 409)
      }
    })

    test('that belongs to a deleted project is not to be had, and goes once that is purged', async () => {
      await newFilm()
      const { id } = await ready()
      const name = 'The Long Tide'
      const deleted = await owner.send(
        'DELETE',
        `/api/projects/${film.projectId}?name=${encodeURIComponent(name)}`,
        undefined,
      )
      assert.ok(deleted.status < 300, JSON.stringify(deleted.body))
      assert.equal((await download(id)).status, 404)
      await owner.send('POST', '/api/trash/purge', { ids: [film.projectId] })
      for (let look = 0; (await service.db.all(filesLeft, { id })).length > 0; look += 1) {
        assert.ok(look < 1200, 'its files stay')
        await sleep(50)
      }
    })

    test('a token that only reads gets one, and asks for none', async () => {
      await newFilm()
      const { id } = await ready()
      const { body } = await owner.send('POST', '/api/tokens', { name: 'reads', permissions: ['read'] })
      assert.ok(body.data, JSON.stringify(body))
      const reading = callerWith(service.address, body.data.token)
      assert.equal((await ask({}, reading)).status, 403)
      assert.equal((await download(id, { authorization: `Bearer ${body.data.token}` })).status, 200)
    })
  })
}

interface OtioClip {
  metadata: { dailies?: { version?: string } }
  markers: {
    comment: string
    marked_range: { start_time: { value: number }; duration: { value: number } }
  }[]
}

const forget = statement((db, { versionId }: { versionId: string }) =>
  db.deleteFrom('version_media').where('version_id', '=', versionId),
)

const askAgain = statement((db, { id, request }: { id: string; request: string }) =>
  db.updateTable('exports').set({ state: 'preparing', request, work_due_at: 0 }).where('id', '=', id),
)

const end = statement((db, { id }: { id: string }) =>
  db.updateTable('exports').set({ ends_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', id),
)

const filesLeft = statement((db, { id }: { id: string }) =>
  db.selectFrom('export_files').select('name').where('export_id', '=', id),
)

const forgetExports = statement((db, { since }: { since: string }) =>
  db.deleteFrom('exports').where('created_at', '<', since),
)

/** Nobody is there who would. */
const lookedInto = statement((db, _: object) =>
  db.updateTable('blobs').set({ facts: '{"type":"image/png"}', work_due_at: null }),
)

const workOf = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('exports')
    .select(['state', 'work_attempts as attempts', 'leased_by as leasedBy'])
    .where('id', '=', id),
)
