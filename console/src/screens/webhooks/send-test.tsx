import type { EventName } from '@dailies/contract/event.ts'
import type { Webhook } from '@dailies/contract/webhook.ts'
import { Button } from '@dailies/ui/button.tsx'
import { SelectField } from '@dailies/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useSubmit } from '../../ui/form.tsx'
import { Attempt } from './attempt.tsx'

const events: { value: EventName | ''; label: string }[] = [
  { value: '', label: 'webhook.test' },
  { value: 'asset.created', label: 'A sample of asset.created' },
  { value: 'asset.selected', label: 'A sample of asset.selected' },
  { value: 'asset.status_changed', label: 'A sample of asset.status_changed' },
  { value: 'scene.completed', label: 'A sample of scene.completed' },
  { value: 'shot.assigned', label: 'A sample of shot.assigned' },
  { value: 'asset.media_kept', label: 'A sample of asset.media_kept' },
  { value: 'asset.media_lost', label: 'A sample of asset.media_lost' },
]

/** Sends one event right now, and shows how it went. */
export function SendTest({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [event, setEvent] = useState<EventName | ''>('')
  const [sent, setSent] = useState<Reply<'testWebhook'>['data']>()
  const form = useSubmit(async () => {
    setSent(undefined)
    const body = event ? { event } : {}
    const { data } = await call('testWebhook', { params: { id: webhook.id }, body })
    setSent(data)
    await outdate(queryClient, 'listDeliveries')
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Send a test"
      description="Sent at once and tried once, even when the webhook is off."
    >
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        <SelectField label="Event" options={events} value={event} onChange={setEvent} />
        <p className="font-mono text-sm break-all text-muted">POST {webhook.url}</p>
        <FormError>{form.message([])}</FormError>
        <div aria-live="polite">
          {form.busy && <p className="text-muted">Waiting for the answer …</p>}
          {sent && (
            <ul>
              {sent.attempts.map((attempt) => (
                <Attempt key={attempt.number} attempt={attempt} />
              ))}
            </ul>
          )}
        </div>
        <Actions>
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" look="primary" icon={Send} busy={form.busy}>
            {sent ? 'Send another' : 'Send'}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
