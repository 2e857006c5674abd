import type { AssetCard, BoardFilter } from '@dailies/contract/board.ts'
import { notify } from '@dailies/ui/notices.ts'
import { useEffect, useRef, useState } from 'react'
import { allCards, type Board, readPage } from '../../takes/board.ts'
import { addToTray, type TrayItem } from '../../takes/tray.ts'
import type { Chosen } from '../../takes/use-change-many.ts'
import { errorText } from '../../ui/error-text.ts'

/** So many takes in stacks are loaded rather than changed by their filter: each can be taken out. */
const fewInStacks = 1000

/** All that match, loaded or not. */
export interface AllThatMatch {
  chosen: Chosen
  count: number
  /** The winners among them, and how many have rights that are not settled. */
  winners: readonly TrayItem[]
  unsettled: number
}

interface Settings {
  board: Board | undefined
  /** Those that lie on it, also in stacks that are open. */
  cards: readonly AssetCard[]
  tray: readonly TrayItem[]
}

/**
 * All takes that answer to the board’s filter, chosen without being loaded, stacked or not. In the tray are those that are; once one of
 * them is taken out, those that are in it are chosen and no others.
 */
export function useAllThatMatch(sceneDbId: string, { board, cards, tray }: Settings) {
  const [all, setAll] = useState<AllThatMatch & { filter: string; until: string }>()
  const added = useRef(new Set<string>())
  const isOfFilter = all !== undefined && all.filter === filterText(board)

  useEffect(() => {
    if (!all || !board) return
    const inTray = new Set(tray.map(({ id }) => id))
    if (!isOfFilter || [...added.current].some((id) => !inTray.has(id))) {
      setAll(undefined)
      return
    }
    const isMeant = ({ id, createdAt }: AssetCard) =>
      'ids' in all.chosen ? all.chosen.ids.includes(id) : createdAt <= all.until
    const fresh = cards.filter((card) => !added.current.has(card.id) && isMeant(card))
    for (const { id } of fresh) added.current.add(id)
    if (fresh.length > 0) addToTray(sceneDbId, fresh)
  }, [all, board, cards, isOfFilter, tray, sceneDbId])

  /** Loads them all, where only takes that are loaded will do. */
  const spellOut = async () => {
    setAll(undefined)
    if (board)
      addToTray(sceneDbId, await allCards(sceneDbId, board.view, isStacked(board) ? undefined : board))
  }

  const chooseAll = () =>
    told(async () => {
      if (!board) return
      const loaded = new Set(cards.map(({ id }) => id))
      const newest = cards.reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), '')
      const isFew = isStacked(board) ? board.takes <= fewInStacks : board.nextCursor === null
      // Whatever waits to be shown is not chosen; a stack has it already.
      const waiting = isStacked(board) ? [] : board.waiting
      const isHidden = waiting.some(({ createdAt }) => createdAt <= newest)
      // Others are chosen too, by another filter, or some of those that came back are not shown yet.
      if (isFew || isHidden || tray.some(({ id }) => !loaded.has(id))) return spellOut()
      const until = waiting.length > 0 || newest > board.until ? newest : board.until
      const filter = filterOf(board)
      const counting = { ...filter, rightsState: 'COMMERCIAL_ALLOWED' as const }
      const asked = filter.rightsState ?? counting.rightsState
      const [winners, cleared, now] = await Promise.all([
        filter.selected === 'false' ? [] : allCards(sceneDbId, { ...filter, selected: 'true' }),
        asked === counting.rightsState ? countOf(sceneDbId, counting) : 0,
        countOf(sceneDbId, filter),
      ])
      added.current = new Set(loaded)
      addToTray(sceneDbId, cards)
      const chosen = { of: { sceneDbId, filter, until } }
      const count = Math.max(now - waiting.length, cards.length)
      setAll({ chosen, count, winners, unsettled: now - cleared, filter: JSON.stringify(filter), until })
    })

  return {
    all: isOfFilter ? all : undefined,
    chooseAll,
    spellOut: () => told(spellOut),
    /** Only what is in the tray is chosen. */
    forget: () => setAll(undefined),
    /** They are those from now on, whether they answer still or not. */
    settle: (ids: readonly string[]) =>
      setAll((before) => before && { ...before, chosen: { ids }, count: ids.length }),
  }
}

/** How many takes there are is known of one that is. */
function isStacked(board: Board): board is Board & { takes: number } {
  return board.takes !== undefined
}

/** What a board shows, however it lies. */
function filterOf({ view: { sort: _, stacked: __, ...filter } }: Board): BoardFilter {
  return filter
}

function filterText(board: Board | undefined): string | undefined {
  return board && JSON.stringify(filterOf(board))
}

async function countOf(sceneDbId: string, filter: Parameters<typeof readPage>[1]): Promise<number> {
  return (await readPage(sceneDbId, filter, { limit: 1 })).metadata.total ?? 0
}

async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (failure) {
    notify(errorText(failure), { failed: true })
  }
}
