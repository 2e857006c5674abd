import type { Link } from '@dailies/contract/link.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { When } from '@dailies/ui/time.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pages } from '../../api/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ShowMore } from '../../ui/load-more.tsx'
import { Failed } from '../../ui/states.tsx'

/** Who entered by a link, the newest first. */
export function LinkGuests({
  projectId,
  link,
  onClose,
}: {
  projectId: string
  link: Link
  onClose: () => void
}) {
  const list = useInfiniteQuery(pages('listLinkGuests', { params: { id: projectId, linkId: link.id } }))
  const guests = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Dialog
      open
      onClose={onClose}
      title="Guests"
      description={`Who entered by ${link.name}, by the names they gave.`}
    >
      {list.isPending ? (
        <LoadingRows rows={3} className="h-8" />
      ) : list.isLoadingError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : guests.length === 0 ? (
        <p className="text-muted">Nobody yet.</p>
      ) : (
        <ul aria-label="Guests" className="flex flex-col">
          {guests.map(({ id, name, createdAt, lastSeenAt }) => (
            <li key={id} className="border-b border-line py-2 wrap-anywhere last:border-b-0">
              <bdi className="font-medium">{name}</bdi>{' '}
              <span className="text-sm text-muted">
                entered <When at={createdAt} />, last seen <When at={lastSeenAt} />
                {link.watermark && (
                  <>
                    , <span title="What is burnt in besides the name">mark</span> <code>{id.slice(-8)}</code>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ShowMore list={list} label="Show earlier guests" />
    </Dialog>
  )
}
