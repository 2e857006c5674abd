import { Empty } from '@dailies/ui/states.tsx'
import { useSuspenseQueries } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Clapperboard } from 'lucide-react'
import { query } from '../../api/queries.ts'
import { InRole } from '../../production/role.tsx'
import { type Crumb, Page } from '../../ui/page.tsx'
import { FilmStage } from './film-stage.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/film')

/** The film: its winners one after the other, or those of an act or a scene. */
export function Film() {
  const { projectId } = route.useParams()
  const { act, scene, play } = route.useSearch()
  const navigate = route.useNavigate()
  const [project, cut] = useSuspenseQueries({
    queries: [
      query('readProject', { params: { id: projectId } }),
      query('readCut', { params: { id: projectId }, query: { act, sceneDbId: scene } }),
    ],
  })
  const { data: film } = project.data
  const { data: entries, metadata } = cut.data
  const part = scene ? `Scene ${entries[0]?.sceneId ?? ''}` : act ? `Act ${act}` : 'Film'
  const crumbs: Crumb[] = [
    { label: 'Projects', link: { to: '/projects' } },
    { label: film.name, link: { to: '/projects/$projectId', params: { projectId } } },
  ]
  if (scene && entries[0])
    crumbs.push({
      label: `Scene ${entries[0].sceneId}`,
      link: { to: '/scenes/$sceneId', params: { sceneId: scene } },
    })
  return (
    <InRole role={film.role}>
      {entries.length === 0 ? (
        <Page title={part} tab={`${part} · ${film.name}`} crumbs={crumbs}>
          <Empty icon={Clapperboard} title="Nothing to play yet">
            The film has no scenes here. Once there are, their winners play one after the other.
          </Empty>
        </Page>
      ) : (
        <FilmStage
          key={`${act} ${scene}`}
          title={part}
          crumbs={crumbs}
          project={film}
          entries={entries}
          settings={metadata.settings}
          part={{ act, scene }}
          begins={play !== undefined}
          onBegun={() => void navigate({ search: { act, scene }, replace: true })}
        />
      )}
    </InRole>
  )
}
