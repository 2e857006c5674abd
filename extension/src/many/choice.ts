/** Which of many are chosen, with ranges as in a list of files: from the one that was chosen last to this one. */
export interface Choice<T> {
  readonly size: number
  has(item: T): boolean
  /** With `range`, all between the last one and this one become as the last one is. */
  toggle(item: T, range?: boolean): void
  /** All of these, or none when all of them are chosen. */
  toggleAll(items: readonly T[]): void
  chosen(): T[]
}

/** `items` are asked for whenever they matter, in their order: there may be more of them by then. */
export function openChoice<T>(items: () => readonly T[]): Choice<T> {
  const chosen = new Set<T>()
  let last: T | undefined
  return {
    get size() {
      return chosen.size
    },
    has: (item) => chosen.has(item),
    chosen: () => items().filter((item) => chosen.has(item)),
    toggleAll(all) {
      const isAll = all.every((item) => chosen.has(item))
      chosen.clear()
      if (!isAll) for (const item of all) chosen.add(item)
    },
    toggle(item, range = false) {
      const all = items()
      const from = last === undefined ? -1 : all.indexOf(last)
      const to = all.indexOf(item)
      const isRange = range && from !== -1 && to !== -1
      const becomes = isRange ? chosen.has(last!) : !chosen.has(item)
      const changed = isRange ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : [item]
      for (const one of changed) {
        if (becomes) chosen.add(one)
        else chosen.delete(one)
      }
      last = item
    },
  }
}
