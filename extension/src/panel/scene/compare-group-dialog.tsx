import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { useState } from 'react'
import { text } from '../../texts.ts'
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx'
import { useCompareGroups } from './use-compare-groups.ts'

interface CompareGroupDialogProps {
  sceneDbId: string
  /** Of the version. */
  name: string
  group: string | null
  onChange: (group: string | null) => void
  onClose: () => void
}

/** Puts a version side by side with others, under a label of its own or one that is there. */
export function CompareGroupDialog({ sceneDbId, name, group, onChange, onClose }: CompareGroupDialogProps) {
  const [label, setLabel] = useState(group ?? '')
  const groups = useCompareGroups(sceneDbId)
  const put = (next: string | null) => {
    if (next !== group) onChange(next)
    onClose()
  }
  return (
    <Dialog title={text('panelGroupOfTake', name)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          put(label.trim() || null)
        }}
      >
        <DialogBody>
          <TextField
            label={text('panelGroupLabel')}
            hint={text('panelGroupHint')}
            maxLength={200}
            autoComplete="off"
            value={label}
            onChange={({ target }) => setLabel(target.value)}
          />
          {groups.length > 0 && (
            <div className="flex flex-wrap gap-1.5">
              {groups.map((one) => (
                <Button key={one} size="small" className="max-w-full" onClick={() => put(one)}>
                  <span className="truncate">{one}</span>
                </Button>
              ))}
            </div>
          )}
        </DialogBody>
        <DialogActions>
          {group && <Button onClick={() => put(null)}>{text('panelGroupClear')}</Button>}
          <Button type="submit" look="primary">
            {text('panelSave')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
