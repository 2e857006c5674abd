/** What it returns does so much work at once at the most; the rest waits, and begins in the order in which it came. */
export function inFew(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let atWork = 0
  return async (work) => {
    // Whoever ends hands its place to the one that has waited longest.
    if (atWork < atOnce) atWork += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else atWork -= 1
    }
  }
}
