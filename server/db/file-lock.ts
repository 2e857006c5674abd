import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/** Of a process, which the system takes from it when it ends, however it does. */
export interface FileLock {
  close(): void
}

/**
 * Makes the file where it is not there. Undefined where another process has it, something else is there, or the drive knows no locks. A lock of SQLite, as
 * Node has no other.
 */
export function lockFile(path: string): FileLock | undefined {
  return lock(path, constants.O_CREAT)
}

/** The same where it is there: undefined where it is not, or not any more. */
export function lockFileThere(path: string): FileLock | undefined {
  return lock(path, 0)
}

function lock(path: string, making: number): FileLock | undefined {
  let lock: DatabaseSync | undefined
  try {
    openFile(path, making)
    // What is removed meanwhile SQLite would make anew.
    const url = pathToFileURL(path)
    url.searchParams.set('mode', 'rw')
    lock = new DatabaseSync(url, { timeout: 0 })
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch {
    lock?.close()
    return undefined
  }
}

/** No link is followed, and nobody waited for at the other end of what is no file. SQLite by itself would let others read it. */
function openFile(path: string, making: number): void {
  const { O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = openSync(path, O_WRONLY | making | O_NOFOLLOW | O_NONBLOCK, 0o600)
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${path} is no file`)
  } finally {
    closeSync(file)
  }
}
