import type { AssetChange } from '@dailies/contract/asset-change.ts'
import { Button } from '@dailies/ui/button.tsx'
import { SelectField } from '@dailies/ui/field.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/queries.ts'
import { useScenesAsTheyCome } from '../../production/use-all-scenes.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { errorText } from '../../ui/error-text.ts'
import { Failed } from '../../ui/states.tsx'
import { whatBecomesOfWinners } from './winners-leaving.ts'

interface MoveToSceneProps {
  projectId: string
  /** The scene that they are in. */
  sceneDbId: string
  /** How many, in words. */
  takes: string
  winners: number
  onClose: () => void
  onChange: (change: AssetChange, done: string) => void
}

/** By film, the scene to which takes went last, as long as the page is open. */
const lastUsed = new Map<string, string>()

/** Asks to which scene of the film takes go, and to which of its shots. */
export function MoveToScene({ projectId, sceneDbId, takes, winners, onClose, onChange }: MoveToSceneProps) {
  const { list, scenes: all } = useScenesAsTheyCome(projectId)
  const others = all.filter(({ id }) => id !== sceneDbId)
  const isLast = ({ id }: { id: string }) => id === lastUsed.get(projectId)
  const scenes = [...others.filter(isLast), ...others.filter((scene) => !isLast(scene))]
  // None until somebody says so: a hasty Enter moves nothing.
  const [chosen, setChosen] = useState('')
  const to = scenes.find(({ id }) => id === chosen)
  const [saysNothing, setSaysNothing] = useState(false)
  const [shotId, setShotId] = useState('')
  const shots = useQuery({
    ...query('browseShots', { params: { id: to?.id ?? '' } }),
    enabled: to !== undefined,
  })
  return (
    <Dialog open onClose={onClose} title={`Move ${takes} to another scene`}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setSaysNothing(!to)
          if (!to) return
          lastUsed.set(projectId, to.id)
          onChange(
            { kind: 'scene', sceneDbId: to.id, shotId: shotId || null },
            `moved to scene ${to.sceneId}`,
          )
        }}
      >
        {scenes.length > 0 ? (
          <>
            <SelectField
              label="Scene"
              autoFocus
              errors={saysNothing && !to ? ['Choose a scene'] : undefined}
              options={[
                { value: '', label: 'Choose a scene' },
                ...scenes.map(({ id, sceneId, storyBeat }) => ({
                  value: id,
                  label: storyBeat ? `${sceneId}: ${storyBeat}` : sceneId,
                })),
              ]}
              value={to?.id ?? ''}
              onChange={(id) => {
                setChosen(id)
                setShotId('')
              }}
            />
            <SelectField
              label="Shot"
              disabled={!to}
              errors={
                shots.isError ? [`Its shots could not be loaded. ${errorText(shots.error)}`] : undefined
              }
              options={[
                { value: '', label: 'No shot' },
                ...(shots.data?.data ?? []).map(({ id, shotCode }) => ({ value: id, label: shotCode })),
              ]}
              value={shotId}
              onChange={setShotId}
            />
            <p role="status" className="rounded-lg bg-warn-soft p-3 text-sm text-warn empty:hidden">
              {winners > 0 && whatBecomesOfWinners(winners, 'scene')}
            </p>
            <p className="text-sm text-muted">
              What was said of them, their marks and playlists go along. They get the next numbers there.
            </p>
          </>
        ) : list.isError ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : list.isPending || list.hasNextPage ? (
          <LoadingRows rows={2} />
        ) : (
          <p>The film has no other scene.</p>
        )}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={scenes.length === 0}>
            Move
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
