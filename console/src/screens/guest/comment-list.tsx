import type { GuestComment, GuestTake, OpenLink } from '@dailies/contract/guest.ts'
import { Button } from '@dailies/ui/button.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CornerDownRight } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { pages } from '../../api/queries.ts'
import { CommentText } from '../../comments/comment-text.tsx'
import { placeOf } from '../../comments/frame-words.ts'
import { type TakeStage, useStage } from '../../comments/take-stage.ts'
import { type Thread, threadElement, threadsOf } from '../../comments/threads.ts'
import { isDrafted, replyPlace } from '../../comments/use-comment-draft.ts'
import { useChosen, useMarks } from '../../comments/use-marks.ts'
import { nameInText } from '../../ui/name-in-text.ts'
import { Failed } from '../../ui/states.tsx'
import { useWhole } from '../../ui/use-whole.ts'
import { useWaitingOn, type WaitingComment } from '../../waiting/waiting.ts'
import { WaitingView } from '../../waiting/waiting-view.tsx'
import { ReplyForm } from './reply-form.tsx'
import { Said } from './said.tsx'
import { whoIs } from './send-said.ts'
import { useGone } from './use-gone.ts'

/** Milliseconds until it is asked again what a file is that has just come. */
const soon = 3000

interface CommentListProps {
  link: OpenLink
  take: GuestTake
  stage: TakeStage
  /** The comment that is to be shown at once. */
  target: string | undefined
  onGone: () => void
}

/** What was said of a take to everybody, each thread with its replies below it, and what of one's own waits to be sent. */
export function CommentList({ link, take, stage, target, onGone }: CommentListProps) {
  const params = { id: link.id, versionId: take.id }
  const list = useInfiniteQuery({
    ...pages('listGuestComments', { params }),
    refetchInterval: ({ state: { data } }) => (data?.pages.some(isToBeLookedInto) ? soon : false),
  })
  const { rows: comments } = useWhole(list)
  const waiting = useWaitingOn('comment', take.id)
  const threads = useMemo(
    () => threadsOf(comments, waiting, ({ resolved }) => !resolved),
    [comments, waiting],
  )
  const begun = waiting.filter(({ body }) => !body.parentId)
  useGone(list.error, onGone)
  useMarks(stage, threads, ({ author }) => author ?? undefined)
  useChosen(stage, threads, ({ first }) =>
    document.getElementById(threadElement(first.id))?.scrollIntoView({ block: 'nearest' }),
  )
  useTarget(stage, comments, target)
  return (
    <section aria-label="Comments" className="flex flex-col gap-2">
      <h2 className="font-semibold">Comments</h2>
      {list.isPending ? (
        <LoadingRows rows={2} className="h-12" />
      ) : list.isLoadingError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : threads.length + begun.length === 0 ? (
        <p className="text-sm text-muted">Nobody has said anything yet.</p>
      ) : (
        <ol className="flex flex-col gap-3">
          {threads.map((thread) => (
            <ThreadOfGuest key={thread.first.id} {...{ thread, link, take, stage }} />
          ))}
          {begun.map((one) => (
            <li key={one.body.key} className="rounded-xl border border-line bg-surface p-3">
              <OnItsWay one={one} link={link} />
            </li>
          ))}
        </ol>
      )}
      {list.isFetchNextPageError && <Failed error={list.error} onRetry={() => void list.fetchNextPage()} />}
    </section>
  )
}

function isToBeLookedInto({ data }: { data: readonly GuestComment[] }): boolean {
  return data.some(({ attachments }) => attachments.some(({ type }) => type === null))
}

interface ThreadOfGuestProps {
  thread: Thread<GuestComment, WaitingComment>
  link: OpenLink
  take: GuestTake
  stage: TakeStage
}

function ThreadOfGuest({ thread: { first, replies, waiting }, link, take, stage }: ThreadOfGuestProps) {
  const shownId = useStage(stage, (state) => state.shown?.id)
  // What was begun is there again once the take is.
  const [isReplying, setReplying] = useState(() => isDrafted(whoIs(link), replyPlace(first.id)))
  const [byHand, setByHand] = useState(false)
  const to = nameInText(first.author ?? 'somebody')
  const show = (comment: GuestComment) => stage.show(comment)
  return (
    <li id={threadElement(first.id)} className="scroll-mt-4 rounded-xl border border-line bg-surface p-3">
      <Said comment={first} isShown={first.id === shownId} onShow={show} />
      {replies.map((reply) => (
        <div key={reply.id} className="mt-2 border-l-2 border-line pl-3">
          <Said comment={reply} isShown={reply.id === shownId} onShow={show} />
        </div>
      ))}
      {waiting.map((one) => (
        <div key={one.body.key} className="mt-2 border-l-2 border-line pl-3">
          <OnItsWay one={one} link={link} />
        </div>
      ))}
      {link.mayComment &&
        (isReplying ? (
          <ReplyForm
            {...{ link, to }}
            takeId={take.id}
            threadId={first.id}
            isFocused={byHand}
            onDone={() => setReplying(false)}
          />
        ) : (
          <Button
            size="small"
            look="quiet"
            icon={CornerDownRight}
            aria-label={`Reply to ${to}`}
            className="mt-1"
            onClick={() => {
              setByHand(true)
              setReplying(true)
            }}
          >
            Reply
          </Button>
        ))}
    </li>
  )
}

function OnItsWay({ one, link }: { one: WaitingComment; link: OpenLink }) {
  const { text, range, drawing } = one.body
  return (
    <WaitingView
      one={one}
      name={link.guest.name}
      about={range && <span className="font-mono text-xs text-muted">{placeOf(range)}</span>}
    >
      <CommentText text={text || (drawing ? 'A drawing' : '')} mentions={[]} />
    </WaitingView>
  )
}

/** Shows a comment once, as soon as it is there. */
function useTarget(stage: TakeStage, comments: readonly GuestComment[], target: string | undefined): void {
  const done = useRef<string>(undefined)
  useEffect(() => {
    const comment = comments.find(({ id }) => id === target)
    if (!comment || done.current === target) return
    done.current = target
    stage.show(comment)
  }, [stage, comments, target])
}
