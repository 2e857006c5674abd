import type { RightsProblem, SheetTake } from '@dailies/contract/provenance.ts'
import { assetTypeLabels, rightsLabels } from '@dailies/ui/badges.tsx'
import { Button } from '@dailies/ui/button.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { query } from '../../api/queries.ts'
import { money } from '../../ui/amounts.ts'
import { Page, Section } from '../../ui/page.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/rights-sheet')

const problems: Record<RightsProblem, string> = {
  RIGHTS_UNKNOWN: 'Not safe: rights unknown',
  NON_COMMERCIAL: 'Not safe: not for commercial use',
  RESTRICTED: 'Not safe: restricted',
  MADE_FROM_RIGHTS_UNKNOWN: 'Not safe: made from a take whose rights are unknown',
  MADE_FROM_NON_COMMERCIAL: 'Not safe: made from a take that is not for commercial use',
  MADE_FROM_RESTRICTED: 'Not safe: made from a take whose rights are restricted',
  MODEL_UNKNOWN: 'Model not recorded',
  MEDIA_NOT_KEPT: 'File not kept here',
  NOT_APPROVED: 'Not approved',
}

/** For every place of the film tools, models, rights, costs and people: to be printed. */
export function RightsSheet() {
  const { projectId } = route.useParams()
  const { date } = route.useSearch()
  const { data, metadata } = useSuspenseQuery(
    query('readRightsSheet', { params: { id: projectId }, query: { date } }),
  ).data
  const { project, sums } = metadata
  return (
    <Page
      title="Rights sheet"
      tab={`Rights sheet · ${project.name}`}
      crumbs={[
        { label: 'Projects', link: { to: '/projects' } },
        { label: project.name, link: { to: '/projects/$projectId', params: { projectId } } },
      ]}
      actions={
        <Button icon={Printer} className="no-print" onClick={() => window.print()}>
          Print or save as PDF
        </Button>
      }
    >
      <div className="on-a4 flex flex-col gap-5">
        <Section title={project.name} description={date}>
          <ul className="flex flex-col gap-1 text-sm">
            {sums.disclosure.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
          <p className="mt-3 text-sm">
            {sums.places} places, {sums.takes} takes, {sums.notSafe} not safe to ship, {sums.slates} without a
            take. {money(sums.costUsd)} in all
            {sums.withoutCost > 0 && `; of ${sums.withoutCost} nobody told the cost`}.
          </p>
        </Section>
        <Section title="Shots">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by the arrow keys */}
          <section className="overflow-x-auto" tabIndex={0} aria-label="Places and their takes">
            <table className="w-full text-left text-sm">
              <thead>
                <tr>
                  {['Scene', 'Shot', 'Take', 'Tool', 'Rights', 'Cost', 'Person', 'To be seen to'].map(
                    (name) => (
                      <th key={name} scope="col" className="border-b border-line py-1 pr-3 font-semibold">
                        {name}
                      </th>
                    ),
                  )}
                </tr>
              </thead>
              <tbody>
                {data.flatMap(({ scene, shot, start, takes }) =>
                  takes.length === 0
                    ? [<SheetRow key={start} scene={scene} shot={shot} />]
                    : takes.map((take) => (
                        <SheetRow key={take.assetVersionId} scene={scene} shot={shot} take={take} />
                      )),
                )}
              </tbody>
            </table>
          </section>
        </Section>
      </div>
    </Page>
  )
}

function SheetRow({ scene, shot, take }: { scene: string; shot: string | null; take?: SheetTake }) {
  const cells = take
    ? [
        `${assetTypeLabels[take.assetType]} v${take.versionNumber}`,
        [take.platformLabel, take.modelName].filter(Boolean).join(' '),
        rightsLabels[take.rightsState],
        take.costEstimateUsd === null ? '' : money(take.costEstimateUsd),
        take.capturedBy.name ?? '',
        take.problems.map((problem) => problems[problem]).join('; '),
      ]
    : ['Nothing selected', '', '', '', '', '']
  return (
    <tr className="break-inside-avoid align-top">
      {[scene, shot ?? '', ...cells].map((text, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table do not move
        <td key={place} className="border-b border-line py-1 pr-3 wrap-anywhere">
          <bdi>{text}</bdi>
        </td>
      ))}
    </tr>
  )
}
