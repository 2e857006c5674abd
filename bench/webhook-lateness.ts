import { setTimeout as sleep } from 'node:timers/promises'
import { ingests } from './cells.ts'
import type { SeededPlaces } from './places.ts'
import { type Receiver, startReceiver } from './receiver-process.ts'
import { registerWebhook, startSendingService } from './webhook-service.ts'

const liveEndpoints = 99
/** Below the rate limit of 100 a minute for each endpoint. */
const eventsPerSecond = 1.5
const seconds = 45
/** How long to wait for the last of them. */
const patience = 10_000

export interface Lateness {
  expected: number
  /** Milliseconds from each event to its receipt at each endpoint, the shortest first. */
  received: number[]
}

/** How late events arrive at 99 endpoints while the hundredth, of the same user, never answers. */
export async function measureLateness(
  { seed, copy }: SeededPlaces,
  cleanup: AsyncDisposableStack,
): Promise<Lateness> {
  await using processes = cleanup.use(new AsyncDisposableStack())
  const receiver = await startReceiver(processes)
  const service = await startSendingService(await copy('webhooks-dead'), processes)
  for (let number = 1; number <= liveEndpoints; number += 1) {
    await registerWebhook(service, seed, `${receiver.live}/${number}`)
    // The dead one is neither the first in line nor the last.
    if (number === 50) await registerWebhook(service, seed, `${receiver.dead}/dead`)
  }

  const requests = ingests(seed).slice(0, Math.round(eventsPerSecond * seconds))
  const start = performance.now()
  for (const [index, { path, ...request }] of requests.entries()) {
    await sleep(Math.max(0, start + (index * 1000) / eventsPerSecond - performance.now()))
    const response = await fetch(service.address + path, request)
    const text = await response.text()
    if (!response.ok) throw new Error(`Ingest was answered ${response.status}: ${text}`)
  }
  const expected = requests.length * liveEndpoints
  const received = await gather(receiver, expected)
  return { expected, received }
}

/** The first receipt of each event at each endpoint. */
async function gather(receiver: Receiver, expected: number): Promise<number[]> {
  const latenesses = new Map<string, number>()
  const deadline = Date.now() + patience
  while (latenesses.size < expected && Date.now() < deadline) {
    for (const { path, eventId, lateness } of await receiver.take()) {
      const key = `${path} ${eventId}`
      if (!latenesses.has(key)) latenesses.set(key, lateness)
    }
    await sleep(100)
  }
  return [...latenesses.values()].sort((one, other) => one - other)
}
