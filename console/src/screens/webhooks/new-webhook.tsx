import { Button } from '@dailies/ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { bodyOf, emptyWebhook } from './webhook-draft.ts'
import { WebhookFields, webhookFields } from './webhook-form.tsx'

interface NewWebhookProps {
  onClose: () => void
  onMade: (made: Reply<'createWebhook'>['data']) => void
}

export function NewWebhook({ onClose, onMade }: NewWebhookProps) {
  const queryClient = useQueryClient()
  const { values, changed, set, reset } = useDraft(emptyWebhook, 'new-webhook')
  const form = useSubmit(async () => {
    const { data } = await call('createWebhook', { body: bodyOf(values) })
    reset()
    onMade(data)
    await outdate(queryClient, 'listWebhooks')
  })
  return (
    <Dialog open onClose={onClose} width="wide" title="New webhook">
      <form onSubmit={form.submit} className="flex flex-col gap-5">
        <WebhookFields values={values} set={set} fieldErrors={form.fieldErrors} />
        <FormError>{form.message(webhookFields)}</FormError>
        <Actions sticky>
          {changed && (
            <Button look="quiet" onClick={() => reset()}>
              Start over
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Register the webhook
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
