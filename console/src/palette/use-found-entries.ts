import type { SearchHit } from '@dailies/contract/search.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, useRouter } from '@tanstack/react-router'
import { Clapperboard, Frame, Image, User } from 'lucide-react'
import { query } from '../api/queries.ts'
import { filterOf } from '../search/filter-text.ts'
import { cut } from '../ui/cut.ts'
import type { Entry } from './entry.ts'
import { fitOf, wordsOf } from './matching.ts'

/** As many of each as one looks through. */
const most = 8

/** What the service finds: takes of all films, scenes and shots that have some, and people. `q` is what was typed when it was asked. */
export function useFoundEntries(text: string, q: string): { entries: Entry[]; isLooking: boolean } {
  const router = useRouter()
  const go = (link: LinkProps) => () => void router.navigate(link)
  const [, number] = /^(?:scene |shot )?(\S{1,30})$/i.exec(q) ?? []
  const takes = useHits(q)
  const inScenes = useHits(number && filterOf('scene', number))
  const inShots = useHits(number && filterOf('shot', number))
  const people = useQuery({
    ...query('findPeople', { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const all = [takes, inScenes, inShots, people]
  // What was found for what was typed before, is shown as far as it fits what is typed now.
  const asked = wordsOf(text)
  const fits = (entry: Entry) => fitOf(wordsOf(`${entry.name} ${entry.of ?? ''}`), asked) !== undefined
  const isOfNow = text.trim() === q
  const shown = (entries: Entry[], { isPlaceholderData }: { isPlaceholderData: boolean }) =>
    isOfNow && !isPlaceholderData ? entries : entries.filter(fits)
  if (text.trim() === '') return { entries: [], isLooking: false }
  const entries = [
    ...shown(
      hitsOf(inScenes).map(({ project, scene }) => sceneEntry(scene, project.name, go)),
      inScenes,
    ),
    ...shown(
      hitsOf(inShots).flatMap(({ project, scene, shot }) =>
        shot ? shotEntry(shot, scene, project.name, go) : [],
      ),
      inShots,
    ),
    ...shown(
      hitsOf(takes).map((hit) => takeEntry(hit, go)),
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
function useHits(q: string | undefined) {
  return useQuery({
    ...query('search', { query: { q: q ?? '', partial: 'true', sort: 'best', limit: most } }),
    enabled: Boolean(q),
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

function sceneEntry({ id, sceneId }: SearchHit['scene'], film: string, go: Go): Entry {
  return {
    id,
    kind: 'Scene',
    name: `Scene ${sceneId}`,
    of: film,
    icon: Clapperboard,
    run: go({ to: '/scenes/$sceneId', params: { sceneId: id } }),
  }
}

function shotEntry(
  { id, shotCode }: NonNullable<SearchHit['shot']>,
  scene: SearchHit['scene'],
  film: string,
  go: Go,
): Entry {
  return {
    id,
    kind: 'Shot',
    name: `Shot ${shotCode}`,
    of: `${film}, scene ${scene.sceneId}`,
    icon: Frame,
    run: go({ to: '/scenes/$sceneId', params: { sceneId: scene.id }, search: { shotId: id } }),
  }
}
