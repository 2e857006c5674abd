import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work in one go, in which everybody else waits. */
const longest = 10

/** For work in many small parts: to be awaited between them. Lets everything else happen where it has been long. */
export function pauses(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < longest) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}
