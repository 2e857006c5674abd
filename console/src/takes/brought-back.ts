import { useSyncExternalStore } from 'react'
import { call, type Reply } from '../api/call.ts'

let ids: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

/** Brings back a take that was deleted. Known before the answer: the live stream may tell of it first. */
export function bringBack(id: string): Promise<Reply<'restoreAsset'>> {
  cameBack([id])
  return call('restoreAsset', { params: { id } })
}

/** From here they were brought back: boards need not ask whether to show them. */
export function cameBack(back: readonly string[]): void {
  ids = new Set([...ids, ...back])
  for (const listener of listeners) listener()
}

/** Those that were brought back from this page; another set only once there is another one. */
export function useBroughtBack(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => ids)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
