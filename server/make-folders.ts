import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder with all that lead to it, for this user alone unless `mode` says otherwise, and returns the first that it made. Throws what node:fs does; with
 * `recursive` that would try for ever where a folder is there and takes no other, as /proc.
 */
export function makeFolders(folder: string, mode = 0o700): string | undefined {
  // What is in its place and is no folder is refused by the system, in its words.
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) mkdirSync(folder)
  const missing: string[] = []
  for (let at = resolve(folder); !statSync(at, { throwIfNoEntry: false }); at = dirname(at))
    missing.unshift(at)
  let first: string | undefined
  for (const one of missing) {
    if (isMade(one, mode)) first ??= one
  }
  return first
}

/** False where another process made it meanwhile. */
function isMade(folder: string, mode: number): boolean {
  try {
    mkdirSync(folder, { mode })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}
