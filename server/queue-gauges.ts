import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'

/** How long a scrape waits for the database, in milliseconds. */
const patience = 1000

export interface QueueMeasure {
  length: number
  /** How long the first has been due; 0 when nothing is. */
  oldestSeconds: number
}

/**
 * Shows a queue of the database as `NAME_length` and `NAME_oldest_seconds`; neither, where the database does not answer at once: a
 * number would be a guess. However often they are asked for, the database is asked by one at a time.
 */
export function showQueue(
  registry: Registry,
  {
    name,
    help,
    measure,
  }: { name: string; help: Record<keyof QueueMeasure, string>; measure: () => Promise<QueueMeasure> },
): void {
  let running: Promise<QueueMeasure | undefined> | undefined
  const measured = () => {
    running ??= measure()
      .catch(() => undefined)
      .finally(() => {
        running = undefined
      })
    return Promise.race([running, sleep(patience, undefined, { ref: false })])
  }
  const show = (suffix: string, of: keyof QueueMeasure) =>
    new Gauge({
      name: name + suffix,
      help: help[of],
      registers: [registry],
      async collect() {
        const queue = await measured()
        this.remove()
        if (queue) this.set(queue[of])
      },
    })
  show('_oldest_seconds', 'oldestSeconds')
  show('_length', 'length')
}
