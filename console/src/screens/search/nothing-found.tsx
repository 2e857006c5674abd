import { buttonLook } from '@dailies/ui/button.tsx'
import { Empty } from '@dailies/ui/states.tsx'
import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { countOfFilters, withBeginnings, withoutFilters } from '../../search/filter-text.ts'

/** Nothing answers: other searches that may. */
export function NothingFound({ q, sort }: { q: string; sort: 'newest' | undefined }) {
  const beginnings = withBeginnings(q)
  const words = withoutFilters(q)
  const hasFilters = countOfFilters(q) > 0
  return (
    <Empty
      icon={SearchX}
      title="No take is found"
      action={
        <>
          {beginnings !== q && (
            <Link to="/search" search={{ q: beginnings, sort }} className={buttonLook()}>
              Words that begin so
            </Link>
          )}
          {hasFilters && words !== '' && (
            <Link to="/search" search={{ q: words, sort }} className={buttonLook()}>
              Without the filters
            </Link>
          )}
          <Link to="/search" search={{}} className={buttonLook('quiet')}>
            What you can look for
          </Link>
        </>
      }
    >
      {hasFilters && words === ''
        ? 'No take of your films answers to all of these filters. Take one away.'
        : 'A take has to have all of the words, each of them whole. Try fewer, or others that may stand in a prompt, a note or a comment.'}
    </Empty>
  )
}
