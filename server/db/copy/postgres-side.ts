import pg from 'pg'
import { DailiesError, unavailable } from '../../error.ts'
import { selectVersion } from '../migrate.ts'
import { placeIn } from '../postgres-addresses.ts'
import { Primary } from '../primary.ts'
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

/** Milliseconds that whoever is writing has to come to the end of it. */
const patience = 30_000
/** The number is only ours: "copying" in base 36. Whoever has it writes to the database; another one is refused. */
const copying = 27_792_066_376

/** Opens a database for reading alone. */
export async function openPostgresSource(url: string): Promise<Source> {
  const client = await connect(url)
  const side = sideOf(client)
  return {
    ...side,
    hold: async () => {
      const names = (await side.tables()).map(({ name }) => quoted(name))
      try {
        await client.query(`begin isolation level repeatable read; set local lock_timeout = ${patience}`)
        await client.query(`lock table ${names.join(', ')} in share mode`)
      } catch (error) {
        throw new DailiesError(
          'unavailable',
          `${named(url)}: Somebody writes to it all the time; stop the service first (${(error as Error).message})`,
        )
      }
    },
    look: async () => {
      await client.query('begin isolation level repeatable read read only')
      // The first statement is what it is as of.
      await client.query('select 1')
    },
    select: async function* (sql, values) {
      await client.query(`declare selected no scroll cursor for ${numbered(sql)}`, values)
      try {
        for (;;) {
          const { rows } = await client.query({ text: `fetch ${selectedAtOnce} selected`, rowMode: 'array' })
          yield rows as Row[]
          if (rows.length < selectedAtOnce) return
        }
      } finally {
        // Not after an error, which has ended all of it.
        await client.query('close selected').catch(() => {})
      }
    },
    close: () => client.end(),
  }
}

/** Opens a database for writing. Throws `invalid` where another copy is being made into it. */
export async function openPostgresTarget(url: string): Promise<Target> {
  const client = await connect(url)
  const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [copying])
  if (!rows[0].mine) {
    await client.end()
    throw new DailiesError('invalid', `${named(url)}: Another copy is being made into it`)
  }
  // What is lost in a crash of the server is written again from where it stood.
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '256MB'")
  const execute: Target['execute'] = async (sql, values = []) =>
    (await client.query(numbered(sql), values)).rows
  return {
    ...sideOf(client),
    execute,
    together: async (work) => {
      await client.query('begin')
      try {
        await work()
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      }
    },
    insert: async (table, rows) => {
      await client.query({
        name: `copy ${table.name}`,
        text: insertSql(table),
        values: [JSON.stringify(rows)],
      })
    },
    helpers: async () => {
      const references = await client.query(`select conrelid::regclass::text as on_table, conname as name,
          pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`)
      const indexes = await client.query(`select indexname as name, indexdef as definition from pg_indexes
        where schemaname = current_schema() and not exists (select 1 from pg_constraint
          where conindid = (quote_ident(schemaname) || '.' || quote_ident(indexname))::regclass and contype <> 'f') order by 1`)
      const triggers = await client.query(`select tgrelid::regclass::text as on_table, tgname as name,
          pg_get_triggerdef(pg_trigger.oid) as definition
        from pg_trigger join pg_class on pg_class.oid = tgrelid
        where not tgisinternal and relnamespace = current_schema()::regnamespace order by 1, 2`)
      // Unique keys are what references stand on: those go first and come last.
      return [
        ...triggers.rows.map(({ on_table, name, definition }) => ({
          takeOff: `drop trigger ${quoted(name)} on ${on_table}`,
          putOn: definition,
        })),
        ...references.rows.map(({ on_table, name, definition }) => ({
          takeOff: `alter table ${on_table} drop constraint ${quoted(name)}`,
          putOn: `alter table ${on_table} add constraint ${quoted(name)} ${definition}`,
        })),
        ...indexes.rows.map(({ name, definition }) => ({
          takeOff: `drop index ${quoted(name)}`,
          putOn: definition,
        })),
      ]
    },
    settle: async () => {
      await client.query('set synchronous_commit = on')
      await client.query('analyze')
    },
    close: () => client.end(),
  }
}

/** With `$1`, `$2` … for `?`. */
function numbered(sql: string): string {
  let place = 0
  return sql.replaceAll('?', () => `$${++place}`)
}

async function connect(url: string): Promise<pg.Client> {
  const Client = new Primary(url).clients()
  const client = new Client({
    application_name: 'dailies copy',
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  // One that breaks has its query rejected.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw unavailable(error, `${named(url)}: The database cannot be reached`)
  }
  return client
}

/** Without what opens it. */
export function named(url: string): string {
  return `postgres://${placeIn(url)}`
}

function sideOf(client: pg.Client): Omit<Side, 'close'> {
  return {
    engine: 'postgres',
    version: async () => {
      const { rows } = await client.query("select to_regclass('migrations') is not null as there")
      return rows[0].there ? (await client.query(selectVersion)).rows[0].version : 0
    },
    tables: async () => {
      const { rows } =
        await client.query(`select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
          array_position(i.indkey::int2[], a.attnum) as place
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          left join pg_index i on i.indrelid = c.oid and i.indisprimary
        where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname, a.attnum`)
      const names = [...new Set(rows.map((row) => row.table as string))].filter(
        (name) => !ofItself.includes(name),
      )
      return names.map((name) =>
        tableOf(
          name,
          rows.filter((row) => row.table === name),
        ),
      )
    },
    count: async ({ name }) =>
      Number((await client.query(`select count(*) as count from ${quoted(name)}`)).rows[0].count),
    bytes: async () =>
      Number(
        (
          await client.query(`select coalesce(sum(pg_total_relation_size(oid)), 0) as bytes from pg_class
            where relkind = 'r' and relnamespace = current_schema()::regnamespace`)
        ).rows[0].bytes,
      ),
    page: async (table, after, limit) => {
      const text = pageSql(table, !after, (index) => `$${index + 1}`)
      const name = `page ${after ? 'of' : 'first of'} ${table.name}`
      const { rows } = await client.query({ name, text, values: [...(after ?? []), limit], rowMode: 'array' })
      return rows as Row[]
    },
  }
}

function tableOf(name: string, found: { name: string; type: string; place: number | null }[]): Table {
  const inKey = found.filter(({ place }) => place !== null).sort((one, other) => one.place! - other.place!)
  return {
    name,
    columns: found.map((column) => ({ name: column.name, type: typeOf(column.type) })),
    key: inKey.map((column) => column.name),
  }
}

function typeOf(type: string): ColumnType {
  if (/int/.test(type)) return 'bigint'
  return /double|real|numeric/.test(type) ? 'double precision' : 'text'
}

/** Of rows as one JSON: an array of a row's values is read by its places. */
function insertSql({ name, columns }: Table): string {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const values = columns.map(({ type }, index) => {
    const value = `rows_of.it ->> ${index}`
    return type === 'text' ? value : `(${value})::${type}`
  })
  return `insert into ${quoted(name)} (${names}) select ${values.join(', ')} from jsonb_array_elements($1::jsonb) as rows_of (it)`
}
