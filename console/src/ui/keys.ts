import { useEffect, useEffectEvent } from 'react'

/** What each key does, by `KeyboardEvent.key` in lower case. */
export type Keys = Record<string, (() => void) | undefined>

/** Listens to keys anywhere on the screen, unless somebody types, or a menu or a window has the keyboard. */
export function useKeys(keys: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    // Held down, a letter decides once.
    if (event.repeat && /^[a-z]$/.test(key)) return
    if (isTaken(event.target, key)) return
    const act = keys[key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Whether what has the keyboard needs the key itself. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')) return true
  const control = target.closest(
    'input, textarea, select, [contenteditable="true"], video, audio, button, a, summary',
  )
  if (!control) return false
  if (control.matches('textarea, select, [contenteditable="true"]')) return true
  if (control.matches('input:not([type="range"], [type="checkbox"], [type="radio"])')) return true
  if (control.matches('button, a, summary')) return key === ' ' || key === 'enter'
  return key === ' ' || key.startsWith('arrow')
}
