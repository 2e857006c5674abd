import { Button } from '@dailies/ui/button.tsx'
import { Failed } from './states.tsx'

interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => unknown
}

/** The end of a list that goes on: the next page comes when this comes into view, or when it is pressed. */
export function LoadMore({ list, label = 'Show more' }: { list: Paged; label?: string }) {
  if (list.isFetchNextPageError)
    return <Failed error={list.error} onRetry={() => void list.fetchNextPage()} />
  if (!list.hasNextPage) return null
  const watch = (element: HTMLDivElement) => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void list.fetchNextPage()
      },
      { rootMargin: '600px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }
  return (
    <div ref={list.isFetchingNextPage ? undefined : watch} className="flex justify-center py-2">
      <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
    </div>
  )
}

/** The same for a list that is one part of a screen: the next page comes when this is pressed, never by itself. */
export function ShowMore({ list, label }: { list: Paged; label: string }) {
  if (list.isFetchNextPageError)
    return <Failed error={list.error} onRetry={() => void list.fetchNextPage()} />
  if (!list.hasNextPage) return null
  return (
    <Button
      size="small"
      className="mt-3 self-start"
      busy={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {label}
    </Button>
  )
}
