import { useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import type { Offer } from '../connection/offer.ts'
import type { MediaStatus } from '../media/uploader.ts'
import type { QueueStatus } from '../queue/sender.ts'

/** What lives as long as the browser runs, written by the background. */
interface Session {
  offer: Offer
  queueStatus: QueueStatus
  mediaStatus: MediaStatus
}

/** A value of the session, and what becomes of it. */
export function useSession<N extends keyof Session>(name: N): Session[N] | undefined {
  const [value, setValue] = useState<Session[N]>()
  useEffect(() => {
    let current = true
    const read = async () => {
      const { [name]: stored } = await browser.storage.session.get(name)
      if (current) setValue(stored as Session[N] | undefined)
    }
    void read()
    browser.storage.session.onChanged.addListener(read)
    return () => {
      current = false
      browser.storage.session.onChanged.removeListener(read)
    }
  }, [name])
  return value
}
