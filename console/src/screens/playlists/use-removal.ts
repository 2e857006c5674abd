import type { Playlist, PlaylistItem } from '@dailies/contract/playlist.ts'
import { notify } from '@dailies/ui/notices.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { call } from '../../api/call.ts'
import { usePlaylistsChanged } from '../../playlists/playlists-changed.ts'
import { errorText } from '../../ui/error-text.ts'

/** Takes an item out of a playlist, and offers to put it back where it was. */
export function useRemoval({ id }: Playlist, items: PlaylistItem[]): (item: PlaylistItem) => Promise<void> {
  const changed = usePlaylistsChanged()
  const putBack = async ({ asset }: PlaylistItem, beforeId: string | undefined) => {
    try {
      const body = { versionIds: [asset.id] }
      // What came behind it may be gone, too: it comes to the end then.
      await call('addPlaylistItems', { params: { id }, body: { ...body, beforeId } }).catch((error) => {
        if (!beforeId) throw error
        return call('addPlaylistItems', { params: { id }, body })
      })
      void changed()
      notify(`${takeName(asset)} is back in the list`)
    } catch (error) {
      notify(errorText(error), { failed: true })
    }
  }
  return async (item) => {
    const next = items[items.findIndex((one) => one.id === item.id) + 1]?.id
    try {
      await call('removePlaylistItems', { params: { id }, body: { itemIds: [item.id] } })
      await changed()
      const onClick = () => void putBack(item, next)
      notify(`${takeName(item.asset)} is out of the list`, { action: { label: 'Undo', onClick } })
    } catch (error) {
      notify(errorText(error), { failed: true })
    }
  }
}
