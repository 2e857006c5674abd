import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { DailiesError } from '../../error.ts'
import type { Value } from '../database.ts'
import { selectVersion } from '../migrate.ts'
import { addFunctions } from '../sqlite-connection.ts'
import {
  type ColumnType,
  ofItself,
  pageSql,
  quoted,
  type Row,
  type Side,
  type Source,
  selectedAtOnce,
  type Table,
  type Target,
} from './side.ts'

/** Milliseconds that a service which is writing has to come to the end of it. */
const patience = 30_000

/** Opens the database of a data folder for reading alone. Throws `invalid` where there is none. */
export function openSqliteSource(folder: string): Source {
  const path = join(folder, 'dailies.db')
  if (!existsSync(path)) throw new DailiesError('invalid', `${folder}: Has no database of Dailies`)
  const database = new DatabaseSync(path, { timeout: patience })
  return {
    ...sideOf(database),
    // Whoever writes holds this lock; it changes nothing.
    hold: async () => {
      try {
        database.exec('begin immediate')
      } catch {
        throw new DailiesError(
          'unavailable',
          `${path}: Somebody writes to it all the time; stop the service first`,
        )
      }
    },
    look: async () => {
      database.exec('begin')
      database.prepare('select count(*) from sqlite_schema').get()
    },
    select: async function* (sql, values) {
      const statement = database.prepare(sql)
      statement.setReturnArrays(true)
      let rows: Row[] = []
      for (const row of statement.iterate(...values)) {
        if (rows.push(row as unknown as Row) < selectedAtOnce) continue
        yield rows
        rows = []
      }
      yield rows
    },
    close: async () => database.close(),
  }
}

/** Opens the database of a data folder for writing, and makes an empty one where there is none. */
export function openSqliteTarget(folder: string): Target {
  const path = join(folder, 'dailies.db')
  const database = openAlone(path)
  database.exec('pragma foreign_keys = off; pragma cache_size = -200000; pragma temp_store = memory')
  addFunctions(database)
  const inserts = new Map<string, StatementSync>()
  return {
    ...sideOf(database),
    execute: async (sql, values = []) => database.prepare(sql).all(...values) as Record<string, Value>[],
    together: async (work) => {
      database.exec('begin immediate')
      try {
        await work()
        database.exec('commit')
      } catch (error) {
        if (database.isTransaction) database.exec('rollback')
        throw error
      }
    },
    insert: async (table, rows) => {
      const insert = inserts.get(table.name) ?? database.prepare(insertSql(table))
      inserts.set(table.name, insert)
      for (const row of rows) insert.run(...row)
    },
    helpers: async () =>
      database
        .prepare(
          "select type, name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null order by name",
        )
        .all()
        .map(({ type, name, sql }) => ({
          takeOff: `drop ${type} ${quoted(String(name))}`,
          putOn: String(sql),
        })),
    settle: async () => {
      const [wrong] = database.prepare('pragma foreign_key_check').all()
      if (wrong) throw new Error(`A row of ${wrong.table} refers to one of ${wrong.parent} that is not there`)
      database.exec('pragma wal_checkpoint(truncate)')
    },
    close: async () => database.close(),
  }
}

/** Nobody else comes to it from here on; its log is flushed when it is copied into it. */
function openAlone(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 1000 })
  try {
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal')
    database.exec('begin immediate; commit')
    return database
  } catch {
    database.close()
    throw new DailiesError('invalid', `${path}: Somebody uses it; stop the service first`)
  }
}

function sideOf(database: DatabaseSync): Omit<Side, 'close'> {
  const pages = new Map<string, StatementSync>()

  function pageOf(table: Table, isFirst: boolean): StatementSync {
    const name = `${table.name} ${isFirst}`
    const known = pages.get(name)
    if (known) return known
    const made = database.prepare(pageSql(table, isFirst, () => '?'))
    made.setReturnArrays(true)
    pages.set(name, made)
    return made
  }

  return {
    engine: 'sqlite',
    version: async () => {
      const isThere = database.prepare("select 1 from sqlite_schema where name = 'migrations'").get()
      return isThere ? Number(database.prepare(selectVersion).get()!.version) : 0
    },
    tables: async () =>
      database
        .prepare(
          "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
        )
        .all()
        .map(({ name }) => String(name))
        .filter((name) => !ofItself.includes(name))
        .map((name) =>
          tableOf(name, database.prepare('select name, type, pk from pragma_table_info(?)').all(name)),
        ),
    count: async ({ name }) =>
      Number(database.prepare(`select count(*) as count from ${quoted(name)}`).get()!.count),
    bytes: async () =>
      Number(
        database
          .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
          .get()!.bytes,
      ),
    page: async (table, after, limit) => {
      const rows: unknown = pageOf(table, !after).all(...(after ?? []), limit)
      return rows as Row[]
    },
  }
}

function tableOf(name: string, found: Record<string, unknown>[]): Table {
  const columns = found.map((column) => ({ name: String(column.name), type: typeOf(String(column.type)) }))
  const inKey = found
    .filter(({ pk }) => Number(pk) > 0)
    .sort((one, other) => Number(one.pk) - Number(other.pk))
  return { name, columns, key: inKey.map((column) => String(column.name)) }
}

function typeOf(type: string): ColumnType {
  if (/int/i.test(type)) return 'bigint'
  return /double|real|numeric/i.test(type) ? 'double precision' : 'text'
}

function insertSql({ name, columns }: Table): string {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  return `insert into ${quoted(name)} (${names}) values (${columns.map(() => '?').join(', ')})`
}
