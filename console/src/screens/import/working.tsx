/** Says what is being done, while it is. */
export function Working({ children }: { children: string }) {
  return (
    <div role="status" className="overflow-hidden rounded-xl border border-line bg-surface">
      <div className="h-2 slate-stripes animate-stripes" aria-hidden />
      <p className="px-4 py-3 text-muted">{children}</p>
    </div>
  )
}
