import { mayAs } from '@dailies/contract/project-role.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Eye, LogOut, Presentation, Square } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { query } from '../api/queries.ts'
import { useAccount } from '../app/account.ts'
import { Confirm } from '../ui/confirm.tsx'
import { cut } from '../ui/cut.ts'
import { reviewBefore, setCurrentReview, useCurrentReview } from './current.ts'
import type { ReviewSession } from './review-session.ts'
import { useGoWithLeader } from './use-go-with-leader.ts'
import { joinReview, leaveReview, useReview } from './use-review.ts'

/** Names that are told one by one. */
const mostNamed = 3

/** On every screen: the review session that this page takes part in, with what one may do there. */
export function ReviewBar() {
  const session = useCurrentReview()
  if (session) return <Led key={session.id} session={session} />
  const before = reviewBefore()
  return before === null ? null : <Rejoin id={before} />
}

/** The same in a window over the page, which nobody reaches meanwhile. */
export function ReviewBarInWindow() {
  const session = useCurrentReview()
  return session ? <Bar key={session.id} session={session} /> : null
}

/** Takes part again where the page was loaded anew. */
function Rejoin({ id }: { id: string }) {
  const role = useRoleIn(id)
  const { data, isError } = useQuery({ ...query('readReview', { params: { id } }), retry: false })
  const isOver = isError || (data && data.data.endedAt !== null)
  useEffect(() => {
    if (isOver) setCurrentReview(undefined)
    else if (role) joinReview(id, { mayLead: mayAs(role, 'reviewer') })
  }, [id, isOver, role])
  return null
}

function useRoleIn(reviewId: string) {
  const projectId = useReviewNamed(reviewId)?.projectId
  return useQuery({
    ...query('readProject', { params: { id: projectId ?? '' } }),
    enabled: projectId !== undefined,
    retry: false,
  }).data?.data.role
}

function useReviewNamed(id: string) {
  return useQuery({ ...query('readReview', { params: { id } }), retry: false }).data?.data
}

/** Goes where the leader goes, and at the end to the notes. */
function Led({ session }: { session: ReviewSession }) {
  const { isOver } = useReview()
  const router = useRouter()
  useGoWithLeader(useReviewNamed(session.id)?.projectId)
  const toNotes = useEffectEvent(() => {
    setCurrentReview(undefined)
    notify('The review session has ended.')
    void router.navigate({ to: '/reviews/$reviewId', params: { reviewId: session.id } })
  })
  useEffect(() => {
    if (isOver) toNotes()
  }, [isOver])
  return <Bar session={session} />
}

function Bar({ session }: { session: ReviewSession }) {
  const { id: me } = useAccount()
  const { leads, follows, isOver } = useReview()
  const role = useRoleIn(session.id)
  const review = useReviewNamed(session.id)
  const [isEnding, setIsEnding] = useState(false)
  if (!review || isOver) return null
  const others = review.takingPart.filter(({ id }) => id !== me).map(({ name }) => cut(name, 40))
  const mayLead = role !== undefined && mayAs(role, 'reviewer')
  const mayEnd =
    mayLead && (leads || review.startedBy.id === me || (role !== undefined && mayAs(role, 'editor')))
  const leader = leads ? 'You lead' : review.leader ? `${cut(review.leader.name, 40)} leads` : 'Nobody leads'
  return (
    <section
      aria-label="Review session"
      className="print:hidden sticky top-0 z-30 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-accent bg-accent-soft px-4 py-2"
    >
      <p className="min-w-0 flex-1 basis-52 wrap-anywhere">
        <strong className="font-semibold">{cut(review.name, 60)}</strong> {withWhom(others)} ·{' '}
        <span role="status">{leader}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {!leads && (
          <Button
            size="small"
            icon={Eye}
            aria-pressed={follows}
            look={follows ? 'primary' : 'plain'}
            onClick={() => session.follow(!follows)}
          >
            {follows ? 'Following' : 'Follow'}
          </Button>
        )}
        {mayLead && !leads && (
          <Button size="small" icon={Presentation} onClick={() => void session.lead()}>
            Lead
          </Button>
        )}
        <Button size="small" icon={LogOut} onClick={leaveReview}>
          Leave
        </Button>
        {mayEnd && (
          <Button size="small" icon={Square} onClick={() => setIsEnding(true)}>
            End
          </Button>
        )}
      </div>
      <Confirm
        open={isEnding}
        title="End the review session?"
        action="End it for all"
        look="primary"
        onClose={() => setIsEnding(false)}
        onConfirm={() => session.end()}
      >
        Everybody who takes part is shown the notes that were taken in it.
      </Confirm>
    </section>
  )
}

function withWhom(others: string[]): string {
  if (others.length === 0) return '· nobody else is here yet'
  const named = others.slice(0, mostNamed).join(', ')
  return others.length > mostNamed ? `with ${named} and ${others.length - mostNamed} more` : `with ${named}`
}
