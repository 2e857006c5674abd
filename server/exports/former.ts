import { DailiesError } from '../error.ts'
import { sumsName } from './filled.ts'
import { inLanes } from './in-lanes.ts'

/**
 * Lies beside the list of sums: what is in the target and no more in the export, and while there is no list of sums, all that is in
 * either. docs/decisions/0054-export-into-a-folder.md
 */
export const formerName = '.dailies-export-former'

/** What exports have put into a folder or a bucket: by name what each file may have, SHA-256. */
export type Former = ReadonlyMap<string, ReadonlySet<string>>

interface Listed {
  name: string
  sha256: string
}

/** By the texts of both lists. Throws `invalid` for a list of sums that is no export's; `target` is for people. */
export function formerOf(
  target: string,
  { former = '', sums }: { former?: string | undefined; sums: string | undefined },
): Former {
  const known = new Map<string, Set<string>>()
  for (const one of listedIn(former)) add(known, one)
  if (sums === undefined) return known
  const listed = listedIn(sums)
  if (!listed.some(({ name }) => name === 'manifest.json')) throw foreign(target, [sumsName])
  // Where that is there, all that it names is as it says.
  for (const { name, sha256 } of listed) known.set(name, new Set([sha256]))
  return known
}

/** Whether a file of that name, and of the right length, is this one without a look into it. */
export function isSure(former: Former, { name, sha256 }: Listed): boolean {
  const found = former.get(name)
  return found?.size === 1 && found.has(sha256)
}

/** The list for as long as an export is under way: what was there, and what it writes over it. */
export function listWith(former: Former, files: readonly Listed[]): string {
  const known = new Map([...former].map(([name, sums]) => [name, new Set(sums)]))
  for (const file of files) if (file.name !== sumsName) add(known, file)
  return listOf(known)
}

/** The list once an export is whole. */
export function listOfLeft(former: Former, left: readonly string[]): string {
  return listOf(new Map(left.map((name) => [name, former.get(name) ?? new Set<string>()])))
}

interface There<File> {
  /** For people. */
  target: string
  /** Files that are read at a time. */
  atOnce: number
  isTaken(file: File): Promise<boolean>
  isSame(file: File): Promise<boolean>
}

/**
 * Throws `invalid` where something has a name of the export that no export has put there. Returns names of those that are there byte for
 * byte all the same, as of a ZIP that was unpacked without its list.
 */
export async function requireFree<File extends Listed>(
  files: readonly File[],
  former: Former,
  { target, atOnce, isTaken, isSame }: There<File>,
): Promise<Set<string>> {
  const [same, others] = [new Set<string>(), new Set<string>()]
  const unknown = files.filter(({ name }) => name !== sumsName && !former.has(name))
  await inLanes(unknown, atOnce, async (file) => {
    if (!(await isTaken(file))) return
    const found = (await isSame(file)) ? same : others
    found.add(file.name)
  })
  const names = unknown.map(({ name }) => name).filter((name) => others.has(name))
  if (names.length > 0) throw foreign(target, names)
  return same
}

/** What is there, and may not be written over. */
export function foreign(target: string, names: readonly string[]): DailiesError {
  const more = names.length > 1 ? ` (and ${names.length - 1} more)` : ''
  return new DailiesError(
    'invalid',
    `${target}/${names[0]}${more}: Is there, and no export has put it there: move it away, or name another target`,
  )
}

function add(known: Map<string, Set<string>>, { name, sha256 }: Listed): void {
  known.set(name, (known.get(name) ?? new Set()).add(sha256))
}

const listOf = (known: Former) =>
  [...known].flatMap(([name, sums]) => [...sums].map((sha256) => `${sha256}  ${name}\n`)).join('')

function listedIn(text: string): Listed[] {
  return text
    .split('\n')
    .flatMap((line) =>
      /^[0-9a-f]{64} {2}./.test(line) ? [{ name: line.slice(66), sha256: line.slice(0, 64) }] : [],
    )
}
