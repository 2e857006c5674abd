import type { EventName } from '@dailies/contract/event.ts'
import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { SelectField } from '@dailies/ui/field.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { pages } from '../../api/queries.ts'
import { PersonField } from '../../production/person-field.tsx'
import { dayName } from '../../ui/days.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Failed } from '../../ui/states.tsx'
import { useAtOnce } from '../../ui/use-at-once.ts'
import { DeedRow } from './deed.tsx'
import { gathered } from './gathered.ts'

const route = getRouteApi('/signed-in/projects/$projectId/activity')

const kinds: { value: '' | EventName; label: string }[] = [
  { value: '', label: 'Everything' },
  { value: 'asset.created', label: 'Captures' },
  { value: 'asset.selected', label: 'Winners' },
  { value: 'asset.status_changed', label: 'Statuses' },
  { value: 'scene.completed', label: 'Completed scenes' },
  { value: 'shot.assigned', label: 'Assignments' },
  { value: 'asset.commented', label: 'Comments' },
  { value: 'asset.verdict', label: 'Verdicts' },
  { value: 'review.completed', label: 'Review sessions' },
  { value: 'asset.media_lost', label: 'Lost media' },
]

/** What happened in a film, in words, the newest first. */
export function Activity() {
  const { projectId } = route.useParams()
  const navigate = route.useNavigate()
  const [{ by = '', kind = '' }, narrow] = useAtOnce(
    route.useSearch(),
    (change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true }),
  )
  const event = kinds.find(({ value }) => value === kind)?.value ?? ''
  const params = { id: projectId }
  const list = useInfiniteQuery(
    pages('listActivity', {
      params,
      query: { ...(by && { by }), ...(event && { event }) },
    }),
  )
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const days = gathered(rows)
  const isFiltered = by !== '' || event !== ''
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <search className="flex flex-wrap gap-3">
        <PersonField
          label="Who"
          projectId={projectId}
          chosen={by}
          seen={rows.map(({ user }) => user)}
          onChoose={(by) => narrow({ by })}
        />
        <SelectField
          label="What"
          options={kinds}
          value={event}
          onChange={(kind) => narrow({ kind: kind || undefined })}
          className="flex-1 sm:max-w-48"
        />
      </search>
      {list.isPending ? (
        <LoadingRows rows={6} />
      ) : list.isLoadingError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <>
          {days.map(({ at, deeds }) => (
            <section key={dayName(at)} aria-label={dayName(at)}>
              <h2 className="mb-1 text-sm font-semibold text-muted">{dayName(at)}</h2>
              <ol className="rounded-2xl border border-line bg-surface px-4">
                {deeds.map((deed) => (
                  <DeedRow key={deed.at(-1)!.id} deed={deed} />
                ))}
              </ol>
            </section>
          ))}
          {days.length === 0 && !list.hasNextPage && (
            <Nothing
              projectId={projectId}
              onClear={isFiltered ? () => narrow({ by: undefined, kind: undefined }) : undefined}
            />
          )}
          <LoadMore list={list} label="Show older" />
        </>
      )}
    </div>
  )
}

function Nothing({ projectId, onClear }: { projectId: string; onClear: (() => void) | undefined }) {
  if (onClear)
    return (
      <Empty
        icon={History}
        title="Nothing like that happened"
        action={<Button onClick={onClear}>Show everything</Button>}
      >
        As far back as it is kept.
      </Empty>
    )
  return (
    <Empty
      icon={History}
      title="Nothing happened lately"
      action={
        <Link to="/projects/$projectId" params={{ projectId }} className={buttonLook()}>
          To the scenes
        </Link>
      }
    >
      Once takes are captured, picked and approved, or shots are assigned, this tells who did it, the newest
      first.
    </Empty>
  )
}
