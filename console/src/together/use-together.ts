import type { Shape } from '@dailies/contract/drawing.ts'
import { startOf } from '@dailies/contract/frame.ts'
import type { ReviewScreen, ReviewState } from '@dailies/contract/review.ts'
import { useEffect, useEffectEvent } from 'react'
import type { PlayerControl } from '../player/player-control.ts'
import { useLed } from './use-led.ts'
import { useReview } from './use-review.ts'

/** Milliseconds: how often a player is looked at that plays, */
const lookEvery = 50
/** and seconds that one which follows may be beside the other before it is set anew. */
const mostApart = 0.12

type Control = Pick<PlayerControl, 'getFrame' | 'getPlay' | 'getRate' | 'seek' | 'pause' | 'play'>

interface Played {
  screen: ReviewScreen
  /** What is seen at the moment; null where nothing is. */
  seen: () => string | null
  player: () => Control | null | undefined
  /** What is being drawn. */
  shapes: readonly Shape[]
}

const still = { numerator: 1, denominator: 1 }
const noShapes: readonly Shape[] = []

/** Has a player show what whoever leads shows, or shows the others what it does. Returns what the leader draws. */
export function useTogether({ screen, seen, player, shapes }: Played): readonly Shape[] {
  const { session, leads, isOver } = useReview()
  const isLeading = session !== undefined && !isOver && leads
  const led = useLed(screen)
  // What is seen of the film follows from its frame.
  const isHere = led !== undefined && (screen.kind === 'film' || led.state.assetVersionId === seen())
  const [state, heardAt] = isHere ? [led.state, led.heardAt] : [undefined, 0]

  const read = useEffectEvent(() => {
    const control = player()
    const assetVersionId = seen()
    // Of what has no media yet there is no frame, and yet it is looked at.
    if (!control) return { screen, assetVersionId, frame: 0, rate: still, playing: false, speed: 1 }
    const { isPlaying, speed } = control.getPlay()
    const { rate } = control.getRate()
    return { screen, assetVersionId, frame: control.getFrame(), rate, playing: isPlaying, speed }
  })
  const show = useEffectEvent(() => {
    session?.show({ ...read(), shapes: [...shapes] })
  })
  useEffect(() => {
    if (!isLeading) return
    let last = ''
    const look = () => {
      const now = JSON.stringify(read())
      if (now === last) return
      last = now
      show()
    }
    look()
    const timer = setInterval(look, lookEvery)
    return () => clearInterval(timer)
  }, [isLeading])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each shape that is drawn is shown.
  useEffect(() => {
    if (isLeading) show()
  }, [shapes, isLeading])

  const set = useEffectEvent(() => {
    const control = player()
    if (control && state) put(control, state, heardAt)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as it is heard
  useEffect(() => {
    if (!isHere) return
    set()
    // It may not be loaded yet, and what plays drifts.
    const timer = setInterval(set, lookEvery * 4)
    return () => clearInterval(timer)
  }, [isHere, state, heardAt])

  return state?.shapes ?? noShapes
}

/** Sets a player to where the leader's is by now: as long after what was heard as it is ago. */
function put(player: Control, state: ReviewState, heardAt: number): void {
  const { playing, speed, rate, frame } = state
  const { isPlaying, speed: own } = player.getPlay()
  const goesOn = playing && speed > 0
  if (!goesOn) {
    if (isPlaying) player.pause()
    if (player.getFrame() !== frame) player.seek(frame)
    return
  }
  const since = ((performance.now() - heardAt) / 1000) * speed
  const expected = frame + Math.round((since * rate.numerator) / rate.denominator)
  const apart = startOf(Math.abs(player.getFrame() - expected), rate)
  if (apart > mostApart * Math.max(1, speed)) player.seek(expected)
  if (!isPlaying || own !== speed) player.play(speed)
}
