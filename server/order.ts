/** For `sort`: by the first of the keys in which two differ, text as the databases order it. */
export function by<T>(...keys: ((one: T) => string | number)[]): (one: T, other: T) => number {
  return (one, other) => {
    for (const key of keys) {
      const mine = key(one)
      const others = key(other)
      if (mine !== others) return mine < others ? -1 : 1
    }
    return 0
  }
}
