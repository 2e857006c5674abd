import type { AssetCard } from '@dailies/contract/board.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import {
  ArrowUp,
  ChevronLeft,
  ChevronRight,
  FilterX,
  GalleryVerticalEnd,
  Keyboard,
  ListChecks,
  Printer,
  Scaling,
  Undo2,
} from 'lucide-react'
import { useCommands } from '../../palette/commands.ts'
import { countOfFilters } from '../../takes/board-filters.ts'
import type { BoardSearch } from '../../takes/board-search.ts'
import type { MenuItem } from '../../ui/menu-at.tsx'
import { takeElementId } from './addresses.ts'
import { type BoardLayout, cardSizes, views } from './layout.ts'
import { viewIcons } from './layout-control.tsx'
import type { Neighbours } from './use-neighbours.ts'

interface BoardCommands {
  /** The card that the keyboard is on. */
  marked: () => AssetCard | undefined
  itemsOf: (card: AssetCard, anchor: Element) => (MenuItem | 'line')[]
  search: BoardSearch
  layout: BoardLayout
  neighbours: Neighbours
  mayDecide: boolean
  /** Some wait to be shown. */
  hasNew: boolean
  showNew: () => void
  clearFilters: () => void
  goToNeighbour: (which: 'previous' | 'next') => void
  changeView: () => void
  /** Undefined where there is nothing to stack. */
  changeStacks: (() => void) | undefined
  changeLayout: (more: Partial<BoardLayout>) => void
  goToContactSheet: () => Promise<void>
  goToTriage: () => Promise<void>
  chooseLoaded: () => void
  undo: () => void
  showKeys: () => void
}

/** What the board can do, for the palette: with the take that is marked, and with all of it. */
export function useBoardCommands({
  marked,
  itemsOf,
  search,
  layout,
  neighbours,
  mayDecide,
  hasNew,
  showNew,
  clearFilters,
  goToNeighbour,
  changeView,
  changeStacks,
  changeLayout,
  goToContactSheet,
  goToTriage,
  chooseLoaded,
  undo,
  showKeys,
}: BoardCommands): void {
  useCommands(() => {
    const card = marked()
    const anchor = (card && document.getElementById(takeElementId(card.id))) ?? document.body
    const ofTake = card ? itemsOf(card, anchor).filter((item) => item !== 'line') : []
    const isFiltered = countOfFilters(search, { withShot: true }) > 0
    return [
      ...ofTake.map(({ label, onSelect, ...item }) => ({
        ...item,
        // A scene can be deleted as well.
        name: item.danger ? `${label} take` : label,
        of: card && takeName(card),
        run: onSelect,
      })),
      ...(hasNew ? [{ name: 'Show the new takes', icon: ArrowUp, keys: 'N', run: showNew }] : []),
      ...(isFiltered ? [{ name: 'Clear filters', icon: FilterX, run: clearFilters }] : []),
      ...(neighbours.previous
        ? [{ name: 'Previous scene', icon: ChevronLeft, keys: '[', run: () => goToNeighbour('previous') }]
        : []),
      ...(neighbours.next
        ? [{ name: 'Next scene', icon: ChevronRight, keys: ']', run: () => goToNeighbour('next') }]
        : []),
      ...views
        .filter(({ value }) => value !== layout.view)
        .map(({ value, label }) => ({
          name: `${label} of takes`,
          icon: viewIcons[value],
          keys: 'V',
          run: changeView,
        })),
      ...(changeStacks
        ? [
            {
              name: layout.stacked ? 'Takes one by one' : 'Stacks of takes',
              icon: GalleryVerticalEnd,
              keys: 'K',
              run: changeStacks,
            },
          ]
        : []),
      ...cardSizes
        .filter(({ value }) => value !== layout.size)
        .map(({ value, label }) => ({
          name: `${label} ${layout.view === 'grid' ? 'cards' : 'rows'}`,
          icon: Scaling,
          run: () => changeLayout({ size: value }),
        })),
      {
        name: 'Contact sheet',
        also: 'print PDF',
        icon: Printer,
        run: () => void goToContactSheet(),
      },
      { name: 'Triage', icon: ListChecks, keys: 'T', run: () => void goToTriage() },
      { name: 'Choose all that are loaded', icon: ListChecks, keys: 'Ctrl A', run: chooseLoaded },
      ...(mayDecide
        ? [
            {
              name: 'Undo what was changed last',
              icon: Undo2,
              keys: 'Ctrl Z',
              run: undo,
            },
          ]
        : []),
      { name: 'Keys of the board', icon: Keyboard, keys: '?', run: showKeys },
    ]
  })
}
