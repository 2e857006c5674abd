import type { Storage } from '@dailies/contract/media.ts'
import { Button } from '@dailies/ui/button.tsx'
import { SelectField, TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'
import { bytesText } from '../../ui/bytes.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useSubmit } from '../../ui/form.tsx'

/** Bytes of a unit. */
const units = [
  { value: '1e6', label: 'Megabytes' },
  { value: '1e9', label: 'Gigabytes' },
  { value: '1e12', label: 'Terabytes' },
]

interface QuotaDialogProps {
  project: Storage['projects'][number]
  onClose: () => void
}

/** How much the media of a project may take. */
export function QuotaDialog({ project, onClose }: QuotaDialogProps) {
  const { id, name, bytes, quotaBytes, hasOwnQuota } = project
  const queryClient = useQueryClient()
  const own = hasOwnQuota ? quotaBytes : null
  const [unit, setUnit] = useState(unitOf(own ?? bytes))
  const [text, setText] = useState(own === null ? '' : String(own / Number(unit)))
  const asked = text.trim() === '' ? null : Math.round(Number(text) * Number(unit))
  const usual = hasOwnQuota || quotaBytes === null ? '' : `, ${bytesText(quotaBytes)}`
  const form = useSubmit(async () => {
    const quota = asked
    await call('setMediaQuota', { params: { id }, body: { bytes: quota } })
    void outdate(queryClient, 'readStorage')
    notify(quota === null ? `${name} has the usual quota` : `${name} may take ${bytesText(quota)}`)
    onClose()
  })
  return (
    <Dialog open onClose={onClose} title="Quota" description={`${name} takes ${bytesText(bytes)} now.`}>
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        <div className="grid grid-cols-2 items-end gap-3">
          <TextField
            label="It may take"
            type="number"
            inputMode="decimal"
            min={0}
            max={9e15 / Number(unit)}
            step="any"
            value={text}
            errors={form.fieldErrors.bytes}
            onChange={({ target }) => setText(target.value)}
          />
          <SelectField label="Unit" options={units} value={unit} onChange={setUnit} />
        </div>
        <p className="text-sm text-muted">
          Empty: as much as the installation lets every project have{usual}. What is there stays, whatever you
          set.
        </p>
        {asked !== null && asked < bytes && (
          <p role="status" className="text-sm text-warn">
            It takes more than that already: nothing more will be kept until there is room.
          </p>
        )}
        <FormError>{form.message(['bytes'])}</FormError>
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Set the quota
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

/** In which a number of bytes is read most easily. */
function unitOf(bytes: number): string {
  return bytes >= 1e12 ? '1e12' : bytes >= 1e9 ? '1e9' : '1e6'
}
