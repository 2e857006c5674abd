import { createHash } from 'node:crypto'
import { appendFile, open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { makeFolders } from '../make-folders.ts'

/** A file as it was when it was filed. */
interface Entry {
  /** Below the folder. */
  path: string
  size: number
  changedAt: number
  assetVersionId: string
}

/**
 * What was filed from a folder, so that it is not read again after a restart. It is no more than that: that a file is filed once the
 * service sees to, by its content, and what is lost of this is found out again.
 */
export interface Journal {
  /** Milliseconds since 1970: when the folder was first watched. */
  startedAt: number
  has(file: Pick<Entry, 'path' | 'size' | 'changedAt'>): boolean
  add(entry: Entry): Promise<void>
  forget(path: string): void
}

interface Place {
  stateFolder: string
  /** As the file system names it. */
  folder: string
  /** Of the service. */
  address: string
  warn: (line: string) => void
}

/** More are not remembered: they are read again after a restart. */
const mostEntries = 200_000
const largestJournal = 128 * 1024 ** 2

/** Where states are kept unless told otherwise: the XDG Base Directory Specification. */
export function defaultStateFolder(environment: Record<string, string | undefined>): string {
  return (
    environment.DAILIES_STATE ||
    join(environment.XDG_STATE_HOME || join(homedir(), '.local/state'), 'dailies')
  )
}

/** Opens the journal of a folder and a service, or begins one. What is damaged in it is said, and set aside. */
export async function openJournal({ stateFolder, folder, address, warn }: Place): Promise<Journal> {
  makeFolders(stateFolder)
  const key = createHash('sha256')
    .update(JSON.stringify([folder, address]))
    .digest('hex')
    .slice(0, 24)
  const name = join(stateFolder, `watch-${key}`)
  const startedAt = await readStart(`${name}.start`, { folder, address }, warn)
  const path = `${name}.journal`
  const { entries, damaged, lines } = await readEntries(path)
  if (damaged > 0) {
    warn(
      `The journal ${path} is damaged in ${damaged} places: what they told is found out again, by content.`,
    )
    await rename(path, `${path}.damaged`)
  }
  // As many lines as entries: what was filed anew or is gone takes no room.
  if (damaged > 0 || lines > entries.size + 1000)
    await write(path, [...entries.values()].map(lineOf).join(''))
  return {
    startedAt,
    has: ({ path, size, changedAt }) => {
      const known = entries.get(path)
      return known?.size === size && known.changedAt === changedAt
    },
    add: async (entry) => {
      if (entries.size < mostEntries || entries.has(entry.path)) entries.set(entry.path, entry)
      await appendFile(path, lineOf(entry))
    },
    forget: (path) => {
      entries.delete(path)
    },
  }
}

/** It is written once: where its content is lost, its date still tells. */
async function readStart(path: string, place: object, warn: (line: string) => void): Promise<number> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text !== undefined) {
    const startedAt = memberOf(text, 'startedAt')
    if (typeof startedAt === 'number') return startedAt
    warn(`${path} is damaged: its date is taken for the time when the folder was first watched.`)
    return (await stat(path)).mtimeMs
  }
  const startedAt = Date.now()
  await write(path, `${JSON.stringify({ ...place, startedAt })}\n`)
  return startedAt
}

function memberOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text)?.[name]
  } catch {
    return undefined
  }
}

async function readEntries(path: string) {
  const entries = new Map<string, Entry>()
  const text = await textOf(path)
  const lines = text.split('\n')
  // One that was being written when the process was killed has no end.
  const torn = lines.pop() !== '' ? 1 : 0
  let damaged = torn
  for (const line of lines) {
    const entry = entryOf(line)
    if (!entry) damaged += 1
    else if (entries.size < mostEntries) entries.set(entry.path, entry)
  }
  return { entries, damaged, lines: lines.length }
}

async function textOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path)
    return size > largestJournal ? 'too large' : await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function lineOf({ path, size, changedAt, assetVersionId }: Entry): string {
  return `${JSON.stringify([path, size, changedAt, assetVersionId])}\n`
}

function entryOf(line: string): Entry | undefined {
  try {
    const [path, size, changedAt, assetVersionId] = JSON.parse(line)
    const isOne = typeof path === 'string' && typeof size === 'number' && typeof changedAt === 'number'
    return isOne ? { path, size, changedAt, assetVersionId: String(assetVersionId) } : undefined
  } catch {
    return undefined
  }
}

/** All of it or nothing, also when the machine loses power. */
async function write(path: string, text: string): Promise<void> {
  const next = `${path}.${process.pid}.new`
  await writeFile(next, text, { mode: 0o600 })
  const file = await open(next)
  await file.sync()
  await file.close()
  await rename(next, path)
}
