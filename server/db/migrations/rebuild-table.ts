/** Runs one statement; the rows that it gives. */
export type Execute = (sql: string, values?: (string | number)[]) => Promise<Record<string, unknown>[]>

/**
 * Gives a table of SQLite another shape, with all its rows, indexes and triggers: for what `alter table` cannot do there.
 * `definition` is what stands between the brackets of `create table`, `columns` what is copied, by name. To be run in a
 * migration, where references are not looked at until its end. https://www.sqlite.org/lang_altertable.html, section 7.
 */
export async function rebuildTable(
  execute: Execute,
  table: string,
  { definition, columns }: { definition: string; columns: readonly string[] },
): Promise<void> {
  const belonging = await execute(
    // Those that a constraint makes have no SQL of their own: the new table makes them again. In the order in which they
    // were made, which decides between two that are as good.
    "select sql from sqlite_schema where tbl_name = ? and type in ('index', 'trigger') and sql is not null order by rowid",
    [table],
  )
  const names = columns.join(', ')
  await execute(`create table ${table}_rebuilt (${definition})`)
  await execute(`insert into ${table}_rebuilt (${names}) select ${names} from ${table} order by rowid`)
  await execute(`drop table ${table}`)
  await execute(`alter table ${table}_rebuilt rename to ${table}`)
  for (const { sql } of belonging) await execute(sql as string)
}
