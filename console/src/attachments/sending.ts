import { useSyncExternalStore } from 'react'

interface Sending {
  /** From 0 to 1. */
  share: number
  controller: AbortController
}

/** Files that are on their way, by their keys. */
const sending = new Map<string, Sending>()
const listeners = new Set<() => void>()

export function beginSending(key: string): AbortSignal {
  const controller = new AbortController()
  sending.set(key, { share: 0, controller })
  tell()
  return controller.signal
}

export function noteSent(key: string, share: number): void {
  const one = sending.get(key)
  if (!one) return
  sending.set(key, { ...one, share })
  tell()
}

export function endSending(key: string): void {
  sending.delete(key)
  tell()
}

export function cancelSending(key: string): void {
  sending.get(key)?.controller.abort()
}

/** How much of a file is sent, from 0 to 1; undefined where it is not on its way. */
export function useSent(key: string): number | undefined {
  return useSyncExternalStore(onSending, () => sending.get(key)?.share)
}

function onSending(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
