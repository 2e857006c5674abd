import assert from 'node:assert/strict'
import { StatementSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { emptyPlace, type Place } from '../test/engines.ts'
import type { Database, Transaction } from './database.ts'
import { openDatabase } from './open.ts'
import { long, statement, statementOf } from './statement.ts'

const addUser = statement((db, { id }: { id: string }) =>
  db.insertInto('users').values({ id, email: id, name: id, role: 'member', created_at: '', updated_at: '' }),
)
const addProjectOf = statement((db, { id, ownerId }: { id: string; ownerId: string }) =>
  db
    .insertInto('projects')
    .values({ id, owner_id: ownerId, name: id, status: 'DEVELOPMENT', created_at: '', updated_at: '' }),
)
const listUsers = statement((db) => db.selectFrom('users').select('id').orderBy('id'))
const listUsersForLong = long(listUsers)
const checkAtCommit = statementOf('pragma defer_foreign_keys = on')

describe('SQLite', () => {
  let place: Place
  let db: Database

  beforeEach(async () => {
    place = await emptyPlace('sqlite')
    db = await openDatabase(place.settings, () => {})
  })
  afterEach(async () => {
    await db.close()
    await place.remove()
  })

  const add = (id: string) => db.transaction((transaction) => transaction.run(addUser, { id }))
  const users = async () => (await db.all(listUsers, {})).map(({ id }) => id)

  /** Longer than transactions are worked at before others get their turn. */
  function work() {
    for (const began = performance.now(); performance.now() - began < 30; );
  }

  test('a commit that fails takes along those before the cut, and nobody who came after it', async () => {
    const failing = async (transaction: Transaction) => {
      await transaction.run(checkAtCommit, { values: [] })
      await transaction.run(addProjectOf, { id: 'orphan', ownerId: 'nobody' })
      work()
    }
    const results = await Promise.allSettled([add('before'), db.transaction(failing), add('after')])
    const [before, orphan, after] = results.map((result) =>
      result.status === 'rejected' ? result.reason.code : 'done',
    )
    assert.deepEqual([before, orphan, after], ['unavailable', 'unavailable', 'done'])
    assert.deepEqual(await users(), ['after'])
  })

  test('those who write are answered although the snapshot of the readers cannot be left', async (context) => {
    let failures = 0
    const run = StatementSync.prototype.run
    context.mock.method(StatementSync.prototype, 'run', function (this: StatementSync, ...values: unknown[]) {
      if (this.sourceSQL === 'commit' && failures === 0) {
        failures += 1
        throw new Error('disk I/O error')
      }
      return Reflect.apply(run, this, values)
    })
    await Promise.all([users(), add('one')])
    await add('two')
    assert.equal(failures, 1)
    assert.deepEqual(await users(), ['one', 'two'])
  })

  test('a reading thread that dies is worth another try', async (context) => {
    const posted = context.mock.method(Worker.prototype, 'postMessage')
    const reading = db.all(listUsersForLong, {})
    const thread = posted.mock.calls[0]!.this as Worker
    await Promise.all([assert.rejects(reading, { code: 'unavailable' }), thread.terminate()])
    assert.deepEqual(await db.all(listUsersForLong, {}), [])
  })
})
