import type { AssetVersion } from '@dailies/contract/board.ts'
import type { Verdict, VerdictKind } from '@dailies/contract/verdict.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { Button } from '@dailies/ui/button.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { When } from '@dailies/ui/time.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../app/account.ts'
import { CommentText } from '../comments/comment-text.tsx'
import { useMay } from '../production/role.tsx'
import { Face } from '../ui/face.tsx'
import { ShowMore } from '../ui/load-more.tsx'
import { Section } from '../ui/page.tsx'
import { Failed } from '../ui/states.tsx'
import { useWaitingOn, type WaitingVerdict } from '../waiting/waiting.ts'
import { WaitingView } from '../waiting/waiting-view.tsx'
import { ApprovalState } from './approval-state.tsx'
import { GiveVerdict } from './give-verdict.tsx'
import { verdictLooks } from './verdict-words.ts'
import { verdictPages } from './verdicts-changed.ts'

/** What people say of a take, and what one says oneself. It moves no winner and no status. */
export function VerdictsSection({ version }: { version: AssetVersion }) {
  const mayGive = useMay('reviewer')
  const [showsAll, setShowsAll] = useState(false)
  const list = useInfiniteQuery(verdictPages(version.id))
  const waiting = useWaitingOn('verdict', version.id)
  const verdicts = list.data?.pages.flatMap(({ data }) => data) ?? []
  const said = verdicts.filter(({ current, verdict }) => current && verdict !== 'no_opinion')
  const shown = showsAll ? verdicts : said
  return (
    <Section title="Verdicts">
      <div className="flex flex-col gap-3">
        {mayGive && <GiveVerdict version={version} />}
        <ApprovalState projectId={version.project.id} said={said} />
        {list.isPending ? (
          <LoadingRows rows={1} />
        ) : list.isLoadingError ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <>
            {said.length + waiting.length === 0 && (
              <p className="text-sm text-muted">Nobody gave a verdict yet.</p>
            )}
            <ul aria-label="Who said what" className="flex flex-col gap-2.5 empty:hidden">
              {waiting.map((one) => (
                <li key={one.body.key}>
                  <WaitingRow verdict={one} />
                </li>
              ))}
              {shown.map((verdict) => (
                <VerdictRow key={verdict.id} verdict={verdict} />
              ))}
            </ul>
            {verdicts.length > said.length && (
              <Button
                size="small"
                look="quiet"
                className="self-start"
                aria-expanded={showsAll}
                onClick={() => setShowsAll(!showsAll)}
              >
                {showsAll ? 'Only what holds now' : 'Also what was said before'}
              </Button>
            )}
            {showsAll && <ShowMore list={list} label="Show older verdicts" />}
          </>
        )}
      </div>
    </Section>
  )
}

function WaitingRow({ verdict }: { verdict: WaitingVerdict }) {
  const { name } = useAccount()
  const { verdict: kind, note = '' } = verdict.body
  return (
    <WaitingView one={verdict} name={name} about={<VerdictBadge kind={kind} />}>
      <CommentText text={note} mentions={[]} />
    </WaitingView>
  )
}

function VerdictBadge({ kind }: { kind: VerdictKind }) {
  const { label, icon, tone } = verdictLooks[kind]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

function VerdictRow({ verdict: { verdict, note, by, current, createdAt } }: { verdict: Verdict }) {
  return (
    <li className={`flex gap-2.5 ${current ? '' : 'text-muted'}`}>
      <Face name={by.name} size="compact" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <bdi className="max-w-full truncate font-semibold">{by.name}</bdi>
          {by.id === null && <Badge tone="violet">Guest</Badge>}
          <VerdictBadge kind={verdict} />
          <span className="text-xs text-muted">
            <When at={createdAt} />
            {!current && ', said before'}
          </span>
        </p>
        <CommentText text={note} mentions={[]} />
      </div>
    </li>
  )
}
