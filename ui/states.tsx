import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from './words.ts'

interface EmptyProps {
  icon: LucideIcon
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** In a narrow place, below a heading that says what is empty. */
  small?: boolean
}

/** Nothing is here yet: says what it is for, and what to do next. */
export function Empty({ icon: Icon, title, children, action, small }: EmptyProps) {
  const Title = small ? 'div' : 'h2'
  return (
    <div
      className={`flex flex-col items-center rounded-2xl border border-dashed border-strong-line text-center ${small ? 'gap-2 px-4 py-8' : 'mx-auto max-w-xl gap-3 px-6 py-12'}`}
    >
      <Icon size={small ? 28 : 36} className="text-accent" aria-hidden />
      <Title className={`font-semibold ${small ? '' : 'text-lg'}`}>{title}</Title>
      {children && <div className={`text-muted ${small ? 'text-sm' : ''}`}>{children}</div>}
      {action && (
        <div className={`flex flex-wrap justify-center gap-2 ${small ? 'mt-1' : 'mt-2'}`}>{action}</div>
      )}
    </div>
  )
}

/** The place of something that is on its way, of the same size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-pulse rounded-lg bg-sunken ${className}`} />
}

/** Rows that are on their way; says so to screen readers. */
export function LoadingRows({ rows = 6, className = 'h-14' }: { rows?: number; className?: string }) {
  const words = useWords()
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">{words.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={row} className={className} />
      ))}
    </div>
  )
}
