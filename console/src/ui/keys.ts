import { useKeyDown } from './use-key-down.ts'

/** What each key does, by `KeyboardEvent.key` in lower case. */
export type Keys = Record<string, ((event: { shiftKey: boolean }) => void) | undefined>

/**
 * Listens to keys anywhere on the screen, unless somebody types, or a menu or a window has the keyboard. Those of `everyScreen` do
 * what they do where the screen has no use for them.
 */
export function useKeys(keys: Keys, { everyScreen = false } = {}): void {
  useKeyDown((event) => actOn(keys, event), everyScreen ? 'window' : 'document')
}

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'target' | 'preventDefault'
> & { defaultPrevented: boolean }

/**
 * Does what a key does, unless it is somebody else's: then whoever listens next has it. In a window, keys are those of what is `within`
 * it.
 */
export function actOn(keys: Keys, event: Pressed, within?: Element): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  const key = event.key.toLowerCase()
  // Held down, a letter or a digit decides once.
  if (event.repeat && /^[a-z\d]$/.test(key)) return
  if (isTaken(event.target, key, within)) return
  const act = keys[key]
  if (!act) return
  event.preventDefault()
  act(event)
}

/** Whether what has the keyboard needs the key itself. */
function isTaken(target: EventTarget | null, key: string, within: Element | undefined): boolean {
  if (!(target instanceof Element)) return false
  const window = target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')
  if (window && !(within && window.contains(within))) return true
  const control = target.closest(
    'input, textarea, select, [contenteditable="true"], video, audio, button, a, summary',
  )
  if (!control) return false
  if (control.matches('textarea, select, [contenteditable="true"]')) return true
  if (control.matches('input:not([type="range"], [type="checkbox"], [type="radio"])')) return true
  if (control.matches('button, a, summary')) return key === ' ' || key === 'enter'
  // A bar to go along a film: its keys are those of the film.
  if (control.matches('[data-keys="film"]')) return false
  return key === ' ' || key.startsWith('arrow')
}
