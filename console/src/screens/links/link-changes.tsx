import type { LinkAction } from '@dailies/contract/link.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { exactTime } from '@dailies/ui/time.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pages } from '../../api/queries.ts'
import { dayTextOf } from '../../ui/due-day.ts'
import { ShowMore } from '../../ui/load-more.tsx'
import { Section } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'

const deeds: Record<LinkAction, string> = { created: 'made', changed: 'changed', revoked: 'revoked' }

/** Who made, changed and revoked links, the newest first. */
export function LinkChanges({ projectId }: { projectId: string }) {
  const list = useInfiniteQuery(pages('listLinkChanges', { params: { id: projectId }, query: { limit: 20 } }))
  const changes = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Section title="Changes" description="Who made, changed and revoked links, the newest first.">
      {list.isPending ? (
        <LoadingRows rows={3} className="h-8" />
      ) : list.isLoadingError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : changes.length === 0 ? (
        <p className="text-muted">Nothing yet.</p>
      ) : (
        <ol aria-label="Changes" className="flex flex-col">
          {changes.map(({ id, changedBy, action, linkName, tokenId, createdAt }) => (
            <li key={id} className="border-b border-line py-2 text-sm wrap-anywhere last:border-b-0">
              <strong className="font-semibold">
                <bdi>{changedBy.name}</bdi>
              </strong>{' '}
              {deeds[action]}{' '}
              <strong className="font-semibold">
                <bdi>{linkName}</bdi>
              </strong>
              {tokenId && <span className="text-muted"> with a token</span>}{' '}
              <time dateTime={createdAt} title={exactTime(createdAt)} className="text-muted">
                · {dayTextOf(createdAt)}
              </time>
            </li>
          ))}
        </ol>
      )}
      <ShowMore list={list} label="Show older changes" />
    </Section>
  )
}
