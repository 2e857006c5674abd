import type { AssetCard } from '@dailies/contract/board.ts'
import type { CutEntry } from '@dailies/contract/cut.ts'
import { Button, IconButton } from '@dailies/ui/button.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { ChevronDown, ChevronUp, MessageSquare, Pencil, Star } from 'lucide-react'

interface TakeStepsProps {
  takes: AssetCard[]
  /** Whether these are all: none is another thing than none as yet. */
  areKnown: boolean
  /** Which of them is seen; -1 where none is. */
  at: number
  entry: CutEntry
  /** Another than the winner is seen. */
  isTried: boolean
  isWinner: boolean
  mayEdit: boolean
  mayTrim: boolean
  /** Something is said of what is seen. */
  onComment: (() => void) | undefined
  onDraw: (() => void) | undefined
  onStep: (by: 1 | -1) => void
  onSelect: () => void
  onIn: () => void
  onOut: () => void
  onWhole: () => void
}

/** The takes of the shot that is seen, in its place in the film; and which frames of the winner are shown. */
export function TakeSteps({
  takes,
  areKnown,
  at,
  entry,
  isTried,
  isWinner,
  mayEdit,
  mayTrim,
  onComment,
  onDraw,
  onStep,
  onSelect,
  onIn,
  onOut,
  onWhole,
}: TakeStepsProps) {
  const take = takes[at]
  return (
    <section aria-label="Takes of this shot" className="flex flex-wrap items-center gap-2">
      <IconButton
        icon={ChevronUp}
        label="Next take (↑)"
        disabled={takes.length === 0 || at === takes.length - 1}
        onClick={() => onStep(1)}
      />
      <IconButton
        icon={ChevronDown}
        label="Take before (↓)"
        disabled={takes.length === 0 || at === 0}
        onClick={() => onStep(-1)}
      />
      <p role="status" className="min-w-0 flex-1 basis-40 text-sm">
        {take ? (
          <>
            <span className="font-semibold">{takeName(take)}</span>{' '}
            <span className="text-muted">
              {at + 1} of {takes.length}
              {isWinner ? ', the winner' : isTried ? ', tried here' : ''}
            </span>
          </>
        ) : (
          <span className="text-muted">
            {areKnown &&
              (takes.length === 0
                ? 'No takes of this shot'
                : `${takes.length} takes to try, none is selected`)}
          </span>
        )}
      </p>
      {onComment && (
        <Button size="small" icon={MessageSquare} aria-keyshortcuts="C" onClick={onComment}>
          Comment
        </Button>
      )}
      {onDraw && (
        <Button size="small" icon={Pencil} aria-keyshortcuts="D" onClick={onDraw}>
          Draw
        </Button>
      )}
      {mayTrim && (
        <fieldset aria-label="In and out" className="flex flex-wrap items-center gap-2">
          <Button size="small" aria-keyshortcuts="I" onClick={onIn}>
            Set in
          </Button>
          <Button size="small" aria-keyshortcuts="O" onClick={onOut}>
            Set out
          </Button>
          {entry.isTrimmed && (
            <Button size="small" look="quiet" onClick={onWhole}>
              Show all
            </Button>
          )}
          <span data-trim className="font-mono text-sm text-muted tabular-nums">
            {entry.in}–{entry.out - 1}
          </span>
        </fieldset>
      )}
      {mayEdit && (
        <Button
          icon={Star}
          look="primary"
          aria-keyshortcuts="S Enter"
          disabled={!take || isWinner}
          onClick={onSelect}
        >
          Select
        </Button>
      )}
    </section>
  )
}
