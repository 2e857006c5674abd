import { assetTypeLabels, statusLabels } from '@dailies/ui/badges.tsx'
import { Button } from '@dailies/ui/button.tsx'
import { CheckField, SelectField } from '@dailies/ui/field.tsx'
import { captureStatuses, optionsOf } from '@dailies/ui/options.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { query } from '../../api/queries.ts'
import { Section } from '../../ui/page.tsx'
import type { ChangePreferences, Preferences } from './use-preferences.ts'

interface CaptureDefaultsProps {
  preferences: Preferences
  change: ChangePreferences
}

/** What the extension fills in. */
export function CaptureDefaults({ preferences, change }: CaptureDefaultsProps) {
  return (
    <Section title="Capturing" description="The browser extension has the same preferences.">
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="A take is by default of the type"
            options={optionsOf(assetTypeLabels)}
            value={preferences.defaultAssetType}
            onChange={(defaultAssetType) => change({ defaultAssetType })}
          />
          <SelectField
            label="Its status is at first"
            options={captureStatuses.map((value) => ({ value, label: statusLabels[value] }))}
            value={preferences.defaultStatus}
            onChange={(defaultStatus) => change({ defaultStatus })}
          />
        </div>
        <CheckField
          label="Fill in by itself what a page tells"
          hint="Prompt, model, seed and the like, read from the page of the platform."
          checked={preferences.autoFillEnabled}
          onChange={(event) => change({ autoFillEnabled: event.target.checked })}
        />
        <dl className="flex flex-col gap-2">
          <LastActive
            name="Last project"
            id={preferences.lastActiveProjectId}
            onClear={() => change({ lastActiveProjectId: null })}
          >
            {preferences.lastActiveProjectId && <ProjectName id={preferences.lastActiveProjectId} />}
          </LastActive>
          <LastActive
            name="Last scene"
            id={preferences.lastActiveSceneId}
            onClear={() => change({ lastActiveSceneId: null })}
          >
            {preferences.lastActiveSceneId && (
              <SceneName id={preferences.lastActiveSceneId} projectId={preferences.lastActiveProjectId} />
            )}
          </LastActive>
        </dl>
      </div>
    </Section>
  )
}

function LastActive({
  name,
  id,
  onClear,
  children,
}: {
  name: string
  id: string | null
  onClear: () => void
  children: ReactNode
}) {
  return (
    <div className="flex min-h-10 items-center gap-3 rounded-lg bg-sunken px-3 py-1">
      <dt className="shrink-0 text-sm text-muted">{name}</dt>
      <dd className="min-w-0 flex-1 truncate">{children || <span className="text-muted">None</span>}</dd>
      {id && (
        <dd>
          <Button size="small" look="quiet" aria-label={`Clear: ${name}`} onClick={onClear}>
            Clear
          </Button>
        </dd>
      )}
    </div>
  )
}

function ProjectName({ id }: { id: string }) {
  const { data, isPending } = useQuery(query('readProject', { params: { id } }))
  if (!data) return isPending ? '…' : <Gone id={id} />
  return (
    <Link to="/projects/$projectId" params={{ projectId: id }} className="underline underline-offset-2">
      {data.data.name}
    </Link>
  )
}

/** A client may have written the id of the scene, or its number in the last project. */
function SceneName({ id, projectId }: { id: string; projectId: string | null }) {
  const byId = useQuery(query('readScene', { params: { id } }))
  const ofProject = useQuery({
    ...query('browseScenes', { params: { id: projectId ?? '' }, query: { limit: 100 } }),
    enabled: byId.isError && projectId !== null,
  })
  const scene = byId.data?.data ?? ofProject.data?.data.find(({ sceneId }) => sceneId === id)
  if (!scene) return byId.isPending || ofProject.isFetching ? '…' : <Gone id={id} />
  return (
    <Link to="/scenes/$sceneId" params={{ sceneId: scene.id }} className="underline underline-offset-2">
      Scene {scene.sceneId}
    </Link>
  )
}

/** What a client wrote there that names nothing of the user's. */
function Gone({ id }: { id: string }) {
  return (
    <span title="It names nothing that is here">
      <span className="font-mono text-sm">{id}</span> <span className="text-muted">(not here)</span>
    </span>
  )
}
