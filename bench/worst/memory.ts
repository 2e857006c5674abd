import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Memory {
  /** Resident memory in MB. */
  now(): number
  /** The most since it was asked the last time. */
  highest(): number
  /** Waits until it is no more than that, for a minute at most; returns what it is then. */
  backWithin(megabytes: number): Promise<number>
  stop(): void
}

const minute = 60_000

/** Watches the memory of a process, ten times a second. */
export function watchMemory(processId: number): Memory {
  let highest = 0
  const now = () => residentMegabytes(processId)
  const timer = setInterval(() => {
    highest = Math.max(highest, now())
  }, 100)
  return {
    now,
    highest: () => {
      const most = Math.max(highest, now())
      highest = 0
      return most
    },
    backWithin: async (megabytes) => {
      const deadline = performance.now() + minute
      while (now() > megabytes && performance.now() < deadline) await sleep(500)
      return now()
    },
    stop: () => clearInterval(timer),
  }
}

export function residentMegabytes(processId: number): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1000
}
