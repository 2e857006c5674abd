import { useState } from 'react'

/**
 * What the address says, and how to change it, for the controls of a list: what was just chosen counts at once. The address
 * says it a moment later, and a box would jump back until then.
 */
export function useAtOnce<S extends object>(said: S, tell: (change: S) => void) {
  const [chosen, setChosen] = useState<{ over: S; change: S }>()
  // Once the address says something else, it alone counts.
  const change = chosen?.over === said ? chosen.change : undefined
  const choose = (more: S) => {
    setChosen({ over: said, change: { ...change, ...more } })
    tell(more)
  }
  return [{ ...said, ...change }, choose] as const
}
