const coming = new WeakSet<object>()

/** What failed so is asked again by itself (ask-again.ts). */
export function noteComesBack(error: object): void {
  coming.add(error)
}

/** Whether what failed so is asked again by itself. */
export function comesBack(error: unknown): boolean {
  return typeof error === 'object' && error !== null && coming.has(error)
}
