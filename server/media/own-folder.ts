import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { type FileLock, lockFile, lockFileThere } from '../db/file-lock.ts'
import { removeOld } from './remove-old.ts'

/** Where locks mean nothing (some network drives), another machine's files would else seem to be nobody's. */
const machine = hostname().replace(/[^A-Za-z0-9-]/g, '-')

/** How the name of a lock ends that is not held yet. */
const inMaking = '.making'
/** Tries to make one: another process may find it before it is held. */
const mostTries = 3

/** By folder: its lock. */
const own = new Map<string, FileLock>()

/**
 * A folder in `parent` for the files of this process alone. Those of processes of this machine that have ended are removed, with
 * what they have left; each holds a lock beside its folder as long as it lives. Where none can be made it is `parent` itself.
 */
export function ownFolder(parent: string): string {
  const before = own.keys().find((folder) => dirname(folder) === parent && existsSync(folder))
  if (before) return before
  for (let tries = 1; tries <= mostTries; tries += 1) {
    try {
      removeDead(parent)
      return makeOwn(parent)
    } catch {
      // Another one to start took it for dead, or the place is full, or may only be read: what needs it says so.
    }
  }
  return parent
}

function makeOwn(parent: string): string {
  const folder = join(parent, `${machine}.${randomUUID()}`)
  // Whoever finds a lock that nobody holds removes its folder: under its name it is held from the first moment on.
  const making = `${folder}${inMaking}`
  const lock = lockFile(making)
  try {
    if (!lock) throw new Error('This drive knows no locks')
    renameSync(making, lockOf(folder))
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    lock?.close()
    rmSync(making, { force: true })
    rmSync(lockOf(folder), { force: true })
    throw error
  }
  if (own.size === 0) process.once('exit', removeOwn)
  own.set(folder, lock)
  return folder
}

function removeDead(parent: string): void {
  for (const name of readdirSync(parent)) {
    const ending = [lockOf(''), inMaking].find((each) => name.endsWith(each))
    if (!name.startsWith(`${machine}.`) || ending === undefined) continue
    const path = join(parent, name)
    const folder = path.slice(0, -ending.length)
    const lock = own.has(folder) ? undefined : lockFileThere(path)
    if (!lock) continue
    rmSync(folder, { recursive: true, force: true })
    rmSync(path, { force: true })
    lock.close()
  }
}

function lockOf(folder: string): string {
  return `${folder}.lock`
}

function removeOwn(): void {
  for (const folder of own.keys()) {
    try {
      rmSync(folder, { recursive: true, force: true })
      rmSync(lockOf(folder), { force: true })
    } catch {
      // The next one to start does.
    }
  }
}

/**
 * Removes what is older than `olderThan` milliseconds in the folder, and beside it the folders of processes that may have ended: of
 * other machines, for twice as long. Whoever lives calls this more often.
 */
export async function cleanOwnFolder(folder: string, olderThan: number): Promise<void> {
  await removeOld(folder, olderThan)
  if (!own.has(folder)) return
  const now = new Date()
  for (const one of own.keys().filter((each) => dirname(each) === dirname(folder) && existsSync(each))) {
    await utimes(one, now, now)
    await utimes(lockOf(one), now, now)
  }
  await removeOld(dirname(folder), 2 * olderThan)
}
