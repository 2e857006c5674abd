import { DailiesError } from '../error.ts'
import type { Store, StoredBlob } from '../media/store.ts'
import { listBackups } from './list.ts'
import { isKeyName, isManifestName, keyName, type Manifest } from './manifest.ts'
import { isAnyMarked } from './mark.ts'
import { listedMedia } from './verify.ts'

const units = { d: 'day', w: 'week', m: 'month', y: 'year' } as const
type Unit = (typeof units)[keyof typeof units]

/** How many days, weeks, months and years have their last backup kept. */
export type Keep = ReadonlyMap<Unit, number>

/** A file that is newer may be of a backup that is being made; in milliseconds. */
const spared = 86_400_000

/** Files that are removed until somebody looks again whether a backup has begun; they take hours where there are many. */
const pageSize = 100

/** Reads `7d,4w,12m`. Throws `invalid`. */
export function keepIn(text: string): Keep {
  const keep = new Map<Unit, number>()
  for (const part of text.split(',')) {
    const [, count = '', unit = ''] = /^(\d{1,4})([dwmy])$/.exec(part.trim()) ?? []
    if (!Number(count))
      throw new DailiesError('invalid', '--keep: Must be such as 7d,4w,12m: days, weeks, months, years')
    keep.set(units[unit as keyof typeof units], Number(count))
  }
  return keep
}

/** Those that are kept: of each of the last days (weeks, …) that have one the last, and the newest always. Days are those of UTC. */
export function keptOf(manifests: readonly Manifest[], keep: Keep): Manifest[] {
  const newestFirst = manifests.toSorted((one, other) => (one.madeAt < other.madeAt ? 1 : -1))
  const kept = new Set(newestFirst.slice(0, 1))
  for (const [unit, count] of keep) {
    const seen = new Set<string>()
    for (const manifest of newestFirst) {
      const period = periodOf(manifest.madeAt, unit)
      if (seen.has(period)) continue
      if (seen.size === count) break
      seen.add(period)
      kept.add(manifest)
    }
  }
  return manifests.filter((manifest) => kept.has(manifest))
}

function periodOf(madeAt: string, unit: Unit): string {
  if (unit === 'day') return madeAt.slice(0, 10)
  if (unit === 'month') return madeAt.slice(0, 7)
  if (unit === 'year') return madeAt.slice(0, 4)
  // Monday is the first day of it; 1970-01-01 was a Thursday.
  return String(Math.floor((Date.parse(madeAt) / 86_400_000 + 3) / 7))
}

interface Prune {
  keep: Keep
  installation: Manifest['installation']
  /** Called with each backup, line of a list and file that it comes to: however few it removes, it goes on. */
  onStep?: () => void
}

/**
 * Removes all backups of an installation but those that are kept, and then what none that is there needs. Removes nothing where one
 * cannot be read: nobody knows then what it needs. Those of other installations stay. Files stay from the moment on that another backup is
 * begun.
 */
export async function pruneBackups(
  store: Store,
  { keep, installation, onStep = () => {} }: Prune,
): Promise<{ backups: number; files: number; bytes: number }> {
  const removed = { backups: 0, files: 0, bytes: 0 }
  const there = await manifestsOf(store, onStep)
  const isOurs = (one: Manifest) => one.installation === undefined || one.installation === installation
  const kept = [...keptOf(there.filter(isOurs), keep), ...there.filter((one) => !isOurs(one))]
  const names = new Set(kept.map(({ name }) => name))
  // First all that is needed: a list that cannot be read ends it before anything is gone.
  const needed = await neededBy(store, kept, onStep)
  // What came meanwhile is not among them.
  for (const { name } of there) {
    if (names.has(name)) continue
    onStep()
    await store.removeText(name)
    await store.removeText(keyName(name))
    removed.backups += 1
  }
  const known = new Set(there.map(({ name }) => name))
  if (await isAnyNew(store, known)) return removed
  await removeStrayKeys(store)
  for await (const page of unneeded(store, needed, onStep)) {
    if (await isAnyNew(store, known)) return removed
    for (const { hash, bytes } of page) {
      onStep()
      await store.remove(hash)
      removed.files += 1
      removed.bytes += bytes
    }
  }
  return removed
}

async function* unneeded(
  store: Store,
  needed: Set<string>,
  onStep: () => void,
): AsyncGenerator<StoredBlob[]> {
  const now = Date.now()
  let page: StoredBlob[] = []
  for await (const blob of store.list()) {
    onStep()
    if (needed.has(blob.hash) || now - blob.writtenAt < spared) continue
    page.push(blob)
    if (page.length < pageSize) continue
    yield page
    page = []
  }
  yield page
}

/** A backup that was killed may have left the text with its key, which says more than anything else there. */
async function removeStrayKeys(store: Store): Promise<void> {
  const names = new Set<string>()
  for await (const name of store.listTexts()) names.add(name)
  for (const name of names)
    if (isKeyName(name) && !names.has(name.slice(0, -'-key'.length))) await store.removeText(name)
}

/** One that is being made, or was since, counts on files that it found there. */
async function isAnyNew(store: Store, known: Set<string>): Promise<boolean> {
  const names: string[] = []
  for await (const name of store.listTexts()) names.push(name)
  const isMarked = await isAnyMarked(store, names)
  return isMarked || names.some((name) => isManifestName(name) && !known.has(name))
}

async function manifestsOf(store: Store, onStep: () => void): Promise<Manifest[]> {
  return (await listBackups(store, onStep)).map((listed) => {
    if ('manifest' in listed) return listed.manifest
    throw new DailiesError('invalid', `Nothing is removed: ${listed.problem}`)
  })
}

async function neededBy(store: Store, manifests: Manifest[], onStep: () => void): Promise<Set<string>> {
  const needed = new Set<string>()
  for (const manifest of manifests) {
    needed.add(manifest.database.hash).add(manifest.media.list)
    for await (const line of listedMedia(store, manifest)) {
      onStep()
      needed.add(line.slice(0, 64))
    }
  }
  return needed
}
