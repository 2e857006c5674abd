import type { Webhook } from '@dailies/contract/webhook.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { When } from '@dailies/ui/time.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CirclePause } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { errorText } from '../../ui/error-text.ts'
import { touched } from './touched.ts'

/** What is wrong with a webhook, and how to go on. */
export function Trouble({ webhook, onReplay }: { webhook: Webhook; onReplay: (since: string) => void }) {
  if (webhook.pausedAt) return <Paused webhook={webhook} onReplay={onReplay} />
  if (!webhook.active || !webhook.failingSince) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-2xl bg-warn-soft px-4 py-3 text-warn"
    >
      <CircleAlert size={20} className="shrink-0" aria-hidden />
      <p className="min-w-0 flex-1 basis-64">
        Deliveries are failing, the first of them <When at={webhook.failingSince} />. The log says why; after
        three days it is paused.
      </p>
      <Button onClick={() => webhook.failingSince && onReplay(webhook.failingSince)}>
        Replay what was missed
      </Button>
    </div>
  )
}

function Paused({ webhook, onReplay }: { webhook: Webhook; onReplay: (since: string) => void }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const goOn = async () => {
    setBusy(true)
    try {
      const { data } = await call('updateWebhook', { params: { id: webhook.id }, body: { active: true } })
      await touched(queryClient, data)
      onReplay(webhook.failingSince ?? webhook.pausedAt ?? webhook.updatedAt)
    } catch (error) {
      notify(errorText(error), { failed: true })
    }
    setBusy(false)
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-2xl bg-danger-soft px-4 py-3 text-danger"
    >
      <CirclePause size={20} className="shrink-0" aria-hidden />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">
          Paused {webhook.pausedAt && <When at={webhook.pausedAt} />}: nothing is sent or gathered
        </p>
        <p className="wrap-anywhere">{webhook.pausedReason}</p>
        <p>See in the log what went wrong and mend it. Then switch it on again, and replay what it missed.</p>
      </div>
      <Button busy={busy} onClick={() => void goOn()}>
        Switch it on again
      </Button>
    </div>
  )
}
