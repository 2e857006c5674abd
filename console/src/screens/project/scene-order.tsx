import type { SceneOverview } from '@dailies/contract/production.ts'
import { notify } from '@dailies/ui/notices.ts'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { outdate, pages } from '../../api/queries.ts'
import { groupTitle } from '../../production/scene-groups.ts'
import { Slate } from '../../ui/page.tsx'
import { Reorder } from '../../ui/reorder.tsx'

/** The scenes of a project, to be brought into another order. */
export function SceneOrder({
  projectId,
  scenes,
  onEnd,
}: {
  projectId: string
  scenes: SceneOverview[]
  onEnd: () => void
}) {
  const queryClient = useQueryClient()
  const items = useMemo(() => scenes.map(toItem), [scenes])
  const save = async (ids: string[], was: string[]) => {
    await call('orderScenes', { params: { id: projectId }, body: { ids, was: { ids: was } } })
    const { queryKey } = pages('browseScenes', { params: { id: projectId } })
    queryClient.setQueryData<InfiniteData<Reply<'browseScenes'>, string | undefined>>(queryKey, {
      pages: [{ data: inOrder(scenes, ids), metadata: { nextCursor: null } }],
      pageParams: [undefined],
    })
    // The scenes before and after one are of the same order.
    void outdate(queryClient, 'browseScenes')
    notify('The new order is saved')
    onEnd()
  }
  return (
    <Reorder
      items={items}
      sort={{ label: 'Sort by number', sorted: () => byNumber(scenes) }}
      onSave={save}
      onCancel={onEnd}
    />
  )
}

function toItem(scene: SceneOverview) {
  const { id, sceneId, storyBeat } = scene
  return {
    id,
    name: `scene ${sceneId}`,
    content: (
      <div className="flex min-w-0 items-baseline gap-3">
        <span className="max-w-1/2 shrink-0 wrap-anywhere">
          <Slate>{sceneId}</Slate>
        </span>
        <span className="min-w-0 flex-1 truncate">{storyBeat}</span>
        <span className="hidden max-w-48 shrink-0 truncate text-sm text-muted md:block">
          {groupTitle(scene)}
        </span>
      </div>
    ),
  }
}

function inOrder(scenes: SceneOverview[], ids: string[]): SceneOverview[] {
  const byId = new Map(scenes.map((scene) => [scene.id, scene]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const numbers = new Intl.Collator('en', { numeric: true })

function byNumber(scenes: SceneOverview[]): string[] {
  return scenes.toSorted((one, other) => numbers.compare(one.sceneId, other.sceneId)).map(({ id }) => id)
}
