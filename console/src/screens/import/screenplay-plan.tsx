import type { ProjectOverview, SceneOverview } from '@dailies/contract/production.ts'
import type { ImportReport } from '@dailies/contract/workspace.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { groupScenes, groupTitle } from '../../production/scene-groups.ts'
import { counted } from '../../ui/counted.ts'
import { FormError, useLeaveGuard, useSubmit } from '../../ui/form.tsx'
import { Section } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { ChangeSummary } from './change-summary.tsx'
import { CharacterTicks } from './character-ticks.tsx'
import { comeIntoView } from './come-into-view.ts'
import { PlannedSceneRow } from './planned-scene-row.tsx'
import { numberProblems, type Plan, type PlannedScene, sceneIdOf, workspaceOf } from './scene-plan.ts'
import { TickAll } from './tick-all.tsx'
import { useSettled } from './use-settled.ts'

interface ScreenplayPlanProps {
  project: ProjectOverview
  /** Those that the project has. */
  scenes: SceneOverview[]
  plan: Plan
  onChange: (change: (plan: Plan | undefined) => Plan | undefined) => void
  onImported: () => void
}

/** What a screenplay would bring: to be looked through, changed and imported. */
export function ScreenplayPlan({ project, scenes, plan, onChange, onImported }: ScreenplayPlanProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const problems = useMemo(() => numberProblems(plan.scenes), [plan.scenes])
  const workspace = useMemo(() => workspaceOf(project.name, plan), [project.name, plan])
  const preview = useImportPreview(workspace, problems.size === 0)
  const changes = useMemo(() => changesOf(preview.data), [preview.data])
  const beats = useMemo(() => new Map(scenes.map(({ sceneId, storyBeat }) => [sceneId, storyBeat])), [scenes])
  const form = useSubmit(async () => {
    const { data } = await call('importWorkspace', { body: { workspace } })
    onImported()
    void queryClient.invalidateQueries()
    notify(`Imported: ${data.added} new, ${data.updated} updated`)
    await navigate({ to: '/projects/$projectId', params: { projectId: project.id }, ignoreBlocker: true })
  })
  const [read] = useState(plan)
  useLeaveGuard(plan !== read && !form.busy)

  const changeScene = useCallback(
    (key: string, change: Partial<PlannedScene>) =>
      onChange(
        (before) =>
          before && {
            ...before,
            scenes: before.scenes.map((scene) => (scene.key === key ? { ...scene, ...change } : scene)),
          },
      ),
    [onChange],
  )
  const included = plan.scenes.filter((scene) => scene.included).length
  const report = preview.data
  const nothingNew = report && report.added + report.updated + report.reordered.length === 0
  const settled = preview.isSuccess && !preview.isPlaceholderData && !preview.isWaiting
  return (
    <>
      <div
        ref={comeIntoView}
        className="sticky top-0 z-20 -mx-1 scroll-mb-24 flex flex-wrap items-center gap-x-4 gap-y-2 bg-canvas px-1 py-2"
      >
        <div role="status" className="min-w-0 flex-1 basis-60">
          {problems.size > 0 ? (
            <p className="font-medium text-danger">
              {counted(problems.size, 'number')} to be put right first
            </p>
          ) : nothingNew ? (
            <p>Everything that is ticked is here already.</p>
          ) : report ? (
            <ChangeSummary report={report} />
          ) : (
            <p className="text-muted">Comparing with the project …</p>
          )}
        </div>
        <Button
          look="primary"
          busy={form.busy}
          disabled={problems.size > 0 || !settled || nothingNew}
          onClick={() => void form.submit()}
        >
          Import into the project
        </Button>
      </div>
      <FormError>{form.message([])}</FormError>
      {preview.isError && <Failed error={preview.error} onRetry={() => void preview.refetch()} />}
      <Section
        title="Scenes"
        description={`${included} of ${counted(plan.scenes.length, 'scene')} to be imported`}
        actions={
          <TickAll
            label="All scenes"
            all={plan.scenes}
            onChange={(value) =>
              onChange(
                (before) =>
                  before && {
                    ...before,
                    scenes: before.scenes.map((scene) => ({ ...scene, included: value })),
                  },
              )
            }
          />
        }
      >
        {groupScenes(plan.scenes).map((group) => (
          <div key={group.scenes[0]!.key} className="mb-3 last:mb-0">
            {groupTitle(group) && <h3 className="mb-1 font-semibold wrap-anywhere">{groupTitle(group)}</h3>}
            <ul className="overflow-hidden rounded-xl border border-line">
              {group.scenes.map((scene) => (
                <PlannedSceneRow
                  key={scene.key}
                  scene={scene}
                  problem={problems.get(scene.key)}
                  change={scene.included ? changes.get(`scene ${sceneIdOf(scene.number)}`) : undefined}
                  former={beats.get(sceneIdOf(scene.number)) ?? undefined}
                  onChange={changeScene}
                />
              ))}
            </ul>
          </div>
        ))}
      </Section>
      {plan.characters.length > 0 && (
        <CharacterTicks
          characters={plan.characters}
          changes={changes}
          onChange={(characters) => onChange((before) => before && { ...before, characters })}
        />
      )}
    </>
  )
}

/** What the service says that an import would do, once nothing more is typed for a moment. */
function useImportPreview(workspace: ReturnType<typeof workspaceOf>, enabled: boolean) {
  const text = useDeferredValue(useMemo(() => JSON.stringify(workspace), [workspace]))
  const settled = useSettled(text, 300)
  const preview = useQuery({
    queryKey: keyOf('importWorkspace', settled),
    queryFn: ({ signal }) =>
      call('importWorkspace', { body: { workspace: JSON.parse(settled), preview: true } }, { signal }),
    select: ({ data }) => data,
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  return { ...preview, isWaiting: settled !== text }
}

/** By kind and name. */
function changesOf(report: ImportReport | undefined): Map<string, 'added' | 'updated'> {
  return new Map(report?.changes.map(({ kind, name, change }) => [`${kind} ${name}`, change]))
}
