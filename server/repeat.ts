export interface Repeated {
  /** Waits for the time that is under way. */
  stop(): Promise<void>
}

/**
 * Does something now and then, `every` so many milliseconds. The first time soon, or after `first`: a node may be restarted more often
 * than it would be its turn.
 */
export function repeat(
  work: (isStopping: () => boolean) => Promise<unknown>,
  {
    every,
    first = Math.min(every, 60_000),
    onError,
  }: { every: number; first?: number; onError: (error: unknown) => void },
): Repeated {
  let isStopping = false
  let working: Promise<unknown> | undefined
  function again(): void {
    working = work(() => isStopping).catch(onError)
    timer = setTimeout(again, every)
  }
  let timer = setTimeout(again, first)
  return {
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await working
    },
  }
}
