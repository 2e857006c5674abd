import { isDeepStrictEqual } from 'node:util'
import { DailiesError } from '../../error.ts'
import { copyingVersion, migrations } from '../migrate.ts'
import { placesAnew, searchAnew, sumsAnew } from './search-anew.ts'
import { keyOf, quoted, type Row, type Source, type Table, type Target } from './side.ts'

/** Rows that are asked for at once; and that become durable at once, with how far the copy is. */
const pageSize = 250
const pagesTogether = 20

export interface CopyProgress {
  phase: 'rows' | 'indexes' | 'comparing'
  table: string
  /** Rows of all tables, or indexes. */
  done: number
  total: number
}

export interface Copied {
  tables: number
  rows: number
}

/**
 * Copies all rows from one database to another, whichever engines they are, and compares each of them at the end. `from`
 * is held, or looked at as it was at one moment, and never written to. `into` has the tables of
 * this program, without rows; where it is ended, it is gone on with by calling it again with the same `source`, a name of where
 * the rows come from. Until it is finished no service starts on `into`; `beforeEnd` does what belongs to it. Throws `invalid` where that began from another source or
 * has rows, and where any row differs.
 */
export async function copyDatabase(
  {
    from,
    into,
    source,
    beforeEnd = async () => {},
  }: { from: Source; into: Target; source: string; beforeEnd?: () => Promise<void> },
  tell: (progress: CopyProgress) => void = () => {},
): Promise<Copied> {
  const tables = await tablesOfBoth(from, into)
  const counts = new Map<string, number>()
  for (const table of tables) counts.set(table.name, await from.count(table))
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)

  await begin(into, source)
  let done = 0
  for (const table of tables) {
    done += await copyTable({ from, into, table }, (rows) =>
      tell({ phase: 'rows', table: table.name, done: done + rows, total }),
    )
  }
  await putHelpersOn(into, tell)
  let compared = 0
  for (const table of tables) {
    compared += await compareTable({ from, into, table }, (rows) =>
      tell({ phase: 'comparing', table: table.name, done: compared + rows, total }),
    )
  }
  await beforeEnd()
  await into.settle()
  await into.together(async () => {
    await searchAnew(into)
    await placesAnew(into)
    await sumsAnew(into)
    await into.execute('delete from migrations where version = ?', [copyingVersion])
    await into.execute('drop table copying')
  })
  return { tables: tables.length, rows: compared }
}

/** Whether a copy into it was begun and is not finished. */
export async function isUnfinished(into: Target): Promise<boolean> {
  return (await into.version()) === copyingVersion
}

/** Throws `invalid` unless it is of the version of this program. */
export async function requireVersion(from: Source, name: string): Promise<void> {
  const [found, known] = [await from.version(), migrations.at(-1)!.version]
  if (found === known) return
  const advice =
    found > known
      ? 'Use the version of Dailies that upgraded it, or a later one.'
      : 'Start this version of Dailies on it once, or use the one that it was used with.'
  throw new DailiesError(
    'invalid',
    `${name} is at version ${found}, this program copies version ${known}. ${advice}`,
  )
}

async function tablesOfBoth(from: Source, into: Target): Promise<Table[]> {
  const there = new Map((await from.tables()).map((table) => [table.name, table]))
  const tables = await into.tables()
  for (const { name, columns, key } of tables) {
    const found = there.get(name)
    const isSame =
      found &&
      isDeepStrictEqual(found.key, key) &&
      isDeepStrictEqual(new Set(found.columns.map(typed)), new Set(columns.map(typed)))
    if (!isSame || key.length === 0) throw new Error(`The table ${name} is not the same in both databases`)
  }
  return tables
}

const typed = ({ name, type }: Table['columns'][number]) => `${name} ${type}`

async function begin(into: Target, source: string): Promise<void> {
  if ((await requireRoom(into, source)) === 'begun') return
  const helpers = await into.helpers()
  await into.together(async () => {
    await into.execute('create table copying (what text primary key, said text not null)')
    await into.execute("insert into copying (what, said) values ('source', ?)", [source])
    for (const [index, { takeOff, putOn }] of helpers.entries()) {
      // In the other order than they were taken off.
      const place = String(helpers.length - index).padStart(5, '0')
      await into.execute('insert into copying (what, said) values (?, ?)', [`helper ${place}`, putOn])
      await into.execute(takeOff)
    }
    await into.execute("insert into migrations (version, name, applied_at) values (?, 'copying', '')", [
      copyingVersion,
    ])
    for (const name of ofFresh) await into.execute(`delete from ${name}`)
  })
}

/** Whether a copy of `source` into it was begun. Throws `invalid` where one of another was, and where it has rows. */
export async function requireRoom(into: Target, source: string): Promise<'begun' | 'empty'> {
  if (await isUnfinished(into)) {
    const [begun] = await into.execute("select said from copying where what = 'source'")
    if (begun?.said === source) return 'begun'
    throw new DailiesError(
      'invalid',
      `A copy of ${begun?.said} into it is not finished; empty it to begin another`,
    )
  }
  for (const table of await into.tables()) await requireEmpty(into, table)
  return 'empty'
}

/** Have rows where nothing happened yet but that a service was started. */
const ofFresh = ['platforms', 'installation']

async function requireEmpty(into: Target, { name }: Table): Promise<void> {
  if (ofFresh.includes(name)) return
  const [row] = await into.execute(`select 1 as one from ${quoted(name)} limit 1`)
  if (row)
    throw new DailiesError(
      'invalid',
      `It is not empty: there are rows in ${name}. Copy into an empty database.`,
    )
}

interface Pair {
  from: Source
  into: Target
  table: Table
}

interface Done {
  after: Row | null
  rows: number
}

async function copyTable({ from, into, table }: Pair, tell: (rows: number) => void): Promise<number> {
  const what = `table ${table.name}`
  const [found] = await into.execute('select said from copying where what = ?', [what])
  const done: Done = found ? JSON.parse(String(found.said)) : { after: null, rows: 0 }
  if (!found)
    await into.execute('insert into copying (what, said) values (?, ?)', [what, JSON.stringify(done)])
  const read = () => {
    const page = from.page(table, done.after ?? undefined, pageSize)
    // Where writing fails first nobody waits for it any more: one reason is told.
    page.catch(() => {})
    return page
  }
  let next = read()
  for (let isLast = false; !isLast; ) {
    await into.together(async () => {
      for (let page = 0; page < pagesTogether && !isLast; page += 1) {
        const rows = await next
        isLast = rows.length < pageSize
        if (rows.length === 0) break
        done.after = keyOf(table, rows.at(-1)!)
        done.rows += rows.length
        // While these are written, the next are read.
        const written = into.insert(table, rows)
        if (!isLast) next = read()
        await written
      }
      await into.execute('update copying set said = ? where what = ?', [JSON.stringify(done), what])
    })
    tell(done.rows)
  }
  return done.rows
}

async function putHelpersOn(into: Target, tell: (progress: CopyProgress) => void): Promise<void> {
  const helpers = await into.execute(
    "select what, said from copying where what like 'helper %' order by what",
  )
  for (const [done, { what, said }] of helpers.entries()) {
    tell({ phase: 'indexes', table: '', done, total: helpers.length })
    await into.together(async () => {
      await into.execute(String(said))
      await into.execute('delete from copying where what = ?', [what!])
    })
  }
}

async function compareTable({ from, into, table }: Pair, tell: (rows: number) => void): Promise<number> {
  let rows = 0
  for (let after: Row | undefined; ; ) {
    const [theirs, ours] = await Promise.all([
      from.page(table, after, pageSize),
      into.page(table, after, pageSize),
    ])
    if (JSON.stringify(theirs) !== JSON.stringify(ours)) throw differs(table, theirs, ours)
    rows += theirs.length
    tell(rows)
    if (theirs.length < pageSize) return rows
    after = keyOf(table, theirs.at(-1)!)
  }
}

function differs(table: Table, theirs: Row[], ours: Row[]): DailiesError {
  const index = theirs.findIndex((row, index) => JSON.stringify(row) !== JSON.stringify(ours[index]))
  const row = theirs[index] ?? ours[theirs.length]!
  return new DailiesError(
    'invalid',
    `The row ${keyOf(table, row).join(' ')} of ${table.name} is not the same in both: somebody wrote to one of them since the copy was begun. Empty the new one, and copy again.`,
  )
}
