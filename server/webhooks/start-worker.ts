import type { Database } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { lookEvery } from '../look-every.ts'
import type { Tracing } from '../tracing.ts'
import type { WebhookMetrics } from './metrics.ts'
import { prune } from './prune.ts'
import type { Sender } from './send.ts'
import { Worker } from './worker.ts'

const minute = 60_000
const pruneEvery = 60 * minute

interface WorkerSettings {
  webhookPauseAfter: number
  keepEvents: number
}

export interface RunningWorker {
  wake(): void
  /** Waits for the attempts under way, and for no more of what is to be removed than the step under way. */
  stop(): Promise<void>
}

export interface WorkerParts {
  settings: WorkerSettings
  sender: Sender
  metrics: WebhookMetrics
  tracing?: Tracing | undefined
  onError: (error: unknown, doing: string) => void
}

/** Starts to send what is due, and to remove now and then what is too old. */
export function startWorker(db: Database, parts: WorkerParts): RunningWorker {
  const worker = workerOf(db, parts)
  worker.start()

  const stopping = new AbortController()
  let pruning: Promise<void> | undefined
  // The first time soon: a node may be restarted more often than it would be its turn.
  let timer = setTimeout(pruneAgain, minute)
  function pruneAgain(): void {
    pruning = pruneOld(db, parts, stopping.signal)
    timer = setTimeout(pruneAgain, pruneEvery)
  }
  return {
    wake: () => worker.wake(),
    stop: async () => {
      clearTimeout(timer)
      stopping.abort()
      await worker.stop()
      await pruning
    },
  }
}

/** Sends what is due now and removes what is too old. `finished` tells how many attempts that took. */
export function sendOnce(
  db: Database,
  parts: WorkerParts,
): { finished: Promise<number>; stop(): Promise<void> } {
  const worker = workerOf(db, parts)
  const stopping = new AbortController()
  const finished = worker.sendDue().then(async (attempts) => {
    await pruneOld(db, parts, stopping.signal)
    return attempts
  })
  return {
    finished,
    stop: async () => {
      stopping.abort()
      await worker.stop()
      await finished.catch(() => {})
    },
  }
}

function workerOf(db: Database, { settings, sender, metrics, tracing, onError }: WorkerParts): Worker {
  return new Worker({
    db,
    sender,
    metrics,
    rule: { pauseAfter: settings.webhookPauseAfter },
    clock: databaseTime,
    lookEvery,
    tracing,
    onError: (error) => onError(error, 'could not send to webhooks'),
  })
}

async function pruneOld(
  db: Database,
  { settings, onError }: WorkerParts,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return
  try {
    await prune(db, (await databaseTime(db)) - settings.keepEvents, signal)
  } catch (error) {
    onError(error, 'could not remove old events')
  }
}
