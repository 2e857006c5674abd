import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from './store-failure.ts'

/** What link(2) says where a file cannot have two names: another disk, a file system without links, too many of them. */
const unlinkable = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOSYS', 'EOPNOTSUPP', 'ENOTSUP'])

/** What fsync(2) says of a folder where the file system has no such thing. */
const unsyncable = new Set(['EINVAL', 'EISDIR', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM'])

interface Options {
  /** A folder on the disk of the target, for what is not the target yet. */
  workspace: string
  /** Whether what has the name already makes way; else it stays. */
  replace: boolean
}

/**
 * Gives the file's bytes the name `target` in a folder that is there. It has all of them or does not exist, and survives the
 * loss of power once this is fulfilled. No copy is made where a hard link is possible. A symbolic link at `path` is refused.
 */
export async function placeFile(
  path: string,
  target: string,
  { workspace, replace }: Options,
): Promise<void> {
  await syncFile(path)
  const beside = join(workspace, `placing-${randomUUID()}`)
  try {
    const isLinked = await tryToLink(path, replace ? beside : target)
    if (!isLinked) await copyDurably(path, beside)
    if (replace || !isLinked) await rename(beside, target)
  } finally {
    // Also after rename(2), which leaves both where they are names of one file.
    await rm(beside, { force: true })
  }
  await syncFolder(dirname(target))
}

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  // Both names are of one file, and so of one mode.
  if (((await file.stat()).mode & 0o777) !== 0o600) await file.chmod(0o600)
  await file.sync()
}

/** False where the file system cannot. Fulfilled where `target` is there already. */
async function tryToLink(path: string, target: string): Promise<boolean> {
  try {
    await link(path, target)
    return true
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (code === 'EEXIST') return true
    if (unlinkable.has(code)) return false
    throw error
  }
}

async function copyDurably(path: string, copy: string): Promise<void> {
  await copyFile(path, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  await syncFile(copy)
}

/** Makes a folder in one that is there, so that it survives the loss of power. One that is there already is fine. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  // Also where another process has made it, which may not have come to this yet.
  await syncFolder(dirname(path))
}

/** The names in a folder survive the loss of power once this is fulfilled. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY)
    await folder.sync()
  } catch (error) {
    if (!unsyncable.has(codeOf(error) ?? '')) throw error
  }
}
