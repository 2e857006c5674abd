import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, afterEach, before, beforeEach, describe, mock, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { DailiesError } from '../error.ts'
import { startService } from '../main.ts'
import { type Place, preparedPlace } from '../test/engines.ts'
import { runSql } from '../test/process.ts'
import { silentLog, testFilm, testUser } from '../test/service.ts'
import { beyondNumbers } from './index.ts'
import { SqliteIndex } from './sqlite-index.ts'

/** Versions of the database: more than are taken up in two goes. */
const count = 1100

describe('the file of the index on SQLite', () => {
  let place: Place
  let db: Database
  let index: SqliteIndex
  let path: string
  /** In the order in which they were captured. */
  const ids: string[] = []
  /** The file, with everything in it. */
  let whole: Buffer

  before(async () => {
    place = await preparedPlace('sqlite')
    path = join(place.settings.dataFolder, 'search.db')
    db = await openDatabase(place.settings, () => {})
    await captureAll()
    index = new SqliteIndex(db, place.settings.dataFolder)
    await takeUpAll(index)
    await index.close()
    whole = readFileSync(path)
  })
  after(async () => {
    await db.close()
    await place.remove()
  })

  beforeEach(() => {
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
    writeFileSync(path, whole)
    index = open()
  })
  afterEach(() => index.close())

  const open = () => new SqliteIndex(db, place.settings.dataFolder)

  async function captureAll(): Promise<void> {
    const service = await startService(place.settings, silentLog, { silence: 0 })
    const ada = await testUser({ db, address: service.address })
    const film = await testFilm(db, ada)
    for (let number = 0; number < count; number += 100) {
      const captures = Array.from({ length: 100 }, (_, at) => ({
        ...film.capture,
        prompt: `lamp${(number + at) % 7} number${number + at} ${randomBytes(40).toString('hex').replace(/.{8}/g, '$& ')}`,
      }))
      const { body } = await ada.send('POST', '/api/extension/ingest/batch', { captures })
      ids.push(...body.results.map(({ asset }: { asset: { id: string } }) => asset.id))
    }
    await service.close()
  }

  /** What is damaged may be found to be so, and no more than once. */
  async function takeUpAll(one: SqliteIndex): Promise<void> {
    for (;;) {
      const { waiting, isBuilding } = await one.state()
      if (waiting === 0 && !isBuilding) return
      await one.takeUp()
    }
  }

  async function found(one: SqliteIndex, ...terms: string[]): Promise<string[]> {
    const every = terms.map((term) => ({ term, isPrefix: false }))
    const hits = await one.find({ every, some: [], none: [], before: beyondNumbers, limit: 2 * count })
    return hits.map(({ id }) => id)
  }

  async function hasAll(one: SqliteIndex): Promise<void> {
    assert.deepEqual(await found(one), ids.toReversed())
    assert.deepEqual(await found(one, 'lamp3'), ids.filter((_, at) => at % 7 === 3).toReversed())
    assert.deepEqual(await found(one, 'number777'), [ids[777]])
    assert.deepEqual(await found(one, 'lamp0', 'number777'), [ids[777]])
    assert.deepEqual(await found(one, 'lamp1', 'number777'), [])
  }

  /** As long as it finds out what it has lost, it may say that it cannot be asked. */
  async function hasAllInTheEnd(one: SqliteIndex): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await takeUpAll(one)
        return await hasAll(one)
      } catch (error) {
        if (!isUnavailable(error) || attempt === 3) throw error
      }
    }
  }

  test('has everything', () => hasAll(index))

  const pages = (from: number, to: number) => () => {
    const bytes = Buffer.from(whole)
    randomBytes(4096 * (to - from)).copy(bytes, 4096 * from)
    writeFileSync(path, bytes)
  }
  const last = () => Math.floor(whole.length / 4096)
  const damages: Record<string, () => void> = {
    'is gone': () => rmSync(path),
    'is empty': () => truncateSync(path),
    'has lost half of it': () => truncateSync(path, 4096 * Math.floor(last() / 2)),
    'ends within a page': () => truncateSync(path, 4096 * 3 + 17),
    'has its first page alone': () => truncateSync(path, 4096),
    'is no database': () => writeFileSync(path, randomBytes(100_000)),
    'is a text': () => writeFileSync(path, 'nothing'),
    'has other first pages': pages(0, 3),
    'has other second pages': pages(1, 20),
    'has other pages in the middle': () => pages(20, last() - 20)(),
    'has other last pages': () => pages(last() - 40, last())(),
    'is of another database': () => change("update state set value = 'other 1' where name = 'origin'"),
    'is of another format': () =>
      change("update state set value = replace(value, ' ', ' 9') where name = 'origin'"),
    'has other tables': () =>
      change(
        'drop table documents; drop table lookups; drop table state; create table documents (x); create table state (y)',
      ),
    'has no state': () => change('delete from state'),
    'has no words': () => change('drop table lookups'),
    'is of a database that was ahead': () =>
      change(
        "insert or replace into state values ('taken up to', '1000000'); delete from documents where number < 50",
      ),
  }

  /** By a program that knows nothing of it. */
  function change(sql: string): void {
    const file = new DatabaseSync(path)
    file.exec(sql)
    file.close()
  }

  for (const [what, damage] of Object.entries(damages)) {
    test(`that ${what} is made anew when it is opened`, async () => {
      damage()
      await hasAllInTheEnd(index)
    })
  }

  test('is made anew where its log alone is left', async () => {
    await runSql(place, `update asset_versions set notes = 'x' where id = '${ids[5]}'`)
    await takeUpAll(index)
    const log = readFileSync(`${path}-wal`)
    assert.ok(log.length > 0)
    await index.close()
    rmSync(path)
    writeFileSync(`${path}-wal`, log)
    index = open()
    await hasAllInTheEnd(index)
  })

  for (const what of [
    'is gone',
    'is empty',
    'is no database',
    'has other pages in the middle',
    'has other tables',
  ]) {
    test(`that ${what} while it is open is made anew`, async () => {
      await hasAll(index)
      damages[what]!()
      await hasAllInTheEnd(index)
    })
  }

  test('that cannot be made says so, until it can', async () => {
    await index.close()
    rmSync(path)
    mkdirSync(path)
    writeFileSync(join(path, 'x'), '')
    index = open()
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await assert.rejects(index.takeUp(), isUnavailable)
    }
    rmSync(path, { recursive: true })
    await hasAllInTheEnd(index)
  })

  test('is there again after its thread was killed, wherever it was', async () => {
    const threads: Worker[] = []
    const ref = mock.method(Worker.prototype, 'ref', function (this: Worker) {
      if (!threads.includes(this)) threads.push(this)
    })
    try {
      await index.forget()
      for (let kill = 1; kill <= 6; kill += 1) {
        const asked = [index.takeUp(), index.state(), found(index, 'lamp3'), index.takeUp()]
        const settled = Promise.allSettled(asked)
        // As many are answered as may be.
        if (kill > 1) await asked[kill % 3]
        await threads.at(-1)!.terminate()
        for (const result of await settled) {
          if (result.status === 'rejected') assert.ok(isUnavailable(result.reason))
        }
      }
      assert.equal(threads.length, 6)
      await hasAllInTheEnd(index)
    } finally {
      ref.mock.restore()
    }
  })

  test('has nothing twice and nothing too few where what waits is taken up again', async () => {
    await runSql(place, `update asset_versions set title = 'velvet' where id in ('${ids[1]}', '${ids[900]}')`)
    const waiting = await runSql(place, 'select number, version_id from search_waiting')
    assert.equal(waiting.length, 2)
    await takeUpAll(index)
    assert.deepEqual(await found(index, 'velvet'), [ids[900], ids[1]])
    // As if it had been killed before it could delete them.
    for (const { number, version_id } of waiting) {
      await runSql(place, `insert into search_waiting values (${number}, '${version_id}')`)
    }
    await takeUpAll(index)
    assert.deepEqual(await found(index, 'velvet'), [ids[900], ids[1]])
    await hasAll(index)
    await runSql(place, 'update asset_versions set title = null')
    await takeUpAll(index)
    assert.deepEqual(await found(index, 'velvet'), [])
    await hasAll(index)
  })

  test('keeps the order in which versions were captured, whatever is changed while it is made anew', async () => {
    await index.forget()
    await runSql(
      place,
      `update asset_versions set title = 'velvet' where id in ('${ids[3]}', '${ids[1050]}')`,
    )
    await index.takeUp()
    await index.takeUp()
    await runSql(place, `update asset_versions set title = 'satin' where id in ('${ids[4]}', '${ids[1051]}')`)
    await takeUpAll(index)
    await hasAll(index)
    assert.deepEqual(await found(index, 'velvet'), [ids[1050], ids[3]])
    assert.deepEqual(await found(index, 'satin'), [ids[1051], ids[4]])
    await runSql(place, 'update asset_versions set title = null')
  })

  describe('that two processes have open', () => {
    let other: SqliteIndex
    let otherDb: Database

    before(async () => {
      otherDb = await openDatabase(place.settings, () => {})
    })
    after(() => otherDb.close())
    beforeEach(() => {
      other = new SqliteIndex(otherDb, place.settings.dataFolder)
    })
    afterEach(() => other.close())

    test('is made by both', async () => {
      rmSync(path)
      await Promise.all([hasAllInTheEnd(index), hasAllInTheEnd(other)])
    })

    test('has what changed, whoever takes it up', async () => {
      for (let round = 0; round < 10; round += 1) {
        const title = `velvet${round}`
        await runSql(
          place,
          `update asset_versions set title = '${title}' where version_number % 10 = ${round}`,
        )
        await Promise.all([takeUpAll(index), takeUpAll(other)])
        const expected = await found(index, title)
        assert.equal(expected.length, count / 10)
        assert.deepEqual(await found(other, title), expected)
      }
      await runSql(place, 'update asset_versions set title = null')
      await hasAllInTheEnd(index)
    })

    test('is being built for both where one begins it anew', async () => {
      await Promise.all([hasAll(index), hasAll(other)])
      await other.forget()
      assert.equal((await index.state()).isBuilding, true)
      assert.deepEqual(await found(index), [])
      await Promise.all([hasAllInTheEnd(index), hasAllInTheEnd(other)])
    })

    test('is one for both where it is removed', async () => {
      await Promise.all([hasAll(index), hasAll(other)])
      rmSync(path)
      await runSql(place, `update asset_versions set title = 'velvet' where id = '${ids[7]}'`)
      await takeUpAll(index)
      await runSql(place, `update asset_versions set title = 'satin' where id = '${ids[8]}'`)
      await takeUpAll(other)
      for (const one of [index, other]) {
        assert.deepEqual(await found(one, 'velvet'), [ids[7]])
        assert.deepEqual(await found(one, 'satin'), [ids[8]])
      }
      await runSql(place, 'update asset_versions set title = null')
      await hasAllInTheEnd(other)
    })
  })
})

function isUnavailable(error: unknown): boolean {
  return error instanceof DailiesError && error.code === 'unavailable'
}
