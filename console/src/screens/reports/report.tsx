import { buttonLook } from '@dailies/ui/button.tsx'
import { Empty } from '@dailies/ui/states.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { query } from '../../api/queries.ts'
import { useMay } from '../../production/role.tsx'
import { PlatformReport } from './platform-report.tsx'
import { Progress } from './progress.tsx'
import { RightsByPlatform } from './rights-by-platform.tsx'
import { RightsReport } from './rights-report.tsx'
import { SceneReport } from './scene-report.tsx'
import { Totals } from './totals.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/report')

/** What a project took, and what of it is not safe to ship. */
export function Report() {
  const { projectId } = route.useParams()
  const report = useSuspenseQuery(query('readReport', { params: { id: projectId } })).data.data
  const project = useSuspenseQuery(query('readProject', { params: { id: projectId } })).data.data
  const mayBuild = useMay('editor')
  if (report.totals.versions === 0) {
    return (
      <div className="@container flex flex-col gap-5">
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
        <Progress projectId={projectId} file="" />
      </div>
    )
  }
  const file = `${project.name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}-`
  return (
    <div className="@container flex flex-col gap-5">
      <Totals totals={report.totals} />
      <Progress projectId={projectId} file={file} />
      <RightsReport report={report} file={file} />
      {mayBuild && <RightsByPlatform projectId={projectId} platforms={report.byPlatform} />}
      <PlatformReport rows={report.byPlatform} file={file} />
      <SceneReport rows={report.byScene} file={file} />
    </div>
  )
}
