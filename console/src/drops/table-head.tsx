// biome-ignore-all lint/a11y/useSemanticElements: of a table whose rows have absolute places nothing would be left
// biome-ignore-all lint/a11y/useFocusableInteractive: what is in the headers of a grid has the keyboard, not its row (WAI-ARIA, "Grid Pattern")
import { ArrowDown, ArrowUp } from 'lucide-react'
import { columns } from './columns.ts'
import { cells } from './drop-row.tsx'
import type { SortBy } from './sort-rows.ts'

export interface TableHeadProps {
  sort: { by: SortBy; isDown: boolean }
  onSort: (by: SortBy) => void
  areAllChosen: boolean
  onChooseAll: (areChosen: boolean) => void
}

/** The names of the columns, by which rows are sorted; on a phone they stand above the cards, and scroll away with them. */
export function TableHead({ sort, onSort, areAllChosen, onChooseAll }: TableHeadProps) {
  return (
    <div role="rowgroup" className="sticky top-0 z-20 bg-sunken max-md:static">
      <div
        role="row"
        aria-rowindex={1}
        className={`px-2 max-md:flex max-md:flex-wrap max-md:py-1 md:h-9 ${cells}`}
      >
        {columns.map(({ column, label, sortBy }, index) => (
          <div
            key={column}
            role="columnheader"
            aria-colindex={index + 1}
            aria-sort={
              sortBy ? (sort.by !== sortBy ? 'none' : sort.isDown ? 'descending' : 'ascending') : undefined
            }
            className={`min-w-0 ${sortBy || column === 'choose' ? '' : 'max-md:sr-only'}`}
          >
            {column === 'choose' ? (
              <label className="flex h-9 items-center justify-center max-md:h-8 max-md:gap-1.5 max-md:px-2 max-md:pointer-coarse:h-10">
                <input
                  type="checkbox"
                  aria-label="Choose all"
                  checked={areAllChosen}
                  className="size-4 accent-accent"
                  onChange={() => onChooseAll(!areAllChosen)}
                />
                <span aria-hidden className="text-xs font-semibold md:hidden">
                  All
                </span>
              </label>
            ) : (
              <Header label={label} sortBy={sortBy} sort={sort} onSort={onSort} />
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

interface HeaderProps extends Pick<TableHeadProps, 'sort' | 'onSort'> {
  label: string
  sortBy: SortBy | undefined
}

function Header({ label, sortBy, sort, onSort }: HeaderProps) {
  if (!sortBy) return <span className="flex h-8 items-center px-1.5 text-xs font-semibold">{label}</span>
  const Arrow = sort.isDown ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      className="flex h-8 max-w-full items-center gap-1 rounded px-1.5 text-xs font-semibold hover:bg-raised max-md:pointer-coarse:h-10"
      onClick={() => onSort(sortBy)}
    >
      <span className="truncate">{label}</span>
      {sort.by === sortBy && <Arrow size={12} aria-hidden className="shrink-0" />}
    </button>
  )
}
