import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'

export interface Crumb {
  label: string
  link: LinkProps
}

/** A screen: where it is, its heading, what can be done, and the rest. */
export function Page({
  title,
  tab = title,
  crumbs = [],
  badge,
  actions,
  wide,
  children,
}: {
  title: string
  /** What the tab of the browser is called, where that is more. */
  tab?: string
  crumbs?: Crumb[]
  badge?: ReactNode
  actions?: ReactNode
  /** As wide as the window, for what is looked at side by side. */
  wide?: boolean
  children: ReactNode
}) {
  useTitle(tab)
  return (
    <div className={`flex w-full flex-col gap-5 px-4 py-5 sm:px-6 lg:px-8 ${wide ? '' : 'max-w-[90rem]'}`}>
      <header className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          {crumbs.length > 0 && (
            <nav aria-label="Breadcrumb">
              <ol className="flex flex-wrap items-center gap-1 text-sm text-muted">
                {crumbs.map(({ label, link }, place) => (
                  <li key={label} className="flex min-w-0 items-center gap-1">
                    {place > 0 && <ChevronRight size={14} className="shrink-0" aria-hidden />}
                    <Link {...link} className="rounded underline-offset-2 wrap-anywhere hover:underline">
                      {label}
                    </Link>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <div className="flex flex-wrap items-center gap-3">
            <h1 className="min-w-0 text-2xl font-semibold tracking-tight break-words">{title}</h1>
            {badge}
          </div>
        </div>
        {actions && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** What the tab of the browser is called. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Dailies`
  }, [title])
}

/** A part of a screen with a heading of its own. */
export function Section({
  title,
  description,
  actions,
  children,
}: {
  title: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-2xl border border-line bg-surface p-4 sm:p-5">
      <div className="mb-3 flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={id} tabIndex={-1} className="w-fit rounded text-lg font-semibold outline-offset-0">
            {title}
          </h2>
          {description && <p className="mt-0.5 text-sm text-muted">{description}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}

interface Tab extends Crumb {
  /** What waits there: how many, and in a word of what kind. */
  count?: { of: number; text: string }
}

/** Links that are the parts of one thing. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a phone they do not all fit: the one that is open is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is open at another address
  useLayoutEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (open) nav.current!.scrollLeft = open.offsetLeft - (nav.current!.clientWidth - open.offsetWidth) / 2
  }, [pathname])
  return (
    <nav ref={nav} aria-label={label} className="relative -mb-1 overflow-x-auto border-b border-line">
      <ul className="flex gap-1 md:flex-wrap">
        {tabs.map(({ label, count, link }) => (
          <li key={label}>
            <Link
              {...link}
              activeOptions={{ exact: true, includeSearch: false }}
              data-label={label}
              // As wide as when it is the bold one, so that none moves.
              className="block border-b-2 border-transparent px-3 py-2 text-center md:px-2 whitespace-nowrap text-muted after:invisible after:block after:h-0 after:overflow-hidden after:font-semibold after:content-[attr(data-label)/''] hover:text-ink"
              activeProps={{ className: '!border-accent !text-ink font-semibold' }}
            >
              {label}
              {count && (
                <span className="ml-1.5 rounded-full bg-accent-soft px-1.5 text-xs font-semibold text-accent tabular-nums">
                  {count.of}
                  <span className="sr-only"> {count.text}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A scene's or shot's number, as on a slate. */
export function Slate({ children }: { children: ReactNode }) {
  return (
    <span className="inline-block rounded-md bg-ink px-2 py-0.5 font-mono text-sm font-semibold text-canvas">
      {children}
    </span>
  )
}
