import { Button } from '@dailies/ui/button.tsx'
import { SelectField } from '@dailies/ui/field.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { pages, query } from '../../api/queries.ts'
import { Ticks } from '../../ui/choice.tsx'
import { ShowMore } from '../../ui/load-more.tsx'
import { Failed } from '../../ui/states.tsx'

interface SceneChoiceProps {
  /** Of these projects; null is all. */
  projectIds: string[] | null
  sceneDbIds: string[]
  onChange: (sceneDbIds: string[]) => void
  errors: string[] | undefined
}

/** All scenes, or some: picked project by project. */
export function SceneChoice({ projectIds, sceneDbIds, onChange, errors }: SceneChoiceProps) {
  const [picking, setPicking] = useState('')
  const projects = useQuery(query('browseProjects', { query: { limit: 100 } }))
  const offered = (projects.data?.data ?? []).filter(({ id }) => projectIds?.includes(id) ?? true)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Which scenes</legend>
      {sceneDbIds.length === 0 ? (
        <p className="text-sm text-muted">All scenes.</p>
      ) : (
        <Chosen sceneDbIds={sceneDbIds} onRemove={(id) => onChange(sceneDbIds.filter((one) => one !== id))} />
      )}
      <SelectField
        label="Only scenes of"
        hideLabel
        className="max-w-xs"
        value={picking}
        onChange={setPicking}
        errors={errors}
        options={[
          { value: '', label: 'Only some scenes …' },
          ...offered.map(({ id, name }) => ({ value: id, label: `… of ${name}` })),
        ]}
      />
      {picking && <ScenesOf projectId={picking} sceneDbIds={sceneDbIds} onChange={onChange} />}
    </fieldset>
  )
}

function Chosen({ sceneDbIds, onRemove }: { sceneDbIds: string[]; onRemove: (id: string) => void }) {
  const scenes = useQueries({ queries: sceneDbIds.map((id) => query('readScene', { params: { id } })) })
  return (
    <ul aria-label="Scenes that were picked" className="flex flex-wrap gap-1.5">
      {sceneDbIds.map((id, place) => {
        const scene = scenes[place]?.data?.data
        const name = scene ? `${scene.project.name}, scene ${scene.sceneId}` : `Scene ${id}`
        return (
          <li key={id} className="max-w-full">
            <Button
              size="small"
              className="max-w-full"
              aria-label={`Without ${name}`}
              onClick={() => onRemove(id)}
            >
              <span className="truncate">{name}</span>
              <X size={14} className="shrink-0" aria-hidden />
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function ScenesOf({
  projectId,
  sceneDbIds,
  onChange,
}: { projectId: string } & Pick<SceneChoiceProps, 'sceneDbIds' | 'onChange'>) {
  const scenes = useInfiniteQuery(pages('browseScenes', { params: { id: projectId } }))
  if (scenes.isPending) return <LoadingRows rows={2} className="h-10" />
  if (scenes.isLoadingError) return <Failed error={scenes.error} onRetry={() => void scenes.refetch()} />
  const items = scenes.data.pages.flatMap(({ data }) => data)
  if (items.length === 0) return <p className="text-sm text-muted">It has no scenes yet.</p>
  return (
    <div className="max-h-72 overflow-y-auto">
      <Ticks
        legend="Only of"
        columns
        items={items.map(({ id, sceneId, storyBeat }) => ({
          value: id,
          label: `Scene ${sceneId}`,
          ...(storyBeat && { hint: storyBeat.slice(0, 80) }),
        }))}
        values={sceneDbIds}
        onChange={onChange}
      />
      <ShowMore list={scenes} label="Show more scenes" />
    </div>
  )
}
