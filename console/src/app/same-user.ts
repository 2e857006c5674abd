import { useEffect } from 'react'
import { endUploads } from '../uploads/end-uploads.ts'

/** All tabs of a browser send the cookie of whoever signed in last, in any of them. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('dailies-user')

/** Tells the other tabs who is signed in from now on. */
export function tellUser(id: string): void {
  channel?.postMessage(id)
}

/**
 * Where somebody else signs in, by another tab, nothing that was begun here goes on in their name, and nothing of what is shown is
 * for them.
 */
export function useSameUser(id: string): void {
  useEffect(() => {
    tellUser(id)
    const look = ({ data }: MessageEvent<string>) => {
      if (data === id) return
      endUploads()
      location.reload()
    }
    channel?.addEventListener('message', look)
    return () => channel?.removeEventListener('message', look)
  }, [id])
}
