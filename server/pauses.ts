/** Milliseconds of work in one go, in which everybody else waits. */
const longest = 5

/** Works that pause, the one that has waited longest first. */
const line: (() => void)[] = []

/**
 * For work in many small parts: to be awaited between them. Lets everything else happen where it has been long; of several
 * works one goes on in each turn of the event loop, so that many of them keep others waiting no longer than one.
 */
export function pauses(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < longest) return undefined
    return inLine().then(() => {
      since = performance.now()
    })
  }
}

function inLine(): Promise<void> {
  return new Promise((resolve) => {
    line.push(resolve)
    if (line.length === 1) setImmediate(next)
  })
}

function next(): void {
  line.shift()!()
  if (line.length > 0) setImmediate(next)
}
