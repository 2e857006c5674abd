import { useSyncExternalStore } from 'react'

const patience = 5000
/** Milliseconds between two looks that nothing but time brings about. */
const atMostEvery = 60_000

/** The script that this page was started by; its name changes with what is built. */
const own = scriptOf(document)

let isHere = false
let lookedAt = 0
const listeners = new Set<() => void>()

/** Whether the service has another version of the console than this page is of. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(onNewVersion, () => isHere)
}

/** Whether the page of the service can be had, and is another than this one: it is looked up now. */
export async function lookForNewVersion(): Promise<'same' | 'new' | 'away'> {
  lookedAt = performance.now()
  const signal = AbortSignal.timeout(patience)
  const page = await fetch('/', { signal, headers: { accept: 'text/html' } })
    .then((answer) => (answer.ok ? answer.text() : undefined))
    .catch(() => undefined)
  if (page === undefined) return 'away'
  const now = scriptOf(new DOMParser().parseFromString(page, 'text/html'))
  // What is no page of the console, of a proxy perhaps, tells nothing.
  if (!now || !own || now === own) return 'same'
  isHere = true
  for (const listener of listeners) listener()
  return 'new'
}

/** Looks whenever somebody comes back to the page, and now and then while it is looked at. */
export function keepLooking(): void {
  const look = () => {
    const isTime = performance.now() - lookedAt > atMostEvery
    if (isTime && !isHere && document.visibilityState === 'visible') void lookForNewVersion()
  }
  lookedAt = performance.now() - atMostEvery
  document.addEventListener('visibilitychange', look)
  setInterval(look, 5 * atMostEvery)
}

function onNewVersion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function scriptOf(page: Document): string | undefined {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? undefined
}
