import type { AssetCard, BoardFilter, BoardOrder } from '@dailies/contract/board.ts'
import { isoNow } from '../clock.ts'
import type { Connection } from '../db/database.ts'
import { timeOfId } from '../db/id.ts'
import { pageOf } from '../http/envelope.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { type Actor, requireScene } from '../production/membership.ts'
import type { Step } from '../shares.ts'
import { type BoardQuestion, board } from './board-queries.ts'
import { showingCard } from './card.ts'
import { searchScene } from './search-scene.ts'

interface BoardPage {
  data: AssetCard[]
  metadata: { nextCursor: string | null; total: number | null; until: string }
}

/**
 * A page of the scene's asset versions that answer to the filter. The total is counted on the first page. What is
 * captured between two pages moves nothing from one to the other. A text is searched for in turns: `inTurns` calls what it
 * is given with the steps of it. Throws `not_found` for the scene.
 */
export async function browseScene(
  db: Connection,
  actor: Actor,
  {
    sceneDbId,
    sort,
    cursor,
    limit,
    q,
    ...filter
  }: BoardFilter & { sceneDbId: string; sort: BoardOrder; cursor?: string | undefined; limit: number },
  inTurns: <T>(work: (step: Step) => Promise<T>) => Promise<T>,
  addressOf: AddressOf = plainAddress,
): Promise<BoardPage> {
  const shown = showingCard(addressOf)
  await requireScene(db, actor, sceneDbId, 'viewer')
  const until = isoNow()
  const question = { ...questionOf(sceneDbId, filter), limit: limit + 1 }
  if (q) {
    const found = await inTurns((step) => searchScene(db, step, { ...question, q, sort, cursor }))
    const { data, metadata } = pageOf(found.rows.map(shown), limit)
    return { data, metadata: { ...metadata, total: found.total, until } }
  }
  if (cursor) {
    const cursorTime = new Date(timeOfId(cursor)).toISOString()
    const rows = await db.all(board[sort].next, { ...question, cursor, cursorTime })
    const { data, metadata } = pageOf(rows.map(shown), limit)
    return { data, metadata: { ...metadata, total: null, until } }
  }
  const rows = await db.all(board[sort].first, question)
  const cards = rows.map(({ total: _, ...row }) => shown(row))
  const { data, metadata } = pageOf(cards, limit)
  return { data, metadata: { ...metadata, total: rows[0]?.total ?? 0, until } }
}

function questionOf(sceneDbId: string, filter: Omit<BoardFilter, 'q'>): BoardQuestion {
  const { assetType, platformKey, status, rightsState, compareGroup, shotId, createdBy, selected, media } =
    filter
  return {
    sceneDbId,
    assetType: assetType ?? null,
    platformKey: platformKey ?? null,
    status: status ?? null,
    rightsState: rightsState ?? null,
    compareGroup: compareGroup ?? null,
    shotId: shotId === 'none' ? '' : (shotId ?? null),
    createdBy: createdBy ?? null,
    selected: selected === undefined ? null : Number(selected === 'true'),
    media: media ?? null,
  }
}
