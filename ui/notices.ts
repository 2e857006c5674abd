export interface Notice {
  id: number
  text: string
  failed?: boolean
  /** What undoes it, or comes next. */
  action?: { label: string; onClick: () => void }
}

/** More of them would be in the way. */
const atOnce = 3

let notices: readonly Notice[] = []
let count = 0
const listeners = new Set<() => void>()

/** Tells that something was done, or failed, without being in the way. */
export function notify(text: string, more: Pick<Notice, 'failed' | 'action'> = {}): void {
  count += 1
  change([...notices.slice(1 - atOnce), { id: count, text, ...more }])
}

export function currentNotices(): readonly Notice[] {
  return notices
}

/** For whoever shows them from now on. */
export function takeNotices(): readonly Notice[] {
  const taken = notices
  if (taken.length > 0) change([])
  return taken
}

export function removeNotice(notice: Notice): void {
  change(notices.filter((one) => one !== notice))
}

export function onNotice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Milliseconds that one stays: one that can be acted on, or that tells of a failure, longer. */
export function timeToRead({ action, failed }: Notice): number {
  return action || failed ? 12_000 : 5_000
}

function change(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}
