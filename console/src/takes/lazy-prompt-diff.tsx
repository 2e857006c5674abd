import { Skeleton } from '@dailies/ui/states.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

/** What one prompt changed of another; loaded where two are compared. */
export const PromptDiff = lazyPart(async () => (await import('./prompt-diff.tsx')).default, {
  loading: <Skeleton className="h-16" />,
})
