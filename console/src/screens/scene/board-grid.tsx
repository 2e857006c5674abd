import type { AssetCard, BoardCard, BoardOrder } from '@dailies/contract/board.ts'
import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { stackOf } from '../../takes/board.ts'
import type { Laid } from '../../takes/open-stacks.ts'
import type { Doing } from './doing.ts'
import type { BoardLayout } from './layout.ts'
import { columnsFor, templateOf } from './list-columns.ts'
import { ListHead } from './list-head.tsx'
import { firstSeen, heightOf, type Move, placeAfter, rowOf } from './places-on-grid.ts'
import { TakeCard } from './take-card.tsx'
import { TakeRow } from './take-row.tsx'
import type { StackPart } from './take-words.ts'
import { useFilling } from './use-filling.ts'
import { useGrid } from './use-grid.ts'
import { useKeptInSight } from './use-kept-in-sight.ts'
import { useLasso } from './use-lasso.ts'
import { useMark } from './use-mark.ts'
import { useRows } from './use-rows.ts'

export interface GridHandle {
  /** The card that the keyboard is on, or comes to. */
  marked: () => AssetCard | undefined
  move: (to: Move) => void
  /** To the first of these cards. */
  moveToFirst: (ids: string[]) => void
  /** Index of the card behind the last that is seen. */
  seenUntil: () => number
}

interface BoardGridProps {
  sceneDbId: string
  board: Laid
  layout: BoardLayout
  sort: BoardOrder
  onSort: (sort: BoardOrder) => void
  /** Id of the card that is to be marked at first. */
  at: string | undefined
  /** Stacks that are open, by their shots. */
  openStacks: ReadonlySet<string>
  picked: Set<string>
  arrived: Set<string>
  shotCodes: Map<string, string> | undefined
  /** Cards tell who made them. */
  byWhom: boolean
  busy: boolean
  want: (count: number) => void
  onMark: (id: string) => void
  onDo: (doing: Doing, card: AssetCard, element: HTMLElement) => void
  /** With what a rectangle touches; `adds` where what is chosen already stays so. */
  onLasso: (cards: AssetCard[], adds: boolean) => void
  handle: RefObject<GridHandle | null>
}

/** The takes of a board as cards or as rows of a list: of thousands, those that are seen. */
export function BoardGrid({
  sceneDbId,
  board,
  layout,
  sort,
  onSort,
  at,
  openStacks,
  picked,
  arrived,
  shotCodes,
  byWhom,
  busy,
  want,
  onMark,
  onDo,
  onLasso,
  handle,
}: BoardGridProps) {
  const feed = useRef<HTMLDivElement>(null)
  const grid = useGrid(feed, layout)
  const { cards, total } = board
  const places = useMemo(() => {
    const places = new Map<string, number>()
    cards.forEach((card, place) => {
      if (card) places.set(card.id, place)
    })
    return places
  }, [cards])
  const { mark, markedPlace, aim } = useMark({ board, places, at, grid, feed, want, onMark })
  const markedRow = grid ? Math.floor(markedPlace / grid.columns) : 0
  const { rows, seen } = useRows(grid, total, markedRow)
  const lastSeen = grid ? (seen.to + 1) * grid.columns : 0
  useKeptInSight(grid)

  useEffect(() => want(lastSeen + 100), [want, lastSeen])

  useImperativeHandle(handle, () => ({
    marked: () => cards[markedPlace],
    move: (to) => {
      if (!grid) return
      const isSeen = markedRow >= seen.from && markedRow <= seen.to
      if (to === 'in') aim(isSeen ? markedPlace : firstSeen(grid))
      else aim(placeAfter(to, markedPlace, total, grid))
    },
    moveToFirst: (ids) => {
      const found = ids.flatMap((id) => places.get(id) ?? [])
      if (found.length > 0) aim(Math.min(...found))
    },
    seenUntil: () => (grid ? Math.min(lastSeen, total) : total),
  }))

  const { shown: lasso, touched } = useLasso({
    ...{ feed, grid, total },
    onChoose: (some, adds) =>
      onLasso(
        some.flatMap((place) => cards[place] ?? []),
        adds,
      ),
  })
  const chosen = useMemo(() => {
    if (!touched) return picked
    const ids = touched.places.flatMap((place) => cards[place]?.id ?? [])
    return new Set([...(touched.adds ? picked : []), ...ids])
  }, [touched, picked, cards])

  const isList = grid?.layout.view === 'list'
  const list = useMemo(() => {
    if (grid?.layout.view !== 'list') return undefined
    const roomy = grid.layout.size !== 'small'
    const columns = columnsFor({
      width: grid.cellWidth / grid.textSize,
      pictureWidth: (grid.pictureHeight * 16) / 9 / grid.textSize,
      withShots: (shotCodes?.size ?? 0) > 0,
      roomy,
    })
    return { columns, template: templateOf(columns, grid.pictureHeight), roomy }
  }, [grid, shotCodes])
  // The same as long as it says the same, so that no card is drawn again for it.
  const parts = useRef(new Map<string, StackPart>())
  const partOf = (card: BoardCard): StackPart | undefined => {
    if (board.inside.has(card.id)) return 'inside'
    const count = card.stackCount ?? 1
    if (count === 1) return undefined
    const part = { count, isOpen: openStacks.has(stackOf(card)) }
    const before = parts.current.get(card.id)
    if (typeof before === 'object' && before.count === count && before.isOpen === part.isOpen) return before
    parts.current.set(card.id, part)
    return part
  }
  const cells = grid ? rows.flatMap((row) => rowOf(row, total, grid)) : []
  const urgency = ({ place, row }: { place: number; row: number }) =>
    place === markedPlace ? 0 : row >= seen.from && row <= seen.to ? 1 : 2
  const loaded = cells.filter(({ place }) => cards[place])
  const filled = useFilling(
    loaded.toSorted((one, other) => urgency(one) - urgency(other)).map(({ place }) => cards[place]!.id),
    loaded.filter((cell) => urgency(cell) < 2).length,
  )
  return (
    <div
      {...(isList && {
        role: 'grid',
        'aria-label': 'Takes',
        'aria-rowcount': total + 1,
        'aria-multiselectable': true,
        'aria-busy': busy,
      })}
    >
      {list?.columns.some(({ orders }) => orders) && (
        <ListHead columns={list.columns} template={list.template} sort={sort} onSort={onSort} />
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons and links in it have the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is a feed, or a part of a grid */}
      <div
        ref={feed}
        data-takes
        {...(isList ? { role: 'rowgroup' } : { role: 'feed', 'aria-label': 'Takes', 'aria-busy': busy })}
        tabIndex={-1}
        className="relative outline-none"
        style={{ height: grid ? heightOf(total, grid) : '100vh' }}
        onFocus={({ target }) => {
          const id = cardElement(target)?.dataset.assetId
          if (id) mark(id)
        }}
        onClick={(event) => {
          const target = event.target as HTMLElement
          const doer = target.closest<HTMLElement>('[data-do]')
          const card = cards[places.get(cardElement(target)?.dataset.assetId ?? '') ?? -1]
          if (!doer || !card) return
          const doing = doer.dataset.do as Doing
          const isChosen = doing === 'open' && (event.ctrlKey || event.metaKey)
          const isRange = event.shiftKey && (doing === 'open' || doing === 'pick')
          // Another tab is the browser's business.
          const isOther = event.ctrlKey || event.metaKey || event.shiftKey
          if (doer instanceof HTMLAnchorElement && isOther && !isChosen && !isRange) return
          if (doer instanceof HTMLAnchorElement) event.preventDefault()
          mark(card.id)
          onDo(isRange ? 'pick-range' : isChosen ? 'pick' : doing, card, doer)
        }}
      >
        {cells.map(({ place, left, top }) => {
          const card = cards[place]
          const size = { left, top, width: grid!.cellWidth, height: grid!.cellHeight }
          if (!card || !filled.has(card.id))
            return <Unfilled key={`place ${place}`} isRow={isList} {...size} />
          const shown = {
            card,
            sceneDbId,
            shotCode: card.shotId ? shotCodes?.get(card.shotId) : undefined,
            stack: partOf(card),
            byWhom,
            place,
            marked: place === markedPlace,
            picked: chosen.has(card.id),
            arrived: arrived.has(card.id),
            touch: grid!.touch,
            pictureHeight: grid!.pictureHeight,
            ...size,
          }
          return list ? (
            <TakeRow key={card.id} {...shown} {...list} />
          ) : (
            <TakeCard key={card.id} {...shown} total={total} />
          )
        })}
        <div
          ref={lasso}
          data-lasso
          hidden
          aria-hidden
          className="pointer-events-none absolute top-0 left-0 z-10 rounded-sm border border-info bg-info/15"
        />
      </div>
    </div>
  )
}

interface UnfilledProps {
  isRow: boolean
  left: number
  top: number
  width: number
  height: number
}

/** The place of a card that is on its way. */
function Unfilled({ isRow, left, top, width, height }: UnfilledProps) {
  return (
    <div
      aria-hidden
      style={{ transform: `translate(${left}px, ${top}px)`, width, height }}
      className={`absolute top-0 left-0 border-line bg-sunken contain-strict ${isRow ? 'border-b' : 'rounded-xl border'}`}
    />
  )
}

function cardElement(target: Element): HTMLElement | null {
  return target.closest<HTMLElement>('[data-asset-id]')
}
