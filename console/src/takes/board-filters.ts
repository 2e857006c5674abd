import type { BoardOrder } from '@dailies/contract/board.ts'
import { assetTypeLabels, rightsLabels, statusLabels } from '@dailies/ui/badges.tsx'
import type { Reply } from '../api/call.ts'
import { counted } from '../ui/counted.ts'
import type { BoardSearch } from './board-search.ts'
import { mediaStateLabels } from './media-words.ts'

type Facets = Reply<'listAssetFacets'>['data']

type FilterName =
  | 'assetType'
  | 'platformKey'
  | 'status'
  | 'rightsState'
  | 'media'
  | 'compareGroup'
  | 'createdBy'

type Unset = Pick<Filter, 'label' | 'options'> & { name: FilterName }

/** Of whom no name is known. */
const someone = 'Somebody'

/** A way to narrow what the board shows, with what this scene offers for it. */
export interface Filter {
  name: FilterName | 'marks'
  label: string
  value: string
  /** `count`: how many takes have it, where that is known. */
  options: { value: string; label: string; count?: number }[]
  /** What the address has once it is chosen; empty for any. */
  change: (value: string) => BoardSearch
}

const atLeast = (name: 'stars' | 'filmStars', whose: string) =>
  [1, 2, 3, 4, 5].map((stars) => ({
    value: `${name}=${stars}`,
    label: stars === 5 ? `5 stars ${whose}` : `${counted(stars, 'star')} ${whose} or more`,
  }))

const markNames = ['mark', 'stars', 'filmStars', 'seen'] as const

/** All that goes by marks, of which one is chosen: parameter and value. */
const markOptions = [
  { value: 'seen=false', label: 'Not looked at yet' },
  { value: 'seen=true', label: 'Looked at' },
  { value: 'mark=mine:shortlisted', label: 'Shortlisted by me' },
  { value: 'mark=mine:rejected', label: 'Rejected by me' },
  { value: 'mark=mine:notRejected', label: 'Not rejected by me' },
  { value: 'mark=mine:none', label: 'No flag of mine' },
  ...atLeast('stars', 'of mine'),
  { value: 'mark=film:shortlisted', label: 'Shortlisted for the film' },
  { value: 'mark=film:rejected', label: 'Rejected for the film' },
  { value: 'mark=film:notRejected', label: 'Not rejected for the film' },
  { value: 'mark=film:none', label: 'No flag for the film' },
  ...atLeast('filmStars', 'for the film'),
]

function markFilter(search: BoardSearch): Filter {
  const set = markNames.find((name) => search[name] !== undefined)
  return {
    name: 'marks',
    label: 'Marks',
    value: set ? `${set}=${search[set]}` : '',
    options: markOptions,
    change: (value) => {
      const [name, wanted] = value.split('=')
      return {
        ...Object.fromEntries(markNames.map((one) => [one, undefined])),
        ...(name && { [name]: wanted }),
      }
    },
  }
}

export function filtersOf(search: BoardSearch, facets: Facets): Filter[] {
  const { assetTypes, platforms, statuses, rightsStates, media, compareGroups, people } = facets
  const named = <V extends string>(counts: { value: V; count: number }[], labels: Record<V, string>) =>
    counts.map((one) => ({ ...one, label: labels[one.value] }))
  const all: Unset[] = [
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
  return [...all.map((filter) => withValue(filter, search[filter.name] ?? '')), markFilter(search)]
}

const labelsOf: Partial<Record<FilterName, Record<string, string>>> = {
  assetType: assetTypeLabels,
  status: statusLabels,
  rightsState: rightsLabels,
  media: mediaStateLabels,
}

/** A value that no take has any more is offered all the same, as long as it is the one that is set. */
function withValue(filter: Unset, value: string): Filter {
  const offered = value === '' || filter.options.some((option) => option.value === value)
  const label = filter.name === 'createdBy' ? someone : (labelsOf[filter.name]?.[value] ?? value)
  const options = offered ? filter.options : [...filter.options, { value, label, count: 0 }]
  const change = (next: string) => ({ [filter.name]: next || undefined })
  return { ...filter, value, options, change }
}

export const orders: { value: BoardOrder; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'costliest', label: 'Costliest first' },
  { value: 'cheapest', label: 'Cheapest first' },
  { value: 'slowest', label: 'Slowest first' },
  { value: 'fastest', label: 'Fastest first' },
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
  'mark',
  'stars',
  'filmStars',
  'seen',
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

/** What the board is narrowed by, in words: `Status: Approved`, `Winners only`. */
export function filterWords(search: BoardSearch, facets: Facets, shotCodes: Map<string, string>): string[] {
  const { shotId, q } = search
  const chosen = filtersOf(search, facets).flatMap(({ label, value, options }) => {
    const option = options.find((one) => one.value === value)
    return option ? [`${label}: ${option.label}`] : []
  })
  return [
    ...(shotId ? [shotId === 'none' ? 'No shot' : `Shot ${shotCodes.get(shotId) ?? shotId}`] : []),
    ...chosen,
    ...(search.selected === 'true' ? ['Winners only'] : []),
    ...(search.selected === 'false' ? ['No winners'] : []),
    ...(q ? [`“${q}”`] : []),
  ]
}
