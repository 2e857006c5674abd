import type { ProjectReport } from '@dailies/contract/report.ts'
import { buttonLook } from '@dailies/ui/button.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { Suspense } from 'react'
import { query } from '../../api/queries.ts'
import { useMay } from '../../production/role.tsx'
import { nameInText } from '../../ui/name-in-text.ts'
import { Failed } from '../../ui/states.tsx'
import { useAtOnce } from '../../ui/use-at-once.ts'
import { Budget } from './budget.tsx'
import { PersonReport } from './person-report.tsx'
import { PlatformReport } from './platform-report.tsx'
import { PrintedOn } from './printed-on.tsx'
import { Progress } from './progress.tsx'
import { RightsByPlatform } from './rights-by-platform.tsx'
import { RightsReport } from './rights-report.tsx'
import { SceneReport } from './scene-report.tsx'
import { isTurned, momentsOf, ordinaryDay } from './span.ts'
import { type Span, SpanFields, Turned } from './span-fields.tsx'
import { Totals } from './totals.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/report')

/** What a project took, and what of it is not safe to ship. */
export function Report() {
  const { projectId } = route.useParams()
  const navigate = route.useNavigate()
  const [span, narrow] = useAtOnce(
    route.useSearch(),
    (change: Span) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true }),
  )
  const { by } = span
  const moments = momentsOf(span)
  const turned = isTurned(span)
  const list = useQuery({
    ...query('readReport', { params: { id: projectId }, query: { ...moments, ...(by && { by }) } }),
    placeholderData: keepPreviousData,
    enabled: !turned,
  })
  const project = useSuspenseQuery(query('readProject', { params: { id: projectId } })).data.data
  const isNarrowed = Boolean(by) || Object.keys(moments).length > 0
  const report = list.data?.data
  const file = `${project.name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}-`
  if (list.isPending && !turned) return <LoadingRows rows={6} />
  if (!report && !turned) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  const isEmpty = report?.totals.versions === 0
  // What is shown is of some until that of all is there.
  const isOfSome = isNarrowed || list.isPlaceholderData
  return (
    <div className="on-a4 @container flex flex-col gap-5">
      <PrintedOn ofAll={!isOfSome} />
      {(isOfSome || !isEmpty) && (
        <SpanFields
          span={span}
          people={{ projectId, seen: report?.byPerson.map(({ user }) => user) ?? [] }}
          onChange={narrow}
        />
      )}
      {turned || !report ? (
        <Turned />
      ) : isEmpty ? (
        <Nothing projectId={projectId} isNarrowed={isOfSome} />
      ) : (
        <>
          {isNarrowed && (
            <p className="text-sm text-muted">
              {ofWhat(span, report)}. How far the film is, by person and by week, is told of all takes alone.
            </p>
          )}
          <Figures report={report} projectId={projectId} file={file} isNarrowed={isNarrowed} />
        </>
      )}
      {isEmpty && !isOfSome && <Progress projectId={projectId} file="" />}
    </div>
  )
}

/** On paper there are no fields that say it. */
function ofWhat({ from, to, by }: Span, { byPerson }: ProjectReport): string {
  const [first, last] = [ordinaryDay(from), ordinaryDay(to)]
  const name = byPerson.find(({ user }) => user.id === by)?.user.name
  const parts = [first && `from ${first}`, last && `to ${last}`, name && `by ${nameInText(name)}`]
  return `Takes captured ${parts.filter(Boolean).join(' ')}`
}

interface FiguresProps {
  report: ProjectReport
  projectId: string
  /** How the names of files begin. */
  file: string
  /** Whether it is of some takes alone: progress is that of the whole film. */
  isNarrowed: boolean
}

function Figures({ report, projectId, file, isNarrowed }: FiguresProps) {
  const mayBuild = useMay('editor')
  return (
    <>
      <Budget report={report} isNarrowed={isNarrowed} />
      <Totals totals={report.totals} />
      {!isNarrowed && <Progress projectId={projectId} file={file} />}
      <RightsReport report={report} file={file} isNarrowed={isNarrowed} />
      {mayBuild && (
        // Waits alone: the fields above keep the keyboard.
        <Suspense fallback={<LoadingRows rows={2} />}>
          <RightsByPlatform projectId={projectId} platforms={report.byPlatform} />
        </Suspense>
      )}
      <PlatformReport rows={report.byPlatform} others={report.otherPlatforms} file={file} />
      <PersonReport rows={report.byPerson} file={file} />
      <SceneReport rows={report.byScene} file={file} />
    </>
  )
}

function Nothing({ projectId, isNarrowed }: { projectId: string; isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <Empty icon={ChartNoAxesColumn} title="Nobody captured such a take">
        There is none of these days, or of this person.
      </Empty>
    )
  return (
    <Empty
      icon={ChartNoAxesColumn}
      title="There is nothing to report yet"
      action={
        <Link to="/projects/$projectId" params={{ projectId }} className={buttonLook()}>
          To the scenes
        </Link>
      }
    >
      Once takes are captured, this shows what they cost, how long they took, how many it takes to find a
      winner, and which of them are not safe to ship.
    </Empty>
  )
}
