import type { FoundPlace } from '@dailies/contract/search-places.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Clapperboard, Frame } from 'lucide-react'
import { query } from '../../api/queries.ts'
import { counted } from '../../ui/counted.ts'
import { cut } from '../../ui/cut.ts'
import { Marked } from './found-text.tsx'

/** As many as leave the takes in sight. */
const most = 6

/** Scenes and shots that answer to the text: above the takes, for whoever looks for a place and not for one of its takes. */
export function usePlaces(q: string): { places: FoundPlace[]; isOfBefore: boolean } {
  const { data, isPlaceholderData } = useQuery({
    ...query('searchPlaces', { query: { q, partial: 'true', limit: most } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
    // The takes say what is wrong with the text, or with the service.
    retry: false,
  })
  return { places: q === '' ? [] : (data?.data ?? []), isOfBefore: isPlaceholderData }
}

export function Places({ places, busy }: { places: readonly FoundPlace[]; busy: boolean }) {
  return (
    <section aria-labelledby="places-found" className="flex flex-col gap-2">
      <h2 id="places-found" className="text-sm font-semibold text-muted">
        Scenes and shots
      </h2>
      <p role="status" className="sr-only">
        {busy ? '' : `${counted(places.length, 'place')} found among scenes and shots`}
      </p>
      <ul
        aria-busy={busy}
        className={`grid gap-2 transition-opacity sm:grid-cols-2 xl:grid-cols-3 ${busy ? 'opacity-60' : ''}`}
      >
        {places.map((place) => (
          <Place key={place.shot?.id ?? place.scene.id} place={place} />
        ))}
      </ul>
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
