import type { FrameRange } from '@dailies/contract/frame.ts'
import { useEffect, useEffectEvent } from 'react'
import { type TakeStage, useStage } from './take-stage.ts'
import type { CommentDraft } from './use-comment-draft.ts'

/** Where what is being written is said of, and what is drawn with it. */
export interface Composing {
  /** Of what there is something to be said: frames, or a picture alone. */
  kind: 'film' | 'sound' | 'picture' | undefined
  /** In and out are set in the player. */
  isMarked: boolean
  isDrawing: boolean
  /** Where somebody says something who stopped there; undefined at the beginning. */
  stopped: () => FrameRange | undefined
  here: () => FrameRange | undefined
  draw: () => void
  endDrawing: () => void
  dropDrawing: () => void
  /** It is sent. */
  end: () => void
}

/** Lets a comment that is being written be of a frame, with a drawing; what is drawn belongs to its draft as it is drawn. */
export function useComposing(
  stage: TakeStage,
  draft: CommentDraft,
  set: (change: Partial<CommentDraft>) => void,
): Composing {
  const kind = useStage(stage, (state) => state.kind)
  const isMarked = useStage(stage, (state) => state.marked !== undefined)
  const pad = useStage(stage, (state) => state.pad)
  const drawn = pad?.drawing
  const keepDrawing = useEffectEvent(() => pad && set({ drawing: drawn ?? null }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: of what is drawn
  useEffect(() => void keepDrawing(), [drawn])

  const endDrawing = () => stage.show({ id: '', range: draft.range, drawing: draft.drawing })
  const draw = () => {
    if (pad) return endDrawing()
    const range = draft.range ?? stage.here() ?? null
    if (range !== draft.range) set({ range })
    if (draft.range) stage.show({ id: '', range, drawing: null })
    stage.set({ pad: { drawing: draft.drawing ?? undefined } })
  }
  const drawLater = useEffectEvent(draw)
  useEffect(() => stage.canWrite(() => drawLater()), [stage])
  const end = () => stage.set({ pad: undefined, shown: undefined })
  const dropDrawing = () => {
    end()
    set({ drawing: null })
  }
  const stopped = () => {
    const isBegun = draft.text === '' && draft.range === null && draft.drawing === null
    const here = isBegun ? stage.here() : undefined
    return here && (isMarked || here.from > 0) ? here : undefined
  }
  const here = () => stage.here()
  return { kind, isMarked, isDrawing: pad !== undefined, stopped, here, draw, endDrawing, dropDrawing, end }
}
