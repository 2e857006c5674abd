import type { AlikeHit } from '@dailies/contract/search.ts'
import type { Connection } from '../db/database.ts'
import { invalid } from '../error.ts'
import { lookOfParts, partsOfLook } from '../media/look-parts.ts'
import { requireVersion } from '../media/reach.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import type { Actor } from '../production/membership.ts'
import { findLookOfVersion, listAlikeVersions, listNearPictures } from './alike-queries.ts'
import type { SearchIndex } from './index.ts'
import { readQuery } from './query.ts'
import { shown } from './search.ts'
import { answering, lookingFor, projectsOf } from './window.ts'

/** Pictures of which it is asked who has them, and of how many at once; versions that are filtered. The nearest, each. */
const [mostPictures, picturesAtOnce, mostFiltered] = [4000, 1000, 1000]

/**
 * In how many bits a part may differ, of four. Who differs in more than that in every part differs in 3 + 3 + 3 + 2, which is
 * more than `mostApart`. Norouzi, Punjani and Fleet, "Fast Search in Hamming Space with Multi-Index Hashing" (2012), section 3.
 */
const apartInParts = [2, 2, 2, 1] as const

interface Asked {
  assetVersionId?: string | undefined
  look?: string | undefined
  q: string
  limit: number
}

/**
 * What looks like a version, or like a picture: the nearest first. Throws `not_found` for a version that the actor may not see, and
 * `invalid`.
 */
export async function searchAlike(
  { db, index }: { db: Connection; index: SearchIndex },
  actor: Actor,
  { assetVersionId, look: given, q, limit }: Asked,
  addressOf: AddressOf = plainAddress,
): Promise<{ data: AlikeHit[]; look: string | null }> {
  if ((assetVersionId === undefined) === (given === undefined)) {
    throw invalid({ assetVersionId: ['Say this, or look: one of them'] })
  }
  const query = readQuery(q, { isPartial: false })
  const look = given ?? (await lookOfVersion(db, actor, assetVersionId!))
  if (look === null) return { data: [], look }
  const projects = await projectsOf(db, actor)
  const looking = await lookingFor({ db, index }, query, { actor, projects })
  const isFiltered = q.trim() !== ''
  const distances = await distancesFrom(db, look, {
    userId: actor.userId,
    projectIds: JSON.stringify(projects.map(({ id }) => id)),
    besides: assetVersionId ?? '',
    limit: isFiltered ? mostFiltered : limit,
  })
  const hits = [...distances.keys()].map((id, number) => ({ id, number }))
  const found = isFiltered ? await answering(looking, hits) : hits
  const cards = await shown(db, { page: found.slice(0, limit), userId: actor.userId }, addressOf)
  const data = cards.map(({ found: _, ...card }) => ({ ...card, distance: distances.get(card.id)! }))
  return { data, look }
}

/** Of the nearest versions, in this order, how far they are from a look. Who has the nearest pictures is asked first, and of more where too few have these. */
async function distancesFrom(
  db: Connection,
  look: string,
  asked: { userId: string; projectIds: string; besides: string; limit: number },
): Promise<Map<string, number>> {
  const pictures = await db.all(listNearPictures, {
    ...(partsOfLook(look) as Record<'a' | 'b' | 'c' | 'd', number>),
    ...nearOf(look),
    limit: mostPictures,
  })
  const distances = new Map<string, number>()
  for (let at = 0; at < pictures.length && distances.size < asked.limit; at += picturesAtOnce) {
    const some = JSON.stringify(pictures.slice(at, at + picturesAtOnce))
    for (const { id, distance } of await db.all(listAlikeVersions, { ...asked, pictures: some })) {
      // By its poster it may be nearer than by its original.
      if (!distances.has(id) && distances.size < asked.limit) distances.set(id, distance)
    }
  }
  return distances
}

async function lookOfVersion(db: Connection, actor: Actor, id: string): Promise<string | null> {
  await requireVersion(db, actor, id, 'viewer')
  const parts = await db.first(findLookOfVersion, { id })
  return parts ? lookOfParts(parts) : null
}

function nearOf(look: string) {
  const { a, b, c, d } = partsOfLook(look) as Record<'a' | 'b' | 'c' | 'd', number>
  const [ofA, ofB, ofC, ofD] = apartInParts
  const near = (part: number, apart: number) => JSON.stringify(within(part, apart))
  return { nearA: near(a, ofA), nearB: near(b, ofB), nearC: near(c, ofC), nearD: near(d, ofD) }
}

/** All numbers of 16 bits that differ from one in so many at most: 17 of 1, 137 of 2. */
function within(part: number, apart: number): number[] {
  const found = new Set([part])
  for (let round = 0; round < apart; round += 1) {
    for (const one of [...found]) for (let bit = 0; bit < 16; bit += 1) found.add(one ^ (1 << bit))
  }
  return [...found]
}
