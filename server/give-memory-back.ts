import { performance } from 'node:perf_hooks'

const every = 5000

/** Bytes in use beyond what was left the last time. */
const worthIt = 32 * 1024 ** 2

/** The share of the time in which the event loop may have been at work. */
const quiet = 0.5

/**
 * Lets V8 collect what great requests left, once the service is quiet again: by itself it waits until as much was
 * allocated anew, which on a service that is asked little takes hours. It takes 10 to 20 ms at the usual size.
 * `collect` is V8's `gc`, which is there with `--expose-gc` (bin/dailies.js); without it nothing is done.
 */
export function giveMemoryBack(collect = globalThis.gc): void {
  if (!collect) return
  let left = inUse()
  let rounds = 0
  let before = performance.eventLoopUtilization()
  setInterval(async () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    const used = inUse()
    left = Math.min(left, used)
    // Buffers, and pages with little on them, are let go by the second one.
    if (used >= left + worthIt) rounds = 2
    if (rounds === 0 || utilization > quiet) return
    rounds -= 1
    await collect({ type: 'major', execution: 'async' })
    left = inUse()
  }, every).unref()
}

function inUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
