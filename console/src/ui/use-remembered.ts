import { useState } from 'react'

/** Settings that this browser remembers under a name, as it does the theme. `unset` are those of somebody who set none yet. */
export function useRemembered<T extends object>(name: string, unset: T) {
  const [settings, set] = useState(() => remembered(name, unset))
  const change = (more: Partial<T>) => {
    const after = { ...settings, ...more }
    set(after)
    try {
      localStorage.setItem(name, JSON.stringify(after))
    } catch {
      // Storage is switched off: it holds for this page.
    }
  }
  return [settings, change] as const
}

export function remembered<T extends object>(name: string, unset: T): T {
  try {
    return { ...unset, ...JSON.parse(localStorage.getItem(name) ?? '{}') }
  } catch {
    return unset
  }
}
