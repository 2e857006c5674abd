import type { LineageNode } from '@dailies/contract/board.ts'
import type { Connection } from '../db/database.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import type { Actor } from '../production/membership.ts'
import { byAge, showingMedia } from './card.ts'
import { listAncestors, listChildren, listFamily, listNodes } from './lineage-queries.ts'
import { requireVersion } from './version-to-change.ts'

const largestFamily = 200
const mostAncestors = 100

/**
 * The family of an asset version, the oldest first: what it was made from, and all that was made from the oldest of
 * these. Of a family of more than 200 it has up to a hundred versions before this one, the newest of those made from
 * it, and of the rest those nearest to the oldest. Throws `not_found`.
 */
export async function readLineage(
  db: Connection,
  actor: Actor,
  id: string,
  addressOf: AddressOf = plainAddress,
): Promise<LineageNode[]> {
  const { projectId } = await requireVersion(db, actor, id, 'viewer')
  const [ancestors, children] = await Promise.all([
    db.all(listAncestors, { id, projectId, limit: mostAncestors }),
    db.all(listChildren, { id, projectId, limit: largestFamily - mostAncestors - 1 }),
  ])
  // Where versions were made from one another in a circle, they come again and again.
  const line = new Set(
    ancestors.sort((one, other) => one.generation - other.generation).map((ancestor) => ancestor.id),
  )
  const oldest = [...line].at(-1) ?? id
  const family = await db.all(listFamily, { id: oldest, projectId, limit: largestFamily })
  const nearest = new Set([...line, ...children.map((child) => child.id), ...family.map((one) => one.id)])
  const ids = JSON.stringify([...nearest].slice(0, largestFamily))
  const nodes = await db.all(listNodes, { ids })
  return nodes.map(showingMedia(addressOf)).sort(byAge)
}
