import { Polling } from '@dailies/ui/polling.ts'
import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { noteHeard } from '../api/newest.ts'
import { isAway } from '../api/reach.ts'
import { useAccount } from '../app/account.ts'
import { useSessionState } from '../app/session.ts'
import { tellMoment } from '../together/moments.ts'
import { connect } from './connect.ts'
import { Refresh } from './refresh.ts'

/** Keeps what is shown as it is, while somebody is signed in: by the live stream, and by asking while there is none. */
export function useLive(): void {
  const queryClient = useQueryClient()
  const { id } = useAccount()
  const isSignedIn = useSessionState() === 'going on'
  useEffect(() => (isSignedIn ? keepUpToDate(queryClient, id) : undefined), [queryClient, id, isSignedIn])
}

function keepUpToDate(queryClient: QueryClient, user: string): () => void {
  const refresh = new Refresh(queryClient)
  // One that cannot be reached is asked by itself whether it is back (api/reach.ts).
  const polling = new Polling(() => {
    const mayAnswer = !isAway() && onlineManager.isOnline()
    if (mayAnswer && document.visibilityState === 'visible') refresh.add({ kind: 'reset' })
  })
  let leave = () => {}
  let hasLeft = false
  let wasOpen = false
  let isOpen = false
  const look = () => void (isOpen || lookWhy(user))
  document.addEventListener('visibilitychange', look)
  polling.begin()
  void firstScreenShown(queryClient).then(() => {
    if (hasLeft) return
    leave = connect(user, (told) => {
      if (!('lost' in told)) noteHeard()
      if ('message' in told) {
        const { message } = told
        if (message.kind === 'review') tellMoment(message)
        // What is shown is in no answer that is kept.
        return message.moment ? undefined : refresh.add(message)
      }
      isOpen = 'open' in told
      // Over, it is begun anew, and not where it was.
      if ('over' in told) wasOpen = false
      if ('lost' in told) polling.begin()
      else polling.end()
      if (!isOpen) return look()
      tellMoment('open')
      // What came until now was not heard. Later on, the stream goes on where it was cut off.
      if (!wasOpen) refresh.add({ kind: 'reset' })
      wasOpen = true
    })
  })
  return () => {
    hasLeft = true
    document.removeEventListener('visibilitychange', look)
    leave()
    polling.end()
    refresh.stop()
  }
}

/** Milliseconds for which nothing was fetched, and for how long that is waited for. */
const [quiet, longest] = [1000, 5000]

/** Fulfilled once what the page needs first is there: the stream is in its way, and the line is narrow. */
async function firstScreenShown(queryClient: QueryClient): Promise<void> {
  const began = performance.now()
  for (let quietSince = began; performance.now() - began < longest; ) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const now = performance.now()
    if (document.readyState !== 'complete' || queryClient.isFetching() > 0) quietSince = now
    if (now - quietSince >= quiet) return
  }
}

/** Milliseconds after which it is plain that the service does not answer. */
const patience = 4000

/**
 * The answer tells whether the service is away, or nobody is signed in any more. Where somebody else is, by another tab, nothing
 * of what is shown is for them.
 */
async function lookWhy(user: string): Promise<void> {
  if (document.visibilityState !== 'visible') return
  const account = await call('readAccount', {}, { patience }).catch(() => undefined)
  if (account && account.data.id !== user) location.reload()
}
