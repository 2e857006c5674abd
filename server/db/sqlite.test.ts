import assert from 'node:assert/strict'
import { copyFile, mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Place, preparedPlace } from '../test/engines.ts'
import type { Database, Transaction } from './database.ts'
import { openDatabase } from './open.ts'
import { long, statement, statementOf } from './statement.ts'

const addUser = statement((db, { id }: { id: string }) =>
  db.insertInto('users').values({ id, email: id, name: id, role: 'member', created_at: '', updated_at: '' }),
)
const addProjectOf = statement((db, { id, ownerId }: { id: string; ownerId: string }) =>
  db
    .insertInto('projects')
    .values({ id, created_by: ownerId, name: id, status: 'DEVELOPMENT', created_at: '', updated_at: '' }),
)
const listUsers = statement((db) => db.selectFrom('users').select('id').orderBy('id'))
const listUsersForLong = long(listUsers)
const addUsers = statementOf(`insert into users (id, email, name, role, created_at, updated_at)
  select value, value, value, 'member', '', '' from json_each(?)`)
/** Of a fresh database, so that a megabyte more does not fit. */
const atMostPages = statementOf('pragma max_page_count = 250')
const checkAtCommit = statementOf('pragma defer_foreign_keys = on')

describe('SQLite', () => {
  let place: Place
  let db: Database

  beforeEach(async () => {
    place = await preparedPlace('sqlite')
    db = await openDatabase(place.settings, () => {})
  })
  afterEach(async () => {
    await db.close()
    await place.remove()
  })

  const add = (id: string) => db.transaction((transaction) => transaction.run(addUser, { id }))
  const users = async () => (await db.all(listUsers, {})).map(({ id }) => id)

  test('a commit that fails takes along those before the cut, and nobody who came after it', async (context) => {
    let now = performance.now()
    context.mock.method(performance, 'now', () => now)
    const failing = async (transaction: Transaction) => {
      await transaction.run(checkAtCommit, { values: [] })
      await transaction.run(addProjectOf, { id: 'orphan', ownerId: 'nobody' })
      // Longer than transactions are worked at before others get their turn.
      now += 30
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

  test('a long transaction is committed or rolled back alone, in its turn, and seen at once', async () => {
    const long = (id: string, then?: Error) =>
      db.longTransaction(async (transaction) => {
        await transaction.run(addUser, { id })
        if (then) throw then
        return (await transaction.all(listUsers, {})).map((user) => user.id)
      })
    const results = await Promise.allSettled([
      add('before'),
      long('long'),
      long('never', new Error('changed my mind')),
      long('long'),
      add('after'),
    ])
    const [before, written, rolledBack, twice, after] = results
    assert.deepEqual([before?.status, after?.status], ['fulfilled', 'fulfilled'])
    assert.deepEqual(written, { status: 'fulfilled', value: ['before', 'long'] })
    assert.match(String((rolledBack as PromiseRejectedResult).reason), /changed my mind/)
    assert.match(String((twice as PromiseRejectedResult).reason), /UNIQUE constraint failed/)
    assert.deepEqual(await users(), ['after', 'before', 'long'])
  })

  test('a long transaction that cannot be committed leaves nothing', async () => {
    const orphan = db.longTransaction(async (transaction) => {
      await transaction.run(checkAtCommit, { values: [] })
      await transaction.run(addUser, { id: 'one' })
      await transaction.run(addProjectOf, { id: 'orphan', ownerId: 'nobody' })
    })
    await assert.rejects(orphan, { code: 'unavailable' })
    assert.deepEqual(await users(), [])
    await db.longTransaction((transaction) => transaction.run(addUser, { id: 'two' }))
    assert.deepEqual(await users(), ['two'])
  })

  test('a long transaction ends with its thread, and the next has another', async (context) => {
    const posted = context.mock.method(Worker.prototype, 'postMessage')
    const dying = db.longTransaction(async (transaction) => {
      await transaction.run(addUser, { id: 'one' })
      await (posted.mock.calls[0]!.this as Worker).terminate()
      await transaction.run(addUser, { id: 'two' })
    })
    await assert.rejects(dying, { code: 'unavailable' })
    await db.longTransaction((transaction) => transaction.run(addUser, { id: 'three' }))
    assert.deepEqual(await users(), ['three'])
  })

  for (const kind of ['transaction', 'longTransaction'] as const)
    test(`what comes after a full disk has ended a ${kind} is not written outside of one`, async () => {
      const full = db[kind](async (transaction) => {
        await transaction.run(addUser, { id: 'before' })
        await transaction.all(atMostPages, { values: [] })
        const large = transaction.run(addUser, { id: 'x'.repeat(3_000_000) })
        await Promise.allSettled([large, transaction.run(addUser, { id: 'after' })])
        return large
      })
      await assert.rejects(full, { code: 'unavailable' })
      assert.deepEqual(await users(), [])
    })

  test('nothing is written once the database is closed', async () => {
    const other = await openDatabase(place.settings, () => {})
    await other.close()
    const late = other.longTransaction((transaction) => transaction.run(addUser, { id: 'late' }))
    await assert.rejects(late, { code: 'unavailable' })
    assert.deepEqual(await users(), [])
  })

  test('the event loop turns while a long transaction writes', async () => {
    const names = JSON.stringify(Array.from({ length: 50_000 }, (_, count) => `user ${count}`))
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    }, 1)
    try {
      await db.longTransaction((transaction) => transaction.run(addUsers, { values: [names] }))
    } finally {
      clearInterval(counting)
    }
    assert.equal((await users()).length, 50_000)
    assert.ok(turns > 20, `${turns} turns`)
  })

  /** Files as they can be flushed: a method of theirs may be replaced. */
  async function anyFile() {
    const file = await open(join(place.settings.dataFolder, 'dailies.db'))
    await file.close()
    return Object.getPrototypeOf(file) as typeof file
  }

  test('whoever is answered is on the disk by then: what was flushed is enough to find it again', async (context) => {
    const { dataFolder } = place.settings
    const file = await anyFile()
    const flush = file.datasync
    const flushed: string[] = []
    context.mock.method(file, 'datasync', async function (this: typeof file) {
      const folder = join(dataFolder, `flushed-${flushed.length}`)
      await mkdir(folder)
      for (const name of ['dailies.db', 'dailies.db-wal'])
        await copyFile(join(dataFolder, name), join(folder, name))
      flushed.push(folder)
      return flush.call(this)
    })
    for (const group of [['one'], ['two', 'three'], ['four']]) {
      await Promise.all(group.map(add))
      const found = new DatabaseSync(join(flushed.at(-1)!, 'dailies.db')).prepare(
        'select id from users order by id',
      )
      assert.deepEqual(
        found.all().map(({ id }) => id),
        await users(),
      )
    }
    assert.equal(flushed.length, 3)
  })

  test('others read while the disk takes its time, and only those who wrote wait for it', async (context) => {
    const slow = Promise.withResolvers<void>()
    const file = await anyFile()
    context.mock.method(file, 'datasync', () => slow.promise)
    let isAnswered = false
    const writing = add('one').then(() => {
      isAnswered = true
    })
    while (!(await users()).includes('one')) await setImmediate()
    assert.equal(isAnswered, false)
    slow.resolve()
    await writing
  })

  test('after a flush that failed nothing is written before all of the log is in the database', async (context) => {
    const failing = context.mock.method(await anyFile(), 'datasync', () => Promise.reject(new Error('EIO')))
    await assert.rejects(add('one'), { code: 'unavailable' })
    failing.mock.restore()

    const reader = new DatabaseSync(join(place.settings.dataFolder, 'dailies.db'), { readOnly: true })
    reader.exec('begin')
    assert.equal(reader.prepare('select count(*) as count from users').get()!.count, 1)
    await assert.rejects(add('two'), { code: 'unavailable' })
    await assert.rejects(
      db.longTransaction((transaction) => transaction.run(addUser, { id: 'three' })),
      { code: 'unavailable' },
    )
    reader.close()

    await add('four')
    assert.deepEqual(await users(), ['four', 'one'])
  })

  test('the log begins anew, however much is written one after the other', async () => {
    const long = 'x'.repeat(1_000_000)
    for (let count = 0; count < 40; count += 1) await add(`${count} ${long}`)
    const { size } = await stat(join(place.settings.dataFolder, 'dailies.db-wal'))
    assert.ok(size < 20_000_000, `${size} bytes`)
  })

  test('checkpoints go on where their thread dies', async (context) => {
    context.mock.method(Worker.prototype, 'postMessage', function (this: Worker) {
      this.terminate()
    })
    const long = 'x'.repeat(1_000_000)
    for (let count = 0; count < 40; count += 1) await add(`${count} ${long}`)
    const { size } = await stat(join(place.settings.dataFolder, 'dailies.db-wal'))
    assert.ok(size < 20_000_000, `${size} bytes`)
  })

  test('a reading thread that dies is worth another try', async (context) => {
    const posted = context.mock.method(Worker.prototype, 'postMessage')
    const reading = db.all(listUsersForLong, {})
    const thread = posted.mock.calls[0]!.this as Worker
    await Promise.all([assert.rejects(reading, { code: 'unavailable' }), thread.terminate()])
    assert.deepEqual(await db.all(listUsersForLong, {}), [])
  })
})
