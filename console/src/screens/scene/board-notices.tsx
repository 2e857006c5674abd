import { Button } from '@dailies/ui/button.tsx'
import { ArrowUp } from 'lucide-react'
import { comesBack } from '../../api/comes-back.ts'
import { Failed } from '../../ui/states.tsx'

/** Takes that came meanwhile: they come in when they are asked for, so that nothing moves by itself. */
export function NewTakes({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null
  return (
    <div className="sticky top-28 z-20 flex h-0 justify-center overflow-visible lg:top-24">
      <Button
        look="primary"
        icon={ArrowUp}
        className="-translate-y-9 !rounded-full shadow-lg"
        onClick={onShow}
      >
        {count} new
        <span className="sr-only">{count === 1 ? ' take' : ' takes'}: show</span>
        <kbd
          aria-hidden
          className="rounded border border-current px-1.5 font-mono text-xs pointer-coarse:hidden"
        >
          N
        </kbd>
      </Button>
    </div>
  )
}

/** None of it could be loaded. */
export function BoardFailed({
  error,
  onRetry,
  onClear,
}: {
  error: unknown
  onRetry: () => void
  onClear: (() => void) | undefined
}) {
  return (
    <div className="flex flex-col items-center gap-3">
      <Failed error={error} onRetry={onRetry} />
      {onClear && <Button onClick={onClear}>Clear filters</Button>}
    </div>
  )
}

/** Some of it could not be loaded. */
export function MoreFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="sticky bottom-20 z-20 mx-auto flex w-fit items-center gap-3 rounded-xl border border-danger bg-danger-soft py-2 pr-2 pl-4 text-danger shadow-lg"
    >
      Some takes could not be loaded.{comesBack(error) && ' It is tried again by itself.'}
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
