import { useCallback, useState } from 'react'

const fresh = 2000

/** Which takes have just come in, and what screen readers are told. */
export function useArrivals() {
  const [arrived, setArrived] = useState<Set<string>>(() => new Set())
  const [message, announce] = useState('')
  const onArrival = useCallback((ids: string[]) => {
    announce(ids.length === 1 ? 'A new take has come in' : `${ids.length} new takes have come in`)
    setArrived(new Set(ids))
    setTimeout(() => {
      setArrived((now) => new Set([...now].filter((id) => !ids.includes(id))))
      announce('')
    }, fresh)
  }, [])
  const onWaiting = useCallback((count: number) => {
    announce(count === 1 ? 'A new take: press N to show it' : `${count} new takes: press N to show them`)
  }, [])
  return { arrived, message, announce, onArrival, onWaiting }
}
