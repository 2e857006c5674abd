import { atRate, startOf } from '@dailies/contract/frame.ts'
import type { PlayerControl } from '../player/player-control.ts'
import { type Plan, type PlanEntry, sourceFrame } from './plan.ts'
import type { FilmPlayer } from './player.ts'

type Moves = Pick<PlayerControl, 'getPlay' | 'pause' | 'play'>

function moves(player: FilmPlayer, plan: Plan): Moves {
  return {
    getPlay: () => {
      const { playing, waiting, speed } = player.read()
      return { isPlaying: playing && !waiting, speed }
    },
    pause: () => player.pause(),
    // From its end it would begin anew.
    play: (speed) => {
      if (player.read().frame < plan.length - 1) player.play(speed)
    },
  }
}

/** The film as a review session moves it, by its own frames. */
export function filmControl(player: FilmPlayer, plan: Plan) {
  return {
    ...moves(player, plan),
    getFrame: () => player.read().frame,
    seek: (frame: number) => player.seek(frame),
    getRate: () => ({ rate: plan.rate, isGuess: false }),
  }
}

/**
 * What is seen of one entry of the film, by the frames of its version. `onBeyond` is called for a frame that the film leaves out;
 * without it the nearest is shown.
 */
export function entryControl(
  player: FilmPlayer,
  plan: Plan,
  entry: PlanEntry,
  onBeyond?: () => void,
): PlayerControl {
  return {
    ...moves(player, plan),
    getFrame: () => sourceFrame(plan, entry, player.read().frame),
    seek: (frame) => {
      if (onBeyond && (frame < entry.in || frame >= entry.out)) onBeyond()
      else player.seek(frameOfFilm(plan, entry, frame))
    },
    getRate: () => ({ rate: entry.rate, isGuess: false }),
    pictureRect: () => player.picture()?.getBoundingClientRect(),
    picture: () => player.picture(),
  }
}

/** The first frame of the film that shows a frame of the version; where none does, the one before it. */
function frameOfFilm(plan: Plan, entry: PlanEntry, frame: number): number {
  const wanted = Math.max(frame, entry.in) - entry.in
  const at = atRate(wanted, entry.rate, plan.rate)
  const isBefore = atRate(at, plan.rate, entry.rate) < wanted
  const mayShowIt = startOf(1, plan.rate) < startOf(1, entry.rate)
  return entry.start + Math.min(isBefore && mayShowIt ? at + 1 : at, entry.duration - 1)
}
