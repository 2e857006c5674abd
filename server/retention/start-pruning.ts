import type { Database } from '../db/database.ts'
import { pruneOld, type Retention } from './prune.ts'

const minute = 60_000
const pruneEvery = 24 * 60 * minute

/** Removes now and then what is older than it is kept. The first time soon: a node may be restarted every day. */
export function startPruning(
  db: Database,
  retention: Retention,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let isStopping = false
  let pruning: Promise<void> | undefined
  function prune(): void {
    pruning = pruneOld(db, retention, () => isStopping).catch(onError)
    timer = setTimeout(prune, pruneEvery)
  }
  let timer = setTimeout(prune, minute)
  return {
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await pruning
    },
  }
}
