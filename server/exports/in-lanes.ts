/**
 * Does the same with each item, so many at a time, in their order. After one that failed none is begun any more; its error is thrown once
 * all that were begun have ended.
 */
export async function inLanes<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // What several go through is handed out once.
  const waiting = items.values()
  const failures: unknown[] = []
  const lane = async () => {
    for (const item of waiting) {
      if (failures.length > 0) return
      await work(item).catch((error) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  if (failures.length > 0) throw failures[0]
}
