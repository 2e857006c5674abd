import type { ReactNode } from 'react'
import { useTitle } from './page.tsx'

/** A page for somebody who is not signed in. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-4 py-10">
      <div className="flex items-center gap-3 text-2xl font-semibold tracking-tight">
        <img src="/icon.svg" alt="" width={40} height={40} />
        Dailies
      </div>
      <div className="w-full max-w-sm overflow-hidden rounded-2xl border border-line bg-surface shadow-sm">
        <div className="h-2 slate-stripes" aria-hidden />
        <div className="p-6">
          <h1 className="mb-4 text-xl font-semibold">{title}</h1>
          {children}
        </div>
      </div>
    </main>
  )
}
