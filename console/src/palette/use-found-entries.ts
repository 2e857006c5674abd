import type { SearchHit } from '@dailies/contract/search.ts'
import type { FoundPlace } from '@dailies/contract/search-places.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, useRouter } from '@tanstack/react-router'
import { Clapperboard, Frame, Image, User } from 'lucide-react'
import { query } from '../api/queries.ts'
import { filterOf } from '../search/filter-text.ts'
import { placeWords } from '../search/place-words.ts'
import { cut } from '../ui/cut.ts'
import type { Entry } from './entry.ts'
import { fitOf, wordsOf } from './matching.ts'

/** As many of each as one looks through. */
const most = 8

/** What the service finds: scenes, shots and takes of all films, and people. `q` is what was typed when it was asked. */
export function useFoundEntries(text: string, q: string): { entries: Entry[]; isLooking: boolean } {
  const router = useRouter()
  const go = (link: LinkProps) => () => void router.navigate(link)
  const takes = useHits(q)
  const places = usePlaces(q)
  const people = useQuery({
    ...query('findPeople', { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const all = [takes, places, people]
  // What was found for what was typed before, is shown as far as it fits what is typed now.
  const asked = wordsOf(text)
  const fits = (entry: Entry) =>
    fitOf(wordsOf(`${entry.name} ${entry.of ?? ''} ${entry.also ?? ''}`), asked) !== undefined
  const isOfNow = text.trim() === q
  const shown = (entries: Entry[], { isPlaceholderData }: { isPlaceholderData: boolean }) =>
    isOfNow && !isPlaceholderData ? entries : entries.filter(fits)
  if (text.trim() === '') return { entries: [], isLooking: false }
  // Takes come behind places, whichever the service answers first: whoever types a number means those.
  const arePlacesThere = !places.isFetching || (places.isSuccess && !places.isPlaceholderData)
  const entries = [
    ...shown(
      (places.data?.data ?? []).map((place) => placeEntry(place, go)),
      places,
    ),
    ...shown(
      arePlacesThere || takes.isPlaceholderData ? hitsOf(takes).map((hit) => takeEntry(hit, go)) : [],
      takes,
    ),
    ...shown(
      (people.data?.data ?? []).slice(0, most).map(({ id, name }) => ({
        id,
        kind: 'Person',
        name,
        of: 'their takes',
        icon: User,
        run: go({ to: '/search', search: { q: filterOf('by', name) } }),
      })),
      people,
    ),
  ]
  const isLooking = !isOfNow || all.some(({ isFetching }) => isFetching)
  return { entries: [...new Map(entries.map((entry) => [entry.id, entry])).values()], isLooking }
}

/** None where there is nothing to look for, or what is typed is no search yet. */
function useHits(q: string) {
  return useQuery({
    ...query('search', { query: { q, partial: 'true', sort: 'best', limit: most } }),
    enabled: q !== '',
    placeholderData: q ? keepPreviousData : undefined,
    retry: false,
  })
}

function usePlaces(q: string) {
  return useQuery({
    ...query('searchPlaces', { query: { q: placeWords(q), partial: 'true', limit: most } }),
    enabled: q !== '',
    placeholderData: q ? keepPreviousData : undefined,
    retry: false,
  })
}

function hitsOf({ data }: ReturnType<typeof useHits>): SearchHit[] {
  return data?.data ?? []
}

type Go = (link: LinkProps) => () => void

function takeEntry(hit: SearchHit, go: Go): Entry {
  const { id, title, prompt, project, scene, shot } = hit
  const place = `${project.name}, scene ${scene.sceneId}${shot ? `, shot ${shot.shotCode}` : ''}`
  return {
    id,
    kind: 'Take',
    name: cut(title || prompt, 120),
    of: `${takeName(hit)} · ${place}`,
    icon: Image,
    run: go({ to: '/assets/$assetId', params: { assetId: id } }),
  }
}

function placeEntry({ project, scene, shot, found }: FoundPlace, go: Go): Entry {
  // It is found by what is said of it, also where that is not shown.
  const also = found.map(({ text }) => text).join(' ')
  const said = found.find(({ field }) => field !== 'sceneId' && field !== 'shotCode')?.text
  const of = (where: string) => (said ? `${where} · ${said}` : where)
  const params = { sceneId: scene.id }
  if (!shot) {
    return {
      ...{ id: scene.id, kind: 'Scene', name: `Scene ${scene.sceneId}`, of: of(project.name), also },
      icon: Clapperboard,
      run: go({ to: '/scenes/$sceneId', params }),
    }
  }
  return {
    ...{ id: shot.id, kind: 'Shot', name: `Shot ${shot.shotCode}`, also },
    of: of(`${project.name}, scene ${scene.sceneId}`),
    icon: Frame,
    run: go({ to: '/scenes/$sceneId', params, search: { shotId: shot.id } }),
  }
}
