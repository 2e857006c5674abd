import { rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Each term once a document, without its places: what was found is looked at again where places matter. */
const tables = `
  create table if not exists documents (number integer primary key, id text not null unique);
  create table if not exists state (name text primary key, value text not null) without rowid;
  create virtual table if not exists lookups using fts5(
    terms, content = '', contentless_delete = 1, detail = none, prefix = '3', tokenize = "ascii tokenchars '-_'")`

export type IndexFile = ReturnType<typeof prepared>

/** Opens the file of an index, or makes it: also in place of one that is damaged, or none. */
export function openIndexFile(path: string): IndexFile {
  try {
    return openFile(path)
  } catch (error) {
    if (!isUnusable(error)) throw error
    removeIndexFile(path)
    return openFile(path)
  }
}

export function removeIndexFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
}

function openFile(path: string): IndexFile {
  const file = new DatabaseSync(path, { timeout: 10_000 })
  try {
    file.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -16000')
    // Where some are missing, the others are of no use.
    if (file.prepare("select 1 from sqlite_schema where type = 'table' limit 1").all().length === 0)
      file.exec(tables)
    const opened = prepared(file, path)
    opened.ask()
    return opened
  } catch (error) {
    file.close()
    throw error
  }
}

/** SQLITE_ERROR, as of tables that are missing or others; SQLITE_CORRUPT and SQLITE_NOTADB, with whatever says more. */
function isUnusable(error: unknown): boolean {
  return [1, 11, 26].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)
}

function prepared(file: DatabaseSync, path: string) {
  /** Each run says which row the connection wrote last, and those of FTS5 itself have numbers that JavaScript has not. */
  const writing = (sql: string) => {
    const statement = file.prepare(sql)
    statement.setReadBigInts(true)
    return statement
  }
  const nodeOf = () => statSync(path, { throwIfNoEntry: false })?.ino
  const node = nodeOf()
  const readState = file.prepare('select value from state where name = ?')
  const writeState = writing('insert or replace into state (name, value) values (?, ?)')
  const dropState = writing('delete from state where name = ?')
  const findNumber = file.prepare('select number from documents where id = ?')
  const removeTerms = writing('delete from lookups where rowid = ?')
  // Of Node's numbers, which have fractions, FTS5 would look at all that are greater, too.
  const matching = file.prepare(
    `select documents.number, documents.id from lookups
      cross join documents on documents.number = lookups.rowid
      where lookups match ? and lookups.rowid < cast(? as integer) order by lookups.rowid desc limit ?`,
  )
  const setState = (name: string, value: string | undefined) =>
    value === undefined ? dropState.run(name) : writeState.run(name, value)

  async function transaction<T>(work: () => T | Promise<T>): Promise<T> {
    file.exec('begin immediate')
    try {
      const result = await work()
      file.exec('commit')
      return result
    } catch (error) {
      if (file.isTransaction) file.exec('rollback')
      throw error
    }
  }

  const ask = () => {
    readState.get('origin')
    findNumber.get('')
    matching.all('"none"', 0, 1)
  }

  return {
    state: (name: string) => readState.get(name)?.value as string | undefined,
    setState,
    numberOf: (id: string) => findNumber.get(id)?.number as number | undefined,
    addDocument: writing('insert into documents (number, id) values (?, ?)'),
    removeDocument: writing('delete from documents where number = ?'),
    addTerms: writing('insert into lookups (rowid, terms) values (?, ?)'),
    removeTerms: (number: number) => removeTerms.run(number),
    newest: file.prepare('select number, id from documents where number < ? order by number desc limit ?'),
    matching,
    /** Something of each table, which fails where one is none. */
    ask,
    transaction,
    empty: (states: Record<string, string>) =>
      transaction(() => {
        file.exec('delete from documents; delete from state')
        file.exec("insert into lookups (lookups) values ('delete-all')")
        for (const [name, value] of Object.entries(states)) setState(name, value)
      }),
    /** Whether it is the one that others open by now. */
    isInPlace: () => nodeOf() === node,
    /** Whether it is the file that fails, and not what it was asked. */
    isDamaged: (error: unknown) => {
      if (!isUnusable(error)) return false
      try {
        ask()
        // An expression that is none.
        return ((error as { errcode?: number }).errcode ?? 0) !== 1
      } catch (other) {
        return isUnusable(other)
      }
    },
    close: () => file.close(),
  }
}
