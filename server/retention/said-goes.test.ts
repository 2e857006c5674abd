import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { statement, statementOf } from '../db/statement.ts'
import { finishDeletions } from '../production/finish-deletions.ts'
import { building } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { guestOf, madeLink } from '../test/guests.ts'
import { sendsNothing } from '../test/property.ts'
import { searched } from '../test/searching.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { pruneOld } from './prune.ts'

const day = 86_400_000
const retention = {
  keepCaptureKeys: 1095 * day,
  keepDeleted: 365 * day,
  keepAudit: 1095 * day,
  keepNotices: 90 * day,
}

/** What tells what happened, or that it did already, outlives what it tells of. */
const tellsOfIt = [
  'capture_keys.answer',
  'capture_keys.asset_version_id',
  'notices.asset_version_id',
  'notices.comment_id',
  'reviews.plays_id',
]

for (const engine of engines) {
  describe(`what was said goes with what it was said of on ${engine}`, { concurrency: 1 }, () => {
    let service: TestService
    let owner: TestUser
    let ben: TestUser
    let film: Film
    let films = 0

    before(async () => {
      service = await testService(engine, sendsNothing)
    })
    after(() => service.close())
    beforeEach(async () => {
      owner = await testUser(service)
      ben = await testUser(service)
      film = await testFilm(service.db, owner, `Said ${++films}`)
      await send(owner, 'POST', `/api/projects/${film.projectId}/members`, {
        userId: ben.id,
        role: 'reviewer',
      })
    })

    async function send(by: Pick<TestUser, 'send'>, method: string, path: string, body: unknown) {
      const answer = await by.send(method, path, body)
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body.data
    }

    /** The ids of a take, and of all that was said of it. */
    async function reviewed(): Promise<[string, ...string[]]> {
      const capture = { ...film.capture, shotId: film.shotIds[0], selected: true }
      const { id } = await building(owner).version(capture)
      const of = `/api/assets/${id}`
      const first = await send(owner, 'POST', `${of}/comments`, {
        text: 'To everybody.',
        audience: 'everybody',
        mentionIds: [ben.id],
        key: `first ${id}`,
      })
      const reply = await send(ben, 'POST', `${of}/comments`, { text: 'Why?', parentId: first.id })
      const done = await send(ben, 'POST', `${of}/comments`, { text: 'Done.' })
      await send(owner, 'POST', `/api/comments/${done.id}/resolution`, { resolved: true })
      const verdicts = [
        await send(ben, 'POST', `${of}/verdicts`, { verdict: 'changes_needed', note: 'Darker.' }),
        await send(ben, 'POST', `${of}/verdicts`, { verdict: 'approve', key: `verdict ${id}` }),
      ]
      await send(ben, 'PUT', `${of}/marks/mine`, { stars: 3, seen: true })
      await send(owner, 'PUT', `${of}/marks/film`, { flag: 'shortlisted' })
      await send(owner, 'POST', `/api/projects/${film.projectId}/playlists`, {
        name: 'Monday',
        versionIds: [id],
      })
      const review = await send(owner, 'POST', `/api/projects/${film.projectId}/reviews`, {
        name: 'Dailies',
        plays: { kind: 'take', id },
        page: 'one',
      })
      await send(owner, 'PUT', `/api/reviews/${review.id}/presence`, { page: 'one' })
      const shown = {
        page: 'one',
        term: review.term,
        sequence: 1,
        assetVersionId: id,
        frame: 0,
        playing: false,
      }
      const rate = { numerator: 24, denominator: 1 }
      await send(owner, 'PUT', `/api/reviews/${review.id}/state`, { ...shown, rate, speed: 1, shapes: [] })
      const link = await madeLink(owner, film.projectId, { mayComment: true, mayGiveVerdict: true })
      const guest = await guestOf(service, link)
      const seen = `/api/links/${link.id}/takes/${id}`
      const ofGuest = [
        await send(guest, 'POST', `${seen}/comments`, { text: 'Lovely.', key: 'one' }),
        await send(guest, 'POST', `${seen}/verdicts`, { verdict: 'approve' }),
      ]
      return [id, ...[first, reply, done, ...verdicts, ...ofGuest].map((one) => one.id)]
    }

    /** Every column of every table that has one of them, once the search knows what there is. */
    async function placesOf(ids: string[]): Promise<string[]> {
      await searched({ ...owner, address: service.address }, '')
      const columns = await service.db.all(listColumns, {})
      const found: { place: string }[] = []
      // SQLite puts no more than 500 together.
      for (let first = 0; first < columns.length; first += 400) {
        const some = holding(columns.slice(first, first + 400), ids)
        found.push(...((await service.db.all(some, { values: [] })) as { place: string }[]))
      }
      return found.map(({ place }) => place).sort()
    }
    const beside = (places: string[]) => places.filter((place) => !tellsOfIt.includes(place))

    test('of a take that is gone for good nothing is left but that it was there, and others keep theirs', async () => {
      const [ids, others] = [await reviewed(), await reviewed()]
      const before = await placesOf(ids)
      const tables = ['comments', 'comment_mentions', 'verdicts', 'take_marks', 'playlist_items']
      for (const table of [...tables, 'review_versions'])
        assert.ok(
          before.some((place) => place.startsWith(`${table}.`)),
          table,
        )
      const ofOthers = await placesOf(others)
      await building(owner).remove(`/api/assets/${ids[0]}`)
      await service.db.transaction((transaction) => transaction.run(setDeletedTime, { id: ids[0] }))
      await pruneOld(service.db, retention)
      const left = beside(await placesOf(ids))
      // What played when is told of the film, and who said what is its history.
      assert.deepEqual(left, ['winner_changes.new_version_id', 'winner_changes.old_version_id'])
      assert.deepEqual(await placesOf(others), ofOthers)
    })

    test('of a take of which nothing was said, its marks go', async () => {
      const { id } = await building(owner).version(film.capture)
      await send(ben, 'PUT', `/api/assets/${id}/marks/mine`, { flag: 'rejected' })
      await building(owner).remove(`/api/assets/${id}`)
      await service.db.transaction((transaction) => transaction.run(setDeletedTime, { id }))
      await pruneOld(service.db, retention)
      // Which number comes next is known by the last one.
      assert.deepEqual(beside(await placesOf([id])), ['version_counters.last_id'])
    })

    test('of the takes of a scene that is deleted nothing is left once it is purged', async () => {
      const ids = await reviewed()
      const body = await owner.send('DELETE', `/api/scenes/${film.sceneDbId}?sceneId=012A`, undefined)
      assert.equal(body.status, 200, JSON.stringify(body.body))
      await owner.send('POST', `/api/projects/${film.projectId}/trash/purge`, { ids: [film.sceneDbId] })
      await finished()
      assert.deepEqual(beside(await placesOf(ids)), [])
    })

    test('of a project that is purged neither what was said is left, nor who might decide, nor its sessions', async () => {
      const ids = await reviewed()
      const approvals = { needed: 1, fromIds: [ben.id] }
      await send(owner, 'PUT', `/api/projects/${film.projectId}/approvals`, approvals)
      const name = `Said ${films}`
      const gone = await owner.send(
        'DELETE',
        `/api/projects/${film.projectId}?name=${encodeURIComponent(name)}`,
        undefined,
      )
      assert.equal(gone.status, 200, JSON.stringify(gone.body))
      await owner.send('POST', '/api/trash/purge', { ids: [film.projectId] })
      await finished()
      assert.deepEqual(beside(await placesOf(ids)), [])
      const reviewTables =
        /^(comments|comment_mentions|open_notes|verdicts|take_marks|version_reviews|approv|playlist|review|link)/
      const ofProject = await placesOf([film.projectId])
      assert.deepEqual(
        ofProject.filter((place) => reviewTables.test(place)),
        [],
      )
    })

    test('of a user who is removed the name stays with what they said, and no more', async () => {
      const [id] = await reviewed()
      const administrator = await testUser(service, { role: 'administrator' })
      const { removeUser } = await import('../accounts/remove-user.ts')
      await removeUser(service.db, { id: ben.id, removedBy: administrator.id })
      const comments = await building(owner).pages(`/api/assets/${id}/comments`, 100)
      const names = comments.map(({ author }) => author.name)
      const [mention] = comments[0].mentions
      assert.equal(names.length, 4)
      assert.equal(mention.name, names[1])
      assert.notEqual(names[1], '')
      const verdicts = await building(owner).pages(`/api/assets/${id}/verdicts`, 100)
      assert.deepEqual(
        verdicts.filter(({ by }) => by.id === ben.id).map(({ by, current }) => [by.name, current]),
        [
          [names[1], true],
          [names[1], false],
        ],
      )
    })

    /** The service itself may be at it. */
    async function finished(): Promise<void> {
      for (;;) {
        await finishDeletions(service.db)
        if ((await service.db.first(countDeletions, {}))!.count === 0) return
        await new Promise((done) => setTimeout(done, 20))
      }
    }
  })
}

const setDeletedTime = statement((db, { id }: { id: string }) =>
  db
    .updateTable('deleted_asset_versions')
    .set({ deleted_at: new Date(Date.now() - 366 * day).toISOString() })
    .where('id', '=', id),
)

const countDeletions = statement((db) =>
  db.selectFrom('deletions').select((count) => count.fn.countAll<number>().as('count')),
)

/** Those that have text. */
const listColumns = statement((db, _: object, engine) => {
  const columns =
    engine === 'postgres'
      ? sql<{ table: string; column: string }>`(select table_name as "table", column_name as "column"
          from information_schema.columns where table_schema = 'public' and data_type = 'text')`
      : sql<{ table: string; column: string }>`(select s.name as "table", c.name as "column"
          from sqlite_schema s, pragma_table_info(s.name) c where s.type = 'table' and c.type like 'text%')`
  return db.selectFrom(columns.as('columns')).select(['columns.table', 'columns.column'])
})

/** Ids are no text that anybody chose. */
function holding(columns: { table: string; column: string }[], ids: string[]) {
  const some = ids.map((id) => `'${id}'`).join(', ')
  const places = columns.map(
    ({ table, column }) =>
      `select '${table}.${column}' as place where exists (select 1 from "${table}" where "${column}" in (${some}))`,
  )
  return statementOf(places.join(' union all '))
}
