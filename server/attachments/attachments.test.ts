import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Attachment } from '@dailies/contract/attachment.ts'
import { sql } from 'kysely'
import { becomes } from '../../e2e/becomes.ts'
import type { Engine } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { measureWork } from '../media/blob-queries.ts'
import { moveMedia } from '../media/move.ts'
import { openStore } from '../media/open-store.ts'
import { pruneMedia } from '../media/prune.ts'
import type { Store } from '../media/store.ts'
import { findUsage } from '../media/usage-queries.ts'
import { type Damage, verifyMedia } from '../media/verify.ts'
import { finishDeletions } from '../production/finish-deletions.ts'
import { pruneOld } from '../retention/prune.ts'
import { attach, attached } from '../test/attachments.ts'
import { refusal } from '../test/building.ts'
import { guestOf, madeLink } from '../test/guests.ts'
import { digestOf, picture, put, sha256, take } from '../test/media.ts'
import { type S3Server, s3Server } from '../test/s3-server.ts'
import {
  type AnyCaller,
  type Film,
  signIn,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const year = 365 * 86_400_000
const keeping = {
  ...{ keepCaptureKeys: year, keepDeleted: year, keepAudit: year, keepNotices: year },
}

/** As if a day had passed. */
const aDayPasses = [
  statement((db) => db.updateTable('blobs').set({ touched_at: sql<number>`touched_at - 90000000` })),
  statement((db) => db.updateTable('attachments').set({ created_at: sql<number>`created_at - 90000000` })),
]
const listAll = statement((db) => db.selectFrom('attachments').selectAll())

const places: [Engine, 'folder' | 'bucket'][] = [
  ['sqlite', 'folder'],
  ['postgres', 'folder'],
  ['sqlite', 'bucket'],
]

for (const [engine, kind] of places) {
  describe(`attachments of comments on ${engine}, in a ${kind}`, () => {
    let folder: string
    let bucket: S3Server | undefined
    let service: TestService
    let owner: TestUser
    let reviewer: TestUser
    let film: Film
    let takeId: string
    let store: Store

    before(async () => {
      folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-attachments-'))
      bucket = kind === 'bucket' ? await s3Server(folder) : undefined
      Object.assign(process.env, bucket?.environment)
      service = await testService(engine, {
        DAILIES_MEDIA_LIMIT: '1mb',
        ...(bucket && { DAILIES_MEDIA: 's3://media' }),
      })
      store = openStore({ ...service.place.settings, environment: process.env })
      owner = await testUser(service, { role: 'administrator' })
      reviewer = await testUser(service)
      film = await testFilm(service.db, owner)
      await enrol(reviewer, film, 'reviewer')
      takeId = await take(owner, film)
    })
    after(async () => {
      await service?.close()
      for (const name of Object.keys(bucket?.environment ?? {})) delete process.env[name]
      await bucket?.stop()
      await rm(folder, { recursive: true, force: true })
    })

    async function enrol({ id: userId }: TestUser, { projectId }: Film, role: string): Promise<void> {
      await owner.send('POST', `/api/projects/${projectId}/members`, { userId, role })
    }

    async function sent(
      file: Uint8Array,
      { of = takeId, by = reviewer, name = 'sketch.png' } = {},
    ): Promise<Attachment> {
      const { status, body } = await attach(service, by, of, file, { name })
      assert.equal(status, 201, JSON.stringify(body))
      return body.data
    }
    const say = (comment: object, { of = takeId, by = reviewer as AnyCaller } = {}) =>
      by.send('POST', `/api/assets/${of}/comments`, comment)
    const get = (path: string, { token }: TestUser = reviewer, headers: Record<string, string> = {}) =>
      fetch(service.address + path, { headers: { authorization: `Bearer ${token}`, ...headers } })
    const bytesAt = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())
    const usage = async (projectId = film.projectId) => {
      const used = await service.db.first(findUsage, { projectId })
      return [used?.files ?? 0, used?.bytes ?? 0]
    }
    const isThere = async (file: Buffer) => (await store.size(sha256(file))) === file.length
    const isLookedInto = () => becomes(async () => (await service.db.first(measureWork, {}))?.length, 0)
    /** What is done once a day is done a day later. */
    const aDayLater = async () => {
      await isLookedInto()
      for (const pass of aDayPasses) await service.db.transaction((transaction) => transaction.run(pass, {}))
      await pruneOld(service.db, keeping)
      await pruneMedia({ db: service.db, store })
    }
    const idsOf = (list: Attachment[]) => list.map(({ id }) => id)

    test('what was sent is read with the comment, in its order, and is given as it came', async () => {
      const drawn = await picture({ width: 900, height: 600 })
      const note = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n')
      const first = await sent(note, { name: 'Notes – draft 2.pdf' })
      const second = await sent(drawn, { name: '場🎬.png' })
      assert.deepEqual([first.name, first.bytes, first.type], ['Notes – draft 2.pdf', note.length, null])
      const { status, body } = await say({ attachmentIds: [second.id, first.id] })
      assert.equal(status, 201, JSON.stringify(body))
      assert.deepEqual([body.data.text, idsOf(body.data.attachments)], ['', [second.id, first.id]])

      const read = async (): Promise<Attachment[]> =>
        (await owner.get(`/api/comments/${body.data.id}`)).body.data.attachments
      await becomes(async () => (await read()).map(({ type }) => type), ['image/png', 'application/pdf'])
      await becomes(async () => (await read())[0]?.thumbnail, `/api/attachments/${second.id}?small=true`)
      const [shown, saved] = (await read()) as [Attachment, Attachment]
      assert.deepEqual([shown.isShown, saved.isShown, saved.thumbnail], [true, false, null])
      const listed = (await owner.get(`/api/assets/${takeId}/comments`)).body.data.at(-1)
      assert.deepEqual(listed.attachments, [shown, saved])
      const notes = (await owner.get(`/api/projects/${film.projectId}/notes`)).body.data
      assert.deepEqual(notes[0].attachments, [shown, saved])

      assert.deepEqual(await bytesAt(shown.url), drawn)
      assert.deepEqual(await bytesAt(saved.url), note)
      const small = await get(shown.thumbnail!)
      assert.deepEqual([small.status, small.headers.get('content-type')], [200, 'image/webp'])
    })

    test('it is served as media are: by ranges, with a tag, and nothing in it runs', async () => {
      const page = Buffer.from('<!doctype html><script>alert(1)</script>')
      const { id, url } = await sent(page, { name: 'page.html' })
      assert.equal((await say({ attachmentIds: [id] })).status, 201)
      await isLookedInto()
      const whole = await get(url)
      assert.equal(whole.headers.get('content-type'), 'application/octet-stream')
      assert.match(whole.headers.get('content-security-policy') ?? '', /sandbox$/)
      assert.equal(whole.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(whole.headers.get('content-disposition'), 'attachment; filename="page.html.txt"')
      const part = await get(url, reviewer, { range: 'bytes=2-8' })
      assert.deepEqual([part.status, await part.text()], [206, 'doctype'.slice(0, 7)])
      const tag = whole.headers.get('etag')!
      assert.equal((await get(url, reviewer, { 'if-none-match': tag })).status, 304)
    })

    test('what is a page by its name, in whatever way that is written, is saved as text', async () => {
      for (const name of ['page.HTM', 'page.xhtml', 'page.html.', 'page.html. .', 'page.hta', 'page.mht']) {
        const { url } = await sent(randomBytes(10), { name })
        const disposition = (await get(url)).headers.get('content-disposition')
        assert.equal(disposition, `attachment; filename="${name}.txt"`)
      }
      const { url } = await sent(randomBytes(10), { name: 'html.notes' })
      assert.equal((await get(url)).headers.get('content-disposition'), 'attachment; filename="html.notes"')
    })

    test('until a comment has it, it is its sender’s alone, and then of who may read the comment', async () => {
      const stranger = await testUser(service)
      const { id, url } = await sent(randomBytes(100))
      assert.equal((await get(url)).status, 200)
      assert.deepEqual(await statusAndError(await get(url, owner)), [404, 'Attachment not found'])
      await say({ attachmentIds: [id] })
      assert.equal((await get(url, owner)).status, 200)
      assert.deepEqual(await statusAndError(await get(url, stranger)), [404, 'Attachment not found'])
    })

    const statusAndError = async (answer: Response) => {
      const { error } = (await answer.json()) as { error: string }
      return [answer.status, error]
    }

    test('reviewers and more send them; who may only look does not, and to strangers the take is missing', async () => {
      const viewer = await testUser(service)
      await enrol(viewer, film, 'viewer')
      assert.equal((await attach(service, viewer, takeId, randomBytes(9))).status, 403)
      const stranger = await attach(service, await testUser(service), takeId, randomBytes(9))
      assert.deepEqual([stranger.status, stranger.body], [404, { error: 'Asset not found' }])
    })

    test('only what is one’s own, of the take and free is taken; and nothing is said where one is not', async () => {
      const other = await take(owner, film)
      const [own, elsewhere, theirs] = [
        await sent(randomBytes(10)),
        await sent(randomBytes(10), { of: other }),
        await sent(randomBytes(10), { by: owner }),
      ]
      const used = await sent(randomBytes(10))
      assert.equal((await say({ text: 'First.', attachmentIds: [used.id] })).status, 201)
      await isLookedInto()
      const { body: before } = await reviewer.get(`/api/assets/${takeId}/comments`)
      for (const bad of [elsewhere.id, theirs.id, used.id, randomUUID(), '\ud800']) {
        const refused = refusal(await say({ text: 'Look.', attachmentIds: [own.id, bad] }))
        assert.deepEqual(Object.keys(refused.fieldErrors), ['attachmentIds'], bad)
      }
      assert.deepEqual((await reviewer.get(`/api/assets/${takeId}/comments`)).body, before)
      const twice = refusal(await say({ attachmentIds: [own.id, own.id] }))
      assert.deepEqual(twice.fieldErrors, { attachmentIds: ['The same id twice'] })
      const many = Array.from({ length: 11 }, () => randomUUID())
      assert.deepEqual(refusal(await say({ attachmentIds: many })).fieldErrors, {
        attachmentIds: ['Must be at most 10 ids'],
      })
      assert.equal((await say({ attachmentIds: [own.id] })).status, 201, 'it was left as it was')
    })

    test('of two comments that name the same file at once one has it', async () => {
      const { id } = await sent(randomBytes(10))
      const answers = await Promise.all(
        [1, 2, 3, 4].map((text) => say({ text: `${text}`, attachmentIds: [id] })),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400])
    })

    test('the same comment with the same key is made once, also where its files were sent again', async () => {
      const key = randomUUID()
      const file = randomBytes(50)
      const [first, again] = [await sent(file), await sent(file)]
      // What is known of them is told with the comment, and is to be the same each time.
      await isLookedInto()
      const made = await say({ text: 'Once.', attachmentIds: [first.id], key })
      const same = await say({ text: 'Once.', attachmentIds: [first.id], key })
      const anew = await say({ text: 'Once.', attachmentIds: [again.id], key })
      assert.deepEqual([made.status, same.body, anew.body], [201, made.body, made.body])
      assert.equal((await say({ text: 'Other.', attachmentIds: [first.id], key })).status, 400)
    })

    test('a change drops, adds and orders them, and what would say nothing is refused', async () => {
      const [one, two, three] = [
        await sent(randomBytes(10)),
        await sent(randomBytes(10)),
        await sent(randomBytes(10)),
      ]
      const [, bytes] = await usage()
      const { data } = (await say({ attachmentIds: [one.id, two.id] })).body
      const change = (body: object, by = reviewer) => by.send('PATCH', `/api/comments/${data.id}`, body)
      const changed = await change({ attachmentIds: [three.id, one.id] })
      assert.deepEqual(idsOf(changed.body.data.attachments), [three.id, one.id])
      assert.notEqual(changed.body.data.editedAt, null)
      assert.equal((await get(two.url)).status, 404)
      assert.equal((await usage())[1], bytes! - 10)
      const nothing = refusal(await change({ attachmentIds: [] }))
      assert.deepEqual(nothing.fieldErrors, {
        text: ['Required where there is neither a drawing nor an attachment'],
      })
      assert.equal((await get(one.url)).status, 200, 'what is refused changes nothing')
      assert.equal((await change({ text: 'Now in words.' })).body.data.attachments.length, 2)
      assert.deepEqual((await change({ attachmentIds: [] })).body.data.attachments, [])
      assert.equal((await change({ attachmentIds: [] }, owner)).status, 403)
    })

    test('a file that is too large, empty, changed on its way, or without a good name is refused in words', async () => {
      const before = await service.db.all(listAll, {})
      const large = await attach(service, reviewer, takeId, randomBytes(1024 ** 2 + 1))
      assert.deepEqual(
        [large.status, large.body],
        [413, { error: 'The file is over the limit of 1048576 bytes' }],
      )
      const empty = refusal(await attach(service, reviewer, takeId, Buffer.alloc(0)))
      assert.deepEqual(empty.fieldErrors, { body: ['Is empty: send the file'] })
      const file = randomBytes(10)
      const headers = { 'content-digest': digestOf(randomBytes(10)) }
      const changed = refusal(await attach(service, reviewer, takeId, file, { headers }))
      assert.deepEqual(Object.keys(changed.fieldErrors), ['content-digest'])
      const same = { headers: { 'content-digest': digestOf(file) } }
      assert.equal((await attach(service, reviewer, takeId, file, same)).status, 201)
      for (const name of [
        '',
        ' ',
        'a/b.png',
        '..\\b.png',
        'a\nb',
        'a\0b',
        '\u202egpj.exe',
        'x'.repeat(201),
      ]) {
        const { status, body } = await attach(service, reviewer, takeId, file, { name })
        assert.deepEqual(
          [status, Object.keys(body.details.fieldErrors)],
          [400, ['name']],
          JSON.stringify(name),
        )
      }
      assert.equal((await service.db.all(listAll, {})).length, before.length + 1)
    })

    test('over the quota of the project it is refused, and one that was let go makes room', async () => {
      const small = await testFilm(service.db, owner, `Small ${engine} ${kind}`)
      const of = await take(owner, small)
      const session = await signIn(service, owner)
      const path = `/api/storage/projects/${small.projectId}`
      assert.equal((await session.send('PUT', path, { bytes: 1000 })).status, 200)
      const { id } = await sent(randomBytes(900), { of, by: owner })
      const { data } = (await say({ attachmentIds: [id] }, { of, by: owner })).body
      const full = await attach(service, owner, of, randomBytes(101))
      assert.deepEqual([full.status, /more than the 1 kB/.test(full.body.error)], [507, true])
      assert.deepEqual(await usage(small.projectId), [1, 900])
      await owner.send('DELETE', `/api/comments/${data.id}`, undefined)
      assert.deepEqual(await usage(small.projectId), [0, 0])
      await sent(randomBytes(1000), { of, by: owner })
    })

    test('a hundred files that no comment has are enough', async () => {
      const busy = await testUser(service)
      await enrol(busy, film, 'reviewer')
      for (let count = 0; count < 100; count += 1) await sent(Buffer.from('x'), { by: busy })
      const { status, body } = await attach(service, busy, takeId, Buffer.from('x'))
      assert.deepEqual([status, /100 files of yours/.test(body.error)], [429, true])
      await sent(Buffer.from('x'))
    })

    test('what no comment has taken goes after a day, and its bytes; what one has stays', async () => {
      const [left, taken] = [randomBytes(2000), randomBytes(2001)]
      const lost = await sent(left)
      const kept = await sent(taken)
      await say({ attachmentIds: [kept.id] })
      const [files, bytes] = (await usage()) as [number, number]
      const others = (await service.db.all(listAll, {})).filter(
        ({ comment_id, project_id, id }) =>
          comment_id === null && project_id === film.projectId && id !== lost.id,
      )
      await pruneOld(service.db, keeping)
      assert.equal((await get(lost.url)).status, 200, 'not before')
      await aDayLater()
      assert.deepEqual([await isThere(left), await isThere(taken)], [false, true])
      assert.deepEqual([(await get(lost.url)).status, (await get(kept.url)).status], [404, 200])
      const gone = others.reduce((sum, one) => sum + Number(one.bytes), 2000)
      assert.deepEqual(await usage(), [files - others.length - 1, bytes - gone])
      const refused = refusal(await say({ attachmentIds: [lost.id] }))
      assert.deepEqual(Object.keys(refused.fieldErrors), ['attachmentIds'])
    })

    test('a comment that is deleted lets go of its files, also where it keeps its place', async () => {
      const [alone, answered, shared] = [randomBytes(3000), randomBytes(3001), randomBytes(3002)]
      const reply = await sent(alone)
      const beginning = await sent(answered)
      const both = await sent(shared)
      const { data: first } = (await say({ attachmentIds: [beginning.id, both.id] })).body
      const { data: last } = (await say({ parentId: first.id, attachmentIds: [reply.id] })).body
      await put(service, owner, await take(owner, film), shared)
      await reviewer.send('DELETE', `/api/comments/${first.id}`, undefined)
      const emptied = (await owner.get(`/api/comments/${first.id}`)).body.data
      assert.deepEqual([emptied.deleted, emptied.attachments], [true, []])
      assert.equal((await get(beginning.url)).status, 404)
      await aDayLater()
      assert.deepEqual(
        [await isThere(answered), await isThere(shared), await isThere(alone)],
        [false, true, true],
      )
      await reviewer.send('DELETE', `/api/comments/${last.id}`, undefined)
      await aDayLater()
      assert.equal(await isThere(alone), false)
    })

    test('with its take it is gone and comes back; with a take that is gone for good its bytes go', async () => {
      const file = randomBytes(4000)
      const of = await take(owner, film)
      const { id, url } = await sent(file, { of })
      await say({ attachmentIds: [id] }, { of })
      await owner.send('DELETE', `/api/assets/${of}`, undefined)
      assert.equal((await get(url)).status, 404)
      await aDayLater()
      assert.equal(await isThere(file), true)
      await owner.send('POST', `/api/assets/${of}/restore`, {})
      assert.deepEqual(await bytesAt(url), file)
      const before = await usage()
      await owner.send('DELETE', `/api/assets/${of}`, undefined)
      await pruneOld(service.db, { ...keeping, keepDeleted: -1 })
      assert.deepEqual(await usage(), [before[0]! - 1, before[1]! - 4000])
      await aDayLater()
      assert.equal(await isThere(file), false)
    })

    test('with its scene or project it goes for good', async () => {
      const doomed = await testFilm(service.db, owner, `Doomed ${engine} ${kind}`)
      const file = randomBytes(5000)
      const of = await take(owner, doomed)
      const { id, url } = await sent(file, { of, by: owner })
      await say({ attachmentIds: [id] }, { of, by: owner })
      const scene = `/api/scenes/${doomed.sceneDbId}?sceneId=012A`
      assert.equal((await owner.send('DELETE', scene, undefined)).status, 200)
      assert.equal((await get(url, owner)).status, 404)
      await owner.send('POST', `/api/projects/${doomed.projectId}/trash/purge`, {})
      await becomes(async () => {
        await finishDeletions(service.db)
        return usage(doomed.projectId)
      }, [0, 0])
      await aDayLater()
      assert.equal(await isThere(file), false)
    })

    test('guests get what was said to everybody of what their link shows, and nothing of the team', async () => {
      const shown = await take(owner, film)
      const open = await attached(owner, shown)
      const team = await attached(owner, shown, { audience: 'team' })
      const notShown = await attached(owner, takeId)
      const { id: left } = await sent(randomBytes(10), { of: shown })
      const list = { name: 'For the client', versionIds: [shown] }
      const playlist = await owner.send('POST', `/api/projects/${film.projectId}/playlists`, list)
      const shows = { shows: 'playlist', playlistId: playlist.body.data.id }
      const link = await madeLink(owner, film.projectId, shows)
      const guest = await guestOf(service, link)
      const comments = await guest.get(`/api/links/${link.id}/takes/${shown}/comments`)
      const [{ attachments }] = comments.body.data
      assert.deepEqual(
        [comments.body.data.length, attachments[0].url],
        [1, `/api/links/${link.id}/attachments/${open}`],
      )
      const path = (id: string) => `/api/links/${link.id}/attachments/${id}`
      const given = await fetch(service.address + path(open), { headers: { cookie: guest.cookie } })
      assert.deepEqual([given.status, given.headers.get('cache-control')], [200, 'private, no-cache'])
      assert.equal(await given.text(), '{"a":"file"}')
      for (const id of [team, notShown, left, randomUUID()]) {
        const { status, body } = await guest.get(path(id))
        assert.deepEqual([status, body], [404, { error: 'Attachment not found' }])
      }
      assert.equal((await guest.get(`/api/attachments/${open}`)).status, 401)
      const [thread] = (await owner.get(`/api/assets/${shown}/comments`)).body.data
      await owner.send('PATCH', `/api/comments/${thread.id}`, { audience: 'team' })
      assert.equal((await guest.get(path(open))).status, 404, 'once it is of the team')
    })

    test('it is counted in what is kept, compared, and goes along to another store', async () => {
      const session = await signIn(service, owner)
      const file = randomBytes(6000)
      const storage = async () => (await session.get('/api/storage')).body.data
      const before = await storage()
      const { id } = await sent(file)
      await say({ attachmentIds: [id] })
      const after = await storage()
      assert.deepEqual(
        [after.attachments.files, after.attachments.bytes, after.saved],
        [before.attachments.files + 1, before.attachments.bytes + 6000, before.saved],
      )
      const to = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-moved-'))
      const other = openStore({ media: to, dataFolder: to, environment: {} })
      await moveMedia(service.db, { from: store, to: other })
      assert.equal(await other.size(sha256(file)), 6000)
      await rm(to, { recursive: true, force: true })

      await store.remove(sha256(file))
      const damages: Damage[] = []
      const tell = (damage: Damage) => void damages.push(damage)
      await verifyMedia({ db: service.db, store }, { isQuick: true, tell })
      const hash = sha256(file)
      assert.deepEqual(damages, [{ hash, problem: 'missing', versions: [takeId] }])
      await sent(file)
      assert.equal(await isThere(file), true, 'whoever sends it again mends it')
    })
  })
}
