import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Of a process, which the system takes from it when it ends, however it does. */
export interface FileLock {
  close(): void
}

/**
 * Makes the file where it is not there. Undefined where another process has it, something else is there, or the drive knows no locks. A lock of SQLite, as
 * Node has no other.
 */
export function lockFile(path: string): FileLock | undefined {
  let lock: DatabaseSync | undefined
  try {
    makeFile(path)
    lock = new DatabaseSync(path, { timeout: 0 })
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch {
    lock?.close()
    return undefined
  }
}

/** No link is followed, and nobody waited for at the other end of what is no file. SQLite by itself would let others read it. */
function makeFile(path: string): void {
  const { O_WRONLY, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${path} is no file`)
  } finally {
    closeSync(file)
  }
}
