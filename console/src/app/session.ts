import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import type { Reply } from '../api/call.ts'
import { type KeyName, query } from '../api/queries.ts'
import { forgetRecent } from '../palette/recent.ts'
import { forgetTrays } from '../takes/tray.ts'
import { forgetDrafts } from '../ui/form.tsx'
import { endUploads } from '../uploads/end-uploads.ts'
import { tellUser } from './same-user.ts'

/**
 * `over`: it ended while somebody was at work, who is asked to sign in again. `put off`: they do not want to for now.
 * `left`: they signed out.
 */
type State = 'going on' | 'over' | 'put off' | 'left'

let state: State = 'going on'
const listeners = new Set<() => void>()

function set(value: State): void {
  state = value
  for (const listener of listeners) listener()
}

/**
 * The service said that nobody is signed in. Whoever put signing in off is asked again when they change something, and
 * not by each list that is loaded anew.
 */
export function sessionEnded({ changing }: { changing: boolean }): void {
  if (state === 'going on' || (state === 'put off' && changing)) set('over')
}

/** Somebody signed in. */
export function sessionGoesOn(): void {
  set('going on')
}

/** They do not want to for now. */
export function putOffSigningIn(): void {
  set('put off')
}

/** They want to after all. */
export function askToSignIn(): void {
  set('over')
}

export function useSessionState(): State {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}

/** Begins with whoever signed in. */
export function useEnter(): (account: Reply<'readAccount'>['data']) => void {
  const queryClient = useQueryClient()
  return useCallback(
    (account) => {
      queryClient.clear()
      tellUser(account.id)
      // Of whoever sat here before.
      forgetTrays()
      forgetRecent({ except: account.id })
      endUploads()
      queryClient.setQueryData(query('readAccount', {}).queryKey, { data: account, metadata: {} })
      sessionGoesOn()
    },
    [queryClient],
  )
}

const toEverybody: KeyName = 'readInstallation'

/** To the sign-in page, once the session is over; nothing of the user's stays behind. */
export function useLeave(): () => Promise<void> {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    set('left')
    await router.navigate({ to: '/sign-in' })
    // But for what everybody is told, for which the page may be waiting: an answer that is forgotten meanwhile never comes to it.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== toEverybody })
    queryClient.getMutationCache().clear()
    forgetDrafts()
    forgetTrays()
    forgetRecent()
    endUploads()
  }
}
