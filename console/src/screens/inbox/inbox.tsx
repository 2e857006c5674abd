import { Button } from '@dailies/ui/button.tsx'
import { Empty } from '@dailies/ui/states.tsx'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell, CheckCheck, SlidersHorizontal } from 'lucide-react'
import { pages } from '../../api/queries.ts'
import { useUnread } from '../../app/inbox-link.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { NoticeRow } from './notice-row.tsx'
import { useMarkRead } from './use-mark-read.ts'

/** What concerns whoever is signed in, the newest first. */
export function Inbox() {
  const list = useSuspenseInfiniteQuery(pages('listNotices', { query: { limit: 30 } }))
  const notices = list.data.pages.flatMap(({ data }) => data)
  const unread = useUnread() ?? 0
  const { mark, markAll, isMarkingAll } = useMarkRead()
  const newest = notices[0]
  return (
    <Page
      title="Inbox"
      tab={unread > 0 ? `Inbox (${unread})` : 'Inbox'}
      actions={
        <>
          <Link
            to="/preferences"
            hash="notices"
            className="inline-flex h-10 items-center gap-2 rounded-lg px-3 text-muted hover:bg-sunken hover:text-ink"
          >
            <SlidersHorizontal size={16} aria-hidden />
            What you are told
          </Link>
          {newest && (
            <Button
              icon={CheckCheck}
              busy={isMarkingAll}
              disabled={unread === 0}
              onClick={() => void markAll(newest.id)}
            >
              Mark all read
            </Button>
          )}
        </>
      }
    >
      {notices.length === 0 ? (
        <Empty icon={Bell} title="Nothing yet">
          Here you read what concerns you: who added you to a film, assigned a shot to you, mentioned you, or
          selected, approved or commented on a take of yours, and when a scene is complete, a webhook is
          paused or a token is about to end.
        </Empty>
      ) : (
        <ol
          aria-label="Notices"
          className="max-w-4xl overflow-hidden rounded-2xl border border-line bg-surface"
        >
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} onMark={(read) => void mark(notice.id, read)} />
          ))}
        </ol>
      )}
      <LoadMore list={list} label="Show older notices" />
    </Page>
  )
}
