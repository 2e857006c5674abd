import type { Transaction } from '../db/database.ts'
import { ofListColumn } from '../db/json-column.ts'
import { pauses } from '../pauses.ts'
import type { State, Version } from './change-state.ts'
import { listTagSizes, listTagsOfVersions, listTextsOfVersions } from './many-queries.ts'

/** Bytes of tags that are read at once: parsing them takes a few milliseconds. */
const atOnce = 500_000

/** Adds the tags to what versions are: only where they are to change, for they may be long. */
export async function readTags(transaction: Transaction, versions: Version[]): Promise<void> {
  await readSized(transaction, versions, await sizesOf(transaction, versions))
}

/**
 * The same for the first of them whose tags have no more bytes than `most` together, of each `more` besides. Returns the others.
 */
export async function readTagsThatFit(
  transaction: Transaction,
  versions: Version[],
  { most, more }: { most: number; more: number },
): Promise<Version[]> {
  const sizes = await sizesOf(transaction, versions)
  let bytes = 0
  const end = versions.findIndex(({ id }) => {
    bytes += sizes.get(id)! + more
    return bytes > most
  })
  const fitting = end < 0 ? versions : versions.slice(0, end)
  await readSized(transaction, fitting, sizes)
  return versions.slice(fitting.length)
}

/** The same of title and notes. */
export async function readTexts(transaction: Transaction, versions: Version[]): Promise<void> {
  if (versions.length === 0) return
  const rows = await transaction.all(listTextsOfVersions, { ids: idsOf(versions) })
  const texts = new Map(rows.map(({ id, ...text }) => [id, text]))
  for (const version of versions) add(version, texts.get(version.id))
}

async function sizesOf(transaction: Transaction, versions: Version[]): Promise<Map<string, number>> {
  if (versions.length === 0) return new Map()
  const rows = await transaction.all(listTagSizes, { ids: idsOf(versions) })
  const sizes = new Map(rows.map(({ id, size }) => [id, size]))
  return new Map(versions.map(({ id }) => [id, sizes.get(id) ?? 0]))
}

async function readSized(
  transaction: Transaction,
  versions: Version[],
  sizes: Map<string, number>,
): Promise<void> {
  const pause = pauses()
  for (let from = 0; from < versions.length; ) {
    let [to, bytes] = [from, 0]
    while (to < versions.length && bytes < atOnce) bytes += sizes.get(versions[to++]!.id)!
    const some = versions.slice(from, to)
    const rows = await transaction.all(listTagsOfVersions, { ids: idsOf(some) })
    const tags = new Map(rows.map((row) => [row.id, row.tags]))
    for (const version of some) {
      await pause()
      if (tags.has(version.id)) add(version, { tags: ofListColumn(tags.get(version.id)!) })
    }
    from = to
  }
}

function idsOf(versions: Version[]): string {
  return JSON.stringify(versions.map(({ id }) => id))
}

function add(version: Version, long: Partial<State> | undefined): void {
  version.state = { ...version.state, ...long }
}
