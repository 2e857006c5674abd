import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, readdir, truncate } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import { mediaOnce, picture, put, sha256, take } from '../test/media.ts'
import {
  callerWith,
  type Film,
  signIn,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

for (const engine of engines) {
  describe(`getting media on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let film: Film
    let id: string
    const file = randomBytes(10_000)
    before(async () => {
      service = await testService(engine)
      owner = await testUser(service)
      film = await testFilm(service.db, owner)
      id = await take(owner, film)
      await put(service, owner, id, file)
    })
    after(() => service.close())

    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(service.address + path, { headers, redirect: 'manual' })
    const asOwner = (headers: Record<string, string> = {}) => ({
      authorization: `Bearer ${owner.token}`,
      ...headers,
    })
    const original = (headers: Record<string, string> = {}) =>
      get(`/api/media/${id}/original`, asOwner(headers))

    test('by ranges, to the letter of RFC 9110', async () => {
      const cases: [range: string, status: number, from?: number, to?: number][] = [
        ['bytes=0-0', 206, 0, 0],
        ['bytes=0-', 206, 0, 9999],
        ['bytes=9999-', 206, 9999, 9999],
        ['bytes=-1', 206, 9999, 9999],
        ['bytes=-20000', 206, 0, 9999],
        ['bytes=100-199', 206, 100, 199],
        ['bytes=9000-20000', 206, 9000, 9999],
        ['bytes=10000-', 416],
        ['bytes=99999-100000', 416],
        ['bytes=-0', 416],
        ['bytes=5-1', 200],
        ['bytes=0-1,5-6', 200],
        ['items=0-1', 200],
        ['bytes=', 200],
        ['bytes=-', 200],
        ['bytes=a-b', 200],
      ]
      for (const [range, status, from, to] of cases) {
        const answer = await original({ range })
        const bytes = Buffer.from(await answer.arrayBuffer())
        assert.equal(answer.status, status, range)
        if (status === 200) assert.deepEqual(bytes, file, range)
        if (status === 416) assert.equal(answer.headers.get('content-range'), 'bytes */10000')
        if (from === undefined || to === undefined) continue
        assert.equal(answer.headers.get('content-range'), `bytes ${from}-${to}/10000`)
        assert.deepEqual(bytes, file.subarray(from, to + 1), range)
      }
    })

    test('what is cut off in the store ends the connection, and no other answer is read as a part of it', async () => {
      const cut = await take(owner, film)
      const whole = randomBytes(50_000)
      await put(service, owner, cut, whole)
      const hash = sha256(whole)
      const blobs = join(service.place.settings.dataFolder, 'media', 'blobs')
      const name = (await readdir(blobs, { recursive: true })).find((path) => path.endsWith(hash))
      await chmod(join(blobs, name!), 0o600)
      await truncate(join(blobs, name!), 10_000)
      const socket = connect(Number(new URL(service.address).port), '127.0.0.1')
      socket.write(
        `GET /api/media/${cut}/original HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`,
      )
      const said = Buffer.concat(await socket.toArray().catch(() => [])).toString('latin1')
      assert.equal(said.match(/HTTP\/1\.1 200/g)?.length ?? 1, 1)
      assert.doesNotMatch(said, /HTTP\/1\.1 200[\s\S]*HTTP\/1\.1/)
    })

    test('a range of another file than the one that is known is the whole of this one', async () => {
      const same = await original({ range: 'bytes=0-9', 'if-range': `"${sha256(file)}"` })
      assert.deepEqual([same.status, (await same.arrayBuffer()).byteLength], [206, 10])
      const other = await original({ range: 'bytes=0-9', 'if-range': '"other"' })
      assert.deepEqual([other.status, (await other.arrayBuffer()).byteLength], [200, 10_000])
    })

    test('who has it is told so; HEAD says what it is', async () => {
      const tag = `"${sha256(file)}"`
      for (const known of [tag, `W/${tag}`, `"a", ${tag}`, '*']) {
        const answer = await original({ 'if-none-match': known })
        assert.deepEqual([answer.status, answer.headers.get('etag')], [304, tag])
      }
      const head = await fetch(`${service.address}/api/media/${id}/original`, {
        method: 'HEAD',
        headers: asOwner(),
      })
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, '10000'])
    })

    test('nothing in it runs, whatever it is, and nobody takes it for something else', async () => {
      const html = Buffer.from('<!doctype html><html><script>alert(1)</script></html>')
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
      for (const bytes of [html, svg, Buffer.from('GIF89a/*<script>*/=1')]) {
        const other = await take(owner, film)
        await put(service, owner, other, bytes, { headers: { 'content-type': 'text/html' } })
        await mediaOnce(owner, other, 'it was looked into', (media) => !media.isWorkedOn)
        const answer = await get(`/api/media/${other}/original`, asOwner())
        await answer.arrayBuffer()
        assert.match(answer.headers.get('content-security-policy') as string, /default-src 'none'.*sandbox/)
        assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
        assert.doesNotMatch(answer.headers.get('content-type') as string, /html|xml;|javascript/)
        if (bytes !== svg) continue
        assert.equal(answer.headers.get('content-type'), 'image/svg+xml')
        assert.match(answer.headers.get('content-disposition') as string, /^attachment/)
      }
    })

    test('a download has a name by which editors sort it', async () => {
      const { capture } = film
      const shot = film.shotIds[0] as string
      const named = await take(owner, film, { ...capture, platformKey: 'élan "vital"/x', shotId: shot })
      await put(service, owner, named, await picture())
      await mediaOnce(owner, named, 'it was looked into', (media) => !media.isWorkedOn)
      const answer = await get(`/api/media/${named}/original?download=true`, asOwner())
      await answer.arrayBuffer()
      assert.equal(
        answer.headers.get('content-disposition'),
        `attachment; filename="012A_012A-A_image__lan-vital-x_v1.png"; filename*=UTF-8''012A_012A-A_image_%C3%A9lan-vital-x_v1.png`,
      )
    })

    test('a stranger, who was removed, and a revoked token get nothing, by whatever address', async () => {
      const guest = await testUser(service)
      const members = `/api/projects/${film.projectId}/members`
      await owner.send('POST', members, { userId: guest.id, role: 'viewer' })
      const path = `/api/media/${id}/original`
      const authorization = `Bearer ${guest.token}`
      assert.equal((await get(path, { authorization })).status, 200)
      const { body } = await guest.get(`/api/assets/${id}/media`)
      const signed = body.data.original as string
      assert.match(signed, /^\/api\/media-links\//)
      const answer = await get(signed)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
      assert.match(answer.headers.get('cache-control') as string, /immutable/)

      await owner.send('DELETE', `${members}/${guest.id}`, undefined)
      assert.equal((await get(path, { authorization })).status, 404)
      assert.equal((await get(signed)).status, 404)
      assert.equal((await get(path)).status, 401)

      const again = await owner.send('POST', members, { userId: guest.id, role: 'viewer' })
      assert.ok(again.status < 300, JSON.stringify(again.body))
      assert.equal((await get(signed)).status, 200)
      const session = await signIn(service, guest)
      const tokens = await session.get('/api/tokens')
      for (const { id: tokenId } of tokens.body.data) {
        const revoked = await session.send('DELETE', `/api/tokens/${tokenId}`, undefined)
        assert.equal(revoked.status, 200)
      }
      assert.equal((await get(signed)).status, 404)
    })

    test('a signed address opens that file, for that time, and no other', async () => {
      const other = await take(owner, film)
      await put(service, owner, other, randomBytes(10))
      const { original: signed } = (await owner.get(`/api/assets/${id}/media`)).body.data
      const [, ticket] = /media-links\/([^/]+)\//.exec(signed) as unknown as [string, string]
      const [until, token, signature] = ticket.split('.') as [string, string, string]
      const later = (Number.parseInt(until, 36) + 3_600_000).toString(36)
      for (const path of [
        signed.replace(id, other),
        signed.replace('/original', '/poster'),
        signed.replace(/v=.*/, `v=${'0'.repeat(16)}`),
        signed.replace(/\?v=.*/, ''),
        signed.replace(until, later),
        signed.replace(token, '0198c1f2-7a10-7000-8000-0000000000a1'),
        signed.replace(signature, `${'A'.repeat(22)}`),
        signed.replace(ticket, 'x'),
        signed.replace(ticket, '.'.repeat(200)),
      ]) {
        assert.equal((await get(path)).status, 404, path)
      }
    })

    test('a token that is limited to another project gets nothing', async () => {
      const { body: elsewhere } = await owner.send('POST', '/api/projects', { name: `Other ${engine}` })
      const session = await signIn(service, owner)
      const { body } = await session.send('POST', '/api/tokens', {
        name: 'limited',
        projectIds: [elsewhere.data.id],
      })
      const limited = callerWith(service.address, body.data.token)
      assert.equal((await limited.get(`/api/assets/${id}/media`)).status, 404)
      assert.equal((await limited.get(`/api/media/${id}/original`)).status, 404)
    })

    test('a board has the thumbnails of what is kept, and says what is only a link', async () => {
      const kept = await take(owner, film)
      await put(service, owner, kept, await picture({ width: 2000, height: 1000 }))
      await mediaOnce(owner, kept, 'thumbnails are made', (media) => media.thumbnails.length === 3)
      const linked = await take(owner, film, { outputUrl: 'https://media.example/a.png' })
      const session = await signIn(service, owner)
      const path = `/api/scenes/${film.sceneDbId}/assets`
      const { body } = await session.get(`${path}?limit=100`)
      // biome-ignore lint/suspicious/noExplicitAny: cards
      const card = (wanted: string) => body.data.find((one: any) => one.id === wanted)
      const { media } = card(kept)
      assert.deepEqual(
        [media.state, media.type, media.width, media.height],
        ['kept', 'image/png', 2000, 1000],
      )
      assert.deepEqual(
        media.thumbnails.map(({ width, height }: { width: number; height: number }) => [width, height]),
        [
          [320, 160],
          [640, 320],
          [1280, 640],
        ],
      )
      assert.match(media.placeholder, /^data:image\//)
      const thumbnail = await get(media.thumbnails[0].url, { cookie: session.cookie })
      assert.equal(thumbnail.headers.get('content-type'), 'image/webp')
      assert.match(thumbnail.headers.get('cache-control') as string, /immutable/)
      assert.deepEqual([card(linked).media.state, card(linked).media.original], ['waiting', null])
      assert.equal(card(linked).outputUrl, 'https://media.example/a.png')

      const none = await take(owner, film)
      const filtered = async (value: string) =>
        (await session.get(`${path}?limit=100&media=${value}`)).body.data.map((one: { id: string }) => one.id)
      assert.ok((await filtered('kept')).includes(kept) && !(await filtered('kept')).includes(linked))
      assert.deepEqual(await filtered('waiting'), [linked])
      assert.ok((await filtered('none')).includes(none))
      const { body: facets } = await session.get(`${path}/facets`)
      // biome-ignore lint/suspicious/noExplicitAny: counts
      const counts = Object.fromEntries(facets.data.media.map(({ value, count }: any) => [value, count]))
      assert.equal(counts.waiting, 1)
      assert.equal(counts.kept, (await filtered('kept')).length)
    })

    test('versions that look alike are found, and the same file is told as the same', async () => {
      const [one, same, smaller, other] = await Promise.all([1, 2, 3, 4].map(() => take(owner, film)))
      const drawing = await picture({ width: 1600, height: 900 })
      const sharp = (await import('sharp')).default
      const small = await sharp(drawing).resize(800).jpeg({ quality: 70 }).toBuffer()
      await put(service, owner, one as string, drawing)
      await put(service, owner, same as string, drawing)
      await put(service, owner, smaller as string, small)
      await put(
        service,
        owner,
        other as string,
        await sharp({
          create: {
            width: 300,
            height: 300,
            channels: 3,
            background: '#123',
            noise: { type: 'gaussian', mean: 100, sigma: 60 },
          },
        })
          .png()
          .toBuffer(),
      )
      for (const each of [one, same, smaller, other])
        await mediaOnce(owner, each as string, 'it was looked into', (media) => !media.isWorkedOn)
      const { body } = await owner.get(`/api/assets/${one}/alike`)
      const found = body.data.map((row: { id: string; isSame: boolean }) => [row.id, row.isSame])
      assert.deepEqual(found.slice(0, 1), [[same, true]])
      assert.ok(
        found.some(([each]: [string]) => each === smaller),
        JSON.stringify(body.data),
      )
      assert.ok(!found.some(([each]: [string]) => each === other), JSON.stringify(body.data))
    })
  })
}
