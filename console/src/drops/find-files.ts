import type { Dropped } from './dropped.ts'
import type { FoundFile } from './row.ts'

/** Of one drop. More are no drop but an import, and each is a row to look at. */
export const mostFiles = 1000
/** Files and folders that are looked at for them, */
const mostEntries = 20_000
/** and how deep. */
const deepest = 20

export interface Found {
  files: FoundFile[]
  /** There are more than are taken, or than were looked for. */
  areMore: boolean
  /** Folders and files that could not be opened. */
  unopened: number
}

/**
 * All files of what was dropped, in the order of their paths, folders searched through. What systems and tools leave behind in
 * folders (`.DS_Store`, `Thumbs.db`, what begins with a dot) is not among them.
 */
export async function findFiles({ files, folders }: Dropped, signal: AbortSignal): Promise<Found> {
  const found: FoundFile[] = files.map((file) => ({ file, path: file.webkitRelativePath || file.name }))
  let entries = 0
  let areMore = false
  let unopened = 0

  async function search(folder: FileSystemDirectoryEntry, depth: number): Promise<void> {
    const inside = await entriesOf(folder).catch(() => undefined)
    if (!inside) unopened += 1
    for (const entry of inside ?? []) {
      signal.throwIfAborted()
      entries += 1
      if (entries > mostEntries || found.length > mostFiles || depth > deepest) areMore = true
      if (areMore) return
      if (entry.isDirectory) await search(entry as FileSystemDirectoryEntry, depth + 1)
      else if (!isLeftBehind(entry.name)) await take(entry as FileSystemFileEntry)
    }
  }

  async function take(entry: FileSystemFileEntry): Promise<void> {
    const file = await fileOf(entry).catch(() => undefined)
    if (file) found.push({ file, path: entry.fullPath.replace(/^\//, '') })
    else unopened += 1
  }

  for (const folder of folders) await search(folder, 1)
  const wanted = found.filter(({ path }) => !path.split('/').some(isLeftBehind)).sort(byPath)
  return { files: wanted.slice(0, mostFiles), areMore: areMore || wanted.length > mostFiles, unopened }
}

function isLeftBehind(name: string): boolean {
  return name.startsWith('.') || /^(thumbs\.db|desktop\.ini|__macosx)$/i.test(name)
}

/** A browser gives them a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    all.push(...some)
    if (some.length === 0 || all.length > mostEntries)
      return all.sort((one, other) => natural(one.name, other.name))
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

function byPath(one: FoundFile, other: FoundFile): number {
  return natural(one.path, other.path)
}

const { compare: natural } = new Intl.Collator(undefined, { numeric: true })
