import type { AssetCard } from '@dailies/contract/board.ts'
import { isoNow } from '../clock.ts'
import type { Connection } from '../db/database.ts'
import type { AddressOf } from '../media/summary.ts'
import { type Actor, requireScene } from '../production/membership.ts'
import {
  listCapturedSince,
  listChangedSince,
  listDeletedSince,
  listLeftSince,
  listMarkedSince,
  listReviewedSince,
} from './board-queries.ts'
import { byAge, showingCard } from './card.ts'

/**
 * How far before the asked time it looks, in milliseconds. What happens gets its time before it is committed, from the
 * clock of the node where it happens: so it may be seen only after an answer that says it knows all until later.
 */
const overlap = 5000

/** What changed in all scenes is looked through; of longer than this, in milliseconds, it is quicker to read the list. */
const longest = 60 * 60 * 1000

interface Changes {
  data: AssetCard[]
  metadata: { deleted: string[]; until: string; hasMore: boolean }
}

/**
 * The asset versions of the scene that were captured, changed, talked about, marked, restored, deleted or moved to another scene since a time, or up to five seconds
 * before. It sees what takes less than these from its time to its commit, the differences between the nodes' clocks
 * included. Of a time more than an hour ago it says only that there may be more. Throws `not_found` for the scene.
 */
export async function listChanges(
  db: Connection,
  actor: Actor,
  {
    sceneDbId,
    since,
    limit,
    addressOf,
  }: { sceneDbId: string; since: string; limit: number; addressOf: AddressOf },
): Promise<Changes> {
  await requireScene(db, actor, sceneDbId, 'viewer')
  const until = isoNow()
  const from = Date.parse(since) - overlap
  if (Date.parse(until) - from > longest) return { data: [], metadata: { deleted: [], until, hasMore: true } }

  const range = { sceneDbId, userId: actor.userId, since: new Date(from).toISOString(), limit: limit + 1 }
  const [captured, changed, reviewed, mine, ofFilm, deleted, left] = await Promise.all([
    db.all(listCapturedSince, range),
    db.all(listChangedSince, range),
    db.all(listReviewedSince, range),
    db.all(listMarkedSince, { ...range, whose: actor.userId }),
    db.all(listMarkedSince, { ...range, whose: '' }),
    db.all(listDeletedSince, range),
    db.all(listLeftSince, range),
  ])
  // What was marked since may be among the others, too, and be marked for the film as well.
  const all = [...captured, ...changed, ...reviewed, ...mine, ...ofFilm]
  const cards = [...new Map(all.map((card) => [card.id, card])).values()]
  const gone = [...new Set([...deleted, ...left].map(({ id }) => id))]
  return {
    data: cards.slice(0, limit).sort(byAge).reverse().map(showingCard(addressOf)),
    metadata: {
      deleted: gone.slice(0, limit),
      until,
      hasMore: cards.length > limit || gone.length > limit,
    },
  }
}
