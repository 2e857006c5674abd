import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { Database } from '../db/database.ts'
import { idAt } from '../db/id.ts'
import { openDatabase } from '../db/open.ts'
import { startService } from '../main.ts'
import { type Place, preparedPlace } from '../test/engines.ts'
import { runSql } from '../test/process.ts'
import { silentLog, testFilm, testUser } from '../test/service.ts'
import { beyondNumbers } from './index.ts'
import { PostgresIndex } from './postgres-index.ts'

/** Versions of the database: more than are taken up in two goes. */
const count = 2100

describe('the tables of the index on PostgreSQL', () => {
  let place: Place
  /** Of nodes that have nothing else in common. */
  let dbs: Database[]
  let nodes: PostgresIndex[]
  let index: PostgresIndex
  /** In the order in which they were captured. */
  const ids: string[] = []

  before(async () => {
    place = await preparedPlace('postgres')
    dbs = await Promise.all([1, 2, 3, 4].map(() => openDatabase(place.settings, () => {})))
    nodes = dbs.map((db) => new PostgresIndex(db))
    index = nodes[0]!
    await capture(Array.from({ length: count }, (_, number) => `lamp${number % 7} number${number}`))
  })
  after(async () => {
    for (const db of dbs) await db.close()
    await place.remove()
  })

  /** By a service that is gone after it. */
  async function capture(prompts: string[]): Promise<void> {
    const service = await startService(place.settings, silentLog, { silence: 0 })
    const ada = await testUser({ db: dbs[0]!, address: service.address })
    const film = await testFilm(dbs[0]!, ada)
    for (let at = 0; at < prompts.length; at += 100) {
      const captures = prompts.slice(at, at + 100).map((prompt) => ({ ...film.capture, prompt }))
      const { body } = await ada.send('POST', '/api/extension/ingest/batch', { captures })
      ids.push(...body.results.map(({ asset }: { asset: { id: string } }) => asset.id))
    }
    await service.close()
  }

  const sql = (text: string) => runSql(place, text)

  async function takeUpAll(one = index): Promise<void> {
    for (;;) {
      const { waiting, isBuilding } = await one.state()
      if (waiting === 0 && !isBuilding) return
      await one.takeUp()
    }
  }

  async function found(...terms: string[]): Promise<string[]> {
    const every = terms.map((term) => ({ term, isPrefix: false }))
    const hits = await index.find({ every, some: [], none: [], before: beyondNumbers, limit: 50_000 })
    return hits.map(({ id }) => id)
  }

  async function hasAll(): Promise<void> {
    assert.deepEqual(await found(), ids.toReversed())
    assert.deepEqual(
      await found('lamp3'),
      ids
        .slice(0, count)
        .filter((_, at) => at % 7 === 3)
        .toReversed(),
    )
    assert.deepEqual(await found('lamp0', 'number777'), [ids[777]])
  }

  test('are begun and built by nodes that start at the same time', async () => {
    for (let round = 1; round <= 5; round += 1) {
      await sql('delete from search_progress')
      await sql('delete from search_documents')
      // Some wait, and of others nothing but the walk knows.
      await sql(`update asset_versions set title = 'round${round}' where version_number % 20 = ${round}`)
      await Promise.all(nodes.map((node) => takeUpAll(node)))
      await hasAll()
      assert.equal((await found(`round${round}`)).length, count / 20)
      // What comes after that has its own numbers.
      await capture([`velvet${round}`])
      await Promise.all(nodes.map((node) => takeUpAll(node)))
      assert.deepEqual(await found(`velvet${round}`), [ids.at(-1)])
      await hasAll()
    }
  })

  test('are begun anew by one while others take up', async () => {
    await Promise.all([...nodes.map((node) => takeUpAll(node)), index.forget(), nodes[1]!.forget()])
    await takeUpAll()
    await hasAll()
  })

  test('say that they are being built, whoever began them anew', async () => {
    await nodes[1]!.forget()
    assert.equal((await index.state()).isBuilding, true)
    assert.deepEqual(await found(), [])
    await takeUpAll()
    assert.equal((await nodes[1]!.state()).isBuilding, false)
  })

  test('are of this database and of this format alone', async () => {
    for (const origin of ["'other 1'", "replace(origin, ' ', ' 9')"]) {
      await sql(`update search_progress set origin = ${origin}`)
      await sql('delete from search_documents')
      assert.equal((await index.state()).isBuilding, true)
      await takeUpAll()
      await hasAll()
    }
  })

  test('keep the order in which versions were captured, whatever is changed while they are made anew', async () => {
    await index.forget()
    await sql(`update asset_versions set title = 'velvet' where id in ('${ids[3]}', '${ids[1050]}')`)
    await index.takeUp()
    await index.takeUp()
    await sql(`update asset_versions set title = 'satin' where id in ('${ids[4]}', '${ids[1051]}')`)
    await takeUpAll()
    await hasAll()
    assert.deepEqual(await found('velvet'), [ids[1050], ids[3]])
    assert.deepEqual(await found('satin'), [ids[1051], ids[4]])
  })

  test('miss nothing that is committed after what came later', async () => {
    const slow = new pg.Client(place.settings.databaseUrl as string)
    await slow.connect()
    try {
      await slow.query(`begin; update asset_versions set title = 'late' where id = '${ids[10]}'`)
      await sql(`update asset_versions set title = 'quick' where id = '${ids[11]}'`)
      await takeUpAll()
      assert.deepEqual([await found('quick'), await found('late')], [[ids[11]], []])
      await slow.query('commit')
      assert.equal((await index.state()).waiting, 1)
      await takeUpAll()
      assert.deepEqual([await found('quick'), await found('late')], [[ids[11]], [ids[10]]])
    } finally {
      await slow.end()
    }
  })

  test('find the newest of many, and what is far behind them', async () => {
    // As if hundreds of thousands had come between them.
    const far = [0, 2 ** 14, 2 ** 15, 2 ** 15 + 100, 2 ** 18 + 7, 2 ** 19, 2 ** 19 + 2 ** 14, 2 ** 20]
    const some: string[] = []
    for (const number of far) {
      await sql(`update search_progress set next_number = greatest(next_number, ${number})`)
      await capture([`rare often${number % 2}`])
      some.push(ids.at(-1)!)
      await takeUpAll()
    }
    assert.deepEqual(await found('rare'), some.toReversed())
    const page = { every: [{ term: 'rare', isPrefix: false }], some: [], none: [] }
    for (const limit of [1, 2, 3]) {
      const pages: string[] = []
      for (let before = beyondNumbers; ; ) {
        const hits = await index.find({ ...page, before, limit })
        assert.ok(hits.length <= limit)
        pages.push(...hits.map(({ id }) => id))
        if (hits.length < limit) break
        before = hits.at(-1)!.number
      }
      assert.deepEqual(pages, some.toReversed())
    }
    await hasAll()
  })

  /** Milliseconds, of what was added last. */
  let time = 0

  /** Past the service, captured later than all others: as many copies of the first take as there are titles. */
  async function add(titles: string[]): Promise<void> {
    const from = Math.max(time, Date.now()) + 1
    time = from + titles.length
    const made = titles.map((title, at) => ({ id: idAt(from + at), title }))
    const copied = Object.keys((await sql('select * from asset_versions limit 1'))[0]!)
    const others = copied.filter((name) => !['id', 'title', 'version_number'].includes(name))
    await sql(`insert into asset_versions (id, title, version_number, ${others.join(', ')})
      select made.id, made.title, 100000 + (select max(version_number) from asset_versions) + row_number() over (order by made.id),
        ${others.map((name) => `alike.${name}`).join(', ')}
      from json_to_recordset('${JSON.stringify(made)}') as made (id text, title text)
      cross join (select * from asset_versions where id = '${ids[0]}') as alike`)
    ids.push(...made.map(({ id }) => id))
  }

  test('are put together where they are many and small; what is gone is swept away', async () => {
    await index.forget()
    await takeUpAll()
    const before = ids.length
    const titles = Array.from({ length: 9000 }, (_, at) => `felt${at % 3} thread${at}`)
    for (let at = 0; at < titles.length; at += 900) {
      await add(titles.slice(at, at + 900))
      await takeUpAll()
    }
    const segments = () =>
      sql('select documents from search_segments where is_gone = 0 order by first_number')
    assert.ok((await segments()).some(({ documents }) => Number(documents) >= 8192))
    assert.ok((await segments()).length < 5)
    const added = ids.slice(before)
    assert.deepEqual(await found(), ids.toReversed())
    assert.deepEqual(await found('felt1'), added.filter((_, at) => at % 3 === 1).toReversed())
    assert.deepEqual(await found('felt0', 'thread8001'), [added[8001]])

    // In a segment and in none yet: what is taken away, what comes, and what goes.
    await add(['felt1 open'])
    await takeUpAll()
    const changed = [added[1]!, added[8002]!, ids.at(-1)!]
    await sql(`update asset_versions set title = 'silk' where id in ('${changed.join("', '")}')`)
    await sql(`delete from asset_versions where id in ('${added[7]}', '${added[8003]}')`)
    await takeUpAll()
    const gone = new Set([...changed, added[7], added[8003]])
    assert.deepEqual(
      await found('felt1'),
      added.filter((id, at) => at % 3 === 1 && !gone.has(id)).toReversed(),
    )
    assert.deepEqual(await found('silk'), changed.toReversed())
    assert.deepEqual(await found('thread8003'), [])
    for (const id of [added[7]!, added[8003]!]) ids.splice(ids.indexOf(id), 1)

    for (;;) {
      const [left] = await sql('select count(*) as count from search_segments where is_gone = 1')
      if (Number(left!.count) === 0) break
      await sql(`update asset_versions set title = title where id = '${ids[0]}'`)
      await takeUpAll()
    }
    const orphans = 'segment_id not in (select id from search_segments)'
    const [row] = await sql(`select count(*) as count from search_postings where ${orphans}`)
    assert.equal(Number(row!.count), 0)
  })

  test('are put together without what the walk may still come to', async () => {
    await index.forget()
    // Removed and brought back while it walks: the walk has a number left for it, the last of its own.
    const last = ids.pop()!
    await sql(`create table kept as select * from asset_versions where id = '${last}'`)
    await sql(`delete from asset_versions where id = '${last}'`)
    for (let [done, of] = [0, 2]; done < of - 1; ) ({ done, of } = await index.takeUp())
    const before = ids.length
    for (let at = 0; at < 9000; at += 900) {
      await add(Array.from({ length: 900 }, () => 'baize'))
      while ((await index.state()).waiting > 0) await index.takeUp()
    }
    await sql('update kept set version_number = version_number + 1000000')
    await sql('insert into asset_versions select * from kept')
    await sql('drop table kept')
    await takeUpAll()
    const added = ids.slice(before)
    assert.deepEqual(await found('baize'), added.toReversed())
    ids.splice(before, 0, last)
    assert.deepEqual(await found(), ids.toReversed())
    await sql(`update asset_versions set title = 'velour' where id = '${added[5]}'`)
    await takeUpAll()
    assert.deepEqual(await found('velour'), [added[5]])
    assert.equal((await found('baize')).length, added.length - 1)
  })
})
