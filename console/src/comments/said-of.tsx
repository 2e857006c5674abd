import { atRate, type FrameRange } from '@dailies/contract/frame.ts'
import { Button } from '@dailies/ui/button.tsx'
import { Pencil, Timer, X } from 'lucide-react'
import { placeInWords, placeOf } from './frame-words.ts'
import type { CommentDraft } from './use-comment-draft.ts'
import type { Composing } from './use-composing.ts'

interface SaidOfProps {
  draft: CommentDraft
  set: (change: Partial<CommentDraft>) => void
  composing: Composing
}

/** Of which frames something is said, and what is drawn with it. */
export function SaidOf({ draft, set, composing }: SaidOfProps) {
  const { kind, isMarked, isDrawing, here, draw, endDrawing, dropDrawing } = composing
  const hasFrames = kind === 'film' || kind === 'sound'
  const canDraw = kind === 'film' || kind === 'picture'
  const { range, drawing } = draft
  const endHere = () => {
    const place = here()
    if (range && place) set({ range: extended(range, place, drawing !== null) })
  }
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {range ? (
        <>
          <Chip range={range} onTakeOff={() => set({ range: null })} />
          {hasFrames && !isDrawing && (
            <Button size="small" look="quiet" onClick={endHere}>
              {kind === 'sound' ? 'Up to this moment' : 'Up to this frame'}
            </Button>
          )}
        </>
      ) : (
        hasFrames && (
          <Button size="small" icon={Timer} onClick={() => set({ range: here() ?? null })}>
            {isMarked ? 'On the marked range' : kind === 'sound' ? 'At this moment' : 'On this frame'}
          </Button>
        )
      )}
      {canDraw &&
        (isDrawing ? (
          <Button size="small" aria-pressed onClick={endDrawing}>
            Done drawing
          </Button>
        ) : (
          <Button size="small" icon={Pencil} onClick={draw}>
            {drawing ? 'Go on drawing' : 'Draw'}
          </Button>
        ))}
      {drawing && (
        <Button size="small" look="quiet" icon={X} onClick={dropDrawing}>
          Drop the drawing
        </Button>
      )}
    </div>
  )
}

/** From one place to the other, whichever comes first; what is drawn stays on the frame on which it is drawn, the first. */
function extended({ from, to, rate }: FrameRange, here: FrameRange, isDrawn: boolean): FrameRange {
  const first = atRate(here.from, here.rate, rate)
  const last = atRate(here.to, here.rate, rate)
  if (first >= from) return { from, to: last, rate }
  return isDrawn ? { from, to, rate } : { from: first, to, rate }
}

function Chip({ range, onTakeOff }: { range: FrameRange; onTakeOff: () => void }) {
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-accent-soft py-0.5 pl-2.5 font-mono text-sm text-accent">
      <span className="sr-only">It is said of {placeInWords(range)}</span>
      <span aria-hidden>{placeOf(range)}</span>
      <button
        type="button"
        aria-label="On the whole take instead"
        title="On the whole take instead"
        onClick={onTakeOff}
        className="flex size-6 items-center justify-center rounded-full hover:text-ink pointer-coarse:size-9"
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  )
}
