import { databaseTime } from '../db/time.ts'
import { deleteMarked, findBlobToRemove, listLeastUsed, sumMarked } from './marked-queries.ts'
import { type Place, removeBlob } from './prune.ts'

/** Milliseconds for which what was made stays: whoever makes the same again may be about to refer to its bytes. */
export const graceOfMarked = 10 * 60_000

const pageSize = 20

/** Lets go of copies with a name burnt in, and of their bytes at once; `before` is until when nobody may have meant to refer to these. */
export async function letGoOfMarked(place: Place, ids: readonly string[], before: number): Promise<void> {
  const deleted = await place.db.transaction((transaction) =>
    transaction.all(deleteMarked, { ids: JSON.stringify(ids) }),
  )
  for (const hash of new Set(deleted.flatMap((one) => one.hash ?? []))) {
    const blob = await place.db.first(findBlobToRemove, { hash })
    if (blob) await removeBlob(place, blob, before)
  }
}

/**
 * Makes room for a copy of so many bytes where all of them may have no more than `most`: those that nobody has looked at for longest
 * go. They are made again once somebody wants to. Returns whether there is room.
 */
export async function makeRoomForMarked(
  place: Place,
  { bytes, most }: { bytes: number; most: number },
): Promise<boolean> {
  let taken = (await place.db.first(sumMarked, {}))?.bytes ?? 0
  const before = (await databaseTime(place.db)) - graceOfMarked
  while (taken + bytes > most) {
    const oldest = await place.db.all(listLeastUsed, { before, limit: pageSize })
    if (oldest.length === 0) return false
    const going: string[] = []
    for (const one of oldest) {
      if (taken + bytes <= most) break
      going.push(one.id)
      taken -= one.bytes ?? 0
    }
    await letGoOfMarked(place, going, before)
  }
  return true
}
