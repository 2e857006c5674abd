import type { Activity } from '@dailies/contract/activity.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { Link } from '@tanstack/react-router'
import { named } from '../ui/named.ts'

/** A take within a sentence, led to as long as it is there; null where it is gone for good. */
export function NamedTake({ take }: { take: Activity['asset'] }) {
  if (!take) return <span>a take that is gone</span>
  const name = takeName(take)
  if (take.deleted) return <span title={take.title ?? undefined}>{name} (deleted)</span>
  return (
    <Link
      to="/assets/$assetId"
      params={{ assetId: take.id }}
      title={take.title ?? undefined}
      className={named}
    >
      {name}
    </Link>
  )
}
