import { readFile } from 'node:fs/promises'
import { type NewPlatform, newPlatform } from '@dailies/contract/platform.ts'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { naturalOrder } from '../db/natural-order.ts'
import { parseJsonFile } from '../json-file.ts'
import { by } from '../order.ts'
import builtIn from './catalogue.json' with { type: 'json' }
import { toColumns } from './platform.ts'
import { listPlatforms, savePlatform } from './queries.ts'

const catalogueEntry = z.strictObject(newPlatform.shape)

const catalogueFile = z
  .array(catalogueEntry)
  .max(10_000)
  .refine(
    (entries) => new Set(entries.map((entry) => entry.slug)).size === entries.length,
    'The same slug twice',
  )

/** Reads a catalogue file; throws with the line or path of what is wrong in it. */
export async function readCatalogue(path: string | URL): Promise<NewPlatform[]> {
  return parseJsonFile(String(path), await readFile(path, 'utf8'), catalogueFile)
}

/**
 * Writes what is new or changed in the built-in catalogue, which is not read as other files are: a test has done so. A platform that a
 * user added is left as the user wants it.
 */
export async function syncBuiltInCatalogue(db: Database): Promise<void> {
  await savePlatforms(db, builtIn as NewPlatform[], { own: false })
}

/** Adds platforms of the user's own, or replaces those of the same slug. Returns how many were new or changed. */
export function addPlatforms(db: Database, entries: NewPlatform[]): Promise<number> {
  return savePlatforms(db, entries, { own: true })
}

async function savePlatforms(
  db: Database,
  entries: NewPlatform[],
  { own }: { own: boolean },
): Promise<number> {
  const present = new Map((await db.all(listPlatforms, {})).map((row) => [row.slug, row]))
  const rows = entries
    .map((entry) => ({ ...toColumns(entry), own: own ? 1 : 0 }))
    .filter((row) => {
      const before = present.get(row.slug)
      if (!before) return true
      if (before.own === 1 && !own) return false
      return Object.entries(row).some(([name, value]) => before[name as keyof typeof before] !== value)
    })
    // In one order, so that nodes that start together never wait for each other in a circle.
    .sort(by(({ slug }) => slug))
  if (rows.length === 0) return 0

  await db.transaction(async (transaction) => {
    for (const row of rows) {
      await transaction.run(savePlatform, { id: newId(), nameOrder: naturalOrder(row.name), ...row })
    }
  })
  return rows.length
}
