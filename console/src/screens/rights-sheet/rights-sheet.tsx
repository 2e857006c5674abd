import { Button } from '@dailies/ui/button.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { query } from '../../api/queries.ts'
import { money } from '../../ui/amounts.ts'
import { counted } from '../../ui/counted.ts'
import { Page, Section } from '../../ui/page.tsx'
import { SheetTable } from './sheet-table.tsx'
import { Sums } from './sums.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/rights-sheet')

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
        <Button icon={Printer} className="print:hidden" onClick={() => window.print()}>
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
            {counted(sums.places, 'place')}, {counted(sums.takes, 'take')},{' '}
            <span className={sums.notSafe > 0 ? 'font-semibold text-danger' : ''}>
              {sums.notSafe} not safe to ship
            </span>
            , {sums.slates} without a take. {money(sums.costUsd)} in all
            {sums.withoutCost > 0 && `; of ${sums.withoutCost} nobody told the cost`}.
          </p>
        </Section>
        <Section title="Shots">
          <SheetTable entries={data} />
        </Section>
        {sums.takes > 0 && (
          <Section title="Sums">
            <Sums {...sums} />
          </Section>
        )}
      </div>
    </Page>
  )
}
