import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { trashId } from '../production/deletion-queries.ts'
import { finishDeletions } from '../production/finish-deletions.ts'
import type { Place } from './engines.ts'
import { failingAfter } from './failing-after.ts'
import { until } from './listening.ts'
import { runSql } from './process.ts'
import { allRowsOf } from './rows.ts'

/** Milliseconds. */
export const day = 86_400_000

/** For how long what was deleted is kept, and all else for ever. */
export const keepMonth = {
  ...{ keepCaptureKeys: 36500 * day, keepDeleted: 30 * day },
  ...{ keepAudit: 36500 * day, keepNotices: 36500 * day },
}

/**
 * Every row there is, but for when who looked or worked on it last, for the project of nobody that the first scene makes, and for what
 * files say of themselves, whatever has them: the service asks that when it comes to it.
 */
export async function rowsOf(place: Place): Promise<Record<string, string[]>> {
  const {
    tokens: _,
    review_people: __,
    content_credentials: ___,
    looks: ____,
    projects,
    ...all
  } = await allRowsOf(place)
  return {
    ...all,
    projects: projects!
      .filter((row) => !row.includes(`["id","${trashId}"]`))
      .map((row) => row.replace(/\["updated_at","[^"]*"\]/, '')),
  }
}

/** The same, once the service itself writes nothing any more. */
export async function restingRowsOf(place: Place): Promise<Record<string, string[]>> {
  let rows = await rowsOf(place)
  await until('nothing is written any more', async () => {
    const before = JSON.stringify(rows)
    await sleep(300)
    rows = await rowsOf(place)
    return JSON.stringify(rows) === before
  })
  return rows
}

const listDeletions = statement((db) => db.selectFrom('deletions').select('id'))

/** Waits until all that is to be removed is. */
export async function removed(db: Database): Promise<void> {
  await finishDeletions(db)
  await until('it is removed', async () => (await db.all(listDeletions, {})).length === 0)
}

/** Ends each step after any number of its statements: as long as it is not done, nothing is changed in these tables. */
export async function breakOff(
  { db, place }: { db: Database; place: Place },
  tables: readonly string[],
  steps: readonly ((db: Database) => Promise<unknown>)[],
): Promise<void> {
  const rows = () => Promise.all(tables.map((table) => runSql(place, `select * from ${table} order by 1, 2`)))
  for (const step of steps) {
    const before = await rows()
    for (let count = 0; ; count += 1) {
      const isDone = await step(failingAfter(db, count)).then(
        () => true,
        (error) => {
          assert.equal(error.message, 'killed')
          return false
        },
      )
      if (isDone) break
      assert.deepEqual(await rows(), before, `after ${count} statements`)
      assert.ok(count < 100)
    }
    assert.notDeepEqual(await rows(), before)
  }
}
