import type { Said } from './live-worker.ts'
import { listen, type Told } from './stream.ts'

/** Joins the stream that all tabs share, until what is returned is called. */
export function connect(user: string, tell: (told: Told) => void): () => void {
  if (typeof SharedWorker === 'undefined') return listenWhileShown(tell)
  let leave = () => {}
  const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module' })
  const { port } = worker
  const say = (said: Said) => port.postMessage(said)
  const begin = () => say({ user })
  const end = () => say({ bye: true })
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    begin()
    // Nothing was heard meanwhile.
    tell({ message: { kind: 'reset' } })
  }
  port.onmessage = ({ data }: MessageEvent<Told>) => tell(data)
  worker.onerror = () => {
    leave()
    leave = listenWhileShown(tell)
  }
  window.addEventListener('pagehide', end)
  window.addEventListener('pageshow', comeBack)
  begin()
  return () => {
    end()
    port.close()
    leave()
    window.removeEventListener('pagehide', end)
    window.removeEventListener('pageshow', comeBack)
  }
}

/** Where tabs cannot share one (Chrome on Android), those that are hidden have none. */
function listenWhileShown(tell: (told: Told) => void): () => void {
  let leave: (() => void) | undefined
  const look = () => {
    const isShown = document.visibilityState === 'visible'
    if (isShown) leave ??= listen(tell)
    else {
      leave?.()
      leave = undefined
    }
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    leave?.()
  }
}
