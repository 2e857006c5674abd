import type { TokenAuditEntry } from '@dailies/contract/token.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { exactTime } from '@dailies/ui/time.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pages } from '../../api/queries.ts'
import { ShowMore } from '../../ui/load-more.tsx'
import { Section } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { auditText, byText, changeText } from './audit-text.ts'

/** What was done to tokens, when and by what. */
export function TokenAudit({ names }: { names: Map<string, string> }) {
  const trail = useInfiniteQuery(pages('listTokenAudit', { query: { limit: 20 } }))
  const entries = trail.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Section
      title="Audit trail"
      description="What was done to your tokens, the newest first. It never holds a token."
    >
      {trail.isPending ? (
        <LoadingRows rows={3} className="h-10" />
      ) : trail.isLoadingError ? (
        <Failed error={trail.error} onRetry={() => void trail.refetch()} />
      ) : entries.length === 0 ? (
        <p className="text-muted">Nothing yet.</p>
      ) : (
        <ol className="flex flex-col">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} by={byText(entry.by, names)} />
          ))}
        </ol>
      )}
      <ShowMore list={trail} label="Show older entries" />
    </Section>
  )
}

function Entry({ entry, by }: { entry: TokenAuditEntry; by: string }) {
  const change = changeText(entry)
  return (
    <li className="grid gap-x-4 border-b border-line py-2 text-sm last:border-b-0 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <time dateTime={entry.at} className="text-muted tabular-nums">
        {exactTime(entry.at)}
      </time>
      <div className="min-w-0 wrap-anywhere">
        <strong className="font-semibold">
          <bdi>{entry.tokenName}</bdi>
        </strong>{' '}
        {auditText(entry)} {by}
        {change && <p className="text-muted">{change}</p>}
      </div>
    </li>
  )
}
