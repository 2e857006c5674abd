import { DatabaseSync } from 'node:sqlite'
import { DailiesError } from '../error.ts'

/** A connection that writes. `path` is that of the database. */
export function openWriter(path: string): DatabaseSync {
  try {
    const writer = new DatabaseSync(path, { timeout: 10_000 })
    writer.exec('pragma journal_mode = wal')
    writer.exec('pragma synchronous = full')
    writer.exec('pragma foreign_keys = on')
    knowAllLetters(writer)
    return writer
  } catch (error) {
    throw new DailiesError('unavailable', `${path} cannot be opened: ${(error as Error).message}`)
  }
}

/** SQLite's own `lower` knows the letters of English only. One function, for texts that go over and back take time. */
export function knowAllLetters(database: DatabaseSync): void {
  const hasText = (text: unknown, part: unknown) =>
    typeof text === 'string' && text.toLowerCase().includes(String(part).toLowerCase()) ? 1 : 0
  database.function('has_text', { deterministic: true }, hasText)
}
