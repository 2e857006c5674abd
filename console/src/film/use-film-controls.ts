import { type RefObject, useState } from 'react'
import type { Keys } from '../ui/keys.ts'
import type { Plan } from './plan.ts'
import type { FilmPlayer } from './player.ts'

const loops = { none: 'shot', shot: 'all', all: 'none' } as const

interface Controlled {
  player: FilmPlayer
  plan: Plan
  /** What fills the screen. */
  screen: RefObject<HTMLElement | null>
  burnsIn: boolean
}

/** What buttons and keys do with a film, whoever looks at it. */
export function useFilmControls({ player, plan, screen, burnsIn }: Controlled) {
  const [burnIn, setBurnIn] = useState(burnsIn)
  const onBurnIn = () => setBurnIn(!burnIn)
  const onFull = () => {
    if (document.fullscreenElement) return void document.exitFullscreen()
    // What is around it keeps no focus, and so would have no keys.
    screen.current?.requestFullscreen?.().then(() => screen.current?.focus())
  }
  const onLoop = () => player.setLoop(loops[player.read().loop])
  const onMute = () => {
    const { volume, muted } = player.read()
    player.setVolume(volume, !muted)
  }
  const keys: Keys = {
    ' ': () => player.toggle(),
    k: () => player.pause(),
    j: () => player.shuttle(-1),
    l: () => player.shuttle(1),
    arrowleft: () => player.step(-1),
    arrowright: () => player.step(1),
    home: () => player.seek(0),
    end: () => player.seek(plan.length - 1),
    ',': () => player.goTo(-1),
    '.': () => player.goTo(1),
    pageup: () => player.goTo(-1),
    pagedown: () => player.goTo(1),
    r: onLoop,
    f: onFull,
    m: onMute,
    b: onBurnIn,
  }
  return { burnIn, keys, buttons: { onBurnIn, onFull, onLoop, onMute } }
}
