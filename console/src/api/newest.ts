/**
 * Milliseconds for which a page that was told of a change asks for what is newest: a list may be of a replica, which is 6 seconds
 * behind at most (docs/many-nodes.md), and would show for good what it was before.
 */
const lasts = 10_000

let heardAt = Number.NEGATIVE_INFINITY

/** To be called whenever something was told, or may have been missed. */
export function noteHeard(): void {
  heardAt = performance.now()
}

export function newestHeaders(): Record<string, string> {
  return performance.now() - heardAt < lasts ? { 'dailies-position': 'newest' } : {}
}
