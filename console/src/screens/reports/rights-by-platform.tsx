import type { RightsState } from '@dailies/contract/asset-version.ts'
import type { ProjectReport } from '@dailies/contract/report.ts'
import { SelectField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { query } from '../../api/queries.ts'
import { rightsChanged, rightsOptions } from '../../takes/rights-defaults.ts'
import { errorText } from '../../ui/error-text.ts'
import { Section } from '../../ui/page.tsx'

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
  const said = new Map(defaults.map(({ platformKey, rightsState }) => [platformKey, rightsState]))
  const saidOf = (platformKey: string) => said.get(platformKey) ?? 'UNKNOWN'
  const labels = new Map(platforms.map(({ platformKey, platformLabel }) => [platformKey, platformLabel]))
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (change: { platformKey: string; rightsState: RightsState }) =>
      call('setRightsDefault', {
        params,
        body: { ...change, unknownToo: true, was: { rightsState: saidOf(change.platformKey) } },
      }),
    onSuccess: ({ data: { changed } }) =>
      notify(
        changed === 0
          ? 'Saved'
          : `Saved: ${changed === 1 ? 'one take has' : `${changed} takes have`} these rights now`,
      ),
    onError: (error) => notify(errorText(error), { failed: true }),
    onSettled: () => rightsChanged(queryClient),
  })
  return (
    <div className="no-print">
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
              value={
                isPending && variables.platformKey === platformKey
                  ? variables.rightsState
                  : saidOf(platformKey)
              }
              onChange={(rightsState) => mutate({ platformKey, rightsState })}
            />
          ))}
        </div>
      </Section>
    </div>
  )
}
