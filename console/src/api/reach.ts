import { useSyncExternalStore } from 'react'

/** How long until the service is asked again whether it is back, in milliseconds. */
const firstWait = 2000
const longestWait = 10_000
const patience = 5000
/** Until who failed alone is told to try again: twice as long each time, to this at most. */
const longestTrial = 60_000

let away = false
let isAsking = false
let isDoubting = false
let isTrialNear = false
let trial = { wait: firstWait, at: Number.NEGATIVE_INFINITY }
const listeners = new Set<() => void>()

/** A request got an answer of the service, whatever it says. */
export function heard(): void {
  set(false)
}

/** A request got none: nothing is there, or nothing that answers. It is asked from now on whether it is back. */
export function notHeard(): void {
  set(true)
  if (!isAsking) void askUntilBack()
}

/** Nothing moves, or one request is told that the service is not there: it is asked whether it is there at all. */
export async function doubt(): Promise<void> {
  if (away || isDoubting) return
  isDoubting = true
  const isThere = await answers()
  isDoubting = false
  if (isThere) void tellByAndBy()
  else notHeard()
}

/** It is there, and refuses something alone: who was refused tries again, and nobody else has to. */
async function tellByAndBy(): Promise<void> {
  if (isTrialNear) return
  isTrialNear = true
  const isLongAgo = performance.now() - trial.at > 2 * longestTrial
  const wait = isLongAgo ? firstWait : trial.wait
  await new Promise((resolve) => setTimeout(resolve, wait))
  trial = { wait: Math.min(2 * wait, longestTrial), at: performance.now() }
  isTrialNear = false
  if (!away) tell()
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
  tell()
}

function tell(): void {
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
