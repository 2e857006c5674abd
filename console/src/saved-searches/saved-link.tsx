import type { SavedSearch } from '@dailies/contract/saved-search.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSee } from './saved.ts'

interface SavedLinkProps {
  search: Pick<SavedSearch, 'id' | 'q'>
  className: string
  activeClassName?: string
  onOpen?: () => void
  children: ReactNode
}

/** Leads to what a saved search finds. */
export function SavedLink({
  search: { id, q },
  className,
  activeClassName,
  onOpen,
  children,
}: SavedLinkProps) {
  const see = useSee()
  return (
    <Link
      to="/search"
      search={{ q }}
      className={className}
      activeOptions={{ exact: false, includeSearch: true }}
      activeProps={{ className: activeClassName }}
      onClick={() => {
        void see(id)
        onOpen?.()
      }}
    >
      {children}
    </Link>
  )
}

/** How many takes are new, as it is told beside a name. */
export function NewCount({ count }: { count: number }) {
  if (count === 0) return null
  const text = count > 99 ? '99+' : `${count}`
  return (
    <>
      <span
        aria-hidden
        className="inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums"
      >
        {text}
      </span>
      <span className="sr-only">, {text} new</span>
    </>
  )
}
