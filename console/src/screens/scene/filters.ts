import type { BoardOrder } from '@dailies/contract/board.ts'
import { assetTypeLabels, rightsLabels, statusLabels } from '@dailies/ui/badges.tsx'
import type { Reply } from '../../api/call.ts'
import type { BoardSearch } from '../../takes/board-search.ts'
import { mediaStateLabels } from '../../takes/media-words.ts'

type Facets = Reply<'listAssetFacets'>['data']

type FilterName =
  | 'assetType'
  | 'platformKey'
  | 'status'
  | 'rightsState'
  | 'media'
  | 'compareGroup'
  | 'createdBy'

/** Of whom no name is known. */
const someone = 'Somebody'

/** A way to narrow what the board shows, with what this scene offers for it. */
export interface Filter {
  name: FilterName
  label: string
  value: string
  options: { value: string; label: string; count: number }[]
}

export function filtersOf(search: BoardSearch, facets: Facets): Filter[] {
  const { assetTypes, platforms, statuses, rightsStates, media, compareGroups, people } = facets
  const named = <V extends string>(counts: { value: V; count: number }[], labels: Record<V, string>) =>
    counts.map((one) => ({ ...one, label: labels[one.value] }))
  const all: Omit<Filter, 'value'>[] = [
    { name: 'assetType', label: 'Type', options: named(assetTypes, assetTypeLabels) },
    { name: 'platformKey', label: 'Platform', options: platforms },
    { name: 'status', label: 'Status', options: named(statuses, statusLabels) },
    { name: 'rightsState', label: 'Rights', options: named(rightsStates, rightsLabels) },
    { name: 'media', label: 'Media', options: named(media, mediaStateLabels) },
    {
      name: 'compareGroup',
      label: 'Group',
      options: compareGroups.map((one) => ({ ...one, label: one.value })),
    },
  ]
  // Of somebody alone there is nothing to choose.
  if (people.length > 1 || search.createdBy) {
    const options = people.map(({ name, ...one }) => ({ ...one, label: name ?? someone }))
    all.push({ name: 'createdBy', label: 'Made by', options })
  }
  return all.map((filter) => withValue(filter, search[filter.name] ?? ''))
}

/** A value that no take has any more is offered all the same, as long as it is the one that is set. */
function withValue(filter: Omit<Filter, 'value'>, value: string): Filter {
  const offered = value === '' || filter.options.some((option) => option.value === value)
  const label =
    filter.name === 'createdBy'
      ? someone
      : filter.name === 'media'
        ? (mediaStateLabels[value as keyof typeof mediaStateLabels] ?? value)
        : value
  const options = offered ? filter.options : [...filter.options, { value, label, count: 0 }]
  return { ...filter, value, options }
}

export const orders: { value: BoardOrder; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'costliest', label: 'Costliest first' },
  { value: 'slowest', label: 'Slowest first' },
]

const narrowing = [
  'assetType',
  'platformKey',
  'status',
  'rightsState',
  'media',
  'compareGroup',
  'createdBy',
  'selected',
  'q',
  'shotId',
] as const

/** How many ways of narrowing are in use; the shot counts as one where `withShot`. */
export function countOfFilters(search: BoardSearch, { withShot }: { withShot: boolean }): number {
  return narrowing.filter((name) => (withShot || name !== 'shotId') && search[name] !== undefined).length
}

/** What the address has without them; the order stays. */
export const noFilters = Object.fromEntries(narrowing.map((name) => [name, undefined])) as {
  [name in (typeof narrowing)[number]]: undefined
}
