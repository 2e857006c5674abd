import { IconButton } from '@dailies/ui/button.tsx'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'

interface ViewerFrameProps {
  title: string
  /** Below the title. */
  about: ReactNode
  onBack: () => void
  actions?: ReactNode
  /** What is seen. */
  children: ReactNode
  /** What is said of it: beside it, or below it on a phone. */
  panel: ReactNode
}

/** Around what a guest looks at: back to all takes, what it is called, and what is said of it. */
export function ViewerFrame({ title, about, onBack, actions, children, panel }: ViewerFrameProps) {
  return (
    <main className="flex min-h-dvh flex-col lg:h-dvh">
      <header className="flex items-center gap-1 border-b border-line px-2 py-1.5">
        <IconButton icon={ArrowLeft} label="All takes" look="quiet" onClick={onBack} />
        <div className="min-w-0 flex-1">
          <h1 className="truncate font-semibold">{title}</h1>
          <p className="truncate text-sm text-muted">{about}</p>
        </div>
        {actions}
      </header>
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        {children}
        <aside
          aria-label="What was said"
          className="flex w-full flex-col gap-4 border-line p-4 lg:w-96 lg:overflow-y-auto lg:border-l"
        >
          {panel}
        </aside>
      </div>
    </main>
  )
}
