import { useState } from 'react'

/** Ids of those that came in while the list was shown. */
export function useArrivals(items: readonly { id: string }[] | undefined): ReadonlySet<string> {
  const [seen, setSeen] = useState<{ ids: ReadonlySet<string>; arrived: ReadonlySet<string> }>()
  if (!items) return empty
  if (!seen) {
    setSeen({ ids: new Set(items.map(({ id }) => id)), arrived: empty })
    return empty
  }
  const added = items.filter(({ id }) => !seen.ids.has(id)).map(({ id }) => id)
  if (added.length > 0) setSeen({ ids: new Set([...seen.ids, ...added]), arrived: new Set(added) })
  return seen.arrived
}

const empty: ReadonlySet<string> = new Set()
