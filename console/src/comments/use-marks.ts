import type { Drawing } from '@dailies/contract/drawing.ts'
import type { FrameRange } from '@dailies/contract/frame.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { cut } from '../ui/cut.ts'
import { nameInText } from '../ui/name-in-text.ts'
import { type TakeStage, useStage } from './take-stage.ts'
import type { Thread } from './threads.ts'

interface Placed {
  id: string
  text: string
  range: FrameRange | null
  drawing: Drawing | null
  attachments: readonly unknown[]
}

/** Threads that have a place are marked where the take is played; those whose beginning was deleted are not. */
export function useMarks<C extends Placed>(
  stage: TakeStage,
  threads: readonly Thread<C, unknown>[],
  nameOf: (first: C) => string | undefined,
): void {
  const markAll = useEffectEvent(() => {
    const marks = threads.flatMap(({ first, isOpen }) => {
      const { id, range, text, drawing, attachments } = first
      const label = `${nameInText(nameOf(first) ?? 'Somebody')}: ${cut(text, 80) || (drawing ? 'a drawing' : 'a file')}`
      const isThere = text !== '' || drawing !== null || attachments.length > 0
      return range && isThere ? [{ id, range, isOpen, label }] : []
    })
    if (JSON.stringify(marks) !== JSON.stringify(stage.state().marks)) stage.set({ marks })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the threads change
  useEffect(() => markAll(), [stage, threads])
}

/** Somebody pressed a mark. */
export function useChosen<C extends Placed, W>(
  stage: TakeStage,
  threads: readonly Thread<C, W>[],
  onChosen: (thread: Thread<C, W>) => void,
): void {
  const chosen = useStage(stage, (state) => state.chosen)
  const done = useRef(chosen)
  useEffect(() => {
    if (!chosen || done.current === chosen) return
    const thread = threads.find(({ first }) => first.id === chosen.id)
    if (!thread) return
    done.current = chosen
    stage.show(thread.first)
    onChosen(thread)
  })
}
