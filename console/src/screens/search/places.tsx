import type { FoundPlace } from '@dailies/contract/search-places.ts'
import { Button } from '@dailies/ui/button.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Clapperboard, Frame } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { query } from '../../api/queries.ts'
import { placeWords } from '../../search/place-words.ts'
import { counted } from '../../ui/counted.ts'
import { cut } from '../../ui/cut.ts'
import { columnsOf } from './columns.ts'
import { Marked } from './found-text.tsx'

/** As many as leave the takes in sight, */
const atFirst = 6
/** and as many as one looks through. */
const most = 24

/** Scenes and shots that answer to the text: above the takes, for whoever looks for a place and not for one of its takes. */
export function usePlaces(q: string): { places: FoundPlace[]; isOfBefore: boolean } {
  const { data, isPlaceholderData } = useQuery({
    ...query('searchPlaces', { query: { q: placeWords(q), partial: 'true', limit: most } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
    // The takes say what is wrong with the text, or with the service.
    retry: false,
  })
  return { places: q === '' ? [] : (data?.data ?? []), isOfBefore: isPlaceholderData }
}

export interface PlacesHandle {
  /** The keyboard goes to the first. */
  enter: () => void
}

interface PlacesProps {
  places: readonly FoundPlace[]
  busy: boolean
  handle: RefObject<PlacesHandle | null>
  /** The arrows lead out of them, to the field and to the takes. */
  onUp: () => void
  onDown: () => void
}

/** Scenes and shots that were found, to go through by the arrows as well. */
export function Places({ places, busy, handle, onUp, onDown }: PlacesProps) {
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const shown = isWhole ? places : places.slice(0, atFirst)
  const rest = places.length - shown.length
  const links = () => [...(list.current?.querySelectorAll('a') ?? [])]
  useImperativeHandle(handle, () => ({ enter: () => links()[0]?.focus() }))
  const goThrough = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (ctrlKey || metaKey || altKey || shiftKey) return
    const all = links()
    const at = all.indexOf(event.target as HTMLAnchorElement)
    const columns = columnsOf(list.current)
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
    }
    const step = steps[key]
    if (at < 0 || step === undefined) return
    event.preventDefault()
    const next = all[at + step]
    if (next) next.focus()
    else if (key === 'ArrowUp') onUp()
    else if (key === 'ArrowDown') onDown()
  }
  return (
    <section aria-labelledby="places-found" className="flex flex-col gap-2">
      <h2 id="places-found" className="text-sm font-semibold text-muted">
        Scenes and shots
      </h2>
      <p role="status" className="sr-only">
        {busy ? '' : `${counted(places.length, 'place')} found among scenes and shots`}
      </p>
      <ul
        ref={list}
        aria-busy={busy}
        onKeyDown={goThrough}
        className={`grid gap-2 transition-opacity sm:grid-cols-2 xl:grid-cols-3 ${busy ? 'opacity-60' : ''}`}
      >
        {shown.map((place) => (
          <Place key={place.shot?.id ?? place.scene.id} place={place} />
        ))}
      </ul>
      {rest > 0 && (
        <Button
          look="quiet"
          size="small"
          className="self-start"
          onClick={() => {
            setWhole(true)
            // The button goes: the keyboard comes to the first of what it brought.
            setTimeout(() => links()[atFirst]?.focus())
          }}
        >
          Show {rest} more
        </Button>
      )}
    </section>
  )
}

function Place({ place: { project, scene, shot, found } }: { place: FoundPlace }) {
  const Icon = shot ? Frame : Clapperboard
  const film = cut(project.name, 60)
  const said = found.find(({ field }) => field !== 'sceneId' && field !== 'shotCode')
  return (
    <li className="relative flex min-h-12 items-start gap-3 rounded-xl border border-line bg-surface px-3 py-2 hover:border-strong-line">
      <Icon size={16} className="mt-1 shrink-0 text-muted" aria-hidden />
      <div className="flex min-w-0 flex-col">
        <Link
          to="/scenes/$sceneId"
          params={{ sceneId: scene.id }}
          search={shot ? { shotId: shot.id } : {}}
          className="truncate font-medium after:absolute after:inset-0 after:rounded-xl"
        >
          {shot ? 'Shot' : 'Scene'} <bdi>{shot?.shotCode ?? scene.sceneId}</bdi>
        </Link>
        <span className="truncate text-sm text-muted">
          {shot && (
            <>
              Scene <bdi>{scene.sceneId}</bdi> ·{' '}
            </>
          )}
          <bdi>{film}</bdi>
        </span>
        {said && (
          <span className="line-clamp-2 text-sm leading-snug wrap-anywhere">
            <Marked {...said} />
          </span>
        )}
      </div>
    </li>
  )
}
