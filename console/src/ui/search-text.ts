import { useMatch, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useDebounced } from './use-debounced.ts'

/** Milliseconds that somebody has stopped typing for. */
const pause = 250

/**
 * What stands in a search box whose search is in the address: sent once typing pauses, unless somebody is on the way to
 * another screen by then. Where the address changes otherwise, by a link or the way back, the box says what the address
 * says.
 */
export function useSearchText(q: string, send: (q: string) => void) {
  const router = useRouter()
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const [text, setText] = useState(q)
  const sending = useDebounced(pause)
  /** What the address says, then what it was told to and does not say yet. */
  const told = useRef([q])
  useEffect(() => {
    const at = told.current.indexOf(q)
    if (at >= 0) {
      told.current = told.current.slice(at)
      return
    }
    told.current = [q]
    sending.cancel()
    setText(q)
  }, [q, sending])

  const sendNow = (typed: string) => {
    sending.cancel()
    setText(typed)
    const next = typed.trim()
    if (next === told.current.at(-1) || router.latestLocation.pathname !== pathname) return
    told.current.push(next)
    send(next)
  }
  const type = (typed: string) => {
    setText(typed)
    sending.later(() => sendNow(typed))
  }
  return { text, type, sendNow }
}
