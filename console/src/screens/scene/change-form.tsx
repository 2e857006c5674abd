import type { AssetChange } from '@dailies/contract/asset-change.ts'
import type { AssetStatus, RightsState } from '@dailies/contract/asset-version.ts'
import { rightsLabels, statusLabels } from '@dailies/ui/badges.tsx'
import { Button } from '@dailies/ui/button.tsx'
import { SelectField, TextField } from '@dailies/ui/field.tsx'
import { optionsOf } from '@dailies/ui/options.ts'
import { TagsField } from '@dailies/ui/tags-field.tsx'
import { type ReactNode, useState } from 'react'
import { useKnownTags } from '../../tags/use-known-tags.ts'
import { useTagColors } from '../../tags/use-tag-colors.ts'
import { rightsOptions } from '../../takes/rights-defaults.ts'
import { counted } from '../../ui/counted.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { whatBecomesOfWinners } from './winners-leaving.ts'

export type Asked = 'status' | 'tags' | 'rights' | 'shot' | 'group' | 'delete'

interface ChangeFormProps {
  projectId: string
  asked: Asked
  count: number
  /** Of the scene. */
  shots: readonly { id: string; shotCode: string }[]
  groups: readonly string[]
  /** How many of those that are chosen may not be used commercially, or nobody knows. */
  unsettled: number
  /** How many of them are winners of another shot than this one. */
  winnersLeaving: (shotId: string | null) => number
  onClose: () => void
  /** `done` is what becomes of them, in a word. */
  onChange: (change: AssetChange, done: string) => void
}

/** Asks what becomes of the takes that are chosen. */
export function ChangeForm({
  projectId,
  asked,
  count,
  shots,
  groups,
  unsettled,
  winnersLeaving,
  onClose,
  onChange,
}: ChangeFormProps) {
  const [status, setStatus] = useState<AssetStatus>('APPROVED')
  const [rightsState, setRightsState] = useState<RightsState>('COMMERCIAL_ALLOWED')
  const [shotId, setShotId] = useState('')
  const [text, setText] = useState('')
  const [tags, setTags] = useState<{ add: string[]; remove: string[] }>({ add: [], remove: [] })
  const [saysNothing, setSaysNothing] = useState(false)
  const leaving = winnersLeaving(shotId || null)
  const takes = counted(count, 'take')
  const picks = status === 'SELECTED' || status === 'APPROVED' || status === 'FINAL'
  const parts: Record<Asked, { title: string; action: string; fields: ReactNode; send: () => void }> = {
    status: {
      title: `Status of ${takes}`,
      action: unsettled > 0 && picks ? 'Set it anyway' : 'Set status',
      fields: (
        <>
          <SelectField
            label="Status"
            autoFocus
            options={optionsOf(statusLabels)}
            value={status}
            onChange={setStatus}
          />
          {unsettled > 0 && picks && (
            <p className="rounded-lg bg-warn-soft p-3 text-sm text-warn">
              The rights of {unsettled.toLocaleString()} of them are not settled: a film that is sold must not
              contain them until they are.
            </p>
          )}
        </>
      ),
      send: () => onChange({ kind: 'status', status }, `now ${statusLabels[status].toLowerCase()}`),
    },
    tags: {
      title: `Tags of ${takes}`,
      action: 'Change tags',
      fields: (
        <>
          <KnownTagsField
            label="Add"
            autoFocus
            projectId={projectId}
            errors={saysNothing ? ['Name a tag to add, or one to remove'] : undefined}
            tags={tags.add}
            onChange={(add) => setTags({ ...tags, add })}
          />
          <KnownTagsField
            label="Remove"
            projectId={projectId}
            tags={tags.remove}
            onChange={(remove) => setTags({ ...tags, remove })}
          />
        </>
      ),
      send: () => {
        const { add: addTags, remove: removeTags } = tags
        const isNothing = addTags.length + removeTags.length === 0
        setSaysNothing(isNothing)
        if (!isNothing) onChange({ kind: 'tags', addTags, removeTags }, 'changed')
      },
    },
    rights: {
      title: `Rights of ${takes}`,
      action: 'Set rights',
      fields: (
        <SelectField
          label="Rights"
          autoFocus
          options={rightsOptions}
          value={rightsState}
          onChange={setRightsState}
        />
      ),
      send: () => onChange({ kind: 'rights', rightsState }, `with the rights “${rightsLabels[rightsState]}”`),
    },
    shot: {
      title: `Shot of ${takes}`,
      action: 'Move',
      fields: (
        <>
          <SelectField
            label="Shot"
            autoFocus
            options={[
              { value: '', label: 'No shot' },
              ...shots.map(({ id, shotCode }) => ({ value: id, label: shotCode })),
            ]}
            value={shotId}
            onChange={setShotId}
          />
          <p role="status" className="rounded-lg bg-warn-soft p-3 text-sm text-warn empty:hidden">
            {leaving > 0 && whatBecomesOfWinners(leaving, 'shot')}
          </p>
        </>
      ),
      send: () => onChange({ kind: 'shot', shotId: shotId || null }, 'moved'),
    },
    group: {
      title: `Compare group of ${takes}`,
      action: 'Set group',
      fields: (
        <>
          <TextField
            label="Compare group"
            autoFocus
            hint="Empty takes them out of theirs."
            list="groups-of-scene"
            maxLength={200}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <datalist id="groups-of-scene">
            {groups.map((group) => (
              <option key={group} value={group} />
            ))}
          </datalist>
        </>
      ),
      send: () => onChange({ kind: 'group', compareGroup: text.trim() || null }, 'grouped anew'),
    },
    delete: {
      title: `Delete ${takes}?`,
      action: 'Delete',
      fields: <p>They go from the board and from the film. That can be undone for 30 days.</p>,
      send: () => onChange({ kind: 'delete' }, 'deleted'),
    },
  }
  const { title, action, fields, send } = parts[asked]
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {fields}
        <Actions>
          {/* What is safe to press. */}
          <Button autoFocus={asked === 'delete'} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look={asked === 'delete' ? 'danger' : 'primary'}>
            {action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

interface KnownTagsFieldProps {
  label: string
  projectId: string
  tags: string[]
  onChange: (tags: string[]) => void
  errors?: string[] | undefined
  autoFocus?: boolean
}

/** Tags, completed from those that the film has. */
function KnownTagsField({ projectId, ...field }: KnownTagsFieldProps) {
  const known = useKnownTags(projectId)
  const colors = useTagColors(projectId)
  return <TagsField {...field} colors={colors} offered={known.tags} onTyped={known.onTyped} />
}
