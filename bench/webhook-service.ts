import { type Contender, startService } from './contender.ts'
import type { Place } from './places.ts'
import type { Seed } from './seed.ts'

/** The service with what it takes to send to a receiver on this machine. */
export function startSendingService(place: Place, cleanup: AsyncDisposableStack): Promise<Contender> {
  return startService(place, cleanup, { DAILIES_DEVELOPMENT: 'true', DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8' })
}

/** Registers a webhook that hears of every capture. */
export async function registerWebhook({ address }: Contender, { token }: Seed, url: string): Promise<void> {
  const response = await fetch(`${address}/api/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['asset.created'] }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The webhook was not registered: ${response.status} ${text}`)
}
