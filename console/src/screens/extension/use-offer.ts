import { useEffect, useState } from 'react'

/**
 * The console's end of the hand-over (the other one is extension/src/entrypoints/hand-over.ts). The extension says that
 * it is here when it is let into this page, which a click on its icon does; it is then told the address and the token,
 * and says when it has them. Nothing of it leaves the window.
 */
export function useOffer(token: string | undefined): { isHere: boolean; taken: boolean } {
  /** How often it said so: each time it is told again. */
  const [greetings, setGreetings] = useState(0)
  const [taken, setTaken] = useState(false)
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source !== window || origin !== location.origin) return
      if (data?.type === 'dailies:extension') setGreetings((count) => count + 1)
      if (data?.type === 'dailies:taken') setTaken(true)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [])
  useEffect(() => {
    if (token === undefined || greetings === 0 || taken) return
    window.postMessage({ type: 'dailies:offer', address: location.origin, token }, location.origin)
  }, [token, greetings, taken])
  return { isHere: greetings > 0, taken }
}
