import { Button } from '@dailies/ui/button.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Images, X } from 'lucide-react'
import type { RefObject } from 'react'
import { query } from '../../api/queries.ts'
import { counted } from '../../ui/counted.ts'
import { Failed } from '../../ui/states.tsx'
import { Hits, type HitsHandle } from './hits.tsx'

interface AlikeFoundProps {
  /** Id of the take. */
  like: string
  /** Words and filters that narrow what looks like it. */
  q: string
  at: string | undefined
  onOpen: (id: string) => void
  onRemove: () => void
  handle: RefObject<HitsHandle | null>
}

/** What looks like a take, in all films. */
export function AlikeFound({ like, q, at, onOpen, onRemove, handle }: AlikeFoundProps) {
  const take = useQuery(query('readAsset', { params: { id: like } })).data?.data
  const found = useQuery({
    ...query('searchAlike', { query: { assetVersionId: like, q, limit: 100 } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const hits = (found.data?.data ?? []).map((hit) => ({ ...hit, found: [] }))
  const words = !found.data
    ? 'Looking …'
    : found.data.metadata.look === null
      ? 'No picture is known of this take yet: nothing can look like it.'
      : hits.length === 0
        ? 'Nothing else looks like it.'
        : counted(hits.length, 'take')
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="flex items-center gap-2 rounded-lg border border-line bg-raised py-0.5 pr-1 pl-3">
          <Images size={14} className="shrink-0 text-muted" aria-hidden />
          <span>
            Looks like{' '}
            <Link to="/assets/$assetId" params={{ assetId: like }} className="underline underline-offset-2">
              {take ? takeName(take) : 'this take'}
            </Link>
          </span>
          <Button
            size="small"
            look="quiet"
            icon={X}
            aria-label="Look for what looks like it no more"
            onClick={onRemove}
          />
        </span>
        {!found.isError && (
          <p role="status" className="text-muted tabular-nums">
            {words}
          </p>
        )}
      </div>
      {found.isError ? (
        <Failed error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Hits hits={hits} isAll busy={found.isPlaceholderData} at={at} onOpen={onOpen} handle={handle} />
      )}
    </>
  )
}
