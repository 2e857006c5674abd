import type { OpenNote } from '@dailies/contract/comment.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { Button } from '@dailies/ui/button.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, CornerDownRight } from 'lucide-react'
import { useId } from 'react'
import { pages } from '../api/queries.ts'
import { useMay } from '../production/role.tsx'
import { ShowMore } from '../ui/load-more.tsx'
import { nameInText } from '../ui/name-in-text.ts'
import { CommentText } from './comment-text.tsx'
import { takeOf } from './note-words.ts'
import { PlaceButton } from './place-button.tsx'
import type { TakeStage } from './take-stage.ts'
import { useCommentActions } from './use-comment-actions.ts'

/** What is still open of the takes that this one was made from, to be ticked off; nothing where there is none. */
export function CarriedNotes({ assetId, stage }: { assetId: string; stage: TakeStage }) {
  const heading = useId()
  const list = useInfiniteQuery(pages('listCarriedNotes', { params: { id: assetId }, query: { limit: 20 } }))
  const notes = list.data?.pages.flatMap(({ data }) => data) ?? []
  if (notes.length === 0) return null
  return (
    <section aria-labelledby={heading} className="rounded-lg bg-warn-soft p-3">
      <h3 id={heading} className="flex items-center gap-1.5 text-sm font-semibold text-warn">
        <CornerDownRight size={14} aria-hidden />
        Still open from earlier takes
      </h3>
      <ul className="mt-2 flex flex-col gap-3">
        {notes.map((note) => (
          <Carried key={note.id} note={note} stage={stage} />
        ))}
      </ul>
      <ShowMore list={list} label="Show more of them" />
    </section>
  )
}

function Carried({ note, stage }: { note: OpenNote; stage: TakeStage }) {
  const mayWrite = useMay('reviewer')
  const { resolve } = useCommentActions()
  const { id, author, text, mentions, range, hasDrawing, asset } = note
  const name = nameInText(author?.name ?? 'somebody')
  return (
    <li className="flex flex-col items-start gap-1 text-ink">
      <p className="text-sm">
        <span className="font-semibold">{name}</span>{' '}
        {author?.id === null && <Badge tone="violet">Guest</Badge>} on{' '}
        <Link
          to="/assets/$assetId"
          params={{ assetId: asset.id }}
          search={{ comment: id }}
          className="underline underline-offset-2"
        >
          {takeOf(note)}
        </Link>
      </p>
      <CommentText text={text || (hasDrawing ? 'A drawing' : 'A file')} mentions={mentions} />
      <div className="flex flex-wrap items-center gap-1.5">
        {range && <PlaceButton range={range} onGo={() => stage.show({ id, range, drawing: null })} />}
        {mayWrite && (
          <Button
            size="small"
            icon={Check}
            aria-label={`Tick off what ${name} said`}
            onClick={() => void resolve(note)}
          >
            Tick off
          </Button>
        )}
      </div>
    </li>
  )
}
