import type { DeletedThing } from '@dailies/contract/trash.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { outdate, pages } from '../../api/queries.ts'
import { useProductionChanged } from '../../production/production-changed.ts'
import { useMay } from '../../production/role.tsx'
import { bringBack } from '../../takes/brought-back.ts'
import { counted } from '../../ui/counted.ts'
import { TrashList } from './trash-list.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/trash')

/** What was deleted from a film. */
export function Trash() {
  const { projectId } = route.useParams()
  const queryClient = useQueryClient()
  const list = useSuspenseInfiniteQuery(pages('listTrash', { params: { id: projectId } }))
  const productionChanged = useProductionChanged()
  return (
    <TrashList
      title="Trash"
      description="What was deleted can be restored, with all that was said of it, until its time is over."
      empty="Takes and scenes that somebody deletes come here."
      list={list}
      things={list.data.pages.flatMap(({ data }) => data)}
      aboutOf={aboutOf}
      withIt={({ kind }) => (kind === 'scene' ? 'all that is in it' : 'its media and what was said of it')}
      mayRestore={useMay('editor')}
      mayPurge={useMay('owner')}
      restore={async (thing) => {
        const { name } = aboutOf(thing)
        if (thing.kind === 'asset') {
          await bringBack(thing.id)
          return `${name} is back in scene ${thing.scene.sceneId}`
        }
        await call('restoreScene', { params: { id: thing.id } })
        void productionChanged()
        return `${name} is back`
      }}
      purge={async (body) => (await call('purgeTrash', { params: { id: projectId }, body })).metadata.hasMore}
      changed={() => outdate(queryClient, 'listTrash')}
    />
  )
}

function aboutOf(thing: DeletedThing) {
  if (thing.kind === 'scene') {
    const { sceneId, shotCount, versionCount, storyBeat } = thing
    const title = `with ${counted(shotCount, 'shot')} and ${counted(versionCount, 'take')}`
    return { name: `Scene ${sceneId}`, title, text: storyBeat }
  }
  const { title, prompt, scene, shot } = thing
  return {
    name: takeName(thing),
    title: title && <bdi>{title}</bdi>,
    text: prompt,
    place: `Scene ${scene.sceneId}${shot ? `, shot ${shot.shotCode}` : ''}`,
    take: thing,
  }
}
