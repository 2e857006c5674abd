import type { BoardCard, BoardFilter, BoardOrder } from '@dailies/contract/board.ts'
import type { MarkFlag } from '@dailies/contract/mark.ts'
import { isoNow } from '../clock.ts'
import type { Connection } from '../db/database.ts'
import { timeOfId } from '../db/id.ts'
import { mostBehind } from '../db/position.ts'
import { pageOf } from '../http/envelope.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { type Actor, requireScene } from '../production/membership.ts'
import type { Step } from '../shares.ts'
import { type BoardQuestion, board } from './board-queries.ts'
import { showingCard } from './card.ts'
import { type Found, type StackRow, searchScene } from './search-scene.ts'
import { stacked as stacks } from './stack-queries.ts'

interface BoardPage {
  data: BoardCard[]
  metadata: { nextCursor: string | null; total: number | null; takes?: number | null; until: string }
}

/**
 * A page of the scene's asset versions that answer to the filter. The total is counted on the first page. What is
 * captured between two pages moves nothing from one to the other; `stacked` shows one of each shot. A text is searched for in turns: `inTurns` calls what it
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
    stacked = 'false',
    older = db,
    ...filter
  }: BoardFilter & {
    sceneDbId: string
    sort: BoardOrder
    stacked?: 'true' | 'false'
    cursor?: string | undefined
    limit: number
    /** Where what is in the scene is read from. */
    older?: Connection
  },
  inTurns: <T>(work: (step: Step) => Promise<T>) => Promise<T>,
  addressOf: AddressOf = plainAddress,
): Promise<BoardPage> {
  const shown = showingCard(addressOf)
  await requireScene(db, actor, sceneDbId, 'viewer')
  // What it may not have yet is still asked for as a change.
  const until = older === db ? isoNow() : new Date(Date.now() - mostBehind).toISOString()
  const question = { ...questionOf(actor, sceneDbId, filter), limit: limit + 1 }
  const isStacked = stacked === 'true'
  const { first, next } = (isStacked ? stacks : board)[sort] as typeof board.newest
  const answer = ({ rows, total = null, takes = null }: Found): BoardPage => {
    const { data, metadata } = pageOf(rows.map(shown), limit)
    return { data, metadata: { ...metadata, total, ...(isStacked && { takes }), until } }
  }
  if (q)
    return answer(
      await inTurns((step) => searchScene(older, step, { ...question, q, sort, isStacked, cursor })),
    )
  if (cursor) {
    const cursorTime = new Date(timeOfId(cursor)).toISOString()
    return answer({ rows: await older.all(next, { ...question, cursor, cursorTime }) })
  }
  const counted: (StackRow & { total: number; takes?: number })[] = await older.all(first, question)
  const rows = counted.map(({ total: _, takes: __, ...row }) => row)
  return answer({ rows, total: counted[0]?.total ?? 0, takes: counted[0]?.takes ?? 0 })
}

export function questionOf(
  { userId }: Actor,
  sceneDbId: string,
  filter: Omit<BoardFilter, 'q'>,
): BoardQuestion {
  const { assetType, platformKey, status, rightsState, compareGroup, shotId, createdBy, selected, media } =
    filter
  const { mark, stars, filmStars, seen } = filter
  const [whose, flag] = mark?.split(':') ?? []
  const of = (whoseIs: string) => {
    if (whose !== whoseIs) return { flag: null, is: null }
    if (flag === 'none') return { flag: 'any' as const, is: 0 }
    return flag === 'notRejected' ? { flag: 'rejected' as const, is: 0 } : { flag: flag as MarkFlag, is: 1 }
  }
  const [mine, film] = [of('mine'), of('film')]
  return {
    sceneDbId,
    userId,
    assetType: assetType ?? null,
    platformKey: platformKey ?? null,
    status: status ?? null,
    rightsState: rightsState ?? null,
    compareGroup: compareGroup ?? null,
    shotId: shotId === 'none' ? '' : (shotId ?? null),
    createdBy: createdBy ?? null,
    selected: selected === undefined ? null : Number(selected === 'true'),
    media: media ?? null,
    myFlag: mine.flag,
    isMyFlag: mine.is,
    filmFlag: film.flag,
    isFilmFlag: film.is,
    myStars: stars ?? null,
    filmStars: filmStars ?? null,
    seen: seen === undefined ? null : Number(seen === 'true'),
  }
}
