import type { KeptVersion } from '@dailies/contract/media.ts'
import { hashOf, type Place, type Read, type Row, readRow, type Said } from './row.ts'

/** What happens to the rows of a drop. `ids` are of those that it is done with. */
export type Change =
  | { what: 'begin'; rows: Row[] }
  | { what: 'read'; reads: ReadonlyMap<number, Read> }
  | { what: 'found'; kept: readonly KeptVersion[] }
  | { what: 'say'; ids: ReadonlySet<number>; said: Partial<Said> }
  | { what: 'place'; ids: ReadonlySet<number>; place: Partial<Place> }
  | { what: 'place each'; places: ReadonlyMap<number, Place> }
  | { what: 'want'; ids: ReadonlySet<number>; choice: 'in' | 'out' | undefined }
  | { what: 'choose'; ids: ReadonlySet<number>; isChosen: boolean }
  | { what: 'sent'; ids: ReadonlySet<number> }

export function changeRows(rows: readonly Row[], change: Change): Row[] {
  switch (change.what) {
    case 'begin':
      return change.rows
    case 'read':
      return rows.map((row) => {
        const read = change.reads.get(row.id)
        return read ? readRow(row, read) : row
      })
    case 'found':
      return withKept(rows, change.kept)
    case 'say':
      return only(rows, change.ids, (row) => ({ ...row, given: { ...row.given, ...change.said } }))
    case 'place':
      return only(rows, change.ids, (row) => ({ ...row, place: placed(row.place, change.place) }))
    case 'place each':
      return rows.map((row) => ({ ...row, place: change.places.get(row.id) ?? row.place }))
    case 'want':
      return only(rows, change.ids, (row) => ({ ...row, choice: change.choice }))
    case 'choose':
      return only(rows, change.ids, (row) => ({ ...row, isChosen: change.isChosen }))
    case 'sent':
      return rows.filter(({ id }) => !change.ids.has(id))
  }
}

function only(rows: readonly Row[], ids: ReadonlySet<number>, change: (row: Row) => Row): Row[] {
  return rows.map((row) => (ids.has(row.id) ? change(row) : row))
}

/** A shot is of its scene: in another there is none. */
function placed(before: Place, { scene = before.scene, ...rest }: Partial<Place>): Place {
  const shotId = scene.id === before.scene.id ? before.shotId : undefined
  return { scene, shotId, ...rest }
}

function withKept(rows: readonly Row[], kept: readonly KeptVersion[]): Row[] {
  const byHash = Map.groupBy(kept, ({ sha256 }) => sha256)
  return rows.map((row) => {
    const found = byHash.get(hashOf(row) ?? '')
    return found ? { ...row, kept: found } : row
  })
}
