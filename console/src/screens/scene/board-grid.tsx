import type { AssetCard } from '@dailies/contract/board.ts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Board } from '../../takes/board.ts'
import { drawnWith } from '../../ui/drawn-with.ts'
import { takeElementId } from './addresses.ts'
import { TakeCard } from './take-card.tsx'
import { useFilling } from './use-filling.ts'
import { type Grid, useGrid } from './use-grid.ts'

/** What a button or link of a card asks for (`data-do`). */
export type Doing = 'open' | 'select' | 'approve' | 'group' | 'menu' | 'pick' | 'play' | 'compare-group'

export interface GridHandle {
  /** The card that the keyboard is on, or comes to. */
  marked: () => AssetCard | undefined
  move: (to: Move) => void
  /** To the first of these cards. */
  moveToFirst: (ids: string[]) => void
  /** Index of the card behind the last that is seen. */
  seenUntil: () => number
}

export type Move =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'first'
  | 'last'
  | 'page up'
  | 'page down'
  | 'here'
  | 'in'

interface BoardGridProps {
  sceneDbId: string
  board: Board
  /** Id of the card that is to be marked at first. */
  at: string | undefined
  picked: Set<string>
  arrived: Set<string>
  shotCodes: Map<string, string> | undefined
  /** Cards tell who made them. */
  byWhom: boolean
  busy: boolean
  want: (count: number) => void
  onMark: (id: string) => void
  onDo: (doing: Doing, card: AssetCard, element: HTMLElement) => void
  handle: RefObject<GridHandle | null>
}

/** Height of what sticks to the top and to the bottom of the window, and hides what is under it. */
function covered(): { top: number; bottom: number } {
  const height = (part: string) =>
    document.querySelector(`[data-covers="${part}"]`)?.getBoundingClientRect().height ?? 0
  return { top: height('top') + 10, bottom: height('bottom') + (window.innerWidth < 768 ? 74 : 10) }
}

/** The cards of a board: of thousands, those that are seen. */
export function BoardGrid({
  sceneDbId,
  board,
  at,
  picked,
  arrived,
  shotCodes,
  byWhom,
  busy,
  want,
  onMark,
  onDo,
  handle,
}: BoardGridProps) {
  const feed = useRef<HTMLDivElement>(null)
  const grid = useGrid(feed)
  const { cards, total } = board
  const places = useMemo(() => new Map(cards.map(({ id }, place) => [id, place])), [cards])
  const { mark, markedPlace, aim } = useMark({ board, places, at, grid, feed, want, onMark })
  const markedRow = grid ? Math.floor(markedPlace / grid.columns) : 0
  const { rows, seen } = useRows(grid, total, markedRow)
  const lastSeen = grid ? (seen.to + 1) * grid.columns : 0

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

  const cells = grid ? rows.flatMap((row) => rowOf(row, total, grid)) : []
  const urgency = ({ place, row }: { place: number; row: number }) =>
    place === markedPlace ? 0 : row >= seen.from && row <= seen.to ? 1 : 2
  const loaded = cells.filter(({ place }) => cards[place])
  const filled = useFilling(
    loaded.toSorted((one, other) => urgency(one) - urgency(other)).map(({ place }) => cards[place]!.id),
    loaded.filter((cell) => urgency(cell) < 2).length,
  )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons and links in it have the keys
    <div
      ref={feed}
      role="feed"
      aria-label="Takes"
      aria-busy={busy}
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
        // Another tab is the browser's business.
        if (doer instanceof HTMLAnchorElement && (event.ctrlKey || event.metaKey || event.shiftKey)) return
        if (doer instanceof HTMLAnchorElement) event.preventDefault()
        mark(card.id)
        onDo(doer.dataset.do as Doing, card, doer)
      }}
    >
      {cells.map(({ place, left, top }) => {
        const card = cards[place]
        const size = { left, top, width: grid!.cellWidth, height: grid!.cellHeight }
        if (!card || !filled.has(card.id)) return <Unfilled key={`place ${place}`} {...size} />
        return (
          <TakeCard
            key={card.id}
            card={card}
            sceneDbId={sceneDbId}
            shotCode={card.shotId ? shotCodes?.get(card.shotId) : undefined}
            byWhom={byWhom}
            place={place}
            total={total}
            marked={place === markedPlace}
            picked={picked.has(card.id)}
            arrived={arrived.has(card.id)}
            touch={grid!.touch}
            pictureHeight={grid!.pictureHeight}
            {...size}
          />
        )
      })}
    </div>
  )
}

/** The place of a card that is on its way. */
function Unfilled({
  left,
  top,
  width,
  height,
}: {
  left: number
  top: number
  width: number
  height: number
}) {
  return (
    <div
      aria-hidden
      style={{ transform: `translate(${left}px, ${top}px)`, width, height }}
      className="absolute top-0 left-0 rounded-xl border border-line bg-sunken contain-strict"
    />
  )
}

/** The rows to draw: those that are seen, two more on both sides, and the one with the marked card. */
function useRows(grid: Grid | undefined, total: number, markedRow: number) {
  const rowHeight = grid ? grid.cellHeight + grid.gap : 300
  const count = grid ? Math.ceil(total / grid.columns) : 0
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    scrollMargin: grid?.offset ?? 0,
    overscan: 2,
    rangeExtractor: (range) => drawnWith(range, markedRow),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it keeps the sizes it knows until it is told
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const rows = virtualizer.getVirtualItems().map(({ index }) => index)
  return { rows, seen: { from: virtualizer.range?.startIndex ?? 0, to: virtualizer.range?.endIndex ?? 0 } }
}

interface MarkSettings {
  board: Board
  places: Map<string, number>
  at: string | undefined
  grid: Grid | undefined
  feed: RefObject<HTMLDivElement | null>
  want: (count: number) => void
  onMark: (id: string) => void
}

/** The marked card: the one that Tab comes to. The arrows move it; it gets the focus as soon as it is there. */
function useMark({ board: { cards, nextCursor }, places, at, grid, feed, want, onMark }: MarkSettings) {
  const [marked, setMarked] = useState(at)
  const lastPlace = useRef(0)
  /** Where the focus is to go: a place, or the card of an address. */
  const target = useRef<number | string | undefined>(at)
  const focused = useRef(false)
  const hiddenWithFocus = useRef(false)
  const known = marked === undefined ? undefined : places.get(marked)
  // The next one takes the place of one that left the board.
  const markedPlace = known ?? Math.max(0, Math.min(lastPlace.current, cards.length - 1))

  const mark = (id: string) => {
    focused.current = true
    if (id === marked) return
    setMarked(id)
    onMark(id)
  }
  const aim = (place: number) => {
    target.current = place
    if (grid) reveal(place, grid)
    const card = cards[place]
    if (card) {
      mark(card.id)
    } else {
      // Until it is loaded the keyboard stays on the board.
      feed.current?.focus({ preventScroll: true })
      want(place + 1)
    }
  }

  // While another screen is on its way this one is hidden, and loses the focus; one may come back before that is there.
  useLayoutEffect(() => {
    if (hiddenWithFocus.current) target.current = lastPlace.current
    return () => {
      hiddenWithFocus.current = focused.current
    }
  }, [])

  useLayoutEffect(() => {
    lastPlace.current = markedPlace
    if (target.current !== undefined && grid) {
      const place = typeof target.current === 'string' ? places.get(target.current) : target.current
      if (place === undefined) {
        if (nextCursor === null) target.current = undefined
        else want(cards.length + 1)
        return
      }
      const card = cards[place]
      if (!card) return
      const element = document.getElementById(takeElementId(card.id))
      if (typeof target.current === 'string' || !element) reveal(place, grid)
      if (!element) {
        if (card.id !== marked) setMarked(card.id)
        return
      }
      target.current = undefined
      element.focus({ preventScroll: true })
    } else if (focused.current && document.activeElement === document.body) {
      // The one that had the focus left the board.
      const card = cards[markedPlace]
      if (card) document.getElementById(takeElementId(card.id))?.focus({ preventScroll: true })
    }
  })

  useEffect(() => {
    const element = feed.current
    const leave = ({ relatedTarget, target: left }: FocusEvent) => {
      // One that is taken away leaves no focus behind, and it is not there any more.
      if ((left as HTMLElement).isConnected && !element?.contains(relatedTarget as Node | null))
        focused.current = false
    }
    // Whoever goes elsewhere does not want to be taken to the card of the address any more.
    const goElsewhere = () => {
      if (typeof target.current === 'string') target.current = undefined
    }
    const ways = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    element?.addEventListener('focusout', leave)
    for (const way of ways) window.addEventListener(way, goElsewhere, { passive: true })
    return () => {
      element?.removeEventListener('focusout', leave)
      for (const way of ways) window.removeEventListener(way, goElsewhere)
    }
  }, [feed])

  return { mark, markedPlace, aim }
}

/** Scrolls no farther than it takes to see the card of that place. */
function reveal(place: number, grid: Grid): void {
  const top = grid.offset + Math.floor(place / grid.columns) * (grid.cellHeight + grid.gap)
  const hidden = covered()
  const highest = top - hidden.top
  const lowest = top + grid.cellHeight + hidden.bottom - window.innerHeight
  if (window.scrollY > highest) window.scrollTo({ top: highest, behavior: 'instant' })
  else if (window.scrollY < lowest) window.scrollTo({ top: lowest, behavior: 'instant' })
}

function placeAfter(
  move: Exclude<Move, 'in'>,
  place: number,
  total: number,
  { columns, cellHeight, gap }: Grid,
): number {
  const rows = Math.max(1, Math.floor((window.innerHeight - covered().top) / (cellHeight + gap)))
  const steps = {
    left: -1,
    right: 1,
    up: -columns,
    down: columns,
    'page up': -rows * columns,
    'page down': rows * columns,
  }
  if (move === 'first') return 0
  if (move === 'last') return total - 1
  if (move === 'here') return place
  const next = place + steps[move]
  if (move === 'up' || move === 'page up') return next < 0 ? place % columns : next
  if (move === 'left') return Math.max(0, next)
  const inLastRow = Math.floor(place / columns) === Math.floor((total - 1) / columns)
  if (move === 'down' && inLastRow) return place
  return Math.min(next, total - 1)
}

function firstSeen({ offset, cellHeight, gap, columns }: Grid): number {
  const scrolled = window.scrollY + covered().top - offset
  return scrolled <= 0 ? 0 : Math.floor(scrolled / (cellHeight + gap)) * columns
}

function rowOf(row: number, total: number, { columns, cellWidth, cellHeight, gap }: Grid) {
  const first = row * columns
  return Array.from({ length: Math.max(0, Math.min(columns, total - first)) }, (_, column) => ({
    place: first + column,
    row,
    left: column * (cellWidth + gap),
    top: row * (cellHeight + gap),
  }))
}

function heightOf(total: number, { columns, cellHeight, gap }: Grid): number {
  const rows = Math.ceil(total / columns)
  return Math.max(0, rows * (cellHeight + gap) - gap)
}

function cardElement(target: Element): HTMLElement | null {
  return target.closest<HTMLElement>('article[data-asset-id]')
}
