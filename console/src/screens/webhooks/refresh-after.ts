import type { Delivery } from '@dailies/contract/webhook.ts'

/** After how many milliseconds to look again: soon where something is due, never where nothing is under way. */
export function refreshAfter(deliveries: Delivery[]): number | false {
  const waits = deliveries
    .filter(({ status }) => status === 'Pending' || status === 'Retrying')
    .map(({ nextAttemptAt }) => (nextAttemptAt ? Date.parse(nextAttemptAt) - Date.now() : 0))
  if (waits.length === 0) return false
  return Math.min(Math.max(Math.min(...waits), 2000), 15_000)
}
