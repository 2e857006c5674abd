import { z } from 'zod'
import type { Row, Source, Table, Target } from '../db/copy/side.ts'
import { DailiesError } from '../error.ts'
import { linesOf } from '../packed.ts'
import { alongside, travelling } from './tables.ts'

/** Of one row in bytes, for each character that JSON in it may have: two texts of these, escaped. */
const lineToJson = 8
/** Rows that are written at once, and characters of these. */
const [atOnce, charactersAtOnce] = [250, 4_000_000]

const cell = z.union([z.string(), z.number(), z.null()])
const header = z.strictObject({ table: z.string(), columns: z.array(z.string()).min(1).max(200) })

/** Which rows of which columns travel; those that others refer to come first, those of people as many as are named. */
interface Selected {
  name: string
  columns: readonly string[]
  where: string | undefined
}

const selected: readonly Selected[] = [
  ...Object.entries(alongside).map(([name, { columns, where }]) => ({ name, columns, where })),
  ...travelling.map(({ name, columns, where }) => ({ name, columns: Object.keys(columns), where })),
]

export interface WrittenRows {
  /** Of all tables. */
  rows: number
  /** Of the project. */
  name: string
}

/**
 * The rows of a project as lines of JSON: before those of a table one with its name and columns, then each row as an array. The source
 * is looked at as it is at one moment. `onBlob` is told of each file that they name. Throws `not_found`.
 */
export async function* writeRows(
  from: Source,
  projectId: string,
  {
    onBlob,
    onRows,
  }: { onBlob: (blob: { hash: string; bytes: number }) => void; onRows: (rows: number) => void },
): AsyncGenerator<string, WrittenRows> {
  const written = { rows: 0, name: await nameOf(from, projectId) }
  const people = await peopleOf(from, projectId)
  for (const { name, columns, where } of selected) {
    yield `${JSON.stringify({ table: name, columns })}\n`
    for await (const found of from.select(...queryOf(name, columns, where, projectId))) {
      const rows = name === 'users' ? found.filter(([id]) => people.has(id)) : found
      if (name === 'blobs')
        for (const [hash, bytes] of rows) onBlob({ hash: String(hash), bytes: Number(bytes) })
      written.rows += rows.length
      onRows(written.rows)
      yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    }
  }
  return written
}

async function nameOf(from: Source, projectId: string): Promise<string> {
  const sql = 'select name from projects where id = ? and created_by is not null'
  for await (const [row] of from.select(sql, [projectId])) if (row) return String(row[0])
  throw new DailiesError('not_found', 'Project not found')
}

/** Whoever is named in what travels. */
async function peopleOf(from: Source, projectId: string): Promise<Set<unknown>> {
  const people = new Set<unknown>()
  for (const { name, columns, where } of travelling) {
    const naming = Object.entries(columns).filter(([, { isPerson }]) => isPerson)
    for (const [column] of naming) {
      const query = queryOf(name, [`distinct ${column}`], where, projectId)
      for await (const rows of from.select(...query)) for (const [id] of rows) people.add(id)
    }
  }
  return people
}

function queryOf(
  table: string,
  columns: readonly string[],
  where: string | undefined,
  projectId: string,
): [sql: string, values: string[]] {
  const values = Array.from(where?.matchAll(/\?/g) ?? [], () => projectId)
  return [`select ${columns.join(', ')} from ${table}${where ? ` where ${where}` : ''}`, values]
}

/**
 * Writes lines of `writeRows` into a database of the version that they are of. Only values come from them: tables and columns are
 * those of the program. Throws `invalid` where they are anything else. `mostJson`: characters of one text that is JSON.
 */
export async function readRows(pieces: AsyncIterable<Buffer>, into: Target, mostJson: number): Promise<void> {
  const tables = new Map((await into.tables()).map((table) => [table.name, table]))
  const known = new Set(selected.map(({ name }) => name))
  let table: Table | undefined
  let rows: Row[] = []
  let characters = 0
  const flush = async () => {
    if (table && rows.length > 0) await into.insert(table, rows)
    rows = []
    characters = 0
  }
  await into.together(async () => {
    for await (const line of linesOf(pieces, lineToJson * mostJson)) {
      const content = jsonIn(line)
      if (Array.isArray(content)) {
        characters += line.length
        if (rows.push(rowIn(content, table)) >= atOnce || characters >= charactersAtOnce) await flush()
        continue
      }
      await flush()
      table = tableIn(content, tables)
      if (!known.delete(table.name)) throw foreign()
    }
    await flush()
  })
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(Buffer.from(line, 'latin1').toString('utf8'))
  } catch {
    throw foreign()
  }
}

function tableIn(content: unknown, tables: Map<string, Table>): Table {
  const found = header.safeParse(content)
  const table = tables.get(found.data?.table ?? '')
  if (!found.success || !table) throw foreign()
  const columns = found.data.columns.map((name) => table.columns.find((column) => column.name === name))
  const distinct = new Set(columns)
  if (distinct.has(undefined) || distinct.size < columns.length) throw foreign()
  return { ...table, columns: columns as Table['columns'] }
}

function rowIn(content: unknown[], table: Table | undefined): Row {
  const isRow =
    content.length === table?.columns.length && content.every((one) => cell.safeParse(one).success)
  if (!isRow) throw foreign()
  return content as Row
}

/** Sealed by whoever made it, and yet not what Dailies makes. */
export function foreign(what = 'is not what Dailies writes'): DailiesError {
  return new DailiesError('invalid', `The project is damaged: it ${what}`)
}
