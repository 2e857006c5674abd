import type { GuestTake, OpenLink } from '@dailies/contract/guest.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pages } from '../../api/queries.ts'
import { useWhole } from '../../ui/use-whole.ts'
import { useGone } from './use-gone.ts'

/** All takes that a link shows, in the order in which they are looked at: the first hundred at once, the others as they come. */
export function useTakes({ id, shows }: OpenLink, onGone: () => void) {
  const list = useInfiniteQuery(pages('listGuestTakes', { params: { id } }))
  const { rows, isWhole } = useWhole(list)
  useGone(list.error, onGone)
  const takes = useMemo(() => (shows === 'scene' ? shotByShot(rows) : rows), [rows, shows])
  return { list, takes, isWhole }
}

const natural = new Intl.Collator('en', { numeric: true })

/** Of a scene the service tells the newest first. */
function shotByShot(takes: GuestTake[]): GuestTake[] {
  // Those of no shot come last.
  const shotOf = ({ shotCode }: GuestTake) => shotCode ?? '\uffff'
  return takes.toSorted((one, other) => natural.compare(shotOf(one), shotOf(other)))
}
