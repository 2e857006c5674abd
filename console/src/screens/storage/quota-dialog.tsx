import type { Storage } from '@dailies/contract/media.ts'
import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'
import { bytesText } from '../../ui/bytes.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useSubmit } from '../../ui/form.tsx'

const gigabyte = 1e9

interface QuotaDialogProps {
  project: Storage['projects'][number]
  onClose: () => void
}

/** How much the media of a project may take. */
export function QuotaDialog({ project, onClose }: QuotaDialogProps) {
  const { id, name, bytes, quotaBytes } = project
  const queryClient = useQueryClient()
  const [text, setText] = useState(quotaBytes === null ? '' : String(quotaBytes / gigabyte))
  const form = useSubmit(async () => {
    const quota = text.trim() === '' ? null : Math.round(Number(text) * gigabyte)
    await call('setMediaQuota', { params: { id }, body: { bytes: quota } })
    void outdate(queryClient, 'readStorage')
    notify(quota === null ? `${name} has the usual quota` : `${name} may take ${bytesText(quota)}`)
    onClose()
  })
  return (
    <Dialog open onClose={onClose} title="Quota" description={`${name} takes ${bytesText(bytes)} now.`}>
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          label="Gigabytes"
          hint="Empty: as much as the installation lets every project have. What is there stays, whatever you set."
          type="number"
          inputMode="decimal"
          min={0}
          max={9_000_000}
          step="any"
          value={text}
          errors={form.fieldErrors.bytes}
          onChange={({ target }) => setText(target.value)}
        />
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
