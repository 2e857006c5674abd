import { Button } from '@dailies/ui/button.tsx'
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { type LucideIcon, RefreshCw, ServerOff, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { lookForNewVersion, useNewVersion } from '../api/new-version.ts'
import { useIsAway } from '../api/reach.ts'
import { isSomethingTyped } from './typed.ts'

/** Above every screen: that the service cannot be reached, or is another one than this page is of. */
export function Connection() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
  const isAway = useIsAway()
  const isNew = useNewVersion()
  useBackAgain(isAway)
  if (!isOnline)
    return (
      <Bar icon={WifiOff}>
        You are offline. What you see may be old; what you change is not saved until you are back.
      </Bar>
    )
  if (isAway)
    return (
      <Bar icon={ServerOff}>
        The service cannot be reached. What you see may be old; what you change is not saved until it is back.
      </Bar>
    )
  return isNew ? <NewVersion /> : null
}

/** What is shown may be old by then, and the console, too. */
function useBackAgain(isAway: boolean): void {
  const queryClient = useQueryClient()
  const wasAway = useRef(isAway)
  useEffect(() => {
    if (wasAway.current && !isAway) {
      void lookForNewVersion()
      // A board asks by itself what it missed; anew it would be read from its beginning.
      const isOld = ({ queryKey, state }: { queryKey: readonly unknown[]; state: { status: string } }) =>
        queryKey[2] !== 'board' || state.status === 'error'
      void queryClient.invalidateQueries({ predicate: isOld })
    }
    wasAway.current = isAway
  }, [isAway, queryClient])
}

/** It waits until somebody wants it: what is typed stays until then. */
function NewVersion() {
  const [looking, setLooking] = useState(false)
  const reload = async () => {
    setLooking(true)
    // Without the service the browser would show a page of its own.
    const found = await lookForNewVersion()
    setLooking(false)
    if (found === 'away') return
    const question = 'Something that you typed is not saved yet. Reload, and perhaps lose it?'
    if (!isSomethingTyped() || window.confirm(question)) window.location.reload()
  }
  return (
    <Bar icon={RefreshCw} tone="bg-accent-soft text-ink">
      A new version of Dailies is here. What you do goes on; reload when it suits you.
      <Button size="small" busy={looking} onClick={() => void reload()}>
        Reload
      </Button>
    </Bar>
  )
}

function Bar({
  icon: Icon,
  tone = 'bg-warn-soft text-warn',
  children,
}: {
  icon: LucideIcon
  tone?: string
  children: ReactNode
}) {
  return (
    <p
      role="status"
      className={`flex flex-wrap items-center justify-center gap-2 px-4 py-2 text-sm font-medium ${tone}`}
    >
      <Icon size={16} aria-hidden />
      {children}
    </p>
  )
}
