import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Place, preparedPlace } from '../test/engines.ts'
import type { Database } from './database.ts'
import type { ReadOn } from './long-reads.ts'
import { openDatabase } from './open.ts'
import { long, statement } from './statement.ts'

const addUser = statement((db, { id }: { id: string }) =>
  db.insertInto('users').values({ id, email: id, name: id, role: 'member', created_at: '', updated_at: '' }),
)
const listUsers = long(statement((db) => db.selectFrom('users').select('id').orderBy('id')))

/** As many rows as it is told. */
const countLong = long(
  statement((db, { most }: { most: number }) =>
    db
      .selectFrom(
        sql<{ n: number }>`(with recursive numbers (n) as
          (select 1 union all select n + 1 from numbers where n < ${most}) select n from numbers)`.as(
          'numbers',
        ),
      )
      .select('n'),
  ),
)
const wrong = long(statement((db) => db.selectFrom('users').select(sql`no_such_function()`.as('it'))))

describe('long reads on SQLite', () => {
  let place: Place
  let db: Database
  let onPart = (_part: ReadOn) => {}

  before(async () => {
    process.once('worker', (reader) => reader.on('message', (part: ReadOn) => onPart(part)))
    place = await preparedPlace('sqlite')
    db = await openDatabase(place.settings, () => {})
  })
  after(async () => {
    await db.close()
    await place.remove()
  })

  test('see what was committed before', async () => {
    for (const id of ['a', 'b', 'c']) {
      await db.transaction((transaction) => transaction.run(addUser, { id }))
      const users = await db.all(listUsers, {})
      assert.equal(users.at(-1)?.id, id)
    }
  })

  test('leave the event loop to others meanwhile, and come whole and in order', async () => {
    let turns = 0
    const parts: { turn: number; rows: number }[] = []
    onPart = (part) => void parts.push({ turn: turns, rows: 'rows' in part ? part.rows.length : 0 })
    let isDone = false
    const reading = db.all(countLong, { most: 300_000 }).finally(() => {
      isDone = true
    })
    while (!isDone) {
      await turn()
      turns += 1
    }
    const rows = await reading
    assert.equal(rows.length, 300_000)
    assert.ok(rows.every(({ n }, index) => n === index + 1))
    assert.ok(
      parts.every(({ rows }) => rows <= 500),
      'no part has many rows',
    )
    assert.equal(new Set(parts.map(({ turn }) => turn)).size, parts.length, 'no two parts come in one turn')
  })

  test('fail as others do, and the next ones do not', async () => {
    await assert.rejects(db.all(wrong, {}), { code: 'ERR_SQLITE_ERROR', message: /no_such_function/ })
    assert.equal((await db.all(countLong, { most: 3 })).length, 3)
  })

  test('see in a transaction what it has written', async () => {
    const seen = await db.transaction(async (transaction) => {
      await transaction.run(addUser, { id: 'd' })
      return transaction.all(listUsers, {})
    })
    assert.equal(seen.at(-1)?.id, 'd')
  })
})
