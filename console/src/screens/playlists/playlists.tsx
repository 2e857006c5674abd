import type { Playlist } from '@dailies/contract/playlist.ts'
import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { When } from '@dailies/ui/time.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ListVideo, Plus, Search, SearchX } from 'lucide-react'
import { useState } from 'react'
import { pages } from '../../api/queries.ts'
import { useCommands } from '../../palette/commands.ts'
import { useMay } from '../../production/role.tsx'
import { counted } from '../../ui/counted.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Thumbnail } from '../../ui/media.tsx'
import { useSearchText } from '../../ui/search-text.ts'
import { Failed } from '../../ui/states.tsx'
import { NewPlaylist } from './new-playlist.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/playlists')

/** The playlists of a project: the last changed first, found by a part of their name. */
export function Playlists() {
  const { projectId } = route.useParams()
  const { q = '' } = route.useSearch()
  const navigate = useNavigate()
  const mayWrite = useMay('editor')
  const [making, setMaking] = useState(false)
  useCommands(() => (mayWrite ? [{ name: 'New playlist', icon: Plus, run: () => setMaking(true) }] : []))
  const list = useInfiniteQuery({
    ...pages('listPlaylists', { params: { id: projectId }, query: { q, limit: 30 } }),
    placeholderData: keepPreviousData,
  })
  const box = useSearchText(
    q,
    (q) =>
      void navigate({
        from: '/projects/$projectId/playlists',
        search: (before) => ({ ...before, q: q || undefined }),
        replace: true,
        resetScroll: false,
      }),
  )
  const found = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="relative min-w-0 flex-1 basis-56">
          <TextField
            label="Search playlists"
            hideLabel
            type="search"
            placeholder="Search by name"
            maxLength={200}
            className="[&_input]:pl-9"
            value={box.text}
            onChange={(event) => box.type(event.target.value)}
          />
          <Search size={16} className="pointer-events-none absolute top-3 left-3 text-muted" aria-hidden />
        </div>
        {mayWrite && (
          <Button look="primary" icon={Plus} onClick={() => setMaking(true)}>
            New playlist
          </Button>
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {list.isSuccess &&
          !list.isPlaceholderData &&
          `${found.length}${list.hasNextPage ? ' or more' : ''} playlists`}
      </p>
      {list.isPending ? (
        <LoadingRows rows={4} className="h-20" />
      ) : list.isError && found.length === 0 ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : found.length === 0 ? (
        <Nothing q={q} onClear={() => box.sendNow('')} />
      ) : (
        <>
          <ul
            className={`flex flex-col gap-3 transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}
          >
            {found.map((playlist) => (
              <Row key={playlist.id} playlist={playlist} projectId={projectId} />
            ))}
          </ul>
          <LoadMore list={list} />
        </>
      )}
      {making && mayWrite && <NewPlaylist projectId={projectId} onClose={() => setMaking(false)} />}
    </div>
  )
}

function Row({ playlist, projectId }: { playlist: Playlist; projectId: string }) {
  const { id, name, note, itemCount, preview, updatedAt } = playlist
  return (
    <li className="relative flex gap-3 rounded-2xl border border-line bg-surface p-3 hover:border-strong-line has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent">
      <div className="aspect-video h-16 shrink-0 overflow-hidden rounded-lg border border-line bg-sunken">
        {preview && <Thumbnail take={preview} alt="" sizes="8rem" small />}
      </div>
      <div className="min-w-0 flex-1">
        <h2 className="line-clamp-2 font-semibold wrap-anywhere">
          <Link
            to="/projects/$projectId/playlists/$playlistId"
            params={{ projectId, playlistId: id }}
            className="outline-none after:absolute after:inset-0 after:rounded-2xl"
          >
            {name}
          </Link>
        </h2>
        {note && (
          <p className="line-clamp-1 text-muted wrap-anywhere" dir="auto">
            {note}
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
          <span>{counted(itemCount, 'take')}</span>
          <span>
            changed <When at={updatedAt} />
          </span>
        </p>
      </div>
    </li>
  )
}

function Nothing({ q, onClear }: { q: string; onClear: () => void }) {
  const mayWrite = useMay('editor')
  if (q) {
    return (
      <Empty
        icon={SearchX}
        title="None has that in its name"
        action={<Button onClick={onClear}>Show all</Button>}
      />
    )
  }
  return (
    <Empty icon={ListVideo} title="No playlists yet">
      A playlist is takes in an order, to be looked at one after another.
      {mayWrite && ' Make one of the winners, of what is new, or of takes that you pick on a board.'}
    </Empty>
  )
}
