import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { statement } from '../db/statement.ts'
import { engines } from '../test/engines.ts'
import { guestOf, madeLink } from '../test/guests.ts'
import { holding } from '../test/held-request.ts'
import { take } from '../test/media.ts'
import {
  type AnyCaller,
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const written = {
  comments: statement((db) => db.selectFrom('comments').selectAll()),
  verdicts: statement((db) => db.selectFrom('verdicts').selectAll()),
}
const drawing = {
  shapes: [{ kind: 'rectangle', colour: '#ff3355', width: 0.01, from: { x: 0, y: 0 }, to: { x: 1, y: 1 } }],
}
const range = { from: 24, to: 48, rate: { numerator: 24000, denominator: 1001 } }

for (const engine of engines) {
  describe(`what guests say on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    /** Who makes links, and captured nothing. */
    let maker: TestUser
    let film: Film
    let id: string
    let elsewhere: string

    before(async () => {
      service = await testService(engine, { DAILIES_WEBHOOK_WORKER: 'false' })
      owner = await testUser(service)
      maker = await testUser(service)
      film = await testFilm(service.db, owner)
      await owner.send('POST', `/api/projects/${film.projectId}/members`, {
        userId: maker.id,
        role: 'editor',
      })
      id = await take(owner, film)
      elsewhere = await take(owner, film, { sceneId: '2' })
    })
    after(() => service.close())

    /** A guest of a link to scene 012A, and where they say something of its take. */
    async function visit(more: object = { mayComment: true, mayGiveVerdict: true }, name = 'Grace') {
      const what = { shows: 'scene', sceneDbId: film.sceneDbId }
      const link = await madeLink(maker, film.projectId, { ...what, ...more })
      const guest = await guestOf(service, link, { name })
      const of = (version: string) => `/api/links/${link.id}/takes/${version}`
      return { link, guest, of, comments: `${of(id)}/comments`, verdicts: `${of(id)}/verdicts` }
    }

    const say = async (caller: AnyCaller, path: string, body: object) => {
      const answer = await caller.send('POST', path, body)
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return answer.body.data
    }
    const textsOf = async (guest: AnyCaller, comments: string) =>
      (await guest.get(comments)).body.data.map(({ text }: { text: string }) => text)

    test('is of frames and with a drawing, and the team reads it under their name', async () => {
      const { guest, comments } = await visit()
      const said = await say(guest, comments, { text: 'Darker here.', range, drawing })
      const { id: commentId, createdAt: _, ...rest } = said
      assert.deepEqual(rest, {
        ...{ parentId: null, author: 'Grace', isOwn: true, text: 'Darker here.', range, drawing },
        attachments: [],
        resolved: false,
      })
      const { data } = (await owner.get(`/api/assets/${id}/comments`)).body
      const found = data.find((comment: { id: string }) => comment.id === commentId)
      assert.deepEqual([found.author, found.audience], [{ id: null, name: 'Grace' }, 'everybody'])
      const notes = (await owner.get(`/api/projects/${film.projectId}/notes`)).body.data
      assert.ok(
        notes.some((note: { id: string }) => note.id === commentId),
        'it is an open note',
      )
    })

    test('is told to webhooks, and to who captured the take and who made the link, with their name', async () => {
      const { guest, comments, verdicts } = await visit()
      const comment = await say(guest, comments, { text: 'Told of.' })
      const verdict = await say(guest, verdicts, { verdict: 'changes_needed', note: 'Too bright.' })
      const { data: events } = (await owner.get('/api/events?limit=100')).body
      const of = (event: string) => events.filter((one: { event: string }) => one.event === event).at(-1).data
      const { commentId, authorId, authorName } = of('asset.commented')
      assert.deepEqual([commentId, authorId, authorName], [comment.id, '', 'Grace'])
      const { verdictId, givenBy, givenByName } = of('asset.verdict')
      assert.deepEqual([verdictId, givenBy, givenByName], [verdict.id, '', 'Grace'])
      const newest = async (user: TestUser) =>
        (await user.get('/api/inbox?limit=2')).body.data.map(
          ({ kind, actor, details }: { kind: string; actor: unknown; details: object }) => [
            kind,
            actor,
            details,
          ],
        )
      const asked = { guestName: 'Grace', verdict: 'changes_needed' }
      assert.deepEqual(await newest(owner), [
        ['verdict.given', null, asked],
        ['comment.on_take', null, { guestName: 'Grace' }],
      ])
      assert.deepEqual(await newest(maker), [
        ['link.answered', null, asked],
        ['link.answered', null, { guestName: 'Grace' }],
      ])
      const { data: activity } = (await owner.get(`/api/projects/${film.projectId}/activity?limit=1`)).body
      assert.equal(activity[0].user.name, 'Grace (guest)')
    })

    test('goes to everybody; what the team says among itself guests never get, nor answer', async () => {
      const { guest, comments } = await visit()
      const secret = await say(owner, `/api/assets/${id}/comments`, { text: 'The client is wrong.' })
      const open = await say(owner, `/api/assets/${id}/comments`, {
        text: 'Which one?',
        audience: 'everybody',
      })
      await say(owner, `/api/assets/${id}/comments`, { text: 'Hidden reply.', parentId: secret.id })
      await say(guest, comments, { text: 'The second.', parentId: open.id })
      const texts = await textsOf(guest, comments)
      assert.ok(texts.includes('Which one?') && texts.includes('The second.'))
      assert.ok(!texts.some((text: string) => ['The client is wrong.', 'Hidden reply.'].includes(text)))
      const raw = JSON.stringify((await guest.get(comments)).body)
      assert.ok(!raw.includes(owner.id) && !raw.includes(secret.id) && !raw.includes(owner.email))
      const missing = await guest.send('POST', comments, { text: 'x', parentId: randomUUID() })
      const hidden = await guest.send('POST', comments, { text: 'x', parentId: secret.id })
      assert.deepEqual([hidden.status, hidden.body], [400, missing.body])
      // Even where they ask for it.
      const { id: commentId } = await say(guest, comments, {
        text: 'To all.',
        audience: 'team',
        mentionIds: [owner.id],
      })
      const { data } = (await owner.get(`/api/comments/${commentId}`)).body
      assert.deepEqual([data.audience, data.mentions], ['everybody', []])
    })

    test('comes in pages, each comment once', async () => {
      const { guest, comments } = await visit()
      for (const text of ['page 1', 'page 2', 'page 3']) await say(guest, comments, { text })
      const all = await textsOf(guest, `${comments}?limit=100`)
      const paged: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await guest.get(`${comments}?limit=2${cursor && `&cursor=${cursor}`}`)
        paged.push(...body.data.map(({ text }: { text: string }) => text))
        cursor = body.metadata.nextCursor
      }
      assert.deepEqual(paged, all)
    })

    test('with a key is said once, and the keys of others are as unused as any', async () => {
      const key = randomUUID()
      const first = await visit()
      const again = await Promise.all(
        Array.from({ length: 4 }, () => say(first.guest, first.comments, { text: 'Once.', key })),
      )
      assert.equal(new Set(again.map((comment) => comment.id)).size, 1)
      const second = await visit(undefined, 'Ada')
      assert.notEqual((await say(second.guest, second.comments, { text: 'Once.', key })).id, again[0].id)
      assert.equal(
        (await say(maker, `/api/assets/${id}/comments`, { text: 'Mine.', key })).author.id,
        maker.id,
      )
    })

    test('is a verdict that counts until another one follows, and moves nothing', async () => {
      const own = await take(owner, film)
      const { guest, of, link } = await visit()
      const before = (await owner.get(`/api/assets/${own}`)).body.data
      await say(guest, `${of(own)}/verdicts`, { verdict: 'changes_needed', note: 'No.' })
      await say(guest, `${of(own)}/verdicts`, { verdict: 'approve' })
      const { data } = (await owner.get(`/api/assets/${own}/verdicts`)).body
      assert.deepEqual(
        data.map((one: { verdict: string; current: boolean; by: object }) => [
          one.verdict,
          one.current,
          one.by,
        ]),
        [
          ['approve', true, { id: null, name: 'Grace' }],
          ['changes_needed', false, { id: null, name: 'Grace' }],
        ],
      )
      const after = (await owner.get(`/api/assets/${own}`)).body.data
      assert.deepEqual([after.status, after.selected], [before.status, before.selected])
      assert.deepEqual(after.verdicts, { approved: 1, changesNeeded: 0 })
      const takes = (await guest.get(`/api/links/${link.id}/takes`)).body.data
      assert.equal(takes.find((one: { id: string }) => one.id === own).myVerdict, 'approve')
      const another = await visit(undefined, 'Ada')
      await say(another.guest, `${another.of(own)}/verdicts`, { verdict: 'approve' })
      assert.equal((await owner.get(`/api/assets/${own}`)).body.data.verdicts.approved, 2)
    })

    test('needs a link that lets them, of takes that it shows', async () => {
      const lists = async () => [
        await service.db.all(written.comments, {}),
        await service.db.all(written.verdicts, {}),
      ]
      const silent = await visit({})
      const open = await visit()
      const before = await lists()
      for (const [path, body] of [
        ['comments', { text: 'x' }],
        ['verdicts', { verdict: 'approve' }],
      ] as const) {
        assert.equal((await silent.guest.send('POST', `${silent.of(id)}/${path}`, body)).status, 403)
        const answer = await open.guest.send('POST', `${open.of(elsewhere)}/${path}`, body)
        assert.deepEqual([answer.status, answer.body], [404, { error: 'Asset not found' }])
        const forged = { 'sec-fetch-site': 'cross-site' }
        assert.equal((await open.guest.send('POST', `${open.of(id)}/${path}`, body, forged)).status, 403)
      }
      assert.equal((await open.guest.get(`${open.of(elsewhere)}/comments`)).status, 404)
      assert.equal((await silent.guest.get(silent.comments)).status, 200)
      assert.deepEqual(await lists(), before)
    })

    test('is not written where the link is revoked, or lets them no more, while it is on its way', async () => {
      const ends = [
        (path: string) => maker.send('DELETE', path, undefined),
        (path: string) => maker.send('PATCH', path, { mayComment: false, mayGiveVerdict: false }),
        (path: string) => maker.send('PATCH', path, { password: 'open sesame' }),
      ]
      for (const [index, end] of ends.entries()) {
        const { guest, link, comments, verdicts } = await visit()
        const before = [
          await service.db.all(written.comments, {}),
          await service.db.all(written.verdicts, {}),
        ]
        const { caller, held } = holding(service.address, {
          cookie: (guest as AnyCaller & { cookie: string }).cookie,
          'sec-fetch-site': 'same-origin',
        })
        await caller.send('POST', comments, { text: 'Too late.' })
        await caller.send('POST', verdicts, { verdict: 'approve' })
        await Promise.all(held.map(({ letIn }) => letIn))
        assert.equal((await end(`/api/projects/${film.projectId}/links/${link.id}`)).status, 200)
        for (const { finish } of held) finish()
        const statuses = await Promise.all(held.map(({ status }) => status))
        assert.deepEqual(statuses, index === 1 ? [403, 403] : [404, 404])
        assert.deepEqual(
          [await service.db.all(written.comments, {}), await service.db.all(written.verdicts, {})],
          before,
        )
      }
    })

    test('is 30 things a minute of one guest; others go on', async () => {
      const { guest, comments } = await visit()
      const all = await Promise.all(
        Array.from({ length: 35 }, (_, count) => guest.send('POST', comments, { text: `${count}` })),
      )
      const count = (status: number) => all.filter((answer) => answer.status === status).length
      assert.deepEqual([count(201), count(429)], [30, 5])
      const other = await visit()
      await say(other.guest, other.comments, { text: 'Goes on.' })
    })

    test('stays when the link ends, under their name', async () => {
      const { guest, link, comments } = await visit()
      const { id: commentId } = await say(guest, comments, { text: 'Stays.' })
      await maker.send('DELETE', `/api/projects/${film.projectId}/links/${link.id}`, undefined)
      const { data } = (await owner.get(`/api/comments/${commentId}`)).body
      assert.deepEqual([data.text, data.author.name], ['Stays.', 'Grace'])
    })

    test('of a playlist: exactly the takes that are in it, in its order', async () => {
      const [one, other] = [await take(owner, film), await take(owner, film, { sceneId: '2' })]
      const playlists = `/api/projects/${film.projectId}/playlists`
      const fields = { name: 'Monday', versionIds: [other, one] }
      const playlistId = (await owner.send('POST', playlists, fields)).body.data.id
      const link = await madeLink(maker, film.projectId, { shows: 'playlist', playlistId })
      const guest = await guestOf(service, link)
      const seen = async (query = '') =>
        (await guest.get(`/api/links/${link.id}/takes${query}`)).body.data.map(({ id }: { id: string }) => id)
      assert.deepEqual(await seen(), [other, one])
      assert.deepEqual(await seen(`?limit=1&cursor=${other}`), [one])
      const status = async (version: string) =>
        (await guest.get(`/api/links/${link.id}/takes/${version}/comments`)).status
      assert.deepEqual([await status(one), await status(other), await status(id)], [200, 200, 404])
      assert.equal((await guest.get(`/api/links/${link.id}`)).body.data.title, 'Monday')
      await owner.send('DELETE', `/api/assets/${one}`, undefined)
      assert.deepEqual(await seen(), [other])
      assert.equal(await status(one), 404)
      await owner.send('DELETE', `/api/playlists/${playlistId}`, undefined)
      assert.equal((await guest.get(`/api/links/${link.id}`)).status, 404)
    })
  })
}
