import { buttonLook } from '@dailies/ui/button.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { pages } from '../../api/queries.ts'
import { useAllPages } from '../../api/use-all-pages.ts'
import { counted } from '../../ui/counted.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { useAtOnce } from '../../ui/use-at-once.ts'
import { addedOthers, addedPeople, addedPlatforms, totalOf } from './added.ts'
import { FilmTable } from './film-table.tsx'
import { PersonReport } from './person-report.tsx'
import { PlatformReport } from './platform-report.tsx'
import { PrintedOn } from './printed-on.tsx'
import { isTurned, momentsOf, ordinaryDay } from './span.ts'
import { type Span, SpanFields, Turned } from './span-fields.tsx'
import { Totals } from './totals.tsx'

const route = getRouteApi('/signed-in/report')

interface Asked extends Pick<Span, 'from' | 'to'> {
  sort?: string | undefined
}

/** What all films took that whoever is signed in may see. */
export function FilmsReport() {
  const navigate = route.useNavigate()
  const [asked, narrow] = useAtOnce(
    route.useSearch(),
    (change: Asked) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true }),
  )
  const { from, to, sort } = asked
  const moments = momentsOf(asked)
  const turned = isTurned(asked)
  const list = useInfiniteQuery({
    ...pages('browseReport', { query: moments }),
    placeholderData: keepPreviousData,
    enabled: !turned,
  })
  useAllPages(list)
  const films = list.data?.pages.flatMap(({ data }) => data) ?? []
  const parts = list.data?.pages.map(({ metadata }) => metadata) ?? []
  const isNarrowed = Object.keys(moments).length > 0
  const none = list.isSuccess && films.length === 0
  return (
    <Page title="Reports" tab="Report on all films">
      <div
        className={`on-a4 @container flex flex-col gap-5 transition-opacity ${list.isPlaceholderData && !turned ? 'opacity-60' : ''}`}
      >
        {(isNarrowed || !none) && (
          <>
            <PrintedOn ofAll={!isNarrowed} />
            <SpanFields span={{ from, to }} onChange={({ by: _, ...days }) => narrow(days)} />
          </>
        )}
        {turned ? (
          <Turned />
        ) : list.isPending ? (
          <LoadingRows rows={6} />
        ) : list.isError && films.length === 0 ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : none ? (
          <NoFilms />
        ) : (
          <>
            {isNarrowed && <p className="hidden text-sm print:block">{ofWhat(asked)}</p>}
            <p role="status" className="sr-only">
              {list.hasNextPage ? 'Reading further films …' : counted(films.length, 'film')}
            </p>
            <LoadMore list={list} label="Read further films" />
            <Totals totals={totalOf(films)} />
            <FilmTable films={films} span={{ from, to }} sort={sort} onSort={(sort) => narrow({ sort })} />
            <PlatformReport rows={addedPlatforms(parts)} others={addedOthers(parts)} file="All-films-" />
            <PersonReport rows={addedPeople(parts)} file="All-films-" />
          </>
        )}
      </div>
    </Page>
  )
}

/** For paper, where there are no fields that say it. */
function ofWhat({ from, to }: Asked): string {
  const [first, last] = [ordinaryDay(from), ordinaryDay(to)]
  return ['Takes captured', first && `from ${first}`, last && `to ${last}`].filter(Boolean).join(' ')
}

function NoFilms() {
  return (
    <Empty
      icon={ChartNoAxesColumn}
      title="There is no film to report on yet"
      action={
        <Link to="/projects" className={buttonLook()}>
          To the projects
        </Link>
      }
    >
      Once you are in a film, this shows what it and all others of yours cost, and what is left of their
      budgets.
    </Empty>
  )
}
