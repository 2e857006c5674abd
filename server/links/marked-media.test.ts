import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { FolderStore } from '../media/folder-store.ts'
import { engines } from '../test/engines.ts'
import { guestOf, madeLink } from '../test/guests.ts'
import { mediaOnce, picture, put, sha256, take } from '../test/media.ts'
import { differing, framesOf, numberedFilm, numberOf, quarters } from '../test/numbered-film.ts'
import {
  type Film,
  type SessionTestCaller,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { endMarked } from './end-marked.ts'

for (const engine of engines) {
  describe(`the name of a guest on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let film: Film
    let folder: string
    let store: FolderStore
    /** Two takes of scene 012A. */
    let moving: string
    let still: string
    let movingFile: Buffer
    let stillFile: Buffer

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'dailies-marked-'))
      service = await testService(engine, { DAILIES_FFMPEG: 'ffmpeg' })
      owner = await testUser(service)
      film = await testFilm(service.db, owner)
      store = new FolderStore(join(service.place.settings.dataFolder, 'media'))
      movingFile = await readFile(await numberedFilm(folder, { name: 'film.mp4', rate: '25', frames: 30 }))
      stillFile = await picture({ width: 1600, height: 900 })
      moving = await take(owner, film, { assetType: 'VIDEO' })
      still = await take(owner, film)
      await put(service, owner, moving, movingFile)
      await put(service, owner, still, stillFile)
      for (const id of [moving, still]) {
        await mediaOnce(owner, id, 'it is looked into', (media) => media.facts !== null && !media.isWorkedOn)
      }
    })
    after(async () => {
      await service.close()
      await rm(folder, { recursive: true })
    })

    const watermarked = (more: object = {}) =>
      madeLink(owner, film.projectId, {
        shows: 'scene',
        sceneDbId: film.sceneDbId,
        watermark: true,
        ...more,
      })
    const mediaOf = async (guest: SessionTestCaller, link: { id: string }, id: string) => {
      const { data } = (await guest.get(`/api/links/${link.id}/takes`)).body
      return data.find((one: { id: string }) => one.id === id).media
    }
    const ask = ({ cookie }: SessionTestCaller, path: string) =>
      fetch(`${service.address}${path}`, { headers: { cookie } })
    /** Once it is made. */
    const had = async (guest: SessionTestCaller, path: string): Promise<Buffer> => {
      for (const end = performance.now() + 120_000; performance.now() < end; await sleep(50)) {
        const answer = await ask(guest, path)
        const bytes = Buffer.from(await answer.arrayBuffer())
        if (answer.status === 200) return bytes
        assert.equal(answer.status, 409, bytes.toString())
        assert.equal(answer.headers.get('retry-after'), '1')
      }
      throw new Error(`It was not made: ${path}`)
    }
    const path = (link: { id: string }, id: string, kind: string) =>
      `/api/links/${link.id}/media/${id}/${kind}`

    test('is in every frame of the film that they get, and each frame is where it was', async () => {
      const link = await watermarked()
      const guest = await guestOf(service, link)
      const media = await mediaOf(guest, link, moving)
      assert.deepEqual([media.isMarked, media.original, media.poster], [true, null, null])
      const bytes = await had(guest, media.proxy)
      assert.notEqual(sha256(bytes), sha256(movingFile))
      const copy = join(folder, `copy-${engine}.mp4`)
      await writeFile(copy, bytes)
      const [clean, marked] = [await framesOf(join(folder, 'film.mp4')), await framesOf(copy)]
      assert.deepEqual(marked.map(numberOf), clean.map(numberOf))
      for (const quarter of quarters(640, 360)) {
        const counts = marked.map((frame, n) => differing(frame, clean[n]!, 640, quarter))
        assert.ok(Math.min(...counts) > 400)
      }
      // As any file: by ranges, and asked for each time.
      const { cookie } = guest
      const part = await fetch(`${service.address}${media.proxy}`, {
        headers: { cookie, range: 'bytes=0-9' },
      })
      assert.deepEqual([part.status, part.headers.get('cache-control')], [206, 'private, no-cache'])
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(0, 10))
    })

    test('is in the picture that they get', async () => {
      const link = await watermarked()
      const guest = await guestOf(service, link, { name: `<&>"'%{}:\\ שלום 👩‍🎨` })
      const media = await mediaOf(guest, link, still)
      assert.deepEqual([media.isMarked, media.proxy, media.poster], [true, null, null])
      const pixels = (file: Buffer) => sharp(file).greyscale().raw().toBuffer()
      const [clean, marked] = await Promise.all([pixels(stillFile), pixels(await had(guest, media.original))])
      for (const quarter of quarters(1600, 900)) assert.ok(differing(clean, marked, 1600, quarter) > 1000)
    })

    test('is another for each of them, and of a film that members see there is none', async () => {
      const link = await watermarked()
      const all = await Promise.all([guestOf(service, link), guestOf(service, link)])
      const files = await Promise.all(all.map((guest) => had(guest, path(link, still, 'original'))))
      assert.notEqual(sha256(files[0]!), sha256(files[1]!))
      const { status, body: _ } = await owner.get(`/api/media/${moving}/proxy`)
      assert.equal(status, 404)
    })

    test('stands in the place of every file that is clean, before the copy is there and after', async () => {
      const link = await watermarked()
      const guest = await guestOf(service, link)
      const statuses = async () => {
        const kinds = ['original', 'proxy', 'poster', 'thumb-640', 'thumb-1280', 'filmstrip', 'thumb-320']
        const found: Record<string, number[]> = {}
        for (const [name, id] of Object.entries({ moving, still })) {
          found[name] = await Promise.all(
            kinds.map(async (kind) => (await ask(guest, path(link, id, kind))).status),
          )
        }
        return found
      }
      assert.deepEqual(await statuses(), {
        moving: [403, 409, 404, 404, 404, 200, 200],
        still: [409, 404, 404, 404, 404, 404, 200],
      })
      await had(guest, path(link, moving, 'proxy'))
      await had(guest, path(link, still, 'original'))
      assert.deepEqual(await statuses(), {
        moving: [403, 200, 404, 404, 404, 200, 200],
        still: [200, 404, 404, 404, 404, 404, 200],
      })
      const media = await mediaOf(guest, link, still)
      for (const address of [media.original, `${path(link, still, 'original')}`]) {
        assert.notEqual(sha256(await had(guest, address)), sha256(stillFile))
      }
      assert.equal((await ask(guest, `${path(link, still, 'original')}?v=${'0'.repeat(16)}`)).status, 404)
      for (const id of [moving, still]) {
        assert.equal((await ask(guest, `${path(link, id, 'original')}?download=true`)).status, 403)
      }
    })

    test('is not in what they save where they may', async () => {
      const link = await watermarked({ mayDownload: true })
      const guest = await guestOf(service, link)
      for (const [id, file] of [
        [moving, movingFile],
        [still, stillFile],
      ] as const) {
        const { original } = await mediaOf(guest, link, id)
        const saved = await ask(guest, `${original}&download=true`)
        assert.equal(sha256(Buffer.from(await saved.arrayBuffer())), sha256(file))
      }
      const shown = await had(guest, path(link, still, 'original'))
      assert.notEqual(sha256(shown), sha256(stillFile))
    })

    test('is gone from the store, with the copy, once the link is revoked, has no watermark, or their visit ended', async () => {
      const ends: [string, object | undefined][] = [
        ['DELETE', undefined],
        ['PATCH', { watermark: false }],
        ['PATCH', { password: 'another one' }],
      ]
      const staying = await watermarked()
      const stays = await had(await guestOf(service, staying), path(staying, still, 'original'))
      for (const [method, change] of ends) {
        const link = await watermarked()
        const guest = await guestOf(service, link)
        const hash = sha256(await had(guest, path(link, still, 'original')))
        const place = { db: service.db, store }
        await endMarked(place, { grace: 0 })
        assert.notEqual(await store.size(hash), undefined)
        await owner.send(method, `/api/projects/${film.projectId}/links/${link.id}`, change)
        // Somebody may be about to refer to what was made just now.
        await endMarked(place)
        assert.notEqual(await store.size(hash), undefined)
        await endMarked(place, { grace: 0 })
        assert.equal(await store.size(hash), undefined, method)
      }
      assert.notEqual(await store.size(sha256(stays)), undefined)
    })

    test('is drawn by the page alone where it can be burnt into nothing', async () => {
      const link = await watermarked()
      const guest = await guestOf(service, link)
      const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
      const id = await take(owner, film)
      await put(service, owner, id, drawing)
      await mediaOnce(owner, id, 'it is looked into', (media) => media.facts !== null && !media.isWorkedOn)
      const media = await mediaOf(guest, link, id)
      assert.equal(media.isMarked, false)
      assert.deepEqual(await had(guest, media.original), drawing)
    })
  })

  test(`without ffmpeg films come as they are, and pictures with the name, on ${engine}`, async () => {
    const service = await testService(engine, { DAILIES_FFMPEG: 'false' })
    const folder = await mkdtemp(join(tmpdir(), 'dailies-marked-'))
    try {
      const owner = await testUser(service)
      const film = await testFilm(service.db, owner)
      const file = await readFile(await numberedFilm(folder, { name: 'film.mp4', rate: '25', frames: 5 }))
      const id = await take(owner, film, { selected: true })
      await put(service, owner, id, file)
      await mediaOnce(owner, id, 'it is looked into', (media) => media.facts !== null && !media.isWorkedOn)
      const link = await madeLink(owner, film.projectId, { watermark: true })
      const guest = await guestOf(service, link)
      const [{ media }] = (await guest.get(`/api/links/${link.id}/takes`)).body.data
      assert.equal(media.isMarked, false)
      const answer = await fetch(`${service.address}${media.original}`, { headers: { cookie: guest.cookie } })
      assert.equal(sha256(Buffer.from(await answer.arrayBuffer())), sha256(file))
    } finally {
      await service.close()
      await rm(folder, { recursive: true })
    }
  })
}
