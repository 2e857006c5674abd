import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import type { Reply } from '../api/call.ts'
import { query } from '../api/queries.ts'
import { forgetDrafts } from '../ui/form.tsx'

let isOver = false
const listeners = new Set<() => void>()

function set(value: boolean): void {
  isOver = value
  for (const listener of listeners) listener()
}

/** The service said that nobody is signed in. */
export function sessionEnded(): void {
  set(true)
}

/** Somebody signed in, or does not want to for now. */
export function sessionGoesOn(): void {
  set(false)
}

/** Whether the session ended while somebody was at work. */
export function useIsSessionOver(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOver,
  )
}

/** Begins with whoever signed in. */
export function useEnter(): (account: Reply<'readAccount'>['data']) => void {
  const queryClient = useQueryClient()
  return useCallback(
    (account) => {
      queryClient.clear()
      queryClient.setQueryData(query('readAccount', {}).queryKey, { data: account, metadata: {} })
      sessionGoesOn()
    },
    [queryClient],
  )
}

/** To the sign-in page, once the session is over; nothing of the user's stays behind. */
export function useLeave(): () => Promise<void> {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    await router.navigate({ to: '/sign-in' })
    queryClient.clear()
    forgetDrafts()
  }
}
