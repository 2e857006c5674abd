import type { Activity } from '@dailies/contract/activity.ts'
import type { VerdictKind } from '@dailies/contract/verdict.ts'
import { statusLabels } from '@dailies/ui/badges.tsx'
import { exactTime } from '@dailies/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { NamedScene } from '../../production/named-scene.tsx'
import { NamedTake } from '../../takes/named-take.tsx'
import { counted } from '../../ui/counted.ts'
import { cut } from '../../ui/cut.ts'
import { Face } from '../../ui/face.tsx'
import { named } from '../../ui/named.ts'
import type { Deed } from './gathered.ts'

/** Takes, or shots, that are named one by one. */
const mostNamed = 6

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** What somebody did, in a sentence. */
export function DeedRow({ deed }: { deed: Deed }) {
  const [{ user, createdAt }] = deed
  const named = deed.length > 1 ? deed.slice(0, mostNamed) : []
  const rest = deed.length - named.length
  return (
    <li className="flex gap-3 border-b border-line py-3 last:border-b-0">
      <Face name={user.name} />
      <div className="min-w-0 flex-1 pt-1 leading-relaxed wrap-anywhere">
        <p>
          <strong className="font-semibold">
            <bdi>{cut(user.name, 60)}</bdi>
          </strong>{' '}
          <Words deed={deed} />
        </p>
        {named.length > 0 && (
          <p className="text-sm text-muted">
            {named.map((row, place) => (
              <Fragment key={row.id}>
                {place > 0 && ', '}
                {row.shot ? <span>{row.shot.shotCode}</span> : <NamedTake take={row.asset} />}
              </Fragment>
            ))}
            {rest > 0 && ` and ${rest} more`}
          </p>
        )}
      </div>
      <time dateTime={createdAt} title={exactTime(createdAt)} className="shrink-0 pt-1.5 text-sm text-muted">
        {clock.format(new Date(createdAt))}
      </time>
    </li>
  )
}

function Words({ deed }: { deed: Deed }): ReactNode {
  const [row] = deed
  const { event, user, scene, shot, assignee, requiredShots } = row
  const takes = deed.length > 1 ? counted(deed.length, 'take') : <NamedTake take={row.asset} />
  const place = <NamedScene scene={scene} />
  if (event === 'asset.created')
    return (
      <>
        captured {takes} into {place}
      </>
    )
  if (event === 'asset.selected')
    return (
      <>
        picked {deed.length > 1 ? counted(deed.length, 'winner') : takes} in {place}
      </>
    )
  if (event === 'asset.status_changed')
    return (
      <>
        {changeOf(row, takes)} in {place}
      </>
    )
  if (event === 'asset.commented')
    return (
      <>
        commented on {takes} in {place}
        {deed.length === 1 && row.comment?.text && (
          <>
            : <q>{cut(row.comment.text, 120)}</q>
          </>
        )}
      </>
    )
  if (event === 'asset.verdict')
    return (
      <>
        {deed.length > 1 ? 'gave verdicts on' : verdictWords[row.verdict ?? 'no_opinion']} {takes} in {place}
      </>
    )
  if (event === 'asset.media_kept' || event === 'asset.media_lost')
    return (
      <>
        captured {takes} into {place}, whose media are {event === 'asset.media_kept' ? 'kept' : 'lost'} now
      </>
    )
  if (event === 'shot.assigned')
    return (
      <>
        {deed.length > 1 ? (
          `assigned ${counted(deed.length, 'shot')}`
        ) : (
          <>
            assigned shot <span className="font-medium">{shot?.shotCode}</span>
          </>
        )}{' '}
        of {place} to{' '}
        {assignee?.id === user.id ? 'themselves' : <bdi>{cut(assignee?.name ?? 'somebody', 60)}</bdi>}
      </>
    )
  if (row.review)
    return (
      <>
        ended the review session <Session review={row.review} />
      </>
    )
  return (
    <>
      completed {place}
      {requiredShots !== null &&
        `: ${requiredShots === 1 ? 'its shot is' : `all ${requiredShots} shots are`} approved`}
    </>
  )
}

const verdictWords: Record<VerdictKind, string> = {
  approve: 'approved of',
  changes_needed: 'asked for changes of',
  no_opinion: 'took back a verdict on',
}

function changeOf({ oldStatus, newStatus }: Activity, takes: ReactNode): ReactNode {
  if (newStatus === null) return <>changed {takes}</>
  if (oldStatus === 'FINAL' || (oldStatus === 'APPROVED' && newStatus !== 'FINAL') || newStatus === 'DRAFT')
    return (
      <>
        set {takes} back to {statusLabels[newStatus]}
      </>
    )
  if (newStatus === 'APPROVED') return <>approved {takes}</>
  if (newStatus === 'FINAL') return <>made {takes} final</>
  if (newStatus === 'SELECTED') return <>selected {takes}</>
  return oldStatus === 'SELECTED' ? <>dropped {takes} as the winner</> : <>marked {takes} as generated</>
}

function Session({ review: { id, name } }: { review: NonNullable<Activity['review']> }) {
  return (
    <Link to="/reviews/$reviewId" params={{ reviewId: id }} title={name} className={named}>
      <bdi>{cut(name, 60)}</bdi>
    </Link>
  )
}
