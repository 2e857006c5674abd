import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { query } from '../api/queries.ts'
import { useKeys } from '../ui/keys.ts'

/** How many notices are unread; undefined until it is known. */
export function useUnread(): number | undefined {
  return useQuery(query('countUnreadNotices', {})).data?.data.unread
}

/** The key that opens the inbox, wherever one is. */
export function useInboxKey(): void {
  const router = useRouter()
  useKeys({ i: () => void router.navigate({ to: '/inbox' }) }, { everyScreen: true })
}

/** The bell in the sidebar, or in the bar of a phone, with how many notices are unread. */
export function InboxLink({ narrow }: { narrow?: boolean }) {
  const unread = useUnread() ?? 0
  const look = narrow
    ? 'flex flex-col items-center gap-0.5 py-2 text-xs text-muted'
    : 'flex items-center gap-3 rounded-lg px-3 py-2 text-muted hover:bg-sunken hover:text-ink'
  return (
    <Link
      to="/inbox"
      className={look}
      activeProps={{ className: narrow ? '!text-accent font-semibold' : 'bg-sunken !text-ink font-medium' }}
    >
      <span className="relative">
        <Bell size={narrow ? 20 : 18} aria-hidden />
        {narrow && unread > 0 && (
          <span className="absolute -top-1.5 left-2.5">
            <Count unread={unread} />
          </span>
        )}
      </span>
      <span className={narrow ? 'max-w-full truncate' : 'flex-1'}>Inbox</span>
      {!narrow && unread > 0 && <Count unread={unread} />}
      {unread > 0 && <span className="sr-only">, {unread} unread</span>}
    </Link>
  )
}

function Count({ unread }: { unread: number }) {
  return (
    <span
      aria-hidden
      className="inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums"
    >
      {unread > 99 ? '99+' : unread}
    </span>
  )
}
