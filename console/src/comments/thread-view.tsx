import type { Comment } from '@dailies/contract/comment.ts'
import { Button } from '@dailies/ui/button.tsx'
import { Check, CornerDownRight, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '../app/account.ts'
import { useMay } from '../production/role.tsx'
import { nameInText } from '../ui/name-in-text.ts'
import { CommentView } from './comment-view.tsx'
import { ReplyForm } from './reply-form.tsx'
import type { TakeStage } from './take-stage.ts'
import { type Thread, threadElement } from './threads.ts'
import { useCommentActions } from './use-comment-actions.ts'
import { isDrafted, replyPlace } from './use-comment-draft.ts'
import { WaitingComment } from './waiting-comment.tsx'

/** As many replies as are seen before one asks for more; those beyond are the earlier ones. */
const few = 5

interface ThreadViewProps {
  thread: Thread
  assetId: string
  projectId: string
  stage: TakeStage
  /** The comment that a link led to, where it is one of these. */
  target: string | undefined
  /** It is the one that is looked at. */
  isShown: boolean
  onExport: ((comment: Comment) => void) | undefined
  /** It was ticked off, and may be gone from the list. */
  onResolved: () => void
}

/** What was said first, and what was replied. */
export function ThreadView({
  thread: { first, replies, waiting, isOpen },
  assetId,
  projectId,
  stage,
  target,
  isShown,
  onExport,
  onResolved,
}: ThreadViewProps) {
  const { id: user } = useAccount()
  const mayWrite = useMay('reviewer')
  const [isReplying, setReplying] = useState(() => isDrafted(user, replyPlace(first.id)))
  const [byHand, setByHand] = useState(false)
  const [all, setAll] = useState(false)
  const { resolve, reopen } = useCommentActions()
  const name = nameInText(first.author?.name ?? 'somebody')
  const isWanted = replies.some(({ id }) => id === target)
  const shown = all || isWanted || replies.length <= few + 1 ? replies : replies.slice(-few)
  const tickOff = async () => {
    if (await resolve(first)) onResolved()
  }
  return (
    <li
      id={threadElement(first.id)}
      tabIndex={-1}
      aria-current={isShown ? 'true' : undefined}
      className={`flex scroll-mt-4 flex-col gap-2 border-b border-line px-1 py-3 last:border-b-0 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent ${isShown ? 'rounded-lg bg-raised ring-1 ring-accent ring-inset' : ''}`}
    >
      <CommentView comment={first} projectId={projectId} stage={stage} onExport={onExport} />
      {replies.length + waiting.length > 0 && (
        <div className="flex flex-col gap-2 border-l-2 border-line pl-3">
          {shown.length < replies.length && (
            <Button size="small" look="quiet" className="self-start" onClick={() => setAll(true)}>
              Show {replies.length - shown.length} earlier replies
            </Button>
          )}
          {shown.map((reply) => (
            <CommentView
              key={reply.id}
              comment={reply}
              projectId={projectId}
              stage={stage}
              onExport={onExport}
            />
          ))}
          {waiting.map((one) => (
            <WaitingComment key={one.body.key} comment={one} />
          ))}
        </div>
      )}
      {!isOpen && (
        <p className="flex items-center gap-1.5 text-sm text-good">
          <Check size={14} aria-hidden />
          <span className="min-w-0 wrap-anywhere">
            Ticked off{first.resolvedBy && <> by {nameInText(first.resolvedBy.name)}</>}
          </span>
        </p>
      )}
      {mayWrite &&
        (isReplying ? (
          <ReplyForm
            assetId={assetId}
            projectId={projectId}
            threadId={first.id}
            to={name}
            isFocused={byHand}
            onDone={() => setReplying(false)}
          />
        ) : (
          <div className="flex flex-wrap gap-1">
            <Button
              size="small"
              look="quiet"
              icon={CornerDownRight}
              aria-label={`Reply to ${name}`}
              onClick={() => {
                setByHand(true)
                setReplying(true)
              }}
            >
              Reply
            </Button>
            {isOpen ? (
              <Button
                size="small"
                look="quiet"
                icon={Check}
                aria-label={`Tick off what ${name} said`}
                onClick={() => void tickOff()}
              >
                Tick off
              </Button>
            ) : (
              <Button
                size="small"
                look="quiet"
                icon={RotateCcw}
                aria-label={`Open again what ${name} said`}
                onClick={() => void reopen(first)}
              >
                Open again
              </Button>
            )}
          </div>
        ))}
    </li>
  )
}
