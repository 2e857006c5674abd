import type { GuestComment } from '@dailies/contract/guest.ts'
import { When } from '@dailies/ui/time.tsx'
import { Check, Pencil } from 'lucide-react'
import { AttachmentList } from '../../attachments/attachment-list.tsx'
import { CommentText } from '../../comments/comment-text.tsx'
import { placeInWords, placeOf } from '../../comments/frame-words.ts'

interface SaidProps {
  comment: GuestComment
  isShown: boolean
  /** Goes to its frame, and shows its drawing. */
  onShow: (comment: GuestComment) => void
}

/** One comment, as guests read it. */
export function Said({ comment, isShown, onShow }: SaidProps) {
  const { author, isOwn, text, range, drawing, attachments, resolved, parentId, createdAt } = comment
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <bdi className="font-semibold text-ink">{author ?? 'Deleted'}</bdi>
        {isOwn && <span>(you)</span>}
        <When at={createdAt} />
        {resolved && parentId === null && (
          <span className="inline-flex items-center gap-1 text-good">
            <Check size={14} aria-hidden />
            Done
          </span>
        )}
      </p>
      <CommentText text={text} mentions={[]} />
      <AttachmentList attachments={attachments} />
      {(range || drawing) && (
        <button
          type="button"
          aria-pressed={isShown}
          onClick={() => {
            onShow(comment)
            // What is to be seen may be far above, on a phone.
            document.querySelector('[data-take-media]')?.scrollIntoView({ block: 'nearest' })
          }}
          className="mt-1 inline-flex min-h-8 items-center gap-1.5 rounded-lg border border-line px-2 font-mono text-sm hover:border-strong-line aria-pressed:border-accent aria-pressed:bg-accent-soft pointer-coarse:min-h-10"
        >
          {drawing && <Pencil size={14} aria-hidden />}
          {range ? (
            <>
              <span className="sr-only">Go to {placeInWords(range)}</span>
              <span aria-hidden>{placeOf(range)}</span>
            </>
          ) : (
            'Drawing'
          )}
        </button>
      )}
    </>
  )
}
