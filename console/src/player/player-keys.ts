import type { Keys } from '../ui/keys.ts'
import type { KeyRow } from '../ui/keys-list.tsx'
import type { FramePlayer } from './frame-player.ts'
import type { Mark } from './player-control.ts'

interface Within {
  player: FramePlayer
  marks: readonly Mark[]
  /** How many frames an arrow goes: one of a film, a tenth of a second of a sound. */
  step: number
  onMark?: ((id: string) => void) | undefined
}

/** Those that no screen has for something else: they work wherever the keyboard is. */
export function keysAnywhere({ player, marks, step, onMark }: Within): Keys {
  const jump = (mark: Mark | undefined) => {
    if (!mark) return
    player.seek(mark.from)
    onMark?.(mark.id)
  }
  return {
    ' ': () => player.toggle(),
    k: () => player.toggle(),
    j: () => player.backwards(),
    l: () => player.faster(),
    arrowleft: ({ shiftKey }) => player.step(shiftKey ? -10 * step : -step),
    arrowright: ({ shiftKey }) => player.step(shiftKey ? 10 * step : step),
    ',': () => jump(markBefore(marks, player.at)),
    '.': () => jump(markAfter(marks, player.at)),
  }
}

/** Those that are another's on some screen, or scroll it: they work where the keyboard is in the player. */
export function keysInside(within: Within, fullScreen: () => void): Keys {
  const { player } = within
  const { frames } = player.state()
  return {
    ...keysAnywhere(within),
    home: () => player.seek(0),
    end: () => player.seek(frames === undefined ? player.at : frames - 1),
    i: () => player.setRange('from', player.at),
    o: () => player.setRange('to', player.at),
    r: () => player.setLoops(!player.state().loops),
    m: () => player.toggleMuted(),
    f: fullScreen,
  }
}

/** What the keyboard does, for whoever asks. */
export const playerKeys: readonly KeyRow[] = [
  [['Space', 'K'], 'Play or pause'],
  [['J', 'L'], 'Backwards, forwards; again for twice as fast'],
  [['←', '→'], 'A frame back or on; of a sound a tenth of a second'],
  [['Shift ←', 'Shift →'], 'Ten frames; of a sound a second'],
  [[',', '.'], 'The mark before, the mark after'],
]

export const playerKeysInside: readonly KeyRow[] = [
  [['Home', 'End'], 'The first frame, the last frame'],
  [['I', 'O'], 'The loop begins here, ends here'],
  [['R'], 'Loop, or play once'],
  [['M'], 'Sound off or on'],
  [['F'], 'Full screen'],
]

function markBefore(marks: readonly Mark[], frame: number): Mark | undefined {
  return marks
    .filter(({ from }) => from < frame)
    .reduce<Mark | undefined>((a, b) => (a && a.from >= b.from ? a : b), undefined)
}

function markAfter(marks: readonly Mark[], frame: number): Mark | undefined {
  return marks
    .filter(({ from }) => from > frame)
    .reduce<Mark | undefined>((a, b) => (a && a.from <= b.from ? a : b), undefined)
}
