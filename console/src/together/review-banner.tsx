import type { ProjectRole } from '@dailies/contract/member.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import { Button } from '@dailies/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Presentation } from 'lucide-react'
import { query } from '../api/queries.ts'
import { cut } from '../ui/cut.ts'
import { useCurrentReview } from './current.ts'
import { peopleOf } from './people-words.ts'
import { joinReview } from './use-review.ts'

interface ReviewBannerProps {
  projectId: string
  role: ProjectRole
}

/** The review sessions that go on in a project, to be joined. */
export function ReviewBanner({ projectId, role }: ReviewBannerProps) {
  const current = useCurrentReview()
  const running = useQuery(query('listReviews', { params: { id: projectId }, query: { running: 'true' } }))
  const others = running.data?.data.filter(({ id }) => id !== current?.id) ?? []
  return others.map(({ id, name, leader, people }) => (
    <section
      key={id}
      aria-label={`Review session ${name}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-accent bg-accent-soft px-4 py-2"
    >
      <p className="flex min-w-0 flex-1 basis-52 items-center gap-2 wrap-anywhere">
        <Presentation size={18} className="shrink-0 text-accent" aria-hidden />
        <span>
          A review session goes on: <strong className="font-semibold">{cut(name, 60)}</strong>
          {leader && `, led by ${cut(leader.name, 40)}`}, with {peopleOf(people)}
        </span>
      </p>
      <Button
        size="small"
        look="primary"
        onClick={() => joinReview(id, { mayLead: mayAs(role, 'reviewer') })}
      >
        Join
      </Button>
    </section>
  ))
}

/** The sessions of a project that are over, each with the notes that were taken in it. */
export function PastReviews({ projectId }: { projectId: string }) {
  const past = useQuery(query('listReviews', { params: { id: projectId }, query: { limit: 5 } })).data?.data
  const ended = past?.filter(({ endedAt }) => endedAt !== null) ?? []
  if (ended.length === 0) return null
  return (
    <nav aria-label="Past review sessions" className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
      Past review sessions:
      {ended.map(({ id, name }) => (
        <Link
          key={id}
          to="/reviews/$reviewId"
          params={{ reviewId: id }}
          className="underline underline-offset-2 wrap-anywhere"
        >
          {cut(name, 40)}
        </Link>
      ))}
    </nav>
  )
}
