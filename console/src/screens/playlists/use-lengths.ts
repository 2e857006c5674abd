import { useEffect, useMemo, useState } from 'react'
import type { TakeInRow } from '../../film/plan-of-takes.ts'
import { sourceOf } from '../../ui/media.tsx'

/** Takes with the seconds that the browser finds where the service knows none: of the one that is seen, and then of the next. */
export function useLengths(takes: readonly TakeInRow[], place: number): TakeInRow[] {
  // Null where it finds none either.
  const [found, setFound] = useState<ReadonlyMap<string, number | null>>(new Map())
  const asked = takes
    .slice(place, place + 2)
    .find((take) => take.durationSeconds === null && !found.has(take.place) && mediaOf(take))
  const key = asked?.place
  const media = asked && mediaOf(asked)
  const [kind, address] = [media?.kind, media?.playable]
  useEffect(() => {
    if (key === undefined || !address) return
    const element = document.createElement(kind === 'film' ? 'video' : 'audio')
    const note = () => {
      const { duration } = element
      setFound((before) => new Map(before).set(key, Number.isFinite(duration) ? duration : null))
    }
    element.addEventListener('loadedmetadata', note)
    element.addEventListener('error', note)
    element.preload = 'metadata'
    element.src = address
    return () => {
      element.removeEventListener('error', note)
      element.removeAttribute('src')
      element.load()
    }
  }, [key, kind, address])
  return useMemo(
    () =>
      takes.map((take) => ({
        ...take,
        durationSeconds: take.durationSeconds ?? found.get(take.place) ?? null,
      })),
    [takes, found],
  )
}

function mediaOf({ version }: TakeInRow) {
  const source = sourceOf(version)
  return (source.kind === 'film' || source.kind === 'sound') && source.playable ? source : undefined
}
