import type { RightsState } from '@dailies/contract/asset-version.ts'
import type { ProjectReport } from '@dailies/contract/report.ts'
import { SelectField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { query } from '../../api/queries.ts'
import { useSavedAtOnce } from '../../api/use-saved-at-once.ts'
import { rightsChanged, rightsOptions } from '../../takes/rights-defaults.ts'
import { Section } from '../../ui/page.tsx'

interface Change {
  platformKey: string
  rightsState: RightsState
  was: { rightsState: RightsState }
}

/** Says of many takes at once which rights they have: of all that a platform made. */
export function RightsByPlatform({
  projectId,
  platforms,
}: {
  projectId: string
  platforms: ProjectReport['byPlatform']
}) {
  const queryClient = useQueryClient()
  const params = { id: projectId }
  const defaults = useSuspenseQuery(query('listRightsDefaults', { params })).data.data
  const labels = new Map(platforms.map(({ platformKey, platformLabel }) => [platformKey, platformLabel]))
  const { wanted, change } = useSavedAtOnce<Change, Record<string, RightsState>>({
    name: 'setRightsDefault',
    save: async (body) => {
      const { data } = await call('setRightsDefault', { params, body: { ...body, unknownToo: true } })
      notify(savedText(data.changed))
    },
    readBack: () => rightsChanged(queryClient),
  })
  const said = new Map([
    ...defaults.map(({ platformKey, rightsState }) => [platformKey, rightsState] as const),
    ...Object.entries(wanted ?? {}),
  ])
  return (
    <div className="print:hidden">
      <Section
        title="Rights by platform"
        description="What the plans allow that your takes are made on. It counts for all takes whose rights are unknown, and for those to come; what somebody said of a single take stays."
      >
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {[...labels].map(([platformKey, label]) => (
            <SelectField
              key={platformKey}
              label={label.slice(0, 80)}
              options={rightsOptions}
              value={said.get(platformKey) ?? 'UNKNOWN'}
              onChange={(rightsState) => {
                const was = { rightsState: said.get(platformKey) ?? 'UNKNOWN' }
                change({ platformKey, rightsState, was }, { [platformKey]: rightsState })
              }}
            />
          ))}
        </div>
      </Section>
    </div>
  )
}

function savedText(changed: number): string {
  if (changed === 0) return 'Saved'
  return `Saved: ${changed === 1 ? 'one take has' : `${changed} takes have`} these rights now`
}
