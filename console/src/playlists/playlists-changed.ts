import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { outdate } from '../api/queries.ts'

/** Asks again for playlists and what is in them, once one was changed from here. */
export function usePlaylistsChanged(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return useCallback(
    () =>
      outdate(queryClient, 'listPlaylists', 'readPlaylist', 'listPlaylistItems', 'listPlaylistsOfVersion'),
    [queryClient],
  )
}
