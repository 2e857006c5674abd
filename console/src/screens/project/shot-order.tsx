import type { ShotOverview } from '@dailies/contract/production.ts'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { query } from '../../api/queries.ts'
import { Slate } from '../../ui/page.tsx'
import { Reorder } from '../../ui/reorder.tsx'

/** The shots of a scene, to be brought into another order. */
export function ShotOrder({
  sceneDbId,
  shots,
  onEnd,
}: {
  sceneDbId: string
  shots: ShotOverview[]
  onEnd: () => void
}) {
  const queryClient = useQueryClient()
  const items = useMemo(() => shots.map(toItem), [shots])
  const save = async (ids: string[], was: string[]) => {
    await call('orderShots', { params: { id: sceneDbId }, body: { ids, was: { ids: was } } })
    await queryClient.invalidateQueries({
      queryKey: query('browseShots', { params: { id: sceneDbId } }).queryKey,
    })
    notify('The new order is saved')
    onEnd()
  }
  return <Reorder items={items} onSave={save} onCancel={onEnd} />
}

function toItem({ id, shotCode, description }: ShotOverview) {
  return {
    id,
    name: `shot ${shotCode}`,
    content: (
      <div className="flex min-w-0 items-baseline gap-3">
        <span className="max-w-1/2 shrink-0 wrap-anywhere">
          <Slate>{shotCode}</Slate>
        </span>
        <span className="min-w-0 flex-1 truncate">{description}</span>
      </div>
    ),
  }
}
