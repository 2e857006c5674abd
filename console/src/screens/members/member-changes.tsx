import type { MemberChange } from '@dailies/contract/member.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { exactTime } from '@dailies/ui/time.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pages } from '../../api/queries.ts'
import { aRole } from '../../production/role-words.ts'
import { dayTextOf } from '../../ui/due-day.ts'
import { ShowMore } from '../../ui/load-more.tsx'
import { Section } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'

/** Who made whom what, the newest first. */
export function MemberChanges({ projectId }: { projectId: string }) {
  const list = useInfiniteQuery(
    pages('listMemberChanges', { params: { id: projectId }, query: { limit: 20 } }),
  )
  const changes = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Section title="Changes" description="Who made whom what, the newest first.">
      {list.isPending ? (
        <LoadingRows rows={3} className="h-8" />
      ) : list.isLoadingError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : changes.length === 0 ? (
        <p className="text-muted">Nothing yet.</p>
      ) : (
        <ol aria-label="Changes" className="flex flex-col">
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ol>
      )}
      <ShowMore list={list} label="Show older changes" />
    </Section>
  )
}

function Change({ change }: { change: MemberChange }) {
  return (
    <li className="border-b border-line py-2 text-sm wrap-anywhere last:border-b-0">
      <Sentence change={change} />{' '}
      <time dateTime={change.createdAt} title={exactTime(change.createdAt)} className="text-muted">
        · {dayTextOf(change.createdAt)}
      </time>
    </li>
  )
}

function Sentence({ change: { user, oldRole, newRole, changedBy } }: { change: MemberChange }) {
  const whom = <Name>{user.name}</Name>
  const before = oldRole && newRole && <span className="text-muted">, before {aRole(oldRole)}</span>
  if (changedBy === null) {
    const deed = newRole === null ? 'was removed' : `was ${oldRole ? 'made' : 'added as'} ${aRole(newRole)}`
    return (
      <>
        {whom} {deed} on the command line{before}
      </>
    )
  }
  if (changedBy.id === user.id) {
    return (
      <>
        {whom} {newRole === null ? 'left' : `became ${aRole(newRole)}`}
        {before}
      </>
    )
  }
  const who = <Name>{changedBy.name}</Name>
  if (newRole === null) {
    return (
      <>
        {who} removed {whom}
      </>
    )
  }
  return (
    <>
      {who} {oldRole ? 'made' : 'added'} {whom} {oldRole ? aRole(newRole) : `as ${aRole(newRole)}`}
      {before}
    </>
  )
}

function Name({ children }: { children: string }) {
  return (
    // A box of its own: what turns the text in a name ends with it.
    <strong className="inline-block max-w-full font-semibold">
      <bdi>{children}</bdi>
    </strong>
  )
}
