import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { isComposing } from '@dailies/ui/composing.ts'
import { CheckField, SelectField } from '@dailies/ui/field.tsx'
import { Link } from '@tanstack/react-router'
import { Award, Search, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Reply } from '../../api/call.ts'
import { countOfFilters, type Filter, filtersOf, noFilters, orders } from '../../takes/board-filters.ts'
import type { BoardSearch } from '../../takes/board-search.ts'
import { counted } from '../../ui/counted.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { useSearchText } from '../../ui/search-text.ts'
import { useAtOnce } from '../../ui/use-at-once.ts'

interface FilterBarProps {
  search: BoardSearch
  facets: Reply<'listAssetFacets'>['data']
  /** How many takes answer; undefined until that is known. */
  matches: number | undefined
  /** On how many cards they lie, where they are stacked. */
  stacks: number | undefined
  onChange: (change: BoardSearch) => void
  /** What can be done with all that is shown. */
  children: ReactNode
}

/** What the board shows, and in which order. On phones most of it is in a sheet. */
export function FilterBar({
  search: said,
  facets,
  matches,
  stacks,
  onChange: tell,
  children,
}: FilterBarProps) {
  const [sheet, setSheet] = useState(false)
  const [search, onChange] = useAtOnce(said, tell)
  const filters = filtersOf(search, facets)
  const count = countOfFilters(search, { withShot: true })
  return (
    <search
      data-covers="top"
      aria-label="Filter takes"
      className="sticky top-0 z-20 -mx-4 flex flex-wrap items-center gap-2 border-b border-line bg-canvas px-4 pt-2.5 pb-1.5 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0"
    >
      <SearchBox q={said.q ?? ''} onChange={(q) => tell({ q: q || undefined })} />
      <div className="hidden flex-wrap items-center gap-2 lg:flex">
        {filters.map((filter) => (
          <Chip key={filter.name} filter={filter} onChange={(value) => onChange(filter.change(value))} />
        ))}
        <WinnersOnly on={search.selected === 'true'} onChange={(selected) => onChange({ selected })} />
        <Order sort={search.sort} onChange={(sort) => onChange({ sort })} />
      </div>
      <Button
        icon={SlidersHorizontal}
        className="lg:hidden"
        onClick={() => setSheet(true)}
        aria-haspopup="dialog"
      >
        Filters{count > 0 ? ` (${count})` : ''}
      </Button>
      <div className="flex min-h-8 w-full flex-wrap items-center pointer-coarse:min-h-10 gap-x-3 text-sm">
        <p role="status" className="whitespace-nowrap text-muted tabular-nums">
          {matches === undefined ? '\u00a0' : matchesText(matches, facets.total)}
          {matches !== undefined && stacks !== undefined && `, stacked to ${stacks.toLocaleString()}`}
        </p>
        {count > 0 && (
          <button
            type="button"
            className={`${buttonLook('quiet', 'small')} text-accent`}
            onClick={() => onChange(noFilters)}
          >
            <X size={14} aria-hidden />
            Clear filters
          </button>
        )}
        {search.q && (
          <Link
            to="/search"
            search={{ q: search.q }}
            className={`${buttonLook('quiet', 'small')} text-accent`}
          >
            <Search size={14} aria-hidden />
            In all films
          </Link>
        )}
        {children}
      </div>
      <Dialog open={sheet} onClose={() => setSheet(false)} title="Filters">
        <Sheet filters={filters} search={search} onChange={onChange} />
        <Actions>
          {count > 0 && <Button onClick={() => onChange(noFilters)}>Clear filters</Button>}
          <Button look="primary" onClick={() => setSheet(false)}>
            {matches === undefined ? 'Show takes' : `Show ${counted(matches, 'take')}`}
          </Button>
        </Actions>
      </Dialog>
    </search>
  )
}

function SearchBox({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const { text, type, sendNow } = useSearchText(q, onChange)
  return (
    <div className="relative min-w-0 flex-1 basis-40">
      <Search
        size={16}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <input
        type="search"
        aria-label="Search in prompts and titles"
        aria-keyshortcuts="/"
        placeholder="Search prompts"
        value={text}
        maxLength={500}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') sendNow(text)
          if (event.key !== 'Escape') return
          if (text) sendNow('')
          else event.currentTarget.blur()
          event.preventDefault()
        }}
        className="h-10 w-full rounded-lg border border-strong-line bg-raised pr-3 pl-9 placeholder:text-muted lg:h-9 lg:text-sm"
      />
    </div>
  )
}

const chip = 'h-9 rounded-lg border text-sm'

function Chip({ filter, onChange }: { filter: Filter; onChange: (value: string) => void }) {
  const { label, value, options } = filter
  return (
    <select
      aria-label={label}
      value={value}
      disabled={options.length === 0}
      onChange={({ target }) => onChange(target.value)}
      className={`${chip} disabled:opacity-55 field-sizing-content max-w-40 truncate px-2 ${value ? 'border-accent bg-accent-soft font-medium text-ink' : 'border-line bg-raised text-ink hover:border-strong-line'}`}
    >
      <option value="">{label}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {optionText(option)}
        </option>
      ))}
    </select>
  )
}

function WinnersOnly({ on, onChange }: { on: boolean; onChange: (selected: 'true' | undefined) => void }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => onChange(on ? undefined : 'true')}
      className={`${chip} flex items-center gap-1.5 px-2.5 ${on ? 'border-accent bg-accent-soft font-medium' : 'border-line bg-raised hover:border-strong-line'}`}
    >
      <Award size={15} className="text-accent" aria-hidden />
      Winners only
    </button>
  )
}

function Order({
  sort = 'newest',
  onChange,
}: {
  sort: BoardSearch['sort']
  onChange: (sort: BoardSearch['sort']) => void
}) {
  return (
    <select
      aria-label="Order"
      value={sort}
      onChange={({ target }) =>
        onChange(target.value === 'newest' ? undefined : (target.value as BoardSearch['sort']))
      }
      className={`${chip} hidden field-sizing-content border-line bg-raised px-2 hover:border-strong-line lg:block`}
    >
      {orders.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

interface SheetProps {
  filters: Filter[]
  search: BoardSearch
  onChange: (change: BoardSearch) => void
}

function Sheet({ filters, search, onChange }: SheetProps) {
  return (
    <div className="flex flex-col gap-4">
      {filters.map(({ name, label, value, options, change }) => (
        <SelectField
          key={name}
          label={label}
          value={value}
          onChange={(next) => onChange(change(next))}
          options={[
            { value: '', label: 'Any' },
            ...options.map((option) => ({ value: option.value, label: optionText(option) })),
          ]}
        />
      ))}
      <SelectField
        label="Order"
        value={search.sort ?? 'newest'}
        options={orders}
        onChange={(sort) => onChange({ sort: sort === 'newest' ? undefined : sort })}
      />
      <CheckField
        label="Winners only"
        checked={search.selected === 'true'}
        onChange={({ target }) => onChange({ selected: target.checked ? 'true' : undefined })}
      />
    </div>
  )
}

function optionText({ label, count }: Filter['options'][number]): string {
  const short = label.length > 60 ? `${label.slice(0, 60)} …` : label
  return count === undefined ? short : `${short} (${count.toLocaleString()})`
}

function matchesText(matches: number, total: number): string {
  return matches === total
    ? counted(total, 'take')
    : `${matches.toLocaleString()} of ${counted(total, 'take')}`
}
