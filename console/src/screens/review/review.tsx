import type { OpenNote } from '@dailies/contract/comment.ts'
import { timecode } from '@dailies/contract/frame.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { When } from '@dailies/ui/time.tsx'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CheckCheck } from 'lucide-react'
import { pages, query } from '../../api/queries.ts'
import { takeOf } from '../../comments/note-words.ts'
import { peopleOf } from '../../together/people-words.ts'
import { ReviewBanner } from '../../together/review-banner.tsx'
import { cut } from '../../ui/cut.ts'
import { Face } from '../../ui/face.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { nameInText } from '../../ui/name-in-text.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'

const route = getRouteApi('/signed-in/reviews/$reviewId')

/** A review session, and what was said in it. */
export function Review() {
  const { reviewId } = route.useParams()
  const review = useSuspenseQuery(query('readReview', { params: { id: reviewId } })).data.data
  const project = useSuspenseQuery(query('readProject', { params: { id: review.projectId } })).data.data
  const list = useInfiniteQuery(pages('listReviewNotes', { params: { id: reviewId } }))
  const notes = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Page
      title={review.name}
      crumbs={[
        { label: 'Projects', link: { to: '/projects' } },
        {
          label: cut(project.name, 60),
          link: { to: '/projects/$projectId', params: { projectId: project.id } },
        },
      ]}
      badge={
        <span className="text-muted">
          <When at={review.startedAt} /> by {cut(review.startedBy.name, 40)}, {peopleOf(review.people)}{' '}
          {review.endedAt === null ? 'so far' : 'took part'}
        </span>
      }
    >
      {review.endedAt === null && <ReviewBanner projectId={project.id} role={project.role} />}
      <Section title="Notes" description="What was said while it went on of takes that were shown in it.">
        {list.isLoadingError ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <>
            {notes.length === 0 && !list.isPending && <p className="text-muted">No notes were taken.</p>}
            {notes.length > 0 && (
              <ol className="flex flex-col">
                {notes.map((note) => (
                  <NoteRow key={note.id} note={note} />
                ))}
              </ol>
            )}
            <LoadMore list={list} />
          </>
        )}
      </Section>
    </Page>
  )
}

function NoteRow({ note }: { note: OpenNote }) {
  const { id, author, hasDrawing, text, asset, scene, shot, range, resolvedAt, createdAt, parentId } = note
  const place = [`Scene ${scene.sceneId}`, shot?.shotCode, takeOf(note)].filter(Boolean).join(' · ')
  return (
    <li className="flex gap-3 border-b border-line py-3 last:border-b-0">
      <Face name={author?.name ?? ''} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="text-sm text-muted">
          {nameInText(author?.name ?? 'Somebody')} {author?.id === null && <Badge tone="violet">Guest</Badge>}{' '}
          {parentId !== null && 'replied '}on{' '}
          <Link
            to="/assets/$assetId"
            params={{ assetId: asset.id }}
            search={{ comment: id }}
            className="text-ink underline underline-offset-2"
          >
            {place}
          </Link>
          {range && ` at ${timecode(range.from, range.rate)}`} · <When at={createdAt} />
        </p>
        <p className="whitespace-pre-wrap">{text || (hasDrawing ? 'A drawing' : 'A file')}</p>
        {resolvedAt !== null && (
          <Badge tone="good" icon={CheckCheck}>
            Ticked off
          </Badge>
        )}
      </div>
    </li>
  )
}
