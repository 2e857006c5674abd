import { useNavigate } from '@tanstack/react-router'
import { call, type Input } from '../api/call.ts'
import { usePlaylistsChanged } from './playlists-changed.ts'

/** Makes a playlist of the project, and goes there. Throws a DailiesError. */
export function useMakePlaylist(
  projectId: string,
): (playlist: Input<'createPlaylist'>['body']) => Promise<void> {
  const navigate = useNavigate()
  const changed = usePlaylistsChanged()
  return async (body) => {
    const { data } = await call('createPlaylist', { params: { id: projectId }, body })
    void changed()
    await navigate({
      to: '/projects/$projectId/playlists/$playlistId',
      params: { projectId, playlistId: data.id },
    })
  }
}
