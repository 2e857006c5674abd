import type { MyMarkUpdate } from '@dailies/contract/mark.ts'
import { useEffectEvent, useLayoutEffect } from 'react'
import type { Whose } from '../../marks/use-marks.ts'
import { actOn, type Keys } from '../../ui/keys.ts'

interface TriageKeys {
  mark: (whose: Whose, mark: Pick<MyMarkUpdate, 'flag' | 'stars'>) => void
  go: (step: 1 | -1) => void
  end: (which: 'first' | 'last') => void
  undo: () => void
  showKeys: () => void
}

/** The keys of the screen, from wherever nothing is typed. They go before those of the player, as long as the keyboard is not in it. */
export function useTriageKeys({ mark, go, end, undo, showKeys }: TriageKeys): void {
  const by = ({ shiftKey }: { shiftKey: boolean }): Whose => (shiftKey ? 'film' : 'mine')
  const shortlist: Keys[string] = (event) => mark(by(event), { flag: 'shortlisted' })
  const keys: Keys = {
    x: (event) => mark(by(event), { flag: 'rejected' }),
    s: shortlist,
    p: shortlist,
    u: (event) => mark(by(event), { flag: 'none' }),
    z: undo,
    '?': showKeys,
  }
  for (let stars = 0; stars <= 5; stars += 1) keys[stars] = (event) => mark(by(event), { stars })
  const moves: Keys = {
    arrowright: () => go(1),
    arrowleft: () => go(-1),
    ' ': ({ shiftKey }) => go(shiftKey ? -1 : 1),
    home: () => end('first'),
    end: () => end('last'),
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isInPlayer = event.target instanceof Element && event.target.closest('[data-take-media]') !== null
    const { altKey, shiftKey, repeat, target, defaultPrevented } = event
    // As on the board, and everywhere else.
    const isUndo = event.key.toLowerCase() === 'z' && !shiftKey
    const [ctrlKey, metaKey] = isUndo ? [false, false] : [event.ctrlKey, event.metaKey]
    actOn(isInPlayer ? keys : { ...keys, ...moves }, {
      key: digitOf(event) ?? event.key,
      ...{ ctrlKey, metaKey, altKey, shiftKey, repeat, target, defaultPrevented },
      preventDefault: () => event.preventDefault(),
    })
  })
  // With what is seen, and not a moment after it.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [])
}

/** With Shift a digit is another sign, on each keyboard another one; on a French one it is that without Shift. */
function digitOf({ key, code, shiftKey }: KeyboardEvent): string | undefined {
  if (shiftKey) return /^(?:Digit|Numpad)([0-5])$/.exec(code)?.[1]
  return /^\d$/.test(key) ? undefined : /^Digit([0-5])$/.exec(code)?.[1]
}
