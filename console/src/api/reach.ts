import { useSyncExternalStore } from 'react'

/** How long until the service is asked again whether it is back, in milliseconds. */
const firstWait = 2000
const longestWait = 10_000
const patience = 5000

let away = false
let isAsking = false
let isDoubted = false
let countOfAnswers = 0
const listeners = new Set<() => void>()

/** A request got an answer of the service, whatever it says. */
export function heard(): void {
  countOfAnswers += 1
  set(false)
}

/** Nothing is there, or nothing that answers. It is asked from now on whether it is back. */
export function notHeard(): void {
  set(true)
  if (!isAsking) void askUntilBack()
}

/**
 * A request got no answer, or none but that there is no service: it is asked whether that is there at all. Where one request alone is
 * refused, it is, and is not called away. It is asked after `pause` milliseconds, unless it answers anything by then.
 */
export async function doubt(pause = 0): Promise<void> {
  if (away || isDoubted) return
  isDoubted = true
  const before = countOfAnswers
  if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
  const isThere = countOfAnswers !== before || (await answers())
  isDoubted = false
  if (!isThere && countOfAnswers === before) notHeard()
}

/** Whether the last that was asked of the service got no answer. */
export function isAway(): boolean {
  return away
}

export function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useIsAway(): boolean {
  return useSyncExternalStore(onReach, isAway)
}

/** What a proxy says for a service that is not there, and the service for a database that is not. */
export function saysAway(status: number): boolean {
  return status === 502 || status === 503 || status === 504
}

function set(next: boolean): void {
  if (away === next) return
  away = next
  for (const listener of listeners) listener()
}

async function askUntilBack(): Promise<void> {
  isAsking = true
  for (let wait = firstWait; away; wait = Math.min(wait * 1.5, longestWait)) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    if (document.visibilityState === 'hidden') continue
    if (await answers()) heard()
  }
  isAsking = false
}

async function answers(): Promise<boolean> {
  const answer = await fetch('/api/account', { signal: AbortSignal.timeout(patience) }).catch(() => undefined)
  return answer !== undefined && !saysAway(answer.status)
}
