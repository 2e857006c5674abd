import { mayAs } from '@dailies/contract/project-role.ts'
import { Button } from '@dailies/ui/button.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowDownUp, ListVideo, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { query } from '../../api/queries.ts'
import { ExportButton } from '../../exports/export-button.tsx'
import { useCommands } from '../../palette/commands.ts'
import { ReviewLink } from '../../production/review-link.tsx'
import { InRole, RoleNote } from '../../production/role.tsx'
import * as Reviews from '../../together/lazy-reviews.ts'
import { ReviewTogether } from '../../together/review-together.tsx'
import { counted } from '../../ui/counted.ts'
import { cut } from '../../ui/cut.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Page } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { useKeyboardStays } from '../../ui/use-keyboard-stays.ts'
import { Playing } from './playing.tsx'
import { PlaylistItemRow } from './playlist-item-row.tsx'
import { PlaylistMenu } from './playlist-menu.tsx'
import { useAllItems } from './use-all-items.ts'
import { useRemoval } from './use-removal.ts'

const PlaylistOrder = lazyPart(async () => (await import('./playlist-order.tsx')).PlaylistOrder, {
  loading: <LoadingRows />,
})

const route = getRouteApi('/signed-in/projects/$projectId/playlists/$playlistId')

/** A playlist: its takes in their order, and each beside the winner of its place. */
export function PlaylistScreen() {
  const { projectId, playlistId } = route.useParams()
  const navigate = route.useNavigate()
  const playlist = useSuspenseQuery(query('readPlaylist', { params: { id: playlistId } })).data.data
  const { list, items, complete } = useAllItems(playlistId)
  const remove = useRemoval(playlist, items)
  const rows = useRef<HTMLOListElement>(null)
  const keyboard = useKeyboardStays(rows, {
    ids: items.map(({ id }) => id),
    instead: () => document.getElementById('content'),
  })
  const [order, setOrder] = useState<'shown' | 'changing' | 'changed'>('shown')
  const [playing, setPlaying] = useState<string>()
  const mayWrite = mayAs(playlist.project.role, 'editor')
  const params = { projectId }
  const isOrdering = order === 'changing' && mayWrite
  const mayReorder = mayWrite && complete && items.length > 1
  useCommands(() =>
    isOrdering
      ? []
      : [
          ...(items.length > 0 ? [{ name: 'Play', icon: Play, run: () => setPlaying(items[0]?.id) }] : []),
          ...(mayReorder ? [{ name: 'Reorder', icon: ArrowDownUp, run: () => setOrder('changing') }] : []),
        ],
  )
  return (
    <InRole role={playlist.project.role}>
      <Page
        title={playlist.name}
        crumbs={[
          { label: 'Projects', link: { to: '/projects' } },
          { label: cut(playlist.project.name, 60), link: { to: '/projects/$projectId', params } },
          { label: 'Playlists', link: { to: '/projects/$projectId/playlists', params } },
        ]}
        badge={<RoleNote />}
        actions={
          !isOrdering && (
            <>
              <Button
                icon={Play}
                look="primary"
                disabled={items.length === 0}
                onClick={() => setPlaying(items[0]?.id)}
              >
                Play
              </Button>
              {mayWrite && (
                <Button
                  icon={ArrowDownUp}
                  disabled={!mayReorder}
                  autoFocus={order === 'changed'}
                  onClick={() => setOrder('changing')}
                >
                  Reorder
                </Button>
              )}
              <ReviewTogether
                projectId={projectId}
                role={playlist.project.role}
                plays={{ kind: 'playlist', id: playlistId }}
                name={playlist.name}
              />
              <ReviewLink projectId={projectId} shows={{ playlist: playlistId }} />
              <ExportButton
                projectId={projectId}
                what={{ of: 'playlist', playlistId }}
                disabled={items.length === 0}
              />
              {mayWrite && (
                <PlaylistMenu
                  playlist={playlist}
                  onDeleted={() => navigate({ to: '/projects/$projectId/playlists', params })}
                />
              )}
            </>
          )
        }
      >
        <Reviews.Banner projectId={projectId} role={playlist.project.role} />
        {playlist.note && (
          <p className="max-w-prose whitespace-pre-line text-muted wrap-anywhere" dir="auto">
            {playlist.note}
          </p>
        )}
        {isOrdering ? (
          <PlaylistOrder playlistId={playlistId} items={items} onEnd={() => setOrder('changed')} />
        ) : list.isPending ? (
          <LoadingRows rows={4} className="h-24" />
        ) : list.isError && items.length === 0 ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : items.length === 0 ? (
          <NoItems projectId={projectId} />
        ) : (
          <>
            <p role="status" className="text-sm text-muted">
              {complete
                ? counted(items.length, 'take')
                : `${items.length} takes so far, loading the others …`}
            </p>
            <ol
              ref={rows}
              aria-label="Takes"
              className="overflow-hidden rounded-2xl border border-line bg-surface"
            >
              {items.map((item, index) => (
                <PlaylistItemRow
                  key={item.id}
                  item={item}
                  place={index + 1}
                  onPlay={setPlaying}
                  onRemove={
                    mayWrite
                      ? (item) => {
                          keyboard.press(item.id)
                          return remove(item)
                        }
                      : undefined
                  }
                />
              ))}
            </ol>
            {list.isFetchNextPageError && (
              <Failed error={list.error} onRetry={() => void list.fetchNextPage()} />
            )}
          </>
        )}
        <Playing {...{ playlistId, items }} id={playing} name={playlist.name} onChange={setPlaying} />
      </Page>
    </InRole>
  )
}

function NoItems({ projectId }: { projectId: string }) {
  return (
    <Empty icon={ListVideo} title="No takes yet">
      Pick some on the board of a{' '}
      <Link to="/projects/$projectId" params={{ projectId }} className="underline">
        scene
      </Link>
      , or open a take, and choose “Add to playlist”.
    </Empty>
  )
}
