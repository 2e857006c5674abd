import { useCallback, useEffect, useRef } from 'react'

/** Milliseconds after which whoever tapped has clicked: on a touch screen that comes once the finger is lifted. */
const tap = 400

/**
 * Does something once what is being clicked has its click: a button that moved meanwhile, because what stood above it went,
 * would not get it. At once where nobody points.
 */
export function useAfterPointer(): (work: () => void) => void {
  const pointer = useRef<'none' | 'down' | 'up'>('none')
  useEffect(() => {
    const note = (state: typeof pointer.current) => () => {
      pointer.current = state
    }
    const notes = {
      pointerdown: note('down'),
      pointerup: note('up'),
      pointercancel: note('up'),
      keydown: note('none'),
    }
    for (const [type, listener] of Object.entries(notes)) document.addEventListener(type, listener, true)
    return () => {
      for (const [type, listener] of Object.entries(notes)) document.removeEventListener(type, listener, true)
    }
  }, [])
  return useCallback((work) => {
    if (pointer.current === 'none') work()
    else if (pointer.current === 'up') setTimeout(work, tap)
    else document.addEventListener('pointerup', () => setTimeout(work), { once: true })
  }, [])
}
