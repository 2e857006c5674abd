import type { AssetVersion } from '@dailies/contract/board.ts'
import type { Comment } from '@dailies/contract/comment.ts'
import { Button } from '@dailies/ui/button.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useMay } from '../production/role.tsx'
import { Section } from '../ui/page.tsx'
import { Failed } from '../ui/states.tsx'
import { useWaitingOn } from '../waiting/waiting.ts'
import { CarriedNotes } from './carried-notes.tsx'
import { Composer } from './composer.tsx'
import { saveComment } from './save-picture.ts'
import { type TakeStage, useStage } from './take-stage.ts'
import { ThreadView } from './thread-view.tsx'
import { type Thread, threadElement, threadsOf } from './threads.ts'
import { useAllComments } from './use-all-comments.ts'
import { useChosen, useMarks } from './use-marks.ts'
import { WaitingComment } from './waiting-comment.tsx'

const wide = window.matchMedia('(min-width: 64rem)')

/** Threads that are shown before one asks for more. */
const some = 40

interface CommentsPanelProps {
  version: AssetVersion
  stage: TakeStage
  /** The comment that the address names. */
  target: string | undefined
}

/** What was said of a take, the oldest first, and what one has to say. */
export function CommentsPanel({ version, stage, target }: CommentsPanelProps) {
  const assetId = version.id
  const mayWrite = useMay('reviewer')
  const { list, comments, isWhole } = useAllComments(assetId)
  const waiting = useWaitingOn('comment', assetId)
  const threads = useMemo(
    () => threadsOf(comments, waiting, ({ resolvedAt }) => resolvedAt === null),
    [comments, waiting],
  )
  const [showsAll, setShowsAll] = useState(false)
  const [most, setMost] = useState(some)
  const shownId = useStage(stage, (state) => state.shown?.id)
  const canSave = useStage(stage, (state) => state.kind === 'film' || state.kind === 'picture')
  const region = useRef<HTMLDivElement>(null)
  const open = threads.filter(({ isOpen }) => isOpen)
  const listed = showsAll ? threads : open
  const begun = waiting.filter(({ body }) => !body.parentId)

  useMarks(stage, threads, ({ author }) => author?.name)
  /** `goes`: the keyboard, too. */
  const reveal = (thread: Thread, { goes }: { goes: boolean }) => {
    if (!thread.isOpen) setShowsAll(true)
    const among = thread.isOpen && !showsAll ? open : threads
    setMost((before) => Math.max(before, among.indexOf(thread) + 1))
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const element = document.getElementById(threadElement(thread.first.id))
        // On a phone the media would be gone from sight.
        if (goes || wide.matches) element?.scrollIntoView({ block: 'nearest' })
        if (goes) element?.focus({ preventScroll: true })
      }),
    )
  }
  const save = (comment: Comment) => void saveComment(stage, takeName(version), comment)
  const isGone = useTarget({
    stage,
    target,
    threads,
    isWhole,
    onFound: (thread) => reveal(thread, { goes: true }),
  })
  useChosen(stage, threads, (thread) => reveal(thread, { goes: false }))

  return (
    <Section
      title="Comments"
      actions={
        threads.length > 0 && (
          <fieldset aria-label="Which comments" className="flex gap-1">
            <Button
              size="small"
              look={showsAll ? 'quiet' : 'plain'}
              aria-pressed={!showsAll}
              onClick={() => setShowsAll(false)}
            >
              Open ({open.length})
            </Button>
            <Button
              size="small"
              look={showsAll ? 'plain' : 'quiet'}
              aria-pressed={showsAll}
              onClick={() => setShowsAll(true)}
            >
              All ({threads.length})
            </Button>
          </fieldset>
        )
      }
    >
      <div ref={region} tabIndex={-1} className="flex flex-col gap-3 outline-none">
        <CarriedNotes assetId={assetId} stage={stage} />
        {mayWrite && <Composer assetId={assetId} projectId={version.project.id} stage={stage} />}
        {isGone && <p className="text-sm text-muted">The comment that the link leads to was deleted.</p>}
        {list.isPending ? (
          <LoadingRows rows={2} />
        ) : list.isLoadingError ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <>
            {listed.length + begun.length === 0 && (
              <p className="text-sm text-muted">
                {threads.length > 0
                  ? 'Everything is ticked off.'
                  : mayWrite
                    ? 'Nobody said anything yet.'
                    : 'Nobody said anything yet. Reviewers of this film may.'}
              </p>
            )}
            <ol
              aria-label="Comments"
              className="flex flex-col empty:hidden @[48rem]:max-h-[75dvh] @[48rem]:overflow-y-auto"
            >
              {listed.slice(0, most).map((thread) => (
                <ThreadView
                  key={thread.first.id}
                  thread={thread}
                  assetId={assetId}
                  projectId={version.project.id}
                  stage={stage}
                  target={target}
                  isShown={shownId !== undefined && isOf(thread, shownId)}
                  onExport={canSave ? save : undefined}
                  onResolved={() => region.current?.focus({ preventScroll: true })}
                />
              ))}
              {listed.length > most && (
                <li className="flex justify-center py-2">
                  <Button size="small" onClick={() => setMost(most + some)}>
                    Show more
                  </Button>
                </li>
              )}
              {begun.map((one) => (
                <li key={one.body.key} className="px-1 py-3">
                  <WaitingComment comment={one} />
                </li>
              ))}
            </ol>
            {list.isFetchNextPageError && (
              <Failed error={list.error} onRetry={() => void list.fetchNextPage()} />
            )}
          </>
        )}
      </div>
    </Section>
  )
}

function isOf({ first, replies }: Thread, id: string): boolean {
  return first.id === id || replies.some((reply) => reply.id === id)
}

interface Target {
  stage: TakeStage
  target: string | undefined
  threads: readonly Thread[]
  isWhole: boolean
  onFound: (thread: Thread) => void
}

/** Goes once to the comment of the address, and shows its frame; tells whether it is gone. */
function useTarget({ stage, target, threads, isWhole, onFound }: Target): boolean {
  const done = useRef<string>(undefined)
  const thread = target ? threads.find((one) => isOf(one, target)) : undefined
  useEffect(() => {
    if (!target || !thread || done.current === target) return
    done.current = target
    const comment = [thread.first, ...thread.replies].find(({ id }) => id === target)!
    stage.show(comment.range || comment.drawing ? comment : thread.first)
    onFound(thread)
  })
  return target !== undefined && isWhole && !thread
}
