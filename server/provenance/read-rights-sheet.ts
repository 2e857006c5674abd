import type { CutSettings } from '@dailies/contract/cut.ts'
import type { RightsSheet, SheetEntry } from '@dailies/contract/provenance.ts'
import { findProjectOfCut } from '../cut/queries.ts'
import { noAddress, partsOf, versionsOf } from '../cut/read-cut.ts'
import { settingsOf } from '../cut/settings.ts'
import type { Connection } from '../db/database.ts'
import { notFound } from '../error.ts'
import { LongList } from '../http/long-list.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import { foundOf, linesOf } from './lines.ts'
import {
  listGenerationsOfMany,
  listParentsOfSheet,
  listTakesOfSheet,
  type SheetParentRow,
  type SheetRow,
} from './queries.ts'
import { SumsOfSheet } from './sheet-sums.ts'
import { sheetTakeOf } from './sheet-take.ts'

/**
 * The rights sheet of a film, read and written in parts, with its sums at the end. Nothing of now is in it, nor an address that
 * ends: the same film has the same bytes. Throws `not_found`.
 */
export async function readRightsSheet(
  db: Connection,
  actor: Actor,
  { projectId, date }: { projectId: string; date?: string | undefined },
): Promise<LongList<RightsSheet>> {
  const missing = () => notFound('Project')
  const found = await db.first(findProjectOfCut, { id: projectId, userId: actor.userId })
  const { name, memberRole: _, ...row } = admitMember({ actor, need: 'viewer', missing }, found)
  const settings = settingsOf(row)
  const sums = new SumsOfSheet()
  const metadata = { project: { id: projectId, name }, date: date ?? null, rate: settings.rate, sums }
  return new LongList<RightsSheet>('data', { metadata }, entriesOf(db, { projectId, settings, sums }))
}

async function* entriesOf(
  db: Connection,
  { projectId, settings, sums }: { projectId: string; settings: CutSettings; sums: SumsOfSheet },
): AsyncGenerator<SheetEntry[], undefined> {
  const of = { projectId, act: null, sceneDbId: null }
  for await (const part of partsOf(db, of, settings, noAddress)) {
    const ids = [...new Set(part.flatMap(versionsOf))]
    const rows = await db.all(listTakesOfSheet, { ids: JSON.stringify(ids) })
    const parents = await parentsOf(db, rows)
    const takes = new Map(rows.map((row) => [row.id, sheetTakeOf(row, parents.get(row.id) ?? [])]))
    for (const id of ids) sums.addParents(parents.get(id) ?? [])
    const entries = part.map((entry) => ({
      scene: entry.sceneId,
      shot: entry.shotCode,
      ...{ kind: entry.kind, start: entry.start, duration: entry.duration },
      takes: versionsOf(entry).flatMap((id) => takes.get(id) ?? []),
    }))
    sums.add(entries)
    yield entries
  }
  return undefined
}

/** What takes were made from, by their ids, the nearest first. */
async function parentsOf(
  db: Connection,
  takes: readonly SheetRow[],
): Promise<ReadonlyMap<string, SheetParentRow[]>> {
  const lines = await linesOf(db, takes, listGenerationsOfMany)
  const ids = [...new Set([...lines.values()].flat())]
  const rows = ids.length === 0 ? [] : await db.all(listParentsOfSheet, { ids: JSON.stringify(ids) })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map([...lines].map(([of, line]) => [of, foundOf(line, byId)]))
}
