import type { SearchFacet } from '@dailies/contract/search.ts'
import { searchParts } from '@dailies/contract/search-parts.ts'
import { searchable } from '@dailies/contract/searchable.ts'
import { TagName } from '@dailies/ui/tag-name.tsx'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { asWritten, fields } from '../../search/fields.ts'
import { valuesOf, withValues } from '../../search/filter-text.ts'
import { useTagColors } from '../../tags/use-tag-colors.ts'
import { toChoose, useFacets } from './use-facets.ts'

interface FacetsProps {
  /** What is asked, and the text that it is of. */
  asked: string
  text: string
  onChange: (text: string) => void
  /** Whether they are in sight. */
  enabled: boolean
}

type Value = SearchFacet['values'][number]

const titles: Record<SearchFacet['field'], string> = {
  project: 'Film',
  type: 'Type',
  platform: 'Platform',
  model: 'Model',
  status: 'Status',
  rights: 'Rights',
  tag: 'Tag',
  by: 'Captured by',
  is: 'Selected',
}

/** How many that are shown before one asks for all. */
const few = 5

/** How many of what was found have what. A click writes it into the search as a filter, another takes it away. */
export function Facets({ asked, text, onChange, enabled }: FacetsProps) {
  const { data, isError, isPlaceholderData } = useFacets(asked, { enabled })
  const colors = useTagColors(onlyFilmOf(text, data?.data))
  // Beside what was found it helps, and is missed by nobody where it fails.
  if (asked === '' || isError || !data) return null
  const shown = toChoose(data.data, (facet) => facet.values.some((value) => chosenIn(text, facet, value)))
  if (shown.length === 0) return null
  return (
    <div
      className={`mb-5 flex flex-col gap-4 border-b border-line pb-5 transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
      aria-busy={isPlaceholderData}
    >
      {shown.map((facet) => (
        <Values key={facet.field} facet={facet} text={text} onChange={onChange} colors={colors} />
      ))}
    </div>
  )
}

/**
 * The one film that all is of that was found: of several, each may have another colour for a tag. Those that are not chosen are counted
 * beside one that is.
 */
function onlyFilmOf(text: string, facets: readonly SearchFacet[] | undefined): string | undefined {
  const films = facets?.find(({ field }) => field === 'project')
  if (!films) return undefined
  const chosen = films.values.filter((film) => chosenIn(text, films, film) !== undefined)
  const [film, ...others] = chosen.length > 0 ? chosen : films.values
  return others.length === 0 ? film?.value : undefined
}

interface ValuesProps extends Pick<FacetsProps, 'text' | 'onChange'> {
  facet: SearchFacet
  colors: ReturnType<typeof useTagColors>
}

function Values({ facet, text, onChange, colors }: ValuesProps) {
  const [isWhole, setWhole] = useState(false)
  const { field, values, counted, isComplete } = facet
  const hidden = values.slice(few).filter((value) => chosenIn(text, facet, value) === undefined)
  const shown = isWhole ? values : values.filter((value) => !hidden.includes(value))
  const toggle = (value: Value, chosen: string | undefined) => {
    const others = valuesOf(text, field).filter((one) => one !== chosen)
    const [part] = searchParts(value.filter)
    onChange(withValues(text, field, chosen === undefined ? [...others, part!.value] : others))
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">
        {titles[field]}
        {!isComplete && (
          <span className="font-normal text-muted"> of the newest {counted.toLocaleString('en')}</span>
        )}
      </legend>
      <ul className="flex flex-col">
        {shown.map((value) => {
          const chosen = chosenIn(text, facet, value)
          return (
            <li key={value.filter}>
              <button
                type="button"
                aria-pressed={chosen !== undefined}
                onClick={() => toggle(value, chosen)}
                className={`flex w-full items-baseline gap-1.5 rounded-md px-2 py-0.5 text-left text-sm hover:bg-sunken pointer-coarse:py-2.5 ${chosen === undefined ? '' : 'bg-accent-soft font-medium'}`}
              >
                {chosen !== undefined && <Check size={14} className="shrink-0 self-center" aria-hidden />}
                <span className="flex min-w-0 flex-1" title={labelOf(facet, value)}>
                  {field === 'tag' ? (
                    <TagName name={value.value} color={colors.get(value.value)} className="truncate" />
                  ) : (
                    <bdi className="min-w-0 truncate">{labelOf(facet, value)}</bdi>
                  )}
                </span>
                <span className="text-muted tabular-nums">
                  {value.count.toLocaleString('en')}
                  <span className="sr-only">{value.count === 1 ? ' take' : ' takes'}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {(hidden.length > 0 || isWhole) && values.length > few && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="rounded-md px-2 py-0.5 text-sm text-muted underline-offset-2 hover:underline pointer-coarse:py-2"
        >
          {isWhole ? 'Fewer' : `${hidden.length} more`}
        </button>
      )}
    </fieldset>
  )
}

/** As it is written in the text, where it is chosen there. */
function chosenIn(text: string, { field }: SearchFacet, { value, name, filter }: Value): string | undefined {
  const [part] = searchParts(filter)
  const same = new Set([part!.value, value, name].map(searchable))
  return valuesOf(text, field).find((one) => same.has(searchable(one)) || asWritten(one) === part!.value)
}

/** Words of the contract as the console has them; names as they are. */
function labelOf({ field }: SearchFacet, { name, filter }: Value): string {
  const known = fields[field]
  const [part] = searchParts(filter)
  const choice = 'choices' in known ? known.choices.find(({ value }) => value === part!.value) : undefined
  return choice?.label ?? (field === 'by' && part!.value === 'me' ? `${name} (you)` : name)
}
