import { mostPlaylistItems } from '@dailies/contract/playlist-limits.ts'
import { buttonLook } from '@dailies/ui/button.tsx'
import { ListVideo } from 'lucide-react'
import { useState } from 'react'
import { NamePlaylist } from '../../playlists/lazy-name-playlist.ts'
import { useMay } from '../../production/role.tsx'
import type { BoardSearch } from '../../takes/board-search.ts'
import { counted } from '../../ui/counted.ts'

interface PlaylistOfTheseProps {
  projectId: string
  sceneDbId: string
  search: BoardSearch
  /** How many takes answer. */
  matches: number
}

/** Makes a playlist of all that the board shows, in its order: also of what is not loaded yet. */
export function PlaylistOfThese({ projectId, sceneDbId, search, matches }: PlaylistOfTheseProps) {
  const [making, setMaking] = useState(false)
  const mayMake = useMay('editor')
  const { at: _, sort = 'newest', ...filter } = search
  if (!mayMake || matches === 0) return null
  return (
    <>
      <button type="button" className={buttonLook('quiet', 'small')} onClick={() => setMaking(true)}>
        <ListVideo size={14} aria-hidden />
        <span>
          New playlist<span className="max-sm:sr-only"> from these</span>
        </span>
      </button>
      {making && (
        <NamePlaylist
          projectId={projectId}
          description={whatComesIn(matches)}
          from={() => ({ from: 'board', sceneDbId, sort, ...filter })}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  )
}

function whatComesIn(matches: number): string {
  const most = mostPlaylistItems.toLocaleString()
  if (matches > mostPlaylistItems)
    return `${matches.toLocaleString()} takes are shown, and a playlist has ${most} at most: narrow the board first.`
  return `Of the ${counted(matches, 'take')} that the board shows, in this order.`
}
