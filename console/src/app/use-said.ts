import { useQueryClient } from '@tanstack/react-query'
import { part } from '../api/part.ts'
import { useWaitingOf } from '../waiting/use-waiting-of.ts'
import { useSessionState } from './session.ts'

const sending = part(() => import('./send-said.ts'))

/** What whoever is signed in said of takes goes out. */
export function useSaid(userId: string): void {
  const queryClient = useQueryClient()
  const isIn = useSessionState() === 'going on'
  const send = () => void sending.load().then(() => sending.value()?.sendSaid(queryClient))
  useWaitingOf(userId, { isIn, send })
}
