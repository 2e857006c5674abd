import { isDeepStrictEqual } from 'node:util'
import type { NewExport } from '@dailies/contract/export.ts'
import type { Connection } from '../db/database.ts'
import { askedFor } from './asked-for.ts'
import { listFilesFrom, listFormerExports } from './queries.ts'

const rowsAtOnce = 500

/**
 * The files that whoever unpacked each export of the same up to a moment has by now: hashes by their names. Undefined where none can be
 * had any more that was whole, or where copies were signed, of which each has another hash.
 */
export async function broughtBefore(
  db: Connection,
  { projectId, request, since }: { projectId: string; request: NewExport; since: string },
): Promise<ReadonlyMap<string, string> | undefined> {
  const former = (await db.all(listFormerExports, { projectId, since }))
    .map((row) => ({ id: row.id, request: askedFor(row) }))
    .filter((one) => isDeepStrictEqual(whatIn(one.request), whatIn(request)))
  const whole = former.findIndex((one) => one.request.since === undefined)
  if (request.signed || whole < 0) return undefined
  const files = new Map<string, string>()
  for (const { id } of former.slice(0, whole + 1).reverse()) {
    for (let offset = 0; ; ) {
      const rows = await db.all(listFilesFrom, { exportId: id, offset, limit: rowsAtOnce })
      for (const { name, hash } of rows) files.set(name, hash)
      if (rows.length < rowsAtOnce) break
      offset = rows.at(-1)!.offset + 1
    }
  }
  return files
}

/** What of the film it is, and how its files are called. */
function whatIn({ of, act, sceneDbId, template, signed }: NewExport) {
  return { of, act, sceneDbId, template, signed }
}
