import type { Webhook } from '@dailies/contract/webhook.ts'
import { notify } from '@dailies/ui/notices.ts'
import { Switch } from '@dailies/ui/switch.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { errorText } from '../../ui/error-text.ts'
import { hostOf } from './host.ts'
import { touched } from './touched.ts'

/** Switches a webhook on and off; shows what is wanted while the service is being told. */
export function ActiveSwitch({ webhook }: { webhook: Webhook }) {
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<boolean>()
  const change = async (active: boolean) => {
    setWanted(active)
    try {
      const { data } = await call('updateWebhook', { params: { id: webhook.id }, body: { active } })
      await touched(queryClient, data)
    } catch (error) {
      notify(errorText(error), { failed: true })
    }
    setWanted(undefined)
  }
  return (
    <Switch
      label={`Send to ${webhook.description ?? hostOf(webhook.url)}`}
      checked={wanted ?? webhook.active}
      onChange={(active) => void change(active)}
    />
  )
}
