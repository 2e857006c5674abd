import type { AlikeVersion } from '@dailies/contract/media.ts'
import type { Connection } from '../db/database.ts'
import { by } from '../order.ts'
import type { Actor } from '../production/membership.ts'
import { findMedia, listPictures } from './queries.ts'
import { requireVersion } from './reach.ts'
import { looksOf } from './summary.ts'

/** Of the newest so many of the scene. */
const mostLookedAt = 5000
const mostFound = 10

/** Of 64 bits. Pictures of the same seed and prompt differ in more; a smaller or recompressed copy in less. */
const mostDiffering = 8

/** The versions of the same scene that look like one, the most alike first. Throws `not_found`. */
export async function listAlike(db: Connection, actor: Actor, id: string): Promise<AlikeVersion[]> {
  const { sceneDbId } = await requireVersion(db, actor, id, 'viewer')
  const own = await db.first(findMedia, { versionId: id, kind: 'original' })
  const looks = looksOf(own?.summary ?? null)
  if (!own?.hash) return []
  const others = await db.all(listPictures, { sceneDbId, limit: mostLookedAt })
  return others
    .filter((other) => other.id !== id)
    .flatMap(({ hash, looks: theirs, ...version }) => {
      const isSame = hash === own.hash
      const distance = isSame ? 0 : looks && theirs ? differing(looks, theirs) : 64
      return distance <= mostDiffering ? [{ ...version, distance, isSame }] : []
    })
    .sort(
      by(
        ({ isSame }) => Number(!isSame),
        ({ distance }) => distance,
        ({ id }) => id,
      ),
    )
    .slice(0, mostFound)
}

/** In how many bits two texts of 16 hexadecimal digits differ. */
function differing(one: string, other: string): number {
  return ones(halfOf(one, 0) ^ halfOf(other, 0)) + ones(halfOf(one, 8) ^ halfOf(other, 8))
}

function halfOf(looks: string, from: number): number {
  return Number.parseInt(looks.slice(from, from + 8), 16)
}

function ones(bits: number): number {
  let count = 0
  for (let left = bits >>> 0; left !== 0; left = (left & (left - 1)) >>> 0) count += 1
  return count
}
