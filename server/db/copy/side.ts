import type { Engine, Value } from '../database.ts'

/** A table as both engines know it. Columns and key in the order in which rows hold their values. */
export interface Table {
  name: string
  columns: { name: string; type: ColumnType }[]
  /** Names of the columns of its primary key, by which rows are in order: texts by their bytes. */
  key: string[]
}

export type ColumnType = 'text' | 'bigint' | 'double precision'

/** The values of one row, by the columns of its table. */
export type Row = Value[]

/** One of the two databases between which rows are copied, on one connection of its own. */
export interface Side {
  engine: Engine
  /** Whether any table of ours is there, and its version; 0 where there is none. */
  version(): Promise<number>
  /** All of ours but what says how far the database itself is; by name. */
  tables(): Promise<Table[]>
  count(table: Table): Promise<number>
  /** Of what is on the disk. */
  bytes(): Promise<number>
  /** At most `limit` rows behind the one with this key, in order. */
  page(table: Table, after: Row | undefined, limit: number): Promise<Row[]>
  close(): Promise<void>
}

/** The one that is read, once one of these is fulfilled. */
export interface Source extends Side {
  /** From then on nobody writes to it, and whoever wants to waits, or is told to try again. */
  hold(): Promise<void>
  /** From then on it is read as it is at this moment, whoever writes to it. */
  look(): Promise<void>
  /** The rows of a query, some at a time; `?` stands for each of the values. One query after the other, after `look`. */
  select(sql: string, values: Value[]): AsyncIterable<Row[]>
}

/** The one that is written to: by nobody else, while this is open. */
export interface Target extends Side {
  execute(sql: string, values?: Value[]): Promise<Record<string, Value>[]>
  /** All of it or nothing. */
  together(work: () => Promise<void>): Promise<void>
  /** Durable only with the next one that is. */
  insert(table: Table, rows: Row[]): Promise<void>
  /** What slows loading, or does what was done with the rows already: indexes, references from one table to another, and triggers. */
  helpers(): Promise<Helper[]>
  /** Makes sure that all is on the disk, and that statements find their way. */
  settle(): Promise<void>
}

interface Helper {
  takeOff: string
  /** Undefined where nothing is to be made again. */
  putOn: string
}

export const keyOf = ({ columns, key }: Table, row: Row): Row =>
  key.map((name) => row[columns.findIndex((column) => column.name === name)]!)

/** `select … from … where (key) > (…) order by key limit …`, with the place of each parameter as the engine writes it. */
export function pageSql(
  { name, columns, key }: Table,
  isFirst: boolean,
  place: (index: number) => string,
): string {
  const wanted = columns.map((column) => quoted(column.name)).join(', ')
  const order = key.map(quoted).join(', ')
  const places = key.map((_, index) => place(index)).join(', ')
  const behind = isFirst ? '' : `where (${order}) > (${places})`
  return `select ${wanted} from ${quoted(name)} ${behind} order by ${order} limit ${place(isFirst ? 0 : key.length)}`
}

/** Rows of a query that are handed on at a time. */
export const selectedAtOnce = 250

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** What says how far the database itself is, counts of the last hour, which PostgreSQL alone has, and what the search made of the rest. */
export const ofItself = [
  ...['migrations', 'migration_progress', 'copying', 'rate_limits'],
  ...['search_origin', 'search_waiting', 'search_documents', 'search_words', 'search_progress'],
  ...['search_segments', 'search_postings'],
  ...['search_places', 'search_place_words', 'search_places_waiting'],
  ...['summed_scenes', 'take_sums', 'changed_days'],
]
