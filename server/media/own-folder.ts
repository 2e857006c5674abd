import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { type FileLock, lockFile } from '../db/file-lock.ts'
import { removeOld } from './remove-old.ts'

/** Where locks mean nothing (some network drives), another machine's files would else seem to be nobody's. */
const machine = hostname().replace(/[^A-Za-z0-9-]/g, '-')

/** By folder: its lock. */
const own = new Map<string, FileLock>()

/**
 * A folder in `parent` for the files of this process alone. Those of processes of this machine that have ended are removed, with
 * what they have left; each holds a lock beside its folder as long as it lives. Where none can be made it is `parent` itself.
 */
export function ownFolder(parent: string): string {
  const before = own.keys().find((folder) => dirname(folder) === parent && existsSync(folder))
  if (before) return before
  try {
    removeDead(parent)
    return makeOwn(parent)
  } catch {
    // It is full, or may only be read: what needs it says so.
    return parent
  }
}

function makeOwn(parent: string): string {
  const folder = join(parent, `${machine}.${randomUUID()}`)
  // Nobody finds it before it is locked.
  const making = join(parent, `making-${randomUUID()}`)
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
  const ending = lockOf('')
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(`${machine}.`) || !name.endsWith(ending)) continue
    const folder = join(parent, name.slice(0, -ending.length))
    const lock = own.has(folder) ? undefined : lockFile(lockOf(folder))
    if (!lock) continue
    rmSync(folder, { recursive: true, force: true })
    rmSync(lockOf(folder), { force: true })
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
