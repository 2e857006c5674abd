import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type LinkProps, useRouter } from '@tanstack/react-router'
import { Bookmark, Clapperboard, Clock, Film, Frame, PanelTop, Zap } from 'lucide-react'
import { useMemo, useState } from 'react'
import { pages, query } from '../api/queries.ts'
import { useAllPages } from '../api/use-all-pages.ts'
import { useAccount } from '../app/account.ts'
import { partsOf } from '../production/film-parts.ts'
import { useScenesSoFar } from '../production/use-all-scenes.ts'
import { useSavedSearches, useSee } from '../saved-searches/saved.ts'
import { type Command, useCommandsOfScreen } from './commands.ts'
import type { Entry, EntryOfAll } from './entry.ts'
import { type RecentPlace, recentPlaces } from './recent.ts'
import { useHere } from './use-here.ts'

/** What is found without asking the service: it is matched while one types. */
export function useLocalEntries(everywhere: readonly EntryOfAll[]): { recent: Entry[]; others: Entry[] } {
  const router = useRouter()
  const { id: userId } = useAccount()
  const here = useHere()
  const { films, areKnown } = useFilms()
  const scenes = useScenesSoFar(here.project?.id ?? '', { enabled: here.project !== undefined })
  const shots = useQuery({
    ...query('browseShots', { params: { id: here.scene?.id ?? '' } }),
    enabled: here.scene !== undefined,
  }).data?.data
  const { list } = useSavedSearches()
  const savedPages = list.data
  const see = useSee()
  const commands = useCommandsOfScreen()
  // As they are when the palette is opened.
  const [places] = useState(() => recentPlaces(userId))
  return useMemo(() => {
    const go = (link: LinkProps) => () => void router.navigate(link)
    const { project, scene } = here
    const recent = places
      // Who is no member any more is not reminded of the film.
      .filter(({ projectId }) => !areKnown || films.some(({ id }) => id === projectId))
      .filter(({ id }) => id !== here.place?.id)
      .map((place): Entry => ({ ...place, kind: 'Recent', icon: Clock, run: go(linkTo(place)) }))
    const others: Entry[] = [
      ...actionsOf(commands),
      ...(project
        ? [
            ...partsOf(project).map(
              ({ part, label, link }): Entry => ({
                id: `part ${part}`,
                kind: 'Go to',
                name: label,
                of: project.name,
                icon: PanelTop,
                run: go(link),
              }),
            ),
            ...(['film', 'rights-sheet'] as const).map(
              (part): Entry => ({
                id: `part ${part}`,
                kind: 'Go to',
                name: part === 'film' ? 'Film' : 'Rights sheet',
                of: project.name,
                icon: PanelTop,
                run: go({ to: `/projects/$projectId/${part}`, params: { projectId: project.id } }),
              }),
            ),
          ]
        : []),
      ...everywhere.map((entry): Entry => ({ ...entry, id: `everywhere ${entry.name}` })),
      ...settings.map(
        ([name, screen, to]): Entry => ({
          id: `setting ${name}`,
          kind: 'Go to',
          name,
          of: screen,
          icon: PanelTop,
          run: go({ to }),
        }),
      ),
      ...(savedPages?.pages.flatMap(({ data }) => data) ?? []).map(
        ({ id, name, q, project }): Entry => ({
          id,
          kind: 'Saved search',
          name,
          of: project?.name ?? 'only you',
          icon: Bookmark,
          run: () => {
            void see(id)
            void router.navigate({ to: '/search', search: { q } })
          },
        }),
      ),
      ...films.map(
        ({ id, name, genre }): Entry => ({
          id,
          kind: 'Film',
          name,
          of: genre ?? undefined,
          icon: Film,
          run: go({ to: '/projects/$projectId', params: { projectId: id } }),
        }),
      ),
      ...scenes.map(
        ({ id, sceneId, storyBeat, macroScene }): Entry => ({
          id,
          kind: 'Scene',
          name: `Scene ${sceneId}`,
          of: [project?.name, macroScene ?? storyBeat?.slice(0, 80)].filter(Boolean).join(' · '),
          icon: Clapperboard,
          run: go({ to: '/scenes/$sceneId', params: { sceneId: id }, search: {} }),
        }),
      ),
      ...(scene && shots ? shots : []).map(
        ({ id, shotCode }): Entry => ({
          id,
          kind: 'Shot',
          name: `Shot ${shotCode}`,
          of: `Scene ${scene!.sceneId}`,
          icon: Frame,
          run: go({ to: '/scenes/$sceneId', params: { sceneId: scene!.id }, search: { shotId: id } }),
        }),
      ),
    ]
    return { recent, others }
  }, [router, here, films, areKnown, scenes, shots, savedPages, see, commands, places, everywhere])
}

/** Parts of screens that somebody looks for by their name. */
const settings = [
  ['Trash', 'Projects', '/trash'],
  ['Password', 'Account', '/account'],
  ['Second factor', 'Account', '/account'],
  ['Passkeys', 'Account', '/account'],
  ['Sessions', 'Account', '/account'],
  ['Appearance', 'Preferences', '/preferences'],
  ['Platforms', 'Preferences', '/preferences'],
  ['Capturing', 'Preferences', '/preferences'],
  ['Notices', 'Preferences', '/preferences'],
] as const

/** Each is the same one while others come before it. */
function actionsOf(commands: readonly Command[]): Entry[] {
  const times = new Map<string, number>()
  return commands.map((command) => {
    const name = `action ${command.name} ${command.of ?? ''}`
    const time = times.get(name) ?? 0
    times.set(name, time + 1)
    return { icon: Zap, ...command, id: `${name} ${time}`, kind: 'Action' }
  })
}

function linkTo({ kind, id }: RecentPlace): LinkProps {
  if (kind === 'Take') return { to: '/assets/$assetId', params: { assetId: id } }
  if (kind === 'Scene') return { to: '/scenes/$sceneId', params: { sceneId: id } }
  return { to: '/projects/$projectId', params: { projectId: id } }
}

/** All that one may see, those in the archive last. */
function useFilms() {
  const going = useInfiniteQuery(pages('browseProjects', { query: {} }))
  const archived = useInfiniteQuery(pages('browseProjects', { query: { status: 'ARCHIVED' } }))
  useAllPages(going)
  useAllPages(archived)
  const [shown, kept] = [going.data, archived.data]
  // Page after page: before the last nobody can say that one is not among them.
  const areKnown = [going, archived].every(({ data, hasNextPage }) => data !== undefined && !hasNextPage)
  return useMemo(() => {
    const films = [shown, kept].flatMap((list) => list?.pages.flatMap(({ data }) => data) ?? [])
    return { films, areKnown }
  }, [shown, kept, areKnown])
}
