import type { Webhook } from '@dailies/contract/webhook.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { onlyChanged } from '../../api/only-changed.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { touched } from './touched.ts'
import { bodyOf, draftOf } from './webhook-draft.ts'
import { WebhookFields, webhookFields } from './webhook-form.tsx'

export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { values, set, reset } = useDraft(draftOf(webhook), `webhook-${webhook.id}`)
  const form = useSubmit(async () => {
    const body = onlyChanged(bodyOf(draftOf(webhook)), bodyOf(values))
    const { data } = await call('updateWebhook', { params: { id: webhook.id }, body })
    reset()
    onClose()
    notify('Saved.')
    await touched(queryClient, data)
  })
  const cancel = () => {
    reset()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title="Change a webhook"
      description="What waits and is not asked for any more is not sent."
    >
      <form onSubmit={form.submit} className="flex flex-col gap-5">
        <WebhookFields values={values} set={set} fieldErrors={form.fieldErrors} />
        <FormError>{form.message(webhookFields)}</FormError>
        <Actions sticky>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Save
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
