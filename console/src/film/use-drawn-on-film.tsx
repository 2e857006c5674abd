import type { Shape } from '@dailies/contract/drawing.ts'
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import type { TakeStage } from '../comments/take-stage.ts'
import { useStageInPlayer } from '../comments/use-stage-in-player.tsx'
import { kindOf } from '../ui/media.tsx'
import { entryControl } from './film-control.ts'
import { type Plan, type PlanEntry, sourceFrame } from './plan.ts'
import type { FilmPlayer } from './player.ts'
import { useFilmState } from './use-film-state.ts'

interface OnFilm {
  player: FilmPlayer
  plan: Plan
  entry: PlanEntry
  stage: TakeStage
  mayDraw: boolean
  /** What whoever leads a review draws on it. */
  led: readonly Shape[]
  /** Called for a frame of the version that the film leaves out; without it the nearest is shown. */
  onBeyond?: (() => void) | undefined
}

/** What lies over the picture, and what one draws with below it. */
export function useDrawnOnFilm({ stage, player, plan, entry, ...rest }: OnFilm): {
  overlay: ReactNode
  below: ReactNode
} {
  const { version } = entry
  const { mayDraw, led, onBeyond } = rest
  const drawn = useStageInPlayer(stage, {
    name: '',
    kind: version ? kindOf(version) : 'none',
    rate: entry.rate,
    mayDraw,
    led,
  })
  const { playerRef, onFrame, overlay, below } = drawn
  const tellBeyond = useEffectEvent(() => onBeyond?.())
  const knowsBeyond = onBeyond !== undefined
  const control = useMemo(
    () => version && entryControl(player, plan, entry, knowsBeyond ? () => tellBeyond() : undefined),
    [version, player, plan, entry, knowsBeyond],
  )
  useEffect(() => {
    if (typeof playerRef !== 'function') return
    playerRef(control)
    return () => void playerRef(null)
  }, [playerRef, control])
  const tell = useEffectEvent((frame: number) => onFrame?.(frame))
  useEffect(() => {
    let told: number | undefined
    const look = () => {
      const { frame } = player.read()
      // Of another entry it is told once that one is here.
      if (frame < entry.start || frame >= entry.start + entry.duration) return
      const source = sourceFrame(plan, entry, frame)
      if (source !== told) tell(source)
      told = source
    }
    look()
    return player.subscribe(look)
  }, [player, plan, entry])
  const playing = useFilmState(player, (state) => state.playing)
  // What is drawn is drawn on a frame that stands.
  useEffect(() => {
    if (playing && stage.state().pad) stage.set({ pad: undefined, shown: undefined })
  }, [playing, stage])
  return { overlay, below }
}
