export interface Repeated {
  /** Does it now; where it is under way, once more after that, however often that is asked meanwhile. */
  soon(): void
  /** Waits for the round that is under way. */
  stop(): Promise<void>
}

/**
 * Does something now and then, one round after the other, with a pause of `every` milliseconds. The first time soon, or after `first`: a
 * node may be restarted more often than it would be its turn.
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
  let isWanted = false
  let working: Promise<void> | undefined
  let timer = setTimeout(begin, first)
  function begin(): void {
    clearTimeout(timer)
    working ??= round()
  }
  async function round(): Promise<void> {
    do {
      isWanted = false
      await work(() => isStopping).catch(onError)
    } while (isWanted && !isStopping)
    working = undefined
    if (!isStopping) timer = setTimeout(begin, every)
  }
  return {
    soon: () => {
      isWanted = true
      if (!isStopping) begin()
    },
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await working
    },
  }
}
