import type { MyShot } from '@dailies/contract/production.ts'
import { buttonLook } from '@dailies/ui/button.tsx'
import { SelectField } from '@dailies/ui/field.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleCheck, ListTodo } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { pages } from '../../api/queries.ts'
import { counted } from '../../ui/counted.ts'
import { type Due, dayOf, dueOf } from '../../ui/due-day.ts'
import { LoadMore, ShowMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { useAtOnce } from '../../ui/use-at-once.ts'
import { FilmFilter } from './film-filter.tsx'
import { MyShotRow } from './my-shot-row.tsx'

const route = getRouteApi('/signed-in/my-shots')

const states = [
  { value: '', label: 'Open and done' },
  { value: 'open', label: 'Open' },
  { value: 'done', label: 'Done' },
] as const

/** What is assigned to whoever is signed in, in all films: by due day, and what is done apart from it. */
export function MyShots() {
  const navigate = route.useNavigate()
  const [{ film, state }, narrow] = useAtOnce(
    route.useSearch(),
    (change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true }),
  )
  return (
    <Page title="My shots">
      <search className="flex flex-wrap gap-3">
        <FilmFilter projectId={film} onChange={(film) => narrow({ film })} />
        <SelectField
          label="State"
          hideLabel
          options={states}
          value={states.find(({ value }) => value === state)?.value ?? ''}
          onChange={(value) => narrow({ state: value || undefined })}
          className="basis-full sm:basis-48"
        />
      </search>
      {state !== 'done' && <Open film={film} />}
      {state !== 'open' && <Done film={film} apart={state !== 'done'} />}
    </Page>
  )
}

const parts: [due: Due, title: string][] = [
  ['overdue', 'Overdue'],
  ['today', 'Due today'],
  ['week', 'In the next seven days'],
  ['later', 'Later'],
  ['none', 'Without a due day'],
]

function useShots(state: 'open' | 'done', projectId: string | undefined) {
  const list = useInfiniteQuery({
    ...pages('listMyShots', { query: { state, projectId, limit: 50 } }),
    placeholderData: keepPreviousData,
  })
  return { list, shots: list.data?.pages.flatMap(({ data }) => data) ?? [] }
}

function Open({ film }: { film: string | undefined }) {
  const { list, shots } = useShots('open', film)
  if (list.isPending) return <LoadingRows rows={4} className="h-20" />
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (shots.length === 0) return <NothingOpen film={film} />
  const today = dayOf(new Date())
  const byDue = Map.groupBy(shots, ({ dueOn }) => dueOf(dueOn, today))
  return (
    <div className={`flex flex-col gap-5 transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}>
      <p role="status" className="sr-only">
        {counted(shots.length, 'open shot')}
        {list.hasNextPage ? ' so far' : ''}
      </p>
      {parts.map(([due, title]) => {
        const some = byDue.get(due)
        return some && <Part key={due} title={title} shots={some} />
      })}
      <LoadMore list={list} label="More shots" />
    </div>
  )
}

function NothingOpen({ film }: { film: string | undefined }) {
  return (
    <Empty
      icon={ListTodo}
      title={film ? 'Nothing open is assigned to you in this film' : 'Nothing open is assigned to you'}
      action={
        film ? (
          <Link to="/my-shots" search={{}} className={buttonLook()}>
            Show all films
          </Link>
        ) : (
          <Link to="/projects" className={buttonLook()}>
            To the projects
          </Link>
        )
      }
    >
      Whoever edits a film assigns its shots, in the list of its scenes. What you are assigned to appears
      here, by the day it is due.
    </Empty>
  )
}

function Done({ film, apart }: { film: string | undefined; apart: boolean }) {
  const { list, shots } = useShots('done', film)
  if (list.isPending) return apart ? null : <LoadingRows rows={4} className="h-20" />
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (shots.length === 0) {
    if (apart) return null
    return (
      <Empty icon={CircleCheck} title="Nothing of yours is done yet">
        A shot is done once it has an approved or final take.
      </Empty>
    )
  }
  return (
    <Part title="Done" shots={shots}>
      <ShowMore list={list} label="Show more that is done" />
    </Part>
  )
}

function Part({ title, shots, children }: { title: string; shots: MyShot[]; children?: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col">
      <h2 id={id} className="mb-2 font-semibold">
        {title}
      </h2>
      <ul aria-labelledby={id} className="overflow-hidden rounded-2xl border border-line bg-surface">
        {shots.map((shot) => (
          <MyShotRow key={shot.id} shot={shot} />
        ))}
      </ul>
      {children}
    </section>
  )
}
