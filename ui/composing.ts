import type { KeyboardEvent } from 'react'

/**
 * Whether a key belongs to an input method that composes a word: Enter and Space then end that, and commit nothing else. Safari
 * sends the Enter when it has ended already, marked by the key code 229 alone. (UI Events, section 4.3.3)
 */
export function isComposing(event: KeyboardEvent | globalThis.KeyboardEvent): boolean {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === 229
}
