import type { AssetCard } from '@dailies/contract/board.ts'
import type { CutEntry, CutSettings } from '@dailies/contract/cut.ts'
import { useCallback, useMemo, useState } from 'react'
import { keyOfPlace } from '../../film/plan.ts'
import { withTake } from './use-takes.ts'

interface Tried {
  /** The cut, with takes that are tried in the place of winners. */
  shown: CutEntry[]
  /** Shows a take in the place of a winner; undefined: the winner again. */
  tryIn: (chosen: CutEntry, take: AssetCard | undefined) => void
}

export function useTried(entries: CutEntry[], { rate }: CutSettings): Tried {
  const [tried, setTried] = useState<ReadonlyMap<string, AssetCard>>(new Map())
  const shown = useMemo(
    () => entries.map((entry) => withTake(entry, tried.get(keyOfPlace(entry)), rate)),
    [entries, rate, tried],
  )
  const tryIn = useCallback((chosen: CutEntry, take: AssetCard | undefined) => {
    const place = keyOfPlace(chosen)
    setTried((before) => {
      if (!take && !before.has(place)) return before
      const others = new Map([...before].filter(([key]) => key !== place))
      return take ? others.set(place, take) : others
    })
  }, [])
  return { shown, tryIn }
}
