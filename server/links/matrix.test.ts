import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { statement } from '../db/statement.ts'
import { attached } from '../test/attachments.ts'
import { engines } from '../test/engines.ts'
import { guestOf, madeLink } from '../test/guests.ts'
import { picture, put, take } from '../test/media.ts'
import {
  type Answer,
  type AnyCaller,
  type Film,
  openCaller,
  signIn,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

type Name = keyof typeof endpoints

const everyName = Object.keys(endpoints) as Name[]
const isForGuests = (name: Name) => (endpoints[name] as Endpoint).guests === true

/** A link and what is shown by it. */
interface Shown {
  id: string
  versionId: string
  /** Of a comment on it, to everybody. */
  attachmentId: string
}

/** Good requests to what guests are let in to: the rest of the path behind `/api/links/{id}`, and the body. */
const good: Partial<Record<Name, (shown: Shown) => { path: string; body?: object }>> = {
  readOpenLink: () => ({ path: '' }),
  listGuestTakes: () => ({ path: '/takes' }),
  readGuestCut: () => ({ path: '/cut' }),
  listGuestComments: ({ versionId }) => ({ path: `/takes/${versionId}/comments` }),
  createGuestComment: ({ versionId }) => ({
    path: `/takes/${versionId}/comments`,
    body: { text: 'Darker.' },
  }),
  giveGuestVerdict: ({ versionId }) => ({
    path: `/takes/${versionId}/verdicts`,
    body: { verdict: 'approve' },
  }),
  serveGuestMedia: ({ versionId }) => ({ path: `/media/${versionId}/original` }),
  serveGuestAttachment: ({ attachmentId }) => ({ path: `/attachments/${attachmentId}` }),
}

test('every endpoint that lets guests in is asked', () => {
  assert.deepEqual(new Set(Object.keys(good)), new Set(everyName.filter(isForGuests)))
})

const setEnd = statement((db, { id, at }: { id: string; at: string }) =>
  db.updateTable('links').set({ expires_at: at }).where('id', '=', id),
)

for (const engine of engines) {
  describe(`every endpoint and every guest on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let film: Film
    let shown: Shown
    let guest: AnyCaller
    /** Each with what keeps them out. */
    const others: [string, AnyCaller, string][] = []

    before(async () => {
      service = await testService(engine)
      owner = await testUser(service)
      film = await testFilm(service.db, owner)
      const { projectId } = film
      const versionId = await take(owner, film, { selected: true })
      await put(service, owner, versionId, await picture())
      const all = { mayComment: true, mayGiveVerdict: true, mayDownload: true }
      const linkOf = (more: object = {}) => madeLink(owner, projectId, { ...all, ...more })
      const link = await linkOf()
      shown = { id: link.id, versionId, attachmentId: await attached(owner, versionId) }
      guest = await guestOf(service, link)

      const expired = await linkOf()
      others.push(['of one that is expired', await guestOf(service, expired), expired.id])
      const at = '2026-01-01T00:00:00.000Z'
      await service.db.transaction((transaction) => transaction.run(setEnd, { id: expired.id, at }))
      const revoked = await linkOf()
      others.push(['of one that is revoked', await guestOf(service, revoked), revoked.id])
      await owner.send('DELETE', `/api/projects/${projectId}/links/${revoked.id}`, undefined)
      const closed = await linkOf({ password: 'open sesame' })
      others.push(['without the password', openCaller(service.address), closed.id])
      others.push([
        'of another link of the project, that shows the same',
        await guestOf(service, await linkOf()),
        link.id,
      ])
      const stranger = await testUser(service)
      const theirs = await testFilm(service.db, stranger)
      const foreign = await madeLink(stranger, theirs.projectId, all)
      others.push(['of a link of another project', await guestOf(service, foreign), link.id])
      others.push(['of no link', openCaller(service.address), link.id])
      others.push(['with a token of the owner', owner, link.id])
      others.push(['with a session of the owner', await signIn(service, owner), link.id])
      others.push(['of a link that never was', guest, randomUUID()])
    })
    after(() => service.close())

    /** Nothing of the database but that somebody was seen. */
    const kept = async () => {
      const lists = ['links', 'link_guests', 'events', 'comments', 'attachments', 'verdicts'] as const
      return Promise.all(lists.map((table) => service.db.all(everything[table], {})))
    }

    const askAsGuest = (caller: AnyCaller, name: Name, id: string): Promise<Answer> => {
      const { method } = endpoints[name]
      const { path, body } = good[name]!({ ...shown, id })
      const address = `/api/links/${id}${path}`
      return method === 'GET' ? caller.get(address) : caller.send(method, address, body)
    }

    for (const name of everyName.filter(isForGuests)) {
      test(`${name} lets in the guest of its link alone; to all others it is one and the same`, async () => {
        const { status: success }: Endpoint = endpoints[name]
        const answer = await askAsGuest(guest, name, shown.id)
        assert.equal(answer.status, success ?? 200, JSON.stringify(answer.body))
        const before = await kept()
        for (const [who, caller, id] of others) {
          const { status, body } = await askAsGuest(caller, name, id)
          assert.deepEqual([status, body], [404, { error: 'Link not found' }], who)
        }
        assert.deepEqual(await kept(), before, 'nothing is written')
      })
    }

    for (const name of everyName.filter((one) => !isForGuests(one))) {
      test(`${name} knows nothing of guests: it answers them as anybody`, async () => {
        const { method, path }: Endpoint = endpoints[name]
        const ids: Record<string, string> = { kind: 'original', linkId: shown.id, ticket: 'x' }
        const idOf = path.startsWith('/api/projects') ? film.projectId : shown.versionId
        const address = path.replaceAll(/\{(\w+)\}/g, (_, parameter) => ids[parameter] ?? idOf)
        const ask = (caller: AnyCaller) =>
          method === 'GET' ? caller.get(address) : caller.send(method, address, {})
        const before = await kept()
        const { status, body } = await ask(guest)
        const anybody = await ask(openCaller(service.address))
        assert.deepEqual([status, body], [anybody.status, anybody.body])
        if (!(endpoints[name] as Endpoint).open) assert.equal(status, 401)
        else assert.ok(status !== 201, 'it was a bad request')
        assert.deepEqual(await kept(), before)
      })
    }
  })
}

const everything = {
  links: statement((db) => db.selectFrom('links').selectAll().orderBy('id')),
  link_guests: statement((db) => db.selectFrom('link_guests').selectAll().orderBy('id')),
  comments: statement((db) => db.selectFrom('comments').selectAll().orderBy('id')),
  attachments: statement((db) => db.selectFrom('attachments').selectAll().orderBy('id')),
  verdicts: statement((db) => db.selectFrom('verdicts').selectAll().orderBy('id')),
  events: statement((db) => db.selectFrom('events').selectAll().orderBy('id')),
}
