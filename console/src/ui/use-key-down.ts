import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Hears of keys that are pressed anywhere on the page, from the moment on in which what listens is seen: not a moment after it. What
 * the `window` is for hears of them after all that the document is for, whoever of them was there first.
 */
export function useKeyDown(
  listen: (event: KeyboardEvent) => void,
  place: 'document' | 'window' = 'document',
): void {
  const onKey = useEffectEvent(listen)
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    const target = place === 'window' ? window : document
    target.addEventListener('keydown', listener as EventListener)
    return () => target.removeEventListener('keydown', listener as EventListener)
  }, [place])
}
