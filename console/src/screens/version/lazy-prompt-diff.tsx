import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/states.tsx'

/** What one prompt changed of another; loaded where two are compared. */
export const PromptDiff = lazyPart(async () => (await import('./prompt-diff.tsx')).default, {
  loading: <Skeleton className="h-16" />,
})
