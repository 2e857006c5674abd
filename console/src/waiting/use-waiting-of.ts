import { useEffect, useEffectEvent } from 'react'
import { useWaiting, waitingIsOf } from './waiting.ts'

/** What `whose` said goes out by `send`, wherever they go meanwhile, and what was left of before does. */
export function useWaitingOf(whose: string, { isIn, send }: { isIn: boolean; send: () => void }): void {
  const count = useWaiting().filter(({ refused }) => refused === undefined).length
  const sendNow = useEffectEvent(send)
  useEffect(() => {
    waitingIsOf(whose)
    return () => waitingIsOf(undefined)
  }, [whose])
  useEffect(() => {
    if (count > 0 && isIn) sendNow()
  }, [count, isIn])
}
