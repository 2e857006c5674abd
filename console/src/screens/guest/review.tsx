import type { OpenLink } from '@dailies/contract/guest.ts'
import { Button } from '@dailies/ui/button.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { getRouteApi } from '@tanstack/react-router'
import { Clapperboard, Play } from 'lucide-react'
import { useState } from 'react'
import { counted } from '../../ui/counted.ts'
import { useTitle } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { PlayAll } from './play-all.tsx'
import { useSaidByGuest } from './send-said.ts'
import { TakeGrid } from './take-grid.tsx'
import { TakeViewer } from './take-viewer.tsx'
import { useTakes } from './use-takes.ts'

const route = getRouteApi('/r/$secret')

interface ReviewProps {
  link: OpenLink
  /** Called once it opens nothing any more. */
  onGone: () => void
}

/** What a link shows: all of it side by side first, and then one take after the other, or as it plays. */
export function Review({ link, onGone }: ReviewProps) {
  const { take: openId, comment, play } = route.useSearch()
  const navigate = route.useNavigate()
  const { list, takes } = useTakes(link, onGone)
  const at = takes.findIndex(({ id }) => id === openId)
  const take = takes[at]
  const [begins, setBegins] = useState(false)
  useTitle(titleOf(link))
  useSaidByGuest(link)
  const show = (id: string | undefined) =>
    void navigate({ search: id ? { take: id } : {}, replace: openId !== undefined && id !== undefined })
  const playAll = () => {
    setBegins(true)
    void navigate({ search: { play: '0' } })
  }
  if (take) {
    return (
      <TakeViewer
        key={take.id}
        link={link}
        take={take}
        place={`${at + 1} of ${takes.length}`}
        target={comment}
        onGone={onGone}
        onBack={() => show(undefined)}
        onPrevious={at > 0 ? () => show(takes[at - 1]!.id) : undefined}
        onNext={at < takes.length - 1 ? () => show(takes[at + 1]!.id) : undefined}
      />
    )
  }
  if (play !== undefined && takes.length > 0) {
    return (
      <PlayAll
        {...{ link, takes, onGone }}
        title={titleOf(link)}
        from={Number(play) || 0}
        begins={begins}
        onBegun={() => setBegins(false)}
        onBack={() => show(undefined)}
        onTake={async ({ id }, commentId, frame) => {
          // Whoever comes back goes on from there.
          await navigate({ search: { play: String(frame) }, replace: true })
          await navigate({ search: { take: id, comment: commentId } })
        }}
      />
    )
  }
  return (
    <main className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 py-5">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm text-muted wrap-anywhere">{link.projectName}</p>
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{titleOf(link)}</h1>
          <p className="text-sm text-muted wrap-anywhere">
            You are here as <bdi>{link.guest.name}</bdi>
            {list.isSuccess && `. ${counted(takes.length, 'take')}`}
          </p>
        </div>
        {takes.length > 0 && (
          <Button icon={Play} look="primary" onClick={playAll}>
            {link.shows === 'film' ? 'Play the film' : 'Play all'}
          </Button>
        )}
      </header>
      {list.isPending ? (
        <LoadingRows rows={4} className="h-32" />
      ) : list.isError && takes.length === 0 ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : takes.length === 0 ? (
        <Empty icon={Clapperboard} title="Nothing here yet" small>
          Look again later.
        </Empty>
      ) : (
        <TakeGrid takes={takes} onOpen={show} />
      )}
    </main>
  )
}

function titleOf({ shows, title, name }: OpenLink): string {
  if (shows === 'scene') return `Scene ${title}`
  return shows === 'film' ? name : title
}
