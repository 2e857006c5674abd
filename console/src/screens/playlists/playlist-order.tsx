import type { PlaylistItem } from '@dailies/contract/playlist.ts'
import { notify } from '@dailies/ui/notices.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { usePlaylistsChanged } from '../../playlists/playlists-changed.ts'
import { cut } from '../../ui/cut.ts'
import { Thumbnail } from '../../ui/media.tsx'
import { Slate } from '../../ui/page.tsx'
import { Reorder } from '../../ui/reorder.tsx'
import { placeOf } from './playlist-item-row.tsx'

interface PlaylistOrderProps {
  playlistId: string
  items: PlaylistItem[]
  onEnd: () => void
}

/** What is in a playlist, to be brought into another order. */
export function PlaylistOrder({ playlistId, items, onEnd }: PlaylistOrderProps) {
  const changed = usePlaylistsChanged()
  const movable = useMemo(() => items.map(toMovable), [items])
  const save = async (ids: string[], was: string[]) => {
    await call('movePlaylistItems', { params: { id: playlistId }, body: moveFrom(was, ids) })
    await changed()
    notify('The new order is saved')
    onEnd()
  }
  return <Reorder items={movable} onSave={save} onCancel={onEnd} />
}

/** Only what moved is moved: what others do to the rest of the list meanwhile stays. */
function moveFrom(was: string[], ids: string[]): { itemIds: string[]; beforeId: string | undefined } {
  let start = 0
  while (start < ids.length && ids[start] === was[start]) start += 1
  let end = ids.length
  while (end > start && ids[end - 1] === was[end - 1]) end -= 1
  return { itemIds: ids.slice(start, end), beforeId: ids[end] }
}

function toMovable(item: PlaylistItem) {
  const { id, asset } = item
  const place = cut(placeOf(item), 30)
  return {
    id,
    name: `${takeName(asset)} of ${place}`,
    content: (
      <div className="flex min-w-0 items-center gap-3">
        <div className="aspect-video h-9 shrink-0 overflow-hidden rounded-md">
          <Thumbnail take={asset} alt="" sizes="4rem" small />
        </div>
        <span className="max-w-1/2 shrink-0 wrap-anywhere">
          <Slate>{place}</Slate>
        </span>
        <span className="min-w-0 flex-1 truncate">{takeName(asset)}</span>
      </div>
    ),
  }
}
