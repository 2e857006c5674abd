import type { Dirent } from 'node:fs'
import { opendir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { typeOfName } from '@dailies/reading/file-kind.ts'

/** What was found below what was named, in natural order, and what could not be taken. */
export interface Found {
  paths: string[]
  problems: { path: string; problem: string }[]
  /** How many files in folders were passed over: no pictures, films or sounds, hidden, or not finished. */
  passedOver: number
}

/** More are refused: one who means that many names folders one by one. */
export const mostFiles = 100_000

/**
 * The files that were named, whatever they are, and the pictures, films and sounds below the folders that were. Links to files are
 * followed, those to folders only where they were named themselves.
 */
export async function listFiles(named: readonly string[]): Promise<Found> {
  const found: Found = { paths: [], problems: [], passedOver: 0 }
  const seen = new Set<string>()
  for (const path of named) {
    try {
      const what = await stat(path)
      if (what.isDirectory()) await listFolder(await realpath(path), path, found, seen)
      else if (!what.isFile()) found.problems.push({ path, problem: 'it is no file' })
      else if (what.size === 0) found.problems.push({ path, problem: 'it is empty' })
      else take(path, await realpath(path), found, seen)
    } catch (error) {
      found.problems.push({ path, problem: problemText(error) })
    }
    if (found.paths.length > mostFiles) break
  }
  return found
}

/** What a program has not finished, or keeps for itself. */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name.endsWith('~') || unfinished.test(name)
}

/** `take 2` before `take 10`. */
const byNumbers = new Intl.Collator('en', { numeric: true })

const unfinished = /\.(part|partial|tmp|temp|crdownload|download|incomplete|swp|lock)$/i

/** In words, without the name of the call that failed. */
export function problemText(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const known = code ? problems[code] : undefined
  return known ?? message
}

const problems: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it may not be read: permission denied',
  EPERM: 'it may not be read: permission denied',
  ELOOP: 'its links go round in a circle',
  ENAMETOOLONG: 'its name is too long',
  EISDIR: 'it is a folder',
  EIO: 'the disk does not give it',
}

async function listFolder(
  folder: string,
  shown: string,
  found: Found,
  seen: Set<string>,
  depth = 0,
): Promise<void> {
  if (depth > 50 || found.paths.length > mostFiles) return
  const entries: Dirent[] = []
  try {
    for await (const entry of await opendir(folder)) {
      entries.push(entry)
      if (entries.length > 10 * mostFiles) break
    }
  } catch (error) {
    found.problems.push({ path: shown, problem: problemText(error) })
    return
  }
  entries.sort((one, other) => byNumbers.compare(one.name, other.name))
  for (const entry of entries) {
    const path = join(shown, entry.name)
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.'))
        await listFolder(join(folder, entry.name), path, found, seen, depth + 1)
    } else if (isPassedOver(entry.name) || !typeOfName(entry.name)) {
      found.passedOver += 1
    } else {
      await takeEntry(path, found, seen)
    }
    if (found.paths.length > mostFiles) return
  }
}

async function takeEntry(path: string, found: Found, seen: Set<string>): Promise<void> {
  try {
    const what = await stat(path)
    if (!what.isFile() || what.size === 0) found.passedOver += 1
    else take(path, await realpath(path), found, seen)
  } catch (error) {
    found.problems.push({ path, problem: problemText(error) })
  }
}

function take(path: string, real: string, found: Found, seen: Set<string>): void {
  if (seen.has(real)) return
  seen.add(real)
  found.paths.push(path)
}
