import { StatusBadge } from '@dailies/ui/badges.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { When } from '@dailies/ui/time.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { pages } from '../../api/queries.ts'
import { Face } from '../../ui/face.tsx'
import { ShowMore } from '../../ui/load-more.tsx'
import { Failed } from '../../ui/states.tsx'

/** Who moved it from which status to which, the newest first. */
export function StatusHistory({ assetId }: { assetId: string }) {
  const list = useInfiniteQuery(pages('listStatusChanges', { params: { id: assetId }, query: { limit: 20 } }))
  if (list.isPending) return <LoadingRows rows={2} className="h-10" />
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  const changes = list.data.pages.flatMap(({ data }) => data)
  if (changes.length === 0)
    return <p className="text-sm text-muted">Its status has not changed since it was captured.</p>
  return (
    <>
      <ol className="flex flex-col gap-3">
        {changes.map(({ id, oldStatus, newStatus, changedBy, createdAt }) => (
          <li key={id} className="text-sm">
            <span className="flex flex-wrap items-center gap-1.5">
              <StatusBadge status={oldStatus} />
              <ArrowRight size={14} role="img" aria-label="to" className="text-muted" />
              <StatusBadge status={newStatus} />
            </span>
            <span className="mt-1 flex items-center gap-1.5 text-muted">
              {changedBy && <Face name={changedBy.name} size="small" />}
              <span className="min-w-0 wrap-anywhere">
                <bdi className="inline-block max-w-full">{changedBy?.name ?? 'Somebody who is gone'}</bdi>,{' '}
                <When at={createdAt} />
              </span>
            </span>
          </li>
        ))}
      </ol>
      <ShowMore list={list} label="Show earlier ones" />
    </>
  )
}
