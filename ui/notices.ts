export interface Notice {
  id: number
  text: string
  failed?: boolean
  /** What undoes it, or comes next. */
  action?: { label: string; onClick: () => void }
}

type More = Pick<Notice, 'failed' | 'action'>

/** A notice of what goes on: as long as it shows, what it tells may change. */
export interface OpenNotice {
  isShown: () => boolean
  change: (text: string, more?: More) => void
  end: () => void
}

/** More of them would be in the way. */
const atOnce = 3

let notices: readonly Notice[] = []
let count = 0
const listeners = new Set<() => void>()

/** Tells that something was done, or failed, without being in the way. */
export function notify(text: string, more: More = {}): void {
  openNotice(text, more)
}

/** Tells of something that is not at its end. */
export function openNotice(text: string, more: More = {}): OpenNotice {
  count += 1
  const id = count
  change([...notices.slice(1 - atOnce), { id, text, ...more }])
  return {
    isShown: () => notices.some((one) => one.id === id),
    change: (text, more = {}) => change(notices.map((one) => (one.id === id ? { id, text, ...more } : one))),
    end: () => removeNotice(id),
  }
}

export function currentNotices(): readonly Notice[] {
  return notices
}

export function removeNotice(id: number): void {
  if (notices.some((one) => one.id === id)) change(notices.filter((one) => one.id !== id))
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
