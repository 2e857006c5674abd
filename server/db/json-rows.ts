import { type AliasedRawBuilder, sql } from 'kysely'
import type { Engine } from './database.ts'

type ColumnType = 'text' | 'number'
type Row<Columns> = { [Name in keyof Columns]: Columns[Name] extends 'text' ? string : number }

/** A parameter that is a JSON array of objects, as a table `given` to select from: many rows by one statement. */
export function jsonRows<Columns extends Record<string, ColumnType>>(
  json: string,
  columns: Columns,
  engine: Engine,
): AliasedRawBuilder<Row<Columns>, 'given'> {
  const names = Object.keys(columns)
  if (engine === 'postgres') {
    const typed = names.map((name) => sql`${sql.ref(name)} ${sql.raw(postgresTypes[columns[name]!])}`)
    return sql<Row<Columns>>`json_to_recordset(cast(${json} as json))`.as<'given'>(
      sql`given (${sql.join(typed)})`,
    )
  }
  const members = names.map((name) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`)
  return sql<Row<Columns>>`(select ${sql.join(members)} from json_each(${json}))`.as('given')
}

/** Text compares by byte, as that of the tables does. */
const postgresTypes: Record<ColumnType, string> = { text: 'text collate "C"', number: 'double precision' }
