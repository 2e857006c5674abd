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
  const measured = patiently(measure)
  const show = (suffix: string, of: keyof QueueMeasure) =>
    showMeasured(registry, { name: name + suffix, help: help[of], measured, of: (queue) => queue[of] })
  show('_oldest_seconds', 'oldestSeconds')
  show('_length', 'length')
}

/** Shows one number of what is measured; none, where there is none, and where nothing was measured. */
export function showMeasured<T>(
  registry: Registry,
  {
    name,
    help,
    measured,
    of,
  }: {
    name: string
    help: string
    measured: () => Promise<T | undefined>
    of: (measured: T) => number | undefined
  },
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const found = await measured()
      const value = found === undefined ? undefined : of(found)
      this.remove()
      if (value !== undefined) this.set(value)
    },
  })
}

/** What is measured; undefined where the database does not answer at once. However often it is asked for, one measures at a time. */
export function patiently<T>(measure: () => Promise<T>): () => Promise<T | undefined> {
  let running: Promise<T | undefined> | undefined
  return () => {
    running ??= measure()
      .catch(() => undefined)
      .finally(() => {
        running = undefined
      })
    return Promise.race([running, sleep(patience, undefined, { ref: false })])
  }
}
