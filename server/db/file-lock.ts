import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Of a process, which the system takes from it when it ends, however it does. */
export interface FileLock {
  close(): void
}

/**
 * Makes the file where it is not there. Undefined where another process has it, or the drive knows no locks. A lock of SQLite, as
 * Node has no other.
 */
export function lockFile(path: string): FileLock | undefined {
  let lock: DatabaseSync | undefined
  try {
    // SQLite would let others read it.
    closeSync(openSync(path, 'a', 0o600))
    lock = new DatabaseSync(path, { timeout: 0 })
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch {
    lock?.close()
    return undefined
  }
}
